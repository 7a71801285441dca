"""The calls about sessions: their screens, typing, keys, stopping, going there."""

import os

from tests.doors.http.stage import Harbour
from tests.live.lab.until import until


def test_the_screen_is_shown_with_what_it_means(harbour: Harbour) -> None:
    _, session = harbour.mate("a")
    status, seen = harbour.call("GET", f"/api/sessions/{session}/screen")
    assert (status, seen["composer"], seen["state"]) == (200, "empty", "idle")
    assert (seen["width"], seen["height"]) == (80, 24)
    assert "? for shortcuts" in seen["text"]


def test_a_session_without_a_pane_has_no_screen_and_takes_nothing(harbour: Harbour) -> None:
    harbour.house.agent("shop")
    sessions = until(lambda: harbour.house.client.list("/api/sessions"), 5, lambda: "no session")
    here = f"/api/sessions/{sessions[0]['id']}"
    assert harbour.call("GET", f"{here}/screen")[1]["error_type"] == "no_screen"
    for call, body in (("send", {"text": "hi"}), ("keys", {"keys": ["Enter"]}), ("focus", {})):
        status, told = harbour.call("POST", f"{here}/{call}", body)
        assert (status, told["outcome"]) == (409, "not_delivered")
        assert told["error_type"] == "no_pane_id"


def test_keys_are_pressed_by_name_and_unknown_ones_are_not(harbour: Harbour) -> None:
    mate, session = harbour.mate("a")
    here = f"/api/sessions/{session}/keys"
    for key in ("h", "i", "Enter"):
        status, told = harbour.call("POST", here, {"keys": [key]})
        assert (status, told["outcome"]) == (200, "unknown")
    until(lambda: mate.submitted == ["hi"], 5, lambda: str(mate.lines()))
    assert harbour.call("POST", here, {"keys": ["Entr"]})[0] == 409
    for nonsense in ([], "Enter", [1], None):
        assert harbour.call("POST", here, {"keys": nonsense})[0] == 400


def test_a_text_waits_for_a_working_agent_as_long_as_it_is_told(harbour: Harbour) -> None:
    mate, session = harbour.mate("a")
    here = f"/api/sessions/{session}/send"
    mate.turn_work()
    until(lambda: mate.shows("esc to interrupt"), 5, lambda: "it does not work")
    status, told = harbour.call("POST", here, {"text": "hello", "wait": 0})
    assert (status, told["outcome"]) == (409, "blocked")
    mate.turn_work()
    status, told = harbour.call("POST", here, {"text": "hello", "wait": 5})
    assert status == 200
    assert mate.submitted == ["hello"]
    for nonsense in (-1, "long", True):
        assert harbour.call("POST", here, {"text": "x", "wait": nonsense})[0] == 400


def test_nothing_is_stopped_in_an_agent_that_rests(harbour: Harbour) -> None:
    mate, session = harbour.mate("a")
    harbour.wait_state(mate, "idle")
    status, told = harbour.call("POST", f"/api/sessions/{session}/interrupt")
    assert (status, told["outcome"]) == (409, "blocked")
    assert mate.lines() == []


def test_going_there_selects_the_pane_in_the_persons_own_window(harbour: Harbour) -> None:
    mate, session = harbour.mate("a")
    harbour.ship.tmux("new-window", "-t", "a", "cat")
    person = harbour.ship.person("a")
    until(lambda: harbour.ship.tmux("list-clients"), 5, lambda: "nobody looks")
    status, told = harbour.call("POST", f"/api/sessions/{session}/focus")
    assert (status, told["outcome"]) == (200, "accepted")
    assert harbour.ship.tmux("display-message", "-p", "-t", "a", "#{pane_id}") == mate.pane
    person.leaves()


def test_why_a_session_is_in_its_state_can_be_asked(harbour: Harbour) -> None:
    mate, session = harbour.mate("a")
    harbour.wait_state(mate, "idle")
    explain = f"/api/sessions/{session}/explain"
    status, told = harbour.call("GET", explain)
    assert (status, told["session"]["id"]) == (200, session)

    def sources() -> set[str]:
        return {sighting["source"] for sighting in harbour.call("GET", explain)[1]["sightings"]}

    until(lambda: {"hook", "screen"} <= sources(), 5, lambda: f"only {sources()} tell")


def test_a_session_that_nobody_knows_is_not_found(harbour: Harbour) -> None:
    assert harbour.call("GET", "/api/sessions/s0")[0] == 404


def test_an_agent_that_may_type_presses_no_key_while_a_session_asks(harbour: Harbour) -> None:
    harbour.house.restart("[security]\nagents_may_type = true\n")
    mate, session = harbour.mate("a")
    harbour.call("POST", "/hook/session-start", {"pid": os.getpid(), "source": "startup"})
    until(lambda: len(harbour.house.client.list("/api/sessions")) == 2, 5, lambda: "no session")
    here = f"/api/sessions/{session}"
    assert harbour.call("POST", f"{here}/keys", {"keys": ["h"]})[0] == 200
    until(lambda: mate.shows("❯\xa0h"), 5, lambda: "the key is not shown")
    mate.open_dialog()
    harbour.house.wait_ask("permission")
    assert harbour.call("POST", f"{here}/keys", {"keys": ["Enter"]})[0] == 403
    assert harbour.call("POST", f"{here}/interrupt")[0] == 403
    assert mate.said("dialog") == []
