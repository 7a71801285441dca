from tests.terminals.tmux.crew import Crew, until

from quarterdeck.domain.states import Outcome
from quarterdeck.terminals.tmux.focus import Window, chosen, windows


def looks_at(crew: Crew, tty: str) -> str:
    rows = crew.ship.tmux("list-clients", "-F", "#{client_tty} #{pane_id}").splitlines()
    return dict(row.split() for row in rows if row.startswith("/"))[tty]


async def test_focus_shows_another_pane_of_another_window(crew: Crew) -> None:
    crew.ship.session("a")
    person = crew.ship.person("a")
    target = crew.ship.tmux("new-window", "-d", "-t", "a", "-P", "-F", "#{pane_id}", "cat")
    crew.ship.tmux("split-window", "-t", target, "cat")
    await until(lambda: person.tty in crew.ship.tmux("list-clients"))
    crew.bridge.add_server(crew.ship.socket)
    result = await crew.bridge.focus(target)
    assert result.outcome is Outcome.ACCEPTED
    assert looks_at(crew, person.tty) == target
    person.leaves()


async def test_focus_switches_the_clients_session_where_needed(crew: Crew) -> None:
    crew.ship.session("a")
    target = crew.ship.session("b c")
    person = crew.ship.person("a")
    await until(lambda: person.tty in crew.ship.tmux("list-clients"))
    crew.bridge.add_server(crew.ship.socket)
    assert (await crew.bridge.focus(target)).success
    assert looks_at(crew, person.tty) == target
    person.leaves()


async def test_without_a_terminal_there_is_nothing_to_focus(crew: Crew) -> None:
    pane = crew.ship.session("a")
    server = crew.bridge.add_server(crew.ship.socket)
    await until(lambda: bool(server.control_pids))
    result = await crew.bridge.focus(pane)
    assert result.outcome is Outcome.NOT_DELIVERED
    assert "no terminal" in result.message


def test_our_own_clients_are_nobodys_eyes() -> None:
    listed = windows(("1 50 $0 client-7", "0 20 $0 /dev/pts/1", "0 30 $1 /dev/pts/2"))
    assert listed == [Window(20, "$0", "/dev/pts/1"), Window(30, "$1", "/dev/pts/2")]
    assert chosen(listed, "$0") == Window(20, "$0", "/dev/pts/1")
    assert chosen(listed, "$7") == Window(30, "$1", "/dev/pts/2")
    assert chosen([], "$0") is None
