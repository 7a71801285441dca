"""The views have addresses: they can be opened, gone back from, and lead somewhere if mistyped."""

import pytest
from playwright.sync_api import Route, expect
from tests.stage.browser import Tabs, armed, card
from tests.stage.daemon import StagedDaemon

# Goes elsewhere right after the page was drawn for the first time, before anybody could see it.
AT_ONCE = """
const drawn = new MutationObserver(() => {
  if (!document.querySelector("header")) return;
  drawn.disconnect();
  location.hash = "#/history";
});
drawn.observe(document, { childList: true, subtree: true });
"""
# Nothing is painted from now on, until `paint` is called.
UNPAINTED = """
const later = [], [frame, timeout] = [requestAnimationFrame, setTimeout];
window.requestAnimationFrame = (done) => later.push(done);
window.setTimeout = (done, ...rest) => (rest[0] < 100 ? later.push(done) : timeout(done, ...rest));
window.paint = () => {
  [window.requestAnimationFrame, window.setTimeout] = [frame, timeout];
  for (const done of later) done();
};
location.hash = "#/sessions";
"""
ROUTE = """async (hash) => (await import("/static/routes.js")).routeOf(hash)"""


def test_every_address_names_a_view(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open(daemon.link)
    page.get_by_text("Nothing waits for you.").wait_for()
    named = {
        "": ("now", ""),
        "#/now": ("now", ""),
        "#/sessions": ("sessions", ""),
        "#/sessions/": ("sessions", ""),
        "#/sessions/a%2Fb": ("session", "a/b"),
        "#/history": ("history", ""),
        "#/decks": ("decks", ""),
        "#/keyboard": ("keyboard", ""),
        "#/sessions/%E0%A4%A": ("now", ""),
        "#/constructor": ("now", ""),
        "#/history/x": ("now", ""),
        "#ask=a1": ("now", ""),
    }
    for hash_, (view, session) in named.items():
        assert page.evaluate(ROUTE, hash_) == {"view": view, "id": session}, hash_


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_half_written_answer_is_still_there_after_a_look_at_another_view(
    daemon: StagedDaemon, tabs: Tabs, *, phone: bool
) -> None:
    daemon.agent("api").bash("npm run a")
    page = tabs.open(daemon.link, phone=phone)
    armed(card(page)).get_by_role("button", name="Deny with a message").click()
    page.get_by_role("textbox").fill("use pnpm")
    page.get_by_role("link", name="History").click()
    expect(card(page)).to_be_hidden()
    expect(card(page)).to_have_attribute("data-armed", "false")
    page.go_back()
    expect(page.get_by_role("textbox")).to_have_value("use pnpm")
    page.reload()
    armed(card(page))


def test_an_address_opens_its_view_again_after_a_reload(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open(daemon.link)
    page.get_by_text("Nothing waits for you.").wait_for()
    page.goto(f"{daemon.url}/#/history")
    page.reload()
    expect(page.get_by_role("heading", name="History")).to_be_visible()
    expect(page.get_by_role("link", name="History")).to_have_attribute("aria-current", "page")


def test_an_address_that_changes_while_the_page_is_drawn_is_followed(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    page = tabs.open("about:blank")
    page.add_init_script(AT_ONCE)
    page.goto(daemon.link)
    expect(page.get_by_role("heading", name="History")).to_be_visible()


def test_a_view_that_cannot_be_fetched_says_so(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open("about:blank")
    page.route("**/past/history.js", lambda route: route.abort())
    page.goto(daemon.link)
    page.get_by_role("link", name="History").click()
    expect(page.get_by_role("alert")).to_contain_text("This part of the page could not be loaded.")
    page.unroute("**/past/history.js")
    page.get_by_role("button", name="Load the page again").click()
    expect(page.get_by_role("heading", name="History")).to_be_visible()


def test_a_view_that_arrives_before_its_empty_place_is_painted_is_shown(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("api")
    page = tabs.open("about:blank")
    kept: list[Route] = []

    def keep(route: Route) -> None:
        kept.append(route)

    page.route("**/session/list.js", keep)
    with page.expect_request("**/session/list.js"):
        page.goto(daemon.link)
    page.evaluate(UNPAINTED)
    page.locator("main.view:empty").wait_for(state="attached")
    for route in kept:
        route.continue_()
    page.evaluate("import('/static/session/list.js')")
    page.evaluate("paint()")
    expect(page.locator(".session.preview")).to_be_visible()
