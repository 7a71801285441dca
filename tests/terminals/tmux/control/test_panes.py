from tests.stage.tmux import TmuxServer

from quarterdeck.terminals.tmux.control.commands import Precondition
from quarterdeck.terminals.tmux.control.panes import (
    CALL,
    PaneIdentity,
    PaneTable,
    read,
    wrote_since,
)
from quarterdeck.terminals.tmux.control.process import Address, run

HEADER = "server 77 1700000000 3.3a"


def roll(*rows: str) -> PaneTable:
    return read("/s", [HEADER, *rows], {100: 7}.get)


def test_a_pane_is_who_it_is_by_its_server_its_process_and_its_terminal() -> None:
    pane = roll("$0 @1 %2 100 /dev/pts/3 0 0 80 24 off claude").panes["%2"]
    assert pane.identity == PaneIdentity("/s", 77, 1700000000, "%2", 100, 7, "/dev/pts/3")
    assert (pane.session, pane.window, pane.width, pane.height) == ("$0", "@1", 80, 24)
    assert pane.command == "claude"


def test_a_process_that_has_ended_meanwhile_has_no_start() -> None:
    pane = roll("$0 @1 %2 999 tty 1 0 80 24 off sh").panes["%2"]
    assert (pane.dead, pane.identity.pane_start) == (True, 0)


def test_the_condition_of_a_pane_is_read() -> None:
    plain = roll("$0 @1 %2 100 tty 0 0 80 24 off sh").panes["%2"]
    assert (plain.dead, plain.in_mode, plain.fragile) == (False, False, False)
    other = roll("$0 @1 %2 100 tty 0 1 80 24 on sh").panes["%2"]
    assert (other.dead, other.in_mode, other.fragile) == (False, True, True)
    assert roll("$0 @1 %2 100 tty 0 0 80 24 keep-last sh").panes["%2"].fragile


def test_a_run_of_the_server_is_told_by_its_process_and_its_start() -> None:
    assert roll().run == (77, 1700000000)
    assert roll().version == "3.3a"


def test_the_guard_of_a_pane_names_this_very_server_and_process() -> None:
    identity = PaneIdentity("/s", 77, 1700000000, "%2", 100, 7, "tty")
    marks = ((1, "a line"),)
    assert identity.guard("sh", marks) == Precondition(77, 1700000000, "%2", 100, "sh", marks)


async def test_the_call_gets_every_pane_of_a_real_server(tmux_server: TmuxServer) -> None:
    panes = {tmux_server.session("a", size=(90, 30)), tmux_server.session("b c", size=(90, 30))}
    answer = await run(Address(tmux_server.socket), CALL, 10)
    found = read(tmux_server.socket, answer.lines, lambda _: 1)
    assert found.panes.keys() == panes
    assert {(pane.width, pane.height) for pane in found.panes.values()} == {(90, 30)}


def test_windows_that_wrote_something_since_are_told_apart() -> None:
    assert wrote_since(["@1 100", "@2 99", "@3 101", "@4 "], 100) == {"@1", "@3"}
