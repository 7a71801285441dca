"""`qd show`: all of one ask, however long."""

import json

from tests.app.cli.asked import asked
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon


def test_all_of_an_ask_is_shown_with_the_dangerous_part_and_how_to_answer(
    qd: Qd, daemon: StagedDaemon
) -> None:
    command = "echo\n" * 15 + "rm -rf ~/projects"
    one = asked(daemon, daemon.agent("whole"), command)
    listed = qd("asks").out
    assert "line 16: ▐rm -rf ~/projects▌" in listed
    assert f"qd answer {one.id}" not in listed
    assert f"qd show {one.id}" in listed
    told = qd("show", one.id)
    assert told.code == 0
    assert "    ▐rm -rf ~/projects▌\n" in told.out
    assert f"qd answer {one.id} allow|deny|deny_stop" in told.out
    assert json.loads(qd("show", one.id, "--json").out) == one.ask
    one.ran()
    assert "over: terminal" in qd("show", one.id).out


def test_an_ask_that_is_not_there_is_not_found(qd: Qd) -> None:
    assert qd("show", "nonsense").code == 4
