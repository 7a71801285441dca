"""`qd asks`: what waits, in a few lines each."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.app.cli.asked import asked
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon, question
from tests.stage.until import PATIENCE


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


def test_one_can_follow_what_comes_and_how_it_ends(empty: Path) -> None:
    daemon = StagedDaemon(empty)
    daemon.up()
    following = subprocess.Popen(
        [sys.executable, "-m", "quarterdeck", "asks", "--follow"],
        env={**os.environ, "QUARTERDECK_HOME": str(empty)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert following.stdout
    assert following.stdout.readline() == "Nothing waits for you yet.\n"
    one = asked(daemon, daemon.agent("followed"), "make it so")
    assert following.stdout.readline() == "\n"
    assert following.stdout.readline().startswith(f"{one.id}  followed · permission · ")
    card = list(iter(following.stdout.readline, "\n"))
    assert card[-1] == f"  qd answer {one.id} allow|deny|deny_stop\n"
    one.ran()
    assert following.stdout.readline() == f"{one.id}  followed · over: terminal\n"
    daemon.down()
    following.communicate(timeout=PATIENCE)
    assert following.returncode == 0


def test_a_terminal_that_knows_only_ascii_is_no_failure(qd: Qd, daemon: StagedDaemon) -> None:
    one = asked(daemon, daemon.agent("ascii"), "rm -rf / # ascii")
    told = subprocess.run(
        [sys.executable, "-m", "quarterdeck", "asks"],
        env={**os.environ, "QUARTERDECK_HOME": str(daemon.home), "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert (told.returncode, told.stderr) == (0, b"")
    assert f"{one.id}  ascii - permission - waits".encode() in told.stdout
    assert qd("asks").code == 0
    one.ran()
