"""The sessions: who is there, under which name, doing what."""

from collections.abc import Iterator
from dataclasses import replace

from quarterdeck.domain.buttons import Buttons, chosen
from quarterdeck.domain.effects import Effect, Record, ShowSession
from quarterdeck.domain.events import ButtonsChosen, SessionNoted
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.journal import SessionWritten, StateChanged
from quarterdeck.domain.latest import Latest
from quarterdeck.domain.reconcile import Conclusion, conclude, next_look
from quarterdeck.domain.sessions import (
    OWN_MENU,
    Confidence,
    Facts,
    Session,
    Sighting,
    Source,
    name_for,
)
from quarterdeck.domain.states import State
from quarterdeck.domain.timers import LookAgain, Timers

ENDED_KEPT = 200  # ended sessions that stay in sight


class SessionTable:
    """The table of sessions."""

    def __init__(self, sessions: tuple[Session, ...], timers: Timers) -> None:
        self._sessions = {s.id: s for s in sessions}
        self._colours = max((s.colour for s in sessions), default=-1) + 1
        self._timers = timers
        self._activity = Latest()  # the beginning or end of something that an agent does

    def get(self, session: SessionId) -> Session | None:
        """A session by its id."""
        return self._sessions.get(session)

    def is_over(self, session_id: SessionId) -> bool:
        """Whether the process of a session ended: whatever still arrives of it is late."""
        session = self._sessions.get(session_id)
        seen = session.sighting(Source.PROCESS) if session else None
        return seen is not None and seen.state is State.ENDED

    def all(self) -> tuple[Session, ...]:
        """Every session, in order of appearance."""
        return tuple(self._sessions.values())

    def note(self, event: SessionNoted, now: float) -> Iterator[Effect]:
        """Learn something of a session, perhaps that it exists."""
        before, facts = self._sessions.get(event.session), event.facts
        if facts.activity is not None:
            if self._activity.is_after(event.session, event.at):
                facts = replace(facts, activity=None)
            self._activity.note(event.session, event.at)
        yield from self._learn(before or self._introduce(event, now), before, facts)

    def rename(self, session: Session, name: str) -> Iterator[Effect]:
        """The person gives a session a name, or takes it back."""
        yield from self._learn(session, session, Facts(given_name=name))

    def _learn(self, session: Session, before: Session | None, facts: Facts) -> Iterator[Effect]:
        session = replace(session, facts=session.facts.merged(facts))
        if before and _named_by(session.facts) != _named_by(before.facts):
            session = replace(session, name=name_for(session.facts, self._names(session.id)))
        self._sessions[session.id] = session
        if session == before:
            return
        if before is None or _lasting(session) != _lasting(before):
            yield Record(SessionWritten(session))
        yield ShowSession(session)

    def sight(self, session_id: SessionId, sighting: Sighting, now: float) -> bool:
        """Take a source's word; whether it was news."""
        session = self._sessions.get(session_id)
        if session is None:
            return False
        seen = session.seeing(sighting)
        if seen is session:
            return False
        self._sessions[session_id] = seen
        if look := next_look(seen.sightings, now):
            self._timers.set(look, LookAgain(session_id))
        return True

    def refresh(self, session_id: SessionId, waits_for: str | None, now: float) -> Iterator[Effect]:
        """Derive again what a session is doing; `waits_for` is what the person should decide."""
        session = self._sessions.get(session_id)
        if session is None:
            return
        found = conclude(session.sightings, now)
        if waits_for is not None and found.state is not State.ENDED:
            reason = f"waits for you: {waits_for}"
            found = Conclusion(State.WAITING, Source.HOOK, reason, Confidence.HIGH, now)
        elif found.state is State.WAITING and found.reason == OWN_MENU:
            found = replace(found, state=State.IDLE)
        if (found.state, found.reason) == (session.state, session.reason):
            return
        changed = replace(session, state=found.state, reason=found.reason)
        if found.state is State.IDLE and not self._activity.is_after(session_id, found.at):
            # What it did before is over, however its turn ended.
            changed = replace(changed, facts=replace(session.facts, activity=""))
        if found.state is not session.state:
            changed = replace(changed, since=now)
            yield Record(_change(session, found, now))
        self._sessions[session_id] = changed
        yield Record(SessionWritten(changed))
        yield ShowSession(changed)

    def choose_buttons(self, event: ButtonsChosen) -> Iterator[Effect]:
        """Take the buttons that were picked, unless the agent has said something else since."""
        session = self._sessions.get(event.session)
        if session is None or session.ended:
            return
        if event.about in (None, session.facts.last_message or ""):
            yield from self._with_buttons(session, chosen(session.buttons, event.buttons))

    def drop_buttons(self, session_id: SessionId, at: float) -> Iterator[Effect]:
        """What was said until then is over, and the buttons for it with it."""
        session = self._sessions.get(session_id)
        if session and session.buttons and session.buttons.at <= at:
            yield from self._with_buttons(session, None)

    def stop(self, session_id: SessionId, *, stopped: bool) -> Iterator[Effect]:
        """A person stopped what it did, or gave it something to do."""
        session = self._sessions.get(session_id)
        if session and session.stopped != stopped:
            changed = replace(session, stopped=stopped)
            self._sessions[session_id] = changed
            yield Record(SessionWritten(changed))
            yield ShowSession(changed)

    def _with_buttons(self, session: Session, buttons: Buttons | None) -> Iterator[Effect]:
        if buttons != session.buttons:
            changed = replace(session, buttons=buttons)
            self._sessions[session.id] = changed
            yield Record(SessionWritten(changed))
            yield ShowSession(changed)

    def _introduce(self, event: SessionNoted, now: float) -> Session:
        self._forget_old()
        colour, self._colours = self._colours, self._colours + 1
        return Session(
            event.session,
            event.process,
            event.agent,
            name_for(event.facts, self._names(event.session)),
            colour,
            event.facts,
            State.STARTING,
            now,
            "just seen",
            (),
        )

    def _names(self, but: SessionId) -> set[str]:
        return {s.name for s in self._sessions.values() if not s.ended and s.id != but}

    def _forget_old(self) -> None:
        ended = [s.id for s in self._sessions.values() if s.ended]
        for session in ended[: max(0, len(ended) - ENDED_KEPT)]:
            del self._sessions[session]
            self._activity.forget(session)


def _change(session: Session, found: Conclusion, now: float) -> StateChanged:
    return StateChanged(
        session.id, session.state, found.state, found.reason, found.source, now, found.confidence
    )


def _named_by(facts: Facts) -> tuple[str | None, bool]:
    """What names a session: the person, its title, else the first directory that is known."""
    return facts.given_name or facts.title, facts.cwd is None


def _lasting(session: Session) -> Session:
    """A session without what changes with every tool call and need not be remembered."""
    return replace(session, facts=replace(session.facts, activity=None))
