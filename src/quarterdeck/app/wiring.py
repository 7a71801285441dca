"""Puts the parts together: the only place that knows every adapter."""

import asyncio
import logging
import os
import secrets
import signal
import socket
from functools import partial
from pathlib import Path

from quarterdeck import __version__
from quarterdeck.agents.claude.link import HookServer, Times
from quarterdeck.agents.claude.observer import Observer
from quarterdeck.app.http_hooks import HttpHooks
from quarterdeck.app.paths import Paths
from quarterdeck.app.rating import Rater
from quarterdeck.app.screen_reading import ScreenReader
from quarterdeck.app.screen_rules import all_screen_rules
from quarterdeck.app.session_panes import SessionPanes
from quarterdeck.app.settings import Settings
from quarterdeck.app.terminal_actions import TerminalActions
from quarterdeck.daemon.clock import SteadyClock
from quarterdeck.daemon.dispatch import Dispatch, Everybody
from quarterdeck.daemon.loop import Loop
from quarterdeck.daemon.outbox import Outbox
from quarterdeck.daemon.outcomes import Outcomes
from quarterdeck.daemon.supervise import supervise
from quarterdeck.domain.agenda import Order
from quarterdeck.domain.answering import Guards
from quarterdeck.domain.events import Event, PromptSubmitted
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.risk import Level
from quarterdeck.domain.states import State
from quarterdeck.domain.watch import Policy, Watch
from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.access import Tokens
from quarterdeck.doors.http.app import Services, build, open_by_default
from quarterdeck.doors.http.availability import CommanderAvailability
from quarterdeck.doors.http.hub import Hub
from quarterdeck.doors.http.server import listen_on_path, listen_on_port, serve
from quarterdeck.judgement.screens import Rules
from quarterdeck.store.history import SqliteHistory
from quarterdeck.store.sqlite import SqliteStore
from quarterdeck.surfaces.web import link as web

log = logging.getLogger(__name__)

DAY = 86400.0


class Daemon:
    """One running Quarterdeck."""

    def __init__(self, paths: Paths, settings: Settings) -> None:
        self._paths = paths
        self._settings = settings
        self.stop = asyncio.Event()
        self.clock = SteadyClock()
        self._store = SqliteStore(paths.journal)
        self._listeners = self._listen()
        self._tokens = Tokens(token_in(paths.token))
        self._outbox = Outbox()
        self._outcomes = Outcomes()
        self._hub = Hub()
        self._rater = Rater(settings.risk)
        self._observer = Observer(self._put, self.clock)
        self._hooks = HookServer(
            paths.socket,
            self._put,
            Times(self.clock, self.clock.from_counter),
            observer=self._observer,
            judge=self._rater.rate,
            gate=settings.agents.gate_s,
            tripwire=None if settings.tripwire.level == "off" else Level(settings.tripwire.level),
        )
        sight = ScreenReader(screen_rules(paths), self._rater.additions)
        self._panes = SessionPanes(self._put, self.clock, settings.tmux_bridge, sight)
        self._hands = TerminalActions(
            self._panes, self._state_of, critical_by_keys=settings.security.critical_by_keys
        )
        self._availability = CommanderAvailability(
            self._hands.health, self._hub, self.clock, settings.tmux_bridge.health_check_interval
        )
        self._panes.changed = self._availability.pane_changed
        self.extensions: dict[str, object] = {
            "tmux_bridge": self._panes.bridge,
            "commander_availability": self._availability,
        }
        self._panes.renewed = partial(self.extensions.__setitem__, "tmux_bridge")
        dispatch = Dispatch(
            agent=self._hooks,
            hands=self._hands,
            audience=Everybody((self._hub, self._panes, self._availability)),
            outcomes=self._outcomes,
            outbox=self._outbox,
            clock=self.clock,
        )
        remembered = self._store.remembered()
        self.loop = Loop(
            Watch(_rules(settings), remembered, self.clock()), self._store, dispatch, self.clock
        )
        dispatch.put = self.loop.put
        self._posted = HttpHooks(
            self._put,
            self.clock,
            self.loop.view,
            host=socket.gethostname(),
            observer=self._observer,
            judge=self._rater.rate,
        )
        for session in remembered.sessions:
            self._observer.resume(session)
            self._panes.session_changed(session)
            self._availability.session_changed(session)

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
        page = web.routes(_display(self._settings))
        app = build(self._facade(), self._services(), page, _is_open)
        parts = {
            "the loop": self.loop.run,
            "the hooks": self._hooks.run,
            "the observer": self._observer.run,
            "the outbox": self._outbox.run,
            "the panes": self._panes.run,
            "the availability": self._availability.run,
            "the broom": self._sweep,
        }
        server = asyncio.ensure_future(serve(app, self._listeners, self.stop))
        try:
            await supervise(parts, self.stop)
            await server
        finally:
            self._observer.close()
            self._rater.close()
            self._store.close()
            self._paths.api.unlink(missing_ok=True)

    def _put(self, event: Event) -> None:
        if isinstance(event, PromptSubmitted):
            self._hands.prompt_submitted(event)
        self.loop.put(event)

    def _state_of(self, session: SessionId) -> State | None:
        return next((s.state for s in self.loop.view().sessions if s.id == session), None)

    async def _sweep(self) -> None:
        """Forget what is older than the person wants it kept, once a day."""
        while True:
            await self._store.forget(self.clock() - self._settings.journal.keep_days * DAY)
            await asyncio.sleep(DAY)

    def _listen(self) -> list[socket.socket]:
        port = listen_on_port(self._settings.http.host, self._settings.http.port)
        self._paths.api.unlink(missing_ok=True)
        path = listen_on_path(str(self._paths.api))
        self._paths.api.chmod(0o600)
        return [port, path]

    def _facade(self) -> Facade:
        return Facade(
            run=secrets.token_hex(4),
            version=__version__,
            core=self.loop,
            outcomes=self._outcomes,
            history=SqliteHistory(self._paths.journal),
            hands=self._hands,
            now=self.clock,
            agents_may_type=self._settings.security.agents_may_type,
            tmux_jobs=self._settings.security.tmux_jobs,
        )

    def _services(self) -> Services:
        return Services(
            hub=self._hub,
            tokens=self._tokens,
            guards=_rules(self._settings).guards,
            take_hook=self._posted.take,
            health=self._availability.check,
            stop=self.stop,
            extensions=self.extensions,
        )


def screen_rules(paths: Paths) -> Rules:
    """The rules by which screens are read, without files that cannot be used."""
    rules, left_out = all_screen_rules(paths)
    for error in left_out:
        log.warning("Left out: %s", error)
    return rules


def _rules(settings: Settings) -> Policy:
    display = settings.display
    guards = Guards(display.guard_ms / 1000, display.minor_guard_ms / 1000)
    return Policy(guards, float(settings.agents.gate_s), Order(display.order))


def _display(settings: Settings) -> web.DisplaySettings:
    display = settings.display
    return web.DisplaySettings(
        guard_ms=display.guard_ms,
        minor_guard_ms=display.minor_guard_ms,
        guard_dim=display.guard_dim,
        hold_ms=display.hold_ms,
        order=display.order,
    )


def _is_open(method: str, path: str) -> bool:
    return open_by_default(method, path) or web.is_open(method, path)


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
