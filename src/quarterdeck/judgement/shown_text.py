"""Untrusted text prepared for a person: nothing hidden, no secrets, the dangerous part marked."""

from collections.abc import Iterable, Sequence

from quarterdeck.domain.risk import Risk
from quarterdeck.domain.shown import Shown, Span
from quarterdeck.judgement.secrets import MASK, masked, secret_ranges
from quarterdeck.judgement.visible_text import plain, written_out

LONGEST_TEXT = 1_000_000
Edit = tuple[int, int, int]  # from here to there, replaced by so many characters


def safe(text: str) -> str:
    """The text as it may be shown."""
    return masked(plain(text))


def shown_text(text: str, risk: Risk | None, breaks: Iterable[int]) -> Shown:
    """The text as it may be shown, not endless, with its dangerous part and good breaks.

    The places are those of the text as it came.
    """
    cut = max(0, len(text) - LONGEST_TEXT)
    kept = text[:LONGEST_TEXT]
    seen = plain(kept)
    whole = masked(seen) + (f"\n… {cut} more characters" if cut else "")
    edits = (list(written_out(kept)), [(a, b, len(MASK)) for a, b in secret_ranges(seen)])
    spans = sorted((risk.span, *risk.others), key=_start) if risk and risk.span else []
    marks = tuple(_moved(span, edits) for span in spans) or _found(whole, risk)
    return Shown(
        whole,
        tuple(mark for mark in marks if mark.start < mark.end <= len(whole)),
        tuple(_shifted(at, edits, end=True) for at in breaks),
        cut,
    )


def _start(span: Span) -> int:
    return span.start


def _moved(span: Span, edits: Iterable[Sequence[Edit]]) -> Span:
    steps = list(edits)
    start, end = _shifted(span.start, steps, end=False), _shifted(span.end, steps, end=True)
    return Span(start, end)


def _shifted(position: int, edits: Iterable[Sequence[Edit]], *, end: bool) -> int:
    """Where a place of the text stands after it was edited, and then edited again.

    In the middle of what was replaced it is that piece's beginning, or its end.
    """
    for step in edits:
        moved = position
        for start, stop, length in step:
            if position <= start:
                break
            if position < stop:
                moved += (length if end else 0) - (position - start)
                break
            moved += length - (stop - start)
        position = moved
    return position


def _found(whole: str, risk: Risk | None) -> tuple[Span, ...]:
    """The part of a call that has no place of its own, such as a file's path."""
    part = safe(risk.part) if risk else ""
    start = whole.find(part) if part else -1
    return (Span(start, start + len(part)),) if start >= 0 else ()
