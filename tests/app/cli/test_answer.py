"""`qd answer`: one ask, one choice, one truthful word about it."""

import json

import pytest
from tests.app.cli.asked import asked
from tests.app.cli.conftest import Qd
from tests.stage.daemon import Agent, StagedDaemon, question


@pytest.fixture(scope="module")
def agent(daemon: StagedDaemon) -> Agent:
    return daemon.agent("answer")


def test_an_answer_is_taken_and_said(qd: Qd, daemon: StagedDaemon, agent: Agent) -> None:
    one = asked(daemon, agent)

    def go_on() -> None:
        assert one.hook.reply()["decision"] == {"behavior": "allow"}
        agent.tell(
            "PostToolUse",
            tool_name="Bash",
            tool_input={"command": one.ask["text"]},
            tool_use_id=one.call,
        )

    with daemon.meanwhile(go_on):
        told = qd("answer", one.id, "allow", "--json")
    assert told.code == 0
    assert json.loads(told.out)["outcome"] == "accepted"
    again = qd("answer", one.id, "allow")
    assert again.code == 4
    assert again.err.startswith("qd: This ask is no longer open")


def test_nobody_can_tell_is_an_exit_code_of_its_own(
    qd: Qd, daemon: StagedDaemon, agent: Agent
) -> None:
    one = asked(daemon, agent)
    told = qd("answer", one.id, "allow")
    assert told.code == 5
    assert told.out.startswith("It was sent, but nobody can tell whether the agent took it")
    assert one.hook.reply()["decision"] == {"behavior": "allow"}


def test_a_critical_ask_wants_a_yes(qd: Qd, daemon: StagedDaemon, agent: Agent) -> None:
    one = asked(daemon, agent, "rm -rf / # answered")
    told = qd("answer", one.id, "allow")
    assert told.code == 1
    assert "Add --yes if you do." in told.err
    assert one.is_open(daemon)
    one.ran()


def test_an_ask_that_is_not_there_is_not_found(qd: Qd) -> None:
    for name in ("zzz", "a/b", "a b", "../../etc", "a\udcff", "%2e"):
        told = qd("answer", name, "allow")
        assert told.code == 4
        assert told.err.startswith("qd: There is no ask ")


def test_no_name_is_no_ask(qd: Qd, daemon: StagedDaemon, agent: Agent) -> None:
    one = asked(daemon, agent)
    for words in (["answer", "", "allow"], ["snooze", ""]):
        told = qd(*words)
        assert (told.code, told.err.splitlines()[0]) == (2, "qd: Which ask?")
    assert one.is_open(daemon)
    one.ran()


def test_a_choice_that_is_not_there_is_named(qd: Qd, daemon: StagedDaemon, agent: Agent) -> None:
    one = asked(daemon, agent)
    told = qd("answer", one.id, "perhaps")
    assert told.code == 1
    assert "'perhaps' is not a choice here; there are: allow, deny" in told.err
    near = qd("answer", one.id, "alow")
    assert near.err.splitlines()[1] == "    Did you mean allow?"
    one.ran()


def test_a_number_that_no_option_has_is_refused_with_the_options(
    qd: Qd, daemon: StagedDaemon
) -> None:
    agent = daemon.agent("two")
    hook = agent.questions(question("Which?", "Red", "Blue"))
    ask = str(daemon.wait_ask("question")["id"])
    told = qd("answer", ask, "submit", "--answer", "5")
    assert told.code == 2
    assert told.err == (
        "qd: '5' is not an option of 'Which?'.\n"
        "    There are: 1. Red, 2. Blue. Use --own for your own words.\n"
    )
    words = qd("answer", ask, "chat")
    assert (words.code, words.err.splitlines()[1]) == (
        1,
        "    Add --text 'what to tell the agent'.",
    )
    agent.tell("Stop")
    assert hook.reply() == {}


def test_questions_are_answered_by_number_and_by_text(qd: Qd, daemon: StagedDaemon) -> None:
    agent = daemon.agent("questions")
    own = [question("Which?", "Red", "Blue"), question("More?", "A", "B", "C", several=True)]
    hook = agent.questions(*own, question("Why?", "Because"))
    ask = str(daemon.wait_ask("question")["id"])
    few = qd("answer", ask, "submit", "--answer", "1")
    assert (few.code, few.err.splitlines()[0]) == (2, "qd: There are 3 questions and 1 answers.")
    given = ("--answer", "2", "--answer", "1,3", "--own", "I say so")
    answers: list[object] = []

    def go_on() -> None:
        answers.append(hook.reply()["decision"]["updatedInput"]["answers"])
        agent.close()

    with daemon.meanwhile(go_on):
        assert qd("answer", ask, "submit", *given).code == 5
    assert answers == [{"Which?": "Blue", "More?": "A, C", "Why?": "I say so"}]


def test_a_text_of_broken_bytes_is_refused_with_a_sentence(
    qd: Qd, daemon: StagedDaemon, agent: Agent
) -> None:
    one = asked(daemon, agent)
    told = qd("answer", one.id, "deny", "--text", "a\udcffb")
    assert told.code == 1
    assert told.err.startswith("qd: The body is not JSON")
    one.ran()
