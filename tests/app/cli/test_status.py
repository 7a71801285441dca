"""`qd status`: is it running, and where."""

import json

from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon

from quarterdeck import __version__


def test_status_tells_where_everything_is(qd: Qd, daemon: StagedDaemon) -> None:
    told = qd("status")
    assert told.code == 0
    assert f"Quarterdeck {__version__} is running at {daemon.url}" in told.out
    found = json.loads(qd("status", "--json").out)
    assert {"pid", "version", "url", "home", "socket", "token_file", "log"} <= set(found)
    assert (found["home"], found["trouble"]) == (str(daemon.home), None)


def test_status_is_the_dashboard_of_pids_ports_and_logs(qd: Qd, daemon: StagedDaemon) -> None:
    told = qd("status").out
    found = json.loads(qd("status", "--json").out)
    for part in (f"(pid {found['pid']})", daemon.url, found["log"], found["socket"]):
        assert part in told
    assert (found["keyboards"], found["queued"]) == (0, 0)
