"""`qd send`: a text reaches its agent, or it is said why not."""

import json

import pytest
from tests.app.cli.asked import present
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon
from tests.stage.tmux import ComposerPane
from tests.stage.tmux_daemon import TmuxDaemon
from tests.stage.until import until


def test_a_text_is_typed_and_taken(
    qd: Qd, tmux_daemon: TmuxDaemon, composer: tuple[ComposerPane, str]
) -> None:
    pane, session = composer

    def take() -> None:
        until(lambda: "run the tests" in pane.submitted, 10, lambda: "it is not submitted")
        tmux_daemon.hook("user-prompt-submit", pane, prompt="run the tests")

    with tmux_daemon.daemon.meanwhile(take):
        told = qd("send", session, "run the tests", "--wait", "10", "--json")
    assert told.code == 0, told.err
    assert json.loads(told.out)["outcome"] == "accepted"


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_a_text_that_says_nothing_is_refused(
    qd: Qd, composer: tuple[ComposerPane, str], text: str
) -> None:
    told = qd("send", composer[1], text)
    assert (told.code, told.err) == (1, "qd: 'text' must say something.\n")


@pytest.mark.parametrize("wait", ["-1", "nan", "inf", "1e300"])
def test_a_wait_that_cannot_be_is_a_usage_error(qd: Qd, wait: str) -> None:
    told = qd("send", "anybody", "hi", f"--wait={wait}")
    assert (told.code, told.err) == (2, "qd: --wait must be from 0 to 3600 seconds.\n")
    assert qd("send", "anybody", "hi", "--wait", "soon").code == 2


def test_without_a_terminal_nothing_is_delivered(qd: Qd, daemon: StagedDaemon) -> None:
    present(daemon, "paneless")
    told = qd("send", "paneless", "hi")
    assert told.code == 1
    assert told.err.startswith("qd: paneless: ")


def test_a_session_that_is_not_there_is_not_found(qd: Qd) -> None:
    assert qd("send", "nobody", "hi").code == 4
