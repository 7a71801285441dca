"""The daemon: its parts, and what runs until it is told to stop."""

import asyncio
import logging
import os
import secrets
import signal
from collections.abc import Awaitable, Callable
from functools import cache, partial

from quarterdeck import __version__
from quarterdeck.agent_processes import without_marks
from quarterdeck.agents.claude.agent import Claude
from quarterdeck.agents.claude.link import Times
from quarterdeck.agents.claude.rules import ClaudeRules
from quarterdeck.app import deck_process
from quarterdeck.app.alert_channels import alerters
from quarterdeck.app.paths import Paths
from quarterdeck.app.screen_rules import all_screen_rules
from quarterdeck.app.settings import Settings
from quarterdeck.app.wiring import advisors
from quarterdeck.app.wiring.doors import Doors
from quarterdeck.app.wiring.later_key_boards import LaterKeyBoards
from quarterdeck.app.wiring.listeners import Listeners
from quarterdeck.app.wiring.policy import policy_of
from quarterdeck.app.wiring.terminals import ON_A_MAC, can_focus, terminals
from quarterdeck.app.wiring.token_file import token_in
from quarterdeck.daemon.advising import Advising
from quarterdeck.daemon.alert_texts import AlertTexts
from quarterdeck.daemon.alerts import Alerts
from quarterdeck.daemon.availability import CommanderAvailability
from quarterdeck.daemon.clock import SteadyClock
from quarterdeck.daemon.companion import Companion
from quarterdeck.daemon.dispatch import Audience, Dispatch
from quarterdeck.daemon.lifetime import Lifetime
from quarterdeck.daemon.loop import Loop
from quarterdeck.daemon.outbox import Outbox
from quarterdeck.daemon.outcomes import Outcomes
from quarterdeck.daemon.performing import Performer
from quarterdeck.daemon.prompts import Prompts
from quarterdeck.daemon.rating import Rater
from quarterdeck.daemon.screen_reading import ScreenReader
from quarterdeck.daemon.suggesting import Suggestions
from quarterdeck.daemon.supervise import supervise
from quarterdeck.daemon.surfaces import SurfaceBoards
from quarterdeck.daemon.terminal_actions import TerminalActions
from quarterdeck.domain.alerts import PAGE
from quarterdeck.domain.events import Event, PromptSubmitted
from quarterdeck.domain.ids import CallerId, SessionId
from quarterdeck.domain.journal import Remembered
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import State
from quarterdeck.domain.suggestions import ENOUGH
from quarterdeck.domain.watch import View, Watch
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.access import Tokens
from quarterdeck.doors.http.app import Services
from quarterdeck.doors.http.hub import Hub
from quarterdeck.doors.http.page_alerter import PageAlerter
from quarterdeck.doors.http.server import serve
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.mcp.open_calls import OpenCalls
from quarterdeck.doors.mcp.resource_changes import ResourceChanges
from quarterdeck.judgement.screens import Rules
from quarterdeck.ports import Agent
from quarterdeck.store.history import SqliteHistory
from quarterdeck.store.sqlite import SqliteStore
from quarterdeck.surfaces.streamdeck.usb import Usb
from quarterdeck.terminals.tmux.session_panes import SessionPanes

log = logging.getLogger(__name__)

DAY = 86400.0


