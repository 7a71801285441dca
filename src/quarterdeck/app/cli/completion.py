"""`qd completion`: prints a completion script for a shell."""

import argparse

from quarterdeck.app.cli.console import Commands, Exit, command


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "completion",
        "Print a script with which your shell completes commands, options, sessions and asks.",
        [
            'qd completion bash   in ~/.bashrc: eval "$(qd completion bash)"',
            'qd completion zsh    in ~/.zshrc, after compinit: eval "$(qd completion zsh)"',
            "qd completion fish   > ~/.config/fish/completions/qd.fish",
        ],
    )
    parser.add_argument("shell", choices=["bash", "zsh", "fish"], nargs="?", help="which shell")
    parser.add_argument("--list", choices=["asks", "sessions"], help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the script, or what the daemon knows."""
    from quarterdeck.app.cli import shell_completion
    from quarterdeck.app.cli.client import Client, Trouble
    from quarterdeck.app.cli.command_words import commands_of
    from quarterdeck.app.cli.main import build

    if args.list:
        found = Client(patience=2).list(f"/api/{args.list}")
        print("\n".join(_word(one) for one in found if one.get("state") != "ended"))
        return Exit.DONE
    if not args.shell:
        raise Trouble("Which shell?", "One of bash, zsh and fish.", Exit.USAGE)
    print(getattr(shell_completion, args.shell)(commands_of(build(()))), end="")
    return Exit.DONE


def _word(one: dict[str, object]) -> str:
    """A session's name where a shell takes it for one word, else the id; an ask's id."""
    name = str(one.get("name", ""))
    return name if name.isidentifier() or name.replace("-", "").isalnum() else str(one["id"])
