"""What the laboratory does that the other live tests take for granted and would not show."""

import pytest
from tests.live.lab.lab import Lab
from tests.live.lab.script import UNCHECKED, Gate, Script
from tests.live.lab.versions import NEWEST
from tests.stage.until import is_gone, until


def test_an_error_that_may_pass_is_tried_again(lab: Lab, version: str) -> None:
    lab.model.on("stumble", Script().error(529, headers={"retry-after": "0"}).say("Here I am."))
    agent = lab.agent(version)

    agent.prompt("stumble")

    agent.wait_screen("Here I am.")


def test_a_dropped_connection_is_tried_again(lab: Lab, version: str) -> None:
    lab.model.on("trip", Script().drop().say("Up again."))
    agent = lab.agent(version)

    agent.prompt("trip")

    agent.wait_screen("Up again.")


def test_after_an_interruption_the_same_prompt_starts_its_script_anew(
    lab: Lab, version: str
) -> None:
    gate = Gate()
    lab.model.on("dream", Script().say("I dream.").hold(gate).say("I wake."))
    agent = lab.agent(version)
    agent.prompt("dream")
    gate.wait_reached()
    agent.wait_screen("I dream.")
    agent.keys("Escape")
    agent.wait_screen("Interrupted")
    agent.wait_registry("idle")
    gate.open()

    agent.prompt("dream")

    agent.wait_screen("I wake.")


def test_a_message_cut_short_is_continued(lab: Lab, version: str) -> None:
    lab.model.on("tell", Script().say("One, ").halt("max_tokens").say("two."))
    agent = lab.agent(version)

    agent.prompt("tell")

    agent.wait_screen("two.")


def test_a_prompt_after_a_refused_call_plays_its_own_script(lab: Lab, version: str) -> None:
    lab.model.on("build", Script().bash("npm run build").say("Built."))
    lab.model.on("rest", Script().say("Resting."))
    agent = lab.agent(version)
    agent.prompt("build")
    agent.wait_dialog("Do you want to proceed?")
    agent.press("Escape")
    agent.wait_ready()

    agent.prompt("rest")

    agent.wait_screen("Resting.")
    [refused] = lab.model.outcomes()
    assert "doesn't want to proceed" in refused.text


def test_a_background_task_that_ends_starts_a_turn_of_its_own(lab: Lab, version: str) -> None:
    go = {"command": "echo slept", "description": "Sleep", "run_in_background": True}
    lab.model.on("sleep", Script().tool("Bash", go).say("Good night."))
    lab.model.on("<task-notification>", Script().say("It has ended."))
    agent = lab.agent(version)

    agent.prompt("sleep")

    agent.wait_screen("It has ended.")


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


def test_printing_gives_the_answer_and_ends(lab: Lab, version: str) -> None:
    lab.model.on("good morning", Script().say("Good morning to you."))

    done = lab.printing("good morning", version)

    assert (done.returncode, done.stdout) == (0, "Good morning to you.\n")


def test_nothing_is_left_when_the_laboratory_closes(version: str) -> None:
    with Lab() as lab:
        lab.model.on("linger", Script().bash("sleep 1000"))
        lab.agent(version, settings={"permissions": {"allow": ["Bash"]}}).prompt("linger")
        lab.model.wait_prompt("linger")
        processes = lab.processes()

    assert len(processes) >= 2
    assert all(map(is_gone, processes))
    assert not lab.root.exists()
