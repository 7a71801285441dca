"""What a person wants done in a session's terminal: deliver an answer, stop a turn."""

import asyncio
from collections.abc import Callable, Mapping

from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.choices import GO_ON, Meaning
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome, State
from quarterdeck.ports import Agent, Delivery, Terminal

INTERRUPTED_WITHIN = 3.0
GLANCE = 0.05
_NO_KEYS = "this dialog shows no keys for that answer; give it at the terminal, or key by key"
_CRITICAL = "critical asks can be allowed by keys only with [security] critical_by_keys"


class TerminalActions:
    """Acts on the terminals of all sessions, as their agents say how."""

    def __init__(
        self,
        terminal: Terminal,
        agents: Mapping[str, Agent],
        state_of: Callable[[SessionId], State | None],
        *,
        critical_by_keys: bool,
    ) -> None:
        self._terminal = terminal
        self._agents = agents
        self._state_of = state_of
        self._critical_by_keys = critical_by_keys

    async def carry(self, session: Session, ask: Ask, answer: Answer) -> Delivery:
        """Answer by another way than a hook: go there, type, or press the dialog's own keys."""
        if answer.choice == "focus":
            return await self._terminal.focus(session)
        if answer.choice in ("tell", "retry"):
            return await self._terminal.send(session, answer.text or GO_ON, _heard)
        agent = self._agents.get(session.agent)
        if agent is None:
            return _undelivered(f"the dialogs of {session.agent} are not known here")
        if answer.choice == "allow_next" and ask.rule:
            return await agent.allow_rule(session, ask.rule)
        choice = ask.choice(answer.choice)
        allows = choice is not None and choice.meaning is Meaning.ALLOWS
        if allows and ask.critical and not self._critical_by_keys:
            return _undelivered(_CRITICAL)
        return await self._by_keys(agent, session, ask, answer)

    async def _by_keys(self, agent: Agent, session: Session, ask: Ask, answer: Answer) -> Delivery:
        """Press the keys that the screen shows for an answer."""
        dialog = (await self._terminal.look(session)).reading.dialog
        if dialog is None or not agent.is_about(dialog, ask):
            return _undelivered("its dialog is not on the screen")
        script = agent.script_for(dialog, ask, answer)
        if script is None:
            return _undelivered(_NO_KEYS)
        return await self._terminal.run_script(session, script)

    async def interrupt(self, session: Session) -> Delivery:
        """Press Escape at an agent that works or asks, and see that it stopped."""
        if session.state not in (State.WORKING, State.WAITING):
            return Delivery(Outcome.BLOCKED, f"{session.name} is {session.state}: nothing to stop")
        told = await self._terminal.strike(session, ["Escape"])
        if told.error:
            return told
        until = asyncio.get_running_loop().time() + INTERRUPTED_WITHIN
        while asyncio.get_running_loop().time() < until:
            if self._state_of(session.id) not in (State.WORKING, State.WAITING):
                return Delivery(Outcome.ACCEPTED, "", latency_ms=told.latency_ms)
            await asyncio.sleep(GLANCE)
        return Delivery(
            Outcome.UNKNOWN, "Escape was pressed, but nobody can tell whether the agent stopped"
        )


def _heard() -> None:
    """An answer's text is in the composer; its outcome is reported at its end."""


def _undelivered(why: str) -> Delivery:
    return Delivery(Outcome.NOT_DELIVERED, why)
