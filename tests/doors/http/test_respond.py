"""One text to one agent: every way in which it can end, each from its real cause."""

import json
import os
import signal
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psutil
import pytest
from tests.stage.agent_name import called_claude
from tests.stage.daemon import Agent, question
from tests.stage.tmux_daemon import Json, TmuxDaemon, await_event
from tests.stage.until import until

from quarterdeck.agents.claude.hook_asks import Stamp, ask_of
from quarterdeck.domain.ids import AskId, SessionId
from quarterdeck.doors.http.respond import STATUS, answer_for
from quarterdeck.terminals.tmux.results import TmuxBridgeErrorType


def failure(answer: tuple[int, Json]) -> tuple[int, str]:
    """Status and cause of a refusal."""
    status, told = answer
    assert told["status"] == "error"
    assert told["message"]
    return status, told["error_type"]


def played(tmux_daemon: TmuxDaemon) -> tuple[Agent, str]:
    """An agent without a pane whose hooks are kept, and the id of its session."""
    agent = tmux_daemon.daemon.agent("shop")
    [session] = tmux_daemon.daemon.client.list("/api/sessions")
    return agent, str(session["id"])


@contextmanager
def responding(
    tmux_daemon: TmuxDaemon, *words: str, **more: str
) -> Iterator[list[tuple[int, Json]]]:
    """A text on its way meanwhile, and afterwards what became of it."""
    told: list[tuple[int, Json]] = []
    thread = threading.Thread(target=lambda: told.append(tmux_daemon.respond(*words, **more)))
    thread.start()
    yield told
    thread.join(20)


@contextmanager
def unreachable(tmux_daemon: TmuxDaemon) -> Iterator[None]:
    """The socket of the tmux server is not where it was meanwhile."""
    socket = Path(tmux_daemon.tmux_server.socket)
    away = socket.rename(socket.with_name("away"))
    yield
    away.rename(socket)


def turns(tmux_daemon: TmuxDaemon) -> list[Json]:
    """The turns in the journal."""
    with closing(sqlite3.connect(tmux_daemon.daemon.paths.journal)) as base:
        rows = base.execute("SELECT data FROM journal WHERE kind = 'TurnWritten'")
        return [json.loads(row[0]) for row in rows]


def test_an_idle_agent_is_given_the_text_and_everybody_hears_of_the_turn(
    tmux_daemon: TmuxDaemon,
) -> None:
    composer, session = tmux_daemon.composer("a")
    tmux_daemon.wait_state(composer, "idle")
    text = "the token is ghp_" + "a1B2" * 9
    with tmux_daemon.stream() as stream:
        with responding(tmux_daemon, session, text) as answers:
            until(lambda: composer.submitted, 10, lambda: "nothing was submitted")
            tmux_daemon.hook("user-prompt-submit", composer, prompt=text)
        change = await_event(stream, "state_changed")
    [(status, told)] = answers
    assert (status, told["status"], told["agent_id"]) == (200, "ok", session)
    assert (told["new_state"], told["latency_ms"] > 0) == ("PROCESSING", True)
    assert composer.submitted == [text]
    states = {"old_state": "AWAITING_INPUT", "new_state": "PROCESSING"}
    assert change == {"agent_id": session, **states, "turn_id": told["turn_id"]}
    [turn] = turns(tmux_daemon)
    assert (turn["actor"], turn["intent"], turn["turn"]) == ("USER", "ANSWER", told["turn_id"])
    assert "a1B2a1B2" not in turn["text"]


def test_a_choice_decides_what_a_waiting_agent_asks(tmux_daemon: TmuxDaemon) -> None:
    agent, session = played(tmux_daemon)
    hook = agent.bash("npm install")
    tmux_daemon.daemon.wait_ask("permission")
    with responding(tmux_daemon, session, "Allow") as told:
        assert hook.reply()["decision"] == {"behavior": "allow"}
        agent.ran("Bash", {"command": "npm install"})
    [(status, answer)] = told
    assert (status, answer["new_state"]) == (200, "PROCESSING")
    assert [turn["text"] for turn in turns(tmux_daemon)] == ["Allow"]


BASH: Json = {"tool_name": "Bash", "tool_input": {"command": "ls"}}
PLAN: Json = {"tool_name": "ExitPlanMode", "tool_input": {"plan": "# Build it"}}
WHICH: Json = {"questions": [question("Which?", "Red", "Blue")]}
BOTH: Json = {"questions": [question("Which?", "Red"), question("How?", "Fast")]}
ONE: Json = {"tool_name": "AskUserQuestion", "tool_input": WHICH}
TWO: Json = {"tool_name": "AskUserQuestion", "tool_input": BOTH}


