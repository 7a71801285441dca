"""Where the composer stands."""

import pytest

from quarterdeck.domain.states import Composer
from quarterdeck.judgement.screens import builtin_rules, read

RULES = builtin_rules()
RULE = "─" * 30


def held(screen: str, agent: str) -> tuple[Composer, str]:
    reading = read(screen, agent, RULES)
    return reading.composer, reading.draft


def test_a_box_whose_lower_rule_is_cut_off_is_still_a_box() -> None:
    assert held(f"● hi\n\n{RULE}\n❯ hel", "claude") == (Composer.DRAFT, "hel")


@pytest.mark.parametrize(
    ("agent", "screen", "draft"),
    [
        ("codex", "• Done.\n\n› fix it\n\n  gpt-5.5 high · ~/proj", "fix it"),
        ("codex", "› one\n  two\n\n  ? for shortcuts", "one\ntwo"),
        ("gemini", "╭──────────────╮\n│ > fix it     │\n╰──────────────╯", "fix it"),
        ("gemini", f"{RULE}\n > one\n\n   two\n{RULE}\n ~/proj", "one\n\ntwo"),
        ("opencode", "  ┃\n  ┃  fix it\n  ┃\n  ┃  Build · M1\n  ╹▀▀▀▀▀▀▀▀", "fix it"),
    ],
)
def test_every_agent_has_its_own_box(agent: str, screen: str, draft: str) -> None:
    assert held(screen, agent) == (Composer.DRAFT, draft)


def test_the_prompt_that_was_sent_is_no_composer() -> None:
    assert held("› run the tests\n\n• Ran cargo test", "codex") == (Composer.NONE, "")


@pytest.mark.parametrize(
    "screen",
    [f"said\n\n❯ \n{RULE}\n  main | 26%\n  ⏵⏵ auto mode on", "said\n❯ \n? for shortcuts"],
)
def test_a_box_whose_frame_is_cut_off_is_known_by_its_footer(screen: str) -> None:
    assert held(screen, "claude") == (Composer.EMPTY, "")


def test_a_draft_that_fills_the_whole_window_is_a_draft() -> None:
    rows = "\n".join(f"  row {number}" for number in range(20))
    hint = " " * 27 + "ctrl+g to edit in Vim"
    state, draft = held(f"{rows}\n{RULE}\n{hint}", "claude")
    assert (state, draft.split("\n")[0]) == (Composer.DRAFT, "row 0")


def test_a_draft_without_a_frame_goes_on_below_an_empty_row() -> None:
    screen = f"{RULE}\n > one\n     two\n\n   1. Yes\n\n workspace (/directory)   sandbox"
    assert held(screen, "gemini") == (Composer.DRAFT, "one\n  two\n\n1. Yes")


def test_completions_over_the_box_are_no_part_of_the_draft() -> None:
    menu = "  ┃ /agents  Switch agent  ┃\n  ┃ /models  Switch model  ┃"
    screen = f"{menu}\n  ┃\n  ┃  /\n  ┃\n  ┃  Build · M1\n  ╹▀▀▀▀▀▀▀▀"
    assert held(screen, "opencode") == (Composer.DRAFT, "/")
