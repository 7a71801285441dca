"""Looking back on the page: the history is searched, and rules are added by a press alone."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.stage.browser import Tabs
from tests.stage.daemon import StagedDaemon
from tests.stage.habits import days, past, write

from quarterdeck.domain.risk import Level

HOSTILE = "echo '<img src=x onerror=alert(1)>' \u202e gnp.exe"


@pytest.fixture
def project(daemon: StagedDaemon, tmp_path: Path) -> Path:
    project = tmp_path / "api"
    (project / ".git").mkdir(parents=True)
    write(
        daemon.paths.journal,
        past(project, "npm run build", days(6)),
        past(project, HOSTILE, {3.0: "deny"}, Level.HIGH),
        past(project, "ls", {float(n): "allow" for n in range(100, 160)}, Level.LOW),
    )
    return project


@pytest.fixture(params=[False, True], ids=["desk", "phone"])
def page(daemon: StagedDaemon, project: Path, tabs: Tabs, request: pytest.FixtureRequest) -> Page:
    page = tabs.open(daemon.link, phone=request.param)
    page.get_by_role("link", name="History").click()
    return page


def test_what_was_is_found_and_shown_as_what_it_is(page: Page, project: Path) -> None:
    entries = page.locator(".entry")
    expect(entries).to_have_count(50)
    page.get_by_role("button", name="Show older ones").click()
    expect(entries).to_have_count(67)
    page.get_by_label("Risk").select_option("high")
    expect(entries).to_have_count(1)
    expect(entries).to_contain_text("<img src=x onerror=alert(1)>")
    expect(entries).to_contain_text("deny (the desk)")
    expect(entries).not_to_contain_text("\u202e")
    page.get_by_label("Risk").select_option("")
    expect(page.get_by_label("Time").locator("option").first).to_have_text("any")
    page.get_by_label("Time").select_option("today")
    expect(page.get_by_text("Nothing was found.")).to_be_visible()
    page.get_by_label("Time").select_option("any")
    page.get_by_label("Words").fill("run build")
    expect(entries).to_have_count(6)
    page.get_by_label("Answer").select_option("answer=deny")
    expect(page.get_by_text("Nothing was found.")).to_be_visible()
    page.get_by_label("Words").fill("")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export CSV").click()
    lines = Path(download.value.path()).read_text().splitlines()
    assert (len(lines), lines[0][:12]) == (2, "time,session")
    page.get_by_label("Answer").select_option("")
    page.get_by_role("button", name=str(project)).first.click()
    expect(page.get_by_role("button", name=f"Directory {project}")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export JSON").click()
    assert len(json.loads(Path(download.value.path()).read_text())) == 67


def test_a_rule_is_added_and_taken_out_by_a_press_on_its_words(page: Page, project: Path) -> None:
    settings = project / ".claude" / "settings.local.json"
    offer = page.locator(".offer")
    expect(offer).to_contain_text("You allowed this 6 times in 4 days, and never refused it")
    expect(offer).to_contain_text("MEDIUM")
    assert not settings.exists()
    page.get_by_role("button", name="Add Bash(npm run build)").click()
    expect(page.get_by_text(f"Bash(npm run build) is now in {settings}")).to_be_visible()
    assert json.loads(settings.read_text())["permissions"]["allow"] == ["Bash(npm run build)"]
    page.get_by_role("button", name="Take out Bash(npm run build)").click()
    expect(page.get_by_role("button", name="Add Bash(npm run build)")).to_be_visible()
    assert json.loads(settings.read_text()) == {}
