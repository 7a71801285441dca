import os
import shlex
import signal
import sys
import time
from math import inf

from tests.stage.tmux import PROGRAMS, BridgedServer, TmuxServer, until

from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.control.panes import Pane, PaneIdentity
from quarterdeck.terminals.tmux.control.process import Address
from quarterdeck.terminals.tmux.seeing.screen import Screen
from quarterdeck.terminals.tmux.seeing.server import Server
from quarterdeck.terminals.tmux.seeing.terminal_events import (
    PaneGone,
    ScreenChanged,
    ServerUp,
    TerminalEvent,
)
from quarterdeck.terminals.tmux.settings import BridgeSettings

RESTLESS_TITLE = """
import itertools, time
for number in itertools.count():
    print(end=f"\\033]2;{number}\\007", flush=True)
    time.sleep(0.02)
"""


def gone(bridged: BridgedServer) -> set[str]:
    return {told.identity.pane for told in bridged.told if isinstance(told, PaneGone)}


def shows(bridged: BridgedServer, text: str) -> bool:
    return any(
        isinstance(told, ScreenChanged) and text in told.screen.text for told in bridged.told
    )


def client_flags(bridged: BridgedServer) -> list[str]:
    return bridged.tmux_server.tmux("list-clients", "-F", "#{client_flags}").splitlines()


async def controlled(bridged: BridgedServer, clients: int = 1) -> Server:
    server = bridged.bridge.add_server(bridged.tmux_server.socket)
    await until(lambda: len(server.control_pids) >= clients)
    return server


async def followed(bridged: BridgedServer, pane: str) -> Server:
    server = await controlled(bridged)
    server.follow(pane)
    await until(lambda: server.told(pane))
    return server


async def test_panes_are_seen_as_they_come_and_go(bridged: BridgedServer) -> None:
    first = bridged.tmux_server.session("a")
    server = await controlled(bridged)
    split = bridged.tmux_server.tmux("split-window", "-t", "a", "-P", "-F", "#{pane_id}", "cat")
    other = bridged.tmux_server.session("b")
    await until(lambda: set(server.panes) == {first, split, other})
    bridged.tmux_server.tmux("kill-pane", "-t", split)
    bridged.tmux_server.tmux("kill-session", "-t", "b")
    await until(lambda: gone(bridged) == {split, other})


async def test_a_title_that_never_rests_keeps_no_client_away(bridged: BridgedServer) -> None:
    bridged.tmux_server.session("a", shlex.join([sys.executable, "-c", RESTLESS_TITLE]))
    await controlled(bridged)


async def test_a_split_in_another_session_is_seen_too(bridged: BridgedServer) -> None:
    bridged.tmux_server.session("a")
    bridged.tmux_server.session("b")
    server = await controlled(bridged)
    split = bridged.tmux_server.tmux("split-window", "-t", "b:", "-P", "-F", "#{pane_id}", "cat")
    await until(lambda: split in server.panes)


async def test_a_respawned_pane_is_another_one_under_the_same_id(bridged: BridgedServer) -> None:
    pane = bridged.tmux_server.session("a")
    server = await controlled(bridged)
    before = server.panes[pane].identity
    bridged.tmux_server.tmux("respawn-pane", "-k", "-t", pane, "cat")
    await until(lambda: any(isinstance(t, PaneGone) and t.identity == before for t in bridged.told))
    assert server.panes[pane].identity != before


async def test_renaming_moves_nothing(bridged: BridgedServer) -> None:
    pane = bridged.tmux_server.session("a")
    server = await followed(bridged, pane)
    bridged.tmux_server.tmux("rename-session", "-t", "a", "x y")
    bridged.tmux_server.tmux("send-keys", "-t", pane, "after", "Enter")
    await until(lambda: shows(bridged, "after"))
    assert gone(bridged) == set()
    assert server.told(pane)


async def test_a_pane_moved_to_another_session_is_still_watched(bridged: BridgedServer) -> None:
    bridged.tmux_server.session("a")
    pane = bridged.tmux_server.tmux("split-window", "-t", "a", "-P", "-F", "#{pane_id}", "cat")
    bridged.tmux_server.session("b")
    server = await followed(bridged, pane)
    bridged.tmux_server.tmux("join-pane", "-s", pane, "-t", "=b:")
    await until(lambda: server.panes[pane].session == server.panes["%2"].session)
    await until(lambda: server.told(pane))
    bridged.tmux_server.tmux("send-keys", "-t", pane, "moved", "Enter")
    await until(lambda: shows(bridged, "moved"))


async def test_a_change_is_told_with_its_colours(bridged: BridgedServer) -> None:
    pane = bridged.tmux_server.session("a", "sh")
    server = await followed(bridged, pane)
    await until(lambda: server.watcher.pace.rest(time.monotonic()) == inf)
    bridged.tmux_server.tmux("send-keys", "-t", pane, "-l", "printf '\\033[31mred\\033[0m'\n")
    await until(lambda: shows(bridged, "\x1b[31mred"))


async def test_a_server_that_restarts_is_another_one(bridged: BridgedServer) -> None:
    first = bridged.tmux_server.session("a")
    server = await controlled(bridged)
    bridged.tmux_server.close()
    await until(lambda: gone(bridged) == {first})
    assert server.panes == {}
    again = bridged.tmux_server.session("b")
    await until(lambda: sum(isinstance(told, ServerUp) for told in bridged.told) == 2)
    await until(lambda: bool(server.control_pids))
    assert list(server.panes) == [again]


