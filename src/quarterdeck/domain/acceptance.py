"""When an answer counts as accepted: evidence in, verdict out.

Every function is told of one piece of evidence about one ask, and of the answer that is
on its way to it. That the evidence speaks of this very ask, and is newer than it, is seen
to in `evidence`. Only what agrees with the answer, and happened after it was sent, makes it
accepted; what disagrees says that the terminal was faster; the rest waits for more, or ends
as unknown.
"""

from dataclasses import dataclass
from math import inf

from quarterdeck.domain.ask_bodies import Questions
from quarterdeck.domain.asks import Ask, How
from quarterdeck.domain.events import Delivered, ToolRan, ToolRefused
from quarterdeck.domain.objections import denial, refuses
from quarterdeck.domain.sent_answers import DialogState, Handed, Printed, SentAnswer, Stage, Step
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.timers import CallRan

ACTS_WITHIN = 1.0  # an agent that takes an answer acts on it by then


# Verdicts


@dataclass(frozen=True, slots=True)
class Ends:
    """The end of an answer is known, and its ask ends with it."""

    step: Step
    how: How
    note: str


@dataclass(frozen=True, slots=True)
class Fails:
    """The answer did not get through."""

    step: Step
    outcome: Outcome
    note: str
    error: str


@dataclass(frozen=True, slots=True)
class Waits:
    """Something was seen of its dialog; the outcome of the answer is still open."""

    dialog: DialogState
    left: float = inf  # when it was gone, where that is known


Verdict = Ends | Fails | Waits | None  # None: it says nothing

ACCEPTED = Ends(Step.AGREES, How.ANSWERED, "")
RAN = Waits(DialogState.RAN)


def unknown(note: str, how: How = How.ANSWERED) -> Ends:
    """The outcome will stay unknown."""
    return Ends(Step.SILENCE, how, note)


def overruled(sent: SentAnswer, how: How) -> Verdict:
    """The agent took another answer."""
    if sent.stage is Stage.CARRIED:  # keys may yet be pressed, and the typist will report
        return Waits(DialogState.INTERRUPTED if how is How.INTERRUPTED else DialogState.LEFT)
    return Ends(Step.DISAGREES, how, "the terminal was faster")


# The call that was asked about


def call_ended(ask: Ask, sent: SentAnswer, event: ToolRan | ToolRefused) -> Verdict:
    """It ran, or was refused."""
    if sent.stage is Stage.CARRIED:
        stopped = isinstance(event, ToolRefused) and event.interrupted
        return overruled(sent, How.INTERRUPTED if stopped else How.TERMINAL)
    if isinstance(event, ToolRan):
        return _ran(ask, sent, event)
    if event.interrupted:
        return _interrupted(ask, sent, event)
    if refuses(ask, sent.answer) and denial(ask, sent.answer) in event.said:
        return ACCEPTED
    return overruled(sent, How.TERMINAL)


def _ran(ask: Ask, sent: SentAnswer, event: ToolRan) -> Verdict:
    if _picks(ask, sent):
        return None  # somebody's answers were taken; whose, the agent's own record will say
    if event.at < sent.sent:
        return overruled(sent, How.TERMINAL)
    if not refuses(ask, sent.answer):
        return RAN  # by whose answer, the agent's own record is about to say, if it says so
    if ask.call:
        return overruled(sent, How.TERMINAL)
    return unknown("it was overruled, or an identical call ran afterwards")


def _interrupted(ask: Ask, sent: SentAnswer, event: ToolRefused) -> Verdict:
    stops = sent.answer.choice == "deny_stop"
    if event.at < sent.sent:
        return overruled(sent, How.INTERRUPTED)
    if stops and _follows(event.at, sent):
        return ACCEPTED
    if refuses(ask, sent.answer) and not stops:
        return overruled(sent, How.INTERRUPTED)
    return unknown("it was interrupted after the answer; it may have run", How.INTERRUPTED)


def nobody_objected(sent: SentAnswer, due: CallRan) -> Ends:
    """It ran, and the agent's own record did not say that it took another answer."""
    if sent.reached(min(due.at, sent.left)) and due.same:
        return ACCEPTED
    nobody = "nobody saw whether by this answer or at the terminal"
    return unknown(f"it ran; {nobody}" if due.same else f"it or an identical call ran; {nobody}")


# The agent's own record


def hook_decided(ask: Ask, sent: SentAnswer, *, allowed: bool) -> Verdict:
    """It says that a hook decided so."""
    if allowed is not refuses(ask, sent.answer):
        return ACCEPTED
    return overruled(sent, How.TERMINAL)


def passed_over(_: Ask, sent: SentAnswer) -> Verdict:
    """It has a result, and no note of a hook."""
    return overruled(sent, How.TERMINAL)


# Forms


def form_went_on(sent: SentAnswer, at: float) -> Verdict:
    """The tool that wanted the form continued: no hook reports sooner that it was filled in."""
    return ACCEPTED if sent.reached(at) else None


