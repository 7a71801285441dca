"""The promises, held against the truth at every word that goes out."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, assert_never

from tests.fakes.store import MemoryStore
from tests.simulation.action_promises import ActionPromises
from tests.simulation.alert_promises import AlertPromises
from tests.simulation.broken import hold
from tests.simulation.rights import may_allow
from tests.simulation.truth import Dialog, Press, Truth, Verdict, verdict_of

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Answer, Ask, Ended, How
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.choices import Meaning
from quarterdeck.domain.events import PromptSubmitted
from quarterdeck.domain.ids import AnswerId, AskId, CallId, RequestId, SessionId
from quarterdeck.domain.journal import (
    AnswerWritten,
    AskEnded,
    AskWritten,
    Entry,
    OutcomeWritten,
    Remembered,
    SessionWritten,
)
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome, State
from quarterdeck.domain.watch import View

if TYPE_CHECKING:
    from tests.simulation.agents import Agent

AGREED_WITHIN = 0.3  # two equal decisions that close together leave one trace
GUARD = 0.5
HELD = 0.74  # a second, less what a surface's word may come late
HANDLED_WITHIN = 0.5  # what the daemon heard
CALL_BEFORE = 0.1  # a call begins at most so long before its dialog


class Promises:
    """Compares what the daemon writes, says and shows with what is true."""

    def __init__(self, truth: Truth) -> None:
        self._truth = truth
        self._journal = MemoryStore()  # all that was ever written, whatever disk it lies on
        self._were: set[tuple[str, State | Ended | None]] = set()  # what could be read in it
        self._heard: dict[CallId, tuple[int, float]] = {}  # in which run, and when
        self._over: dict[CallId, tuple[int, float]] = {}
        self._prompted: dict[tuple[SessionId, int], float] = {}  # the latest that a run heard of
        self._carried: dict[AnswerId, int] = {}
        self.actions = ActionPromises(truth)
        self.alerts = AlertPromises(self._journal.asks)
        self.run = 0
        self.agreed = 0  # outcomes that only a mind reader could tell apart

    # The journal

    def remembered(self, found: Remembered) -> None:
        """A daemon starts: it knows what was written, no more and no less."""
        self.run += 1
        self.actions.run = self.run
        wanted = self._journal.remembered()
        for part in (
            "sessions",
            "asks",
            "channels",
            "answers",
            "snoozed",
            "actions",
            "devices",
            "alerts",
        ):
            left, right = (sorted(getattr(store, part), key=repr) for store in (wanted, found))
            hold(left == right, f"the store forgot or invented {part}: {left} {right}")

    async def written(self, entries: Sequence[Entry], now: float) -> None:
        """Entries are on the disk."""
        await self._journal.write(entries, now)
        for entry in entries:
            self.actions.written(entry, now)
            match entry:
                case AnswerWritten(answer):
                    self._given(answer)
                case SessionWritten(session):
                    self._were.add((session.id, session.state))
                case AskWritten(ask):
                    self._were.add((ask.id, ask.ended))
                case AskEnded(ask_id, ended):
                    self._were.add((ask_id, ended))
                    self._ended(ask_id, ended, now)
                case OutcomeWritten(answer, outcome):
                    self._outcome(answer, outcome)
                case _:
                    pass

    # What is shown

    def ask_shown(self, ask: Ask) -> None:
        """Nothing is shown that is not in the journal."""
        written = (ask.id, ask.ended) in self._were
        hold(written, f"{ask.id} is shown otherwise than it is in the journal")

    def session_shown(self, session: Session) -> None:
        """Nothing is shown that is not in the journal."""
        written = (session.id, session.state) in self._were
        hold(written, f"{session.id} is shown otherwise than it is in the journal")

    # What is sent

    def heard_start(self, call: CallId, run: int, now: float) -> None:
        """The daemon was told that a call begins."""
        self._heard[call] = run, now

    def heard_end(self, call: CallId | None, run: int, now: float) -> None:
        """The daemon was told that a call is over."""
        if call:
            self._over.setdefault(call, (run, now))

    def heard_prompt(self, event: PromptSubmitted, run: int) -> None:
        """The daemon was told that an agent was given something to do."""
        key = event.session, run
        self._prompted[key] = max(event.at, self._prompted.get(key, 0.0))

    def replied(self, request: RequestId, ask: Ask, answer: Answer, now: float) -> None:
        """An answer goes only to the ask that was pressed, once, as it was pressed."""
        self._meant(ask, answer, now)
        hook = self._truth.hooks[request]
        hold(not hook.answering, f"{request} is answered twice")
        carried = self._carried.get(answer.id) == self.run
        hold(not carried, f"{answer.id} is carried by keys and sent to {request}")
        asked = self._truth.dialog_of[ask.id]
        hold(hook.dialog.face == asked.face, f"{answer.id} for {ask.id} went to {request}")
        # Forms do not tell by which call they are wanted.
        of_call = asked.kind is not Kind.ELICITATION
        run, heard = self._heard.get(hook.dialog.call, (None, inf))
        # Things are decided in the order in which they are heard, however slow the disk is.
        told_apart = of_call and run == self.run and heard < answer.at
        exact = hook.dialog is asked or not told_apart
        hold(exact, f"{answer.id} for {ask.id} went to an identical later call")

    def carries(self, ask: Ask, answer: Answer, now: float) -> Dialog | None:
        """The dialog for which keys are meant: one that is not known to be gone."""
        self._meant(ask, answer, now)
        self._carried[answer.id] = self.run
        run, heard = self._over.get(ask.call, (None, inf)) if ask.call else (None, inf)
        gone = run == self.run and heard + HANDLED_WITHIN < now
        hold(not gone, f"keys of {answer.id} are pressed for {ask.call}, which is over")
        return self._truth.dialog_of.get(ask.id)

    def printed(self, dialog: Dialog, ask: Ask, answer: Answer) -> None:
        """A hook hands an answer to its agent: the only one that can count."""
        del ask
        for earlier in dialog.printed:
            refused = self._journal.outcomes.get(earlier) is Outcome.NOT_DELIVERED
            same = earlier == answer.id
            hold(refused or same, f"{earlier} and {answer.id} were both given to {dialog.call}")

    def _meant(self, ask: Ask, answer: Answer, now: float) -> None:
        press = self._pressed(answer)
        hold(answer.ask == ask.id, f"{answer.id} was for {answer.ask} and went to {ask.id}")
        hold(answer.id in self._journal.answers, f"{answer.id} is sent and not in the journal")
        early = press.on_surface and (press.seen is None or now - press.seen < GUARD)
        hold(not early, f"{answer.id} was given to a face that just appeared")
        allows = verdict_of(ask, answer) is Verdict.ALLOW
        hold(
            not (allows and ask.critical and not answer.confirmed), f"{answer.id} was not confirmed"
        )

    def _pressed(self, answer: Answer) -> Press:
        """The press that an answer comes from; whether it counts as a hold is the daemon's word."""
        press = self._truth.presses.get(answer.id)
        hold(press is not None, f"nobody pressed {answer}")
        assert press is not None
        plain = replace(answer, by_hand=False)
        given = replace(plain, confirmed=False) if press.on_surface else plain
        hold(press.answer == given, f"nobody pressed {answer}: {press.answer}")
        return press

    def _given(self, answer: Answer) -> None:
        """An answer counts: somebody who may gave it, to what they saw, and held what must be."""
        press = self._pressed(answer)
        hold(press.genuine, f"{answer.id} was given to a face that was not shown")
        short = press.on_surface and answer.confirmed and press.held < HELD
        hold(not short, f"{answer.id} counts as held, and was down for {press.held} s")
        ask = self._journal.asks[answer.ask]
        choice = ask.choice(answer.choice)
        allows = choice is not None and choice.meaning is Meaning.ALLOWS
        level = ask.risk.level if ask.risk and allows else None
        may = may_allow(press.caller, level, self.actions.devices)
        hold(may, f"{press.caller.name} may not give {answer.id}")

    # What is said

    def _outcome(self, name: AnswerId, outcome: Outcome) -> None:
        press = self._truth.presses[name]
        dialog = self._truth.dialog_of.get(press.answer.ask)
        if dialog is None or press.answer.choice in ("dismiss", "focus"):
            return
        taken = self._truth.taken(name)
        match outcome:
            case Outcome.ACCEPTED:
                likely = self._truth.taken_by_a_twin(name) or self._agrees(dialog, press.answer)
                given = dialog.printed.get(name, press.answer.at)
                likely = likely or _another_left(dialog, given)
                hold(taken or likely, f"{name} was not accepted")
            case Outcome.NOT_DELIVERED:
                hold(not taken, f"{name} was delivered")
            case Outcome.BLOCKED | Outcome.UNKNOWN:
                pass
            case _:
                assert_never(outcome)

    def _agrees(self, dialog: Dialog, answer: Answer) -> bool:
        """Whether the terminal decided the same at the same moment: no trace tells them apart."""
        ask, decision = self._journal.asks[answer.ask], dialog.decision
        printed = dialog.printed.get(answer.id)
        if decision is None or printed is None or decision.answer is not None:
            return False
        self.agreed += 1
        verdict = verdict_of(ask, answer)
        if verdict is Verdict.STOP and dialog.cut_short:
            return True
        return printed - decision.at <= AGREED_WITHIN and decision.verdict is verdict

    def _ended(self, name: AskId, ended: Ended, now: float) -> None:
        dialog = self._truth.dialog_of.get(name)
        if dialog is None:
            return
        told = f"{name} ended: {ended.how}, but"
        over = not dialog.waits
        match ended.how:
            case How.TERMINAL | How.INTERRUPTED if ended.outcome is Outcome.UNKNOWN:
                pass
            case How.TERMINAL | How.INTERRUPTED:
                hold(over, f"{told} the agent waits")
                ours = dialog.decision and dialog.decision.answer
                here = ours and self._meant_for(ours) == name
                hold(not here or ended.outcome is not None, f"{told} {ours} was taken")
                # Keys that were meant for an identical dialog leave no trace at this one.
                strayed = ours and self._truth.dialog_of[self._meant_for(ours)] is not dialog
                if ended.how is How.INTERRUPTED and not self._clouded(dialog) and not strayed:
                    hold(_interrupted(dialog), f"{told} it was not")
            case How.REPLACED | How.GONE:
                alike = self._journal.asks[name].sign and _reads_the_same(dialog, ended.at)
                hold(bool(over or alike), f"{told} the agent waits")
            case How.EXPIRED:
                hold(dialog.deadline is not None and now >= dialog.deadline, f"{told} too soon")
            case How.DISMISSED:
                dismissed = any(
                    p.answer.ask == name and p.answer.choice == "dismiss"
                    for p in self._truth.presses.values()
                )
                hold(dismissed, f"{told} nobody dismissed it")
            case How.ANSWERED:
                hold(ended.outcome in (Outcome.ACCEPTED, Outcome.UNKNOWN), f"{told} how?")
            case _:
                assert_never(ended.how)

    def _meant_for(self, answer: AnswerId) -> AskId:
        return self._truth.presses[answer].answer.ask

    def _clouded(self, dialog: Dialog) -> bool:
        """Whether a hook was lost or late since its call began."""
        return dialog.agent.clouded >= dialog.opened - CALL_BEFORE

    # When all is quiet

    def kept_to_time(self) -> None:
        """No hook that hides a dialog had to let itself go."""
        for hook in self._truth.hooks.values():
            hold(not hook.overstayed, f"{hook.request} was kept for too long")
            printing = hook.keep is Keep.NONE and hook.kept
            hold(not printing, f"{hook.request} of a printing run was kept")

    def quiet(self, view: View) -> None:
        """What is shown is what is so, and nobody waits to hear what became of an answer."""
        self.actions.quiet(view)
        self.alerts.quiet()
        hold(not view.answering, f"still on their way: {sorted(view.answering)}")
        shown = {ask.id for ask in view.asks}
        for ask in view.asks:
            dialog = self._truth.dialog_of.get(ask.id)
            if dialog and not self._clouded(dialog) and not _behind_another(dialog):
                stands = dialog.waits or (ask.sign and _looks_the_same(dialog))
                hold(bool(stands), f"{ask.id} is shown, and nobody waits")
            self._is_news(ask)
        for dialog in self._truth.dialogs:
            if dialog.waits and not self._clouded(dialog):
                self._found(dialog, shown)
        self._hooks_let_go(shown)
        for agent in self._truth.agents.values():
            self._screen_told(agent, view)
        for session in view.sessions:
            self._state(session, view)

    def _is_news(self, ask: Ask) -> None:
        """Nobody is told how a turn ended after the next has begun, as far as this run knows."""
        prompted = self._prompted.get((ask.session, self.run), 0.0)
        old = ask.kind is Kind.DONE and ask.opened < prompted
        hold(not old, f"{ask.id} is shown, and there was a prompt since")

    def shown_everywhere(self, view: View, name: str, shown: Iterable[AskId]) -> None:
        """Every surface shows the same agenda."""
        missing = {ask.id for ask in view.asks if ask.id not in view.snoozed} ^ set(shown)
        hold(not missing, f"{name} does not show what waits: {missing}")

    def _found(self, dialog: Dialog, shown: set[AskId]) -> None:
        """A dialog that waits is shown, unless no hook of it came through or it was answered."""
        heard = [h for h in dialog.hooks if h.heard and h.keep is not Keep.NONE]
        channels = self._journal.channels
        asks = [self._journal.asks[channels[h.request].ask] for h in heard if h.request in channels]
        names = {ask.id for ask in asks}
        doubtful = any(
            press.answer.ask in names and self._journal.outcomes.get(name) is Outcome.UNKNOWN
            for name, press in self._truth.presses.items()
        )
        put_away = any(a.ended and a.ended.how in (How.DISMISSED, How.EXPIRED) for a in asks)
        seen = any(self._truth.dialog_of.get(name) is dialog for name in shown)
        found = not heard or seen or names & shown
        hold(bool(found or doubtful or put_away), f"{dialog.call} waits and is not shown")

    def _screen_told(self, agent: "Agent", view: View) -> None:
        """A dialog that stands on a screen is shown, or something else that may be it."""
        dialog = agent.screen
        known = any(session.id == agent.session for session in view.sessions)
        if dialog is None or not dialog.visible or not known:
            return
        mine = [a for a in view.asks if a.session == agent.session]
        told = any(a.kind.is_decision or a.kind is Kind.FALLBACK for a in mine)
        hold(told or self._was_put_away(dialog), f"{dialog.call} stands on a screen, not shown")

    def _was_put_away(self, dialog: Dialog) -> bool:
        """Whether somebody dismissed what looks like this, or an answer's end is not known."""
        asks = [self._journal.asks[n] for n in self._journal.asks if self._reads_like(n, dialog)]
        over = [a.ended for a in asks if a.ended]
        return any(e.how in (How.DISMISSED, How.EXPIRED) or e.outcome for e in over)

    def _reads_like(self, name: AskId, dialog: Dialog) -> bool:
        other = self._truth.dialog_of.get(name)
        return other is not None and other.face == dialog.face

    def _hooks_let_go(self, shown: set[AskId]) -> None:
        held = [h for h in self._truth.hooks.values() if h.heard and not h.over]
        for hook in held:
            channel = self._journal.channels.get(hook.request)
            hold(channel is not None and channel.ask in shown, f"{hook.request} was not let go")

    def _state(self, session: Session, view: View) -> None:
        agent = self._truth.agents[session.id]
        if not agent.alive:
            hold(session.state is State.ENDED, f"{session.id} is dead and {session.state}")
            return
        asks = [a for a in view.asks if a.session == session.id and a.kind.is_decision]
        waits = any(a.id not in view.answering for a in asks)
        wanted = State.WAITING if waits else agent.registry[0]
        hold(session.state is wanted, f"{session.id} is {wanted} and shown as {session.state}")