class Daemon:
    """One running Quarterdeck."""

    def __init__(self, paths: Paths, settings: Settings, *, ends_unused: bool) -> None:
        self._paths = paths
        self._settings = settings
        self._ends_unused = ends_unused
        self.stop = asyncio.Event()
        self.clock = SteadyClock()
        self._run = secrets.token_hex(4)
        self._store = SqliteStore(paths.journal)
        self._history = SqliteHistory(paths.journal)
        self._listeners = Listeners(settings.http, paths.api)
        self._policy = policy_of(settings)
        self._tokens = Tokens(token_in(paths.token), lambda: self.loop.view().devices)
        self._visitors = Visitors()
        self._network_visitors = Visitors()
        self._outbox = Outbox()
        self._outcomes = Outcomes()
        self._prompts = Prompts()
        self._hub = Hub()
        self._tool_calls = OpenCalls()
        self._resource_changes = ResourceChanges()
        self._rater = Rater(settings.risk, paths.own)
        self._rules_are_read = False
        self._claude = self._agent()
        self._agents: dict[str, Agent] = {self._claude.name: self._claude}
        self._screens = ScreenReader(
            cache(partial(screen_rules, paths)), self._rater.additions, self._agents
        )
        self._boards = SurfaceBoards(
            self._run, self._policy.guards, self._view, self._put, self.clock
        )
        self._key_boards = LaterKeyBoards()
        self._advising = Advising(
            advisors.rules(self.clock),
            advisors.model(settings.advisor.model, self.clock),
            self._outbox,
            self._view,
            self._put,
            self.clock,
        )
        self._panes = self._session_panes()
        self._terminal = terminals(
            self._panes, self._screens.read, self._prompts.of, on_a_mac=ON_A_MAC
        )
        self._actions = TerminalActions(
            self._terminal,
            self._agents,
            self._state_of,
            critical_by_keys=settings.security.critical_by_keys,
        )
        self._availability = CommanderAvailability(
            self._terminal.health, self._tell_available, settings.tmux_bridge.health_check_interval
        )
        self._panes.changed = self._pane_changed
        self.extensions: dict[str, object] = {
            "tmux_bridge": self._panes.bridge,
            "commander_availability": self._availability,
        }
        self._panes.renewed = partial(self.extensions.__setitem__, "tmux_bridge")
        self._alerts = self._alert_channels()
        remembered = self._store.remembered()
        self.loop = self._loop(remembered)
        for session in remembered.sessions:
            if agent := self._agents.get(session.agent):
                agent.resume(session)
            self._read_rules(session)
            self._panes.session_changed(session)
            self._availability.session_changed(session)
            self._advising.session_changed(session)

    # The parts

    def _agent(self) -> Claude:
        tripwire = self._settings.tripwire.level
        return Claude(
            self._paths.socket,
            self._put,
            Times(self.clock, self.clock.from_counter),
            self._view,
            judge=self._rater.rate,
            find_trouble=advisors.trouble_in,
            gate=self._settings.agents.gate_s,
            tripwire=None if tripwire == "off" else Level(tripwire),
            notes=self._settings.notification.types,
        )

    def _session_panes(self) -> SessionPanes:
        return SessionPanes(
            self._put,
            self.clock,
            self._settings.tmux_bridge,
            programs={name for agent in self._agents.values() for name in agent.programs},
            seen=self._see,
        )

    def _loop(self, remembered: Remembered) -> Loop:
        performer = Performer(
            self._terminal, self._actions.interrupt, self._outbox, self.clock, self._prompts.last
        )
        dispatch = Dispatch(
            replies=(*self._agents.values(), self._tool_calls),
            carrier=self._actions,
            performer=performer,
            boards=(self._boards, self._key_boards),
            alerts=self._alerts,
            audience=self._audience(),
            outcomes=self._outcomes,
            outbox=self._outbox,
            clock=self.clock,
        )
        watch = Watch(self._policy, remembered, self.clock())
        loop = Loop(watch, self._store, dispatch, self.clock)
        dispatch.put = performer.put = loop.put
        return loop

    def _alert_channels(self) -> Alerts:
        wanted = self._settings.alerts
        texts = AlertTexts(lambda: wanted.address.rstrip("/") or self.url, wanted.show_text)
        channels = alerters(wanted, on_a_mac=ON_A_MAC, bridge=lambda: self._panes.bridge)
        channels[PAGE] = PageAlerter(self._hub)
        return Alerts(channels, texts, self._outbox, self.clock, self._hub.alerts_changed)

    def _audience(self) -> Audience:
        panes, availability = self._panes.session_changed, self._availability.session_changed
        return Audience(
            sessions=(
                self._read_rules,
                self._hub.session_changed,
                self._key_boards.session_changed,  # its pictures are drawn while others look
                panes,
                availability,
                self._advising.session_changed,
                self._resource_changes.session_changed,
            ),
            asks=(
                self._hub.ask_changed,
                self._boards.ask_changed,
                self._key_boards.ask_changed,
            ),
            actions=(self._hub.action_changed,),
        )

    @property
    def wanted_port(self) -> int:
        """The port that we wanted and did not get; 0 when we got it."""
        return self._listeners.wanted_port

    @property
    def url(self) -> str:
        """Where the page is."""
        return self._listeners.url

    async def run(self) -> None:
        """Run until told to stop."""
        running = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            running.add_signal_handler(number, self.stop.set)
        doors = self._doors()
        parts: dict[str, Callable[[], Awaitable[None]]] = {
            "the loop": self.loop.run,
            "the outbox": self._outbox.run,
            "the panes": self._panes.run,
            "the availability": self._availability.run,
            "the broom": self._sweep,
            "the decks": self._decks().run,
            **doors.parts(),
        }
        if self._ends_unused:
            parts["the lifetime"] = self._live_a_day
        for agent in self._agents.values():
            parts |= agent.parts()
        listening = self._listeners.sockets
        serving = serve(doors.app(), listening, self.stop, self._visitors)
        server = asyncio.ensure_future(serving)
        try:
            await supervise(parts, self.stop)
            await server
        finally:
            for agent in self._agents.values():
                agent.close()
            self._rater.close()
            await doors.close()
            self._store.close()
            self._listeners.forget_path()

    def _doors(self) -> Doors:
        return Doors(
            self._paths,
            self._settings,
            self._facade(),
            self._services(),
            self._network_visitors,
            guards=self._policy.guards,
            boards=self._boards,
            key_boards=self._key_boards,
            tool_calls=self._tool_calls,
            resource_changes=self._resource_changes,
            advise=self._advising.told,
            can_focus=partial(can_focus, self._panes, on_a_mac=ON_A_MAC),
            put=self._put,
        )

    def _shut_out(self, caller: CallerId) -> None:
        for visitors in (self._visitors, self._network_visitors):
            visitors.shut_out(caller)

    def _decks(self) -> Companion:
        deck, usb = self._settings.deck, Usb()
        return Companion(
            "The deck process",
            deck_process.words(deck),
            without_marks(os.environ),
            self._tokens.mint("deck"),
            lambda: deck_process.is_wanted(deck, usb),
        )

    async def _live_a_day(self) -> None:
        life = Lifetime(self._view, lambda: self._hub.listeners, self.clock)
        await life.run(self.stop.set)

    def _put(self, event: Event) -> None:
        if isinstance(event, PromptSubmitted):
            self._prompts.submitted(event)
        self._advising.hear(event)
        self.loop.put(event)

    def _read_rules(self, _: Session) -> None:
        """Read all rules when the first session comes, so that nobody waits for them."""
        if not self._rules_are_read:
            self._rules_are_read = True
            self._outbox.add("the rules", self._rater.read_rules)
            self._outbox.add("the rules", self._screens.read_rules)
            self._outbox.add("the rules", advisors.load_trouble)

    def _view(self) -> View:
        return self.loop.view()

    def _see(self, session: Session, text: str) -> None:
        for event in self._screens.events(session, text, self.clock()):
            self._put(event)

    def _tell_available(self, session: SessionId, available: bool) -> None:
        self._hub.availability_changed(session, available, self.clock())

    def _pane_changed(self, session: Session) -> None:
        self._availability.pane_changed(session)
        self._key_boards.session_changed(session)

    def _state_of(self, session: SessionId) -> State | None:
        return next((s.state for s in self.loop.view().sessions if s.id == session), None)

    async def _sweep(self) -> None:
        """Forget what is older than the person wants it kept, once a day."""
        while True:
            await self._store.forget(self.clock() - self._settings.journal.keep_days * DAY)
            await asyncio.sleep(DAY)

    def _facade(self) -> Facade:
        return Facade(
            run=self._run,
            version=__version__,
            core=self.loop,
            outcomes=self._outcomes,
            history=self._history,
            terminal=self._terminal,
            now=self.clock,
            access=self._policy.access,
            tmux_jobs=self._settings.security.tmux_jobs,
        )

    def _suggestions(self) -> Suggestions:
        rulebooks = {self._claude.name: ClaudeRules()}
        return Suggestions(
            self._history, rulebooks, self._rater.rate, self.loop, self.clock, ENOUGH
        )

    def _services(self) -> Services:
        return Services(
            hub=self._hub,
            tokens=self._tokens,
            visitors=self._visitors,
            shut_out=self._shut_out,
            alerts=self._alerts,
            take_hook=self._claude.take_posted,
            health=self._availability.check,
            suggestions=self._suggestions(),
            stop=self.stop,
            extensions=self.extensions,
        )


def screen_rules(paths: Paths) -> Rules:
    """The rules by which screens are read, without files that cannot be used."""
    rules, left_out = all_screen_rules(paths)
    for error in left_out:
        log.warning("Ignored: %s", error)
    return rules
