"""The options of a dialog."""

from quarterdeck.judgement.screens import Option, builtin_rules
from quarterdeck.judgement.screens.option_lists import listed

CLAUDE = builtin_rules().of("claude").look


def options(screen: str) -> tuple[Option, ...]:
    found = listed(screen.split("\n"), CLAUDE)
    return found.options if found else ()


def test_numbered_options_have_digits_and_one_is_selected() -> None:
    yes, no = options(" ❯ 1. Yes\n   2. No")
    assert (yes.label, yes.digit, yes.selected) == ("Yes", 1, True)
    assert (no.label, no.digit, no.selected) == ("No", 2, False)


def test_what_stands_under_an_option_describes_it() -> None:
    first, second = options("❯ 1. PG\n     a database\n     of note\n  2. SQLite")
    assert (first.description, second.description) == ("a database of note", "")


def test_what_stands_beside_an_option_describes_it() -> None:
    assert (
        options("❯ 1. Banana (Recommended)  Choose it.\n  2. Pear")[0].description == "Choose it."
    )


def test_a_preview_beside_the_options_does_not_describe_them() -> None:
    first, second = options("❯ 1. AWS          ┌─────┐\n  2. Bare         │ aws │")
    assert (first.label, first.description, second.description) == ("AWS", "", "")


def test_ticked_options_say_so() -> None:
    assert [o.checked for o in options("❯ 1. [✔] Auth\n  2. [ ] API")] == [True, False]


def test_rows_without_a_number_that_belong_to_a_question_are_options_too() -> None:
    found = options("❯ 1. [ ] Auth\n  2. [ ] API\n     Next\n────────────\n  3. Chat about this")
    assert [o.label for o in found] == ["Auth", "API", "Next", "Chat about this"]


def test_options_without_numbers_stand_in_line_with_the_selected_one() -> None:
    found = options(" Do you want to proceed?\n ❯ No\n   Yes\n\n Esc to cancel")
    assert [(o.label, o.digit, o.selected) for o in found] == [
        ("No", None, True),
        ("Yes", None, False),
    ]


def test_a_sent_prompt_at_the_left_edge_is_not_a_list() -> None:
    assert options("❯ please fix this\n  and that") == ()


def test_a_numbered_text_above_is_not_part_of_the_options() -> None:
    found = options("1. first do this\n2. then that\n\n ❯ 1. Yes\n   2. No")
    assert [o.label for o in found] == ["Yes", "No"]


def test_the_upper_options_may_be_scrolled_away() -> None:
    found = options("  3. Review\n❯ 4. Refactor\n  5. Ship it")
    assert [o.digit for o in found] == [3, 4, 5]


def test_buttons_beside_each_other_are_options() -> None:
    assert [o.label for o in options("    Accept    Decline")] == ["Accept", "Decline"]


def test_two_cursors_select_nothing() -> None:
    assert not any(o.selected for o in options("❯ 1. Yes\n❯ 2. No\n\nEsc to cancel"))


def test_an_option_out_of_sight_does_not_hide_the_others() -> None:
    assert [o.digit for o in options(" ❯ 1. Yes\n   4. No")] == [1, 4]


def test_a_tenth_option_has_no_key() -> None:
    assert options("  9. Nine\n❯ 10. Ten")[1].digit is None
