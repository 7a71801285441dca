"""The page in one hand: one card, its buttons under the thumb, a swipe that never answers."""

from playwright.sync_api import CDPSession, Page, expect
from tests.stage.browser import PHONE, Tabs, armed, card
from tests.stage.daemon import StagedDaemon


def name(page: Page) -> str:
    return page.locator("article.card header b").inner_text()


class Finger:
    """A real touch, as the browser gets it from a screen."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._devtools: CDPSession = page.context.new_cdp_session(page)

    def down(self, x: float, y: float) -> None:
        self._send("touchStart", x, y)

    def move(self, x: float, y: float) -> None:
        self._send("touchMove", x, y)

    def up(self) -> None:
        self._devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def swipe(self, x: float, y: float, by: float) -> None:
        self.down(x, y)
        for step in range(1, 9):
            self.move(x + by * step / 8, y)
        self.up()

    def _send(self, kind: str, x: float, y: float) -> None:
        points = [{"x": x, "y": y}]
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(page: Page, button: str) -> tuple[float, float]:
    box = card(page).get_by_role("button", name=button, exact=True).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_top_card_fills_the_screen_with_its_buttons_in_the_lower_third(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("api").bash("cd build && rm -rf ~/data && make", "Clean up")
    page = tabs.open(daemon.link, phone=True)
    frame = card(page).bounding_box()
    assert frame
    assert frame["width"] > 360
    assert frame["height"] > 700
    boxes = [b.bounding_box() for b in card(page).get_by_role("button").all()]
    for box in boxes:
        assert box
        assert box["height"] >= 56
        assert box["y"] >= PHONE["height"] * 2 / 3
    deny, allow = middle(page, "Deny"), middle(page, "Hold to allow")
    assert deny[0] < allow[0]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_swipe_steps_through_the_asks_and_answers_nothing(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("older").bash("npm run a")
    daemon.wait_ask("permission")
    daemon.agent("newer").bash("npm run b")
    page = tabs.open(daemon.link, phone=True)
    armed(card(page))
    expect(page.get_by_text("1 of 2")).to_be_visible()
    assert name(page) == "older"
    Finger(page).swipe(*middle(page, "Allow"), by=-180)
    expect(page.get_by_text("2 of 2")).to_be_visible()
    assert name(page) == "newer"
    armed(card(page))
    Finger(page).swipe(*middle(page, "Deny"), by=180)
    expect(page.get_by_text("1 of 2")).to_be_visible()
    assert [ask["answering"] for ask in daemon.asks()] == [None, None]


def test_a_drag_that_ends_on_the_button_where_it_began_answers_nothing(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("only").bash("npm run a")
    page = tabs.open(daemon.link, phone=True)
    armed(card(page))
    x, y = middle(page, "Allow")
    page.mouse.move(x + 45, y)
    page.mouse.down()
    page.mouse.move(x - 45, y)
    page.mouse.up()
    page.get_by_role("link", name="Sessions").click()
    assert [ask["answering"] for ask in daemon.asks()] == [None]


def test_a_tap_answers(daemon: StagedDaemon, tabs: Tabs) -> None:
    hook = daemon.agent("api").bash("npm run a")
    page = tabs.open(daemon.link, phone=True)
    armed(card(page))
    page.get_by_role("button", name="Allow").tap()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_a_finger_holds_what_is_critical(daemon: StagedDaemon, tabs: Tabs) -> None:
    hook = daemon.agent("api").bash("rm -rf ~/data")
    page = tabs.open(daemon.link, phone=True)
    armed(card(page))
    finger = Finger(page)
    finger.down(*middle(page, "Hold to allow"))
    expect(card(page).get_by_role("button", name="Let go")).to_be_visible()
    finger.up()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_a_finger_that_slides_off_cancels_the_hold(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("api").bash("rm -rf ~/data")
    page = tabs.open(daemon.link, phone=True)
    armed(card(page))
    finger = Finger(page)
    x, y = middle(page, "Hold to allow")
    finger.down(x, y)
    expect(card(page).get_by_role("button", name="Let go")).to_be_visible()
    finger.move(x, y - 200)
    finger.up()
    expect(card(page).get_by_role("button", name="Hold to allow")).to_be_visible()
    assert [ask["answering"] for ask in daemon.asks()] == [None]


def test_the_card_in_hand_stays_when_something_equally_urgent_comes(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("first").bash("npm run a")
    page = tabs.open(daemon.link, phone=True)
    card(page).wait_for()
    daemon.agent("second").bash("rm -rf ~/data")
    expect(page.get_by_text("2 of 2")).to_be_visible()
    assert name(page) == "first"


def test_a_decision_comes_before_something_to_know(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("done").tell("Stop", last_assistant_message="Finished.")
    page = tabs.open(daemon.link, phone=True)
    card(page).wait_for()
    daemon.agent("asking").bash("npm run a")
    expect(page.locator("article.card header b")).to_have_text("asking")


def test_the_sessions_are_one_tap_away(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("api")
    page = tabs.open(daemon.link, phone=True)
    expect(page.locator(".session")).to_be_hidden()
    page.get_by_role("link", name="Sessions").tap()
    expect(page.locator(".session")).to_be_visible()
    page.get_by_role("link", name="Now").tap()
    expect(page.locator(".session")).to_be_hidden()


def test_a_long_command_is_read_by_scrolling_and_the_buttons_stay(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("api").bash(" && ".join(f"echo step {n}" for n in range(200)))
    page = tabs.open(daemon.link, phone=True)
    expect(page.get_by_role("button", name="Deny", exact=True)).to_be_in_viewport(ratio=1)
    page.get_by_text("echo step 199").scroll_into_view_if_needed()
    expect(page.get_by_text("echo step 199")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Deny", exact=True)).to_be_in_viewport(ratio=1)
