"""The keyboard's calls, as programs without a token make them."""

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest
from tests.stage.another_user import as_another_user
from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon, staged_daemon
from tests.stage.tmux_daemon import TmuxDaemon
from tests.stage.until import PATIENCE, until

from quarterdeck.app.running_daemon import running

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"

Json = dict[str, Any]

# It belongs to [http], with which the settings of a staged daemon begin.
OFF = "keyboard_calls = false\n[alerts.desktop]\nenabled = false\n"
GETS = ["/inputs", "/hook/get-inputs", "/session/verify", "/status"]
POSTS: list[tuple[str, Json]] = [
    ("/update", {"buttons": ["Yes"]}),
    ("/state/update", {"event": "idle"}),
    ("/test/button", {"key": 1, "text": "Yes"}),
]
CALLS: list[tuple[str, str, Json | None]] = [
    *(("GET", path, None) for path in GETS),
    *(("POST", path, body) for path, body in POSTS),
]


@pytest.fixture(scope="module")
def nobody() -> Iterator[StagedDaemon]:
    """A daemon without a session."""
    with staged_daemon() as daemon:
        yield daemon


def get(daemon: StagedDaemon, path: str) -> Json:
    status, told = call(daemon, "GET", path, Authorization=None)
    assert status == 200, told
    found: Json = told
    return found


def post(daemon: StagedDaemon, path: str, body: object) -> tuple[int, Json]:
    return call(daemon, "POST", path, body, Authorization=None)


def shell(daemon: StagedDaemon, line: str) -> str:
    """What a line of the document prints, for our port instead of the one that it names."""
    here = line.replace("localhost:8081", "localhost:" + daemon.url.rpartition(":")[2])
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", here], capture_output=True, text=True, check=True
    ).stdout


# Without a session: every line of the document as it is printed there


def own_id(daemon: StagedDaemon) -> tuple[str, int]:
    found = running(daemon.paths.lock)
    assert found
    return f"tk-{int(psutil.Process(found.pid).create_time())}-{found.pid}", found.pid


def test_the_status_is_the_daemons_own(nobody: StagedDaemon) -> None:
    line = "curl -s http://localhost:8081/status | jq '.sessionId, .claudePid'"
    name, pid = shell(nobody, line).split()
    assert (json.loads(name), int(pid)) == own_id(nobody)
    short = shell(nobody, "curl -s http://localhost:8081/status | jq .sessionId")
    assert json.loads(short) == own_id(nobody)[0]


def test_the_hooks_of_the_settings_set_the_buttons(nobody: StagedDaemon) -> None:
    before = """curl -X POST http://localhost:8081/update -d '{"buttons":["STOP","","",""]}'"""
    assert json.loads(shell(nobody, before))["success"] is True
    assert get(nobody, "/status")["buttons"] == ["STOP", "", "", ""]
    after = (
        "curl -X POST http://localhost:8081/update"
        """ -d '{"buttons":["Yes","No","Continue","Help"]}'"""
    )
    assert json.loads(shell(nobody, after))["success"] is True
    assert get(nobody, "/status")["buttons"] == ["Yes", "No", "Continue", "Help"]


def test_a_picture_is_made_and_shown_and_one_that_is_not_there_is_named(
    nobody: StagedDaemon,
) -> None:
    made = shell(
        nobody,
        """curl -X POST http://localhost:8081/generate-image \\
  -d '{"emoji":"💾"}'""",
    )
    assert json.loads(made)["success"] is True
    told = shell(
        nobody,
        """curl -X POST http://localhost:8081/update \\
  -d '{"buttons":["Commit","Push","Skip","Help"],"images":["a2fc31d8.rgb","...","","help.rgb"]}'""",
    )
    assert json.loads(told)["success"] is True
    assert json.loads(told)["missingImages"] == ["a2fc31d8.rgb", "..."]
    assert get(nobody, "/status")["images"] == ["", "", "", "help.rgb"]
    given = {"buttons": ["Commit"], "images": [json.loads(made)["filename"]]}
    assert post(nobody, "/update", given)[1]["missingImages"] == []


