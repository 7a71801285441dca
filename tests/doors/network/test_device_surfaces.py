"""What paired devices may do, and how they are cut off."""

import pytest
from tests.stage.agent_name import called_claude
from tests.stage.calls import call, token
from tests.stage.daemon import Json, StagedDaemon
from tests.stage.device import DeviceClient, Door, paired, why_closed
from tests.stage.keys import MINI, KeyClient
from tests.stage.page_client import pair
from tests.stage.until import until
from websockets.exceptions import ConnectionClosed

from quarterdeck.doors.surface.device_places import WHY

ALLOW = 5  # the last key of a Mini


def refused(door: Door, given: str) -> str:
    """Why a token is refused."""
    hello = {"type": "hello", "v": 1, "token": given, "profile": MINI}
    with door.websocket("/surface") as line:
        return why_closed(line, hello)


def can_press(keys: DeviceClient) -> Json:
    while not keys.board or not keys.board["keys"][ALLOW]["press"]:
        keys.heard("board")
    return keys.board


def test_an_ask_is_answered_on_a_paired_device(daemon: StagedDaemon, door: Door) -> None:
    agent = daemon.agent("shop")
    hook = agent.bash("npm run build")
    with DeviceClient(door, token=paired(daemon, door)["token"]) as keys:
        can_press(keys)
        keys.arm()
        keys.tap(ALLOW)
        assert hook.reply()["decision"]["behavior"] == "allow"
    agent.close()


def test_only_a_devices_token_opens_this_door(daemon: StagedDaemon, door: Door) -> None:
    for given in ("", "guessed", token(daemon), pair(daemon).bearer):
        assert "A valid ticket or token" in refused(door, given)


def test_a_devices_token_opens_no_call_of_the_api(daemon: StagedDaemon, door: Door) -> None:
    bearer = f"Bearer {paired(daemon, door)['token']}"
    for path in ("/api/asks", "/api/devices", "/api/status"):
        status, told = call(daemon, "GET", path, Authorization=bearer)
        assert (status, told["error_type"]) == (403, "device_token")
        assert door.get(path, Authorization=bearer)[0] == 404


def test_a_device_that_is_revoked_is_cut_off_at_once(daemon: StagedDaemon, door: Door) -> None:
    told = paired(daemon, door)
    with DeviceClient(door, token=told["token"]) as keys:
        assert call(daemon, "POST", f"/api/devices/{told['device']}/revoke")[0] == 200
        keys.wait_end()
    assert "A valid ticket or token" in refused(door, told["token"])
    bearer = f"Bearer {told['token']}"
    assert door.get("/images/yes.rgb", Authorization=bearer)[0] == 401


def test_a_device_may_do_what_its_rights_say_now(daemon: StagedDaemon, door: Door) -> None:
    agent = daemon.agent("rights")
    hook = agent.bash("npm run build")
    told = paired(daemon, door, role="view")
    rights = f"/api/devices/{told['device']}/rights"
    with DeviceClient(door, token=told["token"]) as keys:
        can_press(keys)
        keys.arm()
        assert keys.press(ALLOW)["error_type"] == "refused"
        assert call(daemon, "POST", rights, {"role": "answer"})[1]["role"] == "answer"
        can_press(keys)
        keys.arm()
        keys.tap(ALLOW)
        assert hook.reply()["decision"]["behavior"] == "allow"
    agent.close()


def test_something_critical_is_beyond_the_usual_ceiling(daemon: StagedDaemon, door: Door) -> None:
    agent = daemon.agent("ceiling")
    hook = agent.bash("rm -rf ~/projects")
    told = paired(daemon, door)
    with DeviceClient(door, token=told["token"]) as keys:
        while not keys.board or not keys.board["keys"][ALLOW]["hold"]:
            keys.heard("board")
        keys.arm()
        assert keys.outcome(keys.hold(ALLOW))["error_type"] == "too_risky"
        call(daemon, "POST", f"/api/devices/{told['device']}/rights", {"ceiling": "critical"})
        keys.arm()
        keys.hold(ALLOW)
        assert hook.reply()["decision"]["behavior"] == "allow"
    agent.close()


