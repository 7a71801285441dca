"""Puts the parts together: the only place that knows every adapter."""

import asyncio
import logging
import os
import platform
import secrets
import signal
import socket
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from pathlib import Path

from starlette.requests import Request
from starlette.types import ASGIApp

from quarterdeck import __version__
from quarterdeck.advisors.model import ModelAdvisor
from quarterdeck.advisors.rules import Rules as ButtonRules
from quarterdeck.advisors.trouble import trouble_in
from quarterdeck.agent_processes import without_marks
from quarterdeck.agents.claude.agent import Claude
from quarterdeck.agents.claude.link import Times
from quarterdeck.agents.claude.rules import ClaudeRules
from quarterdeck.app import deck_process
from quarterdeck.app.alert_channels import alert_policy, alerters
from quarterdeck.app.paths import Paths
from quarterdeck.app.screen_rules import all_screen_rules
from quarterdeck.app.settings import Http, PaletteColours, Settings
from quarterdeck.daemon.advising import Advising
from quarterdeck.daemon.alert_texts import AlertTexts
from quarterdeck.daemon.alerts import Alerts
from quarterdeck.daemon.availability import CommanderAvailability
from quarterdeck.daemon.clock import SteadyClock
from quarterdeck.daemon.companion import Companion
from quarterdeck.daemon.dispatch import Audience, Dispatch
from quarterdeck.daemon.key_boards import DeckSettings, KeyBoards
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
from quarterdeck.daemon.terminals import Terminals
from quarterdeck.domain.agenda import Order
from quarterdeck.domain.alerts import PAGE
from quarterdeck.domain.callers import AccessRules, Caller, CriticalFrom
from quarterdeck.domain.events import Event, PromptSubmitted
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.ids import CallerId, SessionId
from quarterdeck.domain.journal import Remembered
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import State
from quarterdeck.domain.suggestions import ENOUGH
from quarterdeck.domain.watch import Policy, View, Watch
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.access import Tokens
from quarterdeck.doors.http.app import Services, build, open_by_default
from quarterdeck.doors.http.connections import caller_of
from quarterdeck.doors.http.hub import Hub
from quarterdeck.doors.http.page_alerter import PageAlerter
from quarterdeck.doors.http.server import (
    inherited_port,
    listen_near_port,
    listen_on_path,
    listen_on_port,
    serve,
)
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.keyboard_api import calls, images
from quarterdeck.doors.mcp.desk import HumanDesk
from quarterdeck.doors.mcp.keyboard import KeyboardDesk
from quarterdeck.doors.mcp.link import McpDoor
from quarterdeck.doors.mcp.loading import Loading
from quarterdeck.doors.mcp.open_calls import OpenCalls
from quarterdeck.doors.mcp.relays import RelayServer
from quarterdeck.doors.mcp.resource_changes import ResourceChanges
from quarterdeck.doors.network import app as network
from quarterdeck.doors.network.device_access import caller_from_network
from quarterdeck.doors.network.device_surfaces import DeviceSurfaces
from quarterdeck.doors.network.door import NetworkDoor
from quarterdeck.doors.network.pairing import Pairing
from quarterdeck.doors.network.pairing_link import PairingDoor
from quarterdeck.doors.network.pairing_routes import PairingRoutes
from quarterdeck.doors.surface.device_places import DevicePlaces
from quarterdeck.doors.surface.link import SurfaceDoor
from quarterdeck.doors.surface.pictures import PictureRoutes
from quarterdeck.doors.surface.routes import SurfaceRoutes
from quarterdeck.judgement.screens import Rules
from quarterdeck.ports import Agent
from quarterdeck.store.history import SqliteHistory
from quarterdeck.store.sqlite import SqliteStore
from quarterdeck.surfaces.kit.link import DrawingProcess
from quarterdeck.surfaces.streamdeck.usb import Usb
from quarterdeck.surfaces.tkeyboard.icon_files import IconFiles
from quarterdeck.surfaces.tkeyboard.icon_source import IconSource
from quarterdeck.surfaces.web import link as web
from quarterdeck.terminals.macos.link import focus as focus_tty
from quarterdeck.terminals.macos.terminal import MacTerminal
from quarterdeck.terminals.tmux.session_panes import SessionPanes
from quarterdeck.terminals.tmux.terminal import TmuxTerminal

log = logging.getLogger(__name__)

