"""Whatever service worker a browser asks for, it gets one that takes itself out."""

import pytest
from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon


@pytest.mark.parametrize("path", ["/sw.js", "/evil.js", "/api/asks", "/static/page.js", "/"])
def test_a_workers_script_is_one_that_unregisters_itself(daemon: StagedDaemon, path: str) -> None:
    status, text = call(daemon, "GET", path, Authorization=None, Service_Worker="script")
    assert status == 200
    assert "registration.unregister()" in text


def test_nothing_else_is_answered_so(daemon: StagedDaemon) -> None:
    assert call(daemon, "GET", "/api/asks", Authorization=None, Service_Worker="other")[0] == 401
    assert "unregister" not in call(daemon, "GET", "/static/page.js", Authorization=None)[1]
