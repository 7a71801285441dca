from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.boards.any_asks import CRITICAL_BLOCKED, agendas, grids
from tests.boards.scenes import (
    CRITICAL,
    FALLBACK,
    FORM,
    GALLERY,
    ONE,
    SESSIONS,
    SHOP,
    permission,
    scene_of,
)

from quarterdeck.boards.board import Board, KeyFace, Scene
from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.models import MINI, MODELS, PEDAL, Model
from quarterdeck.boards.waiting import waiting_of
from quarterdeck.domain.actions import Focus
from quarterdeck.domain.ask_bodies import Form, Questions
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.board_state import AskState, BoardState, browsed
from quarterdeck.domain.choices import Meaning
from quarterdeck.domain.ids import AskId
from quarterdeck.domain.meanings import Act, Browse, Choose, Means, Pick
from quarterdeck.domain.objections import TEXT_NEEDED
from quarterdeck.domain.states import State


def faces(board: Board) -> Iterator[KeyFace]:
    for key in board.keys:
        yield from (face for face in (key.press, key.hold) if face)


@settings(max_examples=60)
@given(agendas(), grids(), st.booleans())
def test_any_asks_on_any_grid_give_keys_within_the_grid(
    agenda: tuple[Ask, ...], model: Model, focus: bool
) -> None:
    board = board_of(scene_of(*agenda, model=model, focus=focus))
    assert len(board.keys) == model.keys
    assert {int(face.key) for face in faces(board)} <= set(range(model.keys))
    assert len(board.dials) in (0, model.dials)
    assert len(board.touch) in (0, model.touch_keys)


@settings(max_examples=60)
@given(agendas(), grids())
def test_two_faces_of_a_board_are_called_alike_only_if_they_mean_the_same(
    agenda: tuple[Ask, ...], model: Model
) -> None:
    known: dict[str, Means] = {}
    for face in faces(board_of(scene_of(*agenda, model=model))):
        assert known.setdefault(face.id, face.means) == face.means


@settings(max_examples=80)
@given(agendas(), grids())
@example((CRITICAL,), MINI)
@example((CRITICAL_BLOCKED,), MINI)
def test_what_is_critical_is_allowed_by_holding_only(agenda: tuple[Ask, ...], model: Model) -> None:
    for scene in boards_within_reach(scene_of(*agenda, model=model)):
        for key in board_of(scene).keys:
            if key.press and isinstance(key.press.means, Choose):
                assert not allows_critical(scene, key.press.means)


@settings(max_examples=40)
@given(agendas())
def test_a_pedal_never_allows(agenda: tuple[Ask, ...]) -> None:
    for scene in boards_within_reach(scene_of(*agenda, model=PEDAL)):
        for face in faces(board_of(scene)):
            if isinstance(face.means, Choose):
                assert meaning_of(scene, face.means) is not Meaning.ALLOWS


@settings(max_examples=40)
@given(agendas(), grids().filter(lambda m: m.key is not None and m.rows > 1))
def test_every_choice_that_needs_no_text_can_be_reached(
    agenda: tuple[Ask, ...], model: Model
) -> None:
    found: set[tuple[AskId, str]] = set()
    for scene in boards_within_reach(scene_of(*agenda, model=model)):
        for face in faces(board_of(scene)):
            if isinstance(face.means, Choose):
                found.add((face.means.ask, face.means.choice))
            if isinstance(face.means, Act) and face.means.do == Focus():
                found |= {(a.id, "focus") for a in agenda if a.session == face.means.session}
    for ask in agenda:
        wanted = {c.id for c in ask.choices} - TEXT_NEEDED - unreachable(ask)
        assert {choice for at, choice in found if at == ask.id} >= wanted


def unreachable(ask: Ask) -> set[str]:
    """What keys cannot give: a form with a field that must be written."""
    if not isinstance(ask.body, Form):
        # Without a ready answer there is nothing to submit.
        empty = isinstance(ask.body, Questions) and has_empty_question(ask.body)
        return {"submit"} if empty else set()
    written = (f for f in ask.body.fields if f.required and f.kind not in ("enum", "boolean"))
    return {"accept"} if any(written) else set()


def has_empty_question(body: Questions) -> bool:
    return any(not q.options for q in body.questions)


def boards_within_reach(start: Scene) -> Iterator[Scene]:
    """Every scene that presses lead to, as far as the ask that is shown looks different."""
    seen: set[object] = set()
    waiting = [start]
    while waiting:
        scene = waiting.pop()
        if (sign := sign_of(scene)) in seen:
            continue
        seen.add(sign)
        yield scene
        state = scene.state
        followed = (f.means for f in faces(board_of(scene)) if isinstance(f.means, Browse))
        states = {
            repr(new): new for m in followed if worth(state, m) for new in [browsed(state, m)]
        }
        waiting += [replace(scene, state=new) for new in states.values()]


def worth(state: BoardState, means: Browse) -> bool:
    """Picks are tried once for each question: a second one leads nowhere new."""
    return not isinstance(means, Pick) or not state.of(means.ask).picks.get(means.question)


def sign_of(scene: Scene) -> object:
    """What is shown, as far as it can make a difference to what can be chosen."""
    waiting = waiting_of(scene)
    shown = scene.state.of(waiting.shown.id) if waiting else AskState()
    paged = waiting is not None and isinstance(waiting.shown.body, Questions | Form)
    # A text can be turned without end.
    page = min(shown.page, 20) if paged else shown.page % 2
    return scene.state.at, scene.state.session, shown.always, page, frozenset(shown.picks)


def meaning_of(scene: Scene, means: Choose) -> Meaning | None:
    ask = next(a for a in scene.asks if a.id == means.ask)
    choice = ask.choice(means.choice)
    return choice.meaning if choice else None


def allows_critical(scene: Scene, means: Choose) -> bool:
    ask = next(a for a in scene.asks if a.id == means.ask)
    return ask.critical and meaning_of(scene, means) is Meaning.ALLOWS


@pytest.mark.parametrize("name", GALLERY)
@pytest.mark.parametrize("model", MODELS.values(), ids=list(MODELS))
def test_every_board_of_the_gallery_fits_every_model(name: str, model: Model) -> None:
    assert len(board_of(GALLERY[name](model)).keys) == model.keys


def test_one_function_chooses_the_board() -> None:
    chosen = {
        "permission": scene_of(permission()),
        "question": scene_of(ONE),
        "elicitation": scene_of(FORM),
        "fallback": scene_of(FALLBACK),
        "sessions": scene_of(),
        "session": scene_of(state=BoardState(session=SHOP)),
        "pedal": scene_of(CRITICAL, model=PEDAL),
    }
    assert {name: board_of(scene).name for name, scene in chosen.items()} == {
        name: name for name in chosen
    }


def test_nothing_waits_and_no_tiles_are_wanted_so_all_keys_are_black() -> None:
    assert board_of(replace(scene_of(), tiles=False)).name == "black"


def test_the_page_of_a_session_that_ended_is_not_shown() -> None:
    ended = tuple(replace(s, state=State.ENDED) if s.id == SHOP else s for s in SESSIONS)
    scene = replace(scene_of(state=BoardState(session=SHOP)), sessions=ended)
    assert board_of(scene).name == "sessions"
