"""A board: what every key of a surface shows, and what a press on it means."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field

from quarterdeck.boards.looks import BLACK, Look, Message
from quarterdeck.boards.models import Model
from quarterdeck.domain.agenda import Order
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.bindings import Binding
from quarterdeck.domain.board_state import BoardState
from quarterdeck.domain.ids import AskId, SessionId
from quarterdeck.domain.meanings import Means
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.surfaces import Face, face_id

KeyFace = Face[Means]


@dataclass(frozen=True, slots=True)
class Key:
    """One key: what it shows, what a press means, and what holding it means."""

    look: Look = BLACK
    press: KeyFace | None = None
    hold: KeyFace | None = None

    @property
    def label(self) -> str:
        """The words on it by which a person calls it."""
        return self.look.bar.text if self.look.bar else self.look.title


@dataclass(frozen=True, slots=True)
class Dial:
    """One dial: what a step of it to either side means. Pushing it means nothing."""

    left: KeyFace | None = None
    right: KeyFace | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """What one key surface shows. Keys are numbered from 0, row by row."""

    name: str
    keys: tuple[Key, ...]
    message: Message | None = None
    strip: Message | None = None
    dials: tuple[Dial, ...] = ()
    touch: tuple[Dial, ...] = ()  # keys beside the screen, each a dial with one side


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """All that a board is made from."""

    run: str  # the daemon's run, part of every face's name
    model: Model
    state: BoardState
    asks: tuple[Ask, ...]  # open and not snoozed
    sessions: tuple[Session, ...]
    bound: Binding | None = None  # the surface's own session: `asks` are those of it alone
    answering: Mapping[AskId, Answer] = field(default_factory=dict)
    order: Order = Order.NEWEST
    now: float = 0.0
    tiles: bool = True  # sessions are shown when nothing waits
    focus: bool = True  # terminals can be brought to the front
    out_of_reach: Container[SessionId] = frozenset()  # those whose terminal cannot
    asleep: bool = False  # nothing happened for so long that the screen is off

    @property
    def own(self) -> tuple[Session, ...]:
        """The sessions that the surface shows: the one it is bound to, or all."""
        if self.bound is None:
            return self.sessions
        return tuple(s for s in self.sessions if s.id == self.bound.session)

    def session_of(self, ask: Ask) -> Session | None:
        """Whose ask it is."""
        return next((s for s in self.sessions if s.id == ask.session), None)

    def can_focus(self, session: SessionId) -> bool:
        """Whether a session's terminal can be brought to the front."""
        return self.focus and session not in self.out_of_reach

    def colour_of(self, ask: Ask) -> int:
        """The place in the palette of the session that asks."""
        session = self.session_of(ask)
        return session.colour if session else 0

    def face(self, where: str, means: Means, look: Look, *, hold: bool = False) -> KeyFace:
        """The face of a key or dial: another run, place, meaning or look makes another face."""
        kind = "hold" if hold else "press"
        return Face(face_id(self.run, where, kind, repr(means), look.words), where, means, hold)

    def key(self, place: int, look: Look, press: Means | None, hold: Means | None = None) -> Key:
        """A key that means this when it is pressed, and that when it is held."""
        return Key(
            look,
            self.face(str(place), press, look) if press else None,
            self.face(str(place), hold, look, hold=True) if hold else None,
        )


def filled(model: Model, keys: Mapping[int, Key], rest: Callable[[int], Key]) -> tuple[Key, ...]:
    """Every key of a deck: these, and the rest as told."""
    return tuple(keys.get(place) or rest(place) for place in range(model.keys))
