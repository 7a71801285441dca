"""The buttons of an idle session on the page."""

from playwright.sync_api import expect
from tests.stage.browser import Tabs
from tests.stage.daemon import StagedDaemon


def test_an_idle_session_offers_what_to_say_and_says_what_became_of_it(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    agent = daemon.agent("web")
    page = tabs.open(daemon.link)
    buttons = page.get_by_role("group", name="Say to web")
    agent.tell("Stop", last_assistant_message="Shall I drop the old table?")
    expect(buttons.get_by_role("button")).to_have_count(4)
    expect(buttons.get_by_role("button").first).to_have_accessible_name("No")
    expect(buttons).to_contain_text("Show me exactly what this would change, and wait.")

    buttons.get_by_role("button", name="Yes").click()
    expect(buttons.get_by_role("status")).to_contain_text("pane")

    agent.tell("UserPromptSubmit", prompt="go on")
    expect(buttons).to_have_count(0)
