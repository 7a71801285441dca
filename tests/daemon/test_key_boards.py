"""Key surfaces: a board when the last one is shown, the newest; frames at once."""

import asyncio

import pytest
from tests.fakes.neighbours import HandClock
from tests.fakes.pictures import WordPainter
from tests.stories.happened import (
    BARN,
    CLI,
    Happened,
    an_ask,
    asked,
    noted,
    sighted,
    snoozed,
    turn_ends,
)
from tests.stories.story import RULES

from quarterdeck.boards.board import Board
from quarterdeck.boards.drawing import Drawing, Encoding, KeySurface
from quarterdeck.boards.given import Frame, GivenBoard
from quarterdeck.boards.models import MINI, PEDAL, PLUS, TKEYBOARD, XL, Model
from quarterdeck.boards.moment import STEP_EVERY
from quarterdeck.daemon.key_boards import FAILED_FOR, HOLD_STEPS, KEPT, DeckSettings, KeyBoards
from quarterdeck.domain.agenda import Order
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import NO_ANSWERS
from quarterdeck.domain.effects import ShowAsk, ShowSession, SurfaceChanged
from quarterdeck.domain.events import BindingChosen, Event, PressBegan, Pressed
from quarterdeck.domain.ids import AnswerId, FaceId, SurfaceId
from quarterdeck.domain.journal import NOTHING
from quarterdeck.domain.meanings import Choose, Means, Toggle, Wake
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Source
from quarterdeck.domain.states import State
from quarterdeck.domain.surfaces import Profile
from quarterdeck.domain.watch import Watch

LS, PWD = an_ask("ls"), an_ask("pwd")
DROP = an_ask("drop", level=Level.CRITICAL)
DECK = SurfaceId("deck-1")
QUIET = 0.05  # seconds in which what would come comes


class Stage:
    """A watch that hears at once what is put, and one deck."""

    def __init__(self, model: Model = MINI, *, guard_dim: bool = False, sleep: float = 0) -> None:
        self.clock = HandClock()
        self.watch = Watch(RULES, NOTHING, self.clock.now)
        self.draw = WordPainter()
        settings = DeckSettings(
            Order.NEWEST, tiles=True, guard_dim=guard_dim, brightness=80, sleep=sleep
        )
        self.boards = KeyBoards(
            "run",
            settings,
            RULES.guards,
            self.watch.view,
            self.put,
            self.clock,
            self.draw,
            lambda s: s.id != BARN,
        )
        self.happens(noted())
        keys = KeySurface(model, Encoding(), Encoding())
        self.boards.join(DECK, keys, Profile("deck", hold=True), CLI, None)

    def put(self, event: Event) -> None:
        for effect in self.watch.handle(event, self.clock.now):
            match effect:
                case ShowAsk(ask):
                    self.boards.ask_changed(ask)
                case ShowSession(session):
                    self.boards.session_changed(session)
                case SurfaceChanged(surface):
                    self.boards.surface_changed(surface)
                case _:
                    pass

    def happens(self, what: Happened) -> None:
        self.clock.now += 1.0
        self.put(what(self.clock.now))

    async def given(self) -> GivenBoard:
        """The next board, acknowledged."""
        given = await self.sent()
        assert isinstance(given, GivenBoard)
        self.boards.shown(DECK, given.number)
        return given

    async def sent(self) -> GivenBoard | Frame:
        async with asyncio.timeout(10):
            return await self.boards.next(DECK)

    async def nothing(self) -> bool:
        """Whether nothing is sent."""
        try:
            async with asyncio.timeout(QUIET):
                await self.boards.next(DECK)
        except TimeoutError:
            return True
        return False

    def faces(self) -> set[FaceId]:
        [surface] = self.watch.view().surfaces
        return set(surface.shown)


@pytest.fixture
def stage() -> Stage:
    return Stage()


def face(board: Board, means: Means) -> FaceId:
    both = [face for key in board.keys for face in (key.press, key.hold) if face]
    return next(face.id for face in both if face.means == means)


def place(board: Board, name: FaceId) -> int:
    return next(
        n for n, key in enumerate(board.keys) if name in {f.id for f in (key.press, key.hold) if f}
    )


