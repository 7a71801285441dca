"""A surface that belongs to one session: it shows and presses nothing of another."""

from tests.stories.happened import AGENT, BARN, CLI, DESK, an_ask, asked, noted, process_ends
from tests.stories.story import RULES

from quarterdeck.domain.actions import Interrupt
from quarterdeck.domain.asks import NO_ANSWERS
from quarterdeck.domain.bindings import Binding
from quarterdeck.domain.callers import Caller
from quarterdeck.domain.effects import Effect, Perform, Record, Refuse, SurfaceChanged
from quarterdeck.domain.events import BindingChosen, BoardShown, Pressed, SurfaceJoined
from quarterdeck.domain.ids import AnswerId, FaceId, SessionId, SurfaceId
from quarterdeck.domain.journal import NOTHING, Remembered, SurfaceBound
from quarterdeck.domain.meanings import Act, Bind, Choose, ListSessions, Means, StopAll, Toggle
from quarterdeck.domain.surfaces import Face, Profile, Surface
from quarterdeck.domain.watch import Watch

KEYS = SurfaceId("keyboard-1")
LS = an_ask("ls")
STOP_DESK, STOP_BARN = Act(DESK, Interrupt()), Act(BARN, Interrupt())


class Desk:
    """A watch with two sessions, and a keyboard."""

    def __init__(self, remembered: Remembered = NOTHING) -> None:
        self.watch = Watch(RULES, remembered, 0.0)
        for session in (DESK, BARN):
            self.watch.handle(noted(session, keyboard_id=f"tk-1-{session}")(0.0), 0.0)
        self.watch.handle(asked(LS, "hook")(0.0), 0.0)
        self._presses = 0

    def join(self, remembers: SessionId | None = None) -> list[Effect]:
        profile = Profile("keyboard", hold=True)
        return self.watch.handle(SurfaceJoined(KEYS, profile, CLI, 1.0, remembers), 1.0)

    def bind(self, session: SessionId | None, by: Caller = CLI) -> list[Effect]:
        return self.watch.handle(BindingChosen(KEYS, session, by, 2.0), 2.0)

    def press(self, means: Means) -> list[Effect]:
        """A press on a key that means this, and is in sight for long."""
        self._presses += 1
        face = Face(FaceId(f"face {self._presses}"), "0", means)
        self.watch.handle(BoardShown(KEYS, (face,), 3.0), 3.0)
        name = AnswerId(f"press {self._presses}")
        return self.watch.handle(Pressed(name, KEYS, face.id, None, "", NO_ANSWERS, 9.0), 9.0)

    @property
    def keyboard(self) -> Surface:
        return next(s for s in self.watch.view().surfaces if s.id == KEYS)

    @property
    def bound(self) -> SessionId | None:
        return self.keyboard.bound.session if self.keyboard.bound else None


def codes(effects: list[Effect]) -> list[str]:
    return [effect.code for effect in effects if isinstance(effect, Refuse)]


def written(effects: list[Effect]) -> list[Binding | None]:
    entries = [effect.entry for effect in effects if isinstance(effect, Record)]
    return [entry.binding for entry in entries if isinstance(entry, SurfaceBound)]


def test_a_surface_is_bound_by_a_press_and_that_is_written_down() -> None:
    desk = Desk()
    desk.join()
    [binding] = written(desk.press(Bind(DESK)))
    assert binding == Binding(KEYS, DESK, "tk-1-desk", "desk", 9.0)
    assert desk.bound == DESK
    assert written(desk.press(Bind(None))) == [None]
    assert desk.keyboard.bound is None
    assert not desk.watch.view().bindings


def test_faces_of_another_session_are_refused_and_drawn_away() -> None:
    desk = Desk()
    desk.join()
    desk.bind(BARN)
    for means in (STOP_DESK, Choose(LS.id, "allow"), Toggle(LS.id), StopAll()):
        effects = desk.press(means)
        assert codes(effects) == ["other_session"]
        assert effects[-1] == SurfaceChanged(KEYS)
    assert [e for e in desk.press(STOP_BARN) if isinstance(e, Perform)]
    assert codes(desk.press(ListSessions(open=True))) == []


def test_a_surface_without_a_session_presses_for_all_of_them() -> None:
    desk = Desk()
    desk.join()
    assert [e for e in desk.press(STOP_DESK) if isinstance(e, Perform)]
    assert [e for e in desk.press(STOP_BARN) if isinstance(e, Perform)]


def test_a_restart_forgets_no_binding_and_a_connection_renews_it() -> None:
    known = Binding(KEYS, DESK, "tk-1-desk", "desk", 0.5)
    desk = Desk(Remembered((), (), (), (), bindings=(known,)))
    assert desk.watch.view().bindings == {KEYS: known}
    assert written(desk.join()) == [Binding(KEYS, DESK, "tk-1-desk", "desk", 1.0)]
    assert desk.bound == DESK


def test_what_a_device_remembers_counts_only_where_the_daemon_knows_nothing() -> None:
    desk = Desk()
    desk.join(remembers=BARN)
    assert desk.bound == BARN
    desk.bind(DESK)
    desk.join(remembers=BARN)
    assert desk.bound == DESK


def test_a_device_that_remembers_a_session_that_is_over_or_unknown_is_bound_to_none() -> None:
    desk = Desk()
    desk.watch.handle(process_ends(BARN)(1.0), 1.0)
    desk.join(remembers=BARN)
    assert desk.bound is None
    desk.join(remembers=SessionId("never seen"))
    assert desk.bound is None


def test_the_death_of_its_agent_leaves_a_surface_bound_to_it_until_somebody_binds_it_again() -> (
    None
):
    desk = Desk()
    desk.join()
    desk.bind(BARN)
    desk.watch.handle(process_ends(BARN)(3.0), 3.0)
    assert desk.bound == BARN
    assert codes(desk.press(STOP_DESK)) == ["other_session"]
    assert codes(desk.press(Bind(BARN))) == ["not_found"]
    desk.press(Bind(DESK))
    assert desk.bound == DESK


def test_only_those_who_may_change_settings_bind_from_outside() -> None:
    desk = Desk()
    desk.join()
    assert desk.bind(DESK, by=AGENT) == []
    assert desk.bind(SessionId("never seen")) == []
    assert desk.bound is None


def test_binding_turns_the_surface_back_to_its_first_page() -> None:
    desk = Desk()
    desk.join()
    desk.press(ListSessions(open=True))
    assert desk.keyboard.state.listing
    desk.press(Bind(DESK))
    assert not desk.keyboard.state.listing
