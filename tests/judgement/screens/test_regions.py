"""Screens cut into regions."""

from quarterdeck.judgement.screens import builtin_rules
from quarterdeck.judgement.screens.canvas import canvas
from quarterdeck.judgement.screens.regions import cut
from quarterdeck.judgement.screens.rules import Region

RULE = "─" * 30
SCREEN = f"""\
❯ first

● An answer
  of two rows

❯ second

✻ Baking… (2s)
  ⎿  Tip: rest
                    a hint at the right
{RULE}
❯ draft
{RULE}
  manual mode on · esc
  to interrupt"""


def region(screen: str, name: Region) -> str | None:
    return cut(canvas(screen), builtin_rules().of("claude").look).texts.get(name)


def test_the_footer_reads_as_one_line() -> None:
    assert region(SCREEN, Region.FOOTER) == "manual mode on · esc to interrupt"


def test_the_status_is_the_lowest_paragraph_at_the_left_edge() -> None:
    assert region(SCREEN, Region.STATUS) == "✻ Baking… (2s)"


def test_the_latest_entry_goes_from_the_last_bullet_or_prompt_to_the_box() -> None:
    latest = region(SCREEN, Region.LATEST)
    assert latest is not None
    assert latest.startswith("❯ second")
    assert "draft" not in latest


def test_a_dialog_leaves_no_composer_footer_or_status() -> None:
    screen = f"{SCREEN}\n{RULE}\n Sure?\n ❯ 1. Yes\n   2. No"
    assert region(screen, Region.TITLE) == "Sure?"
    gone = (Region.COMPOSER, Region.FOOTER, Region.STATUS, Region.LATEST, Region.TAIL)
    assert [region(screen, name) for name in gone] == [None] * 5


def test_without_a_box_the_lowest_rows_are_the_tail() -> None:
    assert region("a\n\nb\nc\nd\ne", Region.TAIL) == "b\nc\nd\ne"
    assert region(SCREEN, Region.TAIL) is None
