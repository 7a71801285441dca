"""`qd setup`: connects an agent to Quarterdeck."""

import argparse

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.shape import Commands, Exit, command
from quarterdeck.app.places import BadPlace, places


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "setup",
        "Connect an agent to Quarterdeck.",
        [
            "qd setup claude             for every project of yours",
            "qd setup claude --project   for this directory only",
            "qd setup claude --remove    take it out again",
        ],
    )
    parser.add_argument("agent", choices=["claude"], help="which agent")
    parser.add_argument("--project", action="store_true", help="only for this directory")
    parser.add_argument("--remove", action="store_true", help="take our hooks out again")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write our hooks into the agent's settings, or take them out."""
    from quarterdeck.agents.claude import install
    from quarterdeck.app import claude

    where = places()
    try:
        where.prepare()
    except BadPlace as error:
        raise Trouble(str(error), "", Exit.FAILED) from None
    path = claude.settings_file(project=args.project)
    found = claude.program()
    try:
        before = claude.read(path)
        if args.remove:
            after = install.removed(before) if before else ""
        else:
            client = claude.hook_client(where)
            after = install.installed(before, client, claude.events_for(found))
    except install.BadFile as error:
        raise Trouble(
            f"{path} is left alone: {error}.", "Mend it, then run this again.", Exit.FAILED
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"{path} cannot be read: {error}.", "", Exit.FAILED) from None
    if after == before:
        print(f"Nothing to change in {path}.")
        return Exit.DONE
    try:
        if args.remove and not after.strip().strip("{}").strip() and not _had_more(before):
            path.unlink()
            backup = None
        else:
            backup = claude.write(path, after, before)
    except OSError as error:
        raise Trouble(f"{path} cannot be written: {error.strerror}.", "", Exit.FAILED) from None
    print(f"{'Took our hooks out of' if args.remove else 'Wrote our hooks into'} {path}.")
    if backup:
        print(f"The file as it was: {backup}")
    if not args.remove:
        _say_version(found)
    return Exit.DONE


def _had_more(before: str) -> bool:
    """Whether the file was there before us with something in it."""
    import json

    return set(json.loads(before)) != {"hooks"}


def _say_version(found: object) -> None:
    from quarterdeck.agents.claude.keep import tested_versions
    from quarterdeck.app.claude import Program

    if not isinstance(found, Program):
        print("Claude Code was not found on the PATH; the hooks suit 2.1.197 and newer.")
    elif found.version not in tested_versions():
        tested = " and ".join(tested_versions())
        print(f"Claude Code {found.version} was not tested with Quarterdeck; {tested} were.")
    print("Sessions that run already take part from their next action on.")
