"""`qd explain`: why a session is thought to be in its state."""

import json

from tests.app.cli.asked import present
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon
from tests.stage.until import until


def test_sources_and_changes_are_told(qd: Qd, daemon: StagedDaemon) -> None:
    agent = present(daemon, "explained")
    agent.tell("UserPromptSubmit", prompt="go")
    until(lambda: "working" in qd("explain", "explained").out, 5, lambda: "it does not work")
    told = qd("explain", "explained")
    assert told.code == 0
    assert told.out.startswith("explained is working: took a prompt\n")
    assert "hook" in told.out
    assert "idle → working" in told.out
    found = json.loads(qd("explain", "explained", "--json").out)
    assert {"session", "sightings", "changes"} <= set(found)
    assert found["changes"][-1]["confidence"] == "high"


def test_a_session_that_is_not_there_is_not_found(qd: Qd) -> None:
    for name in ("nobody", "", "a/b"):
        told = qd("explain", name)
        assert told.code == 4
        assert told.err.splitlines()[0] == f"qd: There is no session {name!r}."
