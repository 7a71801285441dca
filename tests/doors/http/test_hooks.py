"""Hooks that a person's own script posts."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.stage.tmux_daemon import TmuxDaemon
from tests.stage.until import until

from quarterdeck.doors.http.hooks import EVENTS

ELSEWHERE = {"tmux_pane": "%77", "tmux": "/nowhere,1,0"}
SAID = {"tool_name": "Bash", "tool_input": {"command": "rm -rf build"}}
POST = """
import json, os, sys, urllib.request
url, token, body = sys.argv[1:]
headers = {"Authorization": "Bearer " + token}
urllib.request.urlopen(urllib.request.Request(url, body.encode(), headers)).read()
"""


@contextmanager
def agent_without_a_pane(folder: Path) -> Iterator[int]:
    """A process that is called like an agent's program and runs outside of tmux."""
    claude = folder / "claude"
    claude.symlink_to(sys.executable)
    outside = {name: value for name, value in os.environ.items() if not name.startswith("TMUX")}
    words = [str(claude), "-c", "print(flush=True); input()"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=outside
    ) as agent:
        assert agent.stdout
        agent.stdout.readline()  # before that it may still be called like the tests
        yield agent.pid


def test_each_of_the_eight_events_brings_the_pane_of_its_agent(tmux_daemon: TmuxDaemon) -> None:
    assert len(EVENTS) == 8
    for event in EVENTS:
        pane, pid = tmux_daemon.disguised(event, "sleep 60")

        assert tmux_daemon.post(event, pane, pid, **SAID) == {}

        session = tmux_daemon.session(pid)
        assert session["terminal"]["pane"] == pane
        assert session["terminal"]["socket"] == tmux_daemon.tmux_server.socket
        assert session["agent_session"] == f"c{pid}"


def test_an_event_that_is_not_one_of_them_is_not_found(tmux_daemon: TmuxDaemon) -> None:
    status, told = tmux_daemon.call("POST", "/hook/pre-compact", {})
    assert (status, told["error_type"]) == (404, "not_found")


def test_a_hook_without_the_token_is_refused(tmux_daemon: TmuxDaemon) -> None:
    status, told = tmux_daemon.call("POST", "/hook/stop", {}, Authorization="Bearer nonsense")
    assert (status, told["error_type"]) == (401, "no_token")


def test_nonsense_is_refused_and_a_hook_of_nobody_changes_nothing(tmux_daemon: TmuxDaemon) -> None:
    deep = json.loads("[" * 200 + "]" * 200)
    bodies: list[Any] = [[], {"cost": float("nan")}, {"deep": deep}]
    for nonsense in bodies:
        status, told = tmux_daemon.call("POST", "/hook/stop", nonsense)
        assert (status, told["error_type"]) == (400, "bad_request")
    for pid in (0, -1, 2**40, True, "1"):
        assert tmux_daemon.call("POST", "/hook/stop", {"pid": pid}) == (200, {})
    assert tmux_daemon.daemon.client.list("/api/sessions") == []


def test_what_hooks_tell_becomes_the_state_of_the_session(tmux_daemon: TmuxDaemon) -> None:
    pane, _ = tmux_daemon.program("a", "sleep 60")
    pid = int(tmux_daemon.tmux_server.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"))

    def state_after(event: str, **more: object) -> str:
        tmux_daemon.post(event, pane, pid, **more)
        return str(tmux_daemon.session(pid)["state"])

    assert state_after("user-prompt-submit", prompt="go") == "working"
    assert state_after("pre-tool-use", tool_use_id="t1", **SAID) == "working"
    assert state_after("post-tool-use", tool_use_id="t1", **SAID) == "working"
    assert state_after("stop", last_assistant_message="All done.") == "idle"
    assert tmux_daemon.daemon.wait_ask("done")["title"] == "Done: All done."
    assert state_after("notification", message="Look here.") == "idle"
    assert tmux_daemon.daemon.wait_ask("notification")["title"] == "Look here."
    assert state_after("session-end", reason="exit") == "ended"
    assert tmux_daemon.session(pid)["terminal"]["pane"] == pane


def test_a_pane_that_comes_with_a_later_hook_is_taken_too(tmux_daemon: TmuxDaemon) -> None:
    with agent_without_a_pane(tmux_daemon.tmux_server.root) as pid:
        start = {"pid": pid, "session_id": "c1", "source": "startup"}
        assert tmux_daemon.call("POST", "/hook/session-start", start) == (200, {})
        # Its process is not named: the agent's own name for the session is enough.
        late = {"session_id": "c1", **ELSEWHERE}

        assert tmux_daemon.call("POST", "/hook/stop", late) == (200, {})

        assert tmux_daemon.session(pid)["terminal"]["pane"] == ELSEWHERE["tmux_pane"]


def test_the_pane_in_which_an_agent_was_found_is_its_own_whatever_a_hook_says(
    tmux_daemon: TmuxDaemon,
) -> None:
    pane, _ = tmux_daemon.program("a", "sleep 60")
    pid = int(tmux_daemon.tmux_server.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"))

    assert tmux_daemon.call("POST", "/hook/stop", {"pid": pid, **ELSEWHERE}) == (200, {})

    session = tmux_daemon.session(pid)
    assert (session["state"], session["terminal"]["pane"]) == ("idle", pane)


def test_the_agent_is_the_one_above_the_script_that_posts(tmux_daemon: TmuxDaemon) -> None:
    claude = tmux_daemon.tmux_server.root / "claude"
    claude.symlink_to(sys.executable)
    url = f"{tmux_daemon.daemon.url}/hook/session-start"
    script = [sys.executable, "-c", POST, url, tmux_daemon.token, '{"source": "startup"}']
    running = f"import subprocess; subprocess.run(['sh', '-c', '\"$@\"; true', 'x', *{script!r}])"

    with subprocess.Popen([str(claude), "-c", running]) as agent:
        pass

    assert tmux_daemon.session(agent.pid)["agent"] == "claude"


def test_a_posted_permission_is_an_ask_that_keys_answer(tmux_daemon: TmuxDaemon) -> None:
    composer, _ = tmux_daemon.composer("a")
    composer.open_dialog()
    tmux_daemon.hook("permission-request", composer, **SAID)
    ask = tmux_daemon.daemon.wait_ask("permission")
    assert ask["risk"]["level"] in ("high", "critical")
    until(lambda: composer.shows("Do you want"), 5, lambda: "no dialog")

    status, told = tmux_daemon.call("POST", f"/api/asks/{ask['id']}/answer", {"choice": "deny"})

    assert (status, told["outcome"]) == (200, "accepted")
    assert composer.said("dialog")[-1] == "2"


def test_a_permission_of_which_a_kept_hook_told_is_asked_once(tmux_daemon: TmuxDaemon) -> None:
    agent = tmux_daemon.daemon.agent("shop")
    kept = agent.bash("npm install")
    ask = tmux_daemon.daemon.wait_ask("permission")
    [session] = tmux_daemon.daemon.client.list("/api/sessions")
    again = {"pid": session["pid"], "session_id": session["agent_session"], "tool_name": "Bash"}

    posted = {**again, "tool_input": {"command": "npm install"}}
    assert tmux_daemon.call("POST", "/hook/permission-request", posted) == (200, {})
    tmux_daemon.daemon.client.post(f"/api/asks/{ask['id']}/answer", {"choice": "deny"})

    assert kept.reply()["decision"]["behavior"] == "deny"
    assert [a["kind"] for a in tmux_daemon.daemon.asks()] == []
