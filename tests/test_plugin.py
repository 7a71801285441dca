"""The folder `plugin/`: what Claude Code reads there is true, and its launcher finds us."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest

from quarterdeck import __version__
from quarterdeck.agents.claude import install, plugin
from quarterdeck.boards.known_icons import KNOWN
from quarterdeck.doors.mcp import keyboard_wire, wire

ROOT = Path(__file__).parents[1]
PLUGIN = ROOT / "plugin"
SKILL = (PLUGIN / "skills" / "reach-your-human" / "SKILL.md").read_text()
ADVISOR = (PLUGIN / "agents" / "button-advisor.md").read_text()
READERS: Mapping[str, Callable[[Mapping[str, object]], object]] = {
    "ask_human": wire.read_question,
    "notify_human": wire.read_message,
    "update_keyboard_context": keyboard_wire.read_context,
    "set_keyboard_buttons": partial(keyboard_wire.read_buttons, now=0.0),
}
EXAMPLE = re.compile(r"^`(\w+)`\n```json\n(.*?)^```", re.MULTILINE | re.DOTALL)


# What it says


def test_it_has_our_version() -> None:
    manifest = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())
    assert manifest["version"] == __version__


def test_its_hooks_are_those_that_setup_writes() -> None:
    """With the tripwire's, since the daemon knows whether there is one."""
    told = json.loads((PLUGIN / "hooks" / "hooks.json").read_text())["hooks"]
    check = told["SessionStart"].pop()
    assert check["hooks"][0]["command"].endswith('/launch" check')
    kinds = install.kinds_for(install.EVENTS, tripwire=True)
    client = install.Client("/python", "/hook.py", "/socket", "/down", "-")
    wanted = json.loads(install.installed("", client, kinds))["hooks"]
    for event, kind in kinds.items():
        (group,) = wanted[event]
        group["hooks"][0]["command"] = f'exec sh "${{CLAUDE_PLUGIN_ROOT}}/launch" {kind}'
    assert told == wanted


def test_every_tool_is_named_as_claude_code_calls_it() -> None:
    tools = {str(tool["name"]) for tool in (*wire.TOOLS, *keyboard_wire.TOOLS)}
    server = json.loads((PLUGIN / ".mcp.json").read_text())["mcpServers"]
    assert list(server) == ["quarterdeck"]
    assert set(plugin.RULES) == {f"mcp__plugin_qd_quarterdeck__{tool}" for tool in tools}
    (named,) = re.findall(r"mcp__plugin_\w+", (PLUGIN / "commands" / "status.md").read_text())
    assert named in plugin.RULES


def test_what_the_advisor_is_shown_is_taken() -> None:
    (shown,) = re.findall(r"```json\n(.*?)```", ADVISOR, re.DOTALL)
    assert READERS["set_keyboard_buttons"](json.loads(shown))
    (pictures,) = re.findall(r"ready picture fits: (.*?)\.\n", ADVISOR, re.DOTALL)
    assert set(re.split(r",\s+", pictures)) <= set(KNOWN)


@pytest.mark.parametrize(("tool", "given"), EXAMPLE.findall(SKILL))
def test_every_example_of_the_skill_is_taken(tool: str, given: str) -> None:
    assert READERS[tool](json.loads(given))


def test_the_skill_has_an_example_for_each_occasion() -> None:
    parts = re.split(r"^## ", SKILL, flags=re.MULTILINE)[1:]
    shown = {part.splitlines()[0] for part in parts if EXAMPLE.search(part)}
    occasions = {"Question", "Error", "A limit", "Review", "Git", "Several steps", "Pictures"}
    assert shown == occasions
    assert set(READERS) == {tool for tool, _ in EXAMPLE.findall(SKILL)}


def test_the_skill_names_every_ready_picture() -> None:
    named = re.search(r"Ready pictures: (.*?)\.\n", SKILL, re.DOTALL)
    assert named
    assert named[1].replace("\n", " ").split(", ") == list(KNOWN)


# Its launcher


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """The plugin where nothing of ours is beside it, as in Claude Code's cache."""
    return shutil.copytree(PLUGIN, tmp_path / "cache" / "qd")