def test_a_press_is_queued_and_handed_out_once(nobody: StagedDaemon) -> None:
    get(nobody, "/inputs")
    pressed = shell(
        nobody,
        """curl -X POST http://localhost:8081/test/button \\
  -H 'Content-Type: application/json' \\
  -d '{"key":1,"text":"STOP"}'""",
    )
    assert {k: json.loads(pressed)[k] for k in ("success", "queued")} == {
        "success": True,
        "queued": 1,
    }
    again = shell(
        nobody,
        """curl -X POST http://localhost:8081/test/button \\
  -H 'Content-Type: application/json' \\
  -d '{"key":1,"text":"Yes"}'""",
    )
    assert json.loads(again)["queued"] == get(nobody, "/status")["queueLength"] == 2
    inputs = json.loads(shell(nobody, "curl -s http://localhost:8081/inputs | jq '.inputs'"))
    assert [(one["key"], one["text"]) for one in inputs] == [(1, "STOP"), (1, "Yes")]
    assert all(isinstance(one["timestamp"], int) for one in inputs)
    polled = shell(nobody, "RESPONSE=$(curl -s http://localhost:8081/inputs); echo $RESPONSE")
    named, pid = own_id(nobody)
    assert json.loads(polled) == {"sessionId": named, "claudePid": pid, "inputs": []}
    hook = json.loads(shell(nobody, "curl -s http://localhost:8081/hook/get-inputs | jq ."))
    assert hook == json.loads(polled)


def test_a_queued_press_types_the_action_of_its_button(nobody: StagedDaemon) -> None:
    get(nobody, "/inputs")
    buttons = {
        "buttons": ["🛑", "✅", "❌", "ℹ️"],
        "actions": [
            "Stop and wait for instructions",
            "Yes, proceed with overwrite",
            "No, cancel the operation",
            "Show me more information about this operation",
        ],
        "images": ["stop.rgb", "yes.rgb", "no.rgb", "info.rgb"],
    }
    assert post(nobody, "/update", buttons)[1]["missingImages"] == []
    post(nobody, "/test/button", {"key": 2, "text": "✅"})
    post(nobody, "/test/button", {"key": 3})
    texts = [one["text"] for one in get(nobody, "/inputs")["inputs"]]
    assert texts == [buttons["actions"][1], buttons["actions"][2]]
    post(nobody, "/update", {"buttons": ["STOP", "BACKGROUND", "", ""]})
    assert post(nobody, "/test/button", {"key": 3})[1]["error_type"] == "dead_key"


