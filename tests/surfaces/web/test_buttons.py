"""The buttons of an idle session on the page."""

from playwright.sync_api import expect
from tests.stage.browser import Tabs
from tests.stage.daemon import StagedDaemon
from tests.stage.mcp_client import called_by
from tests.stage.until import PATIENCE


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

    own = [{"text": "Again", "image": "retry", "color": "#112233"}]
    called_by(agent, daemon, "over_pipes", "set_keyboard_buttons", buttons=own).get(
        timeout=PATIENCE
    )
    again = buttons.get_by_role("button", name="Again")
    expect(again).to_contain_text("🔄")
    expect(again.locator(".colour")).to_have_css("background-color", "rgb(17, 34, 51)")
    expect(buttons).to_contain_text("The agent's own:")

    agent.tell("UserPromptSubmit", prompt="go on")
    expect(buttons).to_have_count(0)
