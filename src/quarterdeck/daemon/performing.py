"""Carries out actions in the terminals of sessions, and reports their outcomes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Any, assert_never

from quarterdeck.daemon.outbox import Outbox
from quarterdeck.domain.actions import Action, Focus, Interrupt, Keys, Rename, Result, Send
from quarterdeck.domain.events import ActionEnded, Event, TerminalFree, TextPasted
from quarterdeck.domain.ids import ActionId, SessionId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Composer, Outcome
from quarterdeck.domain.stopping import CONTINUE
from quarterdeck.ports import Clock, Delivery, Terminal, Unreachable

log = logging.getLogger(__name__)

_CUT_OFF = "an interrupt came first"


class Performer:
    """Does actions; texts and keys of a session in turn with answers that go by keys."""

    def __init__(
        self,
        terminal: Terminal,
        interrupt: Callable[[Session], Awaitable[Delivery]],
        outbox: Outbox,
        clock: Clock,
        last_prompt: Callable[[SessionId], str],
    ) -> None:
        self._terminal = terminal
        self._last_prompt = last_prompt
        self._interrupt = interrupt
        self._outbox = outbox
        self._clock = clock
        self._tasks: dict[ActionId, asyncio.Task[Any] | None] = {}  # None: not yet begun
        self.put: Callable[[Event], None] = lambda _: None  # the loop's inbox, once there is one

    def perform(self, session: Session, action: Action) -> None:
        """Do this, as soon as it has its turn."""
        self._tasks[action.id] = None
        self._outbox.add(_lane(action), lambda: self._perform(session, action))

    def wait_until_free(self, session: Session, action: Action) -> None:
        """Report when a text can be typed; nothing else waits for that."""
        self._tasks[action.id] = None
        self._outbox.add(("wait", action.id), lambda: self._wait(session, action))

    def cancel(self, name: ActionId) -> None:
        """Stop this; what was not begun is not done."""
        task = self._tasks.pop(name, None)
        if task:
            task.cancel()

    async def _perform(self, session: Session, action: Action) -> None:
        if action.id not in self._tasks:
            result = Result(Outcome.NOT_DELIVERED, _CUT_OFF)
        else:
            delivery = await self._run(action, self._delivered(session, action))
            result = (
                Result(delivery.outcome, delivery.note, delivery.error, delivery.latency_ms)
                if delivery
                else Result(Outcome.UNKNOWN, _CUT_OFF)
            )
        self.put(ActionEnded(action.id, result, self._clock()))

    async def _wait(self, session: Session, action: Action) -> None:
        if action.id in self._tasks and await self._run(action, self._seen_free(session)):
            self.put(TerminalFree(action.id, self._clock()))

    async def _run(self, action: Action, work: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401 - what the work gives
        """What this gives; None when it was cancelled."""
        async with asyncio.TaskGroup() as group:
            task = group.create_task(work)
            self._tasks[action.id] = task
        self._tasks.pop(action.id, None)
        return None if task.cancelled() else task.result()

    async def _seen_free(self, session: Session) -> bool:
        try:
            await self._terminal.wait_until_free(session)
        except Unreachable:
            pass  # the attempt to type will say why not
        except Exception:
            log.exception("could not look at %s", session.id)
        return True

    async def _delivered(self, session: Session, action: Action) -> Delivery:
        try:
            return await self._do(session, action)
        except Unreachable as error:
            return Delivery(Outcome.NOT_DELIVERED, str(error), error.cause)
        except Exception:
            log.exception("could not do %r in %s", action.do, session.id)
            return Delivery(Outcome.UNKNOWN, "it failed on the way")

    async def _is_put_back(self, session: Session) -> bool:
        """Whether the composer holds the prompt that was stopped before anything came of it."""
        reading = (await self._terminal.look(session)).reading
        prompt = _letters(self._last_prompt(session.id))
        drafted = reading.composer is Composer.DRAFT and reading.dialog is None
        return drafted and bool(prompt) and _letters(reading.draft) == prompt

    async def _do(self, session: Session, action: Action) -> Delivery:
        match action.do:
            case Send() if action.do == CONTINUE and await self._is_put_back(session):
                return await self._terminal.press(session, ["Enter"])
            case Send(text, queue):
                pasted = lambda: self.put(TextPasted(action.id, self._clock()))  # noqa: E731
                return await self._terminal.send(session, text, pasted, queue=queue)
            case Keys(keys):
                return await self._terminal.press(session, keys)
            case Interrupt():
                return await self._interrupt(session)
            case Focus():
                return await self._terminal.focus(session)
            case Rename():
                return Delivery(Outcome.ACCEPTED, "")  # the watch gave the name; nothing is typed
            case _:
                assert_never(action.do)


def _letters(text: str) -> str:
    """A text without what differs between a prompt and how a composer shows it."""
    return "".join(text.split())


def _lane(action: Action) -> Hashable:
    """Who waits for whom: interrupts and focus wait for nobody."""
    if isinstance(action.do, Send | Keys):
        return action.session
    return action.do.kind, action.session
