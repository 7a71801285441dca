"""What was meant is found by id, name or pid; else one is told what would be right."""

from typing import Any

import pytest
from tests.app.cli.asked import asked, present
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.finding import did_you_mean, session_among


def session(name: str, session_id: str, pid: int, state: str = "idle") -> dict[str, Any]:
    return {"id": session_id, "name": name, "pid": pid, "state": state}


SHOP, API = session("shop", "sabc1", 41), session("api", "sabd2", 42)
OLD = session("shop", "szzz9", 7, "ended")


@pytest.mark.parametrize("wanted", ["shop", "sabc1", "sabc", "41"])
def test_a_session_is_found_by_name_id_and_pid(wanted: str) -> None:
    assert session_among([OLD, API, SHOP], wanted) == SHOP


def test_an_ended_one_is_found_when_no_living_one_is_meant() -> None:
    assert session_among([SHOP, OLD], "7") == OLD


def test_a_beginning_that_several_share_is_said_to_be_so() -> None:
    with pytest.raises(Trouble) as told:
        session_among([SHOP, API], "sab")
    assert told.value.problem == "Several sessions begin with 'sab'."
    assert told.value.remedy == "Give more of the id: sabc1 (shop), sabd2 (api)."
    assert told.value.code == 2


@pytest.mark.parametrize(
    ("wanted", "remedy"),
    [("shpo", "Did you mean shop?"), ("elsewhere", "There are: shop, api."), ("", "There are: ")],
)
def test_a_session_that_is_not_there_names_the_nearest_or_all(wanted: str, remedy: str) -> None:
    with pytest.raises(Trouble) as told:
        session_among([SHOP, API, OLD], wanted)
    assert told.value.remedy.startswith(remedy)
    assert told.value.code == 4


def test_nothing_is_near_to_nothing() -> None:
    assert did_you_mean("x", []) == ""


def test_an_ask_is_found_by_its_beginning_and_the_nearest_is_named(
    qd: Qd, daemon: StagedDaemon
) -> None:
    one = asked(daemon, present(daemon, "nearly"))
    swapped = one.id[:-2] + one.id[-1] + one.id[-2] if one.id[-1] != one.id[-2] else one.id + "x"
    told = qd("show", swapped)
    assert (told.code, told.err.splitlines()[1]) == (4, f"    Did you mean {one.id}?")
    assert qd("show", one.id[:-1]).code == 0
    one.ran()


def test_commands_take_the_pid_of_a_session(qd: Qd, daemon: StagedDaemon) -> None:
    agent = present(daemon, "by-pid")
    assert qd("explain", str(agent.pid)).out.startswith("by-pid is ")
    assert qd("focus", str(agent.pid)).err.startswith("qd: by-pid: ")
