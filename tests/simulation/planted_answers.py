"""Bugs that somebody could write in what becomes of asks and answers."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.simulation.planted import Planted

from quarterdeck.daemon.loop import Loop
from quarterdeck.domain import acceptance, calls, evidence, objections, watch
from quarterdeck.domain.answering import Answering
from quarterdeck.domain.asks import Answer, Ask, Ended, How
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.effects import Effect, KeepOpen, Record, Release, Reply
from quarterdeck.domain.events import Answered, ChannelClosed, ToolRan, ToolRefused
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.kept_hooks import KeptHooks
from quarterdeck.domain.open_asks import OpenAsks
from quarterdeck.domain.opening import Opening
from quarterdeck.domain.screen_dialogs import ScreenDialogs
from quarterdeck.domain.sent_answers import Returning, SentAnswer, Stage
from quarterdeck.domain.sessions import Confidence, Session, Sighting, Source
from quarterdeck.domain.states import Outcome, State

# Answers that go astray


def a_second_answer_is_sent_too(patch: pytest.MonkeyPatch) -> None:
    take = Answering.take

    def careless(self: Answering, event: Answered, now: float) -> Iterator[Effect]:
        self._open_asks._sent.pop(event.answer.ask, None)
        yield from take(self, event, now)

    patch.setattr(Answering, "take", careless)


def an_answer_that_was_not_printed_yet_is_called_undelivered(patch: pytest.MonkeyPatch) -> None:
    def hasty(self: Answering, answer: Answer, now: float) -> Iterator[Effect]:
        if waiting := self._open_asks.on_its_way(answer.id):
            ask, _ = waiting
            yield from self._open_asks._reopen(ask, Outcome.NOT_DELIVERED, "", "", now)

    patch.setattr(Answering, "outcome_due", hasty)


def an_answer_goes_to_any_hook(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(KeptHooks, "of", lambda self, _: list(self)[-1:])


def every_hook_of_an_ask_is_answered(patch: pytest.MonkeyPatch) -> None:
    answer = OpenAsks.answer

    def doubled(
        self: OpenAsks, ask: Ask, given: Answer, session: Session, now: float
    ) -> Iterator[Effect]:
        for effect in answer(self, ask, given, session, now):
            yield effect
            if isinstance(effect, Reply):
                yield effect

    patch.setattr(OpenAsks, "answer", doubled)


def keys_and_a_hook_carry_the_same_answer(patch: pytest.MonkeyPatch) -> None:
    take_back = OpenAsks.take_back

    def forgetful(self: OpenAsks, channel: Channel, arrived: Ask, now: float) -> Iterator[Effect]:
        ask = self.hooks.ask_of(channel.request)
        if sent := self.sent(ask):
            self._sent[ask] = replace(sent, place=Returning(None))
        yield from take_back(self, channel, arrived, now)

    patch.setattr(OpenAsks, "take_back", forgetful)


def keys_are_pressed_for_a_dialog_that_left(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SentAnswer, "keys_may_stray", False)


def different_commands_are_one_dialog(patch: pytest.MonkeyPatch) -> None:
    def alike(self: Ask) -> tuple[str, ...]:
        return (self.session, self.subagent, self.kind)

    patch.setattr(Ask, "same_dialog", property(alike))


# Presses that nobody meant


def a_face_that_just_appeared_can_be_pressed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Guards, "of", lambda *_: 0.0)


def a_critical_ask_needs_no_confirmation(patch: pytest.MonkeyPatch) -> None:
    def lenient(ask: Ask, answer: Answer) -> tuple[str, str] | None:
        return objections.objection(ask, replace(answer, confirmed=True))

    patch.setattr("quarterdeck.domain.answering.objection", lenient)


# Words that are not true


def what_was_sent_is_accepted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(acceptance, "no_sign", lambda _: acceptance.ACCEPTED)


def a_hook_that_was_ended_has_answered(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(acceptance, "hook_ended", lambda _: acceptance.ACCEPTED)


def an_overruled_answer_counts_as_accepted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(acceptance, "overruled", lambda *_: acceptance.ACCEPTED)


def an_answer_did_what_was_done_before_it_was_printed(patch: pytest.MonkeyPatch) -> None:
    def timeless(self: SentAnswer, by: float) -> bool:
        return self.stage is Stage.PRINTED and self.sent <= by

    patch.setattr(SentAnswer, "reached", timeless)


def a_broken_connection_ends_the_ask(patch: pytest.MonkeyPatch) -> None:
    close = Answering.close

    def rash(self: Answering, event: ChannelClosed, now: float) -> Iterator[Effect]:
        channel = self._open_asks.hooks.get(event.request)
        yield from close(self, event, now)
        ask = self._open_asks.agenda.get(channel.ask) if channel else None
        if ask and not self._open_asks.is_answered(ask.id):
            over = Ended(How.TERMINAL, now, "", None, "")
            yield from self._open_asks.end(ask, over)

    patch.setattr(Answering, "close", rash)


def evidence_may_be_older_than_the_ask(patch: pytest.MonkeyPatch) -> None:
    def timeless(_: calls.Calls, event: ToolRan | ToolRefused, ask: Ask) -> bool:
        same = (ask.session, ask.subagent) == (event.session, event.subagent)
        return same and isinstance(event, ToolRan) and ask.digest == event.digest

    patch.setattr(calls.Calls, "is_about", timeless)
    patch.setattr(evidence, "_older", lambda asks, _: list(asks))


def the_end_of_a_turn_ends_what_subagents_asked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(evidence, "of_main_thread", lambda _: True)


def the_registry_is_believed_at_once(patch: pytest.MonkeyPatch) -> None:
    waits = dict.fromkeys(evidence._NO_DIALOG, 0.0)
    patch.setattr(evidence, "_NO_DIALOG", waits)
    patch.setattr(OpenAsks, "at_terminal_since", lambda _, ask: 0.0 * ask.opened)


# Agents that are held up


def a_hook_is_not_let_go(patch: pytest.MonkeyPatch) -> None:
    end = OpenAsks.end

    def keeping(self: OpenAsks, ask: Ask, ended: Ended) -> Iterator[Effect]:
        return (f for f in end(self, ask, ended) if not isinstance(f, Release))

    patch.setattr(OpenAsks, "end", keeping)


def a_gate_never_ends(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Opening, "end_gate", lambda *_: iter(()))


def an_answer_that_cannot_be_written_leaves_a_dialog_hidden(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Answering, "_uncover", lambda *_: iter(()))


def a_printing_run_is_kept(patch: pytest.MonkeyPatch) -> None:
    let_wait = Opening._let_wait

    def patient(self: Opening, channel: Channel, now: float) -> Iterator[Effect]:
        yield from let_wait(self, replace(channel, keep=Keep.RACE), now)

    patch.setattr(Opening, "_let_wait", patient)
    patch.setattr("quarterdeck.domain.opening.Keep", Everything)


class Everything:
    """A keep table that keeps everything."""

    RACE = Keep.RACE
    GATE = Keep.GATE
    CALL = Keep.CALL
    NONE = "never"


# Things that are forgotten


def a_restart_forgets_the_hooks(patch: pytest.MonkeyPatch) -> None:
    restore = OpenAsks.restore

    def hookless(self: OpenAsks, asks: tuple[Ask, ...], _: object, now: float) -> None:
        restore(self, asks, (), now)

    patch.setattr(OpenAsks, "restore", hookless)


def a_restart_forgets_the_answers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(OpenAsks, "restore_answer", lambda *_: None)


def an_ask_is_shown_before_it_is_written(patch: pytest.MonkeyPatch) -> None:
    async def backwards(self: Loop) -> None:
        effects, self._unwritten = self._unwritten, []
        for effect in effects:
            if not isinstance(effect, Record):
                self._dispatch.carry_out(effect)
        entries = [f.entry for f in effects if isinstance(f, Record)]
        if entries:
            await self._store.write(entries, self._clock())

    patch.setattr(Loop, "_carry_out", backwards)


def an_answer_is_sent_though_it_could_not_be_written(patch: pytest.MonkeyPatch) -> None:
    def stubborn(self: Loop, effects: list[Effect], why: str) -> None:
        del why
        for effect in effects:
            if isinstance(effect, Reply | KeepOpen):
                self._dispatch.carry_out(effect)
        self._unwritten = [f for f in effects if not isinstance(f, Reply | KeepOpen)]

    patch.setattr(Loop, "_hold_back", stubborn)


def an_answer_of_an_earlier_run_waits_for_the_disk(patch: pytest.MonkeyPatch) -> None:
    needs_no_journal = Loop._needs_no_journal

    def patient(self: Loop, effect: Effect) -> bool:
        return not isinstance(effect, Reply) and needs_no_journal(self, effect)

    patch.setattr(Loop, "_needs_no_journal", patient)


def an_answer_is_not_written_down(patch: pytest.MonkeyPatch) -> None:
    answer = OpenAsks.answer

    def silent(
        self: OpenAsks, ask: Ask, given: Answer, session: Session, now: float
    ) -> Iterator[Effect]:
        return (f for f in answer(self, ask, given, session, now) if not isinstance(f, Record))

    patch.setattr(OpenAsks, "answer", silent)


def a_dialog_that_left_the_screen_is_not_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ScreenDialogs, "_left", lambda *_: iter(()))


def a_screen_of_a_dead_session_is_asked_about(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ScreenDialogs, "forget", lambda *_: None)


def a_dialog_on_the_screen_is_overlooked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ScreenDialogs, "look_again", lambda *_: None)


def a_session_that_ended_lives_on(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(watch, "_over", still_idle)


def still_idle(source: Source, reason: str, at: float) -> Sighting:
    return Sighting(source, State.IDLE, at, reason, Confidence.HIGH)


def news_that_a_prompt_overtook_is_shown(patch: pytest.MonkeyPatch) -> None:
    is_old_news = OpenAsks._is_old_news

    def forgetful(self: OpenAsks, ask: Ask) -> bool:
        return self.agenda.get(ask.id) is not None and is_old_news(self, ask)

    patch.setattr(OpenAsks, "_is_old_news", forgetful)


# Each bug, a seed that finds it, and what is said of it.
PLANTED: Planted = [
    (a_second_answer_is_sent_too, 6, "was taken"),
    (an_answer_that_was_not_printed_yet_is_called_undelivered, 3, "was delivered"),
    (an_answer_goes_to_any_hook, 1, "went to hook"),
    (every_hook_of_an_ask_is_answered, 0, "is answered twice"),
    (keys_and_a_hook_carry_the_same_answer, 716, "is carried by keys and sent to"),
    (keys_are_pressed_for_a_dialog_that_left, 926, "which is over"),
    (different_commands_are_one_dialog, 49, "went to hook"),
    (a_face_that_just_appeared_can_be_pressed, 5, "a face that just appeared"),
    (a_critical_ask_needs_no_confirmation, 7, "was not confirmed"),
    (what_was_sent_is_accepted, 12, "was not accepted"),
    (a_hook_that_was_ended_has_answered, 4, "was not accepted"),
    (an_overruled_answer_counts_as_accepted, 3, "was not accepted"),
    (an_answer_did_what_was_done_before_it_was_printed, 478, "was not accepted"),
    (a_broken_connection_ends_the_ask, 0, "the agent waits"),
    (evidence_may_be_older_than_the_ask, 320, "was delivered"),
    (the_end_of_a_turn_ends_what_subagents_asked, 1, "the agent waits"),
    (the_registry_is_believed_at_once, 0, "the agent waits"),
    (a_hook_is_not_let_go, 0, "was not let go"),
    (a_gate_never_ends, 1, "was kept for too long"),
    (an_answer_that_cannot_be_written_leaves_a_dialog_hidden, 464, "was kept for too long"),
    (a_printing_run_is_kept, 5, "of a printing run was kept"),
    (a_restart_forgets_the_hooks, 55, "the agent waits"),
    (a_restart_forgets_the_answers, 511, "was taken"),
    (an_ask_is_shown_before_it_is_written, 0, "otherwise than it is in the journal"),
    (an_answer_is_sent_though_it_could_not_be_written, 6700, "is sent and not in the journal"),
    (an_answer_is_not_written_down, 0, "is sent and not in the journal"),
    (an_answer_of_an_earlier_run_waits_for_the_disk, 2017, "still on their way"),
    (a_dialog_that_left_the_screen_is_not_forgotten, 470, "shown as waiting"),
    (a_screen_of_a_dead_session_is_asked_about, 76, "nobody waits"),
    (a_dialog_on_the_screen_is_overlooked, 288, "stands on a screen, not shown"),
    (a_session_that_ended_lives_on, 1, "is dead and idle"),
    (news_that_a_prompt_overtook_is_shown, 0, "there was a prompt since"),
]
