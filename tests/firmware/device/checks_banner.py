"""Words that no daemon drew."""

import banner


def picture(lines, ink=0xFFFF, ground=0x0000):
    data = b""
    for row, piece in banner.rows(lines, ink, ground):
        assert row * 256 == len(data)
        data += bytes(piece)
    return data


def check_a_banner_fills_its_key():
    assert picture([]) == b"\0" * 32768
    assert len(picture(["offline", "again in 3 s"])) == 32768


def check_the_high_byte_comes_first():
    assert picture([], ground=0xF800)[:2] == b"\xf8\x00"
    ink = picture(["W"], ink=0x001F)
    assert {ink[n : n + 2] for n in range(0, 32768, 2)} == {b"\0\0", b"\x00\x1f"}


def check_a_line_that_is_too_long_is_cut():
    assert picture(["x" * 16]) == picture(["x" * 400])
