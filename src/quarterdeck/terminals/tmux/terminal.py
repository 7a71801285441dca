"""The tmux panes of sessions as a terminal: each session's text and keys go to its own pane."""

import asyncio
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, aclosing
from functools import partial
from pathlib import Path

from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.screens.reading import Reading
from quarterdeck.ports import Delivery, Drawn, Glimpse, Picture, Script, Unreachable, Written
from quarterdeck.terminals.tmux.control.panes import PaneIdentity
from quarterdeck.terminals.tmux.results import SendResult, TmuxBridgeErrorType, TmuxError
from quarterdeck.terminals.tmux.session_panes import SessionPanes

ReadScreen = Callable[[Session, str], Reading]
Prompted = Callable[[SessionId], AbstractContextManager[asyncio.Future[str]]]
ShowTty = Callable[[str], Awaitable[Delivery]]


class TmuxTerminal:
    """Sees and types into the panes of all sessions."""

    def __init__(
        self,
        panes: SessionPanes,
        read: ReadScreen,
        prompted: Prompted,
        *,
        show_tty: ShowTty | None,  # brings the window with this tty to the front
    ) -> None:
        self._panes = panes
        self._read = read
        self._prompted = prompted
        self._show_tty = show_tty

    async def has(self, session: Session) -> bool:
        """Whether its pane is known; one that is being looked for is waited for."""
        return await self._panes.found(session.id) is not None

    async def wait_until_free(self, session: Session) -> None:
        """Wait until a text can be typed into its composer."""
        try:
            await self._panes.bridge.wait_until_free(
                self._pane(session), partial(self._read, session)
            )
        except TmuxError as error:
            raise Unreachable(str(error), error.kind) from error

    async def send(
        self, session: Session, text: str, pasted: Callable[[], None], *, queue: bool = False
    ) -> Delivery:
        """Type a text into the composer, seen and submitted."""
        with self._prompted(session.id) as taken:
            return await self._done(
                session,
                lambda pane: self._panes.bridge.send_text(
                    pane,
                    text,
                    partial(self._read, session),
                    own_queue=queue,
                    process=session.process,
                    prompted=taken,
                    pasted=pasted,
                ),
            )

    async def press(self, session: Session, keys: Sequence[str]) -> Delivery:
        """Press keys one by one; if a dialog opens, closes or changes, the rest are not pressed."""
        read = partial(self._read, session)
        return await self._done(
            session,
            lambda pane: self._panes.bridge.press(pane, keys, read, process=session.process),
        )

    async def strike(self, session: Session, keys: Sequence[str]) -> Delivery:
        """Press keys for somebody who watches the pane, whatever it shows."""
        return await self._done(
            session,
            lambda pane: self._panes.bridge.send_keys(
                pane, *keys, expect=(), process=session.process
            ),
        )

    async def run_script(self, session: Session, script: Script) -> Delivery:
        """Answer a dialog, each key sent only while the dialog is the one expected."""
        read = partial(self._read, session)
        return await self._done(
            session,
            lambda pane: self._panes.bridge.run_script(pane, script, read, process=session.process),
        )

    async def focus(self, session: Session) -> Delivery:
        """Bring its pane to the front, and the window that shows it."""
        told = await self._done(session, self._panes.bridge.focus)
        if self._show_tty and told.outcome is Outcome.ACCEPTED:
            # tmux knows the window in which it showed the pane by that window's tty.
            return await self._show_tty(told.note.removeprefix("shown in "))
        return told

    async def look(self, session: Session) -> Picture:
        """Its screen as it is now."""
        try:
            screen = await self._panes.bridge.capture_pane(self._pane(session))
        except TmuxError as error:
            raise Unreachable(str(error), error.kind) from error
        text = "\n".join(screen.lines)
        return Picture(text, screen.width, screen.height, self._read(session, screen.text))

    async def glimpse(self, session: Session) -> Glimpse | None:
        """Its screen as the watcher saw it last; tmux is asked nothing."""
        identity = self._panes.of(session.id)
        screen = self._panes.bridge.seen(identity) if identity else None
        if screen is None:
            return None
        visible = screen.lines[-screen.height :]
        return Glimpse("\n".join(visible), screen.width, screen.height)

    async def view(self, session: Session) -> AsyncGenerator[Drawn | Written, None]:
        """Its screen with its history, then what is written on it."""
        try:
            async with aclosing(self._panes.bridge.view(self._pane(session))) as shown:
                async for one in shown:
                    yield one
        except TmuxError as error:
            raise Unreachable(str(error), error.kind) from error

    async def health(self, session: Session) -> tuple[bool, bool]:
        """Whether its pane is there, and whether an agent runs in it."""
        identity = self._panes.of(session.id)
        if identity is None:
            return False, False
        found = await self._panes.bridge.check_health(identity)
        return found.available, found.running

    async def _done(
        self, session: Session, act: Callable[[PaneIdentity], Awaitable[SendResult]]
    ) -> Delivery:
        """The outcome of something done to a session's pane."""
        identity = self._panes.of(session.id)
        if identity is None:
            error = nowhere(session)
            return Delivery(Outcome.NOT_DELIVERED, str(error), error.kind)
        told = await act(identity)
        return Delivery(told.outcome, told.message, told.error_type or "", told.latency_ms)

    def _pane(self, session: Session) -> PaneIdentity:
        if identity := self._panes.of(session.id):
            return identity
        raise nowhere(session)


def nowhere(session: Session) -> TmuxError:
    """Why there is no pane to type into."""
    terminal, kinds = session.facts.terminal, TmuxBridgeErrorType
    if not terminal or not terminal.pane:
        return TmuxError(kinds.NO_PANE_ID, f"no tmux pane of {session.name} is known")
    if shutil.which("tmux") is None:
        return TmuxError(kinds.TMUX_NOT_INSTALLED, "tmux is not on the PATH")
    if terminal.socket and not Path(terminal.socket).exists():  # so nobody can say what is there
        why = f"{terminal.socket}: No such file or directory"
        return TmuxError(kinds.SUBPROCESS_FAILED, why)
    return TmuxError(kinds.PANE_NOT_FOUND, f"pane {terminal.pane} of {session.name} is not there")
