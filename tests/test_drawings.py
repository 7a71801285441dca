"""The drawings of states are those of the tables, and every stage is explained beside them."""

import re
import runpy
from pathlib import Path

from quarterdeck.domain.sent_answers import OUTCOMES, Stage

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "reference" / "states.md").read_text()
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "draw_states.py"))


def test_the_drawings_are_up_to_date() -> None:
    assert SCRIPT["drawn"](PAGE) == PAGE, "run scripts/draw_states.py"


def test_a_drawing_shows_every_way_once() -> None:
    for drawing in (SCRIPT["answers"](), SCRIPT["actions"](), SCRIPT["sessions"]()):
        ways = re.findall(r"(\S+) --> (\S+?)(?::|$)", drawing, re.MULTILINE)
        assert len(ways) > 5
        assert len(ways) == len(set(ways))


def test_every_stage_is_explained_with_its_outcome() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]*) ?\|$", PAGE, re.MULTILINE)
    told = {stage: outcome.strip().replace(" ", "_") for stage, outcome in rows}
    assert list(told) == list(Stage)
    assert {stage: told[stage] for stage in OUTCOMES} == dict(OUTCOMES)
