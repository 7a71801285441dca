"""Eyes and hands on sessions' terminals: binds each session to its pane, sees, types, answers."""

import asyncio
import logging
import platform
import shutil
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from quarterdeck.agents.claude import glimpse, keys
from quarterdeck.agents.claude.install import BadFile
from quarterdeck.app import claude
from quarterdeck.domain.asks import Answer, Ask, Meaning
from quarterdeck.domain.events import (
    DialogSeen,
    Event,
    PromptSubmitted,
    SessionNoted,
    Sighted,
)
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.sessions import (
    Confidence,
    Facts,
    Session,
    Sighting,
    Source,
    Terminal,
)
from quarterdeck.domain.states import Outcome, State
from quarterdeck.judgement.risk import Additions, Place, judge_command
from quarterdeck.judgement.screens import Reading, Rules, read
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.ports import Clock, Delivery, Drawn, Picture, Unreachable, Written
from quarterdeck.terminals.macos import link as macos
from quarterdeck.terminals.macos.applications import terminal_of
from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.happenings import Happening, PaneGone, ScreenChanged
from quarterdeck.terminals.tmux.panes import PaneIdentity
from quarterdeck.terminals.tmux.results import SendResult, TmuxBridgeErrorType, TmuxError
from quarterdeck.terminals.tmux.screen import Screen
from quarterdeck.terminals.tmux.settings import Bridge
from quarterdeck.terminals.tmux.text import prepared

log = logging.getLogger(__name__)

INTERRUPTED_WITHIN = 3.0
ON_A_MAC = platform.system() == "Darwin"
SEEN = 24  # lines of the screen that must still be there when a key is pressed
REDRAWS = 5  # tries for a key while the last one is still being drawn


@dataclass(frozen=True, slots=True)
class Means:
    """What is needed to understand a screen and to be allowed to answer it."""

    rules: Rules
    additions: Additions
    critical_by_keys: bool


