"""Shells complete what one types."""

import os
import subprocess
from pathlib import Path

import pytest

from quarterdeck.app.cli import shell_completion
from quarterdeck.app.cli.command_words import commands_of
from quarterdeck.app.cli.main import COMMANDS, build

ALL = commands_of(build(()))
ASKS = '#!/bin/sh\n[ "$*" = "completion --list asks" ] && echo a1b2c3 && echo a9\n'


def completed(tmp_path: Path, *words: str) -> list[str]:
    """What bash offers for the last of these words."""
    (tmp_path / "qd").write_text(ASKS)
    (tmp_path / "qd").chmod(0o755)
    script = (
        f"{shell_completion.bash(ALL)}\n"
        f"COMP_WORDS=({' '.join(words) or chr(39) * 2})\n"
        'COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_qd\nprintf "%s\\n" "${COMPREPLY[@]}"'
    )
    told = subprocess.run(
        ["bash", "-c", script],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stderr == ""
    return told.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["qd", "re"], ["restart"]),
        (["qd", "setup", "--r"], ["--remove"]),
        (["qd", "setup", "cl"], ["claude"]),
        (["qd", "service", "i"], ["install"]),
        (["qd", "answer", "a1"], ["a1b2c3"]),
        (["qd", "answer", "a1b2c3", "--y"], ["--yes"]),
    ],
)
def test_bash_offers_commands_options_choices_and_what_the_daemon_knows(
    tmp_path: Path, words: list[str], offered: list[str]
) -> None:
    assert completed(tmp_path, *words) == offered


def test_bash_offers_every_command(tmp_path: Path) -> None:
    assert completed(tmp_path, "qd", "''") == list(COMMANDS)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_know_every_command_and_option(shell: str) -> None:
    script = getattr(shell_completion, shell)(ALL)
    for command in ALL:
        assert command.name in script
        for option in command.options:
            assert all(form.lstrip("-") in script for form in option.forms)
    assert "qd completion --list asks" in script
    assert "--from-hook" not in script
    assert "from-hook" not in script
