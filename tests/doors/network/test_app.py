"""All that the network is served besides surfaces and pairing: pictures, to paired devices."""

import pytest
from tests.stage.daemon import StagedDaemon
from tests.stage.device import Door, paired


@pytest.fixture(scope="module")
def bearer(daemon: StagedDaemon, door: Door) -> str:
    return f"Bearer {paired(daemon, door, role='view')['token']}"


def test_a_device_fetches_pictures_by_name(door: Door, bearer: str) -> None:
    status, picture = door.get("/images/yes.rgb", Authorization=bearer)
    assert (status, len(picture)) == (200, 128 * 128 * 2)


@pytest.mark.parametrize(
    "path",
    ["/images/none.rgb", "/images/..%2ftoken", "/images/%2e%2e/token", "/images/a/b", "/api/asks"],
)
def test_it_fetches_nothing_else(door: Door, bearer: str, path: str) -> None:
    assert door.get(path, Authorization=bearer)[0] == 404
