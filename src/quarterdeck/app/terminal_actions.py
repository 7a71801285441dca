"""What a person wants done in a session's terminal: typed, pressed, answered, stopped, shown."""

import asyncio
import platform
import shutil
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from functools import partial
from pathlib import Path

from quarterdeck.agents.claude import dialog_keys
from quarterdeck.agents.claude.dialog_match import is_about
from quarterdeck.agents.claude.install import BadFile
from quarterdeck.app import claude_program
from quarterdeck.app.session_panes import SessionPanes
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.choices import GO_ON, Meaning
from quarterdeck.domain.events import PromptSubmitted
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome, State
from quarterdeck.ports import Delivery, Drawn, Picture, Unreachable, Written
from quarterdeck.terminals.macos import link as macos
from quarterdeck.terminals.macos.applications import terminal_of
from quarterdeck.terminals.tmux.control.panes import PaneIdentity
from quarterdeck.terminals.tmux.results import SendResult, TmuxBridgeErrorType, TmuxError
from quarterdeck.terminals.tmux.typing.text import prepared
from quarterdeck.terminals.tmux.typing.typist import Reader

INTERRUPTED_WITHIN = 3.0
_NO_KEYS = "this dialog shows no keys for that answer; give it at the terminal, or key by key"
ON_A_MAC = platform.system() == "Darwin"


class TerminalActions:
    """Hands on the terminals of all sessions."""

    def __init__(
        self,
        panes: SessionPanes,
        state_of: Callable[[SessionId], State | None],
        *,
        critical_by_keys: bool,
    ) -> None:
        self._panes = panes
        self._state_of = state_of
        self._critical_by_keys = critical_by_keys
        self._prompted: dict[SessionId, asyncio.Future[str]] = {}

    def prompt_submitted(self, event: PromptSubmitted) -> None:
        """The agent says that it took a prompt: the best proof that typing arrived."""
        waiting = self._prompted.pop(event.session, None)
        if waiting and not waiting.done():
            waiting.set_result(event.text)

    # Answers

    async def carry(self, session: Session, ask: Ask, answer: Answer) -> Delivery:
        """Answer by another way than a hook: go there, type, or press the dialog's own keys."""
        if answer.choice == "focus":
            return await self.focus(session)
        if answer.choice in ("tell", "retry"):
            return await self.send(session, answer.text or GO_ON, wait=0)
        if answer.choice == "allow_next" and ask.rule:
            return await asyncio.to_thread(_allow_next, session, ask.rule)
        choice = ask.choice(answer.choice)
        allows = choice is not None and choice.meaning is Meaning.ALLOWS
        if allows and ask.critical and not self._critical_by_keys:
            why = "critical asks are allowed by keys only with [security] critical_by_keys"
            return Delivery(Outcome.NOT_DELIVERED, why)
        identity = self._panes.of(session.id)
        return (
            await self._by_keys(identity, session, ask, answer) if identity else _nowhere(session)
        )

    async def _by_keys(
        self, identity: PaneIdentity, session: Session, ask: Ask, answer: Answer
    ) -> Delivery:
        """Press the keys that the screen shows for an answer."""
        try:
            screen = await self._panes.bridge.capture_pane(identity)
        except TmuxError as error:
            return Delivery(Outcome.NOT_DELIVERED, str(error), error.kind)
        dialog = self._reader(session)(screen.text).dialog
        if dialog is None or not is_about(dialog, ask):
            return Delivery(Outcome.NOT_DELIVERED, "its dialog is not on the screen")
        script = dialog_keys.script_for(dialog, ask, answer)
        if script is None:
            return Delivery(Outcome.NOT_DELIVERED, _NO_KEYS)
        reader = self._reader(session)
        return _delivery(
            await self._panes.bridge.run_script(identity, script, reader, process=session.process)
        )

    async def send(self, session: Session, text: str, *, wait: float) -> Delivery:
        """Type a text into the composer, seen and submitted."""
        identity, reader = self._panes.of(session.id), self._reader(session)
        with self._prompt_of(session) as taken:
            if identity is None:
                tab, fit = await _tab(session), prepared(text, shell=False)
                return await macos.send(tab, fit, reader, taken) if tab else _nowhere(session)
            return _delivery(
                await self._panes.bridge.send_text(
                    identity,
                    text,
                    reader,
                    patience=wait,
                    process=session.process,
                    prompted=taken,
                )
            )

    @contextmanager
    def _prompt_of(self, session: Session) -> Iterator[asyncio.Future[str]]:
        """What the agent says that it took as a prompt meanwhile."""
        taken: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._prompted[session.id] = taken
        try:
            yield taken
        finally:
            self._prompted.pop(session.id, None)

    async def press(self, session: Session, keys: Sequence[str]) -> Delivery:
        """Press keys one by one; a dialog that comes, goes or changes gets none of the rest."""
        identity = self._panes.of(session.id)
        if identity is None:
            return _nowhere(session)
        return _delivery(
            await self._panes.bridge.press(
                identity, keys, self._reader(session), process=session.process
            )
        )

    async def strike(self, session: Session, keys: Sequence[str]) -> Delivery:
        """Press keys for somebody who watches the pane, whatever it shows."""
        identity = self._panes.of(session.id)
        if identity is None:
            return _nowhere(session)
        return _delivery(
            await self._panes.bridge.send_keys(identity, *keys, expect=(), process=session.process)
        )

    async def interrupt(self, session: Session) -> Delivery:
        """Press Escape at an agent that works or asks, and see that it stopped."""
        if session.state not in (State.WORKING, State.WAITING):
            return Delivery(Outcome.BLOCKED, f"{session.name} is {session.state}: nothing to stop")
        identity = self._panes.of(session.id)
        if identity is None:
            return _nowhere(session)
        told = await self._panes.bridge.send_keys(
            identity, "Escape", expect=(), process=session.process
        )
        if told.error_type is not None:
            return _delivery(told)
        until = asyncio.get_running_loop().time() + INTERRUPTED_WITHIN
        while asyncio.get_running_loop().time() < until:
            if self._state_of(session.id) not in (State.WORKING, State.WAITING):
                return Delivery(Outcome.ACCEPTED, "", latency_ms=told.latency_ms)
            await asyncio.sleep(0.05)
        return Delivery(Outcome.UNKNOWN, "Escape was pressed; it goes on, or nobody can tell")

    async def focus(self, session: Session) -> Delivery:
        """Bring its pane, or its tab, to the front."""
        identity = self._panes.of(session.id)
        if identity is None:
            tab = await _tab(session)
            return await macos.focus(tab) if tab else _nowhere(session)
        told = _delivery(await self._panes.bridge.focus(identity))
        if ON_A_MAC and told.outcome is Outcome.ACCEPTED:
            # tmux knows the window in which it showed the pane by that window's tty.
            return await macos.focus(told.note.removeprefix("shown in "))
        return told

    async def look(self, session: Session) -> Picture:
        """Its screen as it is now."""
        identity = self._panes.of(session.id)
        if identity is None:
            raise Unreachable(_nowhere(session).note)
        try:
            screen = await self._panes.bridge.capture_pane(identity)
        except TmuxError as error:
            raise Unreachable(str(error)) from error
        text = "\n".join(screen.lines)
        return Picture(text, screen.width, screen.height, self._reader(session)(screen.text))

    async def view(self, session: Session) -> AsyncGenerator[Drawn | Written, None]:
        """Its screen with its history, then what is written on it."""
        identity = self._panes.of(session.id)
        if identity is None:
            raise Unreachable(_nowhere(session).note)
        try:
            async with aclosing(self._panes.bridge.view(identity)) as shown:
                async for one in shown:
                    yield one
        except TmuxError as error:
            raise Unreachable(str(error)) from error

    async def health(self, session: Session) -> tuple[bool, bool]:
        """Whether its pane is there, and whether an agent runs in it."""
        identity = self._panes.of(session.id)
        if identity is None:
            return False, False
        found = await self._panes.bridge.check_health(identity)
        return found.available, found.running

    def _reader(self, session: Session) -> Reader:
        return partial(self._panes.sight.read, session)


