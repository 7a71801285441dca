"""Which script plays for which request, and how far it has come."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.live.lab.request import Request
from tests.live.lab.script import Say, Script, Step

NOTIFICATION = "<task-notification>"
STRAY = Script((Say("The laboratory has no script for this prompt."),))

Place = tuple[str, str, int, int, str]


@dataclass(slots=True)
class Performance:
    """One playing of a script: for one prompt, at one place of one conversation."""

    prompt: str
    steps: Iterator[Step]
    abandoned: bool = False


@dataclass(slots=True)
class Stage:
    """The scripts of a test, by the phrase that a prompt must contain."""

    scripts: dict[str, Script] = field(default_factory=dict)
    _playing: dict[Place, Performance] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def performance(self, request: Request) -> Performance:
        """The performance that this request continues, or a new one.

        A request belongs to the newest text in it that has a script. So results of calls,
        another try after an error and notices of ended tasks all continue what they belong to.
        """
        with self._lock:
            for (i, j), text in reversed(request.said):
                if phrase := self._phrase(text):
                    place = (request.session, request.agent, i, j, text)
                    return self._at(place, phrase)
        return Performance("", iter(STRAY.steps))

    def _at(self, place: Place, phrase: str) -> Performance:
        known = self._playing.get(place)
        if known is None or known.abandoned:
            known = Performance(phrase, iter(self.scripts[phrase].steps))
            self._playing[place] = known
        return known

    def _phrase(self, text: str) -> str | None:
        """The longest phrase in the text; a notice quotes prompts, so it must be meant itself."""
        found = [phrase for phrase in self.scripts if phrase in text]
        if text.startswith(NOTIFICATION):
            found = [phrase for phrase in found if phrase.startswith(NOTIFICATION)]
        return max(found, key=len, default=None)
