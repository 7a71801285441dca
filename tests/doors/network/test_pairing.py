"""One device for each time that a person asks for it, within a minute, and not by trying."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.doors.test_facade import IDLE, Still, facade, journal
from tests.fakes.neighbours import HandClock
from typing_extensions import override

from quarterdeck.domain.callers import Role
from quarterdeck.domain.devices import Device
from quarterdeck.domain.events import DevicePaired, Event
from quarterdeck.domain.risk import Level
from quarterdeck.doors.http.access import token_hash
from quarterdeck.doors.network import pairing
from quarterdeck.doors.network.pairing import (
    AMBIGUOUS,
    CLOSED,
    MISTAKEN,
    NOT_WRITTEN,
    OTHER_PAIRED,
    REPLACED,
    TOO_LATE,
    TOO_MANY,
    WRONG_CODE,
    Grant,
    NotPaired,
    Pairing,
)

__all__ = ["journal"]  # a fixture

GRANT = Grant("", Role.ANSWER, Level.MEDIUM)


class Noting(Still):
    """A daemon that writes devices down, as long as it can."""

    writes = True

    @override
    def put(self, event: Event) -> None:
        super().put(event)
        if isinstance(event, DevicePaired) and self.writes:
            self._view = replace(self._view, devices=(*self._view.devices, event.device))

    @property
    def devices(self) -> tuple[Device, ...]:
        return self._view.devices


@pytest.fixture
def core() -> Noting:
    return Noting(IDLE)


@pytest.fixture
def office(journal: Path, core: Noting) -> Pairing:
    return Pairing(facade(journal, core))


async def test_a_code_pairs_one_device_with_what_was_granted(office: Pairing, core: Noting) -> None:
    code = office.open(GRANT)
    paired = await office.by_code(code, "desk")
    [device] = core.devices
    assert (device.name, device.role, device.ceiling) == ("desk", Role.ANSWER, Level.MEDIUM)
    assert device.token_hash == token_hash(paired.token)
    assert office.last == device
    with pytest.raises(NotPaired, match=CLOSED):
        await office.by_code(code, "thief")


async def test_of_two_that_come_at_once_with_a_code_one_is_paired(
    office: Pairing, core: Noting
) -> None:
    code = office.open(GRANT)
    came = await asyncio.gather(
        office.by_code(code, "one"), office.by_code(code, "two"), return_exceptions=True
    )
    assert len(core.devices) == 1
    assert [type(result) for result in came].count(NotPaired) == 1


async def test_a_person_may_give_the_name(office: Pairing) -> None:
    code = office.open(replace(GRANT, name="Mine"))
    assert (await office.by_code(code, "desk")).device.name == "Mine"


async def test_the_minute_ends(office: Pairing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "VALID", 0.0)
    code = office.open(GRANT)
    with office.shown("123456", "desk") as chosen, pytest.raises(NotPaired, match=TOO_LATE):
        await chosen
    with pytest.raises(NotPaired, match=TOO_LATE):
        await office.by_code(code, "desk")
    assert office.left() == 0.0


async def test_an_earlier_minute_ends_no_later_one(
    office: Pairing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "VALID", 0.0)
    office.open(GRANT)
    monkeypatch.setattr(pairing, "VALID", 60.0)
    code = office.open(GRANT)
    await asyncio.sleep(0.01)
    assert (await office.by_code(code, "desk")).token


async def test_the_device_that_shows_the_digits_is_paired_and_the_others_are_told(
    office: Pairing, core: Noting
) -> None:
    office.open(GRANT)
    with office.shown("111111", "one") as one, office.shown("222222", "two") as two:
        assert office.waiting() == 2
        device = await office.choose("222222")
        assert (await two).device == device == core.devices[0]
        with pytest.raises(NotPaired, match=OTHER_PAIRED):
            await one


async def test_digits_that_two_devices_show_pair_neither(office: Pairing, core: Noting) -> None:
    office.open(GRANT)
    with (
        office.shown("111111", "one"),
        office.shown("111111", "two"),
        pytest.raises(NotPaired, match=AMBIGUOUS),
    ):
        await office.choose("111111")
    assert not core.devices


async def test_three_mistakes_end_it(office: Pairing, core: Noting) -> None:
    office.open(GRANT)
    with office.shown("111111", "one"):
        for _ in range(pairing.MOST_MISTAKES):
            with pytest.raises(NotPaired, match=MISTAKEN):
                await office.choose("999999")
        with pytest.raises(NotPaired):
            await office.choose("111111")
    assert not core.devices


async def test_a_device_that_is_gone_is_not_chosen(office: Pairing) -> None:
    office.open(GRANT)
    with office.shown("111111", "one"):
        pass
    with pytest.raises(NotPaired, match=MISTAKEN):
        await office.choose("111111")


async def test_too_many_devices_end_it(office: Pairing) -> None:
    code = office.open(GRANT)
    for _ in range(pairing.MOST_TRIES):
        office.attempt()
    with pytest.raises(NotPaired, match=TOO_MANY):
        office.attempt()
    with pytest.raises(NotPaired):
        await office.by_code(code, "late")


async def test_only_so_many_show_digits_at_the_same_time(
    office: Pairing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "MOST_WAITING", 1)
    office.open(GRANT)
    with (
        office.shown("111111", "one"),
        pytest.raises(NotPaired, match=TOO_MANY),
        office.shown("222222", "two"),
    ):
        pass


async def test_a_wrong_code_spoils_nothing(office: Pairing) -> None:
    code = office.open(GRANT)
    with pytest.raises(NotPaired, match=WRONG_CODE):
        await office.by_code("", "thief")
    assert (await office.by_code(code, "desk")).token


async def test_who_pairs_again_starts_over(office: Pairing) -> None:
    before = office.open(GRANT)
    with office.shown("111111", "one") as one:
        code = office.open(GRANT)
        with pytest.raises(NotPaired, match=REPLACED):
            await one
    with pytest.raises(NotPaired, match=WRONG_CODE):
        await office.by_code(before, "desk")
    office.cancel()
    with pytest.raises(NotPaired, match=CLOSED):
        await office.by_code(code, "desk")


async def test_what_cannot_be_written_down_is_not_paired(office: Pairing, core: Noting) -> None:
    core.writes = False
    code = office.open(GRANT)
    with pytest.raises(NotPaired, match=NOT_WRITTEN):
        await office.by_code(code, "desk")
    assert office.last is None


async def test_it_is_known_how_long_it_lasts(journal: Path, core: Noting) -> None:
    clock = HandClock()
    office = Pairing(replace(facade(journal, core), now=clock))
    assert office.left() == 0.0
    office.open(GRANT)
    clock.now += 20
    assert office.left() == 40.0
