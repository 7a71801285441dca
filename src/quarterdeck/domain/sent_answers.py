"""An answer on its way to the agent: how far it has come, and how it can end.

Until it has come to its end nobody can answer again, and nobody claims that the agent
took it. What moves it on is judged in `acceptance`; here stands what can follow what.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf
from types import MappingProxyType
from typing import ClassVar

from quarterdeck.domain.asks import Answer, How
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.choices import BESIDE_THE_DIALOG
from quarterdeck.domain.ids import RequestId
from quarterdeck.domain.states import Outcome

HEARD_WITHIN = 0.1  # that a hook printed is heard at most so long after it did


class Stage(StrEnum):
    """How far an answer has come."""

    WRITTEN = "written"  # decided, and not sent yet
    HANDED = "handed"  # a hook has it, and has yet to print it
    PRINTED = "printed"  # its hook printed it for the agent to read
    CARRIED = "carried"  # keys deliver it; the typist will report
    RETURNING = "returning"  # sent in an earlier run; its hook is yet to come back
    UNTOLD = "untold"  # keys brought it in an earlier run; nobody will tell
    ACCEPTED = "accepted"  # the agent took it
    OVERRULED = "overruled"  # the agent took another answer
    FAILED = "failed"  # it did not get through; unless the dialog is over, the ask is open again
    DOUBTFUL = "doubtful"  # nobody can tell; late evidence may


class Step(StrEnum):
    """What moves an answer on."""

    HOOK_WAITS = "a hook waits for it"
    NO_HOOK_WAITS = "no hook waits for it"
    DISMISSES = "it takes a note off the list"
    UNWRITABLE = "the journal cannot be written"
    HOOK_PRINTS = "its hook prints it"
    HOOK_RETURNS = "its hook comes back"
    HOOK_ENDED = "the agent ends its hook"
    KEYS_WORKED = "the keys worked"
    KEYS_FAILED = "the keys did not"
    AGREES = "evidence agrees with it"
    DISAGREES = "evidence disagrees"
    SILENCE = "no evidence decides"
    RESTART = "the daemon restarts"


NEXT = MappingProxyType(
    {
        (Stage.WRITTEN, Step.HOOK_WAITS): Stage.HANDED,
        (Stage.WRITTEN, Step.NO_HOOK_WAITS): Stage.CARRIED,
        (Stage.WRITTEN, Step.DISMISSES): Stage.ACCEPTED,
        # On a hook
        (Stage.HANDED, Step.UNWRITABLE): Stage.FAILED,
        (Stage.HANDED, Step.HOOK_PRINTS): Stage.PRINTED,
        (Stage.HANDED, Step.HOOK_RETURNS): Stage.HANDED,
        (Stage.HANDED, Step.HOOK_ENDED): Stage.FAILED,
        (Stage.HANDED, Step.AGREES): Stage.ACCEPTED,
        (Stage.HANDED, Step.DISAGREES): Stage.OVERRULED,
        (Stage.HANDED, Step.SILENCE): Stage.DOUBTFUL,
        (Stage.HANDED, Step.RESTART): Stage.RETURNING,
        (Stage.PRINTED, Step.AGREES): Stage.ACCEPTED,
        (Stage.PRINTED, Step.DISAGREES): Stage.OVERRULED,
        (Stage.PRINTED, Step.SILENCE): Stage.DOUBTFUL,
        (Stage.PRINTED, Step.RESTART): Stage.RETURNING,
        (Stage.RETURNING, Step.HOOK_RETURNS): Stage.HANDED,
        (Stage.RETURNING, Step.AGREES): Stage.ACCEPTED,
        (Stage.RETURNING, Step.DISAGREES): Stage.OVERRULED,
        (Stage.RETURNING, Step.SILENCE): Stage.DOUBTFUL,
        (Stage.RETURNING, Step.RESTART): Stage.RETURNING,
        # By keys
        (Stage.CARRIED, Step.UNWRITABLE): Stage.FAILED,
        (Stage.CARRIED, Step.KEYS_WORKED): Stage.ACCEPTED,
        (Stage.CARRIED, Step.KEYS_FAILED): Stage.FAILED,
        (Stage.CARRIED, Step.AGREES): Stage.ACCEPTED,
        (Stage.CARRIED, Step.SILENCE): Stage.DOUBTFUL,
        (Stage.CARRIED, Step.RESTART): Stage.UNTOLD,
        (Stage.UNTOLD, Step.KEYS_FAILED): Stage.FAILED,
        (Stage.UNTOLD, Step.AGREES): Stage.ACCEPTED,
        (Stage.UNTOLD, Step.DISAGREES): Stage.OVERRULED,
        (Stage.UNTOLD, Step.SILENCE): Stage.DOUBTFUL,
        (Stage.UNTOLD, Step.RESTART): Stage.UNTOLD,
        # Known later
        (Stage.DOUBTFUL, Step.AGREES): Stage.ACCEPTED,
        (Stage.DOUBTFUL, Step.DISAGREES): Stage.OVERRULED,
    }
)

OUTCOMES = MappingProxyType(
    {
        Stage.ACCEPTED: Outcome.ACCEPTED,
        Stage.OVERRULED: Outcome.NOT_DELIVERED,
        Stage.DOUBTFUL: Outcome.UNKNOWN,
    }
)


class DialogState(StrEnum):
    """What was seen of the agent's own dialog since the answer was sent."""

    OPEN = "open"  # as far as anybody knows
    LEFT = "left"
    INTERRUPTED = "interrupted"
    RAN = "ran"  # its call ran; by whose answer, the agent's record may yet say

    @property
    def how(self) -> How | None:
        """How the ask ended with it, should our answer not count; None while it may be open."""
        if self is DialogState.OPEN:
            return None
        return How.INTERRUPTED if self is DialogState.INTERRUPTED else How.TERMINAL


