"""What becomes of answers, told to those who gave them."""

from collections.abc import Callable

from quarterdeck.domain.effects import Refuse, Tell
from quarterdeck.domain.ids import AnswerId


class Outcomes:
    """Those who gave an answer and wait to hear what became of it."""

    def __init__(self) -> None:
        self._waiting: dict[AnswerId, list[Callable[[Tell | Refuse], None]]] = {}

    def expect(self, answer: AnswerId, tell: Callable[[Tell | Refuse], None]) -> None:
        """Call this once when the end of the answer is known; who sent it twice hears it twice."""
        self._waiting.setdefault(answer, []).append(tell)

    def forget(self, answer: AnswerId, tell: Callable[[Tell | Refuse], None]) -> None:
        """Tell a caller nothing that stopped waiting."""
        waiting = self._waiting.get(answer, [])
        if tell in waiting:
            waiting.remove(tell)
        if not waiting:
            self._waiting.pop(answer, None)

    def hear(self, word: Tell | Refuse) -> None:
        """Tell all who wait."""
        for tell in self._waiting.pop(word.answer, []):
            tell(word)
