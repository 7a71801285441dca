from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.surfaces.kit.clusters import MOST_MARKS, clusters, composed


def test_letters_stay_with_their_marks_and_emoji_with_their_parts() -> None:
    assert clusters("ab") == ["a", "b"]
    assert clusters("e\u0301x") == ["é", "x"]
    assert clusters("x\u0331y") == ["x\u0331", "y"]
    assert clusters("👩‍💻🇯🇵👍🏽") == ["👩‍💻", "🇯🇵", "👍🏽"]


def test_a_heap_of_marks_does_not_grow_without_end() -> None:
    [only] = clusters("x" + "\u0331" * 1000)
    assert len(only) <= 1 + MOST_MARKS * 2


@given(st.text(max_size=30))
def test_nothing_is_lost_but_marks(text: str) -> None:
    short = "".join(clusters(text))
    assert all(sign in composed(text) for sign in short)
    assert len(clusters(text)) <= len(text)
