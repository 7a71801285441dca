"""What the doctor says about alerts."""

from pathlib import Path

from tests.stage.daemon import StagedDaemon

from quarterdeck.app.cli.alert_checks import alert_checks
from quarterdeck.app.cli.client import Client
from quarterdeck.app.paths import Paths


def test_a_page_that_stands_in_for_the_desktop_is_no_channel_to_check(daemon: StagedDaemon) -> None:
    assert list(alert_checks(daemon.client)) == []


def test_without_a_daemon_there_is_nothing_to_say(tmp_path: Path) -> None:
    nowhere = Paths(tmp_path / "config.toml", tmp_path, tmp_path, tmp_path)
    assert list(alert_checks(Client(nowhere))) == []
