"""What axe finds wrong with a page, in its dark colours and in its light ones."""

from pathlib import Path

from playwright.sync_api import Page

LAB = Path(__file__).parents[2] / ".lab"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WRONG = """async (wanted) => {
  const { violations } = await axe.run(document, { runOnly: wanted });
  const where = (nodes) => nodes.map(({ html }) => html.slice(0, 160)).join(" | ");
  return violations.map(({ id, nodes }) => `${id}: ${where(nodes)}`);
}"""


def load_axe(page: Page) -> None:
    """Put it into a page, in which nothing fades from now on."""
    page.emulate_media(reduced_motion="reduce")
    [axe] = LAB.glob("axe-*/axe.min.js")  # `make lab` puts it there
    page.evaluate(axe.read_text())


def wrong(page: Page) -> list[str]:
    """Everything that is wrong in the dark, and what cannot be read in the light."""
    found: list[str] = page.evaluate(WRONG, RULES)
    page.emulate_media(color_scheme="light")
    found += page.evaluate(WRONG, {"type": "rule", "values": ["color-contrast"]})
    page.emulate_media(color_scheme="dark")
    return found