def _allow_next(session: Session, rule: str) -> Delivery:
    """Write a rule for the next time into the settings of the session's project."""
    try:
        path = claude_program.allow(Path(session.facts.cwd or "."), rule)
    except (BadFile, OSError, UnicodeDecodeError) as error:
        return Delivery(Outcome.NOT_DELIVERED, f"the rule was not written: {error}")
    return Delivery(Outcome.ACCEPTED, f"{rule} stands in {path}, and counts in a moment")


async def _tab(session: Session) -> str | None:
    """The tty of a session that is in a terminal's own tab, where such tabs can be reached."""
    terminal = session.facts.terminal
    in_tmux = terminal is not None and terminal.pane
    return await terminal_of(session.process.pid) if ON_A_MAC and not in_tmux else None


def _nowhere(session: Session) -> Delivery:
    """Why there is no pane to type into."""
    terminal, kinds = session.facts.terminal, TmuxBridgeErrorType
    kind, note = kinds.NO_PANE_ID, f"no tmux pane of {session.name} is known"
    if terminal and terminal.pane:
        kind, note = kinds.PANE_NOT_FOUND, f"pane {terminal.pane} of {session.name} is not there"
        if shutil.which("tmux") is None:
            kind, note = kinds.TMUX_NOT_INSTALLED, "tmux is not on the PATH"
    return Delivery(Outcome.NOT_DELIVERED, note, kind)


def _delivery(told: SendResult) -> Delivery:
    return Delivery(told.outcome, told.message, told.error_type or "", told.latency_ms)
