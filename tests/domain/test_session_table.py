"""The table of sessions."""

from dataclasses import replace

from tests.contracts.test_store import a_session
from tests.stories.happened import DESK, noted, sighted

from quarterdeck.domain.buttons import Button, Buttons, Context, Origin
from quarterdeck.domain.effects import Record, ShowSession
from quarterdeck.domain.events import ButtonsChosen, SessionNoted, Sighted
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.journal import SessionWritten, StateChanged
from quarterdeck.domain.risk import Level
from quarterdeck.domain.session_table import ENDED_KEPT, SessionTable
from quarterdeck.domain.sessions import Confidence, Facts, Process, Sighting, Source
from quarterdeck.domain.states import State
from quarterdeck.domain.timers import Timers

HERE = Process("host", 7, 1)


def note(roster: SessionTable, name: str, **facts: str) -> list[object]:
    event = noted(SessionId(name), **facts)(1.0)
    assert isinstance(event, SessionNoted)
    return list(roster.note(event, 1.0))


def test_a_new_session_is_written_down_and_shown() -> None:
    written, shown = note(SessionTable((), Timers()), "desk")
    assert isinstance(written, Record)
    assert isinstance(written.entry, SessionWritten)
    assert isinstance(shown, ShowSession)
    assert shown.session == written.entry.session


def test_what_an_agent_does_right_now_is_shown_and_not_written_down() -> None:
    roster = SessionTable((), Timers())
    note(roster, "desk")
    (shown,) = note(roster, "desk", activity="builds")
    assert isinstance(shown, ShowSession)
    assert shown.session.facts.activity == "builds"


def test_the_late_end_of_a_turn_does_not_end_what_the_agent_does_since() -> None:
    roster = SessionTable((), Timers())
    for activity, at in (("builds", 5.0), ("", 4.0)):
        list(roster.note(SessionNoted(DESK, HERE, "claude", Facts(activity=activity), at), 6.0))
    assert roster.all()[0].facts.activity == "builds"
    idle = Sighting(Source.REGISTRY, State.IDLE, 4.5, "idle", Confidence.HIGH)
    assert roster.sight(DESK, idle, 6.0)
    list(roster.refresh(DESK, None, 6.0))
    assert roster.all()[0].facts.activity == "builds"
    assert roster.sight(DESK, replace(idle, at=7.0, reason="idle again"), 7.0)
    list(roster.refresh(DESK, None, 7.0))
    assert roster.all()[0].facts.activity == ""


def test_a_session_gets_its_name_when_its_directory_becomes_known() -> None:
    roster = SessionTable((), Timers())
    list(roster.note(SessionNoted(DESK, HERE, "claude", Facts(), 1.0), 1.0))
    for directory in ("/work/shop", "/work/shop/api"):
        list(roster.note(SessionNoted(DESK, HERE, "claude", Facts(cwd=directory), 2.0), 2.0))
    assert [session.name for session in roster.all()] == ["shop"]


def test_colours_go_on_after_those_of_an_earlier_run() -> None:
    roster = SessionTable((replace(a_session("old"), colour=4),), Timers())
    note(roster, "new")
    assert [session.colour for session in roster.all()] == [4, 5]


def test_a_sighting_of_a_session_that_nobody_knows_says_nothing() -> None:
    roster = SessionTable((), Timers())
    event = sighted(Source.HOOK, State.IDLE, SessionId("nobody"))(1.0)
    assert isinstance(event, Sighted)
    assert not roster.sight(event.session, event.sighting, 1.0)
    assert list(roster.refresh(event.session, None, 1.0)) == []


def test_since_tells_when_the_state_changed_not_when_its_reason_did() -> None:
    roster = SessionTable((a_session("desk"),), Timers())
    list(roster.refresh(SessionId("desk"), "ls", 5.0))
    list(roster.refresh(SessionId("desk"), "pwd", 9.0))
    (session,) = roster.all()
    assert (session.since, session.reason) == (5.0, "waits for you: pwd")


