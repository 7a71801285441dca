"""`qd deck`: which decks there are, and what one would show."""

import argparse
import json
from pathlib import Path

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.console import Commands, Exit, command, complain
from quarterdeck.boards.models import MODELS, Model, Size

NEEDED = "pip install 'quarterdeck[deck]', or pip install pillow where qd lives."


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "deck",
        "List the models of decks, or draw what one would show of an ask.",
        [
            "qd deck list",
            "qd asks --json | tee asks.json",
            "qd deck render --model mini --ask asks.json -o mini.png",
        ],
    )
    parser.add_argument("what", choices=("list", "render"), help="list the models, or draw one")
    parser.add_argument("--model", metavar="MODEL", help="which deck, as `qd deck list` names it")
    parser.add_argument(
        "--ask", metavar="FILE", help="what it shows: an ask, or several, as qd asks --json prints"
    )
    parser.add_argument("-o", "--output", metavar="PNG", help="where the picture goes")
    parser.add_argument("--json", action="store_true", help="list as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List or draw."""
    if args.what == "list":
        return _list(as_json=args.json)
    missing = [name for name in ("model", "ask", "output") if getattr(args, name) is None]
    if missing:
        complain(
            f"qd deck render needs --{missing[0]}.",
            "Try: qd deck render --model mini --ask asks.json -o mini.png",
        )
        return Exit.USAGE
    return _render(args.model, Path(args.ask), Path(args.output))


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
