"""Draws boards: one picture for each key, and one for the strip."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from PIL import Image, ImageDraw

from quarterdeck.boards.board import Board, Key
from quarterdeck.boards.looks import Bar, Ground, Look, Message, Tone
from quarterdeck.boards.models import Model, Size
from quarterdeck.boards.moment import STEPS, Moment, age, countdown, step_of
from quarterdeck.domain.shown import Span
from quarterdeck.surfaces.kit import palette as p
from quarterdeck.surfaces.kit.areas import BAND, Area, bar_height, message_area, strip_area
from quarterdeck.surfaces.kit.clusters import clusters
from quarterdeck.surfaces.kit.flow import Placed, Row, Text, cut, flow, one_line
from quarterdeck.surfaces.kit.fonts import (
    EMOJI,
    HUGE,
    LARGE_BOLD,
    MIDDLE_BOLD,
    SMALL,
    SMALL_BOLD,
    TINY,
    Style,
    emoji,
    glyph,
    measured,
    stencil,
)
from quarterdeck.surfaces.kit.message import Layout, Line, lay_out
from quarterdeck.surfaces.kit.palette import Colour, Pair, Palette
from quarterdeck.surfaces.kit.shapes import draw_shape

MARGIN = 3
ROOMY = 96  # pixels of height: on smaller keys what a button types needs the room of its picture
RING = "○"  # says that a label must be held
DOT = 6  # pixels across, of the dots that move


@dataclass(frozen=True, slots=True)
class Pictures:
    """A board as pictures."""

    keys: tuple[Image.Image, ...]
    strip: Image.Image | None


class NoDisplay(Exception):
    """Keys that show nothing cannot be drawn."""


class Painter:
    """Draws the boards of one model."""

    def __init__(self, model: Model, palette: Palette) -> None:
        if model.key is None:
            raise NoDisplay(f"The keys of a {model.title} show nothing.")
        self._model = model
        self._size = model.key
        self._bar_height = bar_height(model.key)
        self._palette = palette
        # The message that was drawn last: a pressed key shows a piece of the same.
        self._last: tuple[tuple[Message, Area, str], Image.Image] | None = None

    def draw(self, board: Board, moment: Moment) -> Pictures:
        """Every key, and the strip."""
        message = self._message(board, moment)
        keys = tuple(self._key(place, key, message, moment) for place, key in enumerate(board.keys))
        return Pictures(keys, self._strip(board.strip, moment))

    def draw_key(self, board: Board, place: int, moment: Moment) -> Image.Image:
        """One key alone, as when it is pressed."""
        key = board.keys[place]
        on_message = key.look.ground is Ground.MESSAGE
        message = self._message(board, moment) if on_message else None
        return self._key(place, key, message, moment)

    def draw_strip(self, board: Board, moment: Moment) -> Image.Image | None:
        """The strip alone."""
        return self._strip(board.strip, moment)

    # The message

    def _message(self, board: Board, moment: Moment) -> Image.Image | None:
        if board.message is None or self._model.key is None:
            return None
        area = message_area(self._model, self._size, board.keys)
        if not area.free:
            return None
        said = (board.message, area, countdown(board.message.deadline, moment.now))
        if self._last is None or self._last[0] != said:
            self._last = said, self._written(*said)
        return self._last[1]

    def _written(self, message: Message, area: Area, left: str) -> Image.Image:
        layout = lay_out(message, area, left)
        ground = self._palette.session(message.colour)
        size = area.size
        picture = Image.new("RGB", (size.width, size.height), ground)
        draw = ImageDraw.Draw(picture)
        header = self._palette.header(message.level)
        if layout.header:
            draw.rectangle(
                (0, area.top_edge, size.width, layout.header_end - 1), fill=header.ground
            )
            for line in layout.header:
                write(picture, line, header.ink)
        ink = p.readable(p.QUIET if message.quiet else p.INK, ground)
        self._body(picture, draw, message, layout, ink, header)
        write(picture, layout.note, p.readable(p.PICKED, ground))
        return picture

    def _body(
        self,
        picture: Image.Image,
        draw: ImageDraw.ImageDraw,
        message: Message,
        layout: Layout,
        ink: Colour,
        marked: Pair,
    ) -> None:
        style = layout.body.style
        lines = _changed_lines(message)

        def pair(sign: Placed) -> tuple[Colour, Colour | None]:
            if _is_marked(sign, message.text.marks):
                return marked.ink, marked.ground
            line = bisect_right(lines, sign.at, key=lambda line: line[0]) - 1
            return lines[line][1] if lines else ink, None

        for (colour, ground), signs in groupby(layout.body.placed, pair):
            line = Line(style, tuple(signs))
            for sign in line.placed if ground else ():
                end = sign.x + sign.glyph.advance - 1
                draw.rectangle((sign.x, sign.y, end, sign.y + style.height - 1), fill=ground)
            write(picture, line, colour)

    # Keys

    def _key(
        self, place: int, key: Key, message: Image.Image | None, moment: Moment
    ) -> Image.Image:
        look = key.look
        picture = self._ground(place, look, message)
        draw = ImageDraw.Draw(picture)
        if look.title or look.detail or look.state or look.emoji:
            self._inside(picture, look, moment)
        if look.moves:
            self._moving(draw, look, step_of(moment.now))
        if look.bar:
            self._bar(picture, draw, look.bar, place, moment)
        elif place in moment.pressed:
            edge = self._size.width - 1, self._size.height - 1
            draw.rectangle((0, 0, *edge), outline=p.INK, width=2)
        if why := moment.failed.get(place):
            return self._failed(why)
        return picture

    def _failed(self, why: str) -> Image.Image:
        """Why a press on this key came to nothing."""
        pair = p.TONES[Tone.DENY]
        size = self._size.width, self._size.height
        picture = Image.new("RGB", size, pair.ground)
        self._words(picture, why, TITLE, MARGIN, size[1] - MARGIN, pair.ink, share=1)
        return picture

    def _moving(self, draw: ImageDraw.ImageDraw, look: Look, step: int) -> None:
        """A row of dots at the bottom, one of them bright: the agent works."""
        ground = self._fill(look)
        gap = self._size.width / STEPS
        for number in range(STEPS):
            ink = p.readable(p.INK if number == step else p.QUIET, ground)
            half = (DOT if number == step else DOT - 3) / 2
            x, y = gap * (number + 0.5), self._size.height - DOT
            draw.ellipse((x - half, y - half, x + half, y + half), fill=ink)

    def _ground(self, place: int, look: Look, message: Image.Image | None) -> Image.Image:
        width, height = self._size.width, self._size.height
        if look.ground is Ground.MESSAGE and message is not None:
            x = place % self._model.columns * width
            y = place // self._model.columns * (height + BAND)
            return message.crop((x, y, x + width, y + height))
        return Image.new("RGB", (width, height), self._fill(look))

    def _fill(self, look: Look) -> Colour:
        if look.tint:
            return p.colour(look.tint)
        match look.ground:
            case Ground.BLACK:
                return p.BLACK
            case Ground.PICKED:
                return p.PICKED
            case Ground.OPTION:
                return p.RAISED
            case Ground.MESSAGE | Ground.SESSION:
                return self._palette.session(look.colour)

    def _bar(
        self,
        picture: Image.Image,
        draw: ImageDraw.ImageDraw,
        bar: Bar,
        place: int,
        moment: Moment,
    ) -> None:
        pair = p.TONES[bar.tone] if bar.lit else p.UNLIT
        if place in moment.dimmed:
            pair = p.dimmed(pair)
        if place in moment.pressed and not bar.hold:  # one that is held fills instead
            pair = p.pressed(pair)
        width, height = self._size.width, self._size.height
        top = 0 if bar.top else height - self._bar_height
        draw.rectangle((0, top, width, top + self._bar_height - 1), fill=pair.ground)
        if bar.hold and (part := moment.held.get(place, 0.0)):
            self._hold(draw, top, part, pair)
        text = f"{RING} {bar.text}" if bar.hold else bar.text
        write(picture, _centred(text, width, top, self._bar_height), pair.ink)

    def _hold(self, draw: ImageDraw.ImageDraw, top: int, part: float, pair: Pair) -> None:
        """A label fills from the left while its key is held."""
        right = max(1, round(self._size.width * min(part, 1.0))) - 1
        box = (0, top, right, top + self._bar_height - 1)
        draw.rectangle(box, fill=p.pressed(pair).ground)

    def _inside(self, picture: Image.Image, look: Look, moment: Moment) -> None:
        ground = self._fill(look)
        top = self._bar_height if look.bar and look.bar.top else MARGIN
        bottom = self._size.height - (self._bar_height if look.bar and not look.bar.top else MARGIN)
        if look.emoji and (not look.detail or self._size.height >= ROOMY):
            top = self._emoji(picture, look.emoji, top)
        if look.state:
            top = self._state(picture, look, top, moment)
        ink = p.readable(p.QUIET if look.quiet else p.INK, ground)
        if 0 < len(look.title) <= 3 and not (look.detail or look.state or look.emoji):
            box = Size(self._size.width, bottom - top)
            line = _centred(
                look.title, box.width, top + (box.height - HUGE.height) // 2, HUGE.height, (HUGE,)
            )
            write(picture, line, ink)
            return
        y = self._words(
            picture, look.title, TITLE, top, bottom, ink, share=0.7 if look.detail else 1
        )
        self._words(picture, look.detail, DETAIL, y, bottom, p.readable(p.QUIET, ground), share=1)

    def _emoji(self, picture: Image.Image, sign: str, top: int) -> int:
        """An emoji in the upper half; nothing where our font lacks it."""
        seen = sign if len(sign) > 1 else f"{sign}\ufe0f"
        if len(clusters(sign)) != 1 or glyph(seen, LARGE_BOLD).font != EMOJI:
            return top
        small = emoji(seen, self._size.height * 2 // 5)
        picture.paste(small, ((self._size.width - small.width) // 2, top + MARGIN), small)
        return top + small.height + 2 * MARGIN

    def _words(
        self,
        picture: Image.Image,
        text: str,
        styles: Sequence[Style],
        top: int,
        bottom: int,
        ink: Colour,
        share: float,
    ) -> int:
        """Words on a key in the largest letters that fit; gives where they end."""
        if not text:
            return top
        words = Text(text[:500])
        room = int((bottom - top) * share)
        for style in styles:
            rows = [
                Row(y, ((MARGIN, self._size.width - MARGIN),))
                for y in range(top, top + room - style.height + 1, style.height)
            ]
            found = flow(words, rows, style)
            fits = found.end >= len(words) and not found.parted
            if fits or style is styles[-1]:
                placed = found.placed if found.end >= len(words) else cut(found, rows, style)
                write(picture, Line(style, placed), ink)
                return top + found.rows * style.height
        return top

    def _state(self, picture: Image.Image, look: Look, top: int, moment: Moment) -> int:
        assert look.state
        size = min(28, self._size.height // 3)
        draw_shape(picture, look.state, MARGIN + 1, top + 1, size)
        if look.since is not None:
            text = age(moment.now - look.since)
            row = Row(top + (size - SMALL.height) // 2, ((0, self._size.width),))
            x = self._size.width - MARGIN - measured(text, SMALL)
            line = Line(SMALL, tuple(_moved(s, x) for s in one_line(text, row, SMALL)))
            write(picture, line, p.readable(p.QUIET, self._fill(look)))
        return top + size + 4

    # The strip

    def _strip(self, message: Message | None, moment: Moment) -> Image.Image | None:
        size = self._model.strip
        if size is None:
            return None
        if message is None:
            return Image.new("RGB", (size.width, size.height))
        left = countdown(message.deadline, moment.now)
        written = self._written(message, strip_area(size), left)
        return written.crop((0, 0, size.width, size.height))


TITLE = (LARGE_BOLD, MIDDLE_BOLD, SMALL_BOLD, TINY)
DETAIL = (SMALL, TINY)
LABEL = (LARGE_BOLD, MIDDLE_BOLD, SMALL_BOLD, TINY)


@lru_cache(maxsize=200)
def _centred(
    text: str, width: int, top: int, height: int, styles: tuple[Style, ...] = LABEL
) -> Line:
    """A label in the middle of its bar, in the largest letters that fit."""
    fitting = (s for s in styles if measured(text, s) <= width and s.height < height)
    style = next(fitting, styles[-1])
    row = Row(top + (height - style.height) // 2, ((0, width),))
    placed = one_line(text, row, style)
    used = placed[-1].x + placed[-1].glyph.advance if placed else 0
    x = (width - used) // 2
    return Line(style, tuple(_moved(sign, x) for sign in placed))


def _moved(sign: Placed, by: float) -> Placed:
    return Placed(sign.glyph, sign.x + by, sign.y, sign.at)


def _is_marked(sign: Placed, marks: Sequence[Span]) -> bool:
    return any(mark.start <= sign.at < mark.end for mark in marks)


def _changed_lines(message: Message) -> list[tuple[int, Colour]]:
    """Where each line of a change begins, with the colour of what goes and what comes."""
    if not message.change:
        return []
    found, at = [], 0
    for line in message.text.text.split("\n"):
        found.append((at, p.CHANGES.get(line[:1], p.INK)))
        at += len(line) + 1
    return found


def write(picture: Image.Image, line: Line, ink: Colour) -> None:
    """Draw signs, as many at once as stand side by side in one font."""
    for run in _runs(line.placed):
        first = run[0].glyph
        x, y = run[0].x, run[0].y
        if first.font == EMOJI:
            for sign in run:
                small = emoji(sign.glyph.text, sign.glyph.size)
                spot = round(sign.x), round(y + (line.style.height - small.height) / 2)
                picture.paste(small, spot, small)
            continue
        text = "".join(sign.glyph.text for sign in run)
        shape = stencil(text, first.font, first.size)
        spot = round(x) + shape.left, round(y) + line.style.baseline + shape.top
        picture.paste(ink, spot, shape.mask)


def _runs(placed: Sequence[Placed]) -> Iterator[list[Placed]]:
    run: list[Placed] = []
    for sign in placed:
        if run and not _follows(run[-1], sign):
            yield run
            run = []
        run.append(sign)
    if run:
        yield run


def _follows(one: Placed, other: Placed) -> bool:
    near = abs(one.x + one.glyph.advance - other.x) < 0.5 and one.y == other.y
    return near and (one.glyph.font, one.glyph.size) == (other.glyph.font, other.glyph.size)
