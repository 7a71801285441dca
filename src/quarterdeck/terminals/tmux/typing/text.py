"""Text on its way into a composer: how it is pasted, and recognised there."""

import re
import unicodedata

from quarterdeck.judgement.typed_text import without_controls

_LONG = 40
_SNIPPET = 60
_SHORTEST = 15
_SCROLLED = 200  # a composer that shows less than its text shows at least so much of the end
_FOLDED = re.compile(r"\[Pasted [^\]]*\]")
_FOLDED_LINES = re.compile(r"\+(\d+) lines")


def pasted(text: str) -> bytes:
    """Give the bytes of a bracketed paste: nothing ends it early, no dialog takes it for keys."""
    return b"\x1b[200~" + without_controls(text).encode(errors="replace") + b"\x1b[201~"


def holds(draft: str, text: str) -> bool:
    """Tell whether what a composer shows is this text, folded and wrapped as it may be."""
    if _FOLDED.fullmatch(draft.strip()) and draft.strip() != text.strip():
        return _folds(draft, text)
    shown, meant = _essence(draft), _essence(text)
    if shown == meant:
        return bool(shown) or bool(draft.strip()) or not text.strip()
    tail = _extract_verification_snippet(text)
    scrolled = len(shown) >= _SCROLLED and meant.endswith(shown)
    return scrolled and tail is not None and shown.endswith(_essence(tail))


def _folds(draft: str, text: str) -> bool:
    """Tell whether an agent's placeholder for a long paste can represent this text."""
    if lines := _FOLDED_LINES.search(draft):
        return int(lines[1]) == text.count("\n")
    return len(text) >= _SCROLLED


def _essence(text: str) -> str:
    """What terminals agree on: letters, digits and plain punctuation, without spaces and marks."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(c for c in plain if c > " " and (c < "\x7f" or c.isalnum()))


def _extract_verification_snippet(text: str) -> str | None:
    """Give the distinctive tail by which a long text is known again, if it has one."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(text) < _LONG or not lines:
        return None
    snippet = lines[-1][-_SNIPPET:]
    return snippet if len(snippet) >= _SHORTEST else None
