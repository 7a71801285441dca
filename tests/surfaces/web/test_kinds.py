"""Plans, forms and what is only to be known."""

import re

import pytest
from playwright.sync_api import expect
from tests.stage.browser import Tabs, armed, card, choose
from tests.stage.daemon import StagedDaemon

PLAN = "# Move the parser\n\nIt is **too close** to `main.py`.\n\n1. Make it\n   - test it\n"


def test_a_plan_is_read_and_approved_with_its_input(daemon: StagedDaemon, tabs: Tabs) -> None:
    hook = daemon.agent("api").plan(PLAN)
    page = tabs.open(daemon.link)
    armed(card(page))
    expect(page.get_by_role("heading", name="Move the parser")).to_be_visible()
    expect(card(page).locator("strong")).to_have_text("too close")
    expect(card(page).locator(".body code")).to_have_text("main.py")
    page.get_by_role("button", name="Approve", exact=True).click()
    assert hook.reply()["decision"] == {"behavior": "allow", "updatedInput": {"plan": PLAN}}


def test_a_plan_is_approved_with_its_edits_accepted(daemon: StagedDaemon, tabs: Tabs) -> None:
    hook = daemon.agent("api").plan(PLAN)
    page = tabs.open(daemon.link)
    armed(card(page))
    page.get_by_role("button", name="accept edits").click()
    assert hook.reply()["decision"]["updatedPermissions"][0]["mode"] == "acceptEdits"


def test_a_plan_is_sent_back_with_what_to_change(daemon: StagedDaemon, tabs: Tabs) -> None:
    hook = daemon.agent("api").plan(PLAN)
    page = tabs.open(daemon.link)
    armed(card(page))
    page.get_by_role("button", name="Say what to change").click()
    page.get_by_role("textbox").fill("smaller steps")
    page.get_by_role("button", name="Send").click()
    assert hook.reply()["decision"]["message"] == "smaller steps"


