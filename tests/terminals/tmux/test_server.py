import asyncio
import os
import shlex
import signal
import sys
import time
from math import inf

from tests.terminals.tmux.crew import Crew, Ship, until

from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.happenings import (
    Happening,
    PaneGone,
    PaneSeen,
    ScreenChanged,
    ServerDown,
    ServerUp,
    Stirred,
)
from quarterdeck.terminals.tmux.server import Server
from quarterdeck.terminals.tmux.settings import Bridge

RESTLESS_TITLE = """
import itertools, time
for number in itertools.count():
    print(end=f"\\033]2;{number}\\007", flush=True)
    time.sleep(0.02)
"""


def seen(crew: Crew) -> set[str]:
    return {told.pane.identity.pane for told in crew.told if isinstance(told, PaneSeen)}


def gone(crew: Crew) -> set[str]:
    return {told.identity.pane for told in crew.told if isinstance(told, PaneGone)}


def shows(crew: Crew, text: str) -> bool:
    return any(isinstance(told, ScreenChanged) and text in told.screen.text for told in crew.told)


async def controlled(crew: Crew, clients: int = 1) -> Server:
    server = crew.bridge.add_server(crew.ship.socket)
    await until(lambda: len(server.control_pids) >= clients)
    return server


async def followed(crew: Crew, pane: str) -> Server:
    server = await controlled(crew)
    server.follow(pane)
    await until(lambda: server.told(pane))
    return server


async def test_panes_are_seen_as_they_come_and_go(crew: Crew) -> None:
    first = crew.ship.session("a")
    await controlled(crew)
    split = crew.ship.tmux("split-window", "-t", "a", "-P", "-F", "#{pane_id}", "cat")
    other = crew.ship.session("b")
    await until(lambda: seen(crew) == {first, split, other})
    crew.ship.tmux("kill-pane", "-t", split)
    crew.ship.tmux("kill-session", "-t", "b")
    await until(lambda: gone(crew) == {split, other})


async def test_a_title_that_never_rests_keeps_no_client_away(crew: Crew) -> None:
    crew.ship.session("a", shlex.join([sys.executable, "-c", RESTLESS_TITLE]))
    await controlled(crew)


async def test_a_split_in_another_session_is_seen_too(crew: Crew) -> None:
    crew.ship.session("a")
    crew.ship.session("b")
    await controlled(crew)
    split = crew.ship.tmux("split-window", "-t", "b:", "-P", "-F", "#{pane_id}", "cat")
    await until(lambda: split in seen(crew))


async def test_a_respawned_pane_is_another_one_under_the_same_id(crew: Crew) -> None:
    pane = crew.ship.session("a")
    server = await controlled(crew)
    before = server.panes[pane].identity
    crew.ship.tmux("respawn-pane", "-k", "-t", pane, "cat")
    await until(lambda: any(isinstance(t, PaneGone) and t.identity == before for t in crew.told))
    assert server.panes[pane].identity != before


async def test_renaming_moves_nothing(crew: Crew) -> None:
    pane = crew.ship.session("a")
    server = await followed(crew, pane)
    crew.ship.tmux("rename-session", "-t", "a", "x y")
    crew.ship.tmux("send-keys", "-t", pane, "after", "Enter")
    await until(lambda: shows(crew, "after"))
    assert gone(crew) == set()
    assert server.told(pane)


async def test_a_pane_moved_to_another_session_is_still_watched(crew: Crew) -> None:
    crew.ship.session("a")
    pane = crew.ship.tmux("split-window", "-t", "a", "-P", "-F", "#{pane_id}", "cat")
    crew.ship.session("b")
    server = await followed(crew, pane)
    crew.ship.tmux("join-pane", "-s", pane, "-t", "=b:")
    await until(lambda: server.panes[pane].session == server.panes["%2"].session)
    await until(lambda: server.told(pane))
    crew.ship.tmux("send-keys", "-t", pane, "moved", "Enter")
    await until(lambda: shows(crew, "moved"))


