"""The page's own words and small rules, run where they run: in the browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.stage.browser import Tabs
from tests.stage.daemon import StagedDaemon


@pytest.fixture
def page(daemon: StagedDaemon, tabs: Tabs) -> Page:
    page = tabs.open(daemon.link)
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    return page


def call(page: Page, file: str, name: str, *given: object) -> Any:
    return page.evaluate(
        "async ([file, name, given]) => (await import(`/static/${file}`))[name](...given)",
        [file, name, list(given)],
    )


ENDING = (
    """async (ended) => (await import("/static/words.js")).ending(ended, new Set(["page-me"]))"""
)


def test_ages_are_short(page: Page) -> None:
    ages = {0: "0:00", 42: "0:42", 599: "9:59", 720: "12 min", 3 * 3600: "3 h", 200_000: "2 d"}
    assert {s: call(page, "words.js", "age", s) for s in ages} == ages
    assert call(page, "words.js", "age", -5) == "0:00"


def test_every_end_is_told_truthfully(page: Page) -> None:
    told = {
        ("answered", "page-me", "accepted"): "Answered here; the agent took it.",
        ("answered", "page-x", "accepted"): "Answered on another page; the agent took it.",
        ("answered", "cli", "unknown"): "Answered on the command line; it is not known whether "
        "the agent took it.",
        ("answered", "desk", "not_delivered"): "Answered on desk; it was not delivered.",
        ("terminal", None, None): "Answered at the terminal.",
        ("terminal", "page-me", "not_delivered"): "Answered at the terminal; it was not delivered.",
        ("interrupted", None, None): "Interrupted.",
        ("expired", None, None): "Expired.",
        ("replaced", None, None): "Replaced by a newer one.",
        ("gone", None, None): "Its session ended.",
        ("dismissed", "page-me", "accepted"): "Dismissed.",
        ("dismissed", "cli", "accepted"): "Dismissed on the command line.",
    }
    for (how, by, outcome), words in told.items():
        ended = {"how": how, "by": by, "outcome": outcome}
        assert page.evaluate(ENDING, ended) == words


def test_a_text_is_broken_and_marked_where_the_daemon_says(page: Page) -> None:
    text = "😀 cd a && make\n\n\n\n\nls"
    shown = {"marks": [[10, 14]], "breaks": [7]}  # in whole characters
    places = call(page, "parts/pieces.js", "placed", text, shown)
    assert places == {"marks": [[11, 15]], "breaks": [8]}
    first, empty, last = call(page, "parts/pieces.js", "pieces", text)
    assert call(page, "parts/pieces.js", "steps", first, places) == [
        [[0, 8, -1]],
        [[8, 11, -1], [11, 15, 0]],
    ]
    assert empty == {"line": 5, "empty": 4}
    assert last == {"line": 6, "start": 20, "end": 22}


def kinds(page: Page, text: str) -> list[tuple[str, int, int]]:
    found = call(page, "parts/markdown.js", "blocks", text)
    return [(b["kind"], b["line"], b["depth"]) for b in found]


def test_markdown_becomes_blocks_that_know_their_last_line(page: Page) -> None:
    text = (
        "# A\n### B\n- c\n  - d\n\n2. e\n   f\n\nplain\nmore\n\n```sh\n# code\nls\n```\n> quoted\n"
        "\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[hidden]: http://x\n\n<!-- said -->\n"
    )
    assert kinds(page, text) == [
        ("heading", 1, 0),
        ("subheading", 2, 0),
        ("item", 3, 0),
        ("item", 4, 1),
        ("item", 7, 0),
        ("text", 10, 0),
        ("language", 12, 0),
        ("code", 13, 0),
        ("code", 14, 0),
        ("text", 16, 0),
        ("rule", 18, 0),
        ("table", 22, 0),
        ("bare", 24, 0),
        ("bare", 26, 0),
    ]


def test_what_would_take_too_long_to_read_as_markdown_comes_as_its_lines(page: Page) -> None:
    for text in ("> " * 3000 + "x", "a" * 30_000 + "@", "- x **y**\n" * 10_000):
        found = kinds(page, text)
        assert {kind for kind, _, _ in found} == {"bare"}
        assert found[-1][1] == text.rstrip("\n").count("\n") + 1


def test_hidden_characters_are_written_out(page: Page) -> None:
    shown = call(page, "safe_text.js", "plain", "a\u202eb\x1b[0m\u200b\r\nc\ttab\ufeff\U000e0041")
    assert shown == "a⟨U+202E⟩b␛[0m⟨U+200B⟩\nc\ttab⟨U+FEFF⟩⟨U+E0041⟩"