DAY = 86400.0
ON_A_MAC = platform.system() == "Darwin"


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
        self._listeners = self._listen()
        self._policy = _policy(settings)
        self._tokens = Tokens(token_in(paths.token), lambda: self.loop.view().devices)
        self._visitors = Visitors()
        self._network_visitors = Visitors()
        self._device_places = DevicePlaces()
        self._outbox = Outbox()
        self._outcomes = Outcomes()
        self._prompts = Prompts()
        self._hub = Hub()
        self._tool_calls = OpenCalls()
        self._resource_changes = ResourceChanges()
        self._rater = Rater(settings.risk, paths.own)
        self._claude = self._agent()
        self._agents: dict[str, Agent] = {self._claude.name: self._claude}
        self._screens = ScreenReader(screen_rules(paths), self._rater.additions, self._agents)
        self._boards = SurfaceBoards(
            self._run, self._policy.guards, self._view, self._put, self.clock
        )
        self._drawing = DrawingProcess(*_colours(settings.palette))
        self._key_boards = KeyBoards(
            self._run,
            _deck(settings),
            self._policy.guards,
            self._view,
            self._put,
            self.clock,
            self._drawing.draw,
            self._can_focus,
        )
        model = settings.advisor.model
        self._advising = Advising(
            ButtonRules(self.clock),
            ModelAdvisor(model, self.clock) if model else None,
            self._outbox,
            self._view,
            self._put,
            self.clock,
        )
        self._panes = self._session_panes()
        self._terminal = self._terminals()
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
            find_trouble=trouble_in,
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

    def _terminals(self) -> Terminals:
        read, prompted = self._screens.read, self._prompts.of
        if not ON_A_MAC:
            return Terminals(TmuxTerminal(self._panes, read, prompted, show_tty=None))
        tmux = TmuxTerminal(self._panes, read, prompted, show_tty=focus_tty)
        return Terminals(tmux, MacTerminal(read, prompted))

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
        wanted = self._settings.http.port
        return wanted if wanted not in (0, self._listeners[0].getsockname()[1]) else 0

    @property
    def url(self) -> str:
        """Where the page is."""
        port = self._listeners[0].getsockname()[1]
        host = self._settings.http.host
        return f"http://{f'[{host}]' if ':' in host else host}:{port}"

    async def run(self) -> None:
        """Run until told to stop."""
        running = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            running.add_signal_handler(number, self.stop.set)
        facade, services = self._facade(), self._services()
        surfaces = SurfaceDoor(
            facade,
            self._hub,
            self._tokens,
            self._visitors,
            self._boards,
            self._key_boards,
            self._policy.guards,
            self._device_places,
            self.stop,
        )
        desk = HumanDesk(facade, self._tool_calls, self.stop)
        keyboard = KeyboardDesk(facade, self._advising.told)
        tools = Loading(desk, keyboard, self._resource_changes)
        mcp = McpDoor(tools, desk, self._tool_calls)
        boards = SurfaceRoutes(facade, self._key_boards)
        icons = IconSource(IconFiles(self._paths.pictures))
        keyboard_calls = calls.KeyboardRoutes(facade, self._visitors, icons, self._bound_sessions)
        pairing = Pairing(facade)
        door = self._network_door(facade, pairing, icons)
        more = [
            *surfaces.routes(),
            *boards.routes(),
            *PictureRoutes(facade, self._key_boards, partial(caller_of, facade)).routes(),
            *mcp.routes(),
            *images.ImageRoutes(icons, keyboard_calls.whose).routes(),
            *(keyboard_calls.routes() if self._settings.http.keyboard_calls else ()),
            *PairingRoutes(facade, pairing, door).routes(),
            *web.routes(_display(self._settings)),
        ]
        app = build(facade, services, more, _is_open)
        parts: dict[str, Callable[[], Awaitable[None]]] = {
            "the loop": self.loop.run,
            "the outbox": self._outbox.run,
            "the panes": self._panes.run,
            "the availability": self._availability.run,
            "the broom": self._sweep,
            "the tools": tools.run,
            "the relays": RelayServer(self._paths.mcp, tools, desk).run,
            "the decks": self._decks().run,
        }
        if self._settings.tkeyboard.enabled:
            parts["the network door"] = door.run
        if self._ends_unused:
            parts["the lifetime"] = self._live_a_day
        for agent in self._agents.values():
            parts |= agent.parts()
        server = asyncio.ensure_future(serve(app, self._listeners, self.stop, self._visitors))
        try:
            await supervise(parts, self.stop)
            await server
        finally:
            for agent in self._agents.values():
                agent.close()
            self._rater.close()
            await self._drawing.close()
            self._store.close()
            self._paths.api.unlink(missing_ok=True)

    def _network_door(self, facade: Facade, pairing: Pairing, icons: IconSource) -> NetworkDoor:
        visitors, wanted = self._network_visitors, self._settings.tkeyboard
        surfaces = DeviceSurfaces(
            facade,
            self._hub,
            self._tokens,
            visitors,
            self._boards,
            self._key_boards,
            self._policy.guards,
            self._device_places,
            self.stop,
        )

        async def who(request: Request) -> Caller:
            return await caller_from_network(facade, request, request.scope["caller"])

        pictures = PictureRoutes(facade, self._key_boards, who)

        def application(pin: str) -> ASGIApp:
            pairs = PairingDoor(facade, pairing, visitors, pin)
            routes = [*surfaces.routes(), *pairs.routes(), *pictures.routes()]
            return network.build(routes, icons, self._tokens.device, visitors)

        certificate = self._paths.certificate
        return NetworkDoor(wanted.host, wanted.port, certificate, visitors, application)

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

    def _can_focus(self, session: Session) -> bool:
        """Whether its terminal is known, so that it can be brought to the front."""
        terminal = session.facts.terminal
        return self._panes.of(session.id) is not None or bool(
            ON_A_MAC and terminal and terminal.tty
        )

    def _state_of(self, session: SessionId) -> State | None:
        return next((s.state for s in self.loop.view().sessions if s.id == session), None)

    def _bound_sessions(self) -> Iterable[SessionId]:
        return (s.bound.session for s in self._view().surfaces if s.bound)

    async def _sweep(self) -> None:
        """Forget what is older than the person wants it kept, once a day."""
        while True:
            await self._store.forget(self.clock() - self._settings.journal.keep_days * DAY)
            await asyncio.sleep(DAY)

    def _listen(self) -> list[socket.socket]:
        port = inherited_port() or _listen_on(self._settings.http)
        self._paths.api.unlink(missing_ok=True)
        path = listen_on_path(str(self._paths.api))
        self._paths.api.chmod(0o600)
        return [port, path]

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


