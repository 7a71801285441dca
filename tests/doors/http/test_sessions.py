"""The calls about sessions: their screens, typing, keys, stopping, going there."""

from concurrent.futures import ThreadPoolExecutor

from tests.stage.agent_name import called_claude
from tests.stage.tmux_daemon import TmuxDaemon, await_event
from tests.stage.until import until


def test_the_screen_is_shown_with_what_it_means(tmux_daemon: TmuxDaemon) -> None:
    _, session = tmux_daemon.composer("a")
    status, seen = tmux_daemon.call("GET", f"/api/sessions/{session}/screen")
    assert (status, seen["composer"], seen["state"]) == (200, "empty", "idle")
    assert (seen["width"], seen["height"]) == (80, 24)
    assert "? for shortcuts" in seen["text"]
    pid = tmux_daemon.call("GET", f"/api/sessions/{session}")[1]["pid"]
    assert tmux_daemon.call("GET", f"/api/sessions/{pid}/screen")[1]["text"] == seen["text"]


def test_a_session_without_a_pane_has_no_screen_and_takes_nothing(tmux_daemon: TmuxDaemon) -> None:
    tmux_daemon.daemon.agent("shop")
    sessions = until(
        lambda: tmux_daemon.daemon.client.list("/api/sessions"), 5, lambda: "no session"
    )
    here = f"/api/sessions/{sessions[0]['id']}"
    assert tmux_daemon.call("GET", f"{here}/screen")[1]["error_type"] == "no_screen"
    for call, body in (("send", {"text": "hi"}), ("keys", {"keys": ["Enter"]}), ("focus", {})):
        status, told = tmux_daemon.call("POST", f"{here}/{call}", body)
        assert (status, told["outcome"]) == (409, "not_delivered")
        assert told["error_type"] == "no_pane_id"


