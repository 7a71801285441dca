"""What single rows of a terminal screen are: rules, frames, indented, blank."""

import re

FRAME = " │┃"  # what may stand beside the text of a box
_EDGE = "─━▔▁═"
_CORNERED = f"{_EDGE}╭╰╮╯"
_SCROLLBAR = "▄█▀"
_FRAMED = re.compile(r"^ {0,3}│(.*)│[▄█▀]?$")  # a preview beside a list stands further in
_RAILED = re.compile(r"^ {0,3}│ ?(.*)$")
_BARRED = re.compile(r"^\s*┃(.*)$")


def is_rule(row: str) -> bool:
    """Whether a row is a horizontal rule, perhaps with corners or a word set into it."""
    bare = row.strip().rstrip(_SCROLLBAR)
    if len(bare) < 8 or bare[0] not in _CORNERED or bare[-1] not in _CORNERED:
        return False
    return sum(map(bare.count, _EDGE)) >= 4


def is_dashes(row: str) -> bool:
    """Whether a row is one of the dashed rules inside a dialog."""
    return row.lstrip().startswith("╌╌╌")


def unframed(row: str) -> str:
    """A row without the frame around it or the bar before it."""
    framed = _FRAMED.match(row) or _BARRED.match(row)
    return framed[1].rstrip() if framed else row


def unrailed(row: str) -> str:
    """A row without the rail that runs down beside a long text."""
    railed = _RAILED.match(row)
    return railed[1] if railed else row


def indent(row: str) -> int:
    """How far a row is indented."""
    return len(row) - len(row.lstrip())


def dedented(rows: list[str]) -> list[str]:
    """The rows moved to the left edge together, without blank ones around them."""
    while rows and not rows[0].strip():
        rows = rows[1:]
    while rows and not rows[-1].strip():
        rows = rows[:-1]
    least = min((indent(row) for row in rows if row.strip()), default=0)
    return [row[least:].rstrip() for row in rows]