@pytest.mark.parametrize(
    ("asked", "said", "other", "meant"),
    [
        (BASH, " allow ", False, ("allow", "", {})),
        (BASH, "Allow", False, ("allow", "", {})),
        (BASH, "2", False, ("deny", "", {})),
        (BASH, "use pnpm", True, ("deny", "use pnpm", {})),
        (BASH, "1", True, ("deny", "1", {})),
        (BASH, "perhaps", False, None),
        (PLAN, "approve", False, ("approve", "", {})),
        (PLAN, "slower please", False, None),
        (PLAN, "slower please", True, ("change", "slower please", {})),
        (ONE, "blue", False, ("submit", "", {"Which?": "Blue"})),
        (ONE, "2", False, ("submit", "", {"Which?": "Blue"})),
        (ONE, "mauve", False, ("submit", "", {"Which?": "mauve"})),
        (ONE, "2", True, ("submit", "", {"Which?": "2"})),
        (TWO, "Red", False, None),
    ],
)
def test_a_text_means_a_choice_an_option_or_itself(
    asked: Json, said: str, other: bool, meant: tuple[str, str, Json] | None
) -> None:
    ask = ask_of(Stamp(AskId("a1"), SessionId("s1"), 0.0), asked, None, None)
    answer = answer_for(ask, said, other=other, now=1.0)
    assert (answer and (answer.choice, answer.text, dict(answer.answers))) == meant


def test_another_text_refuses_a_permission_and_without_a_sign_nobody_can_tell(
    tmux_daemon: TmuxDaemon,
) -> None:
    agent, session = played(tmux_daemon)
    hook = agent.bash("npm install")
    tmux_daemon.daemon.wait_ask("permission")
    with responding(tmux_daemon, session, "use pnpm", mode="other") as told:
        decision = hook.reply()["decision"]
    assert decision == {"behavior": "deny", "message": "use pnpm"}
    assert failure(told[0]) == (500, "unknown")
    assert turns(tmux_daemon) == []


def test_an_agent_without_a_pane_gets_nothing(tmux_daemon: TmuxDaemon) -> None:
    _, session = played(tmux_daemon)
    assert failure(tmux_daemon.respond(session, "hello")) == (400, "no_pane_id")


def test_what_says_nothing_is_refused(tmux_daemon: TmuxDaemon) -> None:
    _, session = played(tmux_daemon)
    assert failure(tmux_daemon.respond(session, " ")) == (400, "bad_request")
    assert failure(tmux_daemon.respond(session, "hello", mode="mine")) == (400, "bad_request")


def test_an_agent_that_nobody_knows_is_not_found(tmux_daemon: TmuxDaemon) -> None:
    assert failure(tmux_daemon.respond("s0", "hello")) == (404, "not_found")


def test_a_pane_that_was_killed_is_not_found(tmux_daemon: TmuxDaemon) -> None:
    tmux_daemon.tmux_server.session("other")
    composer, session = tmux_daemon.composer("a")
    tmux_daemon.kill_pane(composer.pane)
    tmux_daemon.wait_state(composer, "ended")
    assert failure(tmux_daemon.respond(session, "hello")) == (404, "pane_not_found")


