from dataclasses import replace

from tests.boards.scenes import API, SESSIONS, SHOP, a_session, permission, scene_of

from quarterdeck.boards.looks import Ground
from quarterdeck.boards.models import MK2, PLUS
from quarterdeck.boards.session_board import black_board, session_board, tile_board
from quarterdeck.boards.waiting import waiting_of
from quarterdeck.domain.actions import Focus, Interrupt, Keys, Send
from quarterdeck.domain.board_state import BoardState
from quarterdeck.domain.buttons import Button, Buttons, Context, Origin
from quarterdeck.domain.meanings import Act, OpenSession, StopAll, Turn
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import State


def test_a_tile_goes_to_its_session_and_opens_its_page_when_held() -> None:
    tile = tile_board(scene_of(model=MK2)).keys[1]
    assert (tile.look.title, tile.look.state, tile.look.colour) == ("shop", State.WORKING, 1)
    assert tile.press
    assert tile.press.means == Act(SHOP, Focus())
    assert tile.hold
    assert tile.hold.means == OpenSession(SHOP)


def test_more_sessions_than_keys_are_shown_page_by_page() -> None:
    first = tile_board(scene_of())
    more = first.keys[5]
    assert (more.look.title, more.look.detail) == ("More", "1/2")
    assert more.press
    assert more.press.means == Turn(None, 1)
    second = tile_board(scene_of(state=BoardState(tiles=1)))
    assert [key.look.title for key in second.keys] == ["infra", "parser", "", "", "", "More"]


def test_stop_all_must_be_held_and_is_there_while_something_runs() -> None:
    last = tile_board(scene_of(model=MK2)).keys[-1]
    assert last.press is None
    assert last.hold
    assert last.hold.means == StopAll()
    resting = (a_session(API, "api", 0, State.IDLE),)
    assert tile_board(replace(scene_of(model=MK2), sessions=resting)).keys[-1].hold is None


def test_sessions_that_ended_have_no_tile() -> None:
    ended = tuple(replace(session, state=State.ENDED) for session in SESSIONS)
    board = tile_board(replace(scene_of(model=PLUS), sessions=ended))
    assert {key.look.ground for key in board.keys} == {Ground.BLACK}


def test_the_page_of_a_session_stops_it_and_leads_back() -> None:
    board = session_board(scene_of(), SESSIONS[1], None)
    bars = [key.look.bar.text if key.look.bar else "" for key in board.keys]
    assert bars == ["", "", "Back", "Go CC", "BACKGR.", "STOP"]
    means = [key.press.means if key.press else None for key in board.keys[2:]]
    assert means == [
        OpenSession(None),
        Act(SHOP, Focus()),
        Act(SHOP, Keys(("C-b",))),
        Act(SHOP, Interrupt()),
    ]


def offering(*row: Button, by: Origin = Origin.RULES) -> Session:
    buttons = Buttons(by, Context.NOTHING, "", row, True, 1.0)
    return replace(a_session(API, "api", 0, State.IDLE), buttons=buttons)


def test_the_page_of_an_idle_session_has_its_buttons_with_what_they_type() -> None:
    go = Button("Go", "", "Go ahead.", "", Level.LOW)
    session = offering(go, Button("Yes", "", "", "", Level.LOW), Button("", "", "", "", Level.LOW))
    keys = session_board(scene_of(model=MK2), session, None).keys[10:]
    assert [key.look.title for key in keys] == ["", "", "Go", "Yes", ""]
    assert keys[1].look.bar
    assert keys[1].look.bar.text == "Go CC"
    assert (keys[2].look.detail, keys[3].look.detail) == ("Go ahead.", "")
    means = [key.press.means if key.press else None for key in keys[2:]]
    assert means == [Act(API, Send("Go ahead.")), Act(API, Send("Yes")), None]
    assert len([k for k in session_board(scene_of(), session, None).keys[3:] if k.press]) == 2


def test_an_agents_own_button_says_so_and_a_critical_one_must_be_held() -> None:
    wipe = Button("Clean", "", "rm -rf /", "", Level.CRITICAL)
    key = session_board(scene_of(), offering(wipe, by=Origin.AGENT), None).keys[-1]
    assert (key.look.detail, key.press) == ("Agent: rm -rf /", None)
    assert key.hold
    assert key.hold.means == Act(API, Send("rm -rf /"))


def test_a_button_has_the_picture_and_colour_it_was_given_or_what_goes_with_its_words() -> None:
    row = (
        Button("Ship", "🚢", "", "", Level.LOW, colour="#204060"),
        Button("Try it", "", "", "", Level.LOW, image="retry.rgb"),
        Button("Commit", "", "", "", Level.LOW),
    )
    keys = session_board(scene_of(model=MK2), offering(*row), None).keys[12:]
    assert [key.look.emoji for key in keys] == ["🚢", "🔄", "💾"]
    assert [key.look.tint for key in keys] == ["#204060", "", ""]


def test_a_session_that_works_has_no_buttons_on_its_page() -> None:
    busy = replace(offering(Button("Go", "", "", "", Level.LOW)), state=State.WORKING)
    board = session_board(scene_of(), busy, None)
    assert board.keys[-1].look.bar
    assert board.keys[-1].look.bar.text == "STOP"


def test_what_waits_meanwhile_is_said_on_that_page() -> None:
    scene = scene_of(permission())
    board = session_board(scene, SESSIONS[1], waiting_of(scene))
    assert board.keys[0].look.bar
    assert board.keys[0].look.bar.text == "1 waiting"


def test_a_strip_counts_who_does_what() -> None:
    strip = tile_board(scene_of(model=PLUS)).strip
    assert strip
    assert "1 working" in strip.text.text
    assert tile_board(scene_of()).strip is None


def test_a_black_board_means_nothing_anywhere() -> None:
    board = black_board(scene_of())
    assert all(key.press is None and key.hold is None for key in board.keys)
