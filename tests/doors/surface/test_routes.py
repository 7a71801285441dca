"""Surfaces over HTTP, on a real daemon."""

import urllib.request
from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image
from tests.stage.calls import call, token
from tests.stage.daemon import StagedDaemon
from tests.stage.keys import MINI, Json, KeyClient

CRITICAL = "cd build && rm -rf ../data && make"
MESSAGE, ALLOW = 0, 5  # keys of a Mini


@pytest.fixture
def deck(daemon: StagedDaemon) -> Iterator[KeyClient]:
    profile = {**MINI, "id": "R1", "title": "on the desk"}
    agent = daemon.agent("routes")
    agent.bash(CRITICAL)
    with KeyClient(daemon.paths.api, profile=profile, token=token(daemon)) as client:
        client.wait_board("permission")
        client.arm()
        yield client
    agent.close()


def press(daemon: StagedDaemon, face: str, **more: object) -> tuple[int, object]:
    status, told = call(daemon, "POST", "/api/surfaces/deck-R1/press", {"face": face, **more})
    return status, told.get("error_type") or told["status"]


def test_a_surface_tells_what_it_shows_and_what_can_be_pressed(
    daemon: StagedDaemon, deck: KeyClient
) -> None:
    deck.say(type="health", text="The deck does not answer.")
    deck.pressed_face("made up")  # what came before it was heard
    [mine] = [s for s in call(daemon, "GET", "/api/surfaces")[1] if s["id"] == "deck-R1"]
    assert (mine["model"], mine["board"], mine["present"]) == ("mini", "permission", True)
    assert (mine["title"], mine["health"]) == ("on the desk", "The deck does not answer.")
    status, one = call(daemon, "GET", "/api/surfaces/deck-R1")
    assert (status, one["keys"][ALLOW]["label"]) == (200, "Allow")
    assert one["keys"][ALLOW]["hold"] == deck.board["keys"][ALLOW]["hold"]
    assert [one["keys"][key]["shown"] for key in (ALLOW, 0)] == [
        True,
        bool(one["keys"][0]["press"]),
    ]
    assert (one["dials"], one["touch"]) == ([], [])
    assert call(daemon, "GET", "/api/surfaces/nobody")[0] == 404


def test_a_program_presses_what_is_shown_and_nothing_else(
    daemon: StagedDaemon, deck: KeyClient
) -> None:
    keys = deck.board["keys"]
    assert press(daemon, keys[MESSAGE]["press"]) == (200, "ok")
    assert press(daemon, "made up") == (409, "not_shown")
    assert press(daemon, keys[ALLOW]["hold"]) == (409, "needs_confirmation")
    assert press(daemon, keys[ALLOW]["hold"], held=10) == (409, "needs_confirmation")
    assert press(daemon, "") == (400, "bad_request")
    assert press(daemon, keys[ALLOW]["hold"], held="long") == (400, "bad_request")


def test_a_deck_is_seen_as_one_picture(daemon: StagedDaemon, deck: KeyClient) -> None:
    asked = urllib.request.Request(
        f"{daemon.url}/api/surfaces/deck-R1.png",
        headers={"Authorization": f"Bearer {token(daemon)}"},
    )
    with urllib.request.urlopen(asked, timeout=45) as answer:
        picture = Image.open(BytesIO(answer.read()))
    assert picture.format == "PNG"
    assert picture.width > 3 * 80
    pedal = {"kind": "deck", "hold": True, "model": "pedal", "id": "P1"}
    with KeyClient(daemon.paths.api, profile=pedal, token=token(daemon)):
        assert call(daemon, "GET", "/api/surfaces/deck-P1.png")[1]["error_type"] == "no_picture"


def bind(daemon: StagedDaemon, session: object, surface: str = "deck-R1") -> tuple[int, Json]:
    return call(daemon, "POST", f"/api/surfaces/{surface}/bind", {"session": session})


def living(daemon: StagedDaemon, name: str) -> Json:
    sessions: list[Json] = call(daemon, "GET", "/api/sessions")[1]
    return next(s for s in sessions if s["name"] == name and s["state"] != "ended")


def test_a_surface_is_bound_to_a_session_and_told_before_its_board(
    daemon: StagedDaemon, deck: KeyClient
) -> None:
    other = daemon.agent("other")
    session, asking = living(daemon, "other"), living(daemon, "routes")["id"]
    status, told = bind(daemon, session["id"])
    assert (status, told["session"]) == (200, session["id"])
    names = {"id": session["id"], "keyboard_id": session["keyboard_id"], "name": "other"}
    assert deck.heard("bound")["session"] == names
    assert deck.wait_board("sessions")["session"] == session["id"]
    assert bind(daemon, asking)[0] == 200
    assert deck.wait_board("permission")["session"] == asking
    assert bind(daemon, None)[1]["session"] is None
    assert deck.heard("bound")["session"] is None
    other.close()


def test_a_surface_is_bound_to_nothing_that_is_not_there(
    daemon: StagedDaemon, deck: KeyClient
) -> None:
    assert bind(daemon, "nobody")[0] == 404
    assert bind(daemon, 7)[0] == 400
    assert bind(daemon, None, surface="nobody")[0] == 404


def test_a_device_that_comes_back_belongs_to_the_session_that_it_remembers(
    daemon: StagedDaemon,
) -> None:
    agent = daemon.agent("remembered")
    session = str(living(daemon, "remembered")["id"])
    profile = {**MINI, "id": "R2"}
    with KeyClient(
        daemon.paths.api, profile=profile, token=token(daemon), session=session
    ) as client:
        assert client.heard("board")["session"] == session
    with KeyClient(daemon.paths.api, profile=profile, token=token(daemon)) as client:
        assert client.heard("bound")["session"]["id"] == session
    agent.close()
