"""Claude Code as the daemon sees it: its hooks, what is known without them, and its dialogs."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from quarterdeck.agents.claude import dialog_asks, dialog_keys, dialog_match
from quarterdeck.agents.claude.hook_intake import FindTrouble, HookIntake, Judge
from quarterdeck.agents.claude.http_hooks import HttpHooks
from quarterdeck.agents.claude.link import HookServer, Times
from quarterdeck.agents.claude.note_types import NoteTypes
from quarterdeck.agents.claude.observer import Observer
from quarterdeck.agents.claude.rules import ClaudeRules
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.events import Event
from quarterdeck.domain.ids import RequestId, SessionId
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.watch import View
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.ports import Delivery, Script


class Claude:
    """All sessions of Claude Code."""

    name = "claude"
    programs = ("claude", "node")

    def __init__(
        self,
        socket: Path,
        put: Callable[[Event], None],
        times: Times,
        view: Callable[[], View],
        *,
        judge: Judge,
        find_trouble: FindTrouble,
        gate: float,
        tripwire: Level | None,
        notes: Sequence[str],
    ) -> None:
        self._observer = Observer(put, times.now)
        intake = HookIntake(self._observer, judge, find_trouble, NoteTypes(notes))
        self._hooks = HookServer(
            socket, put, times, intake, observer=self._observer, gate=gate, tripwire=tripwire
        )
        self._posted = HttpHooks(put, times.now, view, intake)

    # Its life

    def parts(self) -> Mapping[str, Callable[[], Awaitable[None]]]:
        """What runs as long as the daemon does."""
        return {"the hooks": self._hooks.run, "the observer": self._observer.run}

    def resume(self, session: Session) -> None:
        """Follow a session of an earlier run."""
        self._observer.resume(session)

    def close(self) -> None:
        """Stop following its processes."""
        self._observer.close()

    # Its hooks

    async def take_posted(self, event: str, body: Mapping[str, object], caller: int | None) -> None:
        """Report what a hook over HTTP says; raises Nonsense."""
        await self._posted.take(event, body, caller)

    def holds(self, request: RequestId) -> bool:
        """Whether a hook still waits."""
        return self._hooks.holds(request)

    def keep(self, request: RequestId) -> None:
        """Tell a hook that it may come back to a restarted daemon."""
        self._hooks.keep(request)

    def reply(self, request: RequestId, ask: Ask, answer: Answer) -> None:
        """Send an answer on a kept hook."""
        self._hooks.reply(request, ask, answer)

    def release(self, request: RequestId) -> None:
        """Let a hook go without an answer."""
        self._hooks.release(request)

    # Its dialogs

    def ask_on(self, dialog: Dialog, session: SessionId, risk: Risk, now: float) -> Ask | None:
        """What a dialog asks."""
        return dialog_asks.ask_from(dialog, session, risk, now)

    def is_about(self, dialog: Dialog, ask: Ask) -> bool:
        """Whether a dialog is the one that an ask is about."""
        return dialog_match.is_about(dialog, ask)

    def script_for(self, dialog: Dialog, ask: Ask, answer: Answer) -> Script | None:
        """The keys for an answer."""
        return dialog_keys.script_for(dialog, ask, answer)

    # Its settings

    async def allow_rule(self, session: Session, rule: str) -> Delivery:
        """Write a rule for the next time into the settings of the session's project."""
        return await ClaudeRules().add(session.facts.cwd or ".", rule)
