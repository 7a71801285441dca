"""`qd deck`: which decks there are, what one would show, and serving those on the desk."""

import argparse
import json
from pathlib import Path

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.console import Commands, Exit, command, complain
from quarterdeck.boards.models import MODELS, Model, Size

LIBRARY_NEEDED = "pip install 'quarterdeck[deck]', or pip install streamdeck where qd lives."
NEEDED = "pip install 'quarterdeck[deck]', or pip install pillow where qd lives."


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "deck",
        "List the models of decks, draw what one would show of an ask, or serve those on the desk.",
        [
            "qd deck list",
            "qd asks --json | tee asks.json",
            "qd deck render --model mini --ask asks.json -o mini.png",
            "qd deck run --url http://127.0.0.1:8081 --token-file token",
        ],
    )
    parser.add_argument(
        "what",
        choices=("list", "render", "run"),
        help="list the models, draw one, or serve the decks of this machine",
    )
    parser.add_argument("--model", metavar="MODEL", help="which deck, as `qd deck list` names it")
    parser.add_argument(
        "--ask", metavar="FILE", help="what it shows: an ask, or several, as qd asks --json prints"
    )
    parser.add_argument("-o", "--output", metavar="PNG", help="where the picture goes")
    parser.add_argument("--json", action="store_true", help="list as JSON")
    parser.add_argument("--url", metavar="URL", help="run for a daemon elsewhere, at this address")
    parser.add_argument("--token-file", metavar="FILE", help="where the token of that daemon is")
    parser.add_argument(
        "--emulate", metavar="MODEL[,MODEL]", help="run decks that are not there, to try it"
    )
    parser.add_argument("--from-daemon", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List, draw or serve."""
    if args.what == "list":
        return _list(as_json=args.json)
    if args.what == "run":
        return _run(args)
    missing = [name for name in ("model", "ask", "output") if getattr(args, name) is None]
    if missing:
        complain(
            f"qd deck render needs --{missing[0]}.",
            "Try: qd deck render --model mini --ask asks.json -o mini.png",
        )
        return Exit.USAGE
    return _render(args.model, Path(args.ask), Path(args.output))


def _run(args: argparse.Namespace) -> int:
    from quarterdeck.app.paths import paths

    try:
        from quarterdeck.app.cli.deck_run import run_decks
    except ImportError:
        problem = "Decks need the library streamdeck, which is not installed."
        raise Trouble(problem, LIBRARY_NEEDED, Exit.FAILED) from None
    return run_decks(
        paths(),
        url=args.url,
        token_file=args.token_file,
        emulate=args.emulate,
        child=args.from_daemon,
    )


def _list(*, as_json: bool) -> int:
    from quarterdeck.app.cli.table import table
    from quarterdeck.app.cli.terminal_text import columns

    if as_json:
        print(json.dumps([_told(model) for model in MODELS.values()]))
        return Exit.DONE
    rows = [
        (m.name, m.title, f"{m.columns} × {m.rows}", _pixels(m.key), _beside(m))
        for m in MODELS.values()
    ]
    headings = ("MODEL", "DECK", "KEYS", "PIXELS", "BESIDE THEM")
    print(table(rows, headings, columns(), {"BESIDE THEM": 12}))
    return Exit.DONE


def _pixels(size: Size | None) -> str:
    return f"{size.width} × {size.height}" if size else "none"


def _beside(model: Model) -> str:
    parts = (
        f"screen {_pixels(model.strip)}" if model.strip else "",
        f"{model.dials} dials" if model.dials else "",
        f"{model.touch_keys} touch keys" if model.touch_keys else "",
    )
    return ", ".join(part for part in parts if part)


def _told(model: Model) -> dict[str, object]:
    return {
        "model": model.name,
        "title": model.title,
        "columns": model.columns,
        "rows": model.rows,
        "key": [model.key.width, model.key.height] if model.key else None,
        "strip": [model.strip.width, model.strip.height] if model.strip else None,
        "dials": model.dials,
        "touch_keys": model.touch_keys,
    }


def _render(name: str, file: Path, output: Path) -> int:
    from quarterdeck.app.cli.ask_file import NoAsk, read_asks
    from quarterdeck.app.cli.finding import did_you_mean

    model = MODELS.get(name)
    if model is None:
        remedy = did_you_mean(name, MODELS) or f"There are {', '.join(MODELS)}."
        raise Trouble(f"There is no model {name!r}.", remedy, Exit.NOT_FOUND)
    try:
        asks = read_asks(file)
    except NoAsk as error:
        raise Trouble(str(error), "`qd asks --json` prints asks.", Exit.FAILED) from None
    try:
        from quarterdeck.app.cli.deck_picture import deck_picture
    except ImportError:
        raise Trouble(
            "Drawing needs Pillow, which is not installed.", NEEDED, Exit.FAILED
        ) from None
    deck_picture(model, asks, output)
    print(f"{output} shows a {model.title}.")
    return Exit.DONE