async def test_a_deck_is_given_what_waits_with_a_picture_for_every_key(stage: Stage) -> None:
    stage.happens(asked(LS))
    given = await stage.given()
    assert (given.number, given.board.name, given.brightness) == (1, "permission", 80)
    assert sorted(given.pictures) == list(range(6))
    assert face(given.board, Choose(LS.id, "allow")) in stage.faces()


async def test_nothing_is_sent_when_nothing_changed(stage: Stage) -> None:
    stage.happens(asked(LS))
    await stage.given()
    stage.happens(sighted(Source.HOOK, State.WORKING))
    assert await stage.nothing()


async def test_while_a_board_is_not_shown_none_follows_then_the_newest_does(stage: Stage) -> None:
    stage.happens(asked(LS))
    first = await stage.sent()
    assert isinstance(first, GivenBoard)
    for name in ("one", "two", "three"):
        stage.happens(asked(an_ask(name)))
    assert await stage.nothing()
    stage.boards.shown(DECK, first.number)
    second = await stage.given()
    assert (second.number, second.board.message and second.board.message.text.text) == (2, "three")
    assert await stage.nothing()


async def test_only_what_changed_is_drawn(stage: Stage) -> None:
    stage.happens(asked(LS))
    given = await stage.given()
    stage.draw.jobs.clear()
    toggle = face(given.board, Toggle(LS.id))
    stage.put(Pressed(AnswerId("p"), DECK, toggle, None, "", {}, stage.clock.now))
    board = (await stage.given()).board
    [job] = stage.draw.jobs
    assert isinstance(job, Drawing)
    changed = [n for n, key in enumerate(board.keys) if key.look != given.board.keys[n].look]
    assert set(changed) <= set(job.places)


async def test_what_was_drawn_before_is_not_drawn_again(stage: Stage) -> None:
    stage.happens(asked(LS))
    toggle = face((await stage.given()).board, Toggle(LS.id))
    for number in range(3):
        name = AnswerId(f"press {number}")
        stage.put(Pressed(name, DECK, toggle, None, "", {}, stage.clock.now))
        toggle = face((await stage.given()).board, Toggle(LS.id))
    assert len(stage.draw.jobs) == 2


@pytest.mark.parametrize("number", [0, -1, 2, 10**9])
async def test_a_number_that_was_never_given_shows_nothing(stage: Stage, number: int) -> None:
    stage.happens(asked(LS))
    await stage.sent()
    stage.boards.shown(DECK, number)
    assert stage.faces() == set()
    assert await stage.nothing()


async def test_a_number_from_long_ago_means_nothing(stage: Stage) -> None:
    stage.happens(asked(LS))
    first = await stage.given()
    for number in range(KEPT):
        stage.happens(asked(an_ask(f"another {number}")))
        await stage.given()
    before = stage.faces()
    stage.boards.shown(DECK, first.number)
    assert stage.faces() == before


async def test_an_ask_that_is_snoozed_is_not_shown(stage: Stage) -> None:
    stage.happens(asked(LS))
    await stage.given()
    stage.happens(snoozed(LS, 60))
    assert (await stage.given()).board.name == "sessions"


async def test_a_pressed_key_is_drawn_at_once_even_before_the_board_is_shown(stage: Stage) -> None:
    stage.happens(asked(LS))
    given = await stage.sent()
    assert isinstance(given, GivenBoard)
    deny = face(given.board, Choose(LS.id, "deny"))
    stage.boards.down(DECK, deny)
    pressed = await stage.sent()
    assert isinstance(pressed, Frame)
    assert pressed.key == place(given.board, deny)
    stage.boards.up(DECK, deny)
    let_go = await stage.sent()
    assert isinstance(let_go, Frame)
    assert let_go.picture == given.pictures[pressed.key]
    assert await stage.nothing()


