"""The tabs of a Mac's terminal applications as a terminal, to show and to type into."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial

from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.screens.reading import Reading
from quarterdeck.judgement.typed_text import prepared
from quarterdeck.ports import Delivery, Drawn, Glimpse, Picture, Script, Unreachable, Written
from quarterdeck.terminals.macos import link
from quarterdeck.terminals.macos.applications import terminal_of

ReadScreen = Callable[[Session, str], Reading]
Prompted = Callable[[SessionId], AbstractContextManager[asyncio.Future[str]]]

TRY_AGAIN_AFTER = 1.0
STOP, BACKGROUND = "Escape", "C-b"  # the keys that a tab is given
_NO_PANE = "no_pane_id"  # the cause by the name that callers know


class MacTerminal:
    """Reaches the tabs in which sessions live that are in no tmux; keys for dialogs need one."""

    def __init__(self, read: ReadScreen, prompted: Prompted) -> None:
        self._read = read
        self._prompted = prompted

    async def has(self, session: Session) -> bool:
        """Whether a session runs in its own tab."""
        return await _tab(session) is not None

    async def wait_until_free(self, session: Session) -> None:
        """Wait for a moment: no application reports when its tab changes, so it is polled."""
        del session
        await asyncio.sleep(TRY_AGAIN_AFTER)

    async def send(
        self, session: Session, text: str, pasted: Callable[[], None], *, queue: bool = False
    ) -> Delivery:
        """Type a text into the composer of an idle agent, seen and submitted."""
        del queue  # nobody has seen here what an agent at work does with it
        tab = await _tab(session)
        if tab is None:
            return _no_pane(session)
        with self._prompted(session.id) as taken:
            fit = prepared(text, shell=False)
            return await link.send(tab, fit, partial(self._read, session), taken, pasted)

    async def press(self, session: Session, keys: Sequence[str]) -> Delivery:
        """Send what runs to the background; no application tells when its tab shows a dialog."""
        tab = await _tab(session) if list(keys) == [BACKGROUND] else None
        if tab is None:
            return _no_pane(session)
        return await link.strike_at_work(tab, BACKGROUND, partial(self._read, session))

    async def strike(self, session: Session, keys: Sequence[str]) -> Delivery:
        """Press Escape, and nothing else."""
        tab = await _tab(session) if list(keys) == [STOP] else None
        return await link.strike(tab, STOP) if tab else _no_pane(session)

    async def run_script(self, session: Session, script: Script) -> Delivery:
        """Answer nothing."""
        del script
        return _no_pane(session)

    async def focus(self, session: Session) -> Delivery:
        """Bring its tab to the front."""
        tab = await _tab(session)
        return await link.focus(tab) if tab else _no_pane(session)

    async def look(self, session: Session) -> Picture:
        """Its screen cannot be shown with its colours and size."""
        raise Unreachable(_no_pane(session).note, _NO_PANE)

    async def glimpse(self, session: Session) -> Glimpse | None:
        """Nobody sees its screen."""
        del session
        return None

    async def view(self, session: Session) -> AsyncGenerator[Drawn | Written, None]:
        """What is written to its screen is not reported."""
        nothing: tuple[Drawn, ...] = ()
        for shown in nothing:
            yield shown
        raise Unreachable(_no_pane(session).note, _NO_PANE)

    async def health(self, session: Session) -> tuple[bool, bool]:
        """There is no pane whose health could be checked."""
        del session
        return False, False


async def _tab(session: Session) -> str | None:
    """The tty of a session that is in a tab of its own."""
    terminal = session.facts.terminal
    in_tmux = terminal is not None and terminal.pane
    return None if in_tmux else await terminal_of(session.process.pid)


def _no_pane(session: Session) -> Delivery:
    return Delivery(Outcome.NOT_DELIVERED, f"no tmux pane of {session.name} is known", _NO_PANE)
