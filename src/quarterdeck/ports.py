"""What the daemon needs from its neighbours: one page."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.buttons import Buttons, Situation
from quarterdeck.domain.history import Place, Search
from quarterdeck.domain.ids import AlertChannel, AskId, RequestId, SessionId
from quarterdeck.domain.journal import Entry, Remembered
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.rules import RuleChange
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.suggestions import Past
from quarterdeck.judgement.screens.reading import Dialog, Reading

if TYPE_CHECKING:
    from quarterdeck.boards.drawing import Drawing, Sheet  # what is drawn only where keys are


class Unreachable(Exception):
    """A neighbour is gone, and why; `cause` is the name of the reason, if it has one."""

    def __init__(self, why: str, cause: str = "") -> None:
        super().__init__(why)
        self.cause = cause


class Unwritable(Exception):
    """The journal cannot be written now."""


class Nonsense(Exception):
    """Somebody sent what cannot be understood; the message says what and where."""


class Clock(Protocol):
    """Time that never runs backwards."""

    def __call__(self) -> float:
        """The time now."""


class Replies(Protocol):
    """Requests that wait for an answer, and the way back to the requester."""

    def holds(self, request: RequestId) -> bool:
        """Whether a request came in here, and still waits."""

    def keep(self, request: RequestId) -> None:
        """Tell the requester that it is kept, and may reconnect to a restarted daemon."""

    def reply(self, request: RequestId, ask: Ask, answer: Answer) -> None:
        """Send an answer to the requester."""

    def release(self, request: RequestId) -> None:
        """Let the requester go without an answer."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """The outcome of something done in a terminal, and why; `error` names the cause."""

    outcome: Outcome
    note: str
    error: str = ""
    latency_ms: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is sent to an open dialog."""

    key: str  # by name; empty: the text is sent
    text: str  # pasted; only where there is no key
    decides: bool  # whether the dialog may act on it: then it is the last one


class Script(Protocol):
    """The way to an answer through a dialog, found in what that shows after every step."""

    def next(self, dialog: Dialog) -> Step | None:
        """What to send now; None for another dialog, or one that shows no way."""


class Agent(Replies, Protocol):
    """One kind of coding agent: the hooks of its sessions, and what its dialogs mean."""

    @property
    def name(self) -> str:
        """What its sessions call it."""

    @property
    def programs(self) -> tuple[str, ...]:
        """The names under which it runs."""

    def parts(self) -> Mapping[str, Callable[[], Awaitable[None]]]:
        """What runs as long as the daemon does, by the names under which it is supervised."""

    def resume(self, session: Session) -> None:
        """Follow a session of an earlier run."""

    def close(self) -> None:
        """Let go of everything."""

    def ask_on(self, dialog: Dialog, session: SessionId, risk: Risk, now: float) -> Ask | None:
        """What a dialog on a session's screen asks; None for one that the person opened."""

    def is_about(self, dialog: Dialog, ask: Ask) -> bool:
        """Whether an open dialog is the very one that an ask is about."""

    def script_for(self, dialog: Dialog, ask: Ask, answer: Answer) -> Script | None:
        """The keys for an answer; None if this dialog cannot be answered so."""

    def allow_rule(self, session: Session, rule: str) -> Awaitable[Delivery]:
        """Have a session's agent allow what the rule says from now on."""


class Rulebook(Protocol):
    """The permission rules of one kind of agent, as its settings hold them."""

    def exact(self, tool: str, given: Mapping[str, object], digest: str) -> str:
        """The rule for this very call and no other; empty where none is that exact."""

    def place(self, project: str) -> str:
        """The file into which a project's rules go."""

    def settled(self, project: str, rule: str) -> Awaitable[bool]:
        """Whether its settings already cover this, or nothing can be added to them."""

    def add(self, project: str, rule: str) -> Awaitable[Delivery]:
        """Have the agent allow what the rule says in this project from now on."""

    def take_out(self, project: str, rule: str) -> Awaitable[Delivery]:
        """Have it ask again."""


