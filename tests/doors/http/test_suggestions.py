"""Rules over HTTP: suggested, added by a person alone, and taken out again."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.doors.http.test_asks import BY_PORT, REFUSED
from tests.stage.calls import Json, call, token
from tests.stage.daemon import StagedDaemon
from tests.stage.habits import days, past, write

from quarterdeck.domain.risk import Level


@pytest.fixture
def project(daemon: StagedDaemon, tmp_path: Path) -> Path:
    """A project in which one command was allowed often, and others were not."""
    project = tmp_path / "api"
    (project / ".git").mkdir(parents=True)
    write(
        daemon.paths.journal,
        past(project, "npm run build", days(9)),
        past(project, "git push", {**days(9), 5.0: "deny"}),
        past(project, "make deploy", days(9), Level.HIGH),
        past(project, "rm -rf ~/all", days(9), Level.LOW),  # as an older version may have rated it
        past(project, "npm test", days(3)),
    )
    return project


def suggested(daemon: StagedDaemon, project: Path) -> list[Json]:
    status, found = call(daemon, "GET", "/api/suggestions")
    assert status == 200, found
    return [one for one in found if one["project"] == str(project)]


def settings(project: Path) -> Path:
    return project / ".claude" / "settings.local.json"


def test_only_what_was_always_allowed_and_is_harmless_is_suggested(
    daemon: StagedDaemon, project: Path
) -> None:
    (one,) = suggested(daemon, project)
    assert one["rule"] == "Bash(npm run build)"
    assert (one["text"], one["times"]) == ("npm run build", 9)
    assert (one["risk"]["level"], one["file"]) == ("medium", str(settings(project)))
    assert one["waited"] == 9 * 6
    assert not settings(project).exists()


def test_a_rule_is_added_taken_out_and_suggested_again_and_all_of_it_is_told(
    daemon: StagedDaemon, project: Path
) -> None:
    (one,) = suggested(daemon, project)
    path = f"/api/suggestions/{one['id']}"
    status, told = call(daemon, "POST", path, {"rule": one["rule"]})
    assert (status, told["outcome"]) == (200, "accepted")
    assert json.loads(settings(project).read_text())["permissions"]["allow"] == [one["rule"]]
    assert suggested(daemon, project) == []
    assert call(daemon, "POST", path, {"rule": one["rule"]})[0] == 404
    rules = [r for r in call(daemon, "GET", "/api/rules")[1] if r["project"] == str(project)]
    assert [(r["rule"], r["risk"], r["by"]) for r in rules] == [(one["rule"], "medium", "api")]

    status, told = call(daemon, "POST", f"/api/rules/{rules[0]['id']}/remove")
    assert (status, told["outcome"]) == (200, "accepted")
    assert json.loads(settings(project).read_text()) == {}
    assert call(daemon, "POST", f"/api/rules/{rules[0]['id']}/remove")[0] == 404
    assert suggested(daemon, project) == [one]
    found = call(daemon, "GET", f"/api/history?kind=rule&project={project}")[1]
    assert [(e["choice"], e["text"], e["by"], e["outcome"]) for e in found] == [
        ("remove", one["rule"], "api", "accepted"),
        ("add", one["rule"], "api", "accepted"),
    ]


def test_nobody_adds_what_they_did_not_see(daemon: StagedDaemon, project: Path) -> None:
    (one,) = suggested(daemon, project)
    for body in ({}, {"rule": "Bash(npm run *)"}, {"rule": None}):
        assert call(daemon, "POST", f"/api/suggestions/{one['id']}", body)[0] == 400
    assert call(daemon, "POST", "/api/suggestions/nothing", {"rule": one["rule"]})[0] == 404
    assert not settings(project).exists()


def test_a_link_in_place_of_the_settings_is_not_followed(
    daemon: StagedDaemon, project: Path, tmp_path: Path
) -> None:
    (one,) = suggested(daemon, project)
    target = tmp_path / "target.json"
    target.write_text("{}")
    settings(project).parent.mkdir()
    settings(project).symlink_to(target)
    status, told = call(daemon, "POST", f"/api/suggestions/{one['id']}", {"rule": one["rule"]})
    assert (status, told["error_type"]) == (409, "not_delivered")
    assert target.read_text() == "{}"
    (entry,) = call(daemon, "GET", f"/api/history?kind=rule&project={project}")[1]
    assert entry["outcome"] == "not_delivered"


def test_no_agent_adds_or_takes_out_a_rule(daemon: StagedDaemon, project: Path) -> None:
    (one,) = suggested(daemon, project)
    body = json.dumps({"rule": one["rule"]})
    for path in (f"/api/suggestions/{one['id']}", "/api/rules/any/remove"):
        told = subprocess.run(
            [sys.executable, "-c", BY_PORT, daemon.url + path, token(daemon), body],
            env={**os.environ, "CLAUDECODE": "1"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert told.stdout.strip() == f"403 {REFUSED}"
    assert not settings(project).exists()