def test_keys_are_pressed_by_name_and_unknown_ones_are_not(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("a")
    here = f"/api/sessions/{session}/keys"
    for key in ("h", "i", "Enter"):
        status, told = tmux_daemon.call("POST", here, {"keys": [key]})
        assert (status, told["outcome"]) == (200, "unknown")
    until(lambda: composer.submitted == ["hi"], 5, lambda: str(composer.lines()))
    assert tmux_daemon.call("POST", here, {"keys": ["Entr"]})[0] == 409
    for nonsense in ([], "Enter", [1], None):
        assert tmux_daemon.call("POST", here, {"keys": nonsense})[0] == 400


def test_a_text_waits_for_a_working_agent_as_long_as_it_is_told(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("a")
    here = f"/api/sessions/{session}/send"
    composer.turn_work()
    until(lambda: composer.shows("esc to interrupt"), 5, lambda: "it does not work")
    status, told = tmux_daemon.call("POST", here, {"text": "hello", "wait": 0})
    assert (status, told["outcome"]) == (409, "blocked")
    composer.turn_work()
    status, told = tmux_daemon.call("POST", here, {"text": "hello", "wait": 5})
    assert status == 200
    assert composer.submitted == ["hello"]
    for nonsense in (-1, "long", True):
        assert tmux_daemon.call("POST", here, {"text": "x", "wait": nonsense})[0] == 400


def test_nothing_is_stopped_in_an_agent_that_rests(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("a")
    tmux_daemon.wait_state(composer, "idle")
    status, told = tmux_daemon.call("POST", f"/api/sessions/{session}/interrupt")
    assert (status, told["outcome"]) == (409, "blocked")
    assert composer.lines() == []


def test_going_there_selects_the_pane_in_the_persons_own_window(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("a")
    tmux_daemon.tmux_server.tmux("new-window", "-t", "a", "cat")
    person = tmux_daemon.tmux_server.person("a")
    until(lambda: tmux_daemon.tmux_server.tmux("list-clients"), 5, lambda: "nobody looks")
    status, told = tmux_daemon.call("POST", f"/api/sessions/{session}/focus")
    assert (status, told["outcome"]) == (200, "accepted")
    assert (
        tmux_daemon.tmux_server.tmux("display-message", "-p", "-t", "a", "#{pane_id}")
        == composer.pane
    )
    person.leaves()


def test_why_a_session_is_in_its_state_can_be_asked(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("a")
    tmux_daemon.wait_state(composer, "idle")
    explain = f"/api/sessions/{session}/explain"
    status, told = tmux_daemon.call("GET", explain)
    assert (status, told["session"]["id"]) == (200, session)

    def sources() -> set[str]:
        return {sighting["source"] for sighting in tmux_daemon.call("GET", explain)[1]["sightings"]}

    until(lambda: {"hook", "screen"} <= sources(), 5, lambda: f"only {sources()} tell")


def test_a_session_that_nobody_knows_is_not_found(tmux_daemon: TmuxDaemon) -> None:
    assert tmux_daemon.call("GET", "/api/sessions/s0")[0] == 404


def test_an_agent_that_may_type_sends_prompts_and_does_nothing_else(
    tmux_daemon: TmuxDaemon,
) -> None:
    tmux_daemon.daemon.restart("[security]\nagents_may_type = true\n")
    composer, session = tmux_daemon.composer("a")
    tmux_daemon.wait_state(composer, "idle")
    here = f"/api/sessions/{session}"
    with called_claude():
        for call, body in (("keys", {"keys": ["h"]}), ("interrupt", None), ("focus", None)):
            assert tmux_daemon.call("POST", f"{here}/{call}", body)[0] == 403, call
        assert tmux_daemon.call("POST", f"{here}/send", {"text": "go on"})[0] == 200
    assert composer.submitted == ["go on"]
    assert composer.said("dialog") == []


def test_what_is_done_stands_in_the_history_with_whoever_wanted_it(
    tmux_daemon: TmuxDaemon,
) -> None:
    composer, session = tmux_daemon.composer("a")
    here = f"/api/sessions/{session}"
    tmux_daemon.call("POST", f"{here}/send", {"text": "hello there"})
    tmux_daemon.call("POST", f"{here}/keys", {"keys": ["Up", "Down"]})
    keys, text = tmux_daemon.daemon.client.list("/api/history?limit=2")
    assert (keys["what"], keys["kind"], keys["text"]) == ("action", "keys", "Up Down")
    assert (text["kind"], text["text"], text["by"]) == ("send", "hello there", "api")
    assert text["outcome"] in ("accepted", "unknown")
    assert composer.submitted == ["hello there"]


def test_a_text_that_waits_is_withdrawn_when_its_request_goes_away(
    tmux_daemon: TmuxDaemon,
) -> None:
    composer, session = tmux_daemon.composer("a")
    composer.turn_work()
    until(lambda: composer.shows("esc to interrupt"), 5, lambda: "it does not work")
    body = {"text": "too late", "wait": 600}
    with tmux_daemon.stream() as heard:
        with tmux_daemon.calling("POST", f"/api/sessions/{session}/send", body):
            await_event(heard, "action", lambda action: action["stage"] == "started")
            await_event(heard, "action", lambda action: action["stage"] == "waiting")
        over = await_event(heard, "action", lambda action: action["stage"] == "ended")
    assert (over["outcome"], over["note"]) == ("not_delivered", "the caller went away")
    composer.turn_work()
    until(lambda: composer.shows("? for shortcuts"), 5, lambda: "it works on")
    tmux_daemon.call("POST", f"/api/sessions/{session}/send", {"text": "on time"})
    assert composer.submitted == ["on time"]


def test_an_interrupt_overtakes_a_text_that_waits(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("a")
    composer.turn_work()
    until(lambda: composer.shows("esc to interrupt"), 5, lambda: "it does not work")
    here = f"/api/sessions/{session}"
    with ThreadPoolExecutor(1) as another, tmux_daemon.stream() as heard:
        body = {"text": "too late", "wait": 600}
        waiting = another.submit(tmux_daemon.call, "POST", f"{here}/send", body)
        await_event(heard, "action", lambda action: action["stage"] == "started")
        await_event(heard, "action", lambda action: action["stage"] == "waiting")
        tmux_daemon.call("POST", f"{here}/interrupt")
        status, told = waiting.result()
    assert (status, told["outcome"]) == (409, "not_delivered")
    assert told["message"] == "an interrupt came first"
    assert composer.submitted == []


def test_a_session_is_called_as_the_person_says_and_nothing_is_typed(
    tmux_daemon: TmuxDaemon,
) -> None:
    composer, session = tmux_daemon.composer("a")
    own = tmux_daemon.session(composer.pid)["name"]
    here = f"/api/sessions/{session}/rename"
    status, told = tmux_daemon.call("POST", here, {"name": " flagship "})
    assert (status, told["outcome"]) == (200, "accepted")
    assert tmux_daemon.session(composer.pid)["name"] == "flagship"
    for nonsense in ("two\nlines", "\u202egalf", "x" * 61, 1, None):
        assert tmux_daemon.call("POST", here, {"name": nonsense})[0] == 400
    assert tmux_daemon.call("POST", here, {"name": ""})[0] == 200
    assert tmux_daemon.session(composer.pid)["name"] == own
    assert composer.lines() == []
