"""`qd interrupt`: one agent, or all of them."""

from tests.app.cli.asked import present
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon


def test_one_or_all_must_be_named(qd: Qd) -> None:
    for words in ([], ["one", "--all"]):
        told = qd("interrupt", *words)
        assert told.code == 2
        assert told.err.startswith("qd: Name one session, or give --all.")


def test_an_agent_that_cannot_be_reached_is_named(qd: Qd, daemon: StagedDaemon) -> None:
    present(daemon, "unstoppable")
    told = qd("interrupt", "unstoppable")
    assert told.code in (1, 5)
    assert "unstoppable: " in told.err + told.out
    assert qd("interrupt", "nobody").code == 4
