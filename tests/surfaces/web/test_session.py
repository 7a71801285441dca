"""A session on the page: its terminal, what is told to it, what it did, and all of them small."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.stage.axe import load_axe, wrong
from tests.stage.browser import Tabs
from tests.stage.daemon import staged_daemon
from tests.stage.tmux import ComposerPane, tmux_server_in
from tests.stage.tmux_daemon import TmuxDaemon
from tests.stage.until import until

SHOWN = '.terminal .frame[data-shown="true"]'
MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"
# Questions that a program may ask a terminal: whoever it is, where its cursor is, its colours.
QUESTIONS = r"\033[c\033[>c\033[5n\033[6n\033]11;?\007\033P$qm\033\\\\"
LINK = r"\033]8;;javascript:alert(3)\007press me\033]8;;\007"


@pytest.fixture(scope="module")
def tmux_daemon() -> Iterator[TmuxDaemon]:
    with staged_daemon() as daemon, tmux_server_in(daemon.home) as tmux_server:
        yield TmuxDaemon(daemon, tmux_server)


@pytest.fixture(scope="module")
def composer(tmux_daemon: TmuxDaemon) -> tuple[ComposerPane, str]:
    """A composer that waits for a prompt, and the id of its session."""
    composer, session = tmux_daemon.composer("mate")
    tmux_daemon.wait_state(composer, "idle")
    return composer, session


def opened(tabs: Tabs, tmux_daemon: TmuxDaemon, session: str, *, phone: bool = False) -> Page:
    """The page of a session, once the page is there."""
    page = tabs.open(tmux_daemon.daemon.link, phone=phone)
    page.locator(".top").wait_for()
    page.evaluate("(id) => { location.hash = `#/sessions/${id}`; }", session)
    return page


def rows(page: Page) -> str:
    return "\n".join(page.locator(".xterm-rows > div").all_inner_texts())


def call(page: Page, file: str, name: str, *given: object) -> Any:
    return page.evaluate(
        "async ([file, name, given]) => (await import(`/static/${file}`))[name](...given)",
        [file, name, list(given)],
    )


def test_what_is_typed_in_the_terminal_is_echoed_by_the_pane(
    tmux_daemon: TmuxDaemon, composer: tuple[ComposerPane, str], tabs: Tabs
) -> None:
    pane, session = composer
    page = opened(tabs, tmux_daemon, session)
    page.locator(SHOWN).click()
    said = "日本語と絵文字 🎉👩\u200d🚀 ok"
    page.keyboard.insert_text(said)
    expect(page.locator(".xterm-rows")).to_contain_text("日本語と絵文字")
    expect(page.locator(".xterm-rows")).to_contain_text("🎉")
    page.keyboard.type("!")
    page.keyboard.press("Enter")
    until(lambda: pane.submitted == [f"{said}!"], 10, lambda: str(pane.lines()))
    page.keyboard.press("Shift+Escape")
    assert not page.evaluate("document.querySelector('.terminal').contains(document.activeElement)")
    load_axe(page)
    assert wrong(page) == []


def test_the_first_screen_has_its_colours_and_its_history_and_nothing_in_it_acts(
    tmux_daemon: TmuxDaemon, tabs: Tabs
) -> None:
    typed = tmux_daemon.tmux_server.root / "typed"
    written = f"{MARKUP} \\033[31mred\\033[0m \\033[38;2;1;200;3mtrue\\033[0m {LINK}"
    asks = f"read go; printf '%b' '{QUESTIONS} asked'; cat -v > {typed}"
    command = f"seq 1 60; printf '%b\\n' '{written}'; {asks}"
    _, session = tmux_daemon.program("hostile", command)
    page = tabs.open(tmux_daemon.daemon.link)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    page.locator(".top").wait_for()
    page.evaluate("(id) => { location.hash = `#/sessions/${id}`; }", session)
    page.locator(SHOWN).wait_for()
    expect(page.locator(".xterm-rows")).to_contain_text(MARKUP)
    red = page.locator(".xterm-rows span", has_text="red").last
    assert red.evaluate("(node) => getComputedStyle(node).color") == "rgb(255, 107, 107)"
    true = page.locator(".xterm-rows span", has_text="true").last
    assert true.evaluate("(node) => getComputedStyle(node).color") == "rgb(1, 200, 3)"
    page.get_by_text("press me").click(force=True)
    page.locator(SHOWN).click()
    for _ in range(3):
        page.keyboard.press("Shift+PageUp")
    until(lambda: "\n3\n" in f"\n{rows(page)}\n", 10, lambda: rows(page))
    # Its questions are answered once, by tmux: the page types what the person types.
    page.keyboard.press("Enter")
    expect(page.locator(".xterm-rows")).to_contain_text("asked")
    page.keyboard.type("mine")
    page.keyboard.press("Enter")
    until(lambda: "mine" in typed.read_text(), 10, typed.read_text)
    assert typed.read_text().count("[?1;2c") == 1
    assert "mine\n" in typed.read_text()
    assert page.locator("img[src=x], main script").count() == 0
    assert len(page.context.pages) == 1
    assert wrong == []


def test_a_prompt_goes_to_the_agent_and_never_over_a_draft(
    tmux_daemon: TmuxDaemon, composer: tuple[ComposerPane, str], tabs: Tabs
) -> None:
    pane, session = composer
    page = opened(tabs, tmux_daemon, session, phone=True)
    field = page.get_by_role("textbox", name="A prompt for this session")
    field.fill("write the tests")
    page.get_by_role("button", name="Keep as template").click()
    field.press("Enter")
    # This agent has no hooks that would say so.
    expect(page.locator(".composer .word")).to_contain_text("It is not known whether")
    until(lambda: pane.submitted[-1:] == ["write the tests"], 10, lambda: str(pane.lines()))
    expect(field).to_have_value("")
    field.press("ArrowUp")
    expect(field).to_have_value("write the tests")
    field.press("ArrowDown")
    expect(field).to_have_value("")

    tmux_daemon.tmux_server.tmux("send-keys", "-t", pane.pane, "-l", "a draft")
    until(lambda: pane.shows("a draft"), 10, lambda: "no draft")
    page.get_by_role("group", name="Templates").get_by_text("write the tests").click()
    before = len(pane.submitted)
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".composer .word")).to_contain_text("draft")
    expect(field).to_have_value("write the tests")
    assert len(pane.submitted) == before


def test_a_session_is_renamed_and_explained_and_its_timeline_says_what_it_did(
    tmux_daemon: TmuxDaemon, tabs: Tabs
) -> None:
    agent = tmux_daemon.daemon.agent("away")
    session = tmux_daemon.session(agent.pid)["id"]
    agent.tell("UserPromptSubmit", prompt="clean up")
    about = {"tool_name": "Bash", "tool_input": {"command": f"rm -rf ~/{MARKUP}"}}
    agent.tell("PreToolUse", tool_use_id="t1", **about)
    agent.tell("PostToolUse", tool_use_id="t1", tool_response={}, **about)
    page = opened(tabs, tmux_daemon, session)
    timeline = page.get_by_role("region", name="What it did")
    expect(timeline.get_by_text("began a turn")).to_be_visible()
    made = timeline.locator(".event.call")
    expect(made).to_contain_text("CRITICAL")
    expect(made).to_contain_text(MARKUP)
    page.get_by_role("button", name="Rename…").click()
    page.get_by_label("Name", exact=True).fill("flagship")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="flagship")).to_be_visible()
    expect(timeline.get_by_text("renamed it")).to_be_visible()
    page.get_by_role("button", name="Explain").click()
    why = page.get_by_role("dialog", name="Explain")
    expect(why).to_contain_text("working")
    expect(why).to_contain_text("Hooks")
    assert page.locator("img[src=x], main script").count() == 0


def test_twenty_sessions_are_seen_small_and_tmux_has_no_more_clients_for_it(tabs: Tabs) -> None:
    with staged_daemon() as daemon, tmux_server_in(daemon.home) as server:
        tmux_daemon = TmuxDaemon(daemon, server)
        written = f"\\033[32mhere it is\\033[0m {MARKUP}\\n"
        panes = [tmux_daemon.program(f"p{n}", f"printf '{written}'; cat") for n in range(20)]

        def clients() -> int:
            return len(server.tmux("list-clients").splitlines())

        # One that asks, and one for each tmux session, which watch it anyway.
        until(lambda: clients() == 21, 10, lambda: server.tmux("list-clients"))
        pages = [tabs.open(daemon.link) for _ in range(2)]
        for page in pages:
            page.set_viewport_size({"width": 1800, "height": 2400})
            page.locator(".top").wait_for()
            page.evaluate("() => { location.hash = '#/sessions'; }")
            expect(page.locator(".picture", has_text="here it is")).to_have_count(20)
        pane, session = panes[-1]
        server.tmux("send-keys", "-t", pane, "-l", "news for you")
        for page in pages:
            expect(page.locator(f'[data-session="{session}"]')).to_contain_text("news for you")
            assert page.locator(".picture img, .picture script").count() == 0
            green = page.locator(".picture span", has_text="here it is").first
            assert green.evaluate("(node) => getComputedStyle(node).color") == "rgb(123, 216, 143)"
        assert clients() == 21


def test_only_keys_of_a_person_are_typed(
    tmux_daemon: TmuxDaemon, composer: tuple[ComposerPane, str], tabs: Tabs
) -> None:
    page = tabs.open(tmux_daemon.daemon.link)
    page.locator(".top").wait_for()
    typed: dict[str, dict[str, object]] = {
        "a": {"text": "a"},
        "日本🎉": {"text": "日本🎉"},
        "\r": {"keys": ["Enter"]},
        "\x7f": {"keys": ["BSpace"]},
        "\x03": {"keys": ["C-c"]},
        "\x1b": {"keys": ["Escape"]},
        "\x1bOA": {"keys": ["Up"]},
        "\x1b[Z": {"keys": ["BTab"]},
        "\x1bb": {"keys": ["Escape", "b"]},
        "\x1b[200~two\r\nlines\x1b[201~": {"text": "two lines"},
        "pasted\rtoo": {"text": "pasted too"},
    }
    for data, message in typed.items():
        assert call(page, "session/keys.js", "inputOf", data) == {"type": "input", **message}
    by_itself = [
        "\x1b[?1;2c",
        "\x1b[3;4R",
        "\x1b[0n",
        "\x1b]11;rgb:0b/0e/12\x07",
        "\x1bP1$r0m\x1b\\",
    ]
    mouse = ["\x1b[<0;3;4M", "\x1b[I", "\x1b[O"]
    for data in (*by_itself, *mouse, "", "\x00"):
        assert call(page, "session/keys.js", "inputOf", data) is None, data


def test_a_small_screen_is_text_with_colours(
    tmux_daemon: TmuxDaemon, composer: tuple[ComposerPane, str], tabs: Tabs
) -> None:
    page = tabs.open(tmux_daemon.daemon.link)
    page.locator(".top").wait_for()

    def seen(text: str) -> list[list[tuple[str, str, Any]]]:
        lines = call(page, "session/ansi.js", "linesOf", text)
        looks = [[call(page, "session/ansi.js", "looksOf", run) for run in line] for line in lines]
        return [
            [
                (run["text"], look["classes"], look["colours"])
                for run, look in zip(*both, strict=True)
            ]
            for both in zip(lines, looks, strict=True)
        ]

    assert seen("a\x1b[1;31mb\nc\x1b[0md") == [
        [("a", "", {}), ("b", "f-c1 bold", {})],
        [("c", "f-c1 bold", {}), ("d", "", {})],
    ]
    assert seen("\x1b[38;5;208mo\x1b[48;2;1;2;3;7mx") == [
        [
            ("o", "", {"color": "rgb(255 135 0)"}),
            ("x", "", {"color": "rgb(1 2 3)", "background": "rgb(255 135 0)"}),
        ]
    ]
    assert seen(f"\x1b]8;;http://x\x07{MARKUP}\x1b]8;;\x07\x1b[2K\x07") == [
        [(f"{MARKUP}␇", "", {})]
    ]
