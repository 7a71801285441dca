"""What a session's screen shows: a sighting, and the ask for an open dialog."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.events import DialogSeen, Sighted
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.sessions import OWN_MENU, Confidence, Session, Sighting, Source
from quarterdeck.judgement.risk import Additions, Effort, Place, effort_of, judge_command
from quarterdeck.judgement.screens import Reading, Rules, read
from quarterdeck.judgement.screens.reading import Dialog, Kind
from quarterdeck.ports import Agent

_TANGLED = Risk(
    Level.CRITICAL,
    "too complex to rate",
    "screen.tangled",
    "Only the screen shows it, and it is too long or too complex to be rated in time.",
    "",
)


@dataclass(frozen=True, slots=True)
class ScreenReader:
    """The rules by which screens are read, and the dialogs on them judged."""

    rules: Callable[[], Rules]  # read when they are first needed
    additions: Additions
    agents: Mapping[str, Agent]

    async def read_rules(self) -> None:
        """Read the rules in a thread, before a screen waits for them."""
        await asyncio.to_thread(self.rules)

    def read(self, session: Session, text: str) -> Reading:
        """What a screen of this session means."""
        return read(text, session.agent, self.rules())

    def events(self, session: Session, text: str, now: float) -> tuple[Sighted, DialogSeen]:
        """What a screen shows."""
        reading = self.read(session, text)
        sure = Confidence(reading.confidence.value)
        menu = reading.dialog is not None and reading.dialog.kind is Kind.MENU
        reason = OWN_MENU if menu else f"screen: {reading.reason}"
        seen = Sighting(Source.SCREEN, reading.state, now, reason, sure)
        asked = self._asked(session, reading.dialog, now) if reading.dialog else None
        return Sighted(session.id, seen), DialogSeen(session.id, asked, now)

    def _asked(self, session: Session, dialog: Dialog, now: float) -> Ask | None:
        agent = self.agents.get(session.agent)
        if agent is None:
            return None
        return agent.ask_on(dialog, session.id, self._risk(session, dialog.text), now)

    def _risk(self, session: Session, text: str) -> Risk:
        """How dangerous a dialog that only the screen shows may be: never less than high."""
        if effort_of({"command": text}) is not Effort.SMALL:
            return _TANGLED
        cwd = session.facts.cwd or "/"
        judged = judge_command(text, Place(cwd=cwd, home="", project=cwd), self.additions)
        if judged.level is Level.CRITICAL:
            return judged
        sentence = "Only the screen shows it, so what it would do is not certain."
        return Risk(Level.HIGH, "seen on the screen", "screen", sentence, "")
