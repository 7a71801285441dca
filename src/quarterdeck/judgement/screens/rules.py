"""The rules that interpret screens, and what each agent looks like."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from quarterdeck.domain.states import Mode, State
from quarterdeck.judgement.screens.reading import Confidence, Kind

FALLBACK = "shell"  # the rules of agents that have none, and for what an agent's own does not know


class Region(StrEnum):
    """A part of the screen that a rule looks at."""

    COMPOSER = "composer"  # the rows of the input box
    FOOTER = "footer"  # everything below the box, its wrapped rows joined
    STATUS = "status"  # the lowest paragraph above the box that starts at the left edge
    LATEST = "latest"  # the newest entry of the transcript
    ABOVE = "above"  # the rows right above the box, or the lowest ones when there is no box
    DIALOG = "dialog"  # the block of an open dialog
    TITLE = "title"  # its first row
    LAST = "last"  # the lowest row, when there is no dialog
    TAIL = "tail"  # the lowest four rows, when there is no box either
    SCREEN = "screen"  # everything we look at


class Sign(StrEnum):
    """Something beside the state that a rule can find."""

    RETRY = "retry"
    LIMIT = "limit"
    DEADLINE = "deadline"
    BACKGROUND = "background"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Rule:
    """If a pattern is found in a region, that gives a state, a mode or a sign."""

    name: str
    gives: State | Mode | Sign
    dialog: Kind | None
    region: Region
    match: tuple[re.Pattern[str], ...]
    unless: tuple[re.Pattern[str], ...]
    priority: int
    confidence: Confidence
    reason: str
    versions: tuple[str, ...]
    example: str

    def find(self, text: str | None) -> re.Match[str] | None:
        """The first match in a region's text, if nothing there rules it out."""
        if text is None or any(pattern.search(text) for pattern in self.unless):
            return None
        return next((hit for pattern in self.match if (hit := pattern.search(text))), None)


@dataclass(frozen=True, slots=True)
class Look:
    """How an agent draws its composer and its lists."""

    shape: str
    prompts: str
    shell: str
    cursors: str
    bullets: str
    opening: re.Pattern[str]  # a row with which a dialog begins where no rule stands over it
    footer: re.Pattern[str]
    working: re.Pattern[str]  # a row that no open dialog has below it
    hints: re.Pattern[str]
    buttons: tuple[str, ...]
    placeholders: tuple[re.Pattern[str], ...]
    queued: tuple[re.Pattern[str], ...]
    beside: tuple[re.Pattern[str], ...]  # rows between the status and the box that are neither


@dataclass(frozen=True, slots=True)
class AgentRules:
    """How one agent looks, and its rules, the most urgent first."""

    look: Look
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of every agent."""

    by_agent: Mapping[str, AgentRules]

    def of(self, agent: str) -> AgentRules:
        """The rules of an agent; they include the fallback's."""
        return self.by_agent.get(agent) or self.by_agent[FALLBACK]
