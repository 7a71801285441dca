"""The watch as a whole: it takes whatever comes, and never half-changes."""

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.stories import happened as w
from tests.stories.happened import Happened, an_ask
from tests.stories.story import RULES, Story, facing

from quarterdeck.domain.actions import Focus, Interrupt, Keys, Send
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.effects import Perform, Record, Reply, ShowAsk
from quarterdeck.domain.events import TimePassed
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.journal import (
    NOTHING,
    ActionWritten,
    AnswerWritten,
    AskEnded,
    AskWritten,
)
from quarterdeck.domain.sessions import Source
from quarterdeck.domain.states import Outcome, State
from quarterdeck.domain.watch import Watch

ASKS = [
    an_ask(f"{kind} {thread or 'main'}", kind=kind, subagent=thread, command=command)
    for kind in (Kind.PERMISSION, Kind.PLAN, Kind.DONE, Kind.FALLBACK)
    for thread in ("", "helper")
    for command in ("ls", "pwd")
]
ask = st.sampled_from(ASKS)
hook = st.sampled_from(["hook 1", "hook 2", "hook 3", ""])
call = st.sampled_from(["call 1", "call 2"])
name = st.sampled_from(["answer 1", "answer 2", "answer 3"])
choice = st.sampled_from(["allow", "deny", "deny_stop", "approve", "dismiss", "focus", "maybe"])
surface = st.sampled_from(["deck", "phone"])
held = st.sampled_from([None, 0.5, 1.0])
do = st.sampled_from([Send("go on"), Keys(("Enter",)), Interrupt(), Focus()])
caller = st.sampled_from([w.CLI, w.AGENT, w.a_device("tablet").caller()])

HAPPENINGS: st.SearchStrategy[Happened] = st.one_of(
    st.builds(w.asked, ask, hook, st.sampled_from(Keep)),
    st.builds(w.starts, ask, call),
    st.builds(w.runs, ask, call | st.just("")),
    st.builds(w.refused, ask, call, interrupted=st.booleans()),
    st.builds(w.wrote_down, ask, allowed=st.booleans()),
    st.builds(w.passed_over, ask),
    st.builds(w.answered, ask, choice, name, confirmed=st.booleans()),
    st.builds(
        lambda ask, *more, **ways: w.pressed(ask, ask.choices[0].id, *more, **ways),
        ask,
        name,
        surface=surface,
        held=held,
    ),
    st.builds(lambda ask, where: w.holds(ask, ask.choices[0].id, where), ask, surface),
    st.builds(w.shows, ask, surface=surface, key=st.sampled_from(["", "1"])),
    st.builds(w.joins, surface),
    st.builds(w.surface_left, surface),
    st.builds(w.surface_hidden, surface),
    st.builds(w.wanted, do, name, patience=st.sampled_from([0.0, 5.0]), by=caller),
    st.builds(w.done, name, st.sampled_from(Outcome)),
    st.builds(w.free, name),
    st.builds(w.pasted, name),
    st.builds(w.withdrawn, name),
    st.builds(w.paired, st.just(w.a_device("tablet"))),
    st.builds(w.revoked, st.just("tablet")),
    st.builds(w.delivered, name, st.sampled_from(Outcome)),
    st.builds(w.printed, hook),
    st.builds(w.breaks, hook),
    st.builds(w.terminated, hook),
    st.builds(w.sighted, st.sampled_from(Source), st.sampled_from(State)),
    st.builds(w.snoozed, ask, st.floats(0, 10)),
    st.builds(w.journal_failed, name, actions=st.tuples(name)),
    st.builds(w.subagent_ends, st.just("helper")),
    st.sampled_from(
        [
            w.noted(),
            w.turn_ends(),
            w.prompted(),
            w.cleared(),
            w.says_goodbye(),
            w.process_ends(),
            w.form_ends(w.an_ask("form")),
            w.surface_seen(),
            lambda _: TimePassed(),
        ]
    ),
)
STEPS = st.lists(st.tuples(st.floats(0.0, 3.0), st.floats(0.0, 1.0), HAPPENINGS), max_size=40)


@settings(max_examples=150)
@given(STEPS)
def test_whatever_comes_in_the_watch_goes_on(
    steps: list[tuple[float, float, Happened]],
) -> None:
    watch, now = Watch(RULES, NOTHING, 0.0), 0.0
    written: set[str] = set()
    for pause, lateness, happened in steps:
        now += pause
        for effect in watch.handle(happened(now - lateness), now):
            if isinstance(effect, Record):
                written |= names_in(effect.entry)
            elif isinstance(effect, ShowAsk):
                assert effect.ask.id in written, "an ask is written down before it is shown"
            elif isinstance(effect, Reply):
                assert effect.answer.id in written, "an answer is written down before it is sent"
                assert effect.answer.ask == effect.ask.id
            elif isinstance(effect, Perform):
                assert effect.action.id in written, "an action is written down before it is done"
        view = watch.view()
        assert len({a.id for a in view.asks}) == len(view.asks)
        assert all(a.ended is None for a in view.asks)
        assert set(view.answering) <= {a.id for a in view.asks}


def names_in(entry: object) -> set[str]:
    match entry:
        case AskWritten(written):
            return {written.id}
        case AskEnded(ended):
            return {ended}
        case AnswerWritten(answer):
            return {answer.id}
        case ActionWritten(action):
            return {action.id}
        case _:
            return set()


def test_what_was_seen_before_does_not_change_under_who_looks() -> None:
    ls = an_ask("ls")
    story = facing(ls)
    (story >> w.snoozed(ls, 7.0)).forget()
    (story >> w.answered(ls, "allow")).forget()
    seen = story.view()
    (story >> w.process_ends()).forget()
    assert [session.state for session in seen.sessions] == [State.WORKING]
    assert [ask.id for ask in seen.asks] == ["ls"]
    assert [answer.id for answer in seen.answering.values()] == ["answer"]
    assert list(seen.snoozed) == ["ls"]


def test_asks_of_a_session_that_nobody_knows_are_shown_and_cannot_be_answered() -> None:
    stray = an_ask("stray", session=SessionId("nobody"))
    (
        Story()
        >> w.asked(stray, "hook")
        << "stray is shown"
        << "hook is kept"
        >> w.answered(stray, "allow")
        << "answer is refused: not_open"
    ).ends()


def test_the_next_thing_that_is_due_is_known() -> None:
    story = Story()
    assert story.watch.next_due() is None
    (story >> w.asked(an_ask("ls")) << "ls is shown" << "desk waits").ends()
    (story >> w.snoozed(an_ask("ls"), 7.0) << "ls is shown").ends()
    assert story.watch.next_due() == story.now + 7.0
