"""What a model's advice is worth: checked, once for each message, and not waited for too long."""

import asyncio
import itertools
import json
from pathlib import Path

import pytest
from tests.advisors.programs import GOOD, PUSH, WIPE, printing, program, prompt_of, runs

from quarterdeck.advisors.model import ModelAdvisor, read, words
from quarterdeck.domain.buttons import Context, Origin, Situation
from quarterdeck.ports import Unreachable

STAGED = Situation("It is committed.")


def advisor(path: str, within: float = 60.0) -> ModelAdvisor:
    return ModelAdvisor("haiku", lambda: 7.0, path, within)


async def test_its_buttons_are_taken_the_harmless_first(tmp_path: Path) -> None:
    path = printing(tmp_path, GOOD)
    found = await advisor(path).advise(STAGED)
    assert (found.by, found.context, found.at) == (Origin.MODEL, Context.GIT, 7.0)
    assert [button.text for button in found.row] == ["Push", "Wipe"]
    prompt = prompt_of(path)
    assert "<message>\nIt is committed.\n</message>" in prompt
    assert "The rules would offer: Push, Show diff" in prompt


async def test_what_was_asked_once_is_known_and_two_at_once_are_one(tmp_path: Path) -> None:
    path = printing(tmp_path, GOOD)
    one = advisor(path)
    first, second = await asyncio.gather(one.advise(STAGED), one.advise(STAGED))
    assert first == second == await one.advise(STAGED)
    assert runs(path) == 1
    await one.advise(Situation("Another message."))
    assert runs(path) == 2


async def test_it_is_not_waited_for_too_long(tmp_path: Path) -> None:
    slow = program(tmp_path, "sleep 1000 & wait")
    with pytest.raises(Unreachable, match=r"more than 0\.5 s"):
        await advisor(slow, within=0.5).advise(STAGED)


@pytest.mark.parametrize(
    ("script", "why"), [("exit 3", "ended with 3"), ("echo no", "no answer"), ("", "no answer")]
)
async def test_a_program_that_fails_gives_nothing(tmp_path: Path, script: str, why: str) -> None:
    with pytest.raises(Unreachable, match=why):
        await advisor(program(tmp_path, script)).advise(STAGED)


async def test_a_program_that_is_not_there_gives_nothing(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="cannot be run"):
        await advisor(str(tmp_path / "nowhere")).advise(STAGED)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (None, "no answer"),
        ([], "no answer"),
        ({"context": "git"}, "no answer"),
        ({"context": "weather", "buttons": [PUSH]}, "no answer"),
        ({"context": "git", "buttons": ["Push"]}, "no answer"),
        ({"context": "git", "buttons": [PUSH | {"text": 7}]}, "no answer"),
        ({"context": "git", "buttons": [PUSH | {"action": "a\u200bb"}]}, "no answer"),
        ({"context": "git", "buttons": []}, "There are 0 buttons"),
        ({"context": "git", "buttons": [PUSH | {"action": "!ls"}]}, "begins with '!'"),
        ({"context": "git", "buttons": [PUSH | {"text": "x" * 21}]}, "21 characters"),
        ({"context": "git", "buttons": [WIPE]}, "all of its buttons are dangerous"),
    ],
)
def test_nonsense_counts_as_nothing(answer: object, why: str) -> None:
    with pytest.raises(Unreachable, match=why):
        read(json.dumps({"structured_output": answer}).encode())


def test_it_runs_without_settings_hooks_and_all_tools_but_two() -> None:
    given = words("claude", "haiku")
    told = dict(itertools.pairwise(given))
    assert told["--tools"] == "Read,Grep"
    assert told["--setting-sources"] == ""
    assert json.loads(told["--settings"]) == {"disableAllHooks": True}
    assert "--strict-mcp-config" in given
