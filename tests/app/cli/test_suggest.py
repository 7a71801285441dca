"""`qd suggest`: rules that would have saved asks."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon
from tests.stage.habits import days, past, write

LONG = "npm run build --workspace packages/interface --max-warnings 0 --cache --report-unused"


@pytest.fixture
def project(daemon: StagedDaemon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qd: Qd) -> Path:
    project = tmp_path / "api"
    (project / ".git").mkdir(parents=True)
    write(daemon.paths.journal, past(project, LONG, days(9)))
    monkeypatch.chdir(project)
    return project


def test_a_suggestion_says_what_it_would_allow_where_and_how_dangerous_that_is(
    qd: Qd, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = qd("suggest", "--project")
    assert told.code == 0
    assert max(map(len, told.out.splitlines())) <= 80
    said = " ".join(told.out.split())
    assert f"You allowed `{LONG}` 9 times in 5 days, and never refused it." in said
    assert f"Would allow exactly Bash({LONG})" in said
    assert "Risk medium: " in told.out
    assert f"{project}/.claude/settings.local.json" in "".join(told.out.split())
    assert "Nothing is added by itself." in told.out


def test_a_rule_is_added_listed_and_taken_out(qd: Qd, project: Path) -> None:
    (one,) = json.loads(qd("suggest", "--project", "--json").out)
    told = qd("suggest", "--add", one["id"][:6])
    assert (told.code, told.out[:40]) == (0, f"Bash({LONG})"[:40])
    settings = project / ".claude" / "settings.local.json"
    assert json.loads(settings.read_text())["permissions"]["allow"] == [f"Bash({LONG})"]
    assert qd("suggest", "--project").out.startswith("Nothing to suggest")
    (rule,) = json.loads(qd("suggest", "--added", "--project", "--json").out)
    listed = qd("suggest", "--added", "--project").out
    assert rule["id"] in listed
    assert "ago by cli" in listed
    told = qd("suggest", "--remove", rule["id"])
    assert "is no longer in" in told.out
    assert json.loads(settings.read_text()) == {}
    assert qd("suggest", "--added", "--project").out == "No rule was added.\n"
    added, removed = qd("history", "--kind", "rule", "--project", ".").out.splitlines()[1:]
    assert added.split()[1] == "api"
    assert added.endswith("add (cli)")
    assert removed.endswith("remove (cli)")


def test_what_is_not_there_is_said(qd: Qd, project: Path) -> None:
    told = qd("suggest", "--add", "zz")
    assert told.code == 4
    assert "There is none with this id, or no longer: zz." in told.err
    (one,) = json.loads(qd("suggest", "--project", "--json").out)
    assert qd("suggest", "--add", one["id"][:3]).code == 4  # another may begin so by now
    assert not (project / ".claude").exists()
    assert qd("suggest", "--remove", "zz").code == 4
    assert qd("suggest", "--add", "a", "--remove", "b").code == 2


def test_no_agent_adds_one(qd: Qd, daemon: StagedDaemon, project: Path) -> None:
    (one,) = json.loads(qd("suggest", "--project", "--json").out)
    told = subprocess.run(
        [sys.executable, "-m", "quarterdeck", "suggest", "--add", one["id"]],
        env={**os.environ, "CLAUDECODE": "1", "QUARTERDECK_HOME": str(daemon.home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.returncode, told.stderr) == (1, "qd: An agent may not do this; a person must.\n")
    assert not (project / ".claude").exists()
