"""The real Claude Code as the advisor's model."""

import pytest
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.live.lab.versions import binary

from quarterdeck.advisors.model import ModelAdvisor
from quarterdeck.domain.buttons import Origin, Situation
from quarterdeck.ports import Unreachable

COMMIT = {"text": "Commit", "emoji": "💾", "action": "Commit it.", "reason": "it is staged"}


@pytest.mark.each_version
async def test_a_model_picks_buttons_or_gives_none(
    lab: Lab, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in lab.home.environment.items():
        monkeypatch.setenv(name, value)
    answer = {"context": "git", "buttons": [COMMIT]}
    lab.model.on("Two files are staged", Script().tool("StructuredOutput", answer).say("Done."))
    lab.model.on("It never ends", Script().wait(600).say("Late."))
    program = str(binary(version))

    patient = ModelAdvisor("haiku", lambda: 1.0, program, 60.0)
    found = await patient.advise(Situation("Two files are staged.", cwd=str(lab.home.work)))
    assert (found.by, [button.text for button in found.row]) == (Origin.MODEL, ["Commit"])
    offered = {tool["name"] for tool in lab.model.requests[-1].body["tools"]}
    assert {"Read", "Grep"} < offered
    assert not offered & {"Bash", "Write", "Edit", "WebFetch", "Task", "Agent"}

    hasty = ModelAdvisor("haiku", lambda: 1.0, program, 3.0)
    with pytest.raises(Unreachable, match="more than 3 s"):
        await hasty.advise(Situation("It never ends.", cwd=str(lab.home.work)))
