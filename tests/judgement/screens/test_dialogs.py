"""Open dialogs."""

from pathlib import Path

from quarterdeck.judgement.screens import Dialog, Kind, Tab, builtin_rules, read

RECORDINGS = Path(__file__).parents[2] / "recordings" / "screens"
RULE = "─" * 40


def opened(screen: str, agent: str) -> Dialog:
    dialog = read(screen, agent, builtin_rules()).dialog
    assert dialog is not None
    return dialog


def recorded(name: str) -> Dialog:
    screen = (RECORDINGS / f"{name}.ansi").read_text("utf-8")
    return opened(screen, name.split("-", maxsplit=1)[0])


def test_a_permission_tells_the_command_the_question_and_the_options() -> None:
    dialog = recorded("claude-2.1.325/perm_bash")
    assert (dialog.kind, dialog.title) == (Kind.PERMISSION, "Bash command")
    assert "npm run x" in dialog.text
    assert dialog.prompt == "Do you want to proceed?"
    assert [option.digit for option in dialog.options] == [1, 2, 3, 4]
    assert dialog.hints == ("Esc to cancel", "Tab to amend")


def test_the_answer_no_is_found_by_its_label_not_by_its_place() -> None:
    old, new = recorded("claude-2.1.197/perm_bash"), recorded("claude-2.1.325/perm_bash")
    assert [{o.label: o.digit for o in dialog.options}["No"] for dialog in (old, new)] == [3, 4]


def test_several_questions_have_tabs() -> None:
    tabs = recorded("claude-2.1.325/q_several_2").tabs
    assert tabs == (
        Tab("DB", True),
        Tab("Features", False),
        Tab("Deploy", False),
        Tab("Submit", False),
    )


def test_a_question_of_many_answers_says_so() -> None:
    dialog = recorded("claude-2.1.197/ask_multi")
    assert (dialog.multi, dialog.options[0].description) == (True, "Login")


def test_the_review_page_shows_what_was_answered() -> None:
    dialog = recorded("claude-2.1.197/ask_several_submit")
    assert (dialog.kind, dialog.prompt) == (Kind.QUESTION, "Ready to submit your answers?")
    assert "→ PostgreSQL" in dialog.text


def test_a_plan_comes_with_its_text() -> None:
    dialog = recorded("claude-2.1.325/plan_approval")
    assert (dialog.kind, dialog.text.split("\n")[0]) == (Kind.PLAN, "Plan")
    assert "1. do it" in dialog.text


def test_a_form_offers_to_accept_or_decline() -> None:
    dialog = recorded("claude-2.1.325/elicitation_form")
    assert (dialog.kind, [o.label for o in dialog.options]) == (
        Kind.ELICITATION,
        ["Accept", "Decline"],
    )


def test_a_notice_without_options_names_its_keys() -> None:
    dialog = recorded("claude-2.1.325/auto_cannot_check")
    assert (dialog.kind, dialog.options) == (Kind.NOTICE, ())
    assert dialog.hints[0] == "Enter to stay in auto mode"


def test_digits_choose_in_a_numbered_dialog() -> None:
    assert recorded("claude-2.1.325/perm_edit").digits


def test_digits_do_nothing_in_a_dialog_without_numbers() -> None:
    assert not recorded("claude-2.1.325/auto_cannot_check_approve").digits


def test_digits_only_move_the_focus_beside_previews() -> None:
    assert not recorded("claude-2.1.325/q_several_review").digits


def test_digits_would_be_typed_into_an_answer_that_is_being_written() -> None:
    assert not recorded("claude-2.1.197/perm_bash_amend_no").digits


def test_a_label_that_wraps_in_a_narrow_window_is_whole() -> None:
    options = (
        " ❯ 1. Yes\n   2. Yes, and always allow access to\n      src/ from this project\n   3. No"
    )
    dialog = opened(
        f"{RULE}\n Bash command\n\n   ls\n\n Do you want to proceed?\n{options}", "claude"
    )
    assert dialog.options[1].label == "Yes, and always allow access to src/ from this project"


def test_a_question_that_wraps_in_a_narrow_window_is_whole() -> None:
    dialog = opened(
        f"{RULE}\n ☐ DB\n\nWhich database do\nyou want?\n\n❯ 1. PG\n  2. SQLite", "claude"
    )
    assert dialog.prompt == "Which database do you want?"


def test_codex_tells_the_command_under_its_question() -> None:
    dialog = recorded("codex-0.166.0/codex_approval")
    assert (dialog.kind, dialog.text.split("\n")[-1]) == (
        Kind.PERMISSION,
        "$ touch /srv/projct/codex_x",
    )


def test_gemini_tells_the_tool_and_the_command() -> None:
    dialog = recorded("gemini-0.61.0/gemini_approval")
    assert (dialog.title, dialog.prompt) == ("? Shell  touch gem_x", "Allow execution of [Shell]?")


def test_opencode_offers_buttons() -> None:
    dialog = recorded("opencode-1.18.33/opencode_permission")
    assert [o.label for o in dialog.options] == ["Allow once", "Allow always", "Reject"]


def test_the_lit_button_of_opencode_is_the_selected_one() -> None:
    dialog = recorded("opencode-1.18.33/opencode_permission")
    assert [o.selected for o in dialog.options] == [True, False, False]
