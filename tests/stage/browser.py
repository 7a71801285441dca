"""A real Chromium, used as a person would use it."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from playwright.sync_api import (
    Browser,
    Locator,
    Page,
    ViewportSize,
    WebSocketRoute,
    expect,
    sync_playwright,
)
from tests.stage.until import PATIENCE

CHROMIUM = "/usr/bin/chromium"
FEATURES_OFF = (
    # What Playwright switches off and a page can notice; of two such lists the last one counts.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    # The popups of an address bar that nobody sees: pages of their own, loaded with every tab.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=" + ",".join(FEATURES_OFF),
]
# What the page was told by now is drawn, and cards that moved by it are guarded again.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
DESK = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
expect.set_options(timeout=PATIENCE * 1000)


class Tabs:
    """Opens pages, each as if in a browser of its own."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    def open(
        self,
        link: str,
        *,
        phone: bool = False,
        scheme: Literal["dark", "light"] = "dark",
        calm: bool = False,
    ) -> Page:
        """A tab that followed a link."""
        context = self._browser.new_context(
            viewport=PHONE if phone else DESK,
            has_touch=phone,
            is_mobile=phone,
            color_scheme=scheme,
            reduced_motion="reduce" if calm else "no-preference",
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(link)
        return page

    def close(self) -> None:
        """Close every tab."""
        for context in self._browser.contexts:
            context.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser, until the block ends."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Line:
    """Between a page and its daemon: messages of a type can be kept back, or answered otherwise."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []  # what reached the daemon
        self.kept: list[dict[str, Any]] = []
        self.keeps: set[str] = set()  # types of messages that do not get through
        self.stuck = False  # whether nothing gets through at all
        self._page: WebSocketRoute | None = None
        self._daemon: WebSocketRoute | None = None
        page.route_web_socket(re.compile("/surface$"), self._open)

    def _open(self, line: WebSocketRoute) -> None:
        self._page = line
        if not self.stuck:
            self._daemon = line.connect_to_server()
            line.on_message(self._take)

    def _take(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] in self.keeps:
            self.kept.append(message)
        else:
            self._send(message)

    def _send(self, message: dict[str, Any]) -> None:
        assert self._daemon
        self.sent.append(message)
        self._daemon.send(json.dumps(message))

    def let_through(self) -> None:
        """Send on what was kept back, and all that follows."""
        self.keeps.clear()
        for message in self.kept:
            self._send(message)
        self.kept.clear()

    def tell(self, **message: object) -> None:
        """Tell the page something that the daemon did not say."""
        assert self._page
        self._page.send(json.dumps(message))

    def cut(self) -> None:
        """Break the connection."""
        assert self._page
        self._page.close()

    def types(self) -> list[str]:
        """What was sent to the daemon, by its types."""
        return [message["type"] for message in self.sent]


def card(page: Page, ask: str = "") -> Locator:
    """The card of an ask, or the only card there is."""
    return page.locator(f'[data-ask="{ask}"]' if ask else "article.card")


def row(page: Page) -> Locator:
    """The rows of the list beside the chosen ask."""
    return page.locator("[data-row]")


def choose(page: Page, words: str) -> None:
    """Choose the ask whose row says these words; under the pointer nothing new would come."""
    row(page).filter(has_text=words).click()
    page.mouse.move(0, 0)


def armed(where: Locator) -> Locator:
    """A card, once it was in sight for so long that a press on it is meant."""
    where.page.evaluate(DRAWN)
    expect(where).to_have_attribute("data-armed", "true")
    return where


def hold(page: Page, button: Locator) -> None:
    """Press a button with the pointer, and let go when its ring is full."""
    point_down(page, button)
    page.get_by_role("button", name="Let go").wait_for()
    page.mouse.up()


def point_down(page: Page, button: Locator) -> None:
    """Press the pointer on a button, and keep it there."""
    box = button.bounding_box()
    assert box, "the button is not there"
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
