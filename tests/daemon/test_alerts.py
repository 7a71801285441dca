"""Alerts on their way: a slow or dead channel delays nobody, and what became of it is known."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
import pytest_asyncio
from tests.fakes.neighbours import HandClock
from tests.stories.happened import an_ask

from quarterdeck.daemon import alerts as module
from quarterdeck.daemon.alert_texts import AlertTexts
from quarterdeck.daemon.alerts import Alerts
from quarterdeck.daemon.outbox import Outbox
from quarterdeck.domain.effects import Alert, UpdateAlert, WithdrawAlert
from quarterdeck.domain.ids import AlertChannel, AskId
from quarterdeck.ports import REFUSED, AlertMessage, Unreachable

PHONE, DEAD = AlertChannel("phone"), AlertChannel("dead")
LS, PWD = an_ask("ls"), an_ask("pwd")


class Channel:
    """A channel that writes down what it is told, after failing in these ways."""

    where = "a test"

    def __init__(self) -> None:
        self.told: asyncio.Queue[str] = asyncio.Queue()
        self.failures: list[Exception] = []
        self.holds = asyncio.Event()
        self.holds.set()

    async def alert(self, message: AlertMessage) -> None:
        await self._say(f"{message.ask} is told")

    async def update(self, message: AlertMessage) -> None:
        await self._say(f"{message.ask} is told otherwise")

    async def withdraw(self, ask: AskId) -> None:
        await self._say(f"{ask} is taken back")

    async def _say(self, what: str) -> None:
        await self.holds.wait()
        if self.failures:
            raise self.failures.pop(0)
        self.told.put_nowait(what)


class Stage:
    """Two channels, and the outbox that serves them."""

    def __init__(self) -> None:
        self.phone, self.dead = Channel(), Channel()
        self.changes = 0
        self.outbox = Outbox()
        texts = AlertTexts(lambda: "http://here", show_text=False)
        channels = {PHONE: self.phone, DEAD: self.dead}
        self.alerts = Alerts(channels, texts, self.outbox, HandClock(), self._changed)

    def _changed(self) -> None:
        self.changes += 1

    def why(self, channel: AlertChannel) -> str:
        return next(h.why for h in self.alerts.health() if h.channel == channel)


@pytest_asyncio.fixture
async def stage(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    monkeypatch.setattr(module, "PAUSES", (0.0, 0.0))
    stage = Stage()
    work = asyncio.ensure_future(stage.outbox.run())
    yield stage
    work.cancel()
    with suppress(asyncio.CancelledError):
        await work


async def test_an_alert_is_told_told_otherwise_and_taken_back(stage: Stage) -> None:
    for effect in (
        Alert(PHONE, LS, None),
        UpdateAlert(PHONE, LS, None),
    ):
        stage.alerts.carry_out(effect)
    assert [await stage.phone.told.get() for _ in range(2)] == [
        "ls is told",
        "ls is told otherwise",
    ]
    stage.alerts.carry_out(WithdrawAlert(PHONE, LS.id))
    assert await stage.phone.told.get() == "ls is taken back"
    assert stage.changes == 0


async def test_a_channel_that_hangs_delays_nobody_else(stage: Stage) -> None:
    stage.dead.holds.clear()
    stage.alerts.carry_out(Alert(DEAD, LS, None))
    stage.alerts.carry_out(Alert(PHONE, LS, None))
    assert await stage.phone.told.get() == "ls is told"


async def test_a_channel_that_takes_too_long_is_given_up(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WITHIN", 0.01)
    stage.dead.holds.clear()
    assert await stage.alerts.test(DEAD) == "It did not answer within 0.01 seconds."
    assert stage.why(DEAD) == "It did not answer within 0.01 seconds."


async def test_what_cannot_be_reached_is_tried_again_and_told_of_once(stage: Stage) -> None:
    stage.phone.failures = [Unreachable("It is down."), Unreachable("It is down.")]
    stage.alerts.carry_out(Alert(PHONE, LS, None))
    assert await stage.phone.told.get() == "ls is told"
    assert stage.why(PHONE) == ""
    assert stage.changes == 2  # it failed, and works again


async def test_what_stays_down_is_given_up_and_the_next_ask_gets_its_turn(stage: Stage) -> None:
    stage.phone.failures = [Unreachable("It is down.")] * 3
    stage.alerts.carry_out(Alert(PHONE, LS, None))
    stage.alerts.carry_out(Alert(PHONE, PWD, None))
    assert await stage.phone.told.get() == "pwd is told"


async def test_what_is_refused_is_not_tried_again(stage: Stage) -> None:
    stage.phone.failures = [Unreachable("No such topic.", REFUSED)]
    stage.alerts.carry_out(Alert(PHONE, LS, None))
    stage.alerts.carry_out(Alert(PHONE, PWD, None))
    assert await stage.phone.told.get() == "pwd is told"


async def test_an_ask_that_is_over_before_its_turn_is_told_to_nobody(stage: Stage) -> None:
    stage.phone.holds.clear()
    stage.alerts.carry_out(Alert(PHONE, PWD, None))
    stage.alerts.carry_out(Alert(PHONE, LS, None))
    stage.alerts.carry_out(WithdrawAlert(PHONE, LS.id))
    stage.phone.holds.set()
    assert [await stage.phone.told.get() for _ in range(2)] == ["pwd is told", "ls is taken back"]


async def test_what_was_taken_back_does_not_say_that_alerts_get_through(stage: Stage) -> None:
    stage.phone.failures = [Unreachable("No such topic.", REFUSED)]
    await stage.alerts.test(PHONE)
    stage.alerts.carry_out(UpdateAlert(PHONE, LS, None))
    assert await stage.phone.told.get() == "ls is told otherwise"
    stage.alerts.carry_out(WithdrawAlert(PHONE, LS.id))
    assert await stage.phone.told.get() == "ls is taken back"
    assert stage.why(PHONE) == "No such topic."


async def test_a_channel_that_left_the_settings_is_told_nothing(stage: Stage) -> None:
    stage.alerts.carry_out(WithdrawAlert(AlertChannel("gone"), LS.id))
    stage.alerts.carry_out(Alert(PHONE, LS, None))
    assert await stage.phone.told.get() == "ls is told"


async def test_a_test_says_what_went_wrong(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    stage.phone.failures = [Unreachable("It is down.")]
    assert await stage.alerts.test(PHONE) == "It is down."
    assert await stage.alerts.test(PHONE) == ""
    assert await stage.phone.told.get() == "test is told"
    assert "alerts to phone fail: It is down." in caplog.text
    assert "alerts to phone work again" in caplog.text
