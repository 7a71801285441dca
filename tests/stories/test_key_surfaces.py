"""What presses on the keys of a surface do: answers, things done in sessions, other views."""

from typing import Self

import pytest
from tests.stories.happened import (
    AGENT,
    BARN,
    CLI,
    DESK,
    Happened,
    Pause,
    a_caller,
    after,
    an_ask,
    asked,
    done,
    joins,
    late,
    noted,
    sighted,
    surface_hidden,
    surface_left,
    turn_ends,
)
from tests.stories.story import Story, facing

from quarterdeck.boards.board import Board, KeyFace, Scene
from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.models import MINI, PEDAL, XL, Model
from quarterdeck.domain import events as e
from quarterdeck.domain.actions import Focus, Interrupt, Keys
from quarterdeck.domain.ask_bodies import Kind, Option, Question
from quarterdeck.domain.asks import NO_ANSWERS, Ask
from quarterdeck.domain.callers import Caller, Role
from quarterdeck.domain.ids import AnswerId, FaceId, SurfaceId
from quarterdeck.domain.meanings import (
    Act,
    Choose,
    Means,
    OpenSession,
    Pick,
    Step,
    StopAll,
    Toggle,
    Turn,
)
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Source
from quarterdeck.domain.states import State

LS, PWD = an_ask("ls"), an_ask("pwd", session=BARN)
DROP = an_ask("drop", level=Level.CRITICAL)
STUCK = an_ask("stuck", kind=Kind.FALLBACK)
WHICH = Question("Which?", "Colour", (Option("red", "", ""), Option("blue", "", "")), multi=False)
COLOUR = an_ask("colour", kind=Kind.QUESTION, questions=(WHICH,))


def quietly(story: Story, *happened: Happened | Pause) -> None:
    """This happens, and what follows is not what the story is about."""
    for one in happened:
        (story >> one).forget()


class Deck:
    """A deck in a story: shows the board for what is, and is pressed."""

    def __init__(self, story: Story, model: Model = MINI, name: str = "deck") -> None:
        self._story = story
        self._model = model
        self._name = SurfaceId(name)
        self._board: Board | None = None

    def shows(self) -> Self:
        """It shows what it should show now, and says so."""
        self._board = board_of(self._scene())
        faces = tuple(self._faces(self._board))
        quietly(self._story, lambda now: e.BoardShown(self._name, faces, now))
        return self

    def face(self, means: Means) -> FaceId:
        assert self._board
        found = [face.id for face in self._faces(self._board) if face.means == means]
        assert found, f"{means} is not on the board {self._board.name}"
        return found[0]

    def press(
        self,
        means: Means,
        name: str = "press",
        *,
        held: float | None = None,
        by: Caller | None = None,
    ) -> Happened:
        face = self.face(means)
        return lambda now: e.Pressed(
            AnswerId(name), self._name, face, held, "", NO_ANSWERS, now, by
        )

    def down(self, means: Means) -> Happened:
        face = self.face(means)
        return lambda now: e.PressBegan(self._name, face, now)

    def _scene(self) -> Scene:
        view = self._story.view()
        [surface] = [s for s in view.surfaces if s.id == self._name]
        return Scene(
            run="run",
            model=self._model,
            state=surface.state,
            asks=view.asks,
            sessions=view.sessions,
            answering=view.answering,
        )

    def _faces(self, board: Board) -> list[KeyFace]:
        both = [face for key in board.keys for face in (key.press, key.hold)]
        sides = [face for dial in (*board.dials, *board.touch) for face in (dial.left, dial.right)]
        return [face for face in (*both, *sides) if face]


def deck_facing(ask: Ask, model: Model = MINI) -> tuple[Story, Deck]:
    """A deck that has shown an ask for a while."""
    story = facing(ask)
    deck = Deck(story, model).shows()
    quietly(story, after(5))
    return story, deck


# Answers


def test_a_press_on_a_key_answers() -> None:
    story, deck = deck_facing(LS)
    (
        story
        >> deck.press(Choose(LS.id, "allow"))
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
    ).ends()


def test_what_is_picked_is_sent_with_the_answer() -> None:
    story, deck = deck_facing(COLOUR)
    pick = Pick(COLOUR.id, "Which?", "red", several=False)
    (story >> deck.press(pick) << "press is acknowledged" << "deck is drawn").ends()
    deck.shows()
    submit = Choose(COLOUR.id, "submit", {"Which?": "red"})
    quietly(story, after(1), deck.press(submit, "sent"))
    assert story.view().answering[COLOUR.id].answers == {"Which?": "red"}


