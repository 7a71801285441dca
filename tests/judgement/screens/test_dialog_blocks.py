"""Where an open dialog stands."""

from quarterdeck.judgement.screens import builtin_rules
from quarterdeck.judgement.screens.dialog_blocks import Block, find

RULES = builtin_rules()
RULE = "─" * 30


def block(agent: str, *rows: str) -> Block | None:
    return find(rows, RULES.of(agent).look)


def title(agent: str, *rows: str) -> str:
    found = block(agent, *rows)
    assert found is not None
    return found.title


def test_a_dialog_begins_below_the_rule_over_it() -> None:
    assert (
        title("claude", "● hi", RULE, " Bash command", "", " ❯ 1. Yes", "   2. No")
        == "Bash command"
    )


def test_the_rule_before_the_last_option_of_a_question_is_inside_it() -> None:
    rows = (RULE, " ☐ DB", "", "Which?", "", "❯ 1. PG", RULE, "  2. Chat about this")
    assert title("claude", *rows) == "☐ DB"


def test_without_a_rule_a_dialog_begins_below_what_was_said_last() -> None:
    assert title("codex", "• Done", "  it is", "", "  Sure?", "", "› 1. Yes", "  2. No") == "Sure?"


def test_a_dialog_in_a_frame_begins_inside_it() -> None:
    rows = ("╭──────────╮", "│ ? Shell  │", "│ ╭──────╮ │", "│ │ ls   │ │", "│ ╰──────╯ │")
    assert (
        title("gemini", *rows, "│ Go on?   │", "│ ● 1. Yes │", "│   2. No  │", "╰──────────╯")
        == "? Shell"
    )


def test_a_row_of_keys_alone_makes_a_dialog() -> None:
    found = block("claude", RULE, "  Help", "", "  Esc to cancel")
    assert found is not None
    assert (found.title, found.list) == ("Help", None)


def test_options_with_something_newer_below_are_history() -> None:
    assert block("claude", " ❯ 1. Yes", "   2. No", "", "● Done.") is None


def test_a_numbered_list_without_cursor_or_keys_is_text() -> None:
    assert block("claude", "  1. first", "  2. second") is None


def test_a_wide_gap_parts_a_dialog_from_a_greeting() -> None:
    rows = ("  >_ OpenAI Codex", "", "", "", "  Select Model", "", "", "› 1. Sol", "  2. Luna")
    assert title("codex", *rows) == "Select Model"


def test_keys_that_wrap_make_a_dialog_too() -> None:
    rows = (RULE, "  Resume session", "  ⌕ Search…", "", "  Type something · Esc to", "  cancel")
    assert title("claude", *rows) == "Resume session"
