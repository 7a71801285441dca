#!/usr/bin/env python3
"""Draws the tables of states into docs/reference/states.md; run it with `.venv/bin/python`."""

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from quarterdeck.domain import actions as action_shapes
from quarterdeck.domain.reconcile import AT_ONCE, CORRECTIONS
from quarterdeck.domain.sent_answers import NEXT, Stage

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "states.md"
Arrow = tuple[str, str, str]


def main() -> None:
    """Bring the drawings up to date."""
    PAGE.write_text(drawn(PAGE.read_text()))


def drawn(page: str) -> str:
    """The page with its drawings as the tables are now."""
    for name, drawing in (
        ("answers", answers()),
        ("actions", actions()),
        ("sessions", sessions()),
    ):
        place = re.compile(rf"(<!-- drawn: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        page = place.sub(partial(_filled, drawing), page)
    return page


def _filled(drawing: str, place: re.Match[str]) -> str:
    return f"{place[1]}{drawing}{place[2]}"


def answers() -> str:
    """What can become of an answer."""
    before = {stage for stage, _ in NEXT}
    ends = [stage for stage in Stage if stage not in before or stage is Stage.DOUBTFUL]
    moves = [(stage, after, step.value) for (stage, step), after in NEXT.items()]
    return diagram([("[*]", Stage.WRITTEN, ""), *moves, *((end, "[*]", "") for end in ends)])


def actions() -> str:
    """What can become of an action."""
    moves = [(stage, after, step.value) for (stage, step), after in action_shapes.NEXT.items()]
    first, last = action_shapes.Stage.WAITING, action_shapes.Stage.ENDED
    return diagram([("[*]", first, ""), *moves, (last, "[*]", "")])


def sessions() -> str:
    """What a screen may correct."""
    return diagram(
        (said, shown, "at once" if after == AT_ONCE else f"after {after:g} s")
        for (said, shown), after in CORRECTIONS.items()
    )


def diagram(arrows: Iterable[Arrow]) -> str:
    """A drawing that GitHub shows; several reasons for one way share an arrow."""
    reasons = defaultdict(list)
    for before, after, why in arrows:
        reasons[before, after].append(why)
    lines = [_line(before, after, why) for (before, after), why in reasons.items()]
    return "\n".join(["```mermaid", "stateDiagram-v2", *lines, "```", ""])


def _line(before: str, after: str, reasons: list[str]) -> str:
    why = ", or ".join(filter(None, reasons))
    return f"    {before} --> {after}: {why}" if why else f"    {before} --> {after}"


if __name__ == "__main__":
    main()
