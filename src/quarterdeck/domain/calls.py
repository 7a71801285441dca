"""Recent tool calls: what ties a hook without a call id to its call."""

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TypeVar

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.events import ToolRan, ToolRefused, ToolStarted
from quarterdeck.domain.ids import CallId, SessionId, SubagentId

REMEMBERED = 64  # calls a session
Remembered = TypeVar("Remembered")


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call as its hooks reported it."""

    id: CallId
    subagent: SubagentId
    tool: str
    digest: str
    started: float
    ended: float | None
    claimed: bool  # an ask is known to be about it


class Calls:
    """The newest calls of each session."""

    def __init__(self) -> None:
        self._by_session: dict[SessionId, OrderedDict[CallId, Call]] = {}
        self._ends_heard_first: dict[SessionId, OrderedDict[CallId, ToolRan | ToolRefused]] = {}

    def start(self, event: ToolStarted) -> ToolRan | ToolRefused | None:
        """Remember a call; says how it ended, where that was heard before its beginning."""
        known = self._by_session.setdefault(event.session, OrderedDict())
        before = known.get(event.call)
        ended, claimed = (before.ended, before.claimed) if before else (None, False)
        known[event.call] = Call(
            event.call, event.subagent, event.tool, event.digest, event.at, ended, claimed
        )
        _forget_oldest(known)
        return self._ends_heard_first.get(event.session, OrderedDict()).pop(event.call, None)

    def end(self, event: ToolRan | ToolRefused) -> None:
        """Remember that a call is over."""
        if event.call is None:
            return
        known = self._by_session.setdefault(event.session, OrderedDict())
        call = known.get(event.call)
        if call:
            known[event.call] = replace(call, ended=event.at)
            return
        early = self._ends_heard_first.setdefault(event.session, OrderedDict())
        early[event.call] = event
        _forget_oldest(early)
        if isinstance(event, ToolRan):
            known[event.call] = Call(
                event.call,
                event.subagent,
                event.tool,
                event.digest,
                event.at,
                event.at,
                claimed=False,
            )
            _forget_oldest(known)

    def newest(self, ask: Ask) -> Call | None:
        """The newest call that this ask can be about."""
        known = self._by_session.get(ask.session, OrderedDict())
        fitting = (call for call in known.values() if _fits(call, ask))
        return max(fitting, key=lambda call: call.started, default=None)

    def claim(self, session: SessionId, call: CallId) -> None:
        """An ask is about this call, so no other is."""
        known = self._by_session[session]
        known[call] = replace(known[call], claimed=True)

    def is_about(self, event: ToolRan | ToolRefused, ask: Ask) -> bool:
        """Whether a call's end is about this ask."""
        if (ask.session, ask.subagent) != (event.session, event.subagent):
            return False
        if event.at <= ask.opened:
            return False
        if ask.call and event.call:
            return ask.call == event.call
        if isinstance(event, ToolRefused) or self._is_claimed(event):
            return False
        return (ask.tool, ask.digest) == (event.tool, event.digest)

    def began(self, session: SessionId, call: CallId) -> float | None:
        """When this call began, if known."""
        found = self._by_session.get(session, OrderedDict()).get(call)
        return found.started if found and found.started != found.ended else None

    def is_over(self, session: SessionId, call: CallId | None) -> bool:
        """Whether this call was seen to end."""
        known = self._by_session.get(session)
        found = known.get(call) if known and call else None
        return found is not None and found.ended is not None

    def forget(self, session: SessionId) -> None:
        """Drop what is known of a session's calls."""
        self._by_session.pop(session, None)
        self._ends_heard_first.pop(session, None)

    def _is_claimed(self, event: ToolRan) -> bool:
        known = self._by_session.get(event.session)
        call = known.get(event.call) if known and event.call else None
        return call is not None and call.claimed


def _forget_oldest(calls: OrderedDict[CallId, Remembered]) -> None:
    while len(calls) > REMEMBERED:
        calls.popitem(last=False)


def _fits(call: Call, ask: Ask) -> bool:
    same = (call.subagent, call.tool, call.digest) == (ask.subagent, ask.tool, ask.digest)
    over = call.ended is not None and call.ended < ask.opened
    return same and not over and call.started <= ask.opened