def test_always_is_a_toggle_of_one_surface_then_allow_means_it() -> None:
    story, deck = deck_facing(LS)
    (story >> deck.press(Toggle(LS.id)) << "press is acknowledged" << "deck is drawn").ends()
    deck.shows()
    quietly(story, after(1), deck.press(Choose(LS.id, "always"), "sent"))
    assert story.view().answering[LS.id].choice == "always"
    assert [s.state.of(LS.id).always for s in story.view().surfaces] == [True, False]


def test_a_face_that_changed_its_meaning_is_guarded_again() -> None:
    story, deck = deck_facing(LS)
    quietly(story, deck.press(Toggle(LS.id)))
    deck.shows()
    (
        story
        >> deck.press(Choose(LS.id, "always"), "quick")
        << "quick is refused: guarded"
        << "deck is drawn"
    ).ends()


def test_a_press_on_a_board_that_was_replaced_answers_nothing() -> None:
    story, deck = deck_facing(LS)
    old = deck.press(Choose(LS.id, "allow"))
    quietly(story, noted(BARN), asked(PWD))
    deck.shows()
    (story >> after(1) >> old << "press is refused: not_shown" << "deck is drawn").ends()


def test_a_press_that_began_before_its_face_was_shown_is_not_meant() -> None:
    story = facing(LS)
    deck = Deck(story)
    deck.shows()
    allow, down = deck.press(Choose(LS.id, "allow")), deck.down(Choose(LS.id, "allow"))
    quietly(story, surface_hidden(), down)
    deck.shows()
    (story >> after(1) >> allow << "press is refused: guarded" << "deck is drawn").ends()


# Holding


def test_a_critical_key_must_be_held() -> None:
    story, deck = deck_facing(DROP)
    allow = Choose(DROP.id, "allow")
    (
        story
        >> deck.press(allow)
        << "press is refused: needs_confirmation"
        << "deck is drawn"
        >> deck.down(allow)
        >> after(1)
        >> deck.press(allow, "held", held=1.0)
        << "drop is shown"
        << "hook gets allow"
        << "desk works"
    ).ends()


def test_what_holding_a_key_means_is_not_done_by_pressing_it() -> None:
    story, deck = deck_facing(LS)
    (
        story
        >> deck.press(Choose(LS.id, "deny_stop"))
        << "press is refused: needs_confirmation"
        << "deck is drawn"
    ).ends()


def test_letting_go_of_a_key_ends_its_hold_too() -> None:
    story, deck = deck_facing(LS)
    deny, stop = Choose(LS.id, "deny"), Choose(LS.id, "deny_stop")
    (story >> deck.down(deny) >> deck.down(stop)).ends()
    quietly(story, deck.press(Toggle(LS.id), "other"))
    [surface] = [s for s in story.view().surfaces if s.id == "deck"]
    assert len(surface.down) == 2, "another key lets nothing of this one go"
    quietly(story, deck.press(deny))
    [surface] = [s for s in story.view().surfaces if s.id == "deck"]
    assert surface.down == {}


def test_a_program_that_presses_has_its_own_rights_and_says_that_it_is_sure() -> None:
    story, deck = deck_facing(DROP)
    allow = Choose(DROP.id, "allow")
    viewer = a_caller("screen", role=Role.VIEW)
    (
        story
        >> deck.press(allow, "theirs", held=1.0, by=viewer)
        << "theirs is refused: refused"
        << "deck is drawn"
        >> deck.press(allow, "ours", held=1.0, by=CLI)
        << "drop is shown"
        << "hook gets allow"
        << "desk works"
    ).ends()


# Sessions


def test_go_cc_focuses_and_leaves_the_ask_open() -> None:
    story, deck = deck_facing(LS)
    (
        story
        >> deck.press(Act(DESK, Focus()))
        << "press is waiting"
        << "press is started"
        << "press is done"
        >> done("press")
        << "press was accepted"
        >> deck.press(Act(DESK, Focus()))
        << "press was accepted"
    ).ends()
    assert [ask.id for ask in story.view().asks] == [LS.id]


def test_arrow_keys_are_guarded_like_an_answer_since_they_may_be_one() -> None:
    story = facing(STUCK)
    deck = Deck(story, XL).shows()
    enter = Act(DESK, Keys(("Enter",)))
    (story >> deck.press(enter, "early") << "early is refused: guarded" << "deck is drawn").ends()
    (
        story
        >> after(1)
        >> deck.press(enter)
        << "press is waiting"
        << "press is started"
        << "press is done"
    ).ends()


