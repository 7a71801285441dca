"""Bugs that somebody could write in what decks show, and what a press on them means."""

from collections.abc import Collection

import pytest
from tests.simulation.planted import Planted

from quarterdeck.boards.board import KeyFace, Scene
from quarterdeck.boards.drawing import KeySurface
from quarterdeck.boards.given import GivenBoard
from quarterdeck.boards.looks import Look
from quarterdeck.daemon.key_boards import KeyBoards, _Deck
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.callers import Caller
from quarterdeck.domain.events import SurfaceLeft
from quarterdeck.domain.ids import SessionId, SurfaceId
from quarterdeck.domain.meanings import Means
from quarterdeck.domain.surfaces import Face, Profile, face_id


def a_board_that_was_never_given_is_believed(patch: pytest.MonkeyPatch) -> None:
    shown = KeyBoards.shown

    def gullible(self: KeyBoards, name: SurfaceId, number: int) -> None:
        given = self._decks[name].given
        known = number in self._decks[name].boards
        shown(self, name, number if known or given is None else given.number)

    patch.setattr(KeyBoards, "shown", gullible)


def a_board_follows_before_the_last_is_shown(patch: pytest.MonkeyPatch) -> None:
    lay_out = KeyBoards._lay_out

    async def hasty(self: KeyBoards, name: SurfaceId, deck: _Deck) -> GivenBoard | None:
        given = await lay_out(self, name, deck)
        deck.acknowledged = True
        return given

    patch.setattr(KeyBoards, "_lay_out", hasty)


def a_key_means_whatever_is_on_it_now(patch: pytest.MonkeyPatch) -> None:
    def nameless(
        self: Scene, where: str, means: Means, look: Look, *, hold: bool = False
    ) -> KeyFace:
        return Face(face_id(self.run, where, "hold" if hold else "press"), where, means, hold)

    patch.setattr(Scene, "face", nameless)


def a_deck_sleeps_though_somebody_is_waited_for(patch: pytest.MonkeyPatch) -> None:
    def drowsy(_: KeyBoards, deck: _Deck, asks: Collection[Ask]) -> None:
        deck.asks = frozenset(ask.id for ask in asks)

    patch.setattr(KeyBoards, "_rouse", drowsy)


def a_deck_that_comes_back_is_taken_to_show_what_it_did(patch: pytest.MonkeyPatch) -> None:
    join = KeyBoards.join

    def leave(self: KeyBoards, name: SurfaceId) -> None:
        self._put(SurfaceLeft(name, self._clock()))

    def faithful(
        self: KeyBoards,
        name: SurfaceId,
        keys: KeySurface,
        profile: Profile,
        caller: Caller,
        remembers: SessionId | None,
    ) -> None:
        before = self._decks.get(name)
        join(self, name, keys, profile, caller, remembers)
        self._decks[name] = before or self._decks[name]

    patch.setattr(KeyBoards, "leave", leave)
    patch.setattr(KeyBoards, "join", faithful)


# Each bug, a seed that finds it, and what is said of it.
PLANTED: Planted = [
    (a_board_that_was_never_given_is_believed, 58, "shows, or does not show"),
    (a_board_follows_before_the_last_is_shown, 2, "before it shows the last"),
    (a_key_means_whatever_is_on_it_now, 26, "nobody"),
    (a_deck_sleeps_though_somebody_is_waited_for, 2, "sleeps while"),
    (a_deck_that_comes_back_is_taken_to_show_what_it_did, 2, "without a board"),
]
