"""Reports the outcomes of answers and actions to the requests that wait for them."""

from collections.abc import Callable

from quarterdeck.domain.actions import Progress
from quarterdeck.domain.effects import Acknowledge, Refuse, Tell
from quarterdeck.domain.ids import ActionId, AnswerId

Name = AnswerId | ActionId
Word = Tell | Refuse | Acknowledge | Progress  # of an action it is how it ended


class Outcomes:
    """The callers who wait for an outcome."""

    def __init__(self) -> None:
        self._waiting: dict[Name, list[Callable[[Word], None]]] = {}

    def expect(self, name: Name, tell: Callable[[Word], None]) -> None:
        """Call this once when the end is known; a caller who registered twice is called twice."""
        self._waiting.setdefault(name, []).append(tell)

    def forget(self, name: Name, tell: Callable[[Word], None]) -> None:
        """Report nothing to a caller that stopped waiting."""
        waiting = self._waiting.get(name, [])
        if tell in waiting:
            waiting.remove(tell)
        if not waiting:
            self._waiting.pop(name, None)

    def hear(self, word: Word) -> None:
        """Tell all who wait."""
        for tell in self._waiting.pop(_about(word), []):
            tell(word)


def _about(word: Word) -> Name:
    match word:
        case Tell():
            return word.answer
        case Refuse():
            return word.to
        case Acknowledge():
            return word.press
        case Progress():
            return word.action.id
