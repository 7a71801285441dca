"""Where in a command the steps of a walk are, including those in texts inside texts."""

from quarterdeck.judgement.risk.run_tree import Range
from quarterdeck.judgement.risk.shell_ast import Stage, Word, end_of
from quarterdeck.judgement.risk.wrappers import is_input

Outer = tuple[int, tuple[int, ...], Range]  # a base, what was dropped, and a place


class SourceMap:
    """Keeps to the exact place of what is followed, or to the smallest one known around it."""

    def __init__(self, source: str) -> None:
        self.here: Range = (0, len(source))  # what of the command is being looked at
        self._source = source
        self._base = 0  # where the text that is followed begins; -1 when it is no piece of it
        self._dropped: tuple[int, ...] = ()

    def enter(self, text: str, dropped: tuple[int, ...]) -> Outer:
        """Goes into a text: the command itself, or one inside what is looked at."""
        outer = (self._base, self._dropped, self.here)
        self._base = 0 if text == self._source else self._find(text)
        if self._base >= 0:
            self._dropped = dropped
            self.here = (self._base, self._base + len(text))
        return outer

    def reach(self, stage: Stage) -> Outer:
        """Looks at one stage of the text."""
        outer = (self._base, self._dropped, self.here)
        if self._base >= 0:
            start, end = stage.start, end_of(stage)
            if self._dropped:
                start += sum(at <= start for at in self._dropped)
                end += sum(at < end for at in self._dropped)
            self.here = (self._base + start, self._base + end)
        return outer

    def narrow(self, words: tuple[Word, ...]) -> Outer:
        """Looks at a command inside another, if its words appear there literally."""
        text = " ".join(word.text for word in words if not is_input(word))
        at = self._unique(text, *self.here)
        outer = (self._base, self._dropped, self.here)
        if at >= 0:
            self.here = (at, at + len(text))
        return outer

    def away(self) -> Outer:
        """Goes into a text whose positions are not those of the command."""
        outer = (self._base, self._dropped, self.here)
        self._base = -1
        return outer

    def leave(self, outer: Outer) -> None:
        """Goes back to the directory before."""
        self._base, self._dropped, self.here = outer

    def _find(self, text: str) -> int:
        """Where a text is: in what is looked at, or anywhere if it occurs only once."""
        at = self._unique(text, *self.here)
        return at if at >= 0 else self._unique(text, 0, len(self._source))

    def _unique(self, text: str, start: int, end: int) -> int:
        at = self._source.find(text, start, end) if text else -1
        return at if at >= 0 and self._source.find(text, at + 1, end) < 0 else -1
