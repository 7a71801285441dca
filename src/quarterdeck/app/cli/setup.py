"""`qd setup`: connects an agent to Quarterdeck, or opens the door for keyboards."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from quarterdeck.app.cli import setup_plugin
from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.console import Commands, Exit, command
from quarterdeck.app.cli.refuse_agents import refuse_agents
from quarterdeck.app.paths import BadPath, Paths, paths

if TYPE_CHECKING:
    from quarterdeck.agents.claude.install import Client

LEVELS = ("off", "critical", "high", "medium", "low")


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "setup",
        "Connect an agent to Quarterdeck, or let keyboards and other devices come in.",
        [
            "qd setup claude                       for all your projects",
            "qd setup claude --project             for this directory only",
            "qd setup claude --tripwire critical   make it ask before critical calls",
            "qd setup claude --statusline          also read cost, context and limits",
            "qd setup claude --mcp                 let it ask you through our tools",
            "qd setup claude --plugin              all of it as a plugin of Claude Code",
            "qd setup claude --remove              remove our hooks and tools",
            "qd setup keyboard                     let devices on this machine come in",
            "qd setup keyboard --host 0.0.0.0      let devices on the network come in",
        ],
    )
    parser.add_argument(
        "agent", choices=["claude", "keyboard"], help="which agent, or the keyboard"
    )
    parser.add_argument("--project", action="store_true", help="only for this directory")
    parser.add_argument(
        "--remove", action="store_true", help="remove our hooks and tools, or close the door"
    )
    parser.add_argument("--host", help="on which address of this machine keyboards come in")
    parser.add_argument(
        "--tripwire",
        choices=LEVELS,
        help="at which risk and above the agent must ask; off turns it off",
    )
    parser.add_argument(
        "--statusline",
        action="store_true",
        help="read cost, context and limits from the status line; yours keeps working",
    )
    parser.add_argument(
        "--mcp", action="store_true", help="register tools by which the agent can ask you"
    )
    parser.add_argument(
        "--plugin", action="store_true", help="install our plugin, which brings hooks and tools"
    )
    parser.add_argument(
        "--print-runner", action="store_true", help="print how the plugin runs this installation"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Connect an agent, or open the door for keyboards; or take that back."""
    where = paths()
    if args.print_runner:
        print(setup_plugin.runner(where), end="")
        return Exit.DONE
    refuse_agents(where)
    if args.agent == "keyboard":
        return _keyboard(where, args)
    if args.host:
        raise Trouble("--host is for `qd setup keyboard`.", "", Exit.USAGE)
    return _claude(where, args)


def _claude(where: Paths, args: argparse.Namespace) -> int:
    """Write our hooks into the agent's settings, or take them out."""
    from quarterdeck.agents.claude import install, program

    path = program.settings_file(project=args.project)
    if args.project and not program.stays_in(Path.cwd(), path):
        problem = f"{path} is a link that leads out of this directory, to {path.resolve()}."
        raise Trouble(problem, "Remove the link, then run this again.", Exit.FAILED)
    try:
        where.prepare()
        found = program.installed()  # may take seconds, in which Claude Code may write its settings
        # Our own settings may be wrong: that must not keep anybody from taking us out.
        tripwire = not args.remove and _tripwire(where, args.tripwire)
        left = setup_plugin.change(args, where, found, path)
        before = program.read(path)
        client = program.hook_client(where.socket, where.down, where.home)
        kinds = program.kinds_for(found, tripwire=tripwire)
        after = _removed(before) if args.remove else _installed(args, before, client, kinds)
        tools = _tools(args, where) if args.mcp or args.remove or args.plugin else ""
    except BadPath as error:
        raise Trouble(str(error), "", Exit.FAILED) from None
    except install.BadFile as error:
        problem = f"{path} is left alone: {error}."
        raise Trouble(problem, "Fix it, then run this again.", Exit.FAILED) from None
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"The settings cannot be used: {error}.", "", Exit.FAILED) from None
    if tools:
        print(tools)
    if after == before:
        print(f"Nothing to change in {path}.")
    else:
        _write(path, after, before, removing=args.remove)
        if not args.remove:
            _say_version(found)
    if left:
        raise Trouble(left, "`claude plugin uninstall qd@quarterdeck` takes it out.", Exit.FAILED)
    return Exit.DONE


def _removed(before: str) -> str:
    from quarterdeck.agents.claude import install, plugin, tool_server

    if not before:
        return ""
    rules = (*tool_server.RULES, *plugin.RULES)
    return tool_server.without_rules(install.removed(before), rules)


