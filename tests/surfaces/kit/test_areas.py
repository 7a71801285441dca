from quarterdeck.boards.board import Key
from quarterdeck.boards.looks import BLACK, ON_MESSAGE, Bar, Ground, Look, Tone
from quarterdeck.boards.models import MINI, Size
from quarterdeck.surfaces.kit.areas import BAND, bar_height, message_area, strip_area

KEY = Size(80, 80)
BOTTOM = Key(Look(Ground.MESSAGE, Bar("Allow", Tone.ALLOW)))
TOP = Key(Look(Ground.MESSAGE, Bar("Go CC", Tone.GO, top=True)))
PLAIN = Key(ON_MESSAGE)


def test_a_text_runs_beside_the_label_at_the_top_and_above_those_below() -> None:
    area = message_area(MINI, KEY, (PLAIN, PLAIN, TOP, BOTTOM, BOTTOM, BOTTOM))
    lines = area.lines(20, 0)
    assert len(lines) == 4 + 3
    assert lines[0].segments == ((0, 80), (80, 160))
    assert lines[1].segments == ((0, 80), (80, 160), (160, 240))


def test_no_line_runs_over_the_gap_between_two_rows_of_keys() -> None:
    area = message_area(MINI, KEY, (PLAIN,) * 6)
    for height in (10, 12, 16, 20, 28):
        for line in area.lines(height, 0):
            inside = line.y % (KEY.height + BAND)
            assert 0 <= inside <= KEY.height - height


def test_a_message_in_the_lowest_row_begins_there() -> None:
    area = message_area(MINI, KEY, (Key(BLACK),) * 3 + (PLAIN,) * 3)
    assert area.top_edge == KEY.height + BAND
    assert area.lines(20, area.top_edge)[0].y == area.top_edge


def test_labels_grow_with_the_key_and_never_shrink_below_twenty_pixels() -> None:
    assert [bar_height(Size(n, n)) for n in (72, 80, 96, 120)] == [20, 20, 24, 30]


def test_a_strip_is_one_wide_key_with_a_margin() -> None:
    area = strip_area(Size(800, 100))
    assert area.lines(20, 0)[0].segments == ((6, 794),)
