"""Our plugin for Claude Code: where it is, whether it is enabled, and how it runs us.

Claude Code's own commands install and remove it. It brings the hooks and the tools that would
otherwise stand in the settings, so these are written in one of the two places only.
"""

import os
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

import quarterdeck
from quarterdeck.agents.claude.install import Client, parsed, written
from quarterdeck.agents.claude.tool_server import TOOLS

MARKETPLACE = "quarterdeck"
NAME = f"qd@{MARKETPLACE}"
RULES = tuple(f"mcp__plugin_qd_quarterdeck__{tool}" for tool in TOOLS)
RUNNER = Path("plugins") / "data" / "qd-quarterdeck" / "runner.sh"  # below its own directory
# By these `qd` finds its files; a runner is for one set of them.
SURROUNDINGS = ("QUARTERDECK_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")
WITHIN = 60  # seconds for one of Claude Code's commands


class Refused(Exception):
    """Claude Code did not do it; the message is what it said."""


def folder() -> Path:
    """The plugin, which is its own marketplace: in the package, or beside it in a checkout."""
    package = Path(quarterdeck.__file__).resolve().parent
    packed = package / "plugin"
    return packed if packed.is_dir() else package.parents[1] / "plugin"


def is_enabled(*settings: str) -> bool:
    """Whether one of these settings turns it on."""
    return any(_held(parsed(text), "enabledPlugins").get(NAME) is True for text in settings)


def is_known(settings: str) -> bool:
    """Whether these settings speak of it, or of the marketplace that it is from."""
    return _has_plugin(settings) or _has_marketplace(settings)


def _has_plugin(settings: str) -> bool:
    return NAME in _held(parsed(settings), "enabledPlugins")


def _has_marketplace(settings: str) -> bool:
    return MARKETPLACE in _held(parsed(settings), "extraKnownMarketplaces")


def without_traces(text: str) -> str:
    """The settings without what Claude Code leaves there when a plugin is taken out."""
    settings = parsed(text)
    empty = [k for k in ("enabledPlugins", "extraKnownMarketplaces") if settings.get(k) == {}]
    for key in empty:
        del settings[key]
    return written(settings, text) if empty else text


def _held(settings: dict[str, object], key: str) -> dict[str, object]:
    found = settings.get(key)
    return found if isinstance(found, dict) else {}


def install(program: Path, *, project: bool) -> None:
    """Have Claude Code install it, or load it from where it is now; raises Refused."""
    _command(program, "marketplace", "add", str(folder()))
    _command(program, "install", NAME, "--scope", _scope(project))


def uninstall(program: Path, settings: str, *, project: bool) -> None:
    """Have Claude Code take out what these settings have of it; raises Refused."""
    if _has_plugin(settings):
        _command(program, "uninstall", NAME, "--scope", _scope(project))
    if _has_marketplace(settings):
        _command(program, "marketplace", "remove", MARKETPLACE)


def _scope(project: bool) -> str:
    return "local" if project else "user"


def _command(program: Path, *words: str) -> None:
    try:
        told = subprocess.run(
            [program, "plugin", *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=WITHIN,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Refused(str(error)) from None
    if told.returncode:
        raise Refused((told.stderr or told.stdout).strip())


def runner(client: Client, relay: Sequence[str]) -> str:
    """A script for the plugin's launcher that runs `$what`, if it is for these surroundings."""
    there = [f"${{{name}-}}" for name in SURROUNDINGS]
    here = [os.environ.get(name, "") for name in SURROUNDINGS]
    cases = {
        "ask": client.words("ask", client.marker, client.home),
        "form": client.words("ask"),
        "tell | last": client.words("tell"),
        "judge": client.words("judge"),
        "mcp": relay,
        "status": [client.python, "-EP", "-m", "quarterdeck", "status"],
    }
    return "\n".join(
        [
            "# Quarterdeck wrote this for its plugin, which makes it again when it is gone.",
            f'if [ "{":".join(there)}" = {shlex.quote(":".join(here))} ] &&',
            f"    [ -x {shlex.quote(client.python)} ] && [ -r {shlex.quote(client.script)} ]; then",
            "    case $what in",
            *(f"        {what}) exec {shlex.join(words)} ;;" for what, words in cases.items()),
            "        check) exit 0 ;;",
            "    esac",
            "fi",
            "",
        ]
    )
