"""Services behind Apprise: the real one, and a target of its own on loopback."""

import asyncio
import sys
from pathlib import Path

import psutil
import pytest
from tests.stage.push_service import PushService
from tests.stories.happened import an_ask

from quarterdeck.ports import REFUSED, AlertMessage, Unreachable
from quarterdeck.surfaces.push import apprise_process
from quarterdeck.surfaces.push.services import Service

LS = an_ask("ls").id
MESSAGE = AlertMessage(LS, "desk waits", "high: a reason", "http://here/#ask=ls", None)


def behind_apprise(service: PushService) -> Service:
    return Service(service.url.replace("http://", "json://user:hunter2hunter2@"))


async def test_a_service_is_told_once_and_never_again(service: PushService) -> None:
    phone = behind_apprise(service)
    await phone.alert(MESSAGE)
    await phone.update(MESSAGE)
    await phone.withdraw(LS)
    [received] = service.received
    assert received.body["title"] == "desk waits"
    assert received.body["message"] == "high: a reason\nhttp://here/#ask=ls"


async def test_what_a_service_refuses_is_told_without_its_address(service: PushService) -> None:
    service.status = 403
    with pytest.raises(Unreachable) as failed:
        await behind_apprise(service).alert(MESSAGE)
    assert "403" in str(failed.value)
    assert "hunter2" not in str(failed.value)
    assert "hunter2" not in behind_apprise(service).where


async def test_an_address_that_apprise_does_not_know_is_not_tried_again() -> None:
    with pytest.raises(Unreachable, match="does not know this kind of address") as failed:
        await Service("nonsense://x").alert(MESSAGE)
    assert failed.value.cause == REFUSED


async def test_without_the_extra_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = tmp_path / "python"
    bare.write_text(f"#!/bin/sh\ncat >/dev/null\nexit {apprise_process.NOT_INSTALLED}\n")
    bare.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(bare))
    with pytest.raises(Unreachable, match=r"quarterdeck\[push\]") as failed:
        await Service("json://localhost").alert(MESSAGE)
    assert failed.value.cause == REFUSED


async def test_a_service_that_hangs_is_given_up_and_its_process_ends(service: PushService) -> None:
    service.hangs = True
    before = set(psutil.Process().children())
    sending = asyncio.ensure_future(behind_apprise(service).alert(MESSAGE))
    await asyncio.to_thread(service.wait)
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    assert set(psutil.Process().children()) <= before
