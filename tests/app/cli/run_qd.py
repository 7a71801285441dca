"""`qd` in a process of its own, as a person starts it."""

import os
import subprocess
import sys
from pathlib import Path

from tests.stage.until import PATIENCE


def run_qd(home: Path, *words: str, **env: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "quarterdeck", *words],
        env={**os.environ, "QUARTERDECK_HOME": str(home), **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
