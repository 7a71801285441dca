"""Looking back over HTTP."""

from urllib.parse import quote

import pytest
from tests.stage.calls import call
from tests.stage.daemon import Agent, StagedDaemon
from tests.stage.until import until


@pytest.fixture(scope="module")
def told(daemon: StagedDaemon) -> Agent:
    """A session in which three commands ran, each allowed at the terminal."""
    agent = daemon.agent("logbook")
    for number, command in enumerate(("ls one", "npm run two", "rm -rf ~/three")):
        agent.bash(command, tool_use_id=f"h{number}")
        until(daemon.asks, 10, lambda: "it does not ask")
        about = {"tool_name": "Bash", "tool_input": {"command": command}}
        agent.tell("PostToolUse", tool_use_id=f"h{number}", **about)
        until(lambda: not daemon.asks(), 10, lambda: "it does not end")
    return agent


def found(daemon: StagedDaemon, query: str) -> list[str]:
    status, entries = call(daemon, "GET", f"/api/history?{query}")
    assert status == 200, entries
    return [entry["text"] for entry in entries]


def test_each_filter_finds_what_it_names(daemon: StagedDaemon, told: Agent) -> None:
    everything = ["rm -rf ~/three", "npm run two", "ls one"]
    assert found(daemon, "session=logbook") == everything
    assert found(daemon, f"session={told.pid}") == everything
    assert found(daemon, "session=1") == []
    assert found(daemon, f"project={quote(str(told.cwd))}&by=terminal") == everything
    assert found(daemon, "session=logbook&risk=high") == everything[:1]
    assert found(daemon, "session=logbook&outcome=terminal&q=two") == everything[1:2]
    assert found(daemon, "session=logbook&kind=permission&limit=1") == everything[:1]
    assert found(daemon, "session=logbook&answer=deny") == []
    assert found(daemon, "session=logbook&until=0") == []
    assert found(daemon, "session=logbook&before=0") == []
    assert len(call(daemon, "GET", "/api/calls?session=logbook&risk=high")[1]) == 1


def test_the_cursor_of_an_entry_gives_the_next_page(daemon: StagedDaemon, told: Agent) -> None:
    _, (first,) = call(daemon, "GET", "/api/history?session=logbook&limit=1")
    rest = found(daemon, f"session=logbook&cursor={quote(first['cursor'])}")
    assert rest == ["npm run two", "ls one"]


def test_a_spreadsheet_gets_lines(daemon: StagedDaemon, told: Agent) -> None:
    status, text = call(daemon, "GET", "/api/history?session=logbook&format=csv")
    assert status == 200
    lines = text.splitlines()
    assert lines[0].startswith("time,session,directory,kind,risk,what")
    assert len(lines) == 4
    some = call(daemon, "GET", "/api/history?session=logbook&format=csv&limit=2")[1]
    assert some.splitlines() == lines[:3]


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("sesion=x", "There is no 'sesion' to look for"),
        ("risk=huge", "'risk' must be one of low, medium, high, critical"),
        ("kind=no", "'kind' must be one of permission"),
        ("outcome=fine", "'outcome' must be one of open, accepted"),
        ("since=yesterday", "'since' must be a time in seconds"),
        ("cursor=3", "'cursor' must be the 'cursor' of an entry"),
        (f"q={'+'.join('a' * 60)}", "'q' may have 50 words"),
        (f"q={'a' * 6000}", "Nothing longer than 5000 characters"),
        (f"by={'a' * 6000}", "Nothing longer than 5000 characters"),
        ("limit=0", "'limit' must be at least 1"),
        ("limit=many", "'limit' must be a number"),
        ("project=api", "'project' must be a whole path"),
        ("format=xml", "'format' must be one of json, csv"),
    ],
)
def test_what_cannot_be_looked_for_is_said(daemon: StagedDaemon, query: str, why: str) -> None:
    status, answer = call(daemon, "GET", f"/api/history?{query}")
    assert (status, answer["error_type"]) == (400, "bad_request")
    assert answer["message"].startswith(why)


def test_calls_have_no_answers_to_look_for(daemon: StagedDaemon) -> None:
    status, answer = call(daemon, "GET", "/api/calls?answer=deny")
    assert status == 400
    assert answer["message"].startswith("There is no 'answer' to look for")


@pytest.mark.parametrize("query", ["limit=9999", "before=nan", "before=inf", "q=%25%00%ff_'\""])
def test_odd_searches_find_what_there_is(daemon: StagedDaemon, query: str) -> None:
    status, found = call(daemon, "GET", f"/api/history?{query}")
    assert status == 200
    assert isinstance(found, list)
