"""A message and a bell in the tmux client that a person uses, on a real server."""

import pytest
from tests.stage.tmux import BridgedServer, until
from tests.stories.happened import an_ask

from quarterdeck.ports import AlertMessage, Unreachable
from quarterdeck.terminals.tmux.alerter import TmuxAlerter

LS = an_ask("ls").id
MESSAGE = AlertMessage(LS, "desk #{pid} 100%H waits", "high: it's\nso", "http://x", None)


async def test_the_client_that_was_used_last_shows_a_line_as_it_is_and_rings(
    bridged: BridgedServer,
) -> None:
    bridged.tmux_server.session("a")
    bridged.tmux_server.session("b")
    other, person = bridged.tmux_server.person("a"), bridged.tmux_server.person("b")
    await until(lambda: len(bridged.tmux_server.tmux("list-clients").splitlines()) == 2)
    await until(lambda: used(bridged, other.tty) < now(bridged))
    person.types(b"x")
    await until(lambda: used(bridged, person.tty) > used(bridged, other.tty))
    before = len(other.received)
    bridged.bridge.add_server(bridged.tmux_server.socket)
    alerter = TmuxAlerter(lambda: bridged.bridge, bell=True)
    await alerter.alert(MESSAGE)
    await until(lambda: b"desk #{pid} 100%H waits (high: it's so)" in person.received)
    await until(lambda: b"\a" in person.received)
    await alerter.update(MESSAGE)
    await alerter.withdraw(LS)
    assert b"waits" not in other.received[before:]
    other.leaves()
    person.leaves()


async def test_it_is_silent_where_no_bell_is_wanted(bridged: BridgedServer) -> None:
    bridged.tmux_server.session("a")
    person = bridged.tmux_server.person("a")
    await until(lambda: person.tty in bridged.tmux_server.tmux("list-clients"))
    bridged.bridge.add_server(bridged.tmux_server.socket)
    await TmuxAlerter(lambda: bridged.bridge, bell=False).alert(MESSAGE)
    await until(lambda: b"waits" in person.received)
    assert b"\a" not in person.received
    person.leaves()


async def test_without_anybody_at_tmux_nobody_is_told(bridged: BridgedServer) -> None:
    bridged.tmux_server.session("a")
    bridged.bridge.add_server(bridged.tmux_server.socket)
    with pytest.raises(Unreachable, match="No terminal is attached"):
        await TmuxAlerter(lambda: bridged.bridge, bell=True).alert(MESSAGE)


def used(bridged: BridgedServer, tty: str) -> int:
    rows = bridged.tmux_server.tmux("list-clients", "-F", "#{client_tty} #{client_activity}")
    return int(dict(row.split() for row in rows.splitlines() if row.startswith("/"))[tty])


def now(bridged: BridgedServer) -> int:
    return int(bridged.tmux_server.tmux("display-message", "-p", "%s"))
