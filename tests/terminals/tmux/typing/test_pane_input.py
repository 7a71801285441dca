import asyncio
import os
import time
from dataclasses import replace
from itertools import pairwise

import pytest
from tests.stage.tmux import BridgedServer, until

from quarterdeck.domain.sessions import Process
from quarterdeck.terminals.tmux.control.commands import KeyInput
from quarterdeck.terminals.tmux.control.panes import PaneIdentity
from quarterdeck.terminals.tmux.control.process import Address
from quarterdeck.terminals.tmux.control.processes import started
from quarterdeck.terminals.tmux.results import TmuxBridgeErrorType, TmuxError
from quarterdeck.terminals.tmux.seeing.server import Server
from quarterdeck.terminals.tmux.settings import BridgeSettings
from quarterdeck.terminals.tmux.typing.pane_input import PaneInput

NOWHERE = PaneIdentity("/nonexistent", 1, 1, "%0", 1, 1, "")
HELLO = KeyInput(b"hello")


async def hands(bridged: BridgedServer) -> PaneInput:
    """Hands on a pane in which everything that is typed shows."""
    pane = bridged.tmux_server.session("a", "exec cat")
    running = ("display-message", "-p", "-t", pane, "#{pane_current_command}")
    await until(lambda: bridged.tmux_server.tmux(*running) == "cat")
    server = bridged.bridge.add_server(bridged.tmux_server.socket)
    await until(lambda: pane in server.panes)
    return PaneInput(server, server.panes[pane].identity, 0)


def on(identity: PaneIdentity, bridged: BridgedServer) -> PaneInput:
    return PaneInput(bridged.bridge.add_server(bridged.tmux_server.socket), identity, 0)


async def pressed(hands: PaneInput, process: Process | None) -> bool:
    async with hands.turn(process):
        return await hands.press(HELLO, "cat", ())


async def test_keys_are_pressed_where_everything_is_as_meant(bridged: BridgedServer) -> None:
    mine = await hands(bridged)
    start = started(mine.identity.pane_pid)
    assert start is not None
    assert await pressed(mine, Process("here", mine.identity.pane_pid, start))
    await until(lambda: "hello" in bridged.tmux_server.shown(mine.identity.pane))
    assert (await mine.look()).plain[0] == "hello"


async def test_keys_are_not_pressed_in_another_program_or_on_another_screen(
    bridged: BridgedServer,
) -> None:
    mine = await hands(bridged)
    assert not await mine.press(HELLO, "claude", ())
    assert not await mine.press(HELLO, "cat", ((1, "Do you want to proceed?"),))
    assert await mine.press(KeyInput(b"last"), "cat", ())
    await until(lambda: "last" in bridged.tmux_server.shown(mine.identity.pane))
    assert "hello" not in bridged.tmux_server.shown(mine.identity.pane)


async def test_a_pane_that_is_another_by_now_is_lost(bridged: BridgedServer) -> None:
    mine = (await hands(bridged)).identity
    we = os.getpid()
    ours = replace(mine, pane_pid=we, pane_start=started(we) or 0)
    for other in (replace(mine, pane_start=1), replace(mine, pane="%99"), ours):
        with pytest.raises(TmuxError) as raised:
            await pressed(on(other, bridged), None)
        assert raised.value.kind is TmuxBridgeErrorType.PANE_NOT_FOUND


async def test_a_screen_is_only_taken_from_the_program_that_is_meant(
    bridged: BridgedServer,
) -> None:
    mine = await hands(bridged)
    with pytest.raises(TmuxError, match="is not there"):
        await on(replace(mine.identity, pane_pid=1), bridged).look()


async def test_an_agent_that_does_not_live_in_the_pane_is_not_typed_to(
    bridged: BridgedServer,
) -> None:
    mine = await hands(bridged)
    elsewhere = Process("here", os.getpid(), started(os.getpid()) or 0)
    ended = Process("here", mine.identity.pane_pid, 1)
    for process in (elsewhere, ended):
        with pytest.raises(TmuxError, match="not there to read it"):
            await pressed(mine, process)
    assert bridged.tmux_server.shown(mine.identity.pane).strip() == ""


async def test_turns_come_one_after_the_other_with_a_pause_between() -> None:
    server = Server(Address("/nonexistent"), lambda _: None, BridgeSettings())
    mine, turns = PaneInput(server, NOWHERE, 0.05), list[tuple[float, float]]()

    async def turn() -> None:
        async with mine.turn(None):
            began = time.monotonic()
            await asyncio.sleep(0)
            turns.append((began, time.monotonic()))

    await asyncio.gather(turn(), turn(), turn())
    pauses = [later[0] - earlier[1] for earlier, later in pairwise(turns)]
    assert len(pauses) == 2
    assert min(pauses) > 0.04