def _listen_on(http: Http) -> socket.socket:
    """The port of the settings; only from the one that nobody chose we move on to a free one."""
    chosen = http.port != Http().port
    return (listen_on_port if chosen else listen_near_port)(http.host, http.port)


def screen_rules(paths: Paths) -> Rules:
    """The rules by which screens are read, without files that cannot be used."""
    rules, left_out = all_screen_rules(paths)
    for error in left_out:
        log.warning("Ignored: %s", error)
    return rules


def _policy(settings: Settings) -> Policy:
    display, security = settings.display, settings.security
    return Policy(
        Guards(display.guard_ms / 1000, display.minor_guard_ms / 1000, display.hold_ms / 1000),
        float(settings.agents.gate_s),
        Order(display.order),
        AccessRules(security.agents_may_type, CriticalFrom(security.critical_from)),
        alert_policy(settings.alerts),
    )


def _deck(settings: Settings) -> DeckSettings:
    deck = settings.deck
    return DeckSettings(
        Order(deck.order),
        tiles=deck.idle == "sessions",
        guard_dim=settings.display.guard_dim,
        brightness=deck.brightness,
        sleep=deck.sleep_s,
    )


def _colours(palette: PaletteColours) -> tuple[tuple[str, ...], dict[Level, tuple[str, ...]]]:
    return palette.sessions, {level: getattr(palette, level) for level in Level}


def _display(settings: Settings) -> web.DisplaySettings:
    return web.DisplaySettings(settings.display.guard_dim, settings.display.hold_ms)


def _is_open(method: str, path: str) -> bool:
    parts = (open_by_default, web.is_open, images.is_open, calls.is_open)
    return any(opens(method, path) for opens in parts)


def token_in(path: Path) -> str:
    """The token, made once and kept for this user alone."""
    if path.exists() and (token := path.read_text().strip()):
        path.chmod(0o600)
        return token
    token = secrets.token_urlsafe(32)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(token + "\n")
    return token
