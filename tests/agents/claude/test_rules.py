"""Claude Code's rules in real files."""

import asyncio
import json
from pathlib import Path

import pytest

from quarterdeck.agents.claude.rules import ClaudeRules
from quarterdeck.agents.claude.wire import digest
from quarterdeck.domain.states import Outcome

RULE = "Bash(npm run lint)"
RULES = ClaudeRules()


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "own"))
    (tmp_path / "own").mkdir()
    (tmp_path / "api" / ".claude").mkdir(parents=True)
    return tmp_path / "api"


def local(project: Path) -> Path:
    return Path(RULES.place(str(project)))


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"command": "npm run lint", "description": "Check"}, "Bash(npm run lint)"),
        ({"command": "echo {a} {b}"}, "Bash(echo {a} {b})"),
        ({"command": "make 2>&1"}, "Bash(make 2>&1)"),
        ({"command": "make > log.txt"}, ""),
        ({"command": "make | tail"}, ""),
        ({"command": "make $TARGET"}, ""),
        ({"command": "make `whoami`"}, ""),
        ({"command": "npm run *"}, ""),
        ({"command": "npm run lint:fix"}, ""),
        ({"command": "make\nrm -rf /"}, ""),
        ({"command": "curl -H 'Authorization: Bearer abcdefghijklmnop' x.org"}, ""),
        ({"command": ""}, ""),
        ({}, ""),
    ],
)
def test_only_a_plain_command_has_a_rule_of_its_own(given: dict[str, object], rule: str) -> None:
    assert RULES.exact("Bash", given, digest(given)) == rule
    assert RULES.exact("Read", given, digest(given)) == ""


def test_what_was_masked_has_no_rule() -> None:
    asked = {"command": "deploy --token=hunter22hunter22"}
    kept = {"command": "deploy --token=••••"}
    assert RULES.exact("Bash", kept, digest(asked)) == ""


async def test_a_rule_is_added_and_taken_out_and_the_file_is_as_it_was(project: Path) -> None:
    before = json.dumps({"permissions": {"deny": ["Read(.env)"]}}, indent=4) + "\n"
    local(project).write_text(before)
    local(project).chmod(0o640)
    told = await RULES.add(str(project), RULE)
    assert (told.outcome, str(local(project)) in told.note) == (Outcome.ACCEPTED, True)
    assert json.loads(local(project).read_text())["permissions"] == {
        "deny": ["Read(.env)"],
        "allow": [RULE],
    }
    assert (await RULES.take_out(str(project), RULE)).outcome is Outcome.ACCEPTED
    assert local(project).read_text() == before
    assert local(project).stat().st_mode & 0o777 == 0o640


async def test_where_there_was_no_file_nothing_is_left_in_it(project: Path) -> None:
    await RULES.add(str(project), RULE)
    await RULES.take_out(str(project), RULE)
    assert json.loads(local(project).read_text()) == {}


async def test_other_rules_stay(project: Path) -> None:
    local(project).write_text('{"permissions": {"allow": ["Bash(ls)"]}}')
    await RULES.add(str(project), RULE)
    await RULES.take_out(str(project), RULE)
    assert json.loads(local(project).read_text()) == {"permissions": {"allow": ["Bash(ls)"]}}


async def test_of_many_rules_added_at_once_none_is_lost(project: Path) -> None:
    rules = [f"Bash(make {n})" for n in range(30)]
    await asyncio.gather(*(RULES.add(str(project), rule) for rule in rules))
    assert sorted(json.loads(local(project).read_text())["permissions"]["allow"]) == sorted(rules)


async def test_no_link_is_followed(project: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.json"
    target.write_text("{}")
    local(project).symlink_to(target)
    told = await RULES.add(str(project), RULE)
    assert told.outcome is Outcome.NOT_DELIVERED
    assert target.read_text() == "{}"


@pytest.mark.parametrize("text", ["{", '{"permissions": []}', '{"permissions": {"allow": {}}}'])
async def test_settings_that_make_no_sense_are_left_alone(project: Path, text: str) -> None:
    local(project).write_text(text)
    assert (await RULES.add(str(project), RULE)).outcome is Outcome.NOT_DELIVERED
    assert (await RULES.take_out(str(project), RULE)).outcome is Outcome.NOT_DELIVERED
    assert local(project).read_text() == text


@pytest.mark.parametrize(
    ("known", "settled"),
    [
        ("Bash(npm run lint)", True),
        ("Bash(npm run lint:*)", True),
        ("Bash(npm run *)", True),
        ("Bash(npm:*)", True),
        ("Bash", True),
        ("Bash(*)", True),
        ("Bash(npm run build)", False),
        ("Bash(npm run lint --fix)", False),
        ("Read(npm run lint)", False),
        ("odd (", False),
    ],
)
@pytest.mark.parametrize("word", ["allow", "ask", "deny"])
async def test_what_settings_speak_of_already_is_settled(
    project: Path, tmp_path: Path, known: str, settled: bool, word: str
) -> None:
    text = json.dumps({"permissions": {word: [known]}})
    for file in (
        local(project),
        project / ".claude" / "settings.json",
        tmp_path / "own" / "settings.json",
    ):
        file.write_text(text)
        assert await RULES.settled(str(project), RULE) is settled
        file.unlink()


async def test_nothing_can_be_added_where_the_project_or_sense_is_gone(project: Path) -> None:
    assert await RULES.settled(str(project / "gone"), RULE)
    local(project).write_text("{")
    assert await RULES.settled(str(project), RULE)
