"""The composer: where it stands and what it holds."""

import pytest

from quarterdeck.domain.states import Composer
from quarterdeck.judgement.screens import builtin_rules
from quarterdeck.judgement.screens.canvas import canvas
from quarterdeck.judgement.screens.composers import contents, suggests
from quarterdeck.judgement.screens.regions import cut

RULES = builtin_rules()
RULE = "─" * 30


def held(screen: str, agent: str) -> tuple[Composer, str]:
    look, shown = RULES.of(agent).look, canvas(screen)
    return contents(shown, cut(shown, look).composer, look)


def box(text: str) -> str:
    return f"{RULE}\n{text}\n{RULE}\n  ? for shortcuts"


def test_an_empty_box_is_empty() -> None:
    assert held(box("❯ "), "claude") == (Composer.EMPTY, "")


def test_typed_text_is_a_draft() -> None:
    assert held(box("❯ fix the tests"), "claude") == (Composer.DRAFT, "fix the tests")


def test_a_draft_of_several_rows_keeps_them() -> None:
    assert held(box("❯ one\n  two\n\n  four"), "claude") == (Composer.DRAFT, "one\ntwo\n\nfour")


def test_what_was_indented_in_a_draft_stays_indented() -> None:
    draft = held(box("❯ def f():\n      return 1\n  f()"), "claude")[1]
    assert draft == "def f():\n    return 1\nf()"


def test_messages_that_wait_are_told_where_older_versions_list_them() -> None:
    screen = "✻ Baking…\n\n  ❯ first\n  ❯ second\n" + box("❯ Press up to edit queued messages")
    assert held(screen, "claude") == (Composer.QUEUED, "first\nsecond")


def test_messages_that_wait_are_told_where_they_have_no_sign_of_their_own() -> None:
    screen = "✻ Baking…\n\n  first\n  second\n" + box("> Press up to edit queued messages")
    assert held(screen, "claude") == (Composer.QUEUED, "first\nsecond")


def test_messages_that_wait_are_told_where_newer_versions_show_them() -> None:
    entry = "❯ think hard\n\n❯ and then this\n  ctrl+x ctrl+s to send now\n\n\n✻ Baking…\n"
    screen = entry + box("❯ Press up to edit queued messages")
    assert held(screen, "claude") == (Composer.QUEUED, "and then this")


def test_a_rule_inside_a_draft_does_not_end_the_box() -> None:
    assert held(box(f"❯ one\n  {RULE}\n  two"), "claude")[1] == f"one\n{RULE}\ntwo"


def test_a_suggestion_in_dim_letters_is_a_ghost() -> None:
    assert held(box("❯\xa0\x1b[7mr\x1b[0;2mun the tests\x1b[0m"), "claude") == (Composer.GHOST, "")


def test_typed_text_with_the_cursor_at_its_start_is_a_draft() -> None:
    assert held(box("❯\xa0\x1b[7mr\x1b[0mun"), "claude") == (Composer.DRAFT, "run")


def test_a_dim_completion_after_typed_text_is_not_part_of_the_draft() -> None:
    assert held(box("❯\xa0/mod\x1b[2mel\x1b[0m"), "claude") == (Composer.DRAFT, "/mod")


def test_one_typed_letter_under_the_cursor_is_a_draft() -> None:
    assert held(box("❯\xa0\x1b[7mr\x1b[0m"), "claude") == (Composer.DRAFT, "r")


def test_the_placeholder_of_an_empty_box_is_not_a_draft() -> None:
    assert held(box('❯ Try "edit mcp.rs to..."'), "claude") == (Composer.EMPTY, "")


def test_queued_messages_are_told_instead_of_their_placeholder() -> None:
    screen = f"  ❯ and then\n  ❯ push it\n{box('❯ Press up to edit queued messages')}"
    assert held(screen, "claude") == (Composer.QUEUED, "and then\npush it")


def test_an_exclamation_mark_is_shell_mode() -> None:
    assert held(box("! echo hi"), "claude") == (Composer.SHELL, "echo hi")


def test_a_menu_below_the_box_is_not_part_of_the_draft() -> None:
    menu = f"{RULE}\n❯ /he\n{RULE}\n/help     Show help\n/theme    Change the theme"
    assert held(menu, "claude") == (Composer.DRAFT, "/he")


@pytest.mark.parametrize("text", ["Ask Codex to do anything", "Summarize recent commits"])
def test_the_examples_in_an_empty_box_of_codex_are_not_drafts(text: str) -> None:
    assert held(f"› {text}\n\n  gpt-5.5 high · ~/proj", "codex") == (Composer.EMPTY, "")


@pytest.mark.parametrize("code", ["2", "90", "38;5;8"])
def test_a_suggestion_is_no_draft_whether_faint_or_in_dark_grey(code: str) -> None:
    ghost = box(f"❯\u00a0\x1b[7mr\x1b[0;{code}mun the tests now\x1b[0m")
    assert held(ghost, "claude") == (Composer.GHOST, "")


@pytest.mark.parametrize("code", ["90;39", "90;37", "38;5;9", "90;0"])
def test_colours_after_dark_grey_are_typed_text(code: str) -> None:
    assert held(box(f"❯\u00a0\x1b[{code}mfix it\x1b[0m"), "claude") == (Composer.DRAFT, "fix it")


def test_a_suggestion_behind_a_draft_is_told_of_and_is_no_part_of_it() -> None:
    screen = box("❯\u00a0fix it\x1b[90m and deploy\x1b[0m")
    assert held(screen, "claude") == (Composer.DRAFT, "fix it")
    shown = canvas(screen)
    where = cut(shown, RULES.of("claude").look).composer
    assert suggests(shown, where)
    assert not suggests(canvas(box("❯ fix it")), where)
