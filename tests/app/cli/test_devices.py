"""`qd devices`: who may come in, and shutting them out."""

import json
from collections.abc import Iterator

import pytest
from tests.app.cli.conftest import Qd
from tests.stage.agent_name import called_claude
from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon
from tests.stage.page_client import PlayedPage, pair, proven


@pytest.fixture
def page(daemon: StagedDaemon) -> Iterator[PlayedPage]:
    page = pair(daemon)
    yield page
    for device in daemon.client.list("/api/devices"):
        daemon.client.post(f"/api/devices/{device['id']}/revoke", {})


def is_known(page: PlayedPage) -> bool:
    return proven(page.daemon, page.name, page.key)[2]


def test_pages_are_listed_and_nothing_of_their_keys(qd: Qd, page: PlayedPage) -> None:
    told = qd("devices")
    assert told.code == 0
    heads = ["ID", "NAME", "KIND", "MAY", "UP", "TO", "SINCE", "SEEN"]
    assert told.out.splitlines()[0].split() == heads
    assert page.name in told.out
    assert json.loads(qd("devices", "--json").out)[0].keys() == {
        "id",
        "name",
        "kind",
        "role",
        "ceiling",
        "created",
        "last_seen",
        "taken_over",
    }


def test_one_is_shut_out_by_the_beginning_of_its_id(qd: Qd, page: PlayedPage) -> None:
    other = pair(page.daemon)
    told = qd("devices", "--revoke", page.name)
    assert (told.code, told.out) == (0, f"{page.name} (A browser) no longer has access.\n")
    assert (is_known(page), is_known(other)) == (False, True)


def test_all_are_shut_out_at_once(qd: Qd, page: PlayedPage) -> None:
    other = pair(page.daemon)
    assert qd("devices", "--revoke", "all").code == 0
    assert not is_known(page)
    assert not is_known(other)
    assert (
        qd("devices").out
        == "No page or device has access: `qd open` opens a page, `qd pair` pairs one.\n"
    )


def test_what_is_not_there_or_not_clear_shuts_nobody_out(qd: Qd, page: PlayedPage) -> None:
    pair(page.daemon)
    assert qd("devices", "--revoke", "nobody").code == 4
    assert qd("devices", "--revoke", "page-").code == 4
    assert is_known(page)


def test_an_agent_shuts_nobody_out(page: PlayedPage) -> None:
    with called_claude():
        status, told = call(page.daemon, "POST", f"/api/devices/{page.name}/revoke")
    assert (status, told["message"]) == (403, "An agent may not do this; a person must.")
    assert is_known(page)


def test_what_a_device_may_do_is_changed(qd: Qd, page: PlayedPage) -> None:
    told = qd("devices", page.name, "--role", "answer", "--ceiling", "medium")
    said = f"A browser ({page.name}) may answer, and allow up to medium.\n"
    assert (told.code, told.out) == (0, said)
    assert "answer  medium" in qd("devices").out
    assert qd("devices", page.name, "--role", "view").out.endswith("may look.\n")


def test_which_device_and_what_must_be_said(qd: Qd, page: PlayedPage) -> None:
    assert qd("devices", page.name).code == 2
    assert qd("devices", "--role", "view").code == 2
    assert qd("devices", "nobody", "--role", "view").code == 4
