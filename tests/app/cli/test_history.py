"""`qd history`: what was asked, and what was answered."""

import json

from tests.app.cli.asked import asked
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon


def test_what_was_asked_is_found_by_its_words(qd: Qd, daemon: StagedDaemon) -> None:
    asked(daemon, daemon.agent("history"), "ls 100%_sure").ran()
    told = qd("history", "100%_sure")
    assert told.code == 0
    assert "at the terminal" in told.out
    (found,) = json.loads(qd("history", "100%_sure", "--json").out)
    assert found["ended"]["how"] == "terminal"


def test_nothing_is_found(qd: Qd) -> None:
    assert qd("history", "no such words at all").out == "Nothing was found.\n"


def test_a_number_that_is_none_is_refused(qd: Qd) -> None:
    assert qd("history", "-n", "0").code == 1
    assert qd("history", "-n", "-5").code == 1
    assert qd("history", "-n", "many").code == 2
