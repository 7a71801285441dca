"""The reports that decks take and give: what goes over the wire, without a wire."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from quarterdeck.boards.models import Model, Size

PICTURE, KEY_PAGE, SCREEN_PAGE, STRIP_PAGE = 0x02, 0x07, 0x0B, 0x0C
OLD_KEY_PAGE = 0x01
OLD_HEADER, HEADER, STRIP_HEADER = 16, 8, 16
TURNED, PUSHED = 1, 0
TOUCHED, TOUCHED_LONG, DRAGGED = 1, 2, 3


class BadReport(Exception):
    """A report that no deck of this model understands; the message says why."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of a strip's glass."""

    x: int
    y: int
    size: Size


Target = int | Area  # a key, or a part of the strip


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a picture, as one report carries it."""

    target: Target
    number: int  # from 0
    last: bool
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports:
    """How the decks of one model speak."""

    old: bool = False  # pages without a length, BMP instead of JPEG
    length: int = 1024  # of a report with a part of a picture
    page: int = 1008  # bytes of a picture that a page without a length holds
    first_page: int = 0
    mirrored: bool = False  # each row of keys is counted from the right
    serial_at: int = 2
    firmware_at: int = 6
    glass: Size | None = None  # of the strip, as it is mounted
    colours: bool = False  # keys that show a colour


FORMATS: dict[str, Reports] = {
    "mini": Reports(old=True, serial_at=5, firmware_at=5),
    "original": Reports(
        old=True, length=8191, page=7803, first_page=1, mirrored=True, serial_at=5, firmware_at=5
    ),
    "mk2": Reports(),
    "xl": Reports(),
    "neo": Reports(glass=Size(248, 58), colours=True),
    "plus": Reports(glass=Size(800, 100), serial_at=5, firmware_at=5),
    "plus-xl": Reports(glass=Size(100, 1200)),  # it stands upright
    "studio": Reports(serial_at=5, firmware_at=5),
    "pedal": Reports(),
}


def page_of(model: Model, report: bytes) -> Page | None:
    """The part of a picture in a report; None for one that only ends what was begun."""
    format_ = FORMATS[model.name]
    if model.key is None:
        raise BadReport("It has no display.")
    if len(report) != format_.length:
        raise BadReport(f"A report has {format_.length} bytes, not {len(report)}.")
    if report[0] != PICTURE:
        raise BadReport(f"There is no report {report[0]:#04x}.")
    if not any(report[1:]):
        return None
    return _old_page(model, format_, report) if format_.old else _page(model, format_, report)


def _old_page(model: Model, format_: Reports, report: bytes) -> Page:
    kind, number, last, key = report[1], report[2], report[4], report[5] - 1
    if kind != OLD_KEY_PAGE or any(report[6:OLD_HEADER]) or report[3]:
        raise BadReport(f"This header is not a picture's: {report[:OLD_HEADER].hex(' ')}.")
    place, data = physical(model, _known(model, key)), _data(report, OLD_HEADER, format_.page)
    return Page(place, number - format_.first_page, _flag(last), data)


def _page(model: Model, format_: Reports, report: bytes) -> Page:
    if report[1] == KEY_PAGE:
        _, _, key, last, length, number = struct.unpack_from("<BBBBHH", report)
        return Page(_known(model, key), number, _flag(last), _data(report, HEADER, length))
    if report[1] == SCREEN_PAGE and format_.colours and format_.glass:
        _, _, zero, last, length, number = struct.unpack_from("<BBBBHH", report)
        if zero:
            raise BadReport("There is one screen only.")
        return Page(Area(0, 0, format_.glass), number, _flag(last), _data(report, HEADER, length))
    if report[1] == STRIP_PAGE and format_.glass and not format_.colours:
        x, y, wide, high, last, number, length = struct.unpack_from("<HHHHBHH", report, 2)
        glass = format_.glass
        if x + wide > glass.width or y + high > glass.height:
            raise BadReport(f"{wide} × {high} at {x}, {y} is beyond the strip.")
        area = Area(x, y, Size(wide, high))
        return Page(area, number, _flag(last), _data(report, STRIP_HEADER, length))
    raise BadReport(f"It draws nothing for {report[1]:#04x}.")


def _known(model: Model, key: int) -> int:
    if not 0 <= key < model.keys:
        raise BadReport(f"There is no key {key}.")
    return key


def _flag(value: int) -> bool:
    if value not in (0, 1):
        raise BadReport(f"Whether it is the last page is 0 or 1, not {value}.")
    return value == 1


def _data(report: bytes, header: int, length: int) -> bytes:
    if not 0 < length <= len(report) - header:
        raise BadReport(f"A page cannot hold {length} bytes.")
    if any(report[header + length :]):
        raise BadReport("Something follows the page.")
    return report[header : header + length]


def physical(model: Model, key: int) -> int:
    """The place of a key on the wire, and back."""
    if not FORMATS[model.name].mirrored:
        return key
    row, column = divmod(key, model.columns)
    return row * model.columns + model.columns - 1 - column


# Pictures


def checked_picture(model: Model, target: Target, data: bytes) -> bytes:
    """A picture, without what pads its last page, if the deck can show it there."""
    wanted = target.size if isinstance(target, Area) else model.key
    picture, size = _bmp(data) if FORMATS[model.name].old else _jpeg(data)
    if size != wanted:
        raise BadReport(f"A picture of {size.width} × {size.height} does not fit.")
    return picture


def _bmp(data: bytes) -> tuple[bytes, Size]:
    if len(data) < 54 or data[:2] != b"BM":
        raise BadReport("This is not a BMP picture.")
    length, _, start, header, width, height, _, depth, packed = struct.unpack_from(
        "<IIIIiiHHI", data, 2
    )
    if (header, depth, packed) != (40, 24, 0) or length != start + width * height * 3:
        raise BadReport("This BMP picture is not one of 24 bits that is not packed.")
    if length > len(data) or any(data[length:]):
        raise BadReport(f"A picture of {length} bytes came as {len(data)}.")
    return data[:length], Size(width, height)


def _jpeg(data: bytes) -> tuple[bytes, Size]:
    if data[:2] != b"\xff\xd8" or data[-2:] != b"\xff\xd9":
        raise BadReport("This is not a whole JPEG picture.")
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if kind == 0xC0:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return data, Size(width, height)
        at += 2 + length
    raise BadReport("This is not a baseline JPEG picture.")


def black_bmp(size: Size) -> bytes:
    """A black picture for decks that take BMP; the library's own tells a wrong size."""
    pixels = size.width * size.height * 3
    header = struct.pack("<IIIIiiHHI", 54 + pixels, 0, 54, 40, size.width, size.height, 1, 24, 0)
    return b"BM" + header + bytes(20) + bytes(pixels)


# What a person does


def keys_report(model: Model, down: Sequence[bool]) -> bytes:
    """Which keys are down, touch keys last."""
    format_ = FORMATS[model.name]
    wired = [down[physical(model, key)] for key in range(model.keys)] + list(down[model.keys :])
    if format_.old:
        return bytes([1, *wired])
    return bytes([1, 0, len(wired), 0, *wired])


def dial_report(model: Model, dial: int, what: int, value: int) -> bytes:
    """A dial was turned, or pushed and let go."""
    values = [0] * model.dials
    values[dial] = value & 0xFF
    return bytes([1, 3, 1 + model.dials, 0, what, *values])


def touch_report(what: int, *points: int) -> bytes:
    """The strip was touched at x and y; a drag ends at another x and y."""
    return struct.pack(f"<BBBBBB{len(points)}H", 1, 2, 2 + 2 * len(points), 0, what, 0, *points)
