"""Reading whole screens."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.screens import AGENTS, SIGNS, check

from quarterdeck.domain.states import Composer, Mode, State
from quarterdeck.judgement.screens import Kind, Reading, Timed, builtin_rules, explain, read

RECORDINGS = Path(__file__).parents[2] / "recordings" / "screens"
LABELS = tomllib.loads((RECORDINGS / "labels.toml").read_text("utf-8"))
RECORDED = [(where, name) for where, labels in LABELS.items() for name in labels]
RULES = builtin_rules()


def recorded(where: str, name: str, ending: str) -> Reading:
    screen = (RECORDINGS / where / f"{name}.{ending}").read_text("utf-8")
    return read(screen, where.split("-", maxsplit=1)[0], RULES)


def said(reading: Reading) -> dict[str, object]:
    return {
        "state": reading.state,
        "composer": reading.composer,
        "dialog": reading.dialog and reading.dialog.kind,
        "mode": reading.mode,
        "interrupted": reading.interrupted,
    }


def expected(where: str, name: str) -> dict[str, object]:
    return {"dialog": None, "mode": None, "interrupted": False, **LABELS[where][name]}


@pytest.mark.parametrize(("where", "name"), RECORDED)
def test_a_recorded_screen_with_colours_means_what_it_showed(where: str, name: str) -> None:
    assert said(recorded(where, name, "ansi")) == expected(where, name)


@pytest.mark.parametrize(("where", "name"), RECORDED)
def test_without_colours_only_a_ghost_cannot_be_told_from_a_draft(where: str, name: str) -> None:
    seen = expected(where, name)
    if seen["composer"] == Composer.GHOST:
        seen["composer"] = Composer.DRAFT
    assert said(recorded(where, name, "txt")) == seen


def test_every_recording_has_a_label() -> None:
    found = {(file.parent.name, file.stem) for file in RECORDINGS.glob("*/*.*")}
    assert found == set(RECORDED)


WRITTEN = tomllib.loads(Path(__file__).with_name("written.toml").read_text("utf-8"))["screen"]


def told(reading: Reading) -> dict[str, object]:
    """All that a written screen may say about its reading."""
    dialog = reading.dialog
    options = dialog.options if dialog else ()
    return {
        **said(reading),
        "draft": reading.draft,
        "background": reading.background,
        **{key: timed and timed.time for key, timed in times(reading).items()},
        "dialog": dialog.kind if dialog else "none",
        "prompt": dialog and dialog.prompt,
        "multi": dialog and dialog.multi,
        "tabs": [tab.label for tab in dialog.tabs] if dialog else [],
        "labels": [option.label for option in options],
        "digits": [option.digit for option in options],
        "checked": [option.label for option in options if option.checked],
        "selected": next((option.label for option in options if option.selected), None),
    }


def times(reading: Reading) -> dict[str, Timed | None]:
    return {"retry": reading.retry, "limit": reading.limit, "deadline": reading.deadline}


@pytest.mark.parametrize("screen", WRITTEN, ids=[screen["means"] for screen in WRITTEN])
def test_a_written_screen_means_what_we_wrote_down(screen: dict[str, object]) -> None:
    seen = told(read(str(screen["text"]), str(screen["agent"]), RULES))
    expected = {key: what for key, what in screen.items() if key in seen}
    assert {key: seen[key] for key in expected} == expected
    assert set(screen) - set(expected) == {"means", "agent", "text"}


RULE = "─" * 40
BOX = f"{RULE}\n❯ \n{RULE}\n  ? for shortcuts"


def rows(*texts: str) -> str:
    return "\n".join(texts)


def claude(*texts: str) -> Reading:
    return read(rows(*texts), "claude", RULES)


def test_a_dialog_quoted_in_the_transcript_is_not_open() -> None:
    quoted = rows(
        "● So:", "", "  Do you want to proceed?", "  ❯ 1. Yes", "    2. No", "  Esc to cancel"
    )
    reading = claude(quoted, "", BOX)
    assert (reading.state, reading.dialog, reading.composer) == (State.IDLE, None, Composer.EMPTY)


def test_a_whole_dialog_with_its_rule_in_the_transcript_is_not_open() -> None:
    quoted = rows(f"  ⎿  {RULE}", "      Bash command", "      ❯ 1. Yes", "        2. No")
    assert claude(quoted, "", BOX).state is State.IDLE


def test_a_spinner_quoted_by_the_agent_does_not_mean_work() -> None:
    quoted = "● The line reads\n\n  ✻ Wrangling… (2s · ↓ 44 tokens · esc to interrupt)\n\n"
    assert claude(quoted + BOX).state is State.IDLE


def test_a_spinner_quoted_at_the_beginning_of_an_answer_does_not_mean_work() -> None:
    assert (
        claude("● ✻ Wrangling… (2s · ↓ 44 tokens · esc to interrupt)", "", BOX).state is State.IDLE
    )


def test_the_newest_of_several_retries_is_told() -> None:
    tries = [f"  ⎿  API Error · Retrying in {n} seconds… (attempt {n}/10)" for n in (1, 2, 4)]
    reading = claude("> go", *tries, "", "✻ Puzzling… (esc to interrupt)", "", BOX)
    assert reading.retry is not None
    assert reading.retry.time == "4 seconds"


def test_a_retry_whose_error_takes_several_rows_is_told() -> None:
    entry = ("  ⎿  529", '     {"type":"error"}', "     Retrying in 4s · attempt 4/10")
    reading = claude("❯ go", *entry, "", "✢ Evaporating…", "", BOX)
    assert reading.retry is not None
    assert (reading.state, reading.retry.time) == (State.WORKING, "4s")


def test_a_spinner_that_was_overtaken_by_an_answer_does_not_mean_work() -> None:
    assert (
        claude(f"✻ Seasoning… (44s · ↓ 247 tokens)\n\n● All passed.\n\n{BOX}").state is State.IDLE
    )


def test_a_dialog_pasted_into_the_composer_is_a_draft() -> None:
    pasted = f"{RULE}\n❯ Do you want to proceed?\n  ❯ 1. Yes\n    2. No\n{RULE}\n  ? for shortcuts"
    reading = claude(pasted)
    assert (reading.state, reading.composer) == (State.IDLE, Composer.DRAFT)
    assert reading.draft.startswith("Do you want to proceed?")


def test_a_composer_quoted_in_the_transcript_does_not_hide_the_open_dialog() -> None:
    dialog = rows(
        RULE, " Bash command", "", "   ls", "", " Do you want to proceed?", " ❯ 1. Yes", "   2. No"
    )
    reading = claude(BOX, "", "● Bash(ls)", "", dialog, "", " Esc to cancel")
    assert (reading.state, reading.composer) == (State.WAITING, Composer.NONE)


def test_a_footer_that_wraps_in_a_narrow_window_still_offers_to_interrupt() -> None:
    footer = "  ⏵⏵ accept edits on (shift+tab to cycle) · esc\n  to interrupt"
    assert claude(f"● word\n\n{RULE}\n❯ \n{RULE}\n{footer}").state is State.WORKING


def test_a_footer_that_is_cut_off_still_offers_to_interrupt() -> None:
    assert (
        claude(f"● word\n\n{RULE}\n❯ \n{RULE}\n  ⏸ manual mode on · esc to inte…").state
        is State.WORKING
    )


def test_rows_below_the_footer_change_nothing() -> None:
    agents = rows(
        "  ⏺ main", "  ◯ explorer  Reading… 12s · ↓ 3.4k tokens", "  ↑/↓ to select · Enter to view"
    )
    assert claude(BOX, agents).state is State.IDLE


def test_a_task_list_may_stand_between_the_spinner_and_the_composer() -> None:
    tasks = (
        "✽ Add the workflow… (50s · ↓ 794 tokens)\n  ⎿  ✔ Write docs\n     ◼ Add the workflow\n\n"
    )
    assert claude(f"{tasks}{RULE}\n❯ \n{RULE}").state is State.WORKING


def test_a_rule_with_a_name_set_into_it_still_frames_the_composer() -> None:
    assert claude(f"────────── refactor ──\n❯ hello\n{RULE}\n  ? for shortcuts").draft == "hello"


def test_the_lower_end_of_a_dialog_taller_than_the_window_is_enough() -> None:
    rows = "\n".join(f"   echo {number}" for number in range(20))
    reading = claude(
        f"{rows}\n\n Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel · Tab to amend"
    )
    assert reading.dialog is not None
    assert (reading.state, len(reading.dialog.options)) == (State.WAITING, 2)


def test_the_composer_of_older_versions_has_round_corners() -> None:
    box = rows("╭──────────────────╮", "│ > fix the tests  │", "╰──────────────────╯")
    footer = "  ⏵⏵ auto-accept edits on (shift+tab to cycle)"
    reading = claude("✻ Thinking… (5s · ↑ 120 tokens · esc to interrupt)", "", box, footer)
    assert (reading.state, reading.draft) == (State.WORKING, "fix the tests")
    assert reading.mode is Mode.ACCEPT_EDITS


def test_a_dialog_of_older_versions_stands_in_a_box() -> None:
    reading = claude(
        "⏺ Bash(rm x)",
        "  ⎿  Running…",
        "",
        "╭───────────────────────────╮",
        "│ Bash command              │",
        "│                           │",
        "│   rm x                    │",
        "│                           │",
        "│ Do you want to proceed?   │",
        "│ ❯ 1. Yes                  │",
        "│   2. No (esc)             │",
        "╰───────────────────────────╯",
    )
    assert reading.dialog is not None
    assert (reading.dialog.kind, reading.dialog.title) == (Kind.PERMISSION, "Bash command")


def test_a_cursor_on_the_last_row_of_a_question_is_not_a_composer() -> None:
    question = rows(RULE, " ☐ DB", "", "Which database?", "", "  1. PG", "  2. Type something.")
    reading = claude(question, RULE, "❯ 3. Chat about this", "", "Enter to select · Esc to cancel")
    assert reading.dialog is not None
    assert [option.selected for option in reading.dialog.options] == [False, False, True]


def test_an_error_that_was_followed_by_a_new_prompt_is_over() -> None:
    assert claude(f"● API Error: 500 oops\n\n❯ again\n\n● fine\n\n{BOX}").state is State.IDLE


def test_a_limit_is_told_with_the_time_the_screen_states() -> None:
    reading = claude(
        f"❯ go\n  ⎿  You've hit your session limit · resets 3pm (Europe/Berlin)\n\n{BOX}"
    )
    assert reading.limit is not None
    assert (reading.state, reading.limit.time) == (State.LIMITED, "3pm (Europe/Berlin)")


def test_a_limit_without_a_time_has_none_invented() -> None:
    reading = claude(f"❯ go\n  ⎿  You've reached your weekly limit\n\n{BOX}")
    assert reading.limit is not None
    assert (reading.state, reading.limit.time) == (State.LIMITED, "")


def test_background_tasks_are_counted_from_the_footer() -> None:
    footer = "  ⏸ manual mode on · 2 shells · ← for agents · ↓ to manage"
    assert claude(f"{RULE}\n❯ \n{RULE}\n{footer}").background == 2


def test_a_shell_prompt_below_the_last_words_means_that_the_agent_ended() -> None:
    assert (
        claude(f"{BOX}\n\nResume this session with:\nclaude --resume 0b8c\nme@box:~/proj$ ").state
        is State.ENDED
    )


@pytest.mark.parametrize(
    "status",
    ["(main) ctx 12%", "me@box:~/proj $", "➜ proj git:(main)", "12 %", "line one\n(main) ctx 12%"],
)
def test_a_status_line_at_the_left_edge_is_no_shells_prompt(status: str) -> None:
    reading = claude(f"{RULE}\n❯\xa0\n{RULE}\n{status}")
    assert (reading.state, reading.composer) == (State.IDLE, Composer.EMPTY)


@pytest.mark.parametrize("prompt", ["me@box:~/proj$", "(venv) box %", "box %", "$", "➜ proj"])
def test_a_shells_prompt_under_an_agent_that_was_killed_means_that_it_ended(prompt: str) -> None:
    assert claude(f"{BOX}\nKilled\n{prompt} ").state is State.ENDED


def test_nothing_recognised_is_unknown_with_the_reason() -> None:
    reading = claude("file saved successfully")
    assert (reading.state, reading.rule) == (State.UNKNOWN, "none")
    assert reading.reason == "nothing on this screen is a sign that we know"


def test_a_window_that_nobody_described_under_the_last_prompt_is_unknown_not_a_draft() -> None:
    reading = claude("❯ go", "", RULE, "  Something new", "", "  that nobody described")
    assert (reading.state, reading.composer) == (State.UNKNOWN, Composer.NONE)


def test_an_empty_screen_is_unknown() -> None:
    assert (claude("\n\n").state, claude("").reason) == (State.UNKNOWN, "the screen is empty")


def test_an_agent_without_rules_of_its_own_is_read_by_the_fallback() -> None:
    assert read("Overwrite notes.txt? [Overwrite/Cancel]", "aider", RULES).state is State.WAITING


def test_explaining_lists_every_rule_with_what_came_of_it() -> None:
    tried = explain(BOX, "claude", RULES)
    held = [entry for entry in tried if entry.held]
    assert "claude.idle" in {entry.rule.name for entry in held}
    assert {entry.rule.name: entry.why for entry in tried}[
        "claude.permission"
    ] == "there is no dialog"


@given(
    screen=st.text(alphabet=st.characters(codec=None), max_size=400),
    agent=st.sampled_from(["claude", "codex", "gemini", "opencode", "shell", "nobody"]),
)
def test_no_text_makes_the_reading_fail(screen: str, agent: str) -> None:
    assert read(screen, agent, RULES).reason
    assert explain(screen, agent, RULES)


@given(rows=st.lists(st.sampled_from(SIGNS), max_size=30), agent=st.sampled_from(AGENTS))
def test_no_mixture_of_signs_makes_the_reading_fail(rows: list[str], agent: str) -> None:
    check(read("\n".join(rows), agent, RULES))


def test_a_dialog_quoted_while_the_agent_works_is_not_open() -> None:
    quoted = rows("● It reads:", "  ❯ 1. Yes, I trust this folder", "    2. No, exit")
    assert claude(quoted, "", "✶ Herding… (12s)", "  esc to interrupt").state is State.WORKING


def test_a_spinner_may_turn_below_an_open_dialog() -> None:
    dialog = rows("  Do you want to proceed?", "  ❯ 1. Yes", "    2. No", "", "  Esc to cancel")
    assert claude(dialog, "", "✶ Herding… (53s · ↓ 7.0k tokens)").state is State.WAITING


def test_waiting_for_background_agents_is_work_that_goes_on_by_itself() -> None:
    reading = claude("✻ Waiting for 2 background agents to finish", "", BOX)
    assert (reading.state, reading.background) == (State.WORKING, 2)


def test_a_retry_is_told_with_its_time_in_the_older_wording_too() -> None:
    entry = "  ⎿  API Error (Connection error.) · Retrying in 5 seconds… (attempt 3/10)"
    reading = claude("❯ go", entry, "", "✻ Thinking… (12s · esc to interrupt)", "", BOX)
    assert reading.retry is not None
    assert (reading.state, reading.retry.time) == (State.WORKING, "5 seconds")


def test_a_limit_that_draws_near_is_told_but_does_not_stop_the_agent() -> None:
    hint = " " * 20 + "You've used 91% of your session limit · resets 3pm · /upgrade"
    reading = claude("● done", "", hint, BOX)
    assert reading.limit is not None
    assert (reading.state, reading.limit.time) == (State.IDLE, "3pm")


def test_an_open_transcript_whose_keys_wrap_hides_what_the_agent_does() -> None:
    wrapped = ("  Showing detailed transcript · ctrl+o to", "  toggle · ctrl+e to show all")
    assert claude("✻ Baking… (3s)", RULE, *wrapped).rule == "claude.transcript"


def test_an_open_transcript_hides_what_the_agent_does() -> None:
    reading = claude("✻ Baking… (3s)", RULE, "  Showing detailed transcript · ctrl+o to toggle")
    assert (reading.state, reading.rule) == (State.UNKNOWN, "claude.transcript")


def test_a_list_of_agents_above_the_box_does_not_hide_that_it_waits_for_them() -> None:
    agents = rows("⏺ main", "  ◯ Explore  Looking around   15s · ↑ 13.9k tokens")
    assert (
        claude("✻ Waiting for 1 background agent to finish", "", agents, BOX).state is State.WORKING
    )


def test_prose_about_background_agents_does_not_mean_work() -> None:
    prose = "* Waiting for 2 background agents to finish before merging"
    assert claude(prose, "", BOX).state is State.IDLE