def test_a_pane_that_is_gone_from_an_agent_that_lives_is_not_found(tmux_daemon: TmuxDaemon) -> None:
    tmux_daemon.tmux_server.session("other")
    pane, session = tmux_daemon.program("a", "trap '' HUP; while :; do sleep 1; done")
    pid = int(tmux_daemon.tmux_server.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"))
    with tmux_daemon.stream() as stream:
        tmux_daemon.kill_pane(pane)
        while await_event(stream, "commander_availability")["available"]:
            pass
    assert failure(tmux_daemon.respond(session, "hello")) == (404, "pane_not_found")
    psutil.Process(pid).kill()


def test_a_working_agent_is_not_disturbed(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("a")
    composer.turn_work()
    tmux_daemon.hook("user-prompt-submit", composer, prompt="go")
    tmux_daemon.wait_state(composer, "working")
    assert failure(tmux_daemon.respond(session, "hello")) == (409, "not_awaiting_input")


def test_a_draft_is_not_disturbed(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("a", "--draft", "half a thought")
    tmux_daemon.wait_state(composer, "idle")
    assert failure(tmux_daemon.respond(session, "hello")) == (409, "blocked")
    assert composer.shows("half a thought")
    assert composer.submitted == []


def test_what_is_no_choice_decides_nothing(tmux_daemon: TmuxDaemon) -> None:
    agent, session = played(tmux_daemon)
    agent.bash("npm install")
    tmux_daemon.daemon.wait_ask("permission")
    assert failure(tmux_daemon.respond(session, "perhaps")) == (409, "no_such_choice")
    assert failure(tmux_daemon.respond(session, "9")) == (409, "no_such_choice")
    assert tmux_daemon.daemon.wait_ask("permission")["answering"] is None


def test_what_is_critical_is_not_allowed_by_a_word(tmux_daemon: TmuxDaemon) -> None:
    agent, session = played(tmux_daemon)
    agent.bash("rm -rf /")
    assert tmux_daemon.daemon.wait_ask("permission")["risk"]["level"] == "critical"
    assert failure(tmux_daemon.respond(session, "Allow")) == (409, "needs_confirmation")


def test_one_word_does_not_decide_one_of_several_asks(tmux_daemon: TmuxDaemon) -> None:
    agent, session = played(tmux_daemon)
    agent.bash("npm install", tool_use_id="t1")
    agent.bash("npm test", tool_use_id="t2")
    until(lambda: len(tmux_daemon.daemon.asks()) == 2, 5, lambda: str(tmux_daemon.daemon.asks()))
    assert failure(tmux_daemon.respond(session, "Allow")) == (409, "several_asks")


def test_a_text_that_is_never_taken_has_failed(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("a", "--deaf", "99")
    tmux_daemon.wait_state(composer, "idle")
    assert failure(tmux_daemon.respond(session, "hello")) == (502, "send_failed")
    assert composer.submitted == []


def test_a_tmux_server_that_cannot_be_reached_is_a_failed_call(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("a")
    tmux_daemon.wait_state(composer, "idle")
    with unreachable(tmux_daemon):
        status, told = tmux_daemon.respond(session, "hello")
    assert failure((status, told)) == (502, "subprocess_failed")
    assert "No such file" in told["message"]
    assert composer.lines() == []


def test_a_dialog_that_cannot_be_reached_is_not_answered_for_the_same_cause(
    tmux_daemon: TmuxDaemon,
) -> None:
    composer, session = tmux_daemon.composer("a")
    composer.open_dialog()
    [yes, *_] = tmux_daemon.daemon.wait_ask("permission")["choices"]
    with unreachable(tmux_daemon):
        assert failure(tmux_daemon.respond(session, yes["label"])) == (502, "subprocess_failed")
    assert composer.said("dialog") == []


def test_a_tmux_server_that_does_not_answer_is_a_timeout(tmux_daemon: TmuxDaemon) -> None:
    tmux_daemon.daemon.restart("[tmux_bridge]\nsubprocess_timeout = 1\n")
    composer, session = tmux_daemon.composer("a")
    tmux_daemon.wait_state(composer, "idle")
    server = int(tmux_daemon.tmux_server.tmux("display-message", "-p", "#{pid}"))
    os.kill(server, signal.SIGSTOP)
    try:
        assert failure(tmux_daemon.respond(session, "hello")) == (504, "timeout")
    finally:
        os.kill(server, signal.SIGCONT)


def test_a_machine_without_tmux_says_so(
    tmux_daemon: TmuxDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    pane, pid = tmux_daemon.disguised("a", "sleep 60")
    with monkeypatch.context() as patch:
        patch.setenv("PATH", "/nonexistent")
        tmux_daemon.daemon.restart("")
    tmux_daemon.post("session-start", pane, pid, source="startup")
    session = str(tmux_daemon.session(pid)["id"])
    assert failure(tmux_daemon.respond(session, "hello")) == (503, "tmux_not_installed")


def test_every_cause_has_its_status() -> None:
    assert set(STATUS) == set(TmuxBridgeErrorType)


def test_an_agent_that_may_type_still_decides_nothing(tmux_daemon: TmuxDaemon) -> None:
    tmux_daemon.daemon.restart("[security]\nagents_may_type = true\n")
    composer, idle = tmux_daemon.composer("a")
    tmux_daemon.wait_state(composer, "idle")
    agent = tmux_daemon.daemon.agent("asking")
    hook = agent.bash("npm install")
    ask = tmux_daemon.daemon.wait_ask("permission")

    with called_claude():
        assert failure(tmux_daemon.respond(ask["session"], "Allow")) == (403, "refused")
        assert tmux_daemon.respond(idle, "hello")[0] != 403
    assert tmux_daemon.daemon.wait_ask("permission")["answering"] is None
    agent.ran("Bash", {"command": "npm install"})
    assert hook.reply() == {}


def test_an_agent_may_not_speak_for_the_person(tmux_daemon: TmuxDaemon) -> None:
    _, session = tmux_daemon.composer("a")
    with called_claude():
        assert failure(tmux_daemon.respond(session, "hello")) == (403, "refused")


# Availability


def test_a_pane_is_told_of_when_it_is_found_and_when_it_is_killed(tmux_daemon: TmuxDaemon) -> None:
    tmux_daemon.tmux_server.session("other")
    with tmux_daemon.stream() as stream:
        composer, session = tmux_daemon.composer("a")
        found = await_event(stream, "commander_availability")
        asked = tmux_daemon.call("GET", f"/api/availability/{session}")
        tmux_daemon.kill_pane(composer.pane)
        lost = await_event(stream, "commander_availability")
    assert asked == (
        200,
        {"agent_id": session, "commander_available": True, "running": False},
    )
    assert [(w["agent_id"], w["available"]) for w in (found, lost)] == [
        (session, True),
        (session, False),
    ]
    assert lost["timestamp"] > found["timestamp"]
    tmux_daemon.wait_state(composer, "ended")
    assert tmux_daemon.session(composer.pid)["terminal"]["pane"] == composer.pane
    _, told = tmux_daemon.call("GET", f"/api/availability/{session}")
    assert told["commander_available"] is False


def test_nobody_knows_whether_an_unknown_agent_is_available(tmux_daemon: TmuxDaemon) -> None:
    assert tmux_daemon.call("GET", "/api/availability/s0")[0] == 404