def test_only_so_many_ended_sessions_stay_in_sight() -> None:
    process = Process("here", 7, 7)
    ended = tuple(
        replace(a_session(f"s{n}", State.ENDED), process=process, facts=Facts())
        for n in range(ENDED_KEPT + 50)
    )
    roster = SessionTable(ended, Timers())
    note(roster, "new")
    assert len(roster.all()) == ENDED_KEPT + 1
    assert roster.get(SessionId("s0")) is None
    assert roster.get(SessionId(f"s{ENDED_KEPT + 49}")) is not None


def test_a_correction_is_written_down_with_how_sure_it_is() -> None:
    roster = SessionTable((), Timers())
    note(roster, "desk")
    works = Sighting(Source.HOOK, State.WORKING, 1.0, "took a prompt", Confidence.HIGH)
    idle = Sighting(Source.SCREEN, State.IDLE, 2.0, "an idle composer", Confidence.HIGH)
    roster.sight(DESK, works, 1.0)
    list(roster.refresh(DESK, None, 1.0))
    roster.sight(DESK, idle, 2.0)
    found = list(roster.refresh(DESK, None, 30.0))
    changes = [f.entry for f in found if isinstance(f, Record)]
    assert [(c.after, c.confidence) for c in changes if isinstance(c, StateChanged)] == [
        (State.IDLE, Confidence.MEDIUM)
    ]


def buttons(*, asked: bool = False, at: float = 2.0, text: str = "Yes") -> Buttons:
    origin = Origin.AGENT if asked else Origin.RULES
    row = (Button(text, "", "", "", Level.LOW),)
    return Buttons(origin, Context.NOTHING, "", row, asked, at)


def choose(roster: SessionTable, chosen: Buttons, about: str | None) -> list[object]:
    return list(roster.choose_buttons(ButtonsChosen(SessionId("desk"), chosen, about, 2.0)))


def held(roster: SessionTable) -> Buttons | None:
    (session,) = roster.all()
    return session.buttons


def test_buttons_are_written_down_and_shown_with_their_session() -> None:
    roster = SessionTable((), Timers())
    note(roster, "desk", last_message="Done.")
    written, shown = choose(roster, buttons(), "Done.")
    assert isinstance(written, Record)
    assert isinstance(shown, ShowSession)
    assert shown.session.buttons == buttons()
    assert choose(roster, buttons(), "Done.") == [], "nothing changed"


def test_advice_about_what_was_said_before_is_not_taken() -> None:
    roster = SessionTable((), Timers())
    note(roster, "desk", last_message="Something else.")
    assert choose(roster, buttons(), "Done.") == []
    assert held(roster) is None


def test_advice_that_comes_after_the_end_of_its_session_is_not_taken() -> None:
    over = SessionTable((a_session("desk", State.ENDED),), Timers())
    for roster in (over, SessionTable((), Timers())):
        assert choose(roster, buttons(), None) == []


def test_what_an_agent_wants_stays_until_it_gets_a_prompt() -> None:
    roster = SessionTable((), Timers())
    note(roster, "desk", last_message="Done.")
    choose(roster, buttons(asked=True, text="Mine"), None)
    assert choose(roster, buttons(), "Done.") == []
    assert list(roster.drop_buttons(SessionId("desk"), 1.0)) == [], "an older prompt"
    assert held(roster) == buttons(asked=True, text="Mine")
    assert len(list(roster.drop_buttons(SessionId("desk"), 3.0))) == 2
    assert held(roster) is None


def test_only_an_idle_session_shows_its_buttons() -> None:
    session = replace(a_session("desk"), buttons=buttons())
    shown = {state: replace(session, state=state).buttons_shown for state in State}
    assert shown.pop(State.IDLE) == buttons()
    assert set(shown.values()) == {None}