def form_ended(sent: SentAnswer) -> Verdict:
    """It was answered or closed at the terminal."""
    if sent.stage is Stage.CARRIED:
        return Waits(DialogState.LEFT)  # the typist will report
    return unknown("", How.TERMINAL)


# The dialog, the turn, the session


def dialog_left(ask: Ask, sent: SentAnswer, at: float, *, interrupted: bool) -> Verdict:
    """The registry shows that it gave way: to work, or to an idle prompt."""
    if at < sent.sent:
        return overruled(sent, How.INTERRUPTED if interrupted else How.TERMINAL)
    if _follows(at, sent) and _explains(ask, sent, interrupted=interrupted):
        return ACCEPTED
    # The call's own hooks and the agent's record will say who won.
    return Waits(DialogState.INTERRUPTED if interrupted else DialogState.LEFT, at)


def left_screen() -> Verdict:
    """A dialog that only the screen showed is gone."""
    return Waits(DialogState.LEFT)  # the typist will report


def note_is_void() -> Verdict:
    """A note tells nothing new any more: it ends once the person was brought there."""
    return Waits(DialogState.LEFT)


def thread_ended(sent: SentAnswer, at: float) -> Verdict:
    """The turn or subagent is over; hooks of its last calls may yet arrive."""
    return overruled(sent, How.TERMINAL) if at < sent.sent else Waits(DialogState.LEFT)


def thread_is_over(ask: Ask, sent: SentAnswer) -> Verdict:
    """It has been over for a while, and its last hooks have had time to arrive."""
    if sent.stage is Stage.CARRIED or sent.dialog is DialogState.RAN:
        return None  # the typist will report, or the call's own timer decides
    if _picks(ask, sent):
        return None  # the agent's own record will say whose answers it took
    return unknown("the turn ended without any sign of it")


def all_is_over(how: How, note: str) -> Verdict:
    """The conversation or the session is over."""
    return unknown(note, how)


def no_sign(sent: SentAnswer) -> Verdict:
    """Its hook is done with it, and time has passed."""
    if sent.dialog is DialogState.RAN:
        return None  # the call's own timer will tell
    if sent.answer.choice == "focus":  # going to a terminal answers nothing
        return Fails(
            Step.KEYS_FAILED, Outcome.UNKNOWN, "nobody saw whether it came to the front", ""
        )
    return unknown("the agent gave no sign that it took the answer")


# Those who bring it


def keys_pressed(sent: SentAnswer, event: Delivered) -> Verdict:
    """The typist reports; going to a terminal answers nothing."""
    if event.outcome is Outcome.ACCEPTED and sent.answer.choice != "focus":
        return Ends(Step.KEYS_WORKED, How.ANSWERED, event.note)
    return Fails(Step.KEYS_FAILED, event.outcome, event.note, event.error)


def hook_ended(sent: SentAnswer) -> Verdict:
    """The agent ended the hook that had it."""
    if isinstance(sent.place, Handed) and sent.place.again:
        return None  # a hook that had it in an earlier run may yet print it, or has
    note = "the agent ended the hook before it could answer"
    return Fails(Step.HOOK_ENDED, Outcome.NOT_DELIVERED, note, "")


def call_took_it() -> Verdict:
    """The connection of the tool's call took it: nobody else could answer that call."""
    return ACCEPTED


def call_ended_first() -> Verdict:
    """The agent withdrew the call that had it."""
    note = "the agent withdrew its question before the answer arrived"
    return Fails(Step.HOOK_ENDED, Outcome.NOT_DELIVERED, note, "")


def unwritable(why: str) -> Verdict:
    """It could not be written down, so it was not sent."""
    return Fails(Step.UNWRITABLE, Outcome.NOT_DELIVERED, why, "")


# Late evidence, about an answer that ended as unknown


def call_ended_late(ask: Ask, sent: SentAnswer, event: ToolRan | ToolRefused) -> Verdict:
    """Its call ran or was refused, which is known only now."""
    if event.at <= ask.opened:
        return None  # the ask was about an identical call, of which nobody had heard
    said_no = refuses(ask, sent.answer)
    if isinstance(event, ToolRan):
        return overruled(sent, How.TERMINAL) if said_no or event.at < sent.sent else RAN
    if event.interrupted:
        return None
    taken = said_no and denial(ask, sent.answer) in event.said
    return ACCEPTED if taken else overruled(sent, How.TERMINAL)


# What evidence can mean


def _picks(ask: Ask, sent: SentAnswer) -> bool:
    """Whether it answers questions: that they were answered does not say by whom."""
    return isinstance(ask.body, Questions) and not refuses(ask, sent.answer)


def _follows(at: float, sent: SentAnswer) -> bool:
    """Whether something happened so soon after our answer that it may be what it did."""
    if not isinstance(sent.place, Printed) or sent.place.again:
        return False
    return sent.reached(at) and at <= sent.place.at + ACTS_WITHIN


def _explains(ask: Ask, sent: SentAnswer, *, interrupted: bool) -> bool:
    """Whether our answer makes a dialog leave like this."""
    if interrupted:
        return sent.answer.choice == "deny_stop"
    return not isinstance(ask.body, Questions) and not refuses(ask, sent.answer)
