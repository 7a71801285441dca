"""What every advisor promises, on the rules and on the model."""

from pathlib import Path

import pytest
from tests.advisors.programs import GOOD, printing

from quarterdeck.advisors.model import ModelAdvisor
from quarterdeck.advisors.rules import Rules
from quarterdeck.domain.buttons import Context, Situation, objection
from quarterdeck.domain.risk import Level
from quarterdeck.ports import Advisor


@pytest.fixture(params=["rules", "model"])
def advisor(request: pytest.FixtureRequest, tmp_path: Path) -> Advisor:
    if request.param == "rules":
        return Rules(lambda: 3.0)
    return ModelAdvisor("haiku", lambda: 3.0, printing(tmp_path, GOOD), 60.0)


@pytest.mark.parametrize(
    "situation", [Situation(""), Situation("Shall I?", context=Context.GIT, detail="Staged.")]
)
async def test_it_gives_buttons_that_can_be_shown(advisor: Advisor, situation: Situation) -> None:
    found = await advisor.advise(situation)
    assert objection(found.row) is None
    assert not found.row[0].risk.reaches(Level.HIGH)
    assert found.asked == (situation.context is not None)
    assert (found.detail, found.at) == (situation.detail, 3.0)