def launch(place: Path, what: str, path: str, **more: str) -> "subprocess.CompletedProcess[str]":
    """Run the launcher as Claude Code does, with little around it."""
    home = place.parent
    env = {
        "HOME": str(home),
        "PATH": f"{path}:{os.defpath}",
        "CLAUDE_CONFIG_DIR": str(home / "claude"),
        "CLAUDE_PROJECT_DIR": str(home / "project"),
        "CLAUDE_PLUGIN_DATA": str(home / "data"),
        "QUARTERDECK_HOME": str(home / "deck"),
    }
    return subprocess.run(
        ["sh", str(place / "launch"), what],
        env=env | more,
        input="{}",
        capture_output=True,
        text=True,
        check=False,
    )


def program(folder: Path, printed: str) -> Path:
    """A `qd` that prints something, and counts how often it is asked."""
    folder.mkdir(parents=True, exist_ok=True)
    printing = f"echo x >> {folder}/asked\ncat <<'END'\n{printed}\nEND\n"
    (folder / "qd").write_text(f"#!/bin/sh\n{printing}")
    (folder / "qd").chmod(0o755)
    return folder


OURS = "# Quarterdeck\ncase $what in tell) echo told; exit 0;; esac"


def test_the_program_is_asked_once(alone: Path, tmp_path: Path) -> None:
    folder = program(tmp_path / "bin", OURS)
    for _ in range(3):
        assert launch(alone, "tell", str(folder)).stdout == "told\n"
    assert (folder / "asked").read_text() == "x\n"


def test_it_is_asked_again_when_what_was_kept_is_for_another_place(
    alone: Path, tmp_path: Path
) -> None:
    (tmp_path / "cache" / "data").mkdir(parents=True)
    (tmp_path / "cache" / "data" / "runner.sh").write_text("# Quarterdeck\n")
    assert launch(alone, "tell", str(program(tmp_path / "bin", OURS))).stdout == "told\n"


def test_another_program_of_the_same_name_is_passed_over(alone: Path, tmp_path: Path) -> None:
    foreign = program(tmp_path / "bin", "quick and dirty 3.2")
    program(alone.parent / ".local" / "bin", OURS)
    assert launch(alone, "tell", str(foreign)).stdout == "told\n"


@pytest.mark.parametrize("what", ["ask", "form", "tell", "last", "judge"])
def test_without_quarterdeck_a_hook_does_nothing(alone: Path, what: str) -> None:
    told = launch(alone, what, "/nowhere")
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


def test_without_quarterdeck_the_person_is_told_what_is_missing(alone: Path) -> None:
    assert "finds no qd" in json.loads(launch(alone, "check", "/nowhere").stdout)["systemMessage"]
    for what in ("mcp", "status"):
        told = launch(alone, what, "/nowhere")
        assert told.returncode == 1
        assert "finds no qd" in told.stderr


def test_beside_us_in_a_checkout_it_needs_no_path(tmp_path: Path) -> None:
    home = shutil.copytree(PLUGIN, tmp_path / "checkout" / "plugin")
    program(tmp_path / "checkout" / ".venv" / "bin", OURS)
    assert launch(home, "tell", "/nowhere").stdout == "told\n"


@pytest.mark.parametrize("where", ["claude/settings.json", "project/.claude/settings.local.json"])
def test_where_setup_wrote_the_hooks_the_plugins_are_silent(
    alone: Path, tmp_path: Path, where: str
) -> None:
    bin_ = str(program(tmp_path / "bin", OURS))
    client = install.Client(sys.executable, "/quarterdeck/hook.py", "/socket", "/down", "-")
    kinds = install.kinds_for(install.EVENTS, tripwire=False)
    settings = alone.parent / where
    settings.parent.mkdir(parents=True)
    lined = install.with_status_line("", client)
    for text, told in {lined: "told\n", install.installed(lined, client, kinds): ""}.items():
        settings.write_text(text)
        assert launch(alone, "tell", bin_).stdout == told


def test_what_the_installed_qd_prints_is_understood(alone: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "qd").write_text(f'#!/bin/sh\nexec {sys.executable} -m quarterdeck "$@"\n')
    (folder / "qd").chmod(0o755)
    # Asked below an agent, which may not set anything up.
    told = launch(alone, "status", str(folder), CLAUDECODE="1")
    assert "Quarterdeck is not running." in told.stderr
    assert (alone.parent / "data" / "runner.sh").read_text().startswith("# Quarterdeck")
