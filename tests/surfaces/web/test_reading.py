"""What is to be judged is read whole: what is marked, out of sight, or to be opened first."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect
from tests.stage.browser import DRAWN, Tabs, armed, card, hold
from tests.stage.daemon import StagedDaemon

DANGER = "rm -rf ~/projects"
# As many lines as are judged at once: what takes longer is judged when the machine finds time.
FAR_DOWN = "\n".join(["ls"] * 29 + [DANGER])
SHOW_FIRST = "Show all of it first"
TABLE = "| file | change |\n|---|---|\n| a.py | moves |\n| deploy.sh | deletes the old build |"
PLAN = "# Plan\n\n" + "\n\n".join(f"{n}. Do step {n}" for n in range(1, 40)) + f"\n\n{TABLE}\n"
# What stands before the first mark, as it is read.
BEFORE_MARK = """command => {
  const range = document.createRange();
  range.setStart(command, 0);
  range.setEndBefore(command.querySelector("mark"));
  return range.toString().trim();
}"""
PLACES = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])


def end_of_text(page: Page) -> None:
    page.locator(".long").evaluate("long => long.scrollTo(0, long.scrollHeight)")


@pytest.mark.parametrize("word", ["so", "😀"])
def test_the_mark_is_where_the_danger_is_and_not_where_the_same_words_stand_first(
    daemon: StagedDaemon, tabs: Tabs, word: str
) -> None:
    daemon.agent("api").bash(f"echo '{word} {DANGER}' && {DANGER}")
    page = tabs.open(daemon.link)
    expect(card(page).locator("mark")).to_have_text(DANGER)
    before = card(page).locator(".command .long").evaluate(BEFORE_MARK)
    assert before == f"echo '{word} {DANGER}' &&"


def test_a_command_breaks_where_the_daemon_says(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("api").bash("echo 'a && b' && make | tee log; case x in x) ls;; esac")
    page = tabs.open(daemon.link)
    card(page).wait_for()
    [ask] = daemon.asks()
    edges = [0, *ask["shown"]["breaks"], len(ask["text"])]
    wanted = [ask["text"][a:b].strip() for a, b in pairwise(edges)]
    steps = [text.strip() for text in card(page).locator(".step").all_inner_texts()]
    assert steps == [step for step in wanted if step]


@PLACES
def test_empty_lines_push_nothing_out_of_sight(
    daemon: StagedDaemon, tabs: Tabs, *, phone: bool
) -> None:
    daemon.agent("api").bash("echo hello" + "\n" * 29 + DANGER)
    page = tabs.open(daemon.link, phone=phone)
    expect(card(page).locator("mark")).to_be_in_viewport(ratio=1)
    expect(card(page)).to_contain_text("⋮ 28 empty lines")
    expect(card(page).get_by_role("button", name="Hold to allow")).to_be_visible()


@PLACES
def test_a_clipped_command_says_how_much_is_missing_and_what_is_dangerous_there(
    daemon: StagedDaemon, tabs: Tabs, *, phone: bool
) -> None:
    daemon.agent("api").bash(FAR_DOWN)
    page = tabs.open(daemon.link, phone=phone)
    expect(card(page)).to_contain_text("CRITICAL")
    expect(card(page).locator(".because")).to_have_text(f"line 30: {DANGER}")
    expect(card(page).locator(".because")).to_be_in_viewport(ratio=1)
    more = card(page).locator(".more")
    expect(more).to_be_in_viewport(ratio=1)
    frame = card(page).locator(".long").bounding_box()
    lines = card(page).locator(".long .line").all()
    assert frame
    bottom = frame["y"] + frame["height"] + 2
    boxes = [box for box in (line.bounding_box() for line in lines) if box]
    whole = len([box for box in boxes if box["y"] + box["height"] <= bottom])
    # A line that ends at the very edge may be counted either way.
    expect(more).to_contain_text(re.compile(f"… ({30 - whole}|{31 - whole}) more lines"))


@PLACES
def test_a_clipped_critical_command_is_allowed_only_after_it_was_opened(
    daemon: StagedDaemon, tabs: Tabs, *, phone: bool
) -> None:
    hook = daemon.agent("api").bash(FAR_DOWN)
    page = tabs.open(daemon.link, phone=phone)
    armed(card(page))
    allow = card(page).get_by_role("button", name="Hold to allow")
    expect(allow).to_have_count(0)
    expect(card(page).get_by_role("button", name="Deny", exact=True)).to_be_enabled()
    card(page).get_by_role("button", name=SHOW_FIRST).click()
    end_of_text(page)
    expect(card(page).locator(".long mark")).to_be_in_viewport(ratio=1)
    expect(card(page).locator(".more")).to_have_text("That is all of it.")
    allow.scroll_into_view_if_needed()
    hold(page, armed(card(page)).get_by_role("button", name="Hold to allow"))
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_what_is_opened_is_guarded_again_so_that_a_second_press_allows_nothing(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    hook = daemon.agent("api").bash("\n".join(["ls"] * 28 + ["git push"]))
    page = tabs.open(daemon.link, phone=True)
    armed(card(page))
    expect(card(page)).to_contain_text("HIGH")
    card(page).get_by_role("button", name=SHOW_FIRST).dblclick()
    expect(card(page).get_by_role("button", name="Allow")).to_be_visible()
    assert [ask["answering"] for ask in daemon.asks()] == [None]
    armed(card(page)).get_by_role("button", name="Allow").click()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_a_clipped_command_that_is_not_dangerous_can_be_allowed_as_it_stands(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    hook = daemon.agent("api").bash("\n".join(["npm run a"] * 25))
    page = tabs.open(daemon.link)
    expect(card(page).locator(".more")).to_contain_text("more lines")
    armed(card(page)).get_by_role("button", name="Allow").click()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_a_change_that_is_too_long_is_allowed_only_after_all_of_it_was_opened(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    agent = daemon.agent("api")
    content = "\n".join(f"line {n}" for n in range(2100))
    given = {"file_path": str(agent.cwd / "long.txt"), "content": content}
    hook = agent.permission("Write", given)
    page = tabs.open(daemon.link)
    expect(card(page)).to_contain_text("… 100 more lines that this view leaves out")
    expect(card(page)).to_contain_text("open it to allow it, or refuse")
    expect(card(page).get_by_role("button", name="Deny", exact=True)).to_be_visible()
    allowing = card(page).get_by_role("button", name=re.compile("[Aa]llow|Always|Show all of"))
    expect(allowing).to_have_count(0)
    card(page).get_by_role("button", name="show all of it as text").click()
    for _ in range(10):  # more of it is drawn as one goes on
        end_of_text(page)
        page.evaluate(DRAWN)
    expect(card(page)).to_contain_text("line 2099")
    armed(card(page)).get_by_role("button", name="Allow").click()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_on_a_phone_a_plan_says_above_approve_how_much_lies_below(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("api").plan(PLAN)
    page = tabs.open(daemon.link, phone=True)
    more = card(page).locator(".more")
    expect(more).to_contain_text(re.compile(r"… \d+ more lines"))
    expect(more).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Approve", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("cell", name="deletes the old build")).not_to_be_in_viewport()
    while more.is_enabled():
        more.click()
        page.evaluate(DRAWN)
    expect(page.get_by_role("cell", name="deletes the old build")).to_be_in_viewport(ratio=1)
    expect(more).to_have_text("That is all of it.")


def test_a_table_in_a_plan_is_a_table(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("api").plan(f"# Plan\n\n{TABLE}\n\nThe end | of it")
    page = tabs.open(daemon.link)
    expect(card(page).get_by_role("columnheader")).to_have_text(["file", "change"])
    expect(card(page).get_by_role("row")).to_have_count(3)
    expect(card(page).get_by_text("The end | of it")).to_be_visible()


def test_a_text_that_fits_says_nothing_of_more(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("api").bash("cd build && make")
    page = tabs.open(daemon.link)
    armed(card(page))
    expect(card(page).locator(".more")).to_have_count(0)


def test_emphasis_and_links_are_drawn_and_only_links_to_the_web_lead_anywhere(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("api").plan(
        "Read _this_ and **that**, not ~~those~~.\n\n"
        "- [ ] [the guide](https://example.org/guide)\n"
        "- [x] [run](javascript:alert(1)) ![seen](https://example.org/pixel.png)\n\n"
        "https://example.org/bare\n"
    )
    page = tabs.open(daemon.link)
    for tag, words in {"em": "this", "strong": "that", "del": "those"}.items():
        expect(card(page).locator(f".prose {tag}")).to_have_text(words)
    links = card(page).locator(".prose a")
    expect(links).to_have_text(["the guide", "https://example.org/bare"])
    expect(links.first).to_have_attribute("href", "https://example.org/guide")
    expect(links.first).to_have_attribute("rel", "noopener noreferrer")
    expect(card(page)).to_contain_text("☐the guide (https://example.org/guide)")
    expect(card(page)).to_contain_text("[run](javascript:alert(1))")
    expect(card(page)).to_contain_text("![seen](https://example.org/pixel.png)")
    expect(card(page).locator(".prose img")).to_have_count(0)


def test_a_change_is_coloured_by_its_language_and_reads_the_same(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    agent = daemon.agent("web")
    file = agent.cwd / "a.py"
    file.write_text('import os\n\nTEXT = """one\ntwo"""\nPORT = 1\n')
    given = {"file_path": str(file), "old_string": "PORT = 1", "new_string": "PORT = 2  # <b>"}
    agent.permission("Edit", given)
    page = tabs.open(daemon.link)
    coming = card(page).locator(".row.comes")
    expect(coming.locator(".is-comment")).to_have_text("# <b>")
    expect(coming.locator(".is-number")).to_have_text("2")
    expect(card(page).locator(".row .is-triple-quoted-string")).to_have_count(2)
    assert coming.inner_text().split() == ["5", "+", "PORT", "=", "2", "#", "<b>"]
