"""Everybody can use the page: axe finds nothing wrong with any view, nor with any kind of ask."""

import math
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.stage.axe import load_axe, wrong
from tests.stage.browser import Tabs, card, row
from tests.stage.daemon import StagedDaemon, question

FILES = Path(__file__).parents[3] / "src/quarterdeck/surfaces/web/files"
CLEARLY_APART = 0.07  # in Oklab; a just noticeable difference is about 0.02
PLAN = "# Plan\n\n1. **Do** `it`\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\nls\n```\n"


@pytest.fixture(scope="module")
def full(module_daemon: StagedDaemon) -> StagedDaemon:
    """A daemon with asks of several kinds."""
    module_daemon.agent("critical").bash("rm -rf ~/data", "Make room")
    module_daemon.agent("asks").questions(question("Which?", "One", "Two"))
    module_daemon.agent("plans").plan(PLAN)
    editor = module_daemon.agent("edits")
    (editor.cwd / "a.py").write_text("PORT = 1\n")
    given = {"old_string": "PORT = 1", "new_string": 'PORT = 2  # "two"'}
    editor.permission("Edit", {"file_path": str(editor.cwd / "a.py"), **given})
    module_daemon.agent("done").tell("Stop", last_assistant_message="Done.\n\n- all of it")
    module_daemon.wait_ask("plan")
    return module_daemon


def test_axe_finds_nothing_wrong_at_a_desk(full: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open(full.link, calm=True)
    expect(row(page)).to_have_count(5)
    load_axe(page)
    for ask in row(page).all():
        ask.click()
        assert wrong(page) == []
    for name in ("Sessions", "History"):
        page.get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        assert wrong(page) == []
    page.get_by_role("button", name="Keys").click()
    assert wrong(page) == []


def test_axe_finds_nothing_wrong_on_a_phone(full: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open(full.link, phone=True, calm=True)
    card(page).wait_for()
    load_axe(page)
    assert wrong(page) == []
    page.get_by_role("link", name="Sessions").click()
    expect(page.get_by_role("heading", name="Sessions")).to_be_visible()
    assert wrong(page) == []


def test_the_colour_of_a_session_never_looks_like_a_state_or_a_risk() -> None:
    colours = (FILES / "style" / "colours.css").read_text()
    hues = re.findall(r"--hue: (#[0-9a-f]{6})", colours)
    states = re.findall(
        r"--(?:waiting|working|idle|limited|failed|critical|high): (#[0-9a-f]{6})", colours
    )
    assert (len(hues), len(states)) == (10, 14)
    near = [(h, s) for h in hues for s in states if distance(h, s) < CLEARLY_APART]
    assert near == []


def distance(one: str, other: str) -> float:
    """How far two colours are apart to the eye, in Oklab."""
    return math.dist(oklab(one), oklab(other))


def oklab(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (red, green, blue)
    )
    long = math.cbrt(0.4122 * r + 0.5363 * g + 0.0514 * b)
    middle = math.cbrt(0.2119 * r + 0.6807 * g + 0.1074 * b)
    short = math.cbrt(0.0883 * r + 0.2817 * g + 0.63 * b)
    return (
        0.2105 * long + 0.7936 * middle - 0.0041 * short,
        1.978 * long - 2.4286 * middle + 0.4506 * short,
        0.0259 * long + 0.7828 * middle - 0.8087 * short,
    )
