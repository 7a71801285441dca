"""Another user of the machine: code that runs as `nobody`, in a process of its own."""

import subprocess
import sys
import textwrap

NOBODY = 65534


def as_another_user(code: str, *words: str) -> "subprocess.Popen[str]":
    """A program of another user; it says and hears lines. Only root can play one."""
    # What it needs is imported first: the library may lie where only we can read.
    modules = "import encodings.idna, http.client, os, socket, sys"
    become = f"{modules}; os.setgid({NOBODY}); os.setuid({NOBODY})\n"
    return subprocess.Popen(
        [sys.executable, "-c", become + textwrap.dedent(code), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
