"""An ntfy server on loopback: well, refusing, slow and dead."""

import asyncio

import pytest
from tests.stage.push_service import PushService
from tests.stories.happened import an_ask

from quarterdeck.domain.risk import Level
from quarterdeck.ports import REFUSED, AlertMessage, Unreachable
from quarterdeck.surfaces.push.ntfy.link import Ntfy

LS = an_ask("ls").id
MESSAGE = AlertMessage(LS, "日本 waits", "high: a reason", "http://here/#ask=ls", Level.HIGH)


def ntfy(service: PushService, token: str = "") -> Ntfy:
    return Ntfy(f"{service.url}/my-topic", token)


async def test_an_ask_is_one_message_which_is_updated_and_taken_back(service: PushService) -> None:
    phone = ntfy(service)
    await phone.alert(MESSAGE)
    [shown] = service.shown("my-topic").values()
    assert (shown["title"], shown["message"]) == (MESSAGE.title, MESSAGE.text)
    assert shown["click"] == MESSAGE.link
    await phone.update(AlertMessage(LS, "t", "critical: worse", "", Level.CRITICAL))
    assert [m["message"] for m in service.shown("my-topic").values()] == ["critical: worse"]
    await phone.withdraw(LS)
    assert service.shown("my-topic") == {}


async def test_a_token_goes_in_a_header_and_is_shown_nowhere(service: PushService) -> None:
    phone = ntfy(service, "tk_secret")
    await phone.alert(MESSAGE)
    assert service.received[0].token == "Bearer tk_secret"
    assert "my-topic" not in phone.where
    assert "tk_secret" not in phone.where


@pytest.mark.parametrize(("status", "cause"), [(403, REFUSED), (503, ""), (302, REFUSED)])
async def test_a_server_that_takes_nothing_is_told_of(
    service: PushService, status: int, cause: str
) -> None:
    service.status, service.answer = status, '{"error":"forbidden"}'
    with pytest.raises(Unreachable, match=f"It answered {status}: forbidden") as failed:
        await ntfy(service).alert(MESSAGE)
    assert failed.value.cause == cause


async def test_an_old_server_that_takes_nothing_back_is_no_failure(service: PushService) -> None:
    service.status = 405
    await ntfy(service).withdraw(LS)
    assert [one.method for one in service.received] == ["DELETE"]


async def test_a_server_that_is_not_there_is_told_of() -> None:
    with pytest.raises(Unreachable, match=r"127\.0\.0\.1 cannot be reached: Connection refused\."):
        await Ntfy("http://127.0.0.1:9/my-topic", "").alert(MESSAGE)


async def test_a_slow_server_can_be_given_up(service: PushService) -> None:
    service.hangs = True
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await ntfy(service).alert(MESSAGE)
