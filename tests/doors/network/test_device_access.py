"""Calls over the network need a device's token, and come from no page of another origin."""

import pytest
from tests.stage.calls import token
from tests.stage.daemon import StagedDaemon
from tests.stage.device import Door, paired


@pytest.mark.parametrize("path", ["/images/yes.rgb", "/", "/api/asks", "/metrics", "/surface"])
def test_without_a_devices_token_there_is_nothing(
    daemon: StagedDaemon, door: Door, path: str
) -> None:
    for headers in ({}, {"Authorization": f"Bearer {token(daemon)}"}, {"Authorization": "Basic x"}):
        status, body = door.get(path, **headers)
        assert (status, b"`qd pair` gives one" in body) == (401, True)


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Sec_Fetch_Site": "cross-site"}]
)
def test_a_page_of_another_origin_is_refused_even_with_a_token(
    daemon: StagedDaemon, door: Door, headers: dict[str, str]
) -> None:
    bearer = f"Bearer {paired(daemon, door)['token']}"
    assert door.get("/images/yes.rgb", Authorization=bearer, **headers)[0] == 403