class Advisor(Protocol):
    """Picks the buttons of an idle session."""

    def advise(self, situation: Situation) -> Awaitable[Buttons]:
        """The buttons that fit; raises Unreachable where none can be had in time."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A session's screen as it is now, with its colours, and what it was found to mean."""

    text: str
    width: int
    height: int
    reading: Reading


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A session's screen as it was last seen, with its colours."""

    text: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A screen for an emulator of this size; `whole` replaces all it had, history too."""

    text: str
    width: int
    height: int
    whole: bool


@dataclass(frozen=True, slots=True)
class Written:
    """What a program wrote on its screen since."""

    text: str


class Terminal(Protocol):
    """Sees and types into the terminals of sessions."""

    def has(self, session: Session) -> Awaitable[bool]:
        """Whether a session runs in a terminal of this kind."""

    def wait_until_free(self, session: Session) -> Awaitable[None]:
        """Wait until an agent can take a text, as far as can be seen; raises Unreachable."""

    def send(
        self, session: Session, text: str, pasted: Callable[[], None], *, queue: bool = False
    ) -> Awaitable[Delivery]:
        """Type a text into an idle agent's composer; `pasted` is called once it is there.

        With `queue` also into that of one at work, if the agent keeps such texts for later.
        """

    def press(self, session: Session, keys: Sequence[str]) -> Awaitable[Delivery]:
        """Press keys while the dialog that is open now stays, or none comes."""

    def strike(self, session: Session, keys: Sequence[str]) -> Awaitable[Delivery]:
        """Press keys for somebody who watches the terminal, whatever its screen shows."""

    def run_script(self, session: Session, script: Script) -> Awaitable[Delivery]:
        """Answer an open dialog with the keys that a script finds in it."""

    def focus(self, session: Session) -> Awaitable[Delivery]:
        """Bring a session's terminal to the front."""

    def look(self, session: Session) -> Awaitable[Picture]:
        """A session's screen; raises Unreachable."""

    def glimpse(self, session: Session) -> Awaitable[Glimpse | None]:
        """What was last seen of a session's screen; asks its terminal nothing."""

    def view(self, session: Session) -> AsyncGenerator[Drawn | Written, None]:
        """A session's screen, then what is written on it, until it is gone; raises Unreachable."""

    def health(self, session: Session) -> Awaitable[tuple[bool, bool]]:
        """Whether its terminal is there, and whether an agent runs in it."""


REFUSED = "refused"  # the cause of an `Unreachable` if trying again is pointless
ABSENT = "absent"  # the cause if nobody is there, and nothing is wrong


@dataclass(frozen=True, slots=True)
class AlertMessage:
    """A message about an ask to a person who looks elsewhere."""

    ask: AskId  # a later message about it replaces this one
    title: str
    text: str
    link: str  # opens the ask on the page
    risk: Level | None


class Alerter(Protocol):
    """One way to reach a person who looks elsewhere."""

    @property
    def where(self) -> str:
        """What it reaches, in words without secrets."""

    def alert(self, message: AlertMessage) -> Awaitable[None]:
        """Send an alert about an ask; raises Unreachable."""

    def update(self, message: AlertMessage) -> Awaitable[None]:
        """Update the alert about an ask, without a second message; raises Unreachable."""

    def withdraw(self, ask: AskId) -> Awaitable[None]:
        """Withdraw the alert about an ask, if that is possible; raises Unreachable."""


@dataclass(frozen=True, slots=True)
class ChannelHealth:
    """How an alert channel did in this run of the daemon."""

    channel: AlertChannel
    where: str
    sent: float | None = None  # when it last worked
    failed: float | None = None  # when it last failed
    why: str = ""  # the last attempt failed; empty if it worked


class Draw(Protocol):
    """Has boards drawn, in another process."""

    def __call__(self, job: "Drawing | Sheet") -> Awaitable[tuple[bytes, ...]]:
        """The encoded pictures of a job, in the order of its places; raises Unreachable."""


class Store(Protocol):
    """What is remembered across restarts."""

    def remembered(self) -> Remembered:
        """What an earlier run left."""

    def write(self, entries: Sequence[Entry], now: float) -> Awaitable[None]:
        """Write these down, all or none; raises Unwritable."""


class History(Protocol):
    """Looks back at what is over."""

    def ask(self, ask: AskId) -> Awaitable[Ask | None]:
        """An ask, open or ended."""

    def explained(self, session: str) -> Awaitable[list[dict[str, object]]]:
        """Why a session was thought to be in its states, newest last."""

    def changes(
        self, session: str, before: Place | None, limit: int
    ) -> Awaitable[list[dict[str, object]]]:
        """A session's changes of state and turns before this place, newest first."""

    def search(self, search: Search) -> Awaitable[list[dict[str, object]]]:
        """Asks and their answers, actions and rules that fit, newest first."""

    def decided(self, times: int) -> Awaitable[list[Past]]:
        """What was decided about calls that were asked about so often, and all refusals."""

    def rules(self) -> Awaitable[list[RuleChange]]:
        """The rules that were added and not taken out again, oldest first."""

    def calls(self, search: Search) -> Awaitable[list[dict[str, object]]]:
        """Tool calls that ran and fit, newest first."""
