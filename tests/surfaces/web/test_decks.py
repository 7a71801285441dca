"""The decks on the page: each looks as it does on the desk, and its keys can be pressed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect
from tests.stage.browser import Tabs
from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon, staged_daemon
from tests.stage.until import PATIENCE, until

SETTINGS = '[deck]\nemulate = ["plus"]\n[display]\nguard_ms = 0\nhold_ms = 300\n'
# How many colours the picture has: nothing is drawn where there is one.
COLOURS = """(canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size;
}"""


@pytest.fixture(scope="module")
def with_deck() -> Iterator[StagedDaemon]:
    with staged_daemon(settings=SETTINGS) as daemon:
        yield daemon


def held(key: Locator) -> None:
    """Hold a key with the mouse until its time is over."""
    key.hover()
    key.page.mouse.down()
    key.page.wait_for_timeout(400)
    key.page.mouse.up()


def wait_shown(daemon: StagedDaemon, label: str, face: str = "press") -> None:
    """Wait until the deck has said that it shows this key, on the page and on itself."""

    def shows() -> bool:
        [deck] = [s for s in call(daemon, "GET", "/api/surfaces")[1] if s["model"]]
        keys = call(daemon, "GET", f"/api/surfaces/{deck['id']}")[1]["keys"]
        return any(key["label"] == label and key[face] and key["shown"] for key in keys)

    until(shows, PATIENCE, lambda: f"{label} is not shown")


def test_a_deck_is_seen_and_pressed_on_the_page(with_deck: StagedDaemon, tabs: Tabs) -> None:
    agent = with_deck.agent("api")
    hook = agent.bash("npm install left-pad")
    page = tabs.open(with_deck.link)
    page.get_by_role("link", name="Decks").click()
    deck = page.locator("section.deck")
    expect(deck.get_by_role("heading")).to_have_text("Stream Deck +")
    allow = deck.get_by_role("button", name="Allow", exact=True)
    expect(allow).to_be_enabled()
    page.wait_for_function(f"({COLOURS})(document.querySelector('.deck canvas')) > 8")
    turn = deck.get_by_role("button", name="Dial 2, a step to the right")
    expect(turn).to_be_disabled()  # nothing else waits
    other = with_deck.agent("web").bash("npm install right-pad")
    expect(turn).to_be_enabled()
    wait_shown(with_deck, "▸ 1/2")
    turn.click()  # from the newest
    expect(deck.get_by_role("button", name="▸ 2/2")).to_be_visible()
    wait_shown(with_deck, "▸ 2/2")
    allow.click()
    assert hook.reply()["decision"]["behavior"] == "allow"
    assert other.printed.empty()
    agent.ran("Bash", {"command": "npm install left-pad"})

    hook = agent.bash("rm -rf ~/work")
    critical = deck.get_by_role("button", name="Allow, to be held")
    critical.wait_for()
    wait_shown(with_deck, "Allow", "hold")
    critical.click()
    expect(deck.get_by_role("status")).to_have_text("It must be held.")
    assert hook.printed.empty()
    held(critical)
    assert hook.reply()["decision"]["behavior"] == "allow"


def test_without_a_deck_it_says_how_to_have_one(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open(daemon.link)
    page.get_by_role("link", name="Decks").click()
    expect(page.get_by_text("No deck is connected.")).to_be_visible()
    expect(page.get_by_text("emulate")).to_be_visible()
    page.get_by_role("link", name="the keyboard on this page").click()
    expect(page.get_by_role("heading", name="Keyboard")).to_be_visible()
    expect(page.get_by_role("link", name="Decks", exact=True)).to_have_attribute(
        "aria-current", "page"
    )