def test_the_surface_of_an_agent_does_nothing_in_sessions() -> None:
    story = facing(LS)
    quietly(story, joins("mine", by=AGENT))
    deck = Deck(story, name="mine").shows()
    (
        story
        >> after(1)
        >> deck.press(Act(DESK, Focus()))
        << "press is refused: refused"
        << "mine is drawn"
    ).ends()


def test_stop_all_is_held_and_interrupts_whoever_works() -> None:
    story = Story()
    quietly(story, noted(BARN), sighted(Source.HOOK, State.IDLE, BARN))
    deck = Deck(story, XL).shows()
    (
        story
        >> deck.down(StopAll())
        >> after(1)
        >> deck.press(StopAll(), held=1.0)
        << "press-desk is waiting"
        << "press-desk is started"
        << "press-desk is done"
        << "press is acknowledged"
        >> deck.press(StopAll(), held=1.0)
        << "press is acknowledged"
    ).ends()


def test_who_may_not_interrupt_stops_nobody() -> None:
    story = Story()
    quietly(story, joins("screen", by=a_caller("screen", role=Role.VIEW)))
    deck = Deck(story, XL, "screen").shows()
    (
        story
        >> deck.down(StopAll())
        >> after(1)
        >> deck.press(StopAll(), held=1.0)
        << "press is refused: refused"
        << "screen is drawn"
    ).ends()


def test_a_pedal_denies_and_stops_but_never_allows() -> None:
    story, deck = deck_facing(LS, PEDAL)
    with pytest.raises(AssertionError, match="not on the board"):
        deck.press(Choose(LS.id, "allow"))
    quietly(story, deck.press(Act(DESK, Interrupt())))
    (
        story
        >> deck.press(Choose(LS.id, "deny"), "no")
        << "ls is shown"
        << "hook gets deny"
        << "desk works"
    ).ends()


# Other views


def test_a_step_shows_another_ask_on_this_surface_alone() -> None:
    story, deck = deck_facing(LS)
    quietly(story, noted(BARN), asked(PWD))
    deck.shows()
    (story >> deck.press(Step(LS.id)) << "press is acknowledged" << "deck is drawn").ends()
    assert {s.id: s.state.at for s in story.view().surfaces} == {"deck": LS.id, "phone": None}


def test_what_is_not_guarded_can_be_pressed_before_we_know_that_it_is_shown() -> None:
    story = facing(LS)
    deck = Deck(story).shows()
    (
        story
        >> late(0.02, deck.down(Toggle(LS.id)))
        >> deck.press(Toggle(LS.id))
        << "press is acknowledged"
        << "deck is drawn"
    ).ends()


def test_a_press_that_comes_twice_turns_once() -> None:
    story, deck = deck_facing(LS)
    (
        story
        >> deck.press(Toggle(LS.id))
        << "press is acknowledged"
        << "deck is drawn"
        >> deck.press(Toggle(LS.id))
        << "press is acknowledged"
    ).ends()
    [surface] = [s for s in story.view().surfaces if s.id == "deck"]
    assert surface.state.of(LS.id).always


def test_a_session_is_opened_by_holding_its_tile() -> None:
    story = Story()
    deck = Deck(story).shows()
    opened = OpenSession(DESK)
    (
        story
        >> deck.down(opened)
        >> after(1)
        >> deck.press(opened, held=1.0)
        << "press is acknowledged"
        << "deck is drawn"
    ).ends()
    deck.shows()
    (story >> after(0.5)).ends()  # a key that stood elsewhere an instant ago is guarded
    quietly(story, deck.press(Act(DESK, Interrupt()), "stop"))
    assert [p.action.do for p in story.view().actions] == [Interrupt()]


def test_nothing_is_kept_of_asks_that_are_over() -> None:
    story, deck = deck_facing(LS)
    quietly(story, deck.press(Toggle(LS.id)))
    quietly(story, noted(BARN), asked(PWD))
    quietly(story, turn_ends())
    deck.shows()
    quietly(story, deck.press(Turn(PWD.id, 1), "turn"))
    [surface] = [s for s in story.view().surfaces if s.id == "deck"]
    assert set(surface.state.asks) == {PWD.id}


def test_a_deck_that_comes_back_is_turned_to_nothing() -> None:
    story, deck = deck_facing(LS)
    quietly(story, deck.press(Toggle(LS.id)))
    quietly(story, surface_left(), joins())
    assert not any(s.state.asks for s in story.view().surfaces)
