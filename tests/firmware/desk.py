"""The firmware on a real MicroPython, as a keyboard on a person's desk."""

import json
import queue
import subprocess
import threading
import time
from collections.abc import Callable
from subprocess import DEVNULL, PIPE
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.firmware.micropython import command
from tests.stage.until import PATIENCE

Json = dict[str, Any]


class Device:
    """A keyboard on the desk: fingers go in, what it does comes out."""

    def __init__(self, url: str, token: str, name: str = "desk-1") -> None:
        where = urlsplit(url)
        given = (where.hostname, where.port, token, name)
        statements = f"from watched import run_forever\nawait run_forever{given!r}"
        self._process = subprocess.Popen(
            command(statements), stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True
        )
        self.heard: list[Json] = []  # all that was waited for, and what came before it
        self._told: queue.Queue[Json] = queue.Queue()
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._told.put(json.loads(line))

    def wait(self, is_it: Callable[[Json], object], patience: float = PATIENCE) -> Json:
        """The next thing it tells that is meant."""
        end = time.monotonic() + patience
        while True:
            try:
                told = self._told.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                pytest.fail(f"It was not told; before that: {self.heard[-12:]}")
            self.heard.append(told)
            if is_it(told):
                return told

    def contacts(self, *down: int) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{sum(1 << key for key in down)}\n")
        self._process.stdin.flush()

    def press(self, key: int) -> None:
        self.contacts(key)
        self.wait(lambda told: told.get("down") == key)
        self.contacts()
        self.wait(lambda told: told.get("up") == key)

    def hold(self, key: int, seconds: float) -> None:
        """Hold a key for so long since the daemon counts."""
        self.contacts(key)
        self.wait(lambda told: told.get("heard") == "began")
        time.sleep(seconds)
        self.contacts()
        self.wait(lambda told: told.get("up") == key)

    def close(self) -> None:
        with self._process:  # closes its pipes
            self._process.kill()
            self._listener.join()
