"""A screen in a form that makes a terminal emulator look the same."""

import re

from quarterdeck.terminals.tmux.seeing.screen import Screen

_SGR = re.compile(r"\x1b\[([0-9;:]*)m")


def paint(screen: Screen, *, whole: bool) -> str:
    """Draw a screen: `whole` replaces everything with its history, else the visible rows."""
    visible = screen.lines[-screen.height :]
    if not whole:
        return "\x1b[r\x1b[H" + _rows(visible, "") + _rest(screen)
    history = "".join(f"{line}\x1b[0m\r\n" for line in screen.lines[: -screen.height])
    if screen.alternate:
        return f"\x1bc{history}\x1b[?1049h\x1b[H{_rows(visible, '')}{_rest(screen)}"
    return f"\x1bc{history}{_rows(visible, '')}{_rest(screen)}"


def _rows(lines: tuple[str, ...], carried: str) -> str:
    """Draw rows over what is there; tmux names a colour only where it changes."""
    rows = []
    for line in lines:
        rows.append(f"\x1b[0m\x1b[2K{carried}{line}")
        carried = _carried(carried, line)
    return "\r\n".join(rows)


def _carried(before: str, line: str) -> str:
    for found in _SGR.finditer(line):
        resets = found[1].startswith("0") or not found[1]
        before = found[0] if resets else before + found[0]
    return before


def _rest(screen: Screen) -> str:
    (x, y), (upper, lower) = screen.cursor, screen.region
    shown = "h" if screen.cursor_shown else "l"
    return f"\x1b[0m\x1b[{upper + 1};{lower + 1}r\x1b[{y + 1};{x + 1}H\x1b[?25{shown}"