def test_queued_presses_are_told_and_survive_while_the_calls_are_off_and_a_crash(
    nobody: StagedDaemon,
) -> None:
    get(nobody, "/inputs")
    assert post(nobody, "/test/button", {"key": 4, "text": "Help"})[0] == 200
    told = subprocess.run(
        [sys.executable, "-m", "quarterdeck", "status"],
        env=os.environ | {"QUARTERDECK_HOME": str(nobody.home)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "1 press that no program has taken" in told
    nobody.restart(OFF)
    assert call(nobody, "GET", "/inputs", Authorization=None)[0] == 404
    nobody.kill()
    nobody.restart("")
    assert [one["text"] for one in get(nobody, "/inputs")["inputs"]] == ["Help"]
    assert get(nobody, "/inputs")["inputs"] == []


def test_the_state_is_as_it_was_told(nobody: StagedDaemon) -> None:
    limit = {"event": "rate_limit", "state": {"countdown": 60}}
    for told, word in (
        ({"event": "thinking"}, "thinking"),
        ({"event": "error"}, "error"),
        (limit, "limit"),
        ({"event": "idle"}, "idle"),
    ):
        assert post(nobody, "/state/update", told)[1]["success"] is True
        assert get(nobody, "/status")["state"] == word


def test_the_example_hooks_tell_when_thinking_starts_and_ends(nobody: StagedDaemon) -> None:
    found = os.environ | {"QUARTERDECK_URL": nobody.url}
    for name, state, first in (("start", "thinking", "STOP"), ("end", "idle", "Yes")):
        script = EXAMPLES / f"tkeyboard-thinking-{name}.sh"
        said = subprocess.run([script], env=found, capture_output=True, check=True)
        assert (said.stdout, said.stderr) == (b"", b"")
        told = get(nobody, "/status")
        assert (told["state"], told["buttons"][0]) == (state, first)
        assert told["images"][0] == f"{first.lower()}.rgb"


def test_an_example_hook_does_its_agent_no_harm_without_a_daemon() -> None:
    nowhere = os.environ | {"QUARTERDECK_URL": "http://localhost:9"}
    for script in EXAMPLES.glob("tkeyboard-thinking-*.sh"):
        said = subprocess.run([script], env=nowhere, capture_output=True, check=True)
        assert (said.stdout, said.stderr) == (b"", b"")


def test_nobody_lives_where_there_is_no_session(nobody: StagedDaemon) -> None:
    assert get(nobody, "/session/verify")["alive"] is False


# Who may call


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
def test_no_page_of_another_origin_calls(
    nobody: StagedDaemon, method: str, path: str, body: Json | None
) -> None:
    for header in ({"Origin": "http://evil.example"}, {"Sec_Fetch_Site": "cross-site"}):
        status, told = call(nobody, method, path, body, Authorization=None, **header)
        assert (status, told["error_type"]) == (403, "wrong_origin")
    assert call(nobody, method, path, body, Authorization=None, Host="x.example")[0] == 421


def test_another_user_calls_nothing(nobody: StagedDaemon) -> None:
    asks = """
        line = http.client.HTTPConnection(sys.argv[1])
        line.request("GET", "/inputs")
        print(line.getresponse().status)
    """
    with as_another_user(asks, urlsplit(nobody.url).netloc) as stranger:
        told, _ = stranger.communicate()
    assert told.strip() == "403"


@pytest.mark.parametrize(
    ("method", "path"), [("HEAD", "/inputs"), ("POST", "/inputs"), ("GET", "/update")]
)
def test_another_way_to_call_needs_the_token(nobody: StagedDaemon, method: str, path: str) -> None:
    line = http.client.HTTPConnection(urlsplit(nobody.url).netloc, timeout=PATIENCE)
    line.request(method, path)
    assert line.getresponse().status == 401
    line.close()


# Nonsense


@pytest.mark.parametrize("path", [path for path, _ in POSTS])
@pytest.mark.parametrize(
    "data",
    [b"{", b"[]", b'"x"', b"\xff\xfe", b'{"key":1e999}', b'{"buttons":["\\ud800"]}', b"[" * 9999],
)
def test_broken_json_is_refused_with_a_sentence(
    nobody: StagedDaemon, path: str, data: bytes
) -> None:
    status, told = call(nobody, "POST", path, data, Authorization=None)
    assert status == 400, told
    assert told["message"]
    assert (told["sessionId"], told["claudePid"]) == own_id(nobody)


def test_a_huge_body_is_refused(nobody: StagedDaemon) -> None:
    status, told = post(nobody, "/update", {"buttons": ["x" * 2**20]})
    assert (status, told["error_type"], told["claudePid"]) == (413, "too_large", own_id(nobody)[1])


def test_of_presses_at_once_none_is_lost_or_doubled(nobody: StagedDaemon) -> None:
    get(nobody, "/inputs")
    texts = [f"Yes {number}" for number in range(12)]  # fewer than are taken in a second
    with ThreadPoolExecutor(4) as fingers:
        told = fingers.map(lambda t: post(nobody, "/test/button", {"key": 1, "text": t}), texts)
        assert {status for status, _ in told} == {200}
    with ThreadPoolExecutor(4) as pollers:
        taken = list(pollers.map(lambda _: get(nobody, "/inputs")["inputs"], range(4)))
    assert sorted(one["text"] for some in taken for one in some) == sorted(texts)


# With sessions


def test_a_call_from_an_agent_is_about_its_own_session(daemon: StagedDaemon) -> None:
    agent, other = daemon.agent("own"), daemon.agent("other")
    hook = ["curl", "-s", "-X", "POST"]
    given = json.dumps({"buttons": ["Commit", "Push"]})
    told = json.loads(agent.run(*hook, f"{daemon.url}/update", "-d", given).get(timeout=PATIENCE))
    assert (told["success"], told["claudePid"]) == (True, agent.pid)
    assert told["sessionId"].endswith(f"-{agent.pid}")
    mine = get(daemon, f"/status?session={agent.pid}")
    assert (mine["buttons"], mine["sessionId"]) == (["Commit", "Push"], told["sessionId"])
    assert get(daemon, f"/status?session={other.pid}")["buttons"] != ["Commit", "Push"]
    assert mine["lastActive"] >= mine["created"]
    assert mine["conversationId"] == f"played-{agent.pid}"

    made = post(daemon, "/generate-image", {"emoji": "💾", "color": "#00ff00"})[1]["filename"]
    images = {"buttons": ["Commit", "No"], "images": [made, "no.rgb"], "session": agent.pid}
    assert post(daemon, "/update", images)[1]["missingImages"] == []
    [found] = [s for s in call(daemon, "GET", "/api/sessions")[1] if s["pid"] == agent.pid]
    shown = found["buttons"]["row"]
    assert [(b["emoji"], b["colour"]) for b in shown] == [("💾", "#00ff00"), ("❌", None)]

    elsewhere = f"{daemon.url}/update?session={other.pid}"
    told = json.loads(agent.run(*hook, elsewhere, "-d", given).get(timeout=PATIENCE))
    assert told["error_type"] == "refused"
    press = json.dumps({"key": 1, "text": "Commit"})
    for path, said, why in (
        ("/test/button", press, "refused"),
        ("/update", '{"buttons":["!ls"]}', "bad_request"),
        ("/update", "{", "bad_request"),
        ("/generate-image", "{}", "bad_request"),
    ):
        refused = agent.run(*hook, daemon.url + path, "-d", said).get(timeout=PATIENCE)
        told = json.loads(refused)
        assert (told["error_type"], told["claudePid"]) == (why, agent.pid)
        assert told["sessionId"] == mine["sessionId"]

    status, told = post(daemon, "/update", {"buttons": ["Yes"]})
    assert (status, told["error_type"]) == (409, "which_session")
    assert (told["sessionId"], told["claudePid"]) == own_id(daemon)
    assert {s["claudePid"] for s in told["sessions"]} >= {agent.pid, other.pid}
    assert call(daemon, "GET", "/status", Authorization=None)[0] == 409
    assert call(daemon, "GET", "/status?session=none", Authorization=None)[0] == 404


def test_a_limit_that_a_program_tells_is_the_sessions_state(daemon: StagedDaemon) -> None:
    agent = daemon.agent("limited")
    limit = {"event": "rate_limit", "state": {"countdown": 60}, "session": agent.pid}
    assert post(daemon, "/state/update", limit)[0] == 200
    [session] = [s for s in call(daemon, "GET", "/api/sessions")[1] if s["pid"] == agent.pid]
    assert session["state"] == "limited"
    assert 0 < session["limited_until"] - session["since"] <= 60.5
    assert get(daemon, f"/status?session={agent.pid}")["state"] == "limit"


def test_the_session_is_lost_with_its_process(daemon: StagedDaemon) -> None:
    agent = daemon.agent("lost")
    assert get(daemon, f"/session/verify?session={agent.pid}")["alive"] is True
    agent.close()
    until(
        lambda: not get(daemon, f"/session/verify?session={agent.pid}")["alive"],
        10,
        lambda: "it still lives",
    )


def test_a_press_of_a_session_is_done_at_once(tmux_daemon: TmuxDaemon) -> None:
    daemon = tmux_daemon.daemon
    composer, session = tmux_daemon.composer("a")
    tmux_daemon.wait_state(composer, "idle")
    given = {"buttons": ["Go", ""], "actions": ["Go ahead."], "session": session}
    assert post(daemon, "/update", given)[0] == 200

    def press(key: int, text: str) -> Json:
        status, told = post(daemon, f"/test/button?session={session}", {"key": key, "text": text})
        assert (status, told["success"], told["queued"]) == (200, True, 0), told
        return told

    def take() -> None:
        until(lambda: composer.submitted == ["Go ahead."], 10, lambda: str(composer.lines()))
        composer.turn_work()  # else its screen would say, after a while, that it is idle
        tmux_daemon.hook("user-prompt-submit", composer, prompt="Go ahead.")

    status, told = post(daemon, f"/test/button?session={session}", {"key": 2, "text": "Go"})
    assert (status, told["error_type"]) == (409, "not_shown")
    with daemon.meanwhile(take):
        assert press(1, "Go")["outcome"] in ("accepted", "unknown")  # a hook may come late
    assert get(daemon, f"/inputs?session={session}")["inputs"] == []

    tmux_daemon.wait_state(composer, "working")
    press(2, "BACKGROUND")
    until(lambda: "02" in composer.said("raw"), 10, lambda: str(composer.lines()))

    def stop() -> None:
        until(lambda: composer.said("escape"), 10, lambda: str(composer.lines()))
        tmux_daemon.hook("stop", composer)

    with daemon.meanwhile(stop):
        press(1, "STOP")
    assert composer.submitted == ["Go ahead."]