def _looks_the_same(dialog: Dialog) -> bool:
    """Whether an identical later dialog took its place on the screen."""
    now = dialog.agent.screen
    return now is not None and now.visible and now.face == dialog.face


def _reads_the_same(dialog: Dialog, at: float) -> bool:
    """Whether another dialog was about the same then: a screen does not tell whose it is."""
    others = (d for d in dialog.agent.all_dialogs if d is not dialog and d.stood_at(at))
    return any(_reading(d) == _reading(dialog) for d in others)


def _reading(dialog: Dialog) -> tuple[bool, str]:
    """What a screen tells of a dialog: whether a tool may run, or what else is asked."""
    return dialog.kind is Kind.PERMISSION, dialog.command


def _behind_another(dialog: Dialog) -> bool:
    """Whether the registry shows another dialog of the same agent, and so cannot tell of this."""
    return any(other.visible for other in dialog.agent.dialogs)


def _another_left(dialog: Dialog, since: float) -> bool:
    """Whether another dialog of the agent left just then: the registry shows them as one."""
    others = (d.decision for d in dialog.agent.all_dialogs if d is not dialog)
    return any(d and since - 0.3 <= d.at <= since + 1.0 for d in others)


def _interrupted(dialog: Dialog) -> bool:
    stopped = dialog.decision is not None and dialog.decision.verdict is Verdict.STOP
    return stopped or dialog.gone is not None or dialog.cut_short