async def test_a_change_is_told_with_its_colours(crew: Crew) -> None:
    pane = crew.ship.session("a", "sh")
    server = await followed(crew, pane)
    await until(lambda: server.watcher.pace.rest(time.monotonic()) == inf)
    crew.ship.tmux("send-keys", "-t", pane, "-l", "printf '\\033[31mred\\033[0m'\n")
    await until(lambda: shows(crew, "\x1b[31mred"))
    assert any(isinstance(told, Stirred) for told in crew.told)


async def test_a_server_that_restarts_is_another_one(crew: Crew) -> None:
    crew.ship.session("a")
    server = await controlled(crew)
    crew.ship.close()
    await until(lambda: any(isinstance(told, ServerDown) for told in crew.told))
    assert server.panes == {}
    again = crew.ship.session("b")
    await until(lambda: sum(isinstance(told, ServerUp) for told in crew.told) == 2)
    await until(lambda: bool(server.control_pids), 10)
    assert list(server.panes) == [again]


async def test_the_session_of_the_command_client_may_end(crew: Crew) -> None:
    crew.ship.session("a")
    pane = crew.ship.session("b")
    server = await followed(crew, pane)
    crew.ship.tmux("kill-session", "-t", "a")
    crew.ship.tmux("send-keys", "-t", pane, "still here", "Enter")
    await until(lambda: shows(crew, "still here"))
    await until(lambda: server.told(pane))


async def test_clients_that_are_killed_come_back(crew: Crew) -> None:
    pane = crew.ship.session("a")
    server = await followed(crew, pane)
    killed = server.control_pids
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    crew.ship.tmux("send-keys", "-t", pane, "meanwhile", "Enter")
    await until(lambda: shows(crew, "meanwhile"))
    await until(lambda: server.told(pane))
    assert not set(server.control_pids) & set(killed)


async def test_a_session_that_ends_with_its_last_client_is_polled_and_lives(crew: Crew) -> None:
    pane = crew.ship.session("a")
    person = crew.ship.person("a")
    await until(lambda: crew.ship.tmux("list-clients"))
    crew.ship.tmux("set-option", "-g", "destroy-unattached", "on")
    server = crew.bridge.add_server(crew.ship.socket)
    await until(lambda: pane in server.panes)
    server.follow(pane)
    crew.ship.tmux("send-keys", "-t", pane, "polled", "Enter")
    await until(lambda: shows(crew, "polled"))
    assert server.control_pids == []
    person.leaves()
    await until(lambda: not crew.ship.alive())


async def test_watching_changes_neither_size_nor_environment(crew: Crew) -> None:
    pane = crew.ship.session("a", size=(133, 37))
    crew.ship.tmux("set-environment", "-t", "a", "DISPLAY", ":77")
    await followed(crew, pane)
    await asyncio.sleep(0.3)
    size = crew.ship.tmux("display-message", "-p", "-t", pane, "#{window_width} #{window_height}")
    assert size == "133 37"
    assert crew.ship.tmux("show-environment", "-t", "a", "DISPLAY") == "DISPLAY=:77"


async def test_no_process_is_left_behind(crew: Crew) -> None:
    pane = crew.ship.session("a")
    server = await followed(crew, pane)
    server.forget(pane)
    await until(lambda: len(server.control_pids) == 1)
    clients = crew.ship.tmux("list-clients", "-F", "#{client_flags}").splitlines()
    assert len(clients) == 1
    assert "no-output" in clients[0]


async def test_without_control_mode_nothing_is_attached_and_screens_are_seen(ship: Ship) -> None:
    told: list[Happening] = []
    pane = ship.session("a")
    async with TmuxBridge(Bridge(control_mode=False), told.append) as bridge:
        server = bridge.add_server(ship.socket)
        await until(lambda: pane in server.panes)
        await bridge.follow(server.panes[pane].identity)
        ship.tmux("send-keys", "-t", pane, "hello", "Enter")
        await until(
            lambda: any(isinstance(t, ScreenChanged) and "hello" in t.screen.text for t in told)
        )
        assert ship.tmux("list-clients") == ""
        assert server.control_pids == []
