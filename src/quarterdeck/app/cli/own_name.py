"""The command with which the person can call this program from where they are."""

import os
import shutil
import sys
from pathlib import Path


def own_name() -> str:
    """The word to type for us: `qd` where the shell finds it, else the way to it."""
    program = Path(sys.executable).with_name("qd")
    found = shutil.which("qd")
    if found and Path(found).resolve() == program.resolve():
        return "qd"
    if not program.exists():
        return f"{Path(sys.executable).name} -m quarterdeck"
    way = os.path.relpath(program)
    return str(program) if way.startswith("..") else way
