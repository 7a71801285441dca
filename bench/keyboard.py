"""From a press to the first byte in the pane, beside the way of 000_…: polled, then injected.

Run as `python -m bench.keyboard [--count N]` from the project.
"""

import argparse
import http.client
import json
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.quarterdeck import table
from tests.stage.daemon import staged_daemon
from tests.stage.keys import KEYBOARD, KeyClient
from tests.stage.tmux import ComposerPane, tmux_server_in
from tests.stage.tmux_daemon import TmuxDaemon
from typing_extensions import override

# 000_…'s input daemon, with tmux in the place of AppleScript: it asks every 100 ms, types the
# text and Enter, and rests for 200 ms.
POLLER = """
while true; do
    RESPONSE=$(curl -s "$1/inputs")
    if [ "$(echo "$RESPONSE" | jq -r '.sessionId')" = "$2" ]; then
        for text in $(echo "$RESPONSE" | jq -r '.inputs[].text'); do
            tmux -S "$3" send-keys -t "$4" -l "$text"
            tmux -S "$3" send-keys -t "$4" Enter
            sleep 0.2
        done
    fi
    sleep 0.1
done
"""
SESSION = "tk-1760835985-24429"


class Bridge(BaseHTTPRequestHandler):
    """000_…'s bridge: a list in memory, which pollers empty."""

    inputs: list[dict[str, object]] = []  # noqa: RUF012 - it is the server's

    def do_GET(self) -> None:
        taken, self.inputs[:] = list(self.inputs), []
        self._say({"sessionId": SESSION, "inputs": taken})

    def do_POST(self) -> None:
        self.inputs.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self._say({"success": True, "queued": len(self.inputs)})

    def _say(self, body: dict[str, object]) -> None:
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    @override
    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


@contextmanager
def polled(tmux_socket: str, pane: str) -> Iterator[str]:
    """The address of a bridge whose inputs a script types."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Bridge) as bridge:
        threading.Thread(target=bridge.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{bridge.server_port}"
        words = ["bash", "-c", POLLER, "poller", url, SESSION, tmux_socket, pane]
        script = subprocess.Popen(words)
        try:
            yield url
        finally:
            script.terminate()
            script.wait()
            bridge.shutdown()


def press(url: str, text: str, session: str) -> float:
    """Press a key; how long it took until that was taken."""
    began = time.perf_counter()
    line = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
    body = {"key": 1, "text": text, "timestamp": 0, **({"session": session} if session else {})}
    line.request("POST", "/test/button", json.dumps(body))
    answer = line.getresponse()
    told = answer.read()
    assert answer.status == 200, told
    line.close()
    return time.perf_counter() - began


def waits(
    composer: ComposerPane, count: int, prepare: Callable[[], None], do: Callable[[], float]
) -> tuple[list[float], list[float]]:
    """From each press to the first byte in the pane, and to its acceptance."""
    first, accepted = list[float](), list[float]()
    for _ in range(count):
        time.sleep(0.8 + random.random() * 0.3)  # the poller is somewhere in its round
        prepare()
        before = composer.log.stat().st_size
        began = time.perf_counter()
        with ThreadPoolExecutor(1) as finger:
            pressing = finger.submit(do)
            while composer.log.stat().st_size == before:
                assert not pressing.done() or not pressing.exception(), pressing.exception()
                time.sleep(0.0002)
            first.append(time.perf_counter() - began)
            accepted.append(pressing.result())
    return first, accepted


def measured(daemon: TmuxDaemon, count: int) -> list[tuple[str, list[float], list[float]]]:
    composer, session = idle_composer(daemon)
    url, socket = daemon.daemon.url, str(daemon.tmux_server.socket)

    def ours() -> float:
        with submitting(daemon, composer):
            return press(url, "Go", session)

    called = waits(composer, count, lambda: set_buttons(daemon, session), ours)
    keyed = on_a_key(daemon, composer, session, count)
    with polled(socket, composer.pane) as bridge:
        theirs = waits(composer, count, lambda: None, lambda: press(bridge, "Go", ""))
    return [("on a key", *keyed), ("/test/button", *called), ("polled", *theirs)]


def idle_composer(daemon: TmuxDaemon) -> tuple[ComposerPane, str]:
    """A composer that takes texts, and its session."""
    composer, session = daemon.composer("a")
    daemon.wait_state(composer, "idle")
    composer.log.touch()
    return composer, session


def set_buttons(daemon: TmuxDaemon, session: str) -> None:
    """Offer a button; each prompt takes it away."""
    daemon.call("POST", "/update", {"buttons": ["Go"], "session": session})


def on_a_key(
    daemon: TmuxDaemon, composer: ComposerPane, session: str, count: int
) -> tuple[list[float], list[float]]:
    """The same for presses on a keyboard of this session."""
    given = {"token": daemon.token, "session": session}
    with KeyClient(daemon.daemon.paths.api, profile=KEYBOARD, **given) as keys:
        place = 0

        def ready() -> None:
            nonlocal place
            set_buttons(daemon, session)
            place = settled_key(keys, "Go")
            keys.arm()

        def pressed() -> float:
            with submitting(daemon, composer):
                began = time.perf_counter()
                told = keys.press(place)
                assert told["status"] == "ok", told
                return time.perf_counter() - began

        return waits(composer, count, ready, pressed)


def settled_key(keys: KeyClient, label: str) -> int:
    """Where a key says this, once one does and no other board follows."""
    number = -1
    while True:
        keys.pressed_face("made up")  # all that was sent before is read and acknowledged
        found = [key for key in keys.board["keys"] if key["says"] == label and key["press"]]
        if found and keys.board["n"] == number:
            return int(found[0]["key"])
        number = keys.board["n"]
        time.sleep(0.1)


@contextmanager
def submitting(daemon: TmuxDaemon, composer: ComposerPane) -> Iterator[None]:
    """Meanwhile the composer says which prompt it took, as an agent's hook does."""
    before, over = len(composer.submitted), threading.Event()

    def tell() -> None:
        while not over.is_set():
            if len(composer.submitted) > before:
                daemon.hook("user-prompt-submit", composer, prompt=composer.submitted[-1])
                daemon.hook("stop", composer)
                return
            time.sleep(0.005)

    thread = threading.Thread(target=tell)
    thread.start()
    yield
    over.set()
    thread.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    count = parser.parse_args().count
    with staged_daemon() as daemon, tmux_server_in(daemon.home) as tmux_server:
        rows = measured(TmuxDaemon(daemon, tmux_server), count)
    told: list[tuple[str, ...]] = [
        ("press", "first byte p50", "p95", "of the polled", "outcome known p50")
    ]
    polled_first = p50(rows[-1][1])
    for name, first, took in rows:
        part = f"1/{polled_first / p50(first):.1f}"
        told.append((name, ms(p50(first)), ms(p95(first)), part, ms(p50(took))))
    table(told)


def p50(found: list[float]) -> float:
    return statistics.median(found)


def p95(found: list[float]) -> float:
    return sorted(found)[int(len(found) * 0.95)]


def ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


if __name__ == "__main__":
    main()