# Where an answer is, with what only matters there


@dataclass(frozen=True, slots=True)
class Written:
    """Decided, and not sent yet."""

    stage: ClassVar = Stage.WRITTEN


@dataclass(frozen=True, slots=True)
class Handed:
    """On a hook that has yet to print it."""

    stage: ClassVar = Stage.HANDED
    hook: RequestId
    began: float  # when that hook did
    keep: Keep
    again: bool  # another hook may have printed it in an earlier run


@dataclass(frozen=True, slots=True)
class Printed:
    """Printed by its hook."""

    stage: ClassVar = Stage.PRINTED
    hook: RequestId
    began: float
    keep: Keep
    again: bool
    at: float


@dataclass(frozen=True, slots=True)
class Carried:
    """In the hands of the typist."""

    stage: ClassVar = Stage.CARRIED


@dataclass(frozen=True, slots=True)
class Returning:
    """On a hook that is yet to come back."""

    stage: ClassVar = Stage.RETURNING
    keep: Keep | None


@dataclass(frozen=True, slots=True)
class Untold:
    """Delivered by keys that nobody remembers."""

    stage: ClassVar = Stage.UNTOLD


Place = Written | Handed | Printed | Carried | Returning | Untold


@dataclass(frozen=True, slots=True)
class SentAnswer:
    """An answer on its way."""

    answer: Answer
    place: Place
    sent: float  # evidence from before cannot be its doing
    dialog: DialogState
    left: float = inf  # when the registry showed first that its dialog was gone

    @property
    def stage(self) -> Stage:
        """How far it has come."""
        return self.place.stage

    @property
    def hook(self) -> RequestId | None:
        """The hook that has it, or printed it."""
        return self.place.hook if isinstance(self.place, Handed | Printed) else None

    def on_later_hook(self, since: float) -> bool:
        """Whether it went to a hook that began after this."""
        return isinstance(self.place, Handed | Printed) and self.place.began >= since

    @property
    def hides_dialog(self) -> bool:
        """Whether the agent's dialog waits behind the hook that has or had it."""
        place = self.place
        return isinstance(place, Handed | Printed | Returning) and place.keep is Keep.GATE

    @property
    def keys_may_stray(self) -> bool:
        """Whether keys for its dialog may reach the next one, should that dialog be gone."""
        at_dialog = self.answer.choice not in BESIDE_THE_DIALOG
        return self.stage is Stage.CARRIED and at_dialog and self.dialog is DialogState.OPEN

    def reached(self, by: float) -> bool:
        """Whether the agent had it by then, and may have acted on it."""
        printed = self.place.at if isinstance(self.place, Printed) else None
        return printed is not None and max(self.sent, printed - HEARD_WITHIN) <= by

    def end(self, step: Step) -> Stage:
        """Where a step that ends it leads."""
        return NEXT[self.stage, step]

    def on(self, channel: Channel) -> "SentAnswer":
        """Handed to a hook."""
        handed = Handed(channel.request, channel.at, channel.keep, again=False)
        return self._moved(Step.HOOK_WAITS, handed)

    def by_keys(self) -> "SentAnswer":
        """Carried by keys."""
        return self._moved(Step.NO_HOOK_WAITS, Carried())

    def back_on(self, channel: Channel, now: float, *, alone: bool) -> "SentAnswer":
        """Handed again to a hook that reconnected; another one may have printed it since."""
        handed = Handed(channel.request, channel.at, channel.keep, again=not alone)
        moved = self._moved(Step.HOOK_RETURNS, handed)
        return replace(moved, sent=now) if alone else moved

    def printed(self, at: float) -> "SentAnswer":
        """Printed by the hook that has it."""
        if not isinstance(self.place, Handed):
            return self
        had = self.place
        printed = Printed(had.hook, had.began, had.keep, had.again, at)
        return self._moved(Step.HOOK_PRINTS, printed)

    def seeing(self, dialog: DialogState, left: float = inf) -> "SentAnswer":
        """The same with what was seen of its dialog first; only that its call ran says more."""
        news = self.dialog is DialogState.OPEN or dialog is DialogState.RAN
        return replace(self, dialog=dialog if news else self.dialog, left=min(self.left, left))

    def given_up(self) -> "SentAnswer":
        """The same after its ask ended: what the keys did will not be reported."""
        return replace(self, place=Untold()) if self.stage is Stage.CARRIED else self

    def _moved(self, step: Step, place: Place) -> "SentAnswer":
        assert NEXT[self.stage, step] is place.stage, f"{step} does not lead to {place}"
        return replace(self, place=place)


def written(answer: Answer, now: float) -> SentAnswer:
    """An answer that is about to be sent."""
    return SentAnswer(answer, Written(), now, DialogState.OPEN)


def restored(answer: Answer, keep: Keep | None) -> SentAnswer:
    """An answer of an earlier run that may or may not have arrived."""
    place = Untold() if answer.by_hand else Returning(keep)
    return SentAnswer(answer, place, answer.at, DialogState.OPEN)
