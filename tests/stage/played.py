"""The process of a played agent: runs the real hook client, or what it is told to, for each line.

It must be a process of its own, because a session is the process above its hooks, and be called
like an agent's program, because nothing else is taken for an agent.
"""

import ctypes
import json
import os
import subprocess
import sys
import threading

HOOK = sys.argv[1:]
PRINTING = threading.Lock()
SET_NAME = 15  # as prctl calls it

ctypes.CDLL(None).prctl(SET_NAME, b"claude", 0, 0, 0)


def run(number: int, kind: str, payload: dict[str, object]) -> None:
    below = payload.get("words") if kind == "run" else None
    told = subprocess.run(
        below if isinstance(below, list) else [*HOOK, kind],
        input=json.dumps(payload).encode(),
        stdout=subprocess.PIPE,
        env={**os.environ, "CLAUDE_CODE_ENTRYPOINT": "cli"},
        check=True,
    )
    with PRINTING:
        sys.stdout.write(json.dumps([number, told.stdout.decode()]) + "\n")
        sys.stdout.flush()


for line in sys.stdin:
    threading.Thread(target=run, args=json.loads(line), daemon=True).start()
