"""`qd image`: makes a picture for a key of the four-key keyboard."""

import argparse
from pathlib import Path

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.console import Commands, Exit, command, complain
from quarterdeck.boards.icons import BadIcon, Icon, file_named, icon_of
from quarterdeck.boards.known_icons import known_file

NEEDED = "pip install 'quarterdeck[deck]', or pip install pillow where qd lives."
RAW = (".rgb", ".rgb565")


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "image",
        "Make a picture of 128 × 128 pixels for a key, from an emoji, a text and a colour.",
        [
            "qd image --emoji ✅ --text RUN --color '#00ff00' --name run -o run.png",
            "qd image --text DBG --color '#ff0000' -o debug.rgb",
            "qd image --name stop -o stop.png       # one of those that are always there",
        ],
    )
    parser.add_argument("--emoji", metavar="EMOJI", default="", help="what stands above the text")
    parser.add_argument("--text", metavar="TEXT", default="", help="a word, or a few")
    parser.add_argument("--color", metavar="COLOR", default="", help="the ground, such as #00ff00")
    parser.add_argument(
        "--name", metavar="NAME", default="", help="keep it as /images/NAME.rgb as well"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="where it goes: .png, or .rgb for RGB565"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Draw it, write it, keep it."""
    output = Path(args.output) if args.output else None
    if output is None and not args.name:
        complain("qd image needs -o FILE or --name NAME.", "Try: qd image --emoji ✅ -o yes.png")
        return Exit.USAGE
    if output and output.suffix not in (".png", *RAW):
        complain(f"{output} is neither .png nor .rgb.", "Its suffix says which picture is written.")
        return Exit.USAGE
    try:
        file = file_named(args.name) if args.name else ""
        given = args.emoji or args.text or args.color
        known = None if given else known_file(file)
        icon = known or icon_of(args.emoji, args.text, args.color)
    except BadIcon as error:
        raise Trouble(str(error), "", Exit.USAGE) from None
    return _make(icon, file if given else "", output)


def _make(icon: Icon, file: str, output: Path | None) -> int:
    try:
        from quarterdeck.app.cli.icon_picture import keep_icon, write_icon
    except ImportError:
        raise Trouble(
            "Drawing needs Pillow, which is not installed.", NEEDED, Exit.FAILED
        ) from None
    if file:
        keep_icon(icon, file)
        print(f"Keys find it as {file}.")
    if output:
        write_icon(icon, output)
        print(f"{output} is written.")
    return Exit.DONE
