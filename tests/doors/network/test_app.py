"""All that the network is served besides surfaces and pairing: pictures, to paired devices."""

import pytest
from tests.doors.surface.test_pictures import fetch
from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon
from tests.stage.device import DeviceClient, Door, paired
from tests.stage.keys import MINI


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


def test_a_device_fetches_the_pictures_of_its_own_boards(
    daemon: StagedDaemon, door: Door, bearer: str
) -> None:
    told = paired(daemon, door, role="view")
    with DeviceClient(door, profile={**MINI, "fetches": True}, token=told["token"]) as keys:
        keys.acknowledges = False  # so that it stays its newest board
        path = f"/pictures/{keys.heard('board')['keys'][0]['picture']}"
        status, picture = door.get(path, Authorization=f"Bearer {told['token']}")
        assert (status, picture[:2], keys.pushed) == (200, b"BM", 0)
        assert fetch(daemon, path, told["token"]) == (200, picture), "on the other port too"
        assert door.get(path, Authorization=bearer)[0] == 404, "it is another device's"
        assert door.get(path)[0] == 401
        assert call(daemon, "POST", f"/api/devices/{told['device']}/revoke")[0] == 200
        assert door.get(path, Authorization=f"Bearer {told['token']}")[0] == 401
