"""Tells a story to the watch: what comes in, and all that goes out.

    (Story() >> asked(LS, "hook") << "ls is shown" << "hook is kept" << "desk waits").ends()

It begins with an agent at work. Each thing happens a hundredth of a second after the one
before. What goes out is told
in sentences, in the order in which it happens; whatever is not told fails the story.
What is written to the journal is left out, unless the story asks for it.
"""

from typing import Self, assert_never

from tests.stories.happened import DESK, Happened, Pause, asked, joins, noted, sighted, starts

from quarterdeck.domain import events as e
from quarterdeck.domain import journal as j
from quarterdeck.domain.actions import Progress
from quarterdeck.domain.agenda import Order
from quarterdeck.domain.alerts import NO_ALERTS
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.callers import AccessRules, CriticalFrom
from quarterdeck.domain.effects import (
    Acknowledge,
    Alert,
    Cancel,
    Carry,
    Effect,
    KeepOpen,
    Perform,
    Record,
    Refuse,
    Release,
    Reply,
    ShowAction,
    ShowAsk,
    ShowSession,
    SurfaceChanged,
    Tell,
    UpdateAlert,
    WaitUntilFree,
    WithdrawAlert,
    WithdrawKeys,
)
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.sessions import Confidence, Sighting, Source
from quarterdeck.domain.states import State
from quarterdeck.domain.watch import Policy, View, Watch

RULES = Policy(
    Guards(decision=0.5, minor=0.0, hold=1.0),
    gate=30.0,
    order=Order.NEWEST,
    access=AccessRules(agents_may_type=False, critical_from=CriticalFrom.ANY),
    alerts=NO_ALERTS,
)
BEGIN = 1000.0
TICK = 0.01


class Story:
    """A watch, a clock, and what was told so far."""

    def __init__(
        self,
        rules: Policy = RULES,
        remembered: j.Remembered = j.NOTHING,
        *,
        seen: State | None = State.WORKING,
        journal: bool = False,
    ) -> None:
        self.now = BEGIN
        self.watch = Watch(rules, remembered, self.now)
        self._rules = rules
        self._journal = journal
        self._went_out: list[str] = []
        self._told: list[str] = []
        for surface in ("deck", "phone"):
            self.watch.handle(joins(surface)(self.now), self.now)
        if not remembered.sessions:
            self.watch.handle(noted(DESK)(self.now), self.now)
            if seen:
                self.watch.handle(sighted(Source.HOOK, seen)(self.now), self.now)

    def __rshift__(self, what: Happened | Pause) -> Self:
        """This comes in; everything before must have been told."""
        self.ends()
        if isinstance(what, Pause):
            self._pass(what.seconds)
        else:
            self.now += TICK
            self._take(what(self.now))
        return self

    def __lshift__(self, sentence: str) -> Self:
        """This went out."""
        self._told.append(sentence)
        return self

    def ends(self) -> None:
        """All that went out was told."""
        told, self._told = self._told, []
        went_out, self._went_out = self._went_out, []
        assert went_out == told, _difference(told, went_out)

    def forget(self) -> Self:
        """What went out so far is not what this story is about."""
        self._went_out.clear()
        return self

    def view(self) -> View:
        """What can be seen now."""
        return self.watch.view()

    def _pass(self, seconds: float) -> None:
        until = self.now + seconds
        while (due := self.watch.next_due()) is not None and due <= until:
            self.now = max(self.now, due)
            self._take(e.TimePassed())
        self.now = until

    def _take(self, event: e.Event) -> None:
        effects = self.watch.handle(event, self.now)
        if isinstance(event, e.TurnEnded | e.ConversationCleared):
            idle = Sighting(Source.HOOK, State.IDLE, event.at, "the hook says so", Confidence.HIGH)
            effects += self.watch.handle(e.Sighted(event.session, idle), self.now)
        for effect in effects:
            if self._journal or not isinstance(effect, Record):
                self._went_out.append(sentence(effect))


def facing(ask: Ask, hook: str = "hook", rules: Policy = RULES) -> Story:
    """A story that begins with an open ask and the hook that waits for it."""
    story = Story(rules)
    (
        story
        >> starts(ask, f"call of {ask.id}")
        >> asked(ask, hook)
        << f"{ask.id} is shown"
        << f"{hook} is kept"
        << "desk waits"
    ).ends()
    return story


def sentence(effect: Effect) -> str:  # noqa: C901, PLR0911, PLR0912 - a table
    """What an effect does, in words."""
    match effect:
        case ShowAsk(ask):
            return _shown(ask)
        case ShowSession(session):
            return f"{session.name} {_VERBS.get(session.state, f'is {session.state}')}"
        case KeepOpen(request):
            return f"{request} is kept"
        case Reply(request, _, answer):
            return f"{request} gets {answer.choice}"
        case Release(request):
            return f"{request} is let go"
        case Carry(_, ask, answer):
            return f"{answer.choice} is carried to {ask.id}"
        case WithdrawKeys(answer_id):
            return f"keys of {answer_id} are withdrawn"
        case Tell(answer_id, outcome, _, note):
            return f"{answer_id} was {outcome}" + (f": {note}" if note else "")
        case Refuse(name, code, _):
            return f"{name} is refused: {code}"
        case Acknowledge(name):
            return f"{name} is acknowledged"
        case Perform(_, action):
            return f"{action.id} is done"
        case WaitUntilFree(session, action):
            return f"{action.id} waits for {session.name}"
        case Cancel(action_id):
            return f"{action_id} is cancelled"
        case ShowAction(progress):
            return _progress(progress)
        case SurfaceChanged(surface):
            return f"{surface} is drawn"
        case Alert(channel, ask):
            return f"{channel} tells of {ask.id}"
        case UpdateAlert(channel, ask):
            return f"{channel} tells otherwise of {ask.id}"
        case WithdrawAlert(channel, ask_id):
            return f"{channel} takes {ask_id} back"
        case Record(entry):
            return f"{type(entry).__name__} is written"
        case _:
            assert_never(effect)


_VERBS = {State.WAITING: "waits", State.WORKING: "works"}


def _progress(progress: Progress) -> str:
    name, result = progress.action.id, progress.result
    if result is None:
        return f"{name} is {progress.stage}"
    return f"{name} was {result.outcome}" + (f": {result.note}" if result.note else "")


def _shown(ask: Ask) -> str:
    if ask.ended is None:
        return f"{ask.id} is shown"
    words = [f"{ask.id} ended: {ask.ended.how}"]
    words += [ask.ended.outcome] if ask.ended.outcome else []
    return ", ".join(words)


def _difference(told: list[str], went_out: list[str]) -> str:
    lines = ["", f"{'told':40} went out"]
    for number in range(max(len(told), len(went_out))):
        left = told[number] if number < len(told) else "-"
        right = went_out[number] if number < len(went_out) else "-"
        lines.append(f"{left:40} {right}{'' if left == right else '   <<<'}")
    return "\n".join(lines)
