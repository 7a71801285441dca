from quarterdeck.domain.board_state import AskState, BoardState, browsed
from quarterdeck.domain.ids import AskId, SessionId
from quarterdeck.domain.meanings import OpenSession, Pick, Step, Toggle, Turn

ASK, OTHER = AskId("a"), AskId("b")


def test_always_goes_on_and_off_for_one_ask_alone() -> None:
    on = browsed(BoardState(), Toggle(ASK))
    assert on.of(ASK).always
    assert not on.of(OTHER).always
    assert not browsed(on, Toggle(ASK)).of(ASK).always


def test_a_second_pick_takes_the_place_of_the_first_where_only_one_can_be_picked() -> None:
    state = browsed(BoardState(), Pick(ASK, "which", "red", several=False))
    state = browsed(state, Pick(ASK, "which", "blue", several=False))
    assert state.of(ASK).picks == {"which": ("blue",)}


def test_picks_add_up_where_several_can_be_picked_and_a_second_press_drops_one() -> None:
    state = BoardState()
    for colour in ("red", "blue", "red"):
        state = browsed(state, Pick(ASK, "which", colour, several=True))
    assert state.of(ASK).picks == {"which": ("blue",)}


def test_pages_are_turned_for_an_ask_or_for_the_sessions() -> None:
    state = browsed(browsed(BoardState(), Turn(ASK, 2)), Turn(None, 3))
    assert state == BoardState(tiles=3, asks={ASK: AskState(page=2)})


def test_stepping_to_an_ask_leaves_the_page_of_a_session() -> None:
    state = browsed(BoardState(), OpenSession(SessionId("s")))
    assert state.session == "s"
    assert browsed(state, Step(ASK)) == BoardState(at=ASK)


def test_nothing_is_kept_of_asks_that_are_over() -> None:
    state = browsed(browsed(BoardState(), Toggle(ASK)), Step(ASK))
    assert state.without_ended({OTHER}) == BoardState()
    assert state.without_ended({ASK}) == state
