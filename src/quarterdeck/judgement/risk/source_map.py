"""Where in a command the steps stand that a walk finds, also in texts inside texts."""

from dataclasses import dataclass, replace

from quarterdeck.judgement.risk.run_tree import Range
from quarterdeck.judgement.risk.shell_ast import Stage, Word, end_of
from quarterdeck.judgement.risk.wrappers import is_input


@dataclass(frozen=True, slots=True)
class _Where:
    """The text that is being followed, and what of the command is being looked at."""

    base: int  # where the text begins in the command; -1 when it is no piece of it
    dropped: tuple[int, ...]
    here: Range


class SourceMap:
    """Keeps to the exact place of what is followed, or to the smallest one known around it."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._where = _Where(0, (), (0, len(source)))

    @property
    def here(self) -> Range:
        """What of the command is being looked at."""
        return self._where.here

    def enter(self, text: str, dropped: tuple[int, ...]) -> _Where:
        """Goes into a text: the command itself, or one that stands in what is looked at."""
        outer = self._where
        at = self._find(text)
        if at < 0:
            self._where = replace(outer, base=-1)
        else:
            self._where = _Where(at, dropped, (at, at + len(text)))
        return outer

    def reach(self, stage: Stage) -> _Where:
        """Looks at one stage of the text."""
        outer = self._where
        if outer.base >= 0:
            start, end = stage.start, end_of(stage)
            if outer.dropped:
                start += sum(at <= start for at in outer.dropped)
                end += sum(at < end for at in outer.dropped)
            here = (outer.base + start, outer.base + end)
            self._where = _Where(outer.base, outer.dropped, here)
        return outer

    def narrow(self, words: tuple[Word, ...]) -> _Where:
        """Looks at a command inside another, where its words stand there as they are."""
        outer = self._where
        text = " ".join(word.text for word in words if not is_input(word))
        at = self._unique(text, *outer.here)
        if at >= 0:
            self._where = replace(outer, here=(at, at + len(text)))
        return outer

    def away(self) -> _Where:
        """Goes into a text whose places are not those of the command."""
        outer = self._where
        self._where = replace(outer, base=-1)
        return outer

    def leave(self, outer: _Where | None) -> None:
        """Goes back to where one was."""
        if outer is not None:
            self._where = outer

    def _find(self, text: str) -> int:
        """Where a text stands: in what is looked at, or anywhere if there is only one such."""
        at = self._unique(text, *self._where.here)
        return at if at >= 0 else self._unique(text, 0, len(self._source))

    def _unique(self, text: str, start: int, end: int) -> int:
        at = self._source.find(text, start, end) if text else -1
        return at if at >= 0 and self._source.find(text, at + 1, end) < 0 else -1
