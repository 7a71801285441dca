"""Advisors that are loaded with the first advice."""

import subprocess
import sys

from quarterdeck.app.wiring import advisors
from quarterdeck.domain.ask_bodies import Trouble
from quarterdeck.domain.buttons import Origin, Situation

LOADED = """
import asyncio, sys
from quarterdeck.app.wiring import advisors
from quarterdeck.domain.ask_bodies import Trouble
from quarterdeck.domain.buttons import Situation
rules = advisors.rules(lambda: 7.0)
names = ("quarterdeck.advisors.rules", "quarterdeck.advisors.model")
print(*(name in sys.modules for name in names))
asyncio.run(rules.advise(Situation("All tests pass.", cwd="/")))
print(*(name in sys.modules for name in names))
"""


def test_the_rules_are_loaded_when_they_are_first_asked() -> None:
    told = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    assert told.stdout.splitlines() == ["False False", "True False"]


async def test_the_rules_pick_buttons() -> None:
    buttons = await advisors.rules(lambda: 7.0).advise(Situation("Shall I go on?", cwd="/"))
    assert buttons.by is Origin.RULES
    assert buttons.row


def test_without_a_model_in_the_settings_there_is_no_second_advisor() -> None:
    assert advisors.model("", lambda: 7.0) is None
    assert advisors.model("haiku", lambda: 7.0) is not None


async def test_what_is_wrong_at_the_end_of_a_turn_is_found() -> None:
    await advisors.load_trouble()
    assert advisors.trouble_in("3 tests failed.", "") is Trouble.TESTS
    assert advisors.trouble_in("All done.", "") is None