class TerminalHands:
    """The terminals of all sessions."""

    def __init__(
        self,
        put: Callable[[Event], None],
        clock: Clock,
        state_of: Callable[[SessionId], State | None],
        bridge: Bridge,
        means: Means,
    ) -> None:
        self._put = put
        self._clock = clock
        self._state_of = state_of
        self._means = means
        self._settings = bridge
        self._bridge = TmuxBridge(bridge, self._hear)
        self.pane_changed: Callable[[Session], None] = lambda _: None  # found, or lost
        self.renewed: Callable[[TmuxBridge], None] = lambda _: None  # a failed one is not used on
        self._panes: dict[SessionId, PaneIdentity] = {}
        self._sessions: dict[PaneIdentity, Session] = {}
        self._prompted: dict[SessionId, asyncio.Future[str]] = {}
        self._unbound: dict[SessionId, Session] = {}
        self._work = asyncio.Event()

    async def run(self) -> None:
        """Bind sessions to their panes for ever."""
        for session in self._sessions.values():
            self._unbound[session.id] = session
        self._panes.clear()
        self._sessions.clear()
        self._bridge = TmuxBridge(self._settings, self._hear)
        self.renewed(self._bridge)
        async with self._bridge:
            while True:
                await self._work.wait()
                self._work.clear()
                while self._unbound:
                    _, session = self._unbound.popitem()
                    await self._bind(session)

    # What the daemon tells us

    def session_changed(self, session: Session) -> None:
        """A session came, went on or ended."""
        identity = self._panes.get(session.id)
        if session.ended:
            self._forget(session.id)
        elif identity is None:
            self._unbound[session.id] = session
            self._work.set()
        else:
            self._sessions[identity] = session
            server = self._bridge.servers.get(identity.socket)
            if server:
                server.watcher.pace.working(identity.pane, session.state is State.WORKING)

    def ask_changed(self, ask: Ask) -> None:
        """Asks are of no concern to terminals."""

    def prompt_submitted(self, event: PromptSubmitted) -> None:
        """The agent says that it took a prompt: the best proof that typing arrived."""
        waiting = self._prompted.pop(event.session, None)
        if waiting and not waiting.done():
            waiting.set_result(event.text)

    async def _bind(self, session: Session) -> None:
        try:
            pane = await self._bridge.find(session.process.pid)
        except TmuxError as error:
            log.debug("no pane for %s: %s", session.name, error)
            return
        if pane is None or self._panes.get(session.id) == pane.identity:
            return
        self._panes[session.id] = pane.identity
        self._sessions[pane.identity] = session
        found = Facts(terminal=_terminal(pane.identity, session.facts.terminal))
        self._put(SessionNoted(session.id, session.process, session.agent, found, self._clock()))
        await self._bridge.follow(pane.identity)
        self.pane_changed(session)

    def _forget(self, session: SessionId) -> None:
        identity = self._panes.pop(session, None)
        if identity:
            self._sessions.pop(identity, None)
            if server := self._bridge.servers.get(identity.socket):
                server.forget(identity.pane)

    # What tmux tells us

    def _hear(self, happening: Happening) -> None:
        match happening:
            case ScreenChanged(identity, screen):
                if session := self._sessions.get(identity):
                    self._see(session, screen.text)
            case PaneGone(identity):
                if session := self._sessions.pop(identity, None):
                    self._panes.pop(session.id, None)
                    self.pane_changed(session)
            case _:
                pass

    def _see(self, session: Session, text: str) -> None:
        reading = self._read(session, text)
        now = self._clock()
        sure = Confidence(reading.confidence.value)
        seen = Sighting(Source.SCREEN, reading.state, now, f"screen: {reading.reason}", sure)
        self._put(Sighted(session.id, seen))
        self._put(DialogSeen(session.id, self._asked(session, reading, now), now))

    def _read(self, session: Session, text: str) -> Reading:
        return read(text, session.agent, self._means.rules)

    def _asked(self, session: Session, reading: Reading, now: float) -> Ask | None:
        dialog = reading.dialog
        return (
            glimpse.ask_from(dialog, session.id, self._risk(session, dialog.text), now)
            if dialog
            else None
        )

    def _risk(self, session: Session, text: str) -> Risk:
        """How dangerous a dialog may be of which only the screen tells: never less than high."""
        cwd = session.facts.cwd or "/"
        place = Place(cwd=cwd, home="", project=cwd)
        judged = judge_command(text, place, self._means.additions)
        if judged.level is Level.CRITICAL:
            return judged
        sentence = "Only the screen tells of it, so what it would do is not known for sure."
        return Risk(Level.HIGH, "seen on the screen", "screen", sentence, "")

    # What a person wants done

    async def carry(self, session: Session, ask: Ask, answer: Answer) -> Delivery:
        """Answer by another way than a hook: go there, type, or press the dialog's own keys."""
        if answer.choice == "focus":
            return await self.focus(session)
        if answer.choice in ("tell", "retry"):
            return await self.send(session, answer.text or "Please go on.", wait=0)
        if answer.choice == "allow_next":
            return await asyncio.to_thread(_allow_next, session, ask.rule)
        choice = ask.choice(answer.choice)
        allows = choice is not None and choice.meaning is Meaning.ALLOWS
        if allows and ask.critical and not self._means.critical_by_keys:
            why = "critical asks are allowed by keys only with [security] critical_by_keys"
            return Delivery(Outcome.NOT_DELIVERED, why)
        identity = self._panes.get(session.id)
        return (
            await self._by_keys(identity, session, ask, answer) if identity else _nowhere(session)
        )

    async def _by_keys(
        self, identity: PaneIdentity, session: Session, ask: Ask, answer: Answer
    ) -> Delivery:
        """Press the keys that the screen shows for an answer."""
        try:
            screen = await self._bridge.capture_pane(identity)
        except TmuxError as error:
            return Delivery(Outcome.NOT_DELIVERED, str(error), error.kind)
        dialog = self._read(session, screen.text).dialog
        if dialog is None or not keys.is_about(dialog, ask):
            return Delivery(Outcome.NOT_DELIVERED, "its dialog is not on the screen")
        script = keys.script_for(dialog, ask, answer)
        if script is None:
            return Delivery(Outcome.NOT_DELIVERED, "this dialog has no keys for that answer")
        reader = partial(self._read, session)
        return _delivery(
            await self._bridge.run_script(identity, script, reader, process=session.process)
        )

    async def send(self, session: Session, text: str, *, wait: float) -> Delivery:
        """Type a text into the composer, seen and submitted."""
        identity, reader = self._panes.get(session.id), partial(self._read, session)
        with self._prompt_of(session) as taken:
            if identity is None:
                tab, fit = await _tab(session), prepared(text, shell=False)
                return await macos.send(tab, fit, reader, taken) if tab else _nowhere(session)
            return _delivery(
                await self._bridge.send_text(
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
        """Press keys one by one: the first on the screen as it is, the others on what it left.

        A dialog that comes or goes in between gets none of them.
        """
        identity = self._panes.get(session.id)
        if identity is None:
            return _nowhere(session)
        try:
            screen = await self._bridge.capture_pane(identity)
            dialog = self._read(session, screen.text).dialog
            told = await self._strike_on(screen, identity, session, keys[0])
            for key in keys[1:]:
                if told.outcome is not Outcome.UNKNOWN:
                    break
                told = await self._press_next(identity, session, dialog, key)
        except TmuxError as error:
            return Delivery(Outcome.NOT_DELIVERED, str(error), error.kind)
        return told

    async def _press_next(
        self, identity: PaneIdentity, session: Session, dialog: Dialog | None, key: str
    ) -> Delivery:
        """Press one more key; while the last one is still being drawn there are a few tries."""
        for _ in range(REDRAWS):
            screen = await self._bridge.capture_pane(identity)
            if not _same_dialog(self._read(session, screen.text).dialog, dialog):
                break
            told = await self._strike_on(screen, identity, session, key)
            if told.outcome is not Outcome.NOT_DELIVERED:
                return told
        return Delivery(Outcome.UNKNOWN, f"the screen changed before {key} was pressed")

    async def _strike_on(
        self, screen: Screen, identity: PaneIdentity, session: Session, key: str
    ) -> Delivery:
        """Press a key while this screen stands."""
        expected = screen.landmarks(SEEN)
        return _delivery(
            await self._bridge.send_keys(identity, key, expect=expected, process=session.process)
        )

    async def strike(self, session: Session, keys: Sequence[str]) -> Delivery:
        """Press keys for somebody who watches the pane, whatever it shows."""
        identity = self._panes.get(session.id)
        if identity is None:
            return _nowhere(session)
        return _delivery(
            await self._bridge.send_keys(identity, *keys, expect=(), process=session.process)
        )

    async def interrupt(self, session: Session) -> Delivery:
        """Press Escape at an agent that works or asks, and see that it stopped."""
        if session.state not in (State.WORKING, State.WAITING):
            return Delivery(Outcome.BLOCKED, f"{session.name} is {session.state}: nothing to stop")
        identity = self._panes.get(session.id)
        if identity is None:
            return _nowhere(session)
        told = await self._bridge.send_keys(identity, "Escape", expect=(), process=session.process)
        if told.error_type is not None:
            return _delivery(told)
        until = asyncio.get_running_loop().time() + INTERRUPTED_WITHIN
        while asyncio.get_running_loop().time() < until:
            if self._state_of(session.id) not in (State.WORKING, State.WAITING):
                return Delivery(Outcome.ACCEPTED, "", latency_ms=told.latency_ms)
            await asyncio.sleep(0.05)
        return Delivery(Outcome.UNKNOWN, "Escape was pressed; it goes on, or nobody can tell")

    async def focus(self, session: Session) -> Delivery:
        """Bring its pane, or its tab, before the person's eyes."""
        identity = self._panes.get(session.id)
        if identity is None:
            tab = await _tab(session)
            return await macos.focus(tab) if tab else _nowhere(session)
        told = _delivery(await self._bridge.focus(identity))
        if ON_A_MAC and told.outcome is Outcome.ACCEPTED:
            # tmux knows the window in which it showed the pane by that window's tty.
            return await macos.focus(told.note.removeprefix("shown in "))
        return told

    async def look(self, session: Session) -> Picture:
        """Its screen as it is now."""
        identity = self._panes.get(session.id)
        if identity is None:
            raise Unreachable(_nowhere(session).note)
        try:
            screen = await self._bridge.capture_pane(identity)
        except TmuxError as error:
            raise Unreachable(str(error)) from error
        text = "\n".join(screen.lines)
        return Picture(text, screen.width, screen.height, self._read(session, screen.text))

    async def view(self, session: Session) -> AsyncGenerator[Drawn | Written, None]:
        """Its screen with its history, then what is written on it."""
        identity = self._panes.get(session.id)
        if identity is None:
            raise Unreachable(_nowhere(session).note)
        try:
            async with aclosing(self._bridge.view(identity)) as shown:
                async for one in shown:
                    yield one
        except TmuxError as error:
            raise Unreachable(str(error)) from error

    async def health(self, session: Session) -> tuple[bool, bool]:
        """Whether its pane is there, and whether an agent runs in it."""
        identity = self._panes.get(session.id)
        if identity is None:
            return False, False
        found = await self._bridge.check_health(identity)
        return found.available, found.running


def _allow_next(session: Session, rule: str) -> Delivery:
    """Write a rule for the next time into the settings of the session's project."""
    try:
        path = claude.allow(Path(session.facts.cwd or "."), rule)
    except (BadFile, OSError, UnicodeDecodeError) as error:
        return Delivery(Outcome.NOT_DELIVERED, f"the rule was not written: {error}")
    return Delivery(Outcome.ACCEPTED, f"{rule} stands in {path}, and counts in a moment")


async def _tab(session: Session) -> str | None:
    """The tty of a session that is in a terminal's own tab, where such tabs can be reached."""
    terminal = session.facts.terminal
    in_tmux = terminal is not None and terminal.pane
    return await terminal_of(session.process.pid) if ON_A_MAC and not in_tmux else None


def _same_dialog(now: Dialog | None, before: Dialog | None) -> bool:
    return (now and now.fingerprint) == (before and before.fingerprint)


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


def _terminal(identity: PaneIdentity, before: Terminal | None) -> Terminal:
    return Terminal(
        identity.socket,
        identity.server_pid,
        identity.server_start,
        identity.pane,
        identity.pane_pid,
        identity.pane_start,
        identity.tty,
        before.iterm_pane if before else "",
    )
