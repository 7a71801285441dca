"""`qd history`: what was asked, and what was answered."""

import json

import pytest
from tests.app.cli.asked import asked
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon, question
from tests.stage.until import until

from quarterdeck.app.cli import history


def test_what_was_asked_is_found_by_its_words(qd: Qd, daemon: StagedDaemon) -> None:
    asked(daemon, daemon.agent("history"), "ls 100%_sure").ran()
    told = qd("history", "100%_sure")
    assert told.code == 0
    assert "at the terminal" in told.out
    (found,) = json.loads(qd("history", "100%_sure", "--json").out)
    assert found["ended"]["how"] == "terminal"


def test_nothing_is_found(qd: Qd) -> None:
    assert qd("history", "no such words at all").out == "Nothing was found.\n"


def test_a_number_that_is_none_is_refused(qd: Qd) -> None:
    assert qd("history", "-n", "0").code == 1
    assert qd("history", "-n", "-5").code == 1
    assert qd("history", "-n", "many").code == 2


def test_an_entry_takes_one_line_and_says_what_was_answered(
    qd: Qd, daemon: StagedDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = daemon.agent("a-session-with-a-long-name")
    hook = agent.questions(question("Where should the orders of customers go?", "SQLite", "Files"))
    ask = daemon.wait_ask("question")["id"]
    with daemon.meanwhile(lambda: qd("answer", ask, "submit", "--answer", "1")):
        hook.reply()
        agent.tell("Stop")
    monkeypatch.setenv("COLUMNS", "80")
    told = qd("history", "orders of customers").out.splitlines()
    assert len(told) == 2
    assert max(map(len, told)) <= 80
    assert "submit (cli, unknown): SQLite" in qd_wide(qd, monkeypatch)
    assert "submit (cli, un" in told[1]


def qd_wide(qd: Qd, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", "200")
    return qd("history", "orders of customers").out


def test_what_an_agent_did_is_told_with_its_risk_and_what_failed(
    qd: Qd, daemon: StagedDaemon
) -> None:
    agent = daemon.agent("doer")
    for event, command, call in (
        ("PostToolUse", "npm run build", "d1"),
        ("PostToolUseFailure", "rm -rf ~/projects", "d2"),
    ):
        about = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": call}
        agent.tell("PreToolUse", **about)
        agent.tell(event, **about)
    until(lambda: "rm -rf" in qd("history", "--calls", "doer").out, 10, lambda: "nothing is told")
    told = qd("history", "--calls", "doer").out.splitlines()
    build, remove = (next(line for line in told if word in line) for word in ("npm", "rm -rf"))
    assert "medium" in build
    assert "failed" not in build
    assert "critical" in remove
    assert remove.endswith("failed")


def test_filters_narrow_what_is_shown(
    qd: Qd, daemon: StagedDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = daemon.agent("filtered")
    asked(daemon, agent, "cat low.txt").ran()
    asked(daemon, agent, "rm -rf ~/dangerous").ran()
    monkeypatch.chdir(agent.cwd)
    dangerous = qd("history", "--risk", "high", "--project", ".", "--since", "today").out
    assert "rm -rf ~/dangerous" in dangerous
    assert "low.txt" not in dangerous
    assert qd("history", "--session", "filtered", "--answer", "deny").out == "Nothing was found.\n"
    by = json.loads(qd("history", "--session", "filtered", "--by", "terminal", "--json").out)
    assert [entry["text"] for entry in by] == ["rm -rf ~/dangerous", "cat low.txt"]
    assert by[0]["cwd"] == str(agent.cwd)


def test_everything_is_had_however_much_there_is(
    qd: Qd, daemon: StagedDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "AT_ONCE", 1)
    agent = daemon.agent("exported")
    for command in ("ls 1", "ls 2", "ls 3"):
        asked(daemon, agent, command).ran()
    lines = qd("history", "--session", "exported", "--all", "--csv").out.splitlines()
    assert [line.split(",")[5] for line in lines] == ["what", "ls 3", "ls 2", "ls 1"]
    assert len(json.loads(qd("history", "--session", "exported", "-n", "2", "--json").out)) == 2


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--since", "soon"), "qd: --since: 'soon' is no time."),
        (("--kind", "odd"), "qd: Argument --kind: invalid choice: 'odd'"),
        (("--risk", "huge"), "qd: Argument --risk: invalid choice: 'huge'"),
        (("--calls", "--answer", "deny"), "qd: --answer says nothing about calls that ran."),
        (("--calls", "--csv"), "qd: --csv says nothing about calls that ran."),
        (("--all", "-n", "3"), "qd: --all and --limit contradict each other."),
        (("--json", "--csv"), "qd: Argument --csv: not allowed with argument --json."),
    ],
)
def test_what_makes_no_sense_is_said(qd: Qd, words: tuple[str, ...], why: str) -> None:
    told = qd("history", *words)
    assert told.code == 2
    assert told.err.startswith(why)
