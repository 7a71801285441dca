"""An answer to one dialog never reaches another that begins alike."""

from dataclasses import replace

import pytest
from tests.agents.claude.screens import dialog
from tests.agents.claude.test_dialog_keys import NEW, OLD, asked, bash, question

from quarterdeck.agents.claude.dialog_match import is_about, sign_of
from quarterdeck.domain.asks import Ask
from quarterdeck.judgement.screens.reading import Dialog


def showing(command: str, *more: str) -> Dialog:
    """The dialog about a command, broken into rows as a screen would."""
    rows = ["Run it", command, *more, "This command requires approval"]
    return replace(dialog(NEW, "perm_bash"), text="\n".join(rows))


def test_a_dialog_is_the_one_that_was_asked_about_when_it_shows_the_whole_command() -> None:
    assert is_about(dialog(NEW, "perm_bash"), bash("npm run x"))
    assert is_about(dialog(OLD, "perm_bash"), bash("touch /srv/projct/x"))


@pytest.mark.parametrize(
    "other", ["npm run y", "npm run", "npm run x && rm -rf /", "echo npm run x", "x"]
)
def test_another_command_is_another_dialog_however_alike(other: str) -> None:
    assert not is_about(dialog(NEW, "perm_bash"), bash(other))
    assert not is_about(showing(other), bash("npm run x"))


def test_a_command_of_several_rows_is_compared_to_its_end() -> None:
    ask = bash("make all &&\n  make install PREFIX=/usr")
    assert is_about(showing("make all &&", "  make install", "  PREFIX=/usr"), ask)
    assert not is_about(showing("make all &&", "  make install", "  PREFIX=/usr; reboot"), ask)
    assert not is_about(showing("make all &&"), ask)


def test_what_was_masked_need_not_be_on_the_screen() -> None:
    command = "npm run x API_TOKEN=abcdef123456789 --now"
    assert "abcdef" not in bash(command).text
    assert is_about(showing(command), bash(command))
    assert not is_about(showing(f"{command}; reboot"), bash(command))


def test_another_kind_of_dialog_is_another() -> None:
    assert not is_about(dialog(NEW, "perm_bash"), question("Which database?", "PG"))
    assert not is_about(dialog(NEW, "perm_bash"), asked("ExitPlanMode", plan="# Plan"))


def written(content: str, path: str = "/srv/projct/new.txt") -> Ask:
    return asked("Write", file_path=path, content=content)


def edited(old: str, new: str, path: str = "/srv/projct/f.txt") -> Ask:
    return asked("Edit", file_path=path, old_string=old, new_string=new)


def test_a_new_file_is_known_by_its_name_and_by_what_would_stand_in_it() -> None:
    shown = dialog(NEW, "perm_write")
    assert is_about(shown, written("a\nb\n"))
    assert not is_about(shown, written("a\nc\n"))
    assert not is_about(shown, written("a\nb\n", "/srv/projct/renew.txt"))


def test_a_changed_file_is_known_by_its_name_and_by_the_change() -> None:
    shown = dialog(NEW, "perm_edit")
    assert is_about(shown, edited("one", "ONE"))
    assert not is_about(shown, edited("one", "TWO"))
    assert not is_about(shown, edited("one", "ONE", "/srv/projct/g.txt"))


def test_dialogs_that_differ_anywhere_have_different_signs() -> None:
    signs = {sign_of(showing(c)) for c in ("ls", "ls -l", "ls ;")}
    assert len(signs) == 3


def test_a_clock_that_runs_does_not_make_another_dialog() -> None:
    first, later = showing("ls", "blocked in 1:57"), showing("ls", "blocked in 0:03")
    assert sign_of(first) == sign_of(later)
