"""Reading whole screens."""

import tomllib
from pathlib import Path

import pytest

from quarterdeck.domain.states import Composer
from quarterdeck.judgement.screens import Reading, builtin_rules, read

RECORDINGS = Path(__file__).parents[2] / "recordings" / "screens"
LABELS = tomllib.loads((RECORDINGS / "labels.toml").read_text("utf-8"))
RECORDED = [(where, name) for where, labels in LABELS.items() for name in labels]
RULES = builtin_rules()


def recorded(where: str, name: str, ending: str) -> Reading:
    screen = (RECORDINGS / where / f"{name}.{ending}").read_text("utf-8")
    return read(screen, where.split("-", maxsplit=1)[0], RULES)


def said(reading: Reading) -> dict[str, object]:
    return {
        "state": reading.state,
        "composer": reading.composer,
        "dialog": reading.dialog and reading.dialog.kind,
        "mode": reading.mode,
        "interrupted": reading.interrupted,
    }


def expected(where: str, name: str) -> dict[str, object]:
    return {"dialog": None, "mode": None, "interrupted": False, **LABELS[where][name]}


@pytest.mark.parametrize(("where", "name"), RECORDED)
def test_a_recorded_screen_with_colours_means_what_it_showed(where: str, name: str) -> None:
    assert said(recorded(where, name, "ansi")) == expected(where, name)


@pytest.mark.parametrize(("where", "name"), RECORDED)
def test_without_colours_only_a_ghost_cannot_be_told_from_a_draft(where: str, name: str) -> None:
    seen = expected(where, name)
    if seen["composer"] == Composer.GHOST:
        seen["composer"] = Composer.DRAFT
    assert said(recorded(where, name, "txt")) == seen


def test_every_recording_has_a_label() -> None:
    found = {(file.parent.name, file.stem) for file in RECORDINGS.glob("*/*.*")}
    assert found == set(RECORDED)
