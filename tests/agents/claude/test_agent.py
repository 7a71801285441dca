"""Claude Code as one agent: what it is given to do beside its hooks."""

import json
import os
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from tests.contracts.test_store import a_session
from tests.stage.agent_name import called_claude

from quarterdeck.advisors.trouble import trouble_in
from quarterdeck.agents.claude.agent import Claude
from quarterdeck.agents.claude.link import Times
from quarterdeck.agents.claude.observer import start_of
from quarterdeck.domain.events import Event, ProcessEnded, SessionNoted
from quarterdeck.domain.journal import NOTHING
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.sessions import Facts, Process, Session
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.watch import View
from quarterdeck.ports import Nonsense


async def judge(tool: str, given: Mapping[str, object], cwd: str) -> Risk:
    return Risk(Level.LOW, "fine", "rule", f"{tool} {given} {cwd}", "")


class Desk:
    def __init__(self, place: Path) -> None:
        self.place = place
        self.events: list[Event] = []
        self.claude = Claude(
            place / "s",
            self.events.append,
            Times(lambda: 1.0, lambda _: 1.0),
            lambda: View(NOTHING.sessions, (), {}, {}, (), (), ()),
            judge=judge,
            find_trouble=trouble_in,
            gate=30,
            tripwire=None,
            notes=("*",),
        )

    def session(self, pid: int, start: int) -> Session:
        process, facts = Process("here", pid, start), Facts(cwd=str(self.place))
        return replace(a_session("s1"), process=process, facts=facts)


@pytest.fixture
async def desk(place: Path) -> AsyncIterator[Desk]:
    desk = Desk(place)
    yield desk
    desk.claude.close()


async def test_a_rule_is_written_into_the_settings_of_the_sessions_project(desk: Desk) -> None:
    told = await desk.claude.allow_rule(desk.session(1, 1), "Bash(npm test)")
    written = desk.place / ".claude" / "settings.local.json"
    assert told.outcome is Outcome.ACCEPTED
    assert told.note == f"Bash(npm test) is now in {written} and takes effect in a moment"
    assert json.loads(written.read_text())["permissions"]["allow"] == ["Bash(npm test)"]


async def test_a_rule_is_not_written_into_settings_that_nobody_can_read(desk: Desk) -> None:
    settings = desk.place / ".claude" / "settings.local.json"
    settings.parent.mkdir()
    settings.write_text("{not json")
    told = await desk.claude.allow_rule(desk.session(1, 1), "Bash(npm test)")
    assert told.outcome is Outcome.NOT_DELIVERED
    assert settings.read_text() == "{not json"


@pytest.mark.parametrize("link", [".claude", ".claude/settings.local.json"])
async def test_a_rule_follows_no_link_out_of_the_project(
    desk: Desk, tmp_path: Path, link: str
) -> None:
    outside = tmp_path / "outside"
    (outside / "settings.local.json").parent.mkdir()
    (outside / "settings.local.json").write_text("{}")
    trap = desk.place / link
    trap.parent.mkdir(exist_ok=True)
    trap.symlink_to(outside if link == ".claude" else outside / "settings.local.json")
    told = await desk.claude.allow_rule(desk.session(1, 1), "Bash(npm test)")
    assert told.outcome is Outcome.NOT_DELIVERED
    assert "is a link" in told.note
    assert [file.read_text() for file in outside.iterdir()] == ["{}"]


async def test_a_hook_over_http_is_told_of_its_agent_and_nonsense_is_refused(desk: Desk) -> None:
    hook = {"pid": os.getpid(), "source": "startup"}
    with called_claude():
        await desk.claude.take_posted("SessionStart", hook, None)
    assert isinstance(desk.events[0], SessionNoted)
    assert desk.events[0].process.pid == os.getpid()
    deep: list[object] = []
    for _ in range(200):
        deep = [deep]
    with pytest.raises(Nonsense):
        await desk.claude.take_posted("Stop", {"deep": deep}, None)


async def test_a_session_of_an_earlier_run_is_followed_or_known_to_be_over(desk: Desk) -> None:
    desk.claude.resume(desk.session(os.getpid(), start_of(os.getpid()) or 0))
    assert desk.events == []
    desk.claude.resume(desk.session(os.getpid(), 1))
    assert [type(event) for event in desk.events] == [ProcessEnded]


async def test_its_hooks_and_its_observer_run_as_long_as_the_daemon(desk: Desk) -> None:
    assert set(desk.claude.parts()) == {"the hooks", "the observer"}
