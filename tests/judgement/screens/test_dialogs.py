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


def asked(*rows: str) -> Dialog:
    return opened("\n".join([RULE, *rows]), "claude")


PERMISSION = (" Bash command", "", "   ls", "", " Do you want to proceed?")


def test_a_question_in_another_script_is_its_prompt() -> None:
    dialog = asked(" ☐ データ", "", "どれを使いますか？", "", "❯ 1. 一つ目", "  2. 二つ目")
    assert (dialog.title, dialog.prompt) == ("データ", "どれを使いますか？")


def test_a_question_without_a_question_mark_is_its_prompt() -> None:
    dialog = asked(" ☐ DB", "", "Pick the database.", "", "❯ 1. PG", "  2. SQLite")
    assert dialog.prompt == "Pick the database."


def test_the_rail_beside_a_long_question_is_no_part_of_it() -> None:
    dialog = asked(" ☐ DB", "", "│ Which of the", "│ two?", "", "❯ 1. PG", "  2. SQLite")
    assert (dialog.prompt, dialog.text) == ("Which of the two?", "Which of the\ntwo?")


def test_a_title_that_begins_a_wrapped_question_is_the_whole_question() -> None:
    dialog = asked(" Is the plan", " good?", "", " ❯ 1. Yes", "   2. No")
    assert (dialog.title, dialog.text) == ("Is the plan good?", "Is the plan\ngood?")


def test_hints_that_wrap_are_whole() -> None:
    hints = ("Enter to select · Esc", "to cancel")
    dialog = asked(" ☐ DB", "", "Which?", "", "❯ 1. PG", "  2. SQLite", "", *hints)
    assert dialog.hints == ("Enter to select", "Esc to cancel")


def test_digits_would_be_typed_into_a_yes_that_is_being_amended() -> None:
    dialog = asked(*PERMISSION, " ❯ 1. Yes, but first", "   2. No", "", " Esc to cancel")
    assert not dialog.digits


def test_digits_choose_on_an_option_that_cannot_be_amended() -> None:
    options = ("   1. Yes", " ❯ 2. Yes, and don't ask again for: ls *", "   3. No")
    assert asked(*PERMISSION, *options, "", " Esc to cancel").digits


def test_digits_would_be_typed_into_an_answer_of_ones_own() -> None:
    hints = "Enter to select · ↑/↓ to navigate · ctrl+g to edit in Vim · Esc to cancel"
    dialog = asked(" ☐ DB", "", "Which?", "", "  1. PG", "❯ 2. something", "", hints)
    assert not dialog.digits


def test_digits_would_be_typed_into_what_is_to_change_in_a_plan() -> None:
    field = (" ❯ 2. use rust", "      shift+tab to approve with this feedback")
    assert not asked(" Would you like to proceed?", "", "   1. Yes", *field).digits


def test_a_plan_is_told_as_far_as_it_is_in_sight() -> None:
    question = (RULE, " Would you like to proceed?", "", " ❯ 1. Yes", "   2. No, keep planning")
    upper = asked(" Ready to code?", "╌╌╌╌╌╌╌╌", " 1. Read   ↓", *question)
    lower = opened("\n".join([" 9. Ship", "╌╌╌╌╌╌╌╌", "", *question]), "claude")
    assert [d.text.split("\n")[0] for d in (upper, lower)] == ["1. Read", "9. Ship"]


def test_a_command_that_imitates_a_dialog_lends_it_no_options() -> None:
    dialog = recorded("claude-2.1.325-50x24/perm_heredoc_mimic")
    assert "2. Never" in dialog.text
    assert [option.label.split()[0] for option in dialog.options] == ["Yes", "Yes,", "Yes,", "No"]


def test_the_end_of_a_command_taller_than_the_window_is_told() -> None:
    dialog = recorded("claude-2.1.325-50x24/perm_bash_long")
    assert "echo 59" in dialog.text
    assert dialog.prompt == "Do you want to proceed?"


def test_keys_right_under_the_last_option_in_sight_are_no_part_of_it() -> None:
    dialog = recorded("codex-0.166.0-50x24/perm_long")
    assert dialog.options[-1].label.endswith("start with `touch /srv/x` (p)")
    assert dialog.hints == ("Press enter to confirm or esc to cancel",)
