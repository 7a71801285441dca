"""Pictures that are ready by name, and the labels that they stand for."""

import pytest

from quarterdeck.boards.icons import Icon
from quarterdeck.boards.known_icons import CATEGORY_OF, KNOWN, Category, icon_for, known_file

PROMISED = "yes no always help stop background continue debug retry skip maybe info"


def test_every_promised_name_is_there() -> None:
    assert set(PROMISED.split()) <= set(KNOWN)
    assert all(known_file(f"{name}.rgb") == icon for name, icon in KNOWN.items())


def test_every_picture_has_a_category_and_no_category_is_empty() -> None:
    assert set(CATEGORY_OF) == set(KNOWN)
    assert set(CATEGORY_OF.values()) == set(Category)


@pytest.mark.parametrize(
    ("label", "name"),
    [("Yes", "yes"), ("STOP", "stop"), ("More Info", "info"), ("Retry!", "retry")],
)
def test_a_word_that_everybody_knows_is_shown_as_its_picture(label: str, name: str) -> None:
    assert icon_for(label) == KNOWN[name]


@pytest.mark.parametrize("label", ["1", "#24429", "Yes, and don't ask again", "PostgreSQL"])
def test_numbers_sentences_and_names_stay_text(label: str) -> None:
    shown = icon_for(label)
    assert shown.emoji == ""
    assert shown.text.rstrip("…") in label


def test_a_picture_tells_its_word_too() -> None:
    assert KNOWN["no"] == Icon("❌", "NO")
