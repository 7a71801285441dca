"""Where a page of the history ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.domain.history import Place, read_place


@given(st.floats(allow_nan=False, allow_infinity=False), st.text())
def test_a_place_is_found_again_by_its_word(at: float, name: str) -> None:
    assert read_place(str(Place(at, name))) == Place(at, name)


@pytest.mark.parametrize("word", ["", "1.0", "~a", "x~a", "nan~a", "inf~a"])
def test_another_word_is_no_place(word: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_place(word)
