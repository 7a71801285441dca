"""The plugin's part of `qd setup`: Claude Code installs it and takes it out."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.console import Exit
from quarterdeck.app.paths import Paths

if TYPE_CHECKING:
    from quarterdeck.agents.claude.program import Program


def is_enabled(*, project: bool) -> bool:
    """Whether the plugin brings our hooks and tools: to everything, or to this directory."""
    from quarterdeck.agents.claude import plugin, program

    places = {program.settings_file(project=False), program.settings_file(project=project)}
    return plugin.is_enabled(*map(program.read, places))


def change(args: argparse.Namespace, where: Paths, found: "Program | None", path: Path) -> str:
    """Install it or take it out, where that is wanted; why it could not be taken out."""
    from quarterdeck.agents.claude import plugin, program

    if args.remove and plugin.is_known(program.read(path)):
        return _uninstall(found, path, project=args.project)
    if args.plugin and not args.remove:
        _install(where, found, project=args.project)
    return ""


def _install(where: Paths, found: "Program | None", *, project: bool) -> None:
    from quarterdeck.agents.claude import plugin

    if found is None:
        problem = "Claude Code was not found on the PATH; it has to install the plugin."
        raise Trouble(problem, "Fix the PATH, then run this again.", Exit.FAILED)
    try:
        plugin.install(found.path, project=project)
    except plugin.Refused as error:
        raise Trouble(f"Claude Code did not install the plugin: {error}", "", Exit.FAILED) from None
    _keep_runner(where)
    print(f"Claude Code installed the plugin {plugin.NAME} from {plugin.folder()}.")


def _uninstall(found: "Program | None", path: Path, *, project: bool) -> str:
    from quarterdeck.agents.claude import plugin, program

    if found is None:
        return f"The plugin {plugin.NAME} is still there: Claude Code was not found on the PATH."
    try:
        plugin.uninstall(found.path, program.read(path), project=project)
    except plugin.Refused as error:
        return f"The plugin {plugin.NAME} is still there: {error}"
    program.change(path, plugin.without_traces)
    print(f"Claude Code took the plugin {plugin.NAME} out.")
    return ""


def _keep_runner(where: Paths) -> None:
    """Tell the plugin how we are run, for where `qd` is not on the PATH."""
    from quarterdeck.agents.claude import plugin, program
    from quarterdeck.atomic_files import replace

    path = program.settings_file(project=False).parent / plugin.RUNNER
    path.parent.mkdir(parents=True, exist_ok=True)
    replace(path, runner(where), like=path)


def runner(where: Paths) -> str:
    """How the plugin's launcher runs this installation."""
    from quarterdeck.agents.claude import plugin, program
    from quarterdeck.app import mcp_relay

    client = program.hook_client(where.socket, where.down, where.home)
    return plugin.runner(client, mcp_relay.words(where.mcp))
