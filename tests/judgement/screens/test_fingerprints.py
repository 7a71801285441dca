"""What tells one dialog from another."""

from pathlib import Path

import pytest

from quarterdeck.judgement.screens import builtin_rules, read
from quarterdeck.judgement.screens.fingerprints import fingerprint

SCREENS = Path(__file__).parents[2] / "recordings" / "screens"


def recorded(name: str) -> str:
    screen = (SCREENS / f"{name}.txt").read_text("utf-8")
    dialog = read(screen, name.split("-", maxsplit=1)[0], builtin_rules()).dialog
    return dialog.fingerprint if dialog else ""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("claude-2.1.197/perm_bash", "touch /srv/projct/x"),
        ("claude-2.1.325/perm_bash_curl", "curl http://127.0.0.1:9/"),
        ("claude-2.1.325/q_several", "Which database"),
        ("claude-2.1.325/perm_edit", "Do you want to make this edit to f.txt"),
        ("codex-0.166.0/codex_approval", "touch /srv/projct/codex_x"),
        ("opencode-1.18.33/opencode_permission", "touch oc_x"),
    ],
)
def test_a_fingerprint_is_the_command_or_the_question(name: str, expected: str) -> None:
    assert recorded(name) == expected


@pytest.mark.parametrize("file", sorted(SCREENS.glob("*/*.txt")), ids=lambda file: file.stem)
def test_a_fingerprint_stands_on_one_row_and_fits_a_tmux_format(file: Path) -> None:
    print_ = recorded(f"{file.parent.name}/{file.stem}")
    assert print_ == "" or len(print_) >= 4
    assert any(print_ in row for row in file.read_text("utf-8").split("\n"))
    assert not set(print_) & set(",{}#*?[]")


def test_a_countdown_is_no_fingerprint() -> None:
    body = [" Safety check", " blocks this in 1:57", "", " Proceed?"]
    assert fingerprint(body, "Proceed?") == "Proceed"


def test_letters_of_every_alphabet_serve() -> None:
    assert fingerprint([" どれを使いますか?"], "どれを使いますか?") == "どれを使いますか"