async def test_the_progress_of_a_hold_is_drawn_in_steps(stage: Stage) -> None:
    stage.happens(asked(DROP))
    given = await stage.given()
    allow = face(given.board, Choose(DROP.id, "allow"))
    stage.boards.down(DECK, allow)
    seen = set()
    for _ in range(HOLD_STEPS):
        frame = await stage.sent()
        assert isinstance(frame, Frame)
        seen.add(frame.picture.id)
        stage.clock.now += RULES.guards.hold / HOLD_STEPS
    assert len(seen) == HOLD_STEPS
    stage.boards.up(DECK, allow)
    last = await stage.sent()
    assert isinstance(last, Frame)
    assert last.picture == given.pictures[last.key]


async def test_a_face_that_is_not_on_the_board_is_not_drawn_as_pressed(stage: Stage) -> None:
    stage.happens(asked(LS))
    await stage.given()
    stage.boards.down(DECK, FaceId("made up"))
    stage.boards.up(DECK, FaceId("made up"))
    assert await stage.nothing()


async def test_a_countdown_goes_on_without_another_face(stage: Stage) -> None:
    stage.happens(asked(an_ask("limit", kind=Kind.LIMIT, deadline=42.0)))
    first = await stage.given()
    faces = stage.faces()
    waiting = asyncio.ensure_future(stage.sent())
    await asyncio.sleep(0)
    stage.clock.now += 1.0
    stage.boards.surface_changed(DECK)
    second = await waiting
    assert isinstance(second, GivenBoard)
    assert (second.board, second.number) == (first.board, 2)
    stage.boards.shown(DECK, 2)
    assert stage.faces() == faces


async def test_keys_that_answer_are_dim_until_a_press_on_them_counts() -> None:
    stage = Stage(guard_dim=True)
    stage.happens(asked(LS))
    given = await stage.given()
    allow = place(given.board, face(given.board, Choose(LS.id, "allow")))
    toggle = place(given.board, face(given.board, Toggle(LS.id)))
    stage.clock.now += RULES.guards.decision
    stage.boards.surface_changed(DECK)
    armed = await stage.given()
    assert armed.board == given.board
    assert armed.pictures[allow] != given.pictures[allow]
    assert armed.pictures[toggle] == given.pictures[toggle]


async def test_a_pedal_is_given_faces_without_pictures() -> None:
    stage = Stage(PEDAL)
    stage.happens(asked(LS))
    given = await stage.given()
    assert given.pictures == {}
    stage.boards.down(DECK, face(given.board, Choose(LS.id, "deny")))
    assert await stage.nothing()
    assert stage.draw.jobs == []


async def test_a_deck_is_looked_at_as_a_whole(stage: Stage) -> None:
    assert await stage.boards.sheet(DECK) is None
    stage.happens(asked(LS))
    await stage.given()
    assert await stage.boards.sheet(DECK) == b"a sheet of permission"
    assert await stage.boards.sheet(SurfaceId("another")) is None


async def test_tiles_change_with_their_sessions() -> None:
    stage = Stage(XL)
    assert (await stage.given()).board.keys[0].look.state is not State.IDLE
    stage.happens(turn_ends())
    stage.happens(sighted(Source.HOOK, State.IDLE))
    assert (await stage.given()).board.keys[0].look.state is State.IDLE
    stage.happens(noted(BARN))
    assert (await stage.given()).board.keys[1].look.title == "barn"


async def test_what_is_wrong_with_a_device_is_kept_until_it_is_well(stage: Stage) -> None:
    stage.boards.tell_health(DECK, "The deck does not answer.")
    found = stage.boards.given(DECK)
    assert found
    assert found[2] == "The deck does not answer."
    assert stage.boards.given(SurfaceId("another")) is None


async def test_a_deck_sleeps_when_nothing_waits_and_wakes_for_an_ask() -> None:
    stage = Stage(sleep=600)
    assert (await stage.given()).brightness == 80
    stage.clock.now += 600
    asleep = await stage.given()
    assert (asleep.board.name, asleep.brightness) == ("asleep", 0)
    assert await stage.nothing()

    stage.happens(asked(LS))
    awake = await stage.given()
    assert (awake.board.name, awake.brightness) == ("permission", 80)


