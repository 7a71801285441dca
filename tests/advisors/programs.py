"""Programs in the place of `claude` that answer as they are told."""

import json
from collections.abc import Mapping
from pathlib import Path

PUSH = {"text": "Push", "emoji": "⬆", "action": "Push it.", "reason": "it is committed"}
WIPE = {"text": "Wipe", "emoji": "💥", "action": "Delete everything", "reason": "none"}
GOOD: Mapping[str, object] = {"context": "git", "buttons": [WIPE, PUSH]}


def program(folder: Path, script: str) -> str:
    """A program that takes its prompt, counts its runs beside itself, and does this."""
    path = folder / "claude"
    path.write_text(f"#!/bin/sh\ncat > '{path}.prompt'\necho >> '{path}.runs'\n{script}\n")
    path.chmod(0o755)
    return str(path)


def printing(folder: Path, answer: object) -> str:
    """A program that prints this as the answer."""
    (folder / "answer").write_text(json.dumps({"structured_output": answer}))
    return program(folder, f"cat '{folder}/answer'")


def prompt_of(path: str) -> str:
    """What a program was asked last."""
    return Path(f"{path}.prompt").read_text()


def runs(path: str) -> int:
    """How often a program ran."""
    return Path(f"{path}.runs").read_text().count("\n")