def test_an_agent_with_a_devices_token_presses_nothing(daemon: StagedDaemon, door: Door) -> None:
    agent = daemon.agent("thief")
    agent.bash("npm run build")
    told = paired(daemon, door)
    with called_claude(), DeviceClient(door, token=told["token"]) as keys:
        can_press(keys)
        keys.arm()
        assert keys.press(ALLOW)["error_type"] == "refused"
    agent.close()


# Names


def test_a_device_that_comes_again_takes_its_own_place(daemon: StagedDaemon, door: Door) -> None:
    told, profile = paired(daemon, door), {**MINI, "id": "desk-7"}
    with DeviceClient(door, profile=profile, token=told["token"]) as before:
        with DeviceClient(door, profile=profile, token=told["token"]) as keys:
            assert keys.name == before.name == "deck-desk-7"
            assert before.wait_end() == f"4001 {WHY}", "as one that is dead, it says nothing"
            assert keys.pressed_face("none")["error_type"] == "not_shown", "it is served"
        gone = lambda: "deck-desk-7" not in names(daemon)  # noqa: E731
        until(gone, 20, lambda: "its place is kept")
    assert taken_over(daemon, told) is None, "nobody else was there"


def test_a_second_device_with_the_same_token_takes_over_and_it_is_told(
    daemon: StagedDaemon, door: Door
) -> None:
    told, profile = paired(daemon, door), {**MINI, "id": "desk-9"}
    with (
        DeviceClient(door, profile=profile, token=told["token"]) as before,
        DeviceClient(door, profile=profile, token=told["token"]) as keys,
    ):
        assert before.heard("taken_over")["message"] == WHY
        before.say_goodbye()
        until(lambda: taken_over(daemon, told), 20, lambda: "nobody is told")
        assert keys.pressed_face("none")["error_type"] == "not_shown", "it is served"


def test_a_copy_of_the_token_that_calls_itself_otherwise_takes_over_as_well(
    daemon: StagedDaemon, door: Door
) -> None:
    told = paired(daemon, door)
    one, copy = {**MINI, "id": "desk-10"}, {**MINI, "id": "copy"}
    with (
        DeviceClient(door, profile=one, token=told["token"]) as before,
        KeyClient(daemon.paths.api, profile=copy, token=told["token"]) as keys,
    ):
        assert before.wait_end() == f"4001 {WHY}"
        assert names(daemon) & {"deck-desk-10", "deck-copy"} == {"deck-copy"}
        until(lambda: taken_over(daemon, told), 20, lambda: "nobody is told")
        assert keys.pressed_face("none")["error_type"] == "not_shown", "it is served"


def test_a_second_device_with_the_same_id_is_refused(daemon: StagedDaemon, door: Door) -> None:
    profile = {**MINI, "id": "desk-8"}
    first, second = (paired(daemon, door)["token"] for _ in range(2))
    with DeviceClient(door, profile=profile, token=first) as keys:
        with pytest.raises(ConnectionClosed) as over:
            DeviceClient(door, profile=profile, token=second)
        assert over.value.rcvd
        assert over.value.rcvd.reason == "Another device is connected as deck-desk-8."
        assert keys.pressed_face("none")["error_type"] == "not_shown", "it is served"


def taken_over(daemon: StagedDaemon, told: Json) -> object:
    """When two had a device's token at the same time."""
    devices = call(daemon, "GET", "/api/devices")[1]
    return next(d["taken_over"] for d in devices if d["id"] == told["device"])


def names(daemon: StagedDaemon) -> set[str]:
    return {surface["id"] for surface in call(daemon, "GET", "/api/surfaces")[1]}
