"""What the laboratory does that the other live tests take for granted and would not show."""

import pytest
from tests.live.lab.lab import Lab
from tests.live.lab.script import UNCHECKED, Script
from tests.live.lab.versions import NEWEST
from tests.stage.processes import is_gone
from tests.stage.until import until


def test_a_suggestion_is_shown_and_no_script_is_spent_on_it(lab: Lab, version: str) -> None:
    lab.model.suggestion = "run the tests now"
    lab.model.on("count", Script().bash("echo one").say("Counted."))
    agent = lab.agent(version, environment={"CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION": "true"})

    agent.prompt("count")
    agent.wait_screen("Counted.")
    agent.prompt("count again")

    agent.wait_screen("❯\u00a0run the tests now")
    assert len(lab.model.outcomes()) == 2


def test_auto_mode_that_cannot_check_asks_in_its_own_way(lab: Lab) -> None:
    lab.model.on("be quick", Script().bash("npm --version", UNCHECKED))
    agent = lab.agent(NEWEST, mode="auto")

    agent.prompt("be quick")

    agent.wait_dialog("Enter to stay in auto mode")


def test_a_script_that_cannot_be_played_fails_its_test() -> None:
    lab = Lab()

    with pytest.raises(AssertionError, match="not in plan mode"):
        _plan_outside_plan_mode(lab)

    assert not lab.root.exists()


def _plan_outside_plan_mode(lab: Lab) -> None:
    with lab:
        lab.model.on("make a plan", Script().plan("# Plan"))
        lab.agent(NEWEST).prompt("make a plan")
        until(lambda: lab.model.failures, 10, lambda: "The model did not notice.")


def test_a_version_that_is_not_installed_is_named_with_the_remedy(lab: Lab) -> None:
    with pytest.raises(AssertionError, match=r"Claude Code 0\.0\.1 .* run scripts/install-lab"):
        lab.agent("0.0.1")


def test_nothing_is_left_when_the_laboratory_closes(version: str) -> None:
    with Lab() as lab:
        lab.model.on("linger", Script().bash("sleep 1000"))
        lab.agent(version, settings={"permissions": {"allow": ["Bash"]}}).prompt("linger")
        lab.model.wait_prompt("linger")
        processes = lab.processes()

    assert len(processes) >= 2
    assert all(map(is_gone, processes))
    assert not lab.root.exists()
