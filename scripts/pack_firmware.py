#!/usr/bin/env python3
"""Checks the keyboard's firmware on a real MicroPython and packs it; `make firmware` calls it."""

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.firmware.micropython import FIRMWARE, RUNNER, program

TARGET = Path(__file__).parents[1] / "dist" / "tkeyboard.zip"
READ_ALL = """
import os
for name in sorted(os.listdir("/lib")):
    with open("/lib/" + name) as file:
        compile(file.read(), name, "exec")
"""
ALWAYS = (1980, 1, 1, 0, 0, 0)  # the same files give the same archive


def main() -> int:
    """Check every file, then pack them."""
    line = ["node", str(RUNNER), str(program()), READ_ALL, str(FIRMWARE)]
    done = subprocess.run(
        line, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.stderr.write(done.stderr)
        return 1
    TARGET.parent.mkdir(exist_ok=True)
    files = sorted(FIRMWARE.glob("*.py"))
    with zipfile.ZipFile(TARGET, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(zipfile.ZipInfo(file.name, ALWAYS), file.read_bytes())
    print(f"{TARGET.relative_to(Path.cwd())} has {len(files)} files.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
