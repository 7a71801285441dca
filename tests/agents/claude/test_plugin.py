"""Our plugin: where it is, whether it is on, what Claude Code is told, how it runs us."""

import os
import subprocess
from pathlib import Path

import pytest

from quarterdeck.agents.claude import plugin
from quarterdeck.agents.claude.install import BadFile, Client

ON = '{"enabledPlugins": {"qd@quarterdeck": true}}'
OFF = '{"enabledPlugins": {"qd@quarterdeck": false}}'
ADDED = '{"extraKnownMarketplaces": {"quarterdeck": {}}}'
OTHERS = '{"enabledPlugins": {"docs@else": true}, "extraKnownMarketplaces": {"else": {}}}'


def test_it_is_found_in_a_checkout_and_is_its_own_marketplace() -> None:
    found = plugin.folder()
    assert (found / ".claude-plugin" / "marketplace.json").is_file()
    assert (found / ".claude-plugin" / "plugin.json").is_file()


@pytest.mark.parametrize(
    ("settings", "enabled", "known"),
    [
        (ON, True, True),
        (OFF, False, True),
        (ADDED, False, True),
        (OTHERS, False, False),
        ("", False, False),
        ('{"enabledPlugins": []}', False, False),
    ],
)
def test_the_settings_say_whether_it_is_there(settings: str, enabled: bool, known: bool) -> None:
    assert plugin.is_enabled(settings) is enabled
    assert plugin.is_enabled("", settings) is enabled
    assert plugin.is_known(settings) is known


def test_settings_that_make_no_sense_are_not_guessed_at() -> None:
    with pytest.raises(BadFile):
        plugin.is_enabled("{")


def test_only_what_is_empty_is_taken_for_a_trace() -> None:
    left = '{"enabledPlugins": {}, "extraKnownMarketplaces": {}, "model": "opus"}'
    assert plugin.without_traces(left) == '{\n  "model": "opus"\n}'
    assert plugin.without_traces(OTHERS) == OTHERS


def played(tmp_path: Path, script: str) -> tuple[Path, Path]:
    """A Claude Code that writes down what it is told."""
    program, heard = tmp_path / "claude", tmp_path / "heard"
    program.write_text(f'#!/bin/sh\necho "$*" >> {heard}\n{script}\n')
    program.chmod(0o755)
    return program, heard


@pytest.mark.parametrize(("project", "scope"), [(False, "user"), (True, "local")])
def test_claude_code_itself_installs_it(tmp_path: Path, project: bool, scope: str) -> None:
    program, heard = played(tmp_path, "")
    plugin.install(program, project=project)
    assert heard.read_text().splitlines() == [
        f"plugin marketplace add {plugin.folder()}",
        f"plugin install qd@quarterdeck --scope {scope}",
    ]


def test_claude_code_takes_out_what_its_settings_have(tmp_path: Path) -> None:
    program, heard = played(tmp_path, "")
    plugin.uninstall(program, ON, project=True)
    assert heard.read_text() == "plugin uninstall qd@quarterdeck --scope local\n"
    plugin.uninstall(program, ADDED, project=False)
    assert heard.read_text().endswith("--scope local\nplugin marketplace remove quarterdeck\n")


def test_what_claude_code_refuses_is_told_in_its_own_words(tmp_path: Path) -> None:
    program, heard = played(tmp_path, "echo 'Plugins are off' >&2; exit 1")
    with pytest.raises(plugin.Refused, match=r"^Plugins are off$"):
        plugin.install(program, project=False)
    assert len(heard.read_text().splitlines()) == 1
    with pytest.raises(plugin.Refused, match="No such file"):
        plugin.install(tmp_path / "gone", project=False)


@pytest.fixture
def client(tmp_path: Path) -> Client:
    """An installation whose interpreter says how it was called."""
    python, script = tmp_path / "it's python", tmp_path / "hook.py"
    python.write_text('#!/bin/sh\necho "$*"\n')
    python.chmod(0o755)
    script.touch()
    return Client(str(python), str(script), "/run/h.sock", "/state/down", "/home/deck")


def run(script: str, what: str, **more: str) -> str:
    """What is run; empty where it is for other surroundings."""
    kept = {name: value for name, value in os.environ.items() if name not in plugin.SURROUNDINGS}
    told = subprocess.run(
        ["sh", "-c", f"what={what}\n{script}"],
        env=kept | more,
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout


@pytest.mark.parametrize(
    ("what", "ends"),
    [
        ("ask", "/run/h.sock ask /state/down /home/deck\n"),
        ("form", "/run/h.sock ask\n"),
        ("tell", "/run/h.sock tell\n"),
        ("last", "/run/h.sock tell\n"),
        ("judge", "/run/h.sock judge\n"),
        ("mcp", "-m relay\n"),
        ("status", "-m quarterdeck status\n"),
        ("check", ""),
    ],
)
def test_a_runner_runs_what_the_plugin_wants(
    client: Client, monkeypatch: pytest.MonkeyPatch, what: str, ends: str
) -> None:
    for name in plugin.SURROUNDINGS:
        monkeypatch.delenv(name, raising=False)
    told = run(plugin.runner(client, [client.python, "-m", "relay"]), what)
    assert told.endswith(ends)
    assert bool(told) == bool(ends)


def test_a_runner_does_nothing_elsewhere_or_where_we_are_gone(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in plugin.SURROUNDINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("QUARTERDECK_HOME", "/it's $HOME")
    script = plugin.runner(client, [])
    assert run(script, "tell", QUARTERDECK_HOME="/it's $HOME")
    assert not run(script, "tell")
    assert not run(script, "tell", QUARTERDECK_HOME="/it's $HOME", XDG_RUNTIME_DIR="/run/user/7")
    Path(client.script).unlink()
    assert not run(script, "tell", QUARTERDECK_HOME="/it's $HOME")
