"""Starts the firmware on the MicroPython that `scripts/install-lab` installs."""

import json
import subprocess
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware" / "tkeyboard"
DEVICE = Path(__file__).parent / "device"
RUNNER = Path(__file__).parent / "micropython.mjs"
PACKAGE = "node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs"


def program() -> Path:
    """MicroPython; `scripts/install-lab` says why if it is missing."""
    found = list((ROOT / ".lab").glob(f"micropython-*/{PACKAGE}"))
    assert found, "MicroPython is missing; scripts/install-lab installs it"
    return found[0].resolve()


def command(statements: str) -> list[str]:
    """The line that runs statements with the firmware, on played hardware."""
    return ["node", str(RUNNER), str(program()), statements, str(FIRMWARE), str(DEVICE)]


def checked(module: str) -> dict[str, str]:
    """The checks of a module, each with what went wrong; empty where nothing did."""
    line = command(f"import harness\nawait harness.run({module!r})")
    done = subprocess.run(line, stdin=DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: list[dict[str, Any]] = [json.loads(text) for text in done.stdout.splitlines()]
    return {line["check"]: line["failure"] for line in told if "check" in line}
