"""What a picture for one key is made of, and by which name it goes."""

import pytest

from quarterdeck.boards.icons import BadIcon, Icon, file_named, icon_of, is_file


def test_the_same_parameters_have_the_same_name_of_eight_digits() -> None:
    file = icon_of("✅", "RUN", "#00ff00").file
    assert file == icon_of(" ✅ ", " RUN", "#0F0").file
    assert is_file(file)
    assert len(file) == len("a2fc31d8.rgb")


@pytest.mark.parametrize(
    "other", [Icon("❌", "RUN"), Icon("✅", "Run"), Icon("✅", "RUN", "#000000")]
)
def test_other_parameters_have_another_name(other: Icon) -> None:
    assert other.file != Icon("✅", "RUN").file


def test_a_long_text_ends_in_an_ellipsis() -> None:
    assert icon_of("", "Show me more information", "").text == "Show me more inform…"


@pytest.mark.parametrize(
    ("emoji", "text", "colour", "why"),
    [
        ("", "  ", "", "is needed"),
        ("✅" * 17, "", "", "at most 16"),
        ("", "a\x1b[31mb", "", "Control characters"),
        ("\x07", "", "", "Control characters"),
        ("", "", "green", "not a colour"),
        ("", "", "#00ff0", "not a colour"),
    ],
)
def test_what_cannot_be_drawn_is_said(emoji: str, text: str, colour: str, why: str) -> None:
    with pytest.raises(BadIcon, match=why):
        icon_of(emoji, text, colour)


@pytest.mark.parametrize("name", ["yes", "yes.rgb", "yes_alt", "a-1"])
def test_a_name_is_a_file(name: str) -> None:
    assert is_file(file_named(name))


@pytest.mark.parametrize("name", ["", "Yes", "../x", "a/b", "a.b", "_x", "a" * 17, "deadbeef", "é"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(BadIcon):
        file_named(name)


@pytest.mark.parametrize(
    "name", ["yes", "../yes.rgb", "..rgb", ".rgb", "a/b.rgb", "yes.rgb\0", "YES.rgb"]
)
def test_what_is_no_file_of_ours_is_not_taken_for_one(name: str) -> None:
    assert not is_file(name)
