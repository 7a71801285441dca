"""`qd setup claude --plugin`: Claude Code installs it, and no hook is registered twice."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.cli.conftest import Qd

from quarterdeck.agents.claude import install, plugin, tool_server

# A Claude Code that changes its settings as the real one does.
CLAUDE = """#!/bin/sh
echo "$*" >> {heard}
case "$*" in
    --version) echo "2.1.325 (Claude Code)" ;;
    "plugin marketplace add"*) {edit} '"extraKnownMarketplaces"' '{{"quarterdeck": {{}}}}' ;;
    "plugin marketplace remove"*) {edit} '"extraKnownMarketplaces"' '{{}}' ;;
    "plugin install"*) {edit} '"enabledPlugins"' '{{"qd@quarterdeck": true}}' ;;
    "plugin uninstall"*) {edit} '"enabledPlugins"' '{{}}' ;;
esac
"""
EDIT = """#!/usr/bin/env python3
import json, pathlib, sys
path = pathlib.Path({path!r})
path.parent.mkdir(exist_ok=True)
settings = json.loads(path.read_text()) if path.exists() else {{}}
settings[json.loads(sys.argv[1])] = json.loads(sys.argv[2])
path.write_text(json.dumps(settings))
"""


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Claude Code's own directory; a played one is on the PATH."""
    config, folder = tmp_path / "claude", tmp_path / "bin"
    folder.mkdir()
    edit = folder / "edit"
    edit.write_text(EDIT.format(path=str(config / "settings.json")))
    (folder / "claude").write_text(CLAUDE.format(heard=tmp_path / "heard", edit=edit))
    for program in folder.iterdir():
        program.chmod(0o755)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(config))
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return config


@pytest.fixture
def here(qd_at: Callable[[Path], Qd], empty: Path, config: Path) -> Qd:
    assert not config.exists()
    return qd_at(empty)


def settings_in(config: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((config / "settings.json").read_text())
    return found


def test_the_plugin_takes_the_place_of_hooks_and_tools(here: Qd, config: Path) -> None:
    here("setup", "claude", "--mcp", "--statusline")
    told = here("setup", "claude", "--plugin")
    assert told.code == 0
    assert "Claude Code installed the plugin qd@quarterdeck from" in told.out
    text = (config / "settings.json").read_text()
    assert not install.ours_in(text)
    assert "statusLine" in json.loads(text)
    assert json.loads(text)["permissions"]["allow"] == list(plugin.RULES)
    assert not (config / ".claude.json").exists()


def test_setup_writes_no_hooks_beside_the_plugin(here: Qd, config: Path) -> None:
    here("setup", "claude", "--plugin")
    before = settings_in(config)
    for more in ([], ["--mcp"], ["--tripwire", "critical"], ["--plugin"]):
        assert here("setup", "claude", *more).code == 0
        assert settings_in(config) == before
    assert not (config / ".claude.json").exists()


def test_taken_out_it_leaves_nothing(here: Qd, config: Path) -> None:
    here("setup", "claude", "--plugin")
    told = here("setup", "claude", "--remove")
    assert (told.code, "took the plugin qd@quarterdeck out" in told.out) == (0, True)
    assert [file.name for file in config.iterdir()] == ["plugins"]
    heard = (config.parent / "heard").read_text()
    assert "plugin uninstall qd@quarterdeck --scope user\nplugin marketplace remove" in heard


def test_the_plugin_is_told_how_we_are_run(here: Qd, config: Path) -> None:
    here("setup", "claude", "--plugin")
    printed = here("setup", "claude", "--print-runner").out
    assert (config / plugin.RUNNER).read_text() == printed
    assert printed.startswith("# Quarterdeck")


def test_without_claude_code_nothing_is_installed_and_our_hooks_go_all_the_same(
    here: Qd, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here("setup", "claude", "--plugin")
    monkeypatch.setenv("PATH", "/nowhere")
    told = here("setup", "claude", "--plugin")
    assert (told.code, "Claude Code was not found on the PATH" in told.err) == (1, True)
    told = here("setup", "claude", "--remove")
    assert told.code == 1
    assert "is still there" in told.err
    assert "claude plugin uninstall qd@quarterdeck" in told.err
    assert not install.rules_in((config / "settings.json").read_text())


def test_what_claude_code_refuses_is_said_and_nothing_is_changed(
    here: Qd, config: Path, tmp_path: Path
) -> None:
    here("setup", "claude", "--mcp")
    before = (config / "settings.json").read_bytes()
    refusing = '#!/bin/sh\n[ "$1" = plugin ] && echo no plugins here >&2 && exit 1\necho 2.1.325\n'
    (tmp_path / "bin" / "claude").write_text(refusing)
    told = here("setup", "claude", "--plugin")
    assert told.code == 1
    assert "Claude Code did not install the plugin: no plugins here" in told.err
    assert (config / "settings.json").read_bytes() == before
    assert tool_server.RULES[0] in before.decode()
