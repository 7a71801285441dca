"""`qd focus`: goes to an agent's terminal, or says why not."""

from tests.app.cli.asked import present
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon


def test_without_a_terminal_there_is_nowhere_to_go(qd: Qd, daemon: StagedDaemon) -> None:
    present(daemon, "nowhere")
    told = qd("focus", "nowhere")
    assert told.code == 1
    assert told.err.startswith("qd: nowhere: ")
    assert qd("focus", "nobody").code == 4
    assert qd("focus").code == 2
