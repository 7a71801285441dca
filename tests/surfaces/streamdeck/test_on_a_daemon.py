"""Decks on a real daemon: an agent's hook asks, a key is pressed, the hook gets the answer."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.stage.daemon import StagedDaemon, staged_daemon
from tests.stage.soon import soon
from tests.stage.until import until
from tests.surfaces.streamdeck.shown import a, finder
from typing_extensions import override
from websockets.asyncio.client import ClientConnection, unix_connect

from quarterdeck.boards.models import MINI, XL
from quarterdeck.surfaces.streamdeck import runner
from quarterdeck.surfaces.streamdeck.emulator import EmulatedDeck
from quarterdeck.surfaces.streamdeck.runner import Runner

SETTINGS = "[display]\nguard_ms = 0\nhold_ms = 300\n"
DENY, ALLOW, XL_ALLOW = 4, 5, 31

Json = dict[str, Any]


class Overheard(ClientConnection):
    """A connection on which we listen."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.heard: list[Json] = []
        self.said: list[Json] = []

    @override
    async def recv(self, *more: Any, **named: Any) -> Any:
        message = await super().recv(*more, **named)
        if isinstance(message, str):
            self.heard.append(json.loads(message))
        return message

    @override
    async def send(self, message: Any, *more: Any, **named: Any) -> None:
        await super().send(message, *more, **named)
        self.said.append(json.loads(message))

    def shows(self, board: str) -> bool:
        """Whether the daemon was told that a board of this name is seen."""
        boards = [message for message in self.heard if message["type"] == "board"]
        newest = boards[-1] if boards else {"name": "", "n": 0}
        told = {"type": "shown", "n": newest["n"]}
        return bool(newest["name"] == board and told in self.said)

    def feels(self, times: int = 1) -> bool:
        """Whether the daemon knows of so many fingers that hold something."""
        return len([1 for message in self.heard if message["type"] == "began"]) >= times

    def outcomes(self) -> list[Json]:
        return [message for message in self.heard if message["type"] == "outcome"]

    @property
    def model(self) -> str:
        return str(self.said[0]["profile"]["model"]) if self.said else ""


class Desk:
    """The decks on a desk, and what is said for each."""

    def __init__(self, daemon: StagedDaemon, *decks: EmulatedDeck) -> None:
        self._path = str(daemon.paths.api)
        self._token = daemon.paths.token.read_text().strip()
        self._finder = finder(*decks)
        self.lines: list[Overheard] = []

    def connect(self) -> unix_connect:  # type: ignore[valid-type]  # it is a class, though it is called
        return unix_connect(self._path, "ws://localhost/surface", create_connection=self._line)

    def _line(self, *given: Any, **more: Any) -> Overheard:
        self.lines.append(Overheard(*given, **more))
        return self.lines[-1]

    @asynccontextmanager
    async def served(self) -> AsyncIterator[None]:
        stop = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            group.create_task(Runner(self._finder, self.connect, self._token).run(stop))
            yield
            stop.set()

    async def shows(self, board: str, model: str = "mini", lines: int = 1) -> Overheard:
        """The newest line of a deck, once it shows a board; at least so many came."""

        def found() -> Overheard | None:
            of_it = [line for line in self.lines if line.model == model]
            newest = of_it[-1] if len(of_it) >= lines else None
            return newest if newest and newest.shows(board) else None

        return await soon(found, f"no {board} is shown")


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
    desk = Desk(daemon, device)

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
    desk = Desk(daemon, device)

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
    desk = Desk(daemon, device)

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


async def test_two_decks_pressed_at_once_give_one_answer(daemon: StagedDaemon) -> None:
    mini, large = a(MINI), a(XL)
    agent = await asyncio.to_thread(daemon.agent, "api-server")
    desk = Desk(daemon, mini, large)

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
    until(lambda: said(daemon.paths.log) == 1, 20, lambda: "no deck is found")

    psutil.Process(first).kill()

    assert deck_process(daemon, (first,)) != first
    until(lambda: said(daemon.paths.log) == 2, 20, lambda: "the deck does not come back")
    assert [one["id"] for one in daemon.asks()] == [ask["id"]]
    daemon.client.post(f"/api/asks/{ask['id']}/answer", {"choice": "deny"})
    assert decision(hook.reply()) == "deny"


def said(log: Path) -> int:
    return log.read_text().count("Here is a Stream Deck Neo")


def deck_process(daemon: StagedDaemon, but: tuple[int, ...]) -> int:
    """The pid of the process that the daemon runs for its decks."""

    def found() -> int | None:
        children = psutil.Process(daemon._daemon.pid).children()
        decks = [p.pid for p in children if p.pid not in but and "deck" in words(p)]
        return decks[0] if decks else None

    return until(found, 20, lambda: "there is no process for decks")


def words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []
