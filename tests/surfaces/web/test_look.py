"""Readable by everybody: contrast, names, focus, calm."""

from typing import Literal

import pytest
from playwright.sync_api import Page, expect
from tests.stage.browser import Tabs, card, row
from tests.stage.daemon import StagedDaemon, question

# The contrast of every text in sight with what lies behind it, by the formula of WCAG.
PALE = """() => {
  const parse = (c) => c.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (el) => {
    for (let at = el; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if ((colour[3] ?? 1) > 0.99) return colour;
    }
    return [255, 255, 255];
  };
  const pale = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const el = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || el.closest(":disabled, script, noscript")) continue;
    if (!el.checkVisibility()) continue;
    const [a, b] = [light(parse(getComputedStyle(el).color)), light(behind(el))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) pale.push(`${walk.currentNode.data.trim()}: ${ratio.toFixed(2)}`);
  }
  return pale;
}"""


# Every button whose edge and ground are both too close to what lies around it.
UNSEEN = PALE.replace(
    "const pale = [];",
    """const pale = [];
  const contrast = (one, other) => {
    const [a, b] = [light(one), light(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const flat = ".tab, .link, .row-door";
  for (const el of document.querySelectorAll(`button:enabled:not(${flat})`)) {
    if (!el.checkVisibility()) continue;
    const [around, style] = [behind(el.parentElement), getComputedStyle(el)];
    const grounds = [parse(style.borderTopColor), behind(el)];
    const best = Math.max(...grounds.map((ground) => contrast(ground, around)));
    if (best < 3) pale.push(`${el.textContent.trim()}: ${best.toFixed(2)}`);
  }
  return pale;""",
)


@pytest.fixture(scope="module")
def full(module_daemon: StagedDaemon) -> StagedDaemon:
    """A daemon with asks of every sort and risk."""
    daemon = module_daemon
    commands = {"critical": "rm -rf ~/data", "high": "git push --force", "low": "ls"}
    for name, command in commands.items():
        daemon.agent(name).bash(command)
    daemon.agent("medium").bash("npm run build", "Build it")
    daemon.agent("asks").questions(question("Which?", "One", "Two"))
    daemon.agent("plans").plan("# Plan\n\n1. **Do** `it`\n\n```\ncode\n```")
    daemon.agent("fails").tell("StopFailure", error="server_error", last_assistant_message="Broke")
    daemon.agent("limited").tell("StopFailure", error="rate_limit", last_assistant_message="Limit")
    daemon.agent("done").tell("Stop", last_assistant_message="Done.\n\nMore.")
    works = daemon.agent("works")
    works.tell("UserPromptSubmit", prompt="go")
    works.hook(
        "Status",
        "status",
        model={"display_name": "Opus 5"},
        cost={"total_cost_usd": 1.2},
        context_window={"used_percentage": 33.6},
        rate_limits={"five_hour": {"used_percentage": 40}},
    )
    return daemon


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_text_stands_out_from_its_ground(
    full: StagedDaemon, tabs: Tabs, scheme: Literal["dark", "light"]
) -> None:
    page = tabs.open(full.link, scheme=scheme)
    expect(row(page)).to_have_count(9)
    for ask in row(page).all():
        ask.click()
        assert page.evaluate(PALE) == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_what_can_be_pressed_stands_out_from_its_ground(
    full: StagedDaemon, tabs: Tabs, scheme: Literal["dark", "light"], *, phone: bool
) -> None:
    page = tabs.open(full.link, scheme=scheme, phone=phone)
    card(page).first.wait_for()
    assert page.evaluate(UNSEEN) == []


def test_everything_that_can_be_pressed_has_a_name_and_every_card_too(
    full: StagedDaemon, tabs: Tabs
) -> None:
    page = tabs.open(full.link)
    expect(row(page)).to_have_count(9)
    for ask in row(page).all():
        ask.click()
        assert card(page).get_attribute("aria-label")
        for button in card(page).get_by_role("button").all():
            assert button.inner_text().strip() or button.get_attribute("aria-label")


def test_what_has_the_focus_is_seen(full: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open(full.link)
    card(page).first.wait_for()
    for _ in range(5):
        page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_nothing_moves_where_motion_is_not_wanted(full: StagedDaemon, tabs: Tabs) -> None:
    page: Page = tabs.open(full.link, calm=True)
    expect(row(page)).to_have_count(9)
    running = "document.getAnimations().filter((a) => a.playState === 'running').length"
    assert page.evaluate(running) == 0


def test_each_state_has_a_shape_and_a_word(full: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open(full.link)
    for state, words in {
        "waiting": "waits for you",
        "working": "working",
        "idle": "idle",
        "failed": "failed",
        "limited": "limited",
    }.items():
        rows = page.locator(f".session.is-{state}")
        expect(rows.first).to_contain_text(words)
        expect(rows.first.locator(f"svg.{state}")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_what_a_status_line_tells_stands_with_its_session(
    full: StagedDaemon, tabs: Tabs, *, phone: bool
) -> None:
    page = tabs.open(full.link, phone=phone)
    if phone:
        page.get_by_role("link", name="Sessions").click()
    row = page.locator(".session.is-working")
    expect(row.locator(".used")).to_have_text("Opus 5 · context 34 % · $1.20")
    expect(page.locator(".session.is-failed .used")).to_have_count(0)
    expect(page.get_by_text("Limits: 5 h 40 %")).to_be_visible()