def test_a_form_is_filled_in_and_wrong_values_are_said(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open(daemon.link)
    page.get_by_text("Nothing waits for you.").wait_for()
    schema = {
        "type": "object",
        "required": ["host", "port"],
        "properties": {
            "host": {"type": "string", "title": "Host name"},
            "port": {"type": "integer", "title": "Port"},
            "tls": {"type": "boolean", "title": "Use TLS"},
            "region": {"type": "string", "enum": ["eu", "us"], "title": "Region"},
        },
    }
    hook = daemon.agent("api").hook(
        "Elicitation", "ask", mcp_server_name="deploy", message="Where?", requested_schema=schema
    )
    armed(card(page))
    page.get_by_role("button", name="Send").click()
    expect(card(page)).to_contain_text("The field 'host' is missing.")
    page.get_by_label("Host name").fill("example")
    page.get_by_label("Port").fill("high")
    page.get_by_role("button", name="Send").click()
    expect(card(page)).to_contain_text("The field 'port' wants a whole number.")
    page.get_by_label("Port").fill("8080")
    page.get_by_label("Use TLS").check()
    page.get_by_label("Region").select_option("us")
    page.get_by_role("button", name="Send").click()
    content = {"host": "example", "port": 8080, "tls": True, "region": "us"}
    assert hook.reply() == {"hookEventName": "Elicitation", "action": "accept", "content": content}


def test_a_field_with_the_name_of_something_else_is_empty_at_first(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    page = tabs.open(daemon.link)
    page.get_by_text("Nothing waits for you.").wait_for()
    fields = {name: {"type": "string", "title": name} for name in ("constructor", "__proto__")}
    schema = {"type": "object", "required": list(fields), "properties": fields}
    hook = daemon.agent("api").hook("Elicitation", "ask", message="What?", requested_schema=schema)
    armed(card(page))
    for name in fields:
        expect(page.get_by_label(name)).to_have_value("")
        page.get_by_role("button", name="Send").click()
        expect(card(page)).to_contain_text(f"The field '{name}' is missing.")
        page.get_by_label(name).fill("mine")
    page.get_by_role("button", name="Send").click()
    assert hook.reply()["content"] == dict.fromkeys(fields, "mine")


def test_a_form_can_be_declined(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open(daemon.link)
    page.get_by_text("Nothing waits for you.").wait_for()
    schema = {"type": "object", "properties": {"name": {"type": "string"}}}
    hook = daemon.agent("api").hook("Elicitation", "ask", message="Who?", requested_schema=schema)
    armed(card(page))
    page.get_by_role("button", name="Decline").click()
    assert hook.reply()["action"] == "decline"


def test_done_shows_the_last_message_and_is_dismissed(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("api").tell("Stop", last_assistant_message="All pass.\n\nNext: the docs.")
    page = tabs.open(daemon.link)
    expect(card(page)).to_contain_text("All pass.")
    expect(card(page)).to_contain_text("Next: the docs.")
    expect(card(page).locator(".place b")).to_have_text("Done")
    armed(card(page)).get_by_role("button", name="Dismiss").click()
    expect(card(page)).to_contain_text("Dismissed.")
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()


def test_what_did_not_end_well_is_called_that(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("api").tell("Stop", last_assistant_message="212 passed, 3 failed.")
    page = tabs.open(daemon.link)
    expect(card(page).locator(".place b")).to_have_text("Tests fail")
    expect(card(page)).to_have_attribute("aria-label", "api is done, but tests fail")


def test_what_is_done_does_not_count_as_waiting(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("api").tell("Stop", last_assistant_message="All pass.")
    page = tabs.open(daemon.link)
    card(page).wait_for()
    expect(page.locator(".top")).to_contain_text("nothing waits")
    expect(page).to_have_title("Quarterdeck")
    daemon.agent("web").bash("npm run a")
    expect(page.locator(".top")).to_contain_text("1 waits for you")
    expect(page).to_have_title("(1) Quarterdeck")
    status = daemon.client.get("/api/status")
    assert isinstance(status, dict)
    assert status["waiting"] == 1


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_critical_answer_of_unknown_outcome_stays_until_it_is_dismissed(
    daemon: StagedDaemon, tabs: Tabs, *, phone: bool
) -> None:
    agent = daemon.agent("api")
    hook = agent.bash("cd build && rm -rf ~/data")
    ask = daemon.wait_ask("permission")["id"]
    answer = {"choice": "allow", "confirm": True}
    with daemon.meanwhile(lambda: daemon.client.post(f"/api/asks/{ask}/answer", answer)):
        hook.reply()
        agent.tell("SessionEnd", reason="other")
    note = daemon.wait_ask("notification")["id"]
    page = tabs.open(daemon.link, phone=phone)
    expect(card(page, note)).to_contain_text("Nobody knows whether the agent took your answer")
    expect(card(page, note)).to_contain_text("CRITICAL")
    expect(card(page, note).locator(".command mark")).to_have_text("rm -rf ~/data")
    armed(card(page, note)).get_by_role("button", name="Dismiss").click()
    expect(card(page)).to_have_count(0)


def test_a_blocked_call_says_why_and_how_to_go_on(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("api").tell(
        "PermissionDenied",
        tool_name="Bash",
        tool_input={"command": "git push"},
        reason="It would publish the work.",
    )
    page = tabs.open(daemon.link)
    expect(card(page)).to_contain_text("git push")
    expect(card(page)).to_contain_text("It would publish the work.")
    for name in ("Allow next time", "Tell the agent", "Dismiss"):
        expect(page.get_by_role("button", name=name)).to_be_visible()


def test_a_limit_and_a_failure_can_be_tried_again(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("api").tell("StopFailure", error="rate_limit", last_assistant_message="Limit hit")
    daemon.agent("web").tell("StopFailure", error="server_error", last_assistant_message="It broke")
    page = tabs.open(daemon.link)
    for name, words in {"api": "Limit hit", "web": "It broke"}.items():
        choose(page, name)
        expect(card(page)).to_contain_text(words)
        again = card(page).get_by_role("button", name="Try again")
        expect(again).to_contain_text("Type “Please go on.” to it")


def test_an_ask_that_ends_by_itself_counts_down(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("api").bash("npm run build", permission_mode="auto", permission_suggestions=[])
    page = tabs.open(daemon.link)
    expect(card(page)).to_contain_text(re.compile(r"Ends by itself in 1:[345]\d"))
