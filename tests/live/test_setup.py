"""`qd setup claude` writes our hooks into Claude Code's settings and takes them out again."""

import json
import os
import re
from pathlib import Path

import pytest
from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.stage.until import until

FOREIGN = """{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {
            "type": "command",
            "command": "echo \\u00e9 é > /dev/null"
          }
        ]
      }
    ],
    "Stop": []
  },
  "model": "opus"
}
"""
FILES = {
    "no file": None,
    "empty file": "",
    "empty object": "{}",
    "empty object with a line end": "{}\n",
    "no hooks in it": '{\n  "hooks": {}\n}\n',
    "foreign hooks": FOREIGN,
    "other keys": '{\n  "z": 1.0,\n  "a": [1, 2],\n  "b": {"c": null}\n}\n',
    "tabs": '{\n\t"model": "opus",\n\t"env": {\n\t\t"A": "b"\n\t}\n}\n',
    "one line": '{"model": "opus", "hooks": {"Stop": []}}',
    "no last newline": '{\n    "model": "opus"\n}',
    "other line ends": '{\r\n  "model": "opus"\r\n}\r\n',
}


@pytest.fixture
def daemon(lab: Lab) -> LiveDaemon:
    """A Quarterdeck that is not running: nothing here needs it."""
    return LiveDaemon(lab)


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_our_hooks_leave_no_trace_when_they_are_taken_out(
    lab: Lab, daemon: LiveDaemon, text: str | None
) -> None:
    path = lab.home.settings_path
    _put(path, text)

    daemon.connect()
    once = path.read_bytes()
    assert set(json.loads(once)["hooks"]) >= {"PermissionRequest", "Stop"}
    daemon.connect()
    assert path.read_bytes() == once
    daemon.qd("setup", "claude", "--remove")

    assert _bytes(path) == (None if text is None else text.encode())


def test_hooks_of_others_and_all_other_keys_stay(lab: Lab, daemon: LiveDaemon) -> None:
    _put(lab.home.settings_path, FOREIGN)

    daemon.connect()

    found, before = lab.home.settings(), json.loads(FOREIGN)
    assert found["model"] == "opus"
    assert found["hooks"]["PreToolUse"][0] == before["hooks"]["PreToolUse"][0]
    assert list(found) == list(before)


def test_hooks_that_came_later_stay_when_ours_go(lab: Lab, daemon: LiveDaemon) -> None:
    _put(lab.home.settings_path, FOREIGN)
    daemon.connect()
    changed = lab.home.settings()
    later = {"hooks": [{"type": "command", "command": "true"}]}
    changed["hooks"]["Stop"].append(later)
    lab.home.add_settings(changed)

    daemon.qd("setup", "claude", "--remove")

    expected = json.loads(FOREIGN)
    expected["hooks"]["Stop"] = [later]
    assert lab.home.settings() == expected


def test_the_file_as_it_was_is_kept_beside_it(lab: Lab, daemon: LiveDaemon) -> None:
    _put(lab.home.settings_path, FOREIGN)

    daemon.connect()

    [backup] = lab.home.config_dir.glob("settings.json.before-quarterdeck-*")
    assert backup.read_text() == FOREIGN


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('{\n  "model": "opus",\n  "env": {,}\n}\n', "line 3"),
        ("[]\n", "not a JSON object"),
        ('{"hooks": []}\n', "'hooks' is not an object"),
        ('{"hooks": {"Stop": {}}}\n', "'hooks.Stop' is not a list"),
    ],
)
def test_a_file_that_is_wrong_is_left_alone_and_the_place_is_told(
    lab: Lab, daemon: LiveDaemon, text: str, where: str
) -> None:
    _put(lab.home.settings_path, text)

    told = daemon.run("setup", "claude")

    assert told.returncode == 1
    assert where in told.stderr
    assert str(lab.home.settings_path) in told.stderr
    assert lab.home.settings_path.read_text() == text
    assert list(lab.home.config_dir.glob("settings*")) == [lab.home.settings_path]


def test_one_project_can_be_connected_alone(lab: Lab, daemon: LiveDaemon) -> None:
    project = lab.repository("alone")

    daemon.run("setup", "claude", "--project", cwd=project)
    connected = json.loads((project / ".claude" / "settings.local.json").read_text())
    daemon.run("setup", "claude", "--project", "--remove", cwd=project)

    assert "PermissionRequest" in connected["hooks"]
    assert not lab.home.settings_path.exists()
    assert not (project / ".claude" / "settings.local.json").exists()


def test_an_older_version_gets_only_the_events_it_knows(lab: Lab, daemon: LiveDaemon) -> None:
    programs = lab.root / "bin"
    programs.mkdir()
    old = programs / "claude"
    old.write_text("#!/bin/sh\n# PreToolUse PostToolUse Stop Notification\necho '2.1.100 (old)'\n")
    old.chmod(0o755)

    told = daemon.run("setup", "claude", PATH=f"{programs}:{os.environ['PATH']}")

    assert told.returncode == 0
    assert "2.1.100 was not tested" in told.stdout
    known = {"PreToolUse", "PostToolUse", "Stop", "Notification"}
    assert set(lab.home.settings()["hooks"]) == known


def test_the_agent_starts_with_our_hooks_as_it_did_without(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    project = lab.repository("project")
    without = lab.agent(version, cwd=project)
    before = _words(without.screen())
    without.stop()

    daemon.connect()

    agent = lab.agent(version, cwd=project)
    until(lambda: _words(agent.screen()) == before, 5, agent.screen)


def _words(screen: str) -> list[str]:
    """What a screen says; its drawings move."""
    return re.findall(r"\w+", screen)


def _put(path: Path, text: str | None) -> None:
    if text is not None:
        path.write_bytes(text.encode())


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None
