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


@dataclass(frozen=True, slots=True)
class Group:
    """Commands that act as one stage of a pipeline, or a function's body."""

    text: str
    body: "Script"
    redirects: tuple[Redirect, ...]
    fed: Word | None
    name: str  # of the function; empty for a plain group
    floods: bool  # a loop without end that leaves running what it starts

    @property
    def multiplies(self) -> bool:
        """Whether it starts more and more at a time, as a fork bomb does."""
        return self.floods or bool(self.name and any(map(self._doubles, self.body.pipelines)))

    def _doubles(self, pipeline: "Pipeline") -> bool:
        return sum(_calls(stage, self.name) for stage in pipeline.stages) > 1


Stage = Command | Group


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Stages, each reading what the one before writes."""

    stages: tuple[Stage, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """Everything that a text would run, in order; branches and loops are laid flat."""

    pipelines: tuple[Pipeline, ...]
    flaw: str  # why it could not be read in full; empty when it could


def _calls(stage: Stage, name: str) -> bool:
    return isinstance(stage, Command) and bool(stage.words) and stage.words[0].text == name
