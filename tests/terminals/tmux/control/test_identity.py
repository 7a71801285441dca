from dataclasses import replace

from quarterdeck.terminals.tmux.control.identity import named, owner
from quarterdeck.terminals.tmux.control.panes import Pane, PaneIdentity

ONE = Pane(
    PaneIdentity("/s", 1, 2, "%1", 100, 7, "/dev/pts/1"),
    session="$0",
    window="@0",
    dead=False,
    in_mode=False,
    width=80,
    height=24,
    fragile=False,
    command="claude",
)
TWO = replace(ONE, identity=replace(ONE.identity, pane="%2", pane_pid=200, tty="/dev/pts/2"))
PANES = [ONE, TWO]


def test_the_environment_names_socket_and_pane() -> None:
    assert named({"TMUX": "/tmp/a,b/s,123,0", "TMUX_PANE": "%7"}) == ("/tmp/a,b/s", "%7")
    assert named({"TMUX": "/tmp/s,1,0"}) is None
    assert named({}) is None


def test_the_terminal_says_more_than_what_a_process_was_told() -> None:
    assert owner(PANES, tty="/dev/pts/2", lineage=[9], told="%1") == TWO


def test_without_a_terminal_an_ancestor_tells() -> None:
    assert owner(PANES, tty=None, lineage=[9, 200, 100, 1], told="%1") == TWO


def test_without_both_it_is_what_it_was_told() -> None:
    assert owner(PANES, tty=None, lineage=[9], told="%2") == TWO
    assert owner(PANES, tty=None, lineage=[9], told="") is None


def test_a_window_that_was_opened_from_a_pane_is_not_that_pane() -> None:
    assert owner(PANES, tty="/dev/pts/9", lineage=[9], told="%2") is None
    assert owner(PANES, tty="/dev/pts/9", lineage=[9, 100], told="%2") == ONE


def test_a_dead_panes_terminal_may_be_somebody_elses_by_now() -> None:
    assert owner([replace(ONE, dead=True)], tty="/dev/pts/1", lineage=[9], told="") is None
