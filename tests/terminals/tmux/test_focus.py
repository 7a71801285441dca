from tests.stage.tmux import BridgedServer, until

from quarterdeck.domain.states import Outcome
from quarterdeck.terminals.tmux.focus import Window, chosen, windows


def looks_at(bridged: BridgedServer, tty: str) -> str:
    rows = bridged.tmux_server.tmux("list-clients", "-F", "#{client_tty} #{pane_id}").splitlines()
    return dict(row.split() for row in rows if row.startswith("/"))[tty]


async def test_focus_shows_another_pane_of_another_window(bridged: BridgedServer) -> None:
    bridged.tmux_server.session("a")
    person = bridged.tmux_server.person("a")
    target = bridged.tmux_server.tmux(
        "new-window", "-d", "-t", "a", "-P", "-F", "#{pane_id}", "cat"
    )
    bridged.tmux_server.tmux("split-window", "-t", target, "cat")
    await until(lambda: person.tty in bridged.tmux_server.tmux("list-clients"))
    bridged.bridge.add_server(bridged.tmux_server.socket)
    result = await bridged.bridge.focus(target)
    assert result.outcome is Outcome.ACCEPTED
    assert looks_at(bridged, person.tty) == target
    person.leaves()


async def test_focus_switches_the_clients_session_where_needed(bridged: BridgedServer) -> None:
    bridged.tmux_server.session("a")
    target = bridged.tmux_server.session("b c")
    person = bridged.tmux_server.person("a")
    await until(lambda: person.tty in bridged.tmux_server.tmux("list-clients"))
    bridged.bridge.add_server(bridged.tmux_server.socket)
    assert (await bridged.bridge.focus(target)).success
    assert looks_at(bridged, person.tty) == target
    person.leaves()


async def test_without_a_terminal_there_is_nothing_to_focus(bridged: BridgedServer) -> None:
    pane = bridged.tmux_server.session("a")
    server = bridged.bridge.add_server(bridged.tmux_server.socket)
    await until(lambda: bool(server.control_pids))
    result = await bridged.bridge.focus(pane)
    assert result.outcome is Outcome.NOT_DELIVERED
    assert "no terminal" in result.message


def test_our_own_clients_are_nobodys_eyes() -> None:
    listed = windows(("1 50 $0 client-7", "0 20 $0 /dev/pts/1", "0 30 $1 /dev/pts/2"))
    assert listed == [Window(20, "$0", "/dev/pts/1"), Window(30, "$1", "/dev/pts/2")]
    assert chosen(listed, "$0") == Window(20, "$0", "/dev/pts/1")
    assert chosen(listed, "$7") == Window(30, "$1", "/dev/pts/2")
    assert chosen([], "$0") is None
