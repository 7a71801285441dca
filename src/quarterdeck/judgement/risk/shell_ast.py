"""What a shell text would run: its pipelines, as plain values."""

import re
from dataclasses import dataclass

_SUBSTITUTED = re.compile(r"\s*(?:[$<]\(.*\)|`.*`)\s*\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Word:
    """A word as the program would get it; expansions stay as written, and make it not known."""

    text: str
    known: bool
    runs: "tuple[Script, ...]"  # the substitutions inside

    @property
    def is_substitution(self) -> bool:
        """Whether substitutions make up all of the word."""
        return bool(self.runs) and bool(_SUBSTITUTED.match(self.text))

    @property
    def is_sink(self) -> bool:
        """Whether the word is `>(…)`, which runs with what is written to it."""
        return len(self.runs) == 1 and self.text.startswith(">(") and self.text.endswith(")")


@dataclass(frozen=True, slots=True)
class Redirect:
    """Where a stream goes or comes from."""

    sign: str
    target: Word
    end: int = -1  # where it ends in its text

    @property
    def reads(self) -> bool:
        """Whether the target is a file that gets read."""
        return self.sign in ("<", "<>")

    @property
    def writes(self) -> bool:
        """Whether the target is a file that gets written."""
        if self.sign == ">&":
            return not (self.target.text == "-" or self.target.text.isdigit())
        return ">" in self.sign


@dataclass(frozen=True, slots=True)
class Command:
    """A simple command; one without words only assigns or redirects."""

    text: str
    words: tuple[Word, ...]
    assigned: tuple[tuple[str, Word], ...]
    redirects: tuple[Redirect, ...]
    fed: Word | None  # a heredoc or here-string
    start: int  # where it begins in its text
    maybe: bool = False  # in a branch: what it assigns may stay as it was


@dataclass(frozen=True, slots=True)
class Group:
    """Commands that act as one stage of a pipeline, or a function's body."""

    text: str
    body: "Script"
    redirects: tuple[Redirect, ...]
    fed: Word | None
    name: str  # of the function; empty for a plain group
    floods: str  # what a loop without end does: bomb, fills, or nothing of the kind
    start: int  # where it begins in its text

    @property
    def verdict(self) -> str:
        """The name of the verdict on it: most only hold commands together."""
        bomb = self.name and _ASIDE.search(self.text) and _calls(self.body, self.name) > 1
        return self.floods or ("bomb" if bomb else "group")


Stage = Command | Group


def end_of(stage: Stage) -> int:
    """Where a stage ends in its text, with its redirections."""
    end = stage.start + len(stage.text)
    return max([end, *(redirect.end for redirect in stage.redirects)]) if stage.redirects else end


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Stages, each reading what the one before writes."""

    stages: tuple[Stage, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """Everything that a text would run, in order; branches and loops are laid flat."""

    pipelines: tuple[Pipeline, ...]
    flaw: str  # why it could not be read in full; empty when it could
    dropped: tuple[int, ...] = ()  # where characters were left out: what stands behind has moved
    apart: bool = False  # from a text of its own, in which its places count


_ASIDE = re.compile(r"(?<![&|])(?:&|\|)(?![&|])")  # in the background, or into a pipe


def _calls(script: Script, name: str) -> int:
    """How often a script calls a function."""
    return sum(_called(stage, name) for line in script.pipelines for stage in line.stages)


def _called(stage: Stage, name: str) -> int:
    if isinstance(stage, Group):
        return _calls(stage.body, name)
    inner = sum(_calls(run, name) for word in stage.words for run in word.runs)
    return inner + bool(stage.words and stage.words[0].text == name)
