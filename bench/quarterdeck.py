"""A Quarterdeck of its own to measure, away from the person's."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from quarterdeck.app.cli.client import Client
from quarterdeck.app.paths import Paths

HOOK = Path(__file__).parents[1] / "src" / "quarterdeck" / "hook.py"


class MeasuredDaemon:
    """A running daemon with a home of its own; gone afterwards."""

    def __init__(self, settings: str = "") -> None:
        self.home = Path(tempfile.mkdtemp(prefix="qdb-", dir="/tmp"))
        (self.home / "config.toml").write_text(f"[http]\nport = 0\n{settings}")
        self.paths = Paths(self.home / "config.toml", self.home, self.home, self.home)
        self.client = Client(self.paths)
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("CLAUDE")}
        self.environment["QUARTERDECK_HOME"] = str(self.home)
        self.seconds_to_start = 0.0
        self.process: psutil.Process

    def __enter__(self) -> Self:
        began = time.perf_counter()
        child = subprocess.Popen(
            [sys.executable, "-m", "quarterdeck", "up"],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while not self._answers():
            time.sleep(0.005)
        self.seconds_to_start = time.perf_counter() - began
        self.process = psutil.Process(child.pid)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)
        shutil.rmtree(self.home, ignore_errors=True)

    def _answers(self) -> bool:
        try:
            return bool(self.client.get("/healthz"))
        except Exception:  # noqa: BLE001 - not yet
            return False


def payload(command: str = "npm run build") -> bytes:
    """A permission request as Claude Code sends it."""
    return json.dumps(
        {
            "session_id": "bench",
            "transcript_path": "",
            "cwd": "/tmp",
            "hook_event_name": "PermissionRequest",
            "permission_mode": "default",
            "tool_name": "Bash",
            "tool_input": {"command": command, "description": "Build it"},
        }
    ).encode()


def table(rows: Sequence[tuple[str, ...]]) -> None:
    """Print rows whose columns align."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip())
    print()
