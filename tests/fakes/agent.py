"""An agent in memory, of any kind: it asks, is answered, and has dialogs of its own."""

import itertools
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace

from tests.stories.happened import an_ask

from quarterdeck.domain.ask_bodies import PermissionDialog
from quarterdeck.domain.asks import Answer, Ask, FromScreen
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.choices import ALLOW, DENY
from quarterdeck.domain.events import (
    AskOpened,
    ChannelClosed,
    Closing,
    Event,
    Printed,
    ProcessEnded,
)
from quarterdeck.domain.ids import AskId, RequestId, SessionId
from quarterdeck.domain.risk import Risk
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.screens.reading import Dialog, Kind
from quarterdeck.ports import Delivery, Script, Step

_KEYS = {"allow": "1", "deny": "2"}


@dataclass(slots=True)
class FakeAgent:
    """Says what it does to whoever listens; its requests wait until they are answered."""

    name: str
    put: Callable[[Event], None] = lambda _: None
    programs: tuple[str, ...] = ("fake",)
    told: dict[RequestId, list[str]] = field(default_factory=dict)  # what each request heard
    rules: list[str] = field(default_factory=list)
    _waiting: set[RequestId] = field(default_factory=set)
    _numbers: "itertools.count[int]" = field(default_factory=itertools.count)

    # What happens to it

    def ask(self, session: SessionId, command: str) -> tuple[Ask, RequestId]:
        """Ask whether a command may run, and wait."""
        number = next(self._numbers)
        request = RequestId(f"{self.name}-{number}")
        ask = replace(an_ask(command), id=AskId(f"{self.name}-ask-{number}"), session=session)
        self._waiting.add(request)
        self.told[request] = []
        self.put(AskOpened(ask, Channel(request, ask.id, Keep.RACE, ask.opened)))
        return ask, request

    def hang_up(self, request: RequestId) -> None:
        """Wait no longer."""
        if request in self._waiting:
            self._waiting.discard(request)
            self.put(ChannelClosed(request, Closing.CLOSED, 1.0))

    # Its life

    def parts(self) -> Mapping[str, Callable[[], Awaitable[None]]]:
        return {}

    def resume(self, session: Session) -> None:
        """Every process of an earlier run is gone."""
        self.put(ProcessEnded(session.id, 1.0))

    def close(self) -> None:
        self._waiting.clear()

    # What the daemon wants of it

    def holds(self, request: RequestId) -> bool:
        return request in self._waiting

    def keep(self, request: RequestId) -> None:
        self._tell(request, "kept")

    def reply(self, request: RequestId, ask: Ask, answer: Answer) -> None:
        if request in self._waiting:
            self._tell(request, f"{answer.choice} for {ask.id}")
            self.put(Printed(request, answer.at))
            self.hang_up(request)

    def release(self, request: RequestId) -> None:
        self._tell(request, "let go")
        self.hang_up(request)

    def _tell(self, request: RequestId, word: str) -> None:
        if request in self._waiting:
            self.told[request].append(word)

    # Its dialogs: they name the command, and take 1 for yes and 2 for no

    def ask_on(self, dialog: Dialog, session: SessionId, risk: Risk, now: float) -> Ask | None:
        if dialog.kind is Kind.MENU:
            return None
        body = PermissionDialog(risk, (ALLOW, DENY))
        origin = FromScreen(sign=dialog.fingerprint, body=body)
        asked = an_ask(dialog.fingerprint, session=session, opened=now)
        return replace(asked, origin=origin)

    def is_about(self, dialog: Dialog, ask: Ask) -> bool:
        return ask.text == dialog.fingerprint

    def script_for(self, dialog: Dialog, ask: Ask, answer: Answer) -> Script | None:
        key = _KEYS.get(answer.choice)
        return OneKey(ask.text, key) if key and dialog.options else None

    async def allow_rule(self, session: Session, rule: str) -> Delivery:
        self.rules.append(rule)
        return Delivery(Outcome.ACCEPTED, f"{rule} counts for {session.name}")


@dataclass(frozen=True, slots=True)
class OneKey:
    """Presses one key in the dialog about one command."""

    about: str
    key: str

    def next(self, dialog: Dialog) -> Step | None:
        return Step(self.key, "", decides=True) if self.about == dialog.fingerprint else None
