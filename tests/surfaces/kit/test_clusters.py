from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.surfaces.kit.clusters import MOST_MARKS, clusters, drawable


def test_letters_stay_with_their_marks_and_emoji_with_their_parts() -> None:
    assert clusters("ab") == ["a", "b"]
    assert clusters("e\u0301x") == ["e\u0301", "x"]
    assert clusters("👩‍💻🇯🇵👍🏽") == ["👩‍💻", "🇯🇵", "👍🏽"]


def test_a_letter_and_its_mark_are_drawn_as_one_where_there_is_one() -> None:
    assert drawable("e\u0301") == "é"
    assert drawable("x\u0331") == "x\u0331"
    assert drawable("👩‍👩‍👧‍👦") == "👩‍👩‍👧‍👦"


def test_a_heap_of_marks_does_not_grow_without_end() -> None:
    [only] = clusters("x" + "\u0331" * 1000)
    assert len(drawable(only)) <= 1 + MOST_MARKS


@given(st.text(max_size=30))
def test_nothing_is_lost(text: str) -> None:
    assert "".join(clusters(text)) == text
