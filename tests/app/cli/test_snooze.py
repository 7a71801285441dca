"""`qd snooze`: an ask is put off."""

import pytest
from tests.app.cli.asked import asked
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon


def test_an_ask_is_put_off(qd: Qd, daemon: StagedDaemon) -> None:
    one = asked(daemon, daemon.agent("snooze"))
    assert qd("snooze", one.id, "5").out == "It comes back in 5 min.\n"
    shown = daemon.client.get(f"/api/asks/{one.id}")
    assert isinstance(shown, dict)
    assert shown["snoozed_until"] > one.ask["opened"] + 200
    assert qd("snooze", one.id, "0").out == "It is back.\n"
    for minutes in ("-1", "nan", "inf", "1e300"):
        told = qd("snooze", one.id, minutes)
        assert told.code == 1
        assert "'seconds' must be" in told.err or "The body is not JSON" in told.err
    assert qd("snooze", one.id, "soon").code == 2
    one.ran()


@pytest.mark.parametrize("name", ["zzz", "a/../b"])
def test_an_ask_that_is_not_there_is_not_found(qd: Qd, name: str) -> None:
    assert qd("snooze", name).code == 4
