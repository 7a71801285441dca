"""Text of others prepared for a person: nothing hidden, no secrets, the dangerous part marked."""

from quarterdeck.domain.risk import Risk
from quarterdeck.domain.shown import Shown, Span
from quarterdeck.judgement.plain import plain
from quarterdeck.judgement.secrets import masked

LONGEST_TEXT = 1_000_000


def safe(text: str) -> str:
    """The text as it may be shown."""
    return masked(plain(text))


def shown_text(text: str, risk: Risk | None) -> Shown:
    """The text as it may be shown, not endless, with the parts that made it dangerous."""
    cut = max(0, len(text) - LONGEST_TEXT)
    whole = safe(text[:LONGEST_TEXT]) + (f"\n… {cut} more characters" if cut else "")
    return Shown(whole, _marks(whole, risk), (), cut)


def _marks(whole: str, risk: Risk | None) -> tuple[Span, ...]:
    """Where the parts that the verdict speaks of stand in what is shown."""
    part = safe(risk.part) if risk else ""
    start = whole.find(part) if part else -1
    return (Span(start, start + len(part)),) if start >= 0 else ()
