"""Tool calls of agents."""

import pytest

from quarterdeck.domain.risk import Level
from quarterdeck.judgement.risk import NO_ADDITIONS, Place, judge_call, read_additions

HERE = Place("/home/ann/project", "/home/ann", "/home/ann/project")


def level(tool: str, **tool_input: object) -> Level:
    return judge_call(tool, tool_input, HERE, NO_ADDITIONS).level


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("Read", "low"),
        ("Glob", "low"),
        ("Grep", "low"),
        ("WebSearch", "low"),
        ("Task", "low"),
        ("AskUserQuestion", "low"),
        ("Write", "medium"),
        ("Edit", "medium"),
        ("NotebookEdit", "medium"),
        ("WebFetch", "medium"),
        ("ExitPlanMode", "medium"),
        ("mcp__server__tool", "medium"),
        ("mcp__github__delete_repository", "high"),
        ("mcp__shop__get_payments", "medium"),
        ("mcp__mail__list_deleted_items", "medium"),
        ("mcp__slack__send_message", "high"),
        ("SomethingNew", "medium"),
        ("", "medium"),
    ],
)
def test_a_tool_has_a_level_by_its_name(tool: str, expected: str) -> None:
    assert level(tool) == expected


def test_a_shell_tool_is_rated_by_its_command() -> None:
    assert level("Bash", command="ls") == "low"
    assert level("run_shell_command", command="rm -rf x") == "critical"
    assert level("shell", command=["bash", "-lc", "git push -f"]) == "critical"
    assert level("Bash") == "medium"


def test_writing_and_reading_are_raised_by_path() -> None:
    assert level("Write", file_path="/home/ann/.ssh/config") == "critical"
    assert level("Edit", file_path=".github/workflows/x.yml") == "high"
    assert level("MultiEdit", file_path="src/x.py") == "medium"
    assert level("NotebookEdit", notebook_path=".env") == "high"
    assert level("Read", file_path="/home/ann/.ssh/id_rsa") == "high"


def test_an_unknown_tool_is_rated_by_what_it_is_given() -> None:
    assert level("mcp__box__run", command="rm -rf /") == "critical"
    assert level("mcp__db__query", sql="DROP TABLE x") == "critical"
    assert level("mcp__db__query", query="select 1") == "medium"


def test_a_path_that_matters_raises_an_unknown_tool() -> None:
    assert level("mcp__files__put", path="/etc/passwd") == "critical"
    assert level("mcp__files__put", path="/api/users") == "medium"
    assert level("mcp__files__read_file", path="/home/ann/.ssh/id_rsa") == "high"
    assert level("mcp__files__read_file", path="/etc/hosts") == "medium"


def test_a_patch_is_raised_by_the_files_it_names() -> None:
    patch = "*** Begin Patch\n*** Update File: {}\n+x\n*** End Patch"
    assert level("apply_patch", input=patch.format("src/x.py")) == "medium"
    assert level("apply_patch", input=patch.format(".env")) == "high"
    assert level("apply_patch", patch="*** Move to: .git/hooks/pre-push") == "high"


def test_a_persons_level_takes_the_place_of_what_a_name_sounds_like() -> None:
    own = read_additions({"tools": {"mcp__notes__*": "medium"}})
    assert judge_call("mcp__notes__delete_draft", {}, HERE, own).level == "medium"
    assert judge_call("mcp__notes__run", {"command": "rm -rf /"}, HERE, own).level == "critical"


def test_a_persons_level_lowers_neither_paths_nor_commands() -> None:
    own = read_additions({"tools": {"Write": "low", "Read": "low", "Bash": "low"}})
    assert judge_call("Write", {"file_path": ".env"}, HERE, own).level == "high"
    assert judge_call("Read", {"file_path": "~/.ssh/id_rsa"}, HERE, own).level == "high"
    assert judge_call("Bash", {"command": "rm -rf src"}, HERE, own).level == "critical"


def test_a_person_can_give_a_tool_another_level() -> None:
    own = read_additions({"tools": {"mcp__docs__*": "low", "WebFetch": "high", "Bash": "low"}})
    assert judge_call("mcp__docs__search", {}, HERE, own).level == "low"
    assert judge_call("WebFetch", {}, HERE, own).level == "high"
    assert judge_call("Bash", {"command": "git push"}, HERE, own).level == "high"
