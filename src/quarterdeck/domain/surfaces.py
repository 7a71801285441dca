"""Where people see and press: what each surface can do, what it shows, and since when."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2s
from math import inf
from typing import Generic, assert_never

from typing_extensions import TypeVar

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.bindings import Binding
from quarterdeck.domain.board_state import BoardState
from quarterdeck.domain.callers import Caller
from quarterdeck.domain.choices import Choice
from quarterdeck.domain.ids import AskId, FaceId, SurfaceId
from quarterdeck.domain.meanings import Choose, Means, Wake

PRESENT_FOR = 10.0  # a surface counts as present this long after it acknowledged
UNTOUCHED_FOR = 300.0  # so long after a touch, somebody is taken to be at a device


class Eyes(StrEnum):
    """How it is known that a person is at a surface."""

    TOLD = "told"  # it says itself when nobody looks
    LIKELY = "likely"  # a device that is lit, and was touched or plugged in lately
    NONE = "none"  # nobody can see it, as with an emulated deck: only a press tells


@dataclass(frozen=True, slots=True)
class Profile:
    """What a surface can do."""

    kind: str  # page, deck …
    hold: bool  # whether it can measure how long a face is held
    notifies: bool = False  # whether it shows desktop notifications itself
    title: str = ""  # what a person calls it
    eyes: Eyes = Eyes.TOLD


Meant_co = TypeVar("Meant_co", bound=Means, default=Choose, covariant=True)


@dataclass(frozen=True, slots=True)
class Face(Generic[Meant_co]):
    """One thing that can be pressed, where it is, and what a press on it means.

    On cards a face is a choice; on a board it can be `Face[Means]`, anything that a key does.
    """

    id: FaceId
    key: str  # where on the surface it is; empty where nothing has a fixed place
    means: Meant_co
    hold: bool = False  # a press on it counts only if it was held


@dataclass(frozen=True, slots=True)
class Cards:
    """What a list surface is given: the asks in order, and when a press on each counts."""

    number: int  # by which it says what it shows
    order: tuple[AskId, ...]
    armed_in: Mapping[AskId, float]  # seconds, for those that it said it shows


@dataclass(frozen=True, slots=True)
class Sight:
    """A face that is shown, and since when."""

    face: Face[Means]
    since: float


@dataclass(frozen=True, slots=True)
class Surface:
    """A surface that is connected."""

    id: SurfaceId
    profile: Profile
    caller: Caller
    seen: float | None  # when it last acknowledged what it shows; None while nobody looks
    shown: Mapping[FaceId, Sight]
    down: Mapping[FaceId, float]  # faces that are being pressed, and since when
    state: BoardState = field(default_factory=BoardState)  # what a person turned it to
    touched: float = -inf  # when a finger was last on it, or plugged it in
    bound: Binding | None = None  # the only session that it shows; None shows all

    def is_present(self, now: float) -> bool:
        """Whether a person can see it."""
        return now <= self.seen_until

    @property
    def seen_until(self) -> float:
        """Until when a person can see it, if nothing more is heard from it."""
        if self.seen is None or self.is_dark:
            return -inf
        acknowledged = self.seen + PRESENT_FOR
        match self.profile.eyes:
            case Eyes.TOLD:
                return acknowledged
            case Eyes.LIKELY:
                return min(acknowledged, self.touched + UNTOUCHED_FOR)
            case Eyes.NONE:
                return min(acknowledged, self.touched + PRESENT_FOR)
            case _:
                assert_never(self.profile.eyes)

    @property
    def is_dark(self) -> bool:
        """Whether it is asleep: all that can be done with it is to wake it."""
        return any(isinstance(sight.face.means, Wake) for sight in self.shown.values())


def face_of(run: str, ask: Ask, choice: Choice, *, key: str = "", look: str = "") -> Face:
    """The face of a choice: another run, ask, choice or look makes another face."""
    name = face_id(run, ask.id, choice.id, look)
    return Face(name, key, Choose(ask.id, choice.id))


def face_id(*seen: str) -> FaceId:
    """The name of a face: a hash of the run, of what a press means, and of what was shown."""
    text = "\0".join(seen)
    return FaceId(blake2s(text.encode("utf-8", "replace"), digest_size=12).hexdigest())
