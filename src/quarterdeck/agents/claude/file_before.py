"""The file that a tool call would change, as it is now."""

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from quarterdeck.agents.claude.wire import text_of
from quarterdeck.judgement.file_change import FileBefore

LARGEST = 512 * 1024  # bytes
EDITING = ("Edit", "MultiEdit", "Write", "NotebookEdit")
UNKNOWN = FileBefore(exists=True, text=None)


def edited_path(payload: Mapping[str, object]) -> str:
    """The path of the file that a call would change; empty for calls that change none."""
    given = payload.get("tool_input")
    if text_of(payload, "tool_name") not in EDITING or not isinstance(given, dict):
        return ""
    return text_of(given, "file_path") or text_of(given, "notebook_path")


def file_before(payload: Mapping[str, object]) -> FileBefore | None:
    """The file as it is before the call; None for calls that change none."""
    path = edited_path(payload)
    return _read(Path(text_of(payload, "cwd"), path)) if path else None


def _read(path: Path) -> FileBefore:
    """A file that is not there; a small one with its text; of any other, that it is there."""
    try:
        # Opened without waiting: a pipe that an agent put there would hold us up.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return FileBefore(exists=False, text=None)
    except (OSError, ValueError):
        return UNKNOWN
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
            return UNKNOWN
        text = os.read(descriptor, LARGEST).decode()
    except (OSError, UnicodeDecodeError):
        return UNKNOWN
    finally:
        os.close(descriptor)
    return FileBefore(exists=True, text=text.replace("\r\n", "\n"))
