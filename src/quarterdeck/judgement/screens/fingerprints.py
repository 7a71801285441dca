"""What distinguishes one dialog from another, in a form that a tmux format can search for."""

import re
from collections.abc import Sequence

from quarterdeck.judgement.screens.lines import is_dashes

_UNFIT = re.compile(r"[^\w ./()@+=:-]")  # tmux reads the rest as parts of a format or a pattern
_COMMON = re.compile(r"(?:proceed|the following (?:command|edits)|these permissions)\?$")
_CLOCK = re.compile(r"\d+:\d\d|\b\d+s\b")


def fingerprint(body: Sequence[str], prompt: str) -> str:
    """The longest run of plain characters in what sets this dialog apart from its like."""
    subject = _subject(body, prompt)
    rows = [row for row in subject if not _CLOCK.search(row)] or list(body)
    return max((run.strip() for row in rows for run in _UNFIT.split(row)), key=len, default="")


def _subject(body: Sequence[str], prompt: str) -> Sequence[str]:
    """A question of its own; else the command; else the first row under the title."""
    own = [row for row in body if row.strip() and row.strip() in prompt]
    if own and prompt.endswith("?") and not _COMMON.search(prompt):
        return own
    edges = [i for i, row in enumerate(body) if is_dashes(row)]
    commands = [row for row in body if row.lstrip().startswith("$ ")]
    if len(edges) >= 2:
        commands = list(body[edges[0] + 1 : edges[1]])
    return commands or [row for row in body if row.strip()][1:2]
