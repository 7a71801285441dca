"""An agent does not answer for the person, neither its own asks nor those of others."""

import json
import shlex
import sys
from pathlib import Path
from urllib.parse import urlsplit

from tests.live.daemon import Json, LiveDaemon
from tests.live.lab.agent import Agent
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.stage.until import until

import quarterdeck.hook

HOOK = str(Path(quarterdeck.hook.__file__).resolve())
IMPOSTOR = str(Path(__file__).parents[1] / "stage" / "impostor.py")
ALLOWED = ("--allowedTools", "Bash(sh answer.sh)")


def test_an_agent_cannot_answer_what_another_one_asks(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    ask, asking = _asking(lab, daemon, version)
    lab.model.on("help them", Script().bash("sh answer.sh"))
    helping = lab.agent(version, arguments=ALLOWED)
    (helping.cwd / "answer.sh").write_text(f"{_qd(daemon)} answer {ask['id']} allow 2>&1")

    helping.prompt("help them")

    [outcome] = lab.model.wait_outcomes(1, "help them")
    assert outcome.is_error
    assert "An agent may not do this; a person must." in outcome.text
    _still_open(daemon, ask, asking)


def test_an_agent_cannot_answer_with_the_token_over_the_network(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    ask, asking = _asking(lab, daemon, version)
    lab.model.on("help them", Script().bash("sh answer.sh"))
    helping = lab.agent(version, arguments=ALLOWED)
    (helping.cwd / "answer.sh").write_text(_curl(daemon, ask["id"]))

    helping.prompt("help them")

    [outcome] = lab.model.wait_outcomes(1, "help them")
    assert '"An agent may not do this; a person must."' in outcome.text
    _still_open(daemon, ask, asking)


def test_an_agent_cannot_answer_itself_by_a_process_that_ran_away(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("help yourself", Script().bash("sh answer.sh").bash("npm --version > made.txt"))
    agent = lab.agent(version, arguments=ALLOWED)
    go, told = agent.cwd / "go", agent.cwd / "told"
    later = f"while ! test -e go; do sleep 0.05; done; {_qd(daemon)} answer $(cat go) allow"
    (agent.cwd / "later.sh").write_text(f"({later}) > half 2>&1; mv half told")
    (agent.cwd / "answer.sh").write_text("setsid -f sh later.sh < /dev/null > /dev/null 2>&1")

    agent.prompt("help yourself")
    ask = daemon.wait_ask()
    _put(go, ask["id"])

    until(told.exists, 10, lambda: "the process that ran away said nothing")
    assert "An agent may not do this; a person must." in told.read_text()
    _still_open(daemon, ask, agent)


def test_an_agent_cannot_answer_by_a_process_that_is_gone_at_once(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    ask, asking = _asking(lab, daemon, version)
    lab.model.on("help them", Script().bash("sh answer.sh").bash("sh answer.sh"))
    helping = lab.agent(version, arguments=ALLOWED)
    (helping.cwd / "answer.sh").write_text(f"{sys.executable} answer.py; echo gone")
    (helping.cwd / "answer.py").write_text(_hit_and_run(daemon, ask["id"]))

    helping.prompt("help them")

    outcomes = lab.model.wait_outcomes(2, "help them")
    assert [outcome.text for outcome in outcomes] == ["gone", "gone"]
    _still_open(daemon, ask, asking)


def test_an_agent_cannot_answer_by_a_job_of_tmux(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    ask, asking = _asking(lab, daemon, version)
    lab.model.on("help them", Script().bash("sh answer.sh"))
    helping = lab.agent(version, arguments=ALLOWED)
    told = helping.cwd / "told"
    job = f"({_qd(daemon)} answer {ask['id']} allow) > {told}.half 2>&1; mv {told}.half {told}"
    (helping.cwd / "answer.sh").write_text(f"tmux run-shell -b {shlex.quote(job)}")

    helping.prompt("help them")

    until(told.exists, 10, lambda: "the job said nothing")
    assert "What tmux runs without a pane may not answer" in told.read_text()
    _still_open(daemon, ask, asking)


def test_an_agent_that_says_goodbye_is_still_an_agent(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    ask, asking = _asking(lab, daemon, version)
    lab.model.on("help them", Script().bash("sh answer.sh"))
    helping = lab.agent(version, arguments=ALLOWED)
    goodbye = '{"hook_event_name": "SessionEnd", "reason": "other"}'
    hook = shlex.join([sys.executable, "-IS", HOOK, str(daemon.home / "hooks.sock"), "tell"])
    unmarked = "env -u CLAUDECODE -u CLAUDE_CODE_SESSION_ID -u CLAUDE_CODE_CHILD_SESSION"
    (helping.cwd / "answer.sh").write_text(
        f"echo '{goodbye}' | {hook}; {unmarked} {_qd(daemon)} answer {ask['id']} allow 2>&1"
    )

    helping.prompt("help them")

    [outcome] = lab.model.wait_outcomes(1, "help them")
    assert "An agent may not do this; a person must." in outcome.text
    _still_open(daemon, ask, asking)


def test_an_agent_cannot_answer_itself_in_the_daemons_place(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("help yourself", Script().bash("sh answer.sh").bash("npm --version > made.txt"))
    agent = lab.agent(version, arguments=ALLOWED)
    socket, told = daemon.home / "hooks.sock", agent.cwd / "told"
    decision = {"hookEventName": "PermissionRequest", "decision": {"behavior": "allow"}}
    allow = json.dumps({"hookSpecificOutput": decision})
    impostor = shlex.join([sys.executable, IMPOSTOR, str(socket), allow, "forever"])
    (agent.cwd / "answer.sh").write_text(
        f"mv {socket} {socket}.away; ({impostor} > {told} 2>&1 &) ; sleep 1"
    )

    agent.prompt("help yourself")

    agent.wait_dialog("Do you want to proceed?", 30)
    until(lambda: told.read_text().count("refused") > 1, 30, lambda: "no hook came to it")
    assert not (agent.cwd / "made.txt").exists()


def _asking(lab: Lab, daemon: LiveDaemon, version: str) -> tuple[Json, Agent]:
    lab.model.on("make a file", Script().bash("npm --version > made.txt"))
    asking = lab.agent(version)
    asking.prompt("make a file")
    return daemon.wait_ask(), asking


def _still_open(daemon: LiveDaemon, ask: Json, asking: Agent) -> None:
    waiting = [a for a in daemon.asks() if a["kind"] == "permission" and a["answering"] is None]
    assert [a["id"] for a in waiting] == [ask["id"]]
    assert not (asking.cwd / "made.txt").exists()
    assert daemon.answer(ask, "allow")["outcome"] == "accepted"


def _qd(daemon: LiveDaemon) -> str:
    return f"env QUARTERDECK_HOME={shlex.quote(str(daemon.home))} {sys.executable} -m quarterdeck"


def _curl(daemon: LiveDaemon, ask: str) -> str:
    token = (daemon.home / "token").read_text().strip()
    return (
        f"curl -s -H 'Authorization: Bearer {token}' -H 'Content-Type: application/json'"
        f""" -d '{{"choice": "allow"}}' {daemon.url}/api/asks/{ask}/answer"""
    )


def _hit_and_run(daemon: LiveDaemon, ask: str) -> str:
    """A program that sends an answer through both doors and does not wait to be looked at."""
    token, body = (daemon.home / "token").read_text().strip(), b'{"choice": "allow"}'
    head = f"POST /api/asks/{ask}/answer HTTP/1.1\r\nHost: localhost\r\n"
    head += f"Authorization: Bearer {token}\r\nContent-Length: {len(body)}\r\n\r\n"
    port = urlsplit(daemon.url).port
    return f"""
import os, socket
door = socket.socket(socket.AF_UNIX)
door.connect({str(daemon.home / "api.sock")!r})
other = socket.create_connection(("127.0.0.1", {port}))
for line in (door, other):
    line.sendall({head.encode() + body!r})
os._exit(0)
"""


def _put(path: Path, text: str) -> None:
    half = path.with_suffix(".half")
    half.write_text(text)
    half.rename(path)
