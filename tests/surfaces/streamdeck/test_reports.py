"""The reports of decks, byte by byte."""

import pytest

from quarterdeck.boards.models import MINI, ORIGINAL, PEDAL, PLUS, XL, Size
from quarterdeck.surfaces.streamdeck.reports import (
    TURNED,
    BadReport,
    Page,
    black_bmp,
    checked_picture,
    dial_report,
    keys_report,
    page_of,
    physical,
    touch_report,
)


def test_a_page_of_a_key_says_how_long_it_is() -> None:
    report = bytes([2, 7, 31, 1, 3, 0, 2, 0]) + b"abc" + bytes(1013)

    assert page_of(XL, report) == Page(31, 2, last=True, data=b"abc")


def test_a_page_of_an_original_is_counted_from_one_and_its_rows_from_the_right() -> None:
    report = bytes([2, 1, 1, 0, 0, 1]).ljust(16, b"\0") + b"abc".ljust(8175, b"\0")

    page = page_of(ORIGINAL, report)

    assert page
    assert (page.target, page.number, page.last) == (4, 0, False)


def test_a_report_of_nothing_only_ends_what_was_begun() -> None:
    assert page_of(MINI, bytes([2]).ljust(1024, b"\0")) is None


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ([2, 7, 0, 2, 3, 0, 0, 0], "0 or 1"),
        ([2, 7, 0, 0, 0, 0, 0, 0], "cannot hold 0"),
        ([2, 7, 0, 0, 255, 255, 0, 0], "cannot hold 65535"),
        ([2, 7, 0, 0, 1, 0, 0, 0], "follows the page"),
        ([2, 12, 0, 0, 1, 0, 0, 0], "draws nothing for 0x0c"),
        ([3, 7, 0, 0, 3, 0, 0, 0], "no report 0x03"),
    ],
)
def test_a_header_that_is_wrong_is_refused(header: list[int], why: str) -> None:
    with pytest.raises(BadReport, match=why):
        page_of(XL, bytes(header) + b"abc".ljust(1016, b"\0"))


def test_a_picture_beyond_the_strip_is_refused() -> None:
    report = bytes([2, 12, 1, 0, 0, 0, 0x20, 3, 100, 0, 1, 0, 0, 1, 0, 0]) + b"a"

    with pytest.raises(BadReport, match="beyond the strip"):
        page_of(PLUS, report.ljust(1024, b"\0"))


def test_a_pedal_shows_nothing() -> None:
    with pytest.raises(BadReport, match="no display"):
        page_of(PEDAL, bytes(1024))


def test_a_black_picture_is_one_that_the_deck_takes() -> None:
    black = black_bmp(Size(80, 80))

    assert checked_picture(MINI, 0, black + bytes(100)) == black
    assert not any(black[54:])


def test_a_place_on_the_wire_leads_back_to_its_key() -> None:
    assert [physical(ORIGINAL, physical(ORIGINAL, key)) for key in range(15)] == list(range(15))


def test_keys_dials_and_touches_become_reports() -> None:
    assert keys_report(MINI, [False, True, False, False, False, False]).hex() == "01000100000000"
    assert keys_report(PEDAL, [True, False, False]).hex() == "01000300010000"
    assert dial_report(PLUS, 1, TURNED, -1).hex() == "010305000100ff0000"
    assert touch_report(1, 256, 2).hex() == "01020600010000010200"
