"""Which button is highlighted, shown by colours if there is no cursor."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from quarterdeck.judgement.screens.canvas import Canvas
from quarterdeck.judgement.screens.reading import Option


def lit(options: tuple[Option, ...], canvas: Canvas) -> tuple[Option, ...]:
    """The options with the one selected whose background is not that of the others."""
    if not canvas.coloured or len(options) < 2 or any(option.selected for option in options):
        return options
    backs = _backs([option.label for option in options], canvas)
    alone = [back for back, count in Counter(backs).items() if count == 1]
    if len(backs) != len(options) or len(alone) != 1 or len(set(backs)) != 2:
        return options
    return tuple(
        replace(option, selected=back == alone[0])
        for option, back in zip(options, backs, strict=True)
    )


def _backs(labels: Sequence[str], canvas: Canvas) -> list[str]:
    """The backgrounds of labels that are side by side, on the lowest row that has them."""
    for index in range(len(canvas.rows) - 1, -1, -1):
        row = canvas.rows[index]
        if all(label in row for label in labels):
            ink = canvas.ink(index)
            return [ink[row.index(label)][1].back for label in labels]
    return []
