"""`qd asks`: what waits, in a few lines each."""

import json
from collections.abc import Callable
from pathlib import Path

from tests.app.cli.asked import asked
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon, question


def test_an_ask_is_shown_with_its_risk_and_how_to_answer(qd: Qd, daemon: StagedDaemon) -> None:
    one = asked(daemon, daemon.agent("cards"), "rm -rf / # cards", "Clean\x1b[2J up")
    told = qd("asks")
    assert told.code == 0
    assert f"{one.id}  cards · permission · waits 0:0" in told.out
    assert f"Bash in {one.agent.cwd}\n" in told.out
    assert "CRITICAL" in told.out
    assert "Clean␛[2J up" in told.out
    assert f"qd answer {one.id} allow|deny|deny_stop" in told.out
    assert one.ask in json.loads(qd("asks", "--json").out)
    one.ran()


def test_questions_and_their_options_are_numbered(qd: Qd, daemon: StagedDaemon) -> None:
    agent = daemon.agent("numbers")
    hook = agent.questions(question("Which way?", "Left", "Right", several=True))
    daemon.wait_ask("question")
    told = qd("asks")
    assert "Which way? (several)" in told.out
    assert "2. Right  Take Right" in told.out
    agent.tell("Stop")
    assert hook.reply() == {}


def test_nothing_waits(qd_at: Callable[[Path], Qd], empty: Path) -> None:
    daemon = StagedDaemon(empty)
    daemon.up()
    assert qd_at(empty)("asks").out == "Nothing waits for you.\n"
    daemon.down()
