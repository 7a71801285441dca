"""The public JSON: the words of the contract, whatever is inside."""

import json
from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stories.happened import an_ask, asked, breaks
from tests.stories.story import RULES

from quarterdeck.boards.hues import SESSIONS
from quarterdeck.domain.ask_bodies import Field, Kind, Note, Option, Permission, Question, Trouble
from quarterdeck.domain.asks import Answer, Ended, FromHook, How
from quarterdeck.domain.ids import MAIN, AnswerId, AskId, SessionId
from quarterdeck.domain.journal import NOTHING
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Facts, Process, Session, Terminal
from quarterdeck.domain.shown import Change, Hunk, Shown, Span
from quarterdeck.domain.states import Outcome, State
from quarterdeck.domain.watch import Watch
from quarterdeck.doors.http.wire import (
    BadRequest,
    ask_json,
    current_ask_json,
    ended_json,
    read_answer,
    session_json,
    terminal_json,
)

ASK = "id session subagent kind priority title text tool input risk choices opened ended"
SESSION = (
    "id name host agent agent_session keyboard_id pid cwd branch state since reason mode model"
    " last_message terminal colour"
)


def a_session(facts: Facts, colour: int = 0) -> Session:
    here = Process("here", 7, 9)
    return Session(SessionId("s1"), here, "claude", "n", colour, facts, State.IDLE, 1.0, "r", ())


def test_an_ask_has_the_parts_of_the_contract() -> None:
    shown = ask_json(an_ask("a", level=Level.HIGH), None, None)
    assert set(ASK.split()) <= set(shown)
    risk = shown["risk"]
    assert isinstance(risk, dict)
    assert (risk["level"], risk["reason"]) == ("high", "a reason")
    assert {"questions", "plan", "deadline"}.isdisjoint(shown)
    json.dumps(shown)


def test_an_ask_says_what_is_to_be_judged_in_it() -> None:
    text = Shown("cd b; rm -rf ../c", (Span(6, 17),), (6,), 0)
    change = Change("/a", new=True, hunks=(Hunk(0, 1, ("+x",)),), cut=3)
    body = Permission(input={}, risk=None, rule=None, shown=text, change=change)
    origin = FromHook(subagent=MAIN, prompt="", cwd="/srv", use=None, body=body)
    shown = ask_json(replace(an_ask("a"), origin=origin), None, None)
    assert shown["cwd"] == "/srv"
    assert shown["shown"] == {"marks": [[6, 17]], "breaks": [6], "cut": 0}
    hunks = [{"old": 0, "new": 1, "lines": ["+x"]}]
    assert shown["change"] == {"path": "/a", "new": True, "hunks": hunks, "cut": 3}


def test_a_finished_turn_says_whether_it_succeeded() -> None:
    done, body = an_ask("a", kind=Kind.DONE), Note(Kind.DONE, Trouble.TESTS)
    origin = FromHook(subagent=MAIN, prompt="", cwd="", use=None, body=body)
    told = [ask_json(ask, None, None) for ask in (done, replace(done, origin=origin))]
    ends = [(ask["succeeded"], ask["trouble"]) for ask in told]
    assert ends == [(True, None), (False, "tests")]


def test_what_only_some_asks_have_is_there_when_they_do() -> None:
    question = Question("Q?", "h", (Option("l", "d", "p"),), multi=True)
    ask = an_ask("a", kind=Kind.QUESTION, questions=(question,), deadline=9.0)
    shown = ask_json(ask, None, 5.0)
    assert shown["questions"] == [
        {
            "question": "Q?",
            "header": "h",
            "multi": True,
            "free_text": True,
            "options": [{"label": "l", "description": "d", "preview": "p"}],
        }
    ]
    assert (shown["deadline"], shown["snoozed_until"]) == (9.0, 5.0)
    assert Field("n", "l", "enum", True, ("x",)).options == ("x",)


def test_an_answer_on_its_way_is_told() -> None:
    answer = Answer(AnswerId("w"), AskId("a"), "allow", "", MappingProxyType({}), True, "cli", 1.0)
    assert ask_json(an_ask("a"), answer, None)["answering"] == {"choice": "allow", "by": "cli"}


def test_an_ask_is_held_while_a_hook_waits_for_its_answer() -> None:
    ask, watch = an_ask("a"), Watch(RULES, NOTHING, 0.0)
    watch.handle(asked(ask, "hook")(1.0), 1.0)
    assert current_ask_json(ask, watch.view())["held"] is True
    watch.handle(breaks("hook")(2.0), 2.0)
    assert current_ask_json(ask, watch.view())["held"] is False


def test_an_end_says_how() -> None:
    assert ended_json(None) is None
    ended = ended_json(Ended(How.TERMINAL, 2.0, "", Outcome.UNKNOWN, ""))
    assert ended == {"how": "terminal", "at": 2.0, "by": None, "outcome": "unknown", "note": None}


def test_a_session_has_the_parts_of_the_contract() -> None:
    shown = session_json(a_session(Facts(cost=1.5)))
    assert set(SESSION.split()) <= set(shown)
    assert (shown["cost"], shown["terminal"]) == (1.5, None)
    assert "context" not in shown
    json.dumps(shown)


def test_the_eleventh_session_has_the_first_colour_again() -> None:
    colours = [session_json(a_session(Facts(), n))["colour"] for n in range(11)]
    assert colours[:10] == list(SESSIONS)
    assert colours[10] == colours[0]


def test_a_terminal_is_a_pane_or_something_else() -> None:
    pane = terminal_json(Terminal("/t/s", 1, pane="%3"))
    assert pane
    assert (pane["kind"], pane["pane"]) == ("tmux", "%3")
    other = terminal_json(Terminal(iterm_pane="w0"))
    assert other
    assert (other["kind"], other["iterm_pane_id"]) == ("other", "w0")


def test_answers_may_be_labels_texts_numbers_and_yes_or_no() -> None:
    given = {"a": "x", "b": ["x", "y"], "c": True, "d": 3, "e": 0.5}
    _, _, answers, _ = read_answer({"choice": "submit", "answers": given})
    assert answers == {"a": "x", "b": ("x", "y"), "c": "true", "d": "3", "e": "0.5"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(
    JSON | st.dictionaries(st.sampled_from(["choice", "text", "answers", "confirm", "id"]), JSON)
)
def test_no_body_raises_anything_but_a_sentence(body: object) -> None:
    try:
        choice, text, _, confirm = read_answer(body)
    except BadRequest as refused:
        said = str(refused)
        assert said.endswith(".")
    else:
        assert choice
        assert isinstance(text, str)
        assert confirm in (True, False)


@pytest.mark.parametrize("confirm", [1, "true", None, []])
def test_only_true_confirms(confirm: object) -> None:
    with pytest.raises(BadRequest, match="'confirm' must be true or false"):
        read_answer({"choice": "allow", "confirm": confirm})
