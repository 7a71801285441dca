"""Dialogs are answered with the keys that the screen itself shows."""

from dataclasses import replace

import pytest
from tests.agents.claude.player import after_key, played
from tests.agents.claude.screens import dialog

from quarterdeck.agents.claude.dialog_keys import script_for
from quarterdeck.agents.claude.hook_asks import Stamp, ask_of
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.ids import AnswerId, AskId, SessionId
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.ports import Step

NEW, OLD = "2.1.325", "2.1.197"
COMMANDS = {NEW: "npm run x", OLD: "touch /srv/projct/x"}  # on the recorded screens


def asked(tool: str, **given: object) -> Ask:
    payload = {"tool_name": tool, "tool_input": given, "permission_suggestions": [{}]}
    return ask_of(Stamp(AskId("a"), SessionId("s"), 0.0), payload, None, None)


def bash(command: str) -> Ask:
    return asked("Bash", command=command)


def answer(choice: str, text: str = "", **answers: str) -> Answer:
    return Answer(AnswerId("w"), AskId("a"), choice, text, answers, False, "test", 0.0)


def question(text: str, *labels: str) -> Ask:
    options = [{"label": label, "description": ""} for label in labels]
    given = {"question": text, "header": "", "options": options, "multiSelect": False}
    return asked("AskUserQuestion", questions=[given])


def pressed(shown: Dialog, ask: Ask, given: Answer) -> list[str]:
    script = script_for(shown, ask, given)
    assert script is not None
    return played(script, shown)


@pytest.mark.parametrize(
    ("version", "choice", "keys"),
    [
        (NEW, "allow", ["1"]),
        (NEW, "always", ["2"]),
        (NEW, "deny_stop", ["Escape"]),
        (OLD, "allow", ["1"]),
        (OLD, "always", ["2"]),
    ],
)
def test_a_permission_is_answered_by_the_digit_of_its_option(
    version: str, choice: str, keys: list[str]
) -> None:
    shown = dialog(version, "perm_bash")
    assert pressed(shown, bash(COMMANDS[version]), answer(choice)) == keys


def test_switching_to_auto_mode_is_never_taken_for_always() -> None:
    shown = dialog(NEW, "perm_bash_outside")
    ask = bash("touch /srv/projct1/outside_x")
    assert pressed(shown, ask, answer("always")) == ["2"]


@pytest.mark.parametrize("version", [NEW, OLD])
def test_a_refusal_says_what_to_do_instead_so_that_the_agent_goes_on(version: str) -> None:
    ask = bash(COMMANDS[version])
    keys = pressed(dialog(version, "perm_bash"), ask, answer("deny", "use pnpm"))
    down = [key for key in keys if key == "Down"]
    assert keys == [*down, "Tab", "<use pnpm>", "Enter"]
    assert len(down) == {NEW: 3, OLD: 2}[version]


def test_a_dialog_without_digits_is_answered_with_arrows() -> None:
    shown = dialog(NEW, "auto_cannot_check_approve")
    assert pressed(shown, bash("npm run nov"), answer("allow")) == ["Down", "Enter"]


@pytest.mark.parametrize(("version", "name"), [(NEW, "q_single"), (OLD, "ask_single")])
def test_a_question_is_answered_by_label_or_with_a_text_of_ones_own(
    version: str, name: str
) -> None:
    shown = dialog(version, name)
    ask = question(shown.prompt, shown.options[0].label, "SQLite")
    picked = Answer(AnswerId("w"), ask.id, "submit", "", {shown.prompt: "SQLite"}, False, "t", 0.0)
    own = Answer(AnswerId("w"), ask.id, "submit", "", {shown.prompt: "a file"}, False, "t", 0.0)
    assert pressed(shown, ask, picked) == ["2"]
    assert pressed(shown, ask, own) == ["Down", "Down", "<a file>", "Enter"]


@pytest.mark.parametrize("version", [NEW, OLD])
def test_a_plan_is_approved_or_changed(version: str) -> None:
    shown, ask = dialog(version, "plan_approval"), asked("ExitPlanMode", plan="# Plan")
    assert pressed(shown, ask, answer("approve")) == ["2"]
    changed = pressed(shown, ask, answer("change", "make it blue"))
    assert changed == ["Down", "Down", "<make it blue>", "Enter"]
    assert script_for(shown, ask, answer("accept_edits")) is None


def test_only_the_last_key_of_an_answer_decides() -> None:
    shown = dialog(NEW, "perm_bash")
    script = script_for(shown, bash("npm run x"), answer("deny", "no"))
    assert script is not None
    decided = []
    while (step := script.next(shown)) and not step.decides:
        decided.append(step.decides)
        after = after_key(shown, step)
        assert after is not None
        shown = after
    assert step is not None
    assert [*decided, step.decides] == [False] * 5 + [True]


def test_a_dialog_that_became_another_is_answered_no_further() -> None:
    shown = dialog(NEW, "perm_bash")
    script = script_for(shown, bash("npm run x"), answer("allow"))
    assert script is not None
    assert script.next(shown) is not None
    assert script.next(replace(shown, text=f"{shown.text}; reboot")) is None
    assert script.next(dialog(NEW, "q_single")) is None


def test_a_text_that_somebody_else_wrote_there_is_not_sent() -> None:
    shown = dialog(OLD, "perm_bash_amend_no")  # it says: use pnpm instead
    first = replace(dialog(OLD, "perm_bash"), text=shown.text, fingerprint=shown.fingerprint)
    ask = bash("npm run amend2")
    mine = script_for(first, ask, answer("deny", "use pnpm instead"))
    theirs = script_for(first, ask, answer("deny", "use yarn"))
    assert mine is not None
    assert theirs is not None
    assert mine.next(shown) == Step("Enter", "", decides=True)
    assert theirs.next(shown) is None
