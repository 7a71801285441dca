"""Draws what a deck would show of asks from a file. Importing it needs Pillow."""

import time
from collections.abc import Sequence
from pathlib import Path

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.console import Exit
from quarterdeck.app.paths import paths
from quarterdeck.app.settings import BadSettings, load
from quarterdeck.boards.board import Scene
from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.models import Model
from quarterdeck.boards.moment import Moment
from quarterdeck.domain.agenda import Order
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.board_state import BoardState
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Facts, Process, Session
from quarterdeck.domain.states import State
from quarterdeck.surfaces.kit.fonts import NoFont
from quarterdeck.surfaces.kit.painter import NoDisplay, Painter
from quarterdeck.surfaces.kit.palette import palette_of
from quarterdeck.surfaces.kit.sheet import sheet


def deck_picture(model: Model, asks: Sequence[Ask], output: Path) -> None:
    """Write the picture of a deck that shows these asks."""
    try:
        settings = load(paths().config)
        scene = Scene(
            run="render",
            model=model,
            state=BoardState(),
            asks=tuple(asks),
            sessions=_sessions(asks),
            order=Order(settings.deck.order),
        )
        colours = settings.palette
        risks = {level: getattr(colours, level) for level in Level}
        painter = Painter(model, palette_of(colours.sessions, risks))
        pictures = painter.draw(board_of(scene), Moment(time.time()))
        sheet(model, pictures).save(output, "PNG", optimize=True)
    except (BadSettings, NoDisplay, NoFont) as error:
        raise Trouble(str(error), "", Exit.FAILED) from None
    except OSError as error:
        raise Trouble(f"{output} cannot be written: {error.strerror}.", "", Exit.FAILED) from None


def _sessions(asks: Sequence[Ask]) -> tuple[Session, ...]:
    """Whose asks they are: a file does not tell more than the directory."""
    names = {ask.session: ask.cwd.rstrip("/").rpartition("/")[2] or ask.session for ask in asks}
    return tuple(
        Session(
            id=session,
            process=Process("", 0, 0),
            agent="claude",
            name=name,
            colour=colour,
            facts=Facts(),
            state=State.WAITING,
            since=0.0,
            reason="",
            sightings=(),
        )
        for colour, (session, name) in enumerate(names.items())
    )
