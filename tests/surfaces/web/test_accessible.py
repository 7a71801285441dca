"""Everybody can use the page: axe finds nothing wrong with any view, nor with any kind of ask."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.stage.browser import Tabs, card, row
from tests.stage.daemon import StagedDaemon, question

LAB = Path(__file__).parents[3] / ".lab"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WRONG = """async (tags) => {
  const { violations } = await axe.run(document, { runOnly: tags });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}"""
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


def load_axe(page: Page) -> None:
    [axe] = LAB.glob("axe-*/axe.min.js")  # `make lab` puts it there
    page.evaluate(axe.read_text())


def wrong(page: Page) -> list[str]:
    found: list[str] = page.evaluate(WRONG, RULES)
    return found


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_wrong_at_a_desk(full: StagedDaemon, tabs: Tabs, scheme: str) -> None:
    page = tabs.open(full.link, scheme="dark" if scheme == "dark" else "light", calm=True)
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
