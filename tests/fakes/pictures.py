"""Draws with words: what a key says and how it is touched, instead of pixels."""

from quarterdeck.boards.board import Board
from quarterdeck.boards.drawing import STRIP, Drawing, Sheet
from quarterdeck.boards.moment import Moment, age, countdown, step_of


class WordPainter:
    """Draws at once, and remembers its jobs."""

    def __init__(self) -> None:
        self.jobs: list[Drawing | Sheet] = []

    async def __call__(self, job: Drawing | Sheet) -> tuple[bytes, ...]:
        self.jobs.append(job)
        if isinstance(job, Sheet):
            return (f"a sheet of {job.board.name}".encode(),)
        return tuple(_words(job.board, place, job.moment).encode() for place in job.places)


def _words(board: Board, place: int, moment: Moment) -> str:
    message = board.strip if place == STRIP else board.message
    said = f"{message.text.text} {countdown(message.deadline, moment.now)}" if message else ""
    if place == STRIP:
        return said
    look = board.keys[place].look
    lasted = "" if look.since is None else age(moment.now - look.since)
    touched = (place in moment.pressed, place in moment.dimmed, moment.held.get(place))
    if why := moment.failed.get(place):
        return why
    if look.moves:
        lasted += f" step {step_of(moment.now)}"
    return f"{place} {look.words} {look.colour} {lasted} {touched} {said}"
