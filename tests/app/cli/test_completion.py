"""`qd completion`: the scripts, and what they ask for."""

from tests.app.cli.asked import asked, present
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon


def test_a_script_for_each_shell(qd: Qd) -> None:
    for shell, mark in (("bash", "complete -F _qd"), ("zsh", "compdef _qd"), ("fish", "complete")):
        told = qd("completion", shell)
        assert (told.code, mark in told.out) == (0, True)
    assert qd("completion").code == 2
    assert qd("completion", "tcsh").code == 2


def test_open_asks_and_living_sessions_are_listed_one_in_a_line(
    qd: Qd, daemon: StagedDaemon
) -> None:
    one = asked(daemon, present(daemon, "listed"))
    assert one.id in qd("completion", "--list", "asks").out.splitlines()
    present(daemon, "two words")
    names = qd("completion", "--list", "sessions").out.splitlines()
    assert "listed" in names
    assert not any(" " in name for name in names)
    one.ran()
