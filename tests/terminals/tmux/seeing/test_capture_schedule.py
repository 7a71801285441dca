import pytest

from quarterdeck.terminals.tmux.seeing.capture_schedule import (
    GAP,
    MUCH,
    POLLED,
    QUIET,
    WORKING_LIMIT,
    WORKING_QUIET,
    CaptureSchedule,
)


def watching(pane: str = "%1") -> CaptureSchedule:
    pace = CaptureSchedule(50)
    pace.follow(pane, 0.0)
    assert pace.due(0.0) == [pane]
    pace.looked(pane, 0.0)
    return pace


def test_a_pane_is_looked_at_when_it_is_followed_and_then_rests() -> None:
    pace = watching()
    assert pace.due(10) == []
    assert pace.rest(10) == float("inf")


def test_a_look_follows_when_the_pane_is_quiet() -> None:
    pace = watching()
    assert pace.stirred("%1", 1, 1.0)
    assert not pace.stirred("%1", 1, 1.02)
    assert pace.due(1.02 + QUIET - 0.001) == []
    assert pace.due(1.02 + QUIET + 0.001) == ["%1"]


def test_a_pane_that_never_rests_is_looked_at_five_times_a_second() -> None:
    pace, looks = watching(), 0
    for tick in range(1000):
        now = 1 + tick / 100
        pace.stirred("%1", 1, now)
        for pane in pace.due(now):
            pace.looked(pane, now)
            looks += 1
    assert 45 <= looks <= 10 / GAP + 1


def test_a_turning_spinner_needs_few_looks() -> None:
    pace, looks = watching(), 0
    pace.working("%1", True)
    for tick in range(100):
        now = 1 + tick / 10
        pace.stirred("%1", 1, now)
        for pane in pace.due(now + 0.001):
            pace.looked(pane, now)
            looks += 1
    assert looks <= 10 / WORKING_LIMIT + 1


def test_a_spinner_that_stops_is_seen_at_once() -> None:
    pace = watching()
    pace.working("%1", True)
    pace.stirred("%1", 1, 1.0)
    assert pace.due(1.0 + WORKING_QUIET + 0.001) == ["%1"]


def test_much_at_once_is_no_spinner_and_is_seen_at_once() -> None:
    pace = watching()
    pace.working("%1", True)
    for tick in range(20):
        pace.stirred("%1", 200, 1.0 + tick / 10)
    pace.stirred("%1", MUCH, 3.0)
    pace.stirred("%1", 200, 3.02)  # the spinner above it turns on
    assert pace.due(3.02 + QUIET + 0.001) == ["%1"]
    pace.looked("%1", 3.06)
    pace.stirred("%1", 200, 3.3)
    assert pace.due(3.3 + QUIET + 0.001) == []


def test_what_is_written_during_a_look_is_looked_at_again() -> None:
    pace = watching()
    pace.stirred("%1", 1, 1.0)
    assert pace.due(1.1) == ["%1"]
    pace.stirred("%1", 1, 1.11)
    pace.looked("%1", 1.1)
    assert pace.due(1.1 + GAP + 0.01) == ["%1"]


def test_a_pane_that_does_not_tell_is_polled() -> None:
    pace = watching()
    pace.polled("%1", True)
    assert pace.due(POLLED - 0.01) == []
    assert pace.due(POLLED + 0.01) == ["%1"]


@pytest.mark.parametrize("panes", [1, 49, 50, 51, 200])
def test_all_panes_together_get_no_more_looks_than_allowed(panes: int) -> None:
    pace, looks = CaptureSchedule(50), 0
    for number in range(panes):
        pace.follow(f"%{number}", 0.0)
    for tick in range(200):
        now = tick / 100
        for number in range(panes):
            pace.stirred(f"%{number}", 1, now)
        for pane in pace.due(now):
            pace.looked(pane, now)
            looks += 1
    assert looks <= 50 + 2 * 50
