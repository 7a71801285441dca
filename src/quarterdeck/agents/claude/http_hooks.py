"""Hooks that arrive over HTTP: whose they are, and what they report. None of them is kept."""

import json
import logging
import secrets
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

import psutil

from quarterdeck.agents.claude import wire
from quarterdeck.agents.claude.hook_intake import HookIntake, Sender
from quarterdeck.agents.claude.hook_origin import is_agent, nearest_agent
from quarterdeck.agents.claude.observer import config_of, start_of
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.events import AskOpened, Event
from quarterdeck.domain.sessions import Process, Session
from quarterdeck.domain.watch import View
from quarterdeck.ports import Clock, Nonsense
from quarterdeck.processes import Vanished, chain, look

log = logging.getLogger(__name__)


class HttpHooks:
    """Turns what was posted into the events that a hook on the socket would cause."""

    def __init__(
        self,
        put: Callable[[Event], None],
        clock: Clock,
        view: Callable[[], View],
        intake: HookIntake,
    ) -> None:
        self._put = put
        self._clock = clock
        self._view = view
        self._intake = intake

    async def take(self, event: str, body: Mapping[str, object], caller: int | None) -> None:
        """Report what a hook says; one whose agent cannot be found is ignored."""
        data = _payload(event, body)
        payload = wire.read_payload(data)
        alive = [s for s in self._view().sessions if not s.ended]
        pid = agent_of(payload, caller, alive)
        start = start_of(pid) if pid else None
        if pid is None or start is None:
            log.warning("a posted %s names no agent that can be found", event)
            return
        head = _head(pid, caller, payload)
        process = Process(socket.gethostname(), pid, start)
        hook, events = await self._intake.take(
            head, payload, len(data), lambda: Sender(process, config_of(pid), self._clock())
        )
        for told in self._unkept(events):
            self._put(told)
        if finished := await self._intake.finished(hook):
            self._put(finished)

    def _unkept(self, events: Iterable[Event]) -> Iterator[Event]:
        """The same without hooks to keep: keys answer a dialog, unless a kept hook reported it."""
        for event in events:
            if not isinstance(event, AskOpened) or not event.channel:
                yield event
            elif event.channel.keep is not Keep.NONE:
                known = (ask.same_dialog for ask in self._view().asks)
                if event.ask.same_dialog not in known:
                    yield replace(event, channel=None)


def agent_of(
    payload: Mapping[str, object], caller: int | None, sessions: Iterable[Session]
) -> int | None:
    """The process that a hook is about: above the caller, named, or known by session or pane."""
    if above := _agent_above(caller or 0):
        return above  # an agent speaks for itself alone
    named = payload.get("pid")
    if isinstance(named, int) and not isinstance(named, bool):
        return named if _is_agent(named) else None
    return next((s.process.pid for s in sessions if _is_told(s, payload)), None)


def _is_told(session: Session, payload: Mapping[str, object]) -> bool:
    """Whether a hook names this session, or its pane."""
    name, pane = wire.text_of(payload, "session_id"), wire.text_of(payload, "tmux_pane")
    terminal = session.facts.terminal
    here = terminal is not None and terminal.pane == pane
    return session.facts.agent_session == name if name else bool(pane) and here


def _agent_above(caller: int) -> int | None:
    try:
        found = nearest_agent(chain(caller))
    except Vanished:
        return None
    return found.pid if found else None


def _is_agent(pid: int) -> bool:
    try:
        return is_agent(look(pid))
    except Vanished:
        return False


def _payload(event: str, body: Mapping[str, object]) -> bytes:
    """What was posted, as an agent would have sent it."""
    try:
        return json.dumps({**body, "hook_event_name": event}).encode()
    except RecursionError as error:
        raise Nonsense(str(error)) from None


def _head(pid: int, caller: int | None, payload: Mapping[str, object]) -> wire.Head:
    """What a hook client would say of itself; it asks, so that its dialog is known to be live."""
    request = "p" + secrets.token_hex(8)
    return wire.Head(request, 0, "ask", pid, (), _environment(caller, payload))


def _environment(caller: int | None, payload: Mapping[str, object]) -> dict[str, str]:
    """The caller's environment, as far as it can be read; what the hook says comes first."""
    try:
        found = psutil.Process(caller).environ() if caller and caller > 0 else {}
    except (psutil.Error, OSError):
        found = {}
    said = {"TMUX": wire.text_of(payload, "tmux"), "TMUX_PANE": wire.text_of(payload, "tmux_pane")}
    return found | {name: value for name, value in said.items() if value}
