"""Text of others prepared for a person: nothing hidden, no secrets, the dangerous part marked."""

from collections.abc import Sequence

from quarterdeck.domain.risk import Risk
from quarterdeck.domain.shown import Shown, Span
from quarterdeck.judgement.risk.command_layout import breaks_of
from quarterdeck.judgement.secrets import MASK, masked, secret_ranges
from quarterdeck.judgement.visible_text import plain

LONGEST_TEXT = 1_000_000


def safe(text: str) -> str:
    """The text as it may be shown."""
    return masked(plain(text))


def shown_text(text: str, risk: Risk | None) -> Shown:
    """The text as it may be shown, not endless, with the parts that made it dangerous."""
    cut = max(0, len(text) - LONGEST_TEXT)
    whole = safe(text[:LONGEST_TEXT]) + (f"\n… {cut} more characters" if cut else "")
    return Shown(whole, _marks(text, whole, risk), _breaks(text, risk), cut)


def _marks(text: str, whole: str, risk: Risk | None) -> tuple[Span, ...]:
    """Where the part that the verdict speaks of stands in what is shown."""
    if risk is None or not risk.part:
        return ()
    if risk.span:
        start, end = places_shown(text, [risk.span.start, risk.span.end])
        return (Span(start, end),)
    part = safe(risk.part)
    start = whole.find(part)
    return (Span(start, start + len(part)),) if start >= 0 else ()


def _breaks(text: str, risk: Risk | None) -> tuple[int, ...]:
    """Where a command may go on in a new line; only commands have a place for their verdict."""
    return tuple(places_shown(text, breaks_of(text))) if risk and risk.span else ()


def places_shown(text: str, places: Sequence[int]) -> list[int]:
    """Where places of a text, which must be in order, stand in what is shown of it."""
    moved: list[int] = []
    at = length = 0
    for place in places:
        length += len(plain(text[at:place]))
        at = place
        moved.append(length)
    ranges = secret_ranges(plain(text[:LONGEST_TEXT]))
    return [_behind_masks(place, ranges) for place in moved]


def _behind_masks(place: int, ranges: Sequence[tuple[int, int]]) -> int:
    """Where a place stands when masks have taken the place of secrets before it."""
    shift = 0
    for start, end in ranges:
        if end <= place:
            shift += len(MASK) - (end - start)
        elif start < place:
            return start + shift + len(MASK)
    return place + shift
