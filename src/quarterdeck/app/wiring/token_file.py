"""The token of the command line: made once, and kept for this user alone."""

import os
import secrets
from pathlib import Path


def token_in(path: Path) -> str:
    """The token in this file, which is written if there is none."""
    if path.exists() and (token := path.read_text().strip()):
        path.chmod(0o600)
        return token
    token = secrets.token_urlsafe(32)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(token + "\n")
    return token