async def test_what_cannot_go_on_without_the_person_keeps_a_deck_awake() -> None:
    stage = Stage(sleep=600)
    stage.happens(asked(LS))
    await stage.given()
    stage.clock.now += 6000
    assert await stage.nothing()


async def test_a_note_wakes_a_deck_and_lets_it_sleep_again() -> None:
    stage = Stage(sleep=600)
    await stage.given()
    stage.clock.now += 600
    await stage.given()
    stage.happens(asked(an_ask("built", kind=Kind.DONE)))
    assert (await stage.given()).board.name == "done"
    stage.clock.now += 600
    assert (await stage.given()).board.name == "asleep"


async def test_a_press_on_a_sleeping_deck_wakes_it_and_does_nothing_else() -> None:
    stage = Stage(PLUS, sleep=600)
    await stage.given()
    stage.clock.now += 600
    asleep = await stage.given()
    keys = {key.press.means for key in asleep.board.keys if key.press and not key.hold}
    dials = {
        side.means for dial in asleep.board.dials[:2] for side in (dial.left, dial.right) if side
    }
    assert keys == dials == {Wake()}

    stage.happens(
        lambda at: Pressed(
            AnswerId("p1"), DECK, face(asleep.board, Wake()), None, "", NO_ANSWERS, at
        )
    )
    awake = await stage.given()
    assert (awake.board.name, awake.brightness) == ("sessions", 80)


async def test_a_deck_that_is_used_does_not_sleep() -> None:
    stage = Stage(sleep=600)
    shown = await stage.given()
    stage.clock.now += 590
    [tile] = [key.press for key in shown.board.keys if key.press]
    stage.put(PressBegan(DECK, tile.id, stage.clock.now))
    stage.clock.now += 20
    stage.boards.surface_changed(DECK)
    again = await stage.given()
    assert again.board.name == "sessions"


async def test_go_cc_is_there_only_where_the_terminal_is_known(stage: Stage) -> None:
    stage.happens(asked(LS))
    near = await stage.given()
    stage.happens(noted(BARN))
    stage.happens(asked(an_ask("far", session=BARN)))
    far = await stage.given()
    bars = [[k.look.bar.text for k in b.board.keys if k.look.bar] for b in (near, far)]
    assert ["Go CC" in labels for labels in bars] == [True, False]


def test_a_deck_that_leaves_is_gone(stage: Stage) -> None:
    stage.boards.leave(DECK)
    stage.boards.leave(DECK)
    assert (stage.boards.names(), stage.watch.view().surfaces) == ((), ())


async def test_a_bound_surface_is_given_the_asks_of_its_session_alone(stage: Stage) -> None:
    stage.happens(noted(BARN))
    stage.happens(asked(LS, "hook"))
    await stage.given()
    stage.happens(lambda now: BindingChosen(DECK, BARN, CLI, now))
    given = await stage.given()
    assert given.bound
    assert (given.bound.session, given.board.name) == (BARN, "sessions")
    assert [key.look.title for key in given.board.keys if key.press] == ["barn"]
    stage.happens(lambda now: BindingChosen(DECK, None, CLI, now))
    assert (await stage.given()).board.name == "permission"


async def test_a_press_that_failed_is_told_on_its_key_for_a_while(stage: Stage) -> None:
    stage.happens(asked(LS, "hook"))
    given = await stage.given()
    allow = face(given.board, Choose(LS.id, "allow"))
    stage.boards.tell_failure(DECK, allow, "there is a draft")
    told = await stage.sent()
    assert isinstance(told, Frame)
    assert told.key == 5
    assert b"there is a draft" in told.picture.data
    stage.clock.now += FAILED_FOR
    again = await stage.sent()
    assert isinstance(again, Frame)
    assert again.picture == given.pictures[5]


async def test_what_moves_on_a_key_is_drawn_again_and_its_faces_stay() -> None:
    stage = Stage(TKEYBOARD)
    stage.happens(sighted(Source.HOOK, State.WORKING))
    first = await stage.given()
    stage.clock.now += STEP_EVERY
    second = await stage.given()
    assert first.board.keys == second.board.keys
    assert [n for n in range(4) if first.pictures[n] != second.pictures[n]] == [2]
