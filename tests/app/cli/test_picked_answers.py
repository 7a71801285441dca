"""Answers on the command line: numbers and names of options, or one's own words, never both."""

from typing import Any

import pytest

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.picked_answers import answers_for, own_words, picked


def asking(*labels: str, multi: bool = False) -> dict[str, Any]:
    options = [{"label": label} for label in labels]
    return {"questions": [{"question": "Which?", "multi": multi, "options": options}]}


@pytest.mark.parametrize("given", ["2", "Blue", "blue"])
def test_an_option_is_picked_by_number_or_name(given: str) -> None:
    assert answers_for(asking("Red", "Blue"), [picked(given)]) == {"Which?": "Blue"}


def test_several_are_picked_where_several_may_be() -> None:
    ask = asking("Red", "Blue", "Green", multi=True)
    assert answers_for(ask, [picked("3, red")]) == {"Which?": ["Green", "Red"]}
    assert answers_for(ask, [picked("2")]) == {"Which?": ["Blue"]}


def test_own_words_stay_as_they_are() -> None:
    assert answers_for(asking("Red", "Blue"), [own_words("5")]) == {"Which?": "5"}


def test_own_words_stand_beside_options_where_several_may_be_picked() -> None:
    ask = asking("Red", "Blue", multi=True)
    assert answers_for(ask, [own_words("Red, a dark one")]) == {"Which?": ["Red", "a dark one"]}


@pytest.mark.parametrize("given", ["0", "3", "5", "-1", "²", "1,2", "1,9", "", "grue"])
def test_what_is_no_option_is_refused_with_the_options(given: str) -> None:
    with pytest.raises(Trouble) as told:
        answers_for(asking("Red", "Blue"), [picked(given)])
    assert "There are: 1. Red, 2. Blue. Use --own for your own words." in told.value.remedy
    assert told.value.code == 2


def test_a_name_that_is_the_number_of_another_is_not_guessed() -> None:
    ask = asking("2", "4")
    with pytest.raises(Trouble, match="is the number of '4' and the name of another"):
        answers_for(ask, [picked("2")])
    assert answers_for(ask, [picked("4")]) == {"Which?": "4"}


def test_a_name_with_a_comma_is_one_name() -> None:
    assert answers_for(asking("Red, dark", "Blue"), [picked("Red, dark")]) == {
        "Which?": "Red, dark"
    }


def test_a_form_takes_names_and_values() -> None:
    form = {"fields": [{"name": "env"}, {"name": "n"}]}
    assert answers_for(form, [picked("env=a=b"), picked("n=")]) == {"env": "a=b", "n": ""}
    for wrong in (picked("env"), own_words("env=a")):
        with pytest.raises(Trouble) as told:
            answers_for(form, [wrong])
        assert told.value.remedy == "Give --answer for each of: env=…, n=…."