def _installed(
    args: argparse.Namespace, before: str, client: "Client", kinds: Mapping[str, str]
) -> str:
    """The settings as they should be; hooks that the plugin brings are not in them."""
    from quarterdeck.agents.claude import install, plugin, tool_server

    if setup_plugin.is_enabled(project=args.project):
        after = install.unhooked(before)
        if args.plugin:
            after = tool_server.without_rules(after, tool_server.RULES)
            after = tool_server.with_rules(after, plugin.RULES)
        else:
            print(f"Our hooks and tools come with the plugin {plugin.NAME}.")
    else:
        after = install.installed(before, client, kinds)
        after = tool_server.with_rules(after, tool_server.RULES) if args.mcp else after
    return install.with_status_line(after, client) if args.statusline else after


def _tools(args: argparse.Namespace, where: Paths) -> str:
    """Register our tools, or take them out; what was done."""
    from quarterdeck.agents.claude import install, program, tool_server
    from quarterdeck.app import mcp_relay

    path, project = program.state_file(), str(Path.cwd()) if args.project else None
    words = mcp_relay.words(where.mcp)

    removing = args.remove or setup_plugin.is_enabled(project=args.project)  # which brings them

    def changed(text: str) -> str:
        if removing:
            return tool_server.unregistered(text, project)
        return tool_server.registered(text, words, project)

    try:
        if not program.change(path, changed):
            return ""
    except install.BadFile as error:
        raise Trouble(
            f"{path} is left alone: {error}.", "Fix it, then run this again.", Exit.FAILED
        ) from None
    return f"{'Took our tools out of' if removing else 'Registered our tools in'} {path}."


def _tripwire(where: Paths, wanted: str | None) -> bool:
    """Whether calls are judged before they run; what was wanted is kept in our own settings."""
    from quarterdeck.app.settings import BadSettings, load

    try:
        level = load(where.config).tripwire.level
    except BadSettings as error:
        raise Trouble(str(error), "Fix that line.", Exit.FAILED) from None
    if wanted is not None and wanted != level:
        _set_tripwire(where.config, wanted)
    return (wanted or level) != "off"


def _keyboard(where: Paths, args: argparse.Namespace) -> int:
    """Open or close the network door, in our own settings."""
    from quarterdeck.app.keyboard_setup import NotChanged, set_door

    if args.project or args.tripwire or args.statusline or args.mcp or args.plugin:
        raise Trouble("`qd setup keyboard` takes --host and --remove only.", "", Exit.USAGE)
    try:
        changed = set_door(where.config, enabled=not args.remove, host=args.host)
    except NotChanged as error:
        raise Trouble(str(error), "Change it by hand.", Exit.FAILED) from None
    if not changed:
        print(f"Nothing to change in {where.config}.")
        return Exit.DONE
    print(f"The network door is {'off' if args.remove else 'on'} in {where.config}.")
    print("`qd restart` applies it" + ("." if args.remove else "; then `qd pair` pairs a device."))
    return Exit.DONE


def _set_tripwire(config: Path, level: str) -> None:
    from quarterdeck.app.settings import BadSettings, read, with_value
    from quarterdeck.atomic_files import replace

    text = with_value(config.read_text() if config.exists() else "", "tripwire", "level", level)
    try:
        understood = read(text, str(config)).tripwire.level == level
    except BadSettings:
        understood = False
    if not understood:
        problem = f"{config} cannot be changed automatically."
        raise Trouble(problem, f'Set level = "{level}" in [tripwire] by hand.', Exit.FAILED)
    config.parent.mkdir(parents=True, exist_ok=True)
    replace(config, text, like=config)
    print(f"The tripwire is set to {level} in {config}; `qd restart` applies it.")


def _write(path: Path, after: str, before: str, *, removing: bool) -> None:
    from quarterdeck.agents.claude import program

    backup = None
    try:
        if removing:
            program.give_back(path, after)
        else:
            backup = program.write(path, after, before)
    except OSError as error:
        raise Trouble(f"{path} cannot be written: {error.strerror}.", "", Exit.FAILED) from None
    print(f"{_what_changed(after, removing=removing)} {path}.")
    if backup:
        print(f"A copy of the previous file: {backup}")


def _what_changed(after: str, *, removing: bool) -> str:
    from quarterdeck.agents.claude import install

    if removing:
        return "Removed our hooks from"
    return "Wrote our hooks into" if install.ours_in(after) else "Brought up to date:"


def _say_version(found: object) -> None:
    from quarterdeck.agents.claude.keep_table import tested_versions
    from quarterdeck.agents.claude.program import Program

    if not isinstance(found, Program):
        print("Claude Code was not found on the PATH; the hooks are for 2.1.197 and newer.")
    elif found.version not in tested_versions():
        tested = " and ".join(tested_versions())
        print(f"Claude Code {found.version} was not tested with Quarterdeck; {tested} were.")
    print("Sessions that are already running take part from their next action.")