async def test_the_session_of_the_command_client_may_end(bridged: BridgedServer) -> None:
    bridged.tmux_server.session("a")
    pane = bridged.tmux_server.session("b")
    server = await followed(bridged, pane)
    bridged.tmux_server.tmux("kill-session", "-t", "a")
    bridged.tmux_server.tmux("send-keys", "-t", pane, "still here", "Enter")
    await until(lambda: shows(bridged, "still here"))
    await until(lambda: server.told(pane))


async def test_clients_that_are_killed_come_back(bridged: BridgedServer) -> None:
    pane = bridged.tmux_server.session("a")
    server = await followed(bridged, pane)
    killed = server.control_pids
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    bridged.tmux_server.tmux("send-keys", "-t", pane, "meanwhile", "Enter")
    await until(lambda: shows(bridged, "meanwhile"))
    await until(lambda: not set(server.control_pids) & set(killed))
    await until(lambda: server.told(pane))


async def test_a_session_that_ends_with_its_last_client_is_polled_and_lives(
    bridged: BridgedServer,
) -> None:
    pane = bridged.tmux_server.session("a")
    person = bridged.tmux_server.person("a")
    await until(lambda: bridged.tmux_server.tmux("list-clients"))
    bridged.tmux_server.tmux("set-option", "-g", "destroy-unattached", "on")
    server = bridged.bridge.add_server(bridged.tmux_server.socket)
    await until(lambda: pane in server.panes)
    server.follow(pane)
    bridged.tmux_server.tmux("send-keys", "-t", pane, "polled", "Enter")
    await until(lambda: shows(bridged, "polled"))
    assert server.control_pids == []
    person.leaves()
    await until(lambda: not bridged.tmux_server.alive())


async def test_watching_changes_neither_size_nor_environment(bridged: BridgedServer) -> None:
    pane = bridged.tmux_server.session("a", size=(133, 37))
    bridged.tmux_server.tmux("set-environment", "-t", "a", "DISPLAY", ":77")
    await followed(bridged, pane)
    bridged.tmux_server.tmux("send-keys", "-t", pane, "seen", "Enter")
    await until(lambda: shows(bridged, "seen"))
    size = bridged.tmux_server.tmux(
        "display-message", "-p", "-t", pane, "#{window_width} #{window_height}"
    )
    assert size == "133 37"
    assert bridged.tmux_server.tmux("show-environment", "-t", "a", "DISPLAY") == "DISPLAY=:77"


async def test_the_screen_of_another_program_in_a_pane_is_not_told_as_its_own() -> None:
    told: list[TerminalEvent] = []
    server = Server(Address("/nonexistent"), told.append, BridgeSettings())
    identity = PaneIdentity("/nonexistent", 1, 1, "%1", 100, 1, "/dev/pts/9")
    place = Pane(identity, "$0", "@0", False, False, 80, 1, False, "sh")
    server.panes = {"%1": place}
    server.follow("%1")
    for pid, line in ((101, "another"), (100, "mine")):
        cursor, region = (0, 0), (0, 0)
        shown = Screen("%1", pid, (line,), 1, 80, cursor, True, region, False, False, False, "sh")
        server.watcher.saw(shown, time.monotonic())
    assert [one.screen.text for one in told if isinstance(one, ScreenChanged)] == ["mine"]


async def test_no_process_is_left_behind(bridged: BridgedServer) -> None:
    pane = bridged.tmux_server.session("a")
    server = await followed(bridged, pane)
    server.forget(pane)
    await until(lambda: len(server.control_pids) == 1)
    await until(lambda: len(client_flags(bridged)) == 1)
    assert "no-output" in client_flags(bridged)[0]


async def test_without_control_mode_nothing_is_attached_and_screens_are_seen(
    tmux_server: TmuxServer,
) -> None:
    told: list[TerminalEvent] = []
    pane = tmux_server.session("a")
    async with TmuxBridge(BridgeSettings(control_mode=False), told.append, PROGRAMS) as bridge:
        server = bridge.add_server(tmux_server.socket)
        await until(lambda: pane in server.panes)
        server.follow(pane)
        tmux_server.tmux("send-keys", "-t", pane, "hello", "Enter")
        await until(
            lambda: any(isinstance(t, ScreenChanged) and "hello" in t.screen.text for t in told)
        )
        assert tmux_server.tmux("list-clients") == ""
        assert server.control_pids == []


async def test_what_a_pane_wrote_without_our_hearing_it_is_seen_soon(
    bridged: BridgedServer,
) -> None:
    pane = bridged.tmux_server.session("a")
    server = await followed(bridged, pane)
    await until(lambda: server.watcher.pace.rest(time.monotonic()) == inf)
    clients = bridged.tmux_server.tmux("list-clients", "-F", "#{client_name}").split()
    for client in clients:  # tmux tells none of our clients any more what the pane writes
        bridged.tmux_server.tmux("refresh-client", "-t", client, "-A", f"{pane}:off")
    bridged.tmux_server.tmux("send-keys", "-t", pane, "-l", "nobody heard this")
    await until(lambda: shows(bridged, "nobody heard this"))
    assert server.told(pane)
