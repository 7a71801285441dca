"""Prompts that offer their answers in brackets."""

import pytest

from quarterdeck.judgement.screens.typed_prompts import typed_prompt


@pytest.mark.parametrize(
    ("rows", "labels"),
    [
        ("Apply? [Yes/Always/No]", ["Yes", "Always", "No"]),
        ("│ Run it? (y/n/a) │", ["y", "n", "a"]),
        ("Go on? [y, n, q]", ["y", "n", "q"]),
        ("Add? (Y)es/(N)o [Yes]:", ["Y", "N"]),
        ("Your choice [1/2/3]\n> ", ["1", "2", "3"]),
        ("See (the docs) first [a|b]", ["a", "b"]),
    ],
)
def test_the_answers_in_brackets_are_its_options(rows: str, labels: list[str]) -> None:
    dialog = typed_prompt(rows)
    assert dialog is not None
    assert [option.label for option in dialog.options] == labels
    assert dialog.typed


@pytest.mark.parametrize("rows", ["", "Done.", "see (the docs)", "[ok]", "f(a, b"])
def test_a_row_without_a_choice_is_no_prompt(rows: str) -> None:
    assert typed_prompt(rows) is None


def test_no_answer_is_selected_for_no_key_moves_to_one() -> None:
    dialog = typed_prompt("Overwrite? [y/N]")
    assert dialog is not None
    assert not any(option.selected for option in dialog.options)
    assert not dialog.digits


def test_what_stands_before_the_brackets_is_the_question() -> None:
    dialog = typed_prompt("src/a.py\nOverwrite it? [y/N]")
    assert dialog is not None
    assert (dialog.prompt, dialog.text) == ("Overwrite it?", "src/a.py\nOverwrite it? [y/N]")


def test_a_letter_in_a_word_is_told_with_its_word() -> None:
    dialog = typed_prompt("Add? (Y)es/(D)on't ask again")
    assert dialog is not None
    assert [option.description for option in dialog.options] == ["Yes", "Don't ask again"]
