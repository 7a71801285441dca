"""Decks on a real daemon: an agent's hook asks, a key is pressed, the hook gets the answer."""

import asyncio
import time
from collections.abc import Iterator

import psutil
import pytest
from tests.stage.daemon import StagedDaemon, staged_daemon
from tests.stage.processes import words_of
from tests.stage.soon import soon
from tests.stage.until import until
from tests.surfaces.streamdeck.desk import Desk, Json
from tests.surfaces.streamdeck.shown import a

from quarterdeck.boards.models import MINI, XL
from quarterdeck.surfaces.streamdeck import runner

SETTINGS = "[display]\nguard_ms = 0\nhold_ms = 300\n"
DENY, ALLOW, XL_ALLOW = 4, 5, 31
BACK_WITHIN = 20.0  # seconds after a kill; 3 where nobody else uses the machine: bench/deck_life


@pytest.fixture
def daemon() -> Iterator[StagedDaemon]:
    with staged_daemon(settings=SETTINGS) as running:
        yield running


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "LOOK_EVERY", 0.05)


def decision(reply: Json) -> str:
    return str(reply["decision"]["behavior"])


async def test_a_permission_is_shown_and_a_key_answers_it(daemon: StagedDaemon) -> None:
    device = a(MINI)
    agent = await asyncio.to_thread(daemon.agent, "api-server")
    desk = Desk(daemon.paths, device)

    async with desk.served():
        hook = agent.bash("npm install left-pad")
        await desk.shows("permission")
        device.press(ALLOW)
        device.release(ALLOW)
        reply = await asyncio.to_thread(hook.reply)

    assert decision(reply) == "allow"
    assert not device.violations
    assert device.logo


async def test_a_deck_that_is_unplugged_while_a_key_is_held_answers_nothing(
    daemon: StagedDaemon,
) -> None:
    device = a(MINI)
    agent = await asyncio.to_thread(daemon.agent, "api-server")
    desk = Desk(daemon.paths, device)

    async with desk.served():
        hook = agent.bash("rm -rf ~/work")
        line = await desk.shows("permission")
        device.press(ALLOW)
        await soon(line.feels, "the finger is not felt")
        device.unplug()
        device.plug()
        await desk.shows("permission", lines=2)
        assert hook.printed.empty()

        device.press(DENY)
        device.release(DENY)
        reply = await asyncio.to_thread(hook.reply)

    assert decision(reply) == "deny"
    assert not device.violations


async def test_a_critical_call_is_allowed_by_holding(daemon: StagedDaemon) -> None:
    device = a(MINI)
    agent = await asyncio.to_thread(daemon.agent, "api-server")
    desk = Desk(daemon.paths, device)

    async with desk.served():
        hook = agent.bash("rm -rf ~/work")
        line = await desk.shows("permission")
        device.press(ALLOW)
        device.release(ALLOW)
        await soon(line.outcomes, "nothing comes of a short press")
        assert line.outcomes()[0]["error_type"] == "needs_confirmation"
        await desk.shows("permission")

        device.press(ALLOW)
        await soon(lambda: line.feels(2), "the finger is not felt")
        await asyncio.sleep(0.5)  # it stays there
        device.release(ALLOW)
        reply = await asyncio.to_thread(hook.reply)

    assert decision(reply) == "allow"


async def test_an_agenda_that_changes_under_the_finger_answers_nothing(
    daemon: StagedDaemon,
) -> None:
    device = a(MINI)
    agent = await asyncio.to_thread(daemon.agent, "api-server")
    desk = Desk(daemon.paths, device)

    async with desk.served():
        first = agent.bash("npm install left-pad")
        line = await desk.shows("permission")
        device.press(ALLOW)
        await soon(lambda: line.says("down"), "the finger is not felt")
        before = line.face_on(ALLOW)
        second = agent.bash("npm publish")
        await soon(lambda: line.face_on(ALLOW) not in (None, before), "the second ask is not shown")
        device.release(ALLOW)
        await soon(line.outcomes, "nothing is said of the press")

    assert line.outcomes()[0]["error_type"] == "not_shown"
    assert first.printed.empty()
    assert second.printed.empty()


async def test_two_decks_pressed_at_once_give_one_answer(daemon: StagedDaemon) -> None:
    mini, large = a(MINI), a(XL)
    agent = await asyncio.to_thread(daemon.agent, "api-server")
    desk = Desk(daemon.paths, mini, large)

    async with desk.served():
        hook = agent.bash("npm install left-pad")
        lines = [await desk.shows("permission", model) for model in ("mini", "xl")]
        for device, key in ((mini, ALLOW), (large, XL_ALLOW)):
            device.press(key)
        for device, key in ((mini, ALLOW), (large, XL_ALLOW)):
            device.release(key)
        reply = await asyncio.to_thread(hook.reply)
        await asyncio.to_thread(agent.ran, "Bash", {"command": "npm install left-pad"})
        await soon(lambda: all(line.outcomes() for line in lines), "one of them is told nothing")

    assert decision(reply) == "allow"
    statuses = sorted(line.outcomes()[0]["status"] for line in lines)
    assert statuses == ["error", "ok"]


def test_the_process_of_the_decks_can_be_killed_and_comes_back() -> None:
    with staged_daemon(settings='[deck]\nemulate = ["neo"]\n') as daemon:
        kill_deck_process(daemon)


def kill_deck_process(daemon: StagedDaemon) -> None:
    agent = daemon.agent("api-server")
    hook = agent.bash("npm install left-pad")
    ask = daemon.wait_ask("permission")
    first = deck_process(daemon, ())
    until(lambda: shown_on(daemon) == ["permission"], 20, lambda: "the deck shows nothing")
    assert not daemon.client.list("/api/surfaces")[0]["present"], "nobody can see an emulated deck"

    psutil.Process(first).kill()
    killed = time.monotonic()
    assert deck_process(daemon, (first,)) != first
    until(lambda: shown_on(daemon) == ["permission"], 20, lambda: "the deck does not come back")

    assert time.monotonic() - killed < BACK_WITHIN
    assert [one["id"] for one in daemon.asks()] == [ask["id"]]
    daemon.client.post(f"/api/asks/{ask['id']}/answer", {"choice": "deny"})
    assert decision(hook.reply()) == "deny"


def shown_on(daemon: StagedDaemon) -> list[str]:
    """The boards of the decks that are there."""
    return [str(deck["board"]) for deck in daemon.client.list("/api/surfaces") if deck["board"]]


def deck_process(daemon: StagedDaemon, but: tuple[int, ...]) -> int:
    """The pid of the process that the daemon runs for its decks."""

    def found() -> int | None:
        children = psutil.Process(daemon._daemon.pid).children()
        decks = [p.pid for p in children if p.pid not in but and "deck" in words_of(p)]
        return decks[0] if decks else None

    return until(found, 20, lambda: "there is no process for decks")
