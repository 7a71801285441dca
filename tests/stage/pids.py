"""Commands that say which process they are."""

from pathlib import Path

from tests.stage.until import until


def writes_pid(where: Path) -> str:
    """A shell command that writes its process's id into a file, and stays."""
    return f"echo $$ > {where}.new; mv {where}.new {where}; sleep 60"


def written_pid(where: Path) -> int:
    """The id that it wrote, once it did."""
    until(where.exists, 10, lambda: "nothing ran")
    return int(where.read_text())
