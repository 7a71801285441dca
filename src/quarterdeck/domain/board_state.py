"""What a person turned to on one key surface: volatile, and nobody else's."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from quarterdeck.domain.ids import AskId, SessionId
from quarterdeck.domain.meanings import (
    Browse,
    ListSessions,
    OpenSession,
    Pick,
    Step,
    Toggle,
    Turn,
    Wake,
)


@dataclass(frozen=True, slots=True)
class AskState:
    """What was turned to and picked on one ask."""

    always: bool = False
    page: int = 0
    picks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by question or field


@dataclass(frozen=True, slots=True)
class BoardState:
    """What one surface is turned to."""

    at: AskId | None = None  # the ask that was stepped to; None shows the first
    session: SessionId | None = None  # the session whose page is open
    tiles: int = 0  # the page of sessions
    listing: bool = False  # the sessions to bind it to are listed
    asks: Mapping[AskId, AskState] = field(default_factory=dict)

    def of(self, ask: AskId) -> AskState:
        """What is known of one ask."""
        return self.asks.get(ask, AskState())

    def without_ended(self, still_open: Collection[AskId]) -> "BoardState":
        """The same, with nothing kept of asks that are over."""
        kept = {ask: state for ask, state in self.asks.items() if ask in still_open}
        return replace(self, at=self.at if self.at in still_open else None, asks=kept)


def browsed(state: BoardState, means: Browse) -> BoardState:  # noqa: PLR0911 - a table
    """What a surface is turned to after such a press."""
    match means:
        case Toggle(ask):
            was = state.of(ask)
            return _with(state, ask, replace(was, always=not was.always))
        case Pick(ask):
            return _with(state, ask, _picked(state.of(ask), means))
        case Turn(ask, page):
            return _turned(state, ask, page)
        case Step(to):
            return replace(state, at=to, session=None)
        case OpenSession(session):
            return replace(state, session=session)
        case ListSessions(is_open):
            return replace(state, listing=is_open, tiles=0)
        case Wake():
            return state
        case _:
            assert_never(means)


def _turned(state: BoardState, ask: AskId | None, page: int) -> BoardState:
    if ask is None:
        return replace(state, tiles=page)
    return _with(state, ask, replace(state.of(ask), page=page))


def _with(state: BoardState, ask: AskId, known: AskState) -> BoardState:
    return replace(state, asks={**state.asks, ask: known})


def _picked(state: AskState, pick: Pick) -> AskState:
    before = state.picks.get(pick.question, ())
    if pick.option in before:
        now = tuple(option for option in before if option != pick.option)
    else:
        now = (*before, pick.option) if pick.several else (pick.option,)
    return replace(state, picks={**state.picks, pick.question: now})
