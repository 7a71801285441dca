"""`qd risk`."""

import argparse
import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from quarterdeck.app.cli import risk


def qd(*words: str) -> int:
    parser = argparse.ArgumentParser()
    risk.add(parser.add_subparsers())
    args = parser.parse_args(["risk", *words])
    return int(args.run(args))


@pytest.fixture(autouse=True)
def _settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("QUARTERDECK_HOME", str(tmp_path))


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))


def test_a_command_is_told_with_level_reason_rule_and_what_runs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert qd("sudo sh -c 'ls; git push -f'") == 0
    assert capsys.readouterr().out.splitlines() == [
        "level     critical",
        "reason    as root: sh",
        "rule      root",
        "because   This runs with the rights of the administrator or of another user.",
        "runs",
        "  critical  as root: sh           sudo sh -c 'ls; git push -f'",
        "  medium    runs a script           sh -c ls; git push -f",
        "  low       only looks                ls",
        "  critical  force-pushes              git push -f",
    ]


def test_the_part_that_made_it_so_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert qd("ls && rm x") == 0
    assert "part      rm x\n" in capsys.readouterr().out


def test_a_verdict_can_be_had_as_json_with_its_tree(capsys: pytest.CaptureFixture[str]) -> None:
    assert qd("--json", "env rm x") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["level"], told["rule"]) == ("high", "rm")
    assert told["runs"][0]["runs"][0]["text"] == "rm x"


def test_lines_are_answered_one_by_one_and_a_bad_one_stops_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        '{"command": "ls"}',
        "no json",
        '{"tool": "Write", "input": {"file_path": ".env"}}',
        '{"command": 5}',
        "",
        '{"tool": "Bash", "input": {"command": "rm -rf /"}}',
    ]
    typed(monkeypatch, "\n".join(lines))
    assert qd("--jsonl", "-") == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer.get("level", "error") for answer in told] == [
        "low",
        "error",
        "high",
        "error",
        "critical",
    ]
    assert set(told[0]) == {"level", "reason", "rule"}
    assert set(told[1]) == {"error"}


def test_lines_are_read_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_text('{"command": "git push"}\n')
    assert qd("--jsonl", str(file)) == 0
    assert json.loads(capsys.readouterr().out)["rule"] == "git.push"


def test_where_a_command_would_run_matters(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "src").mkdir()
    assert qd("--cwd", str(tmp_path / "src"), "rm -rf ../node_modules") == 0
    assert "rule      rm.rebuilt" in capsys.readouterr().out


def test_additions_from_the_settings_count(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "config.toml").write_text(
        '[[risk.patterns]]\nmatch = "mytool go"\nlevel = "critical"\nreason = "goes live"\n'
    )
    assert qd("mytool go") == 0
    assert "reason    goes live" in capsys.readouterr().out


def test_settings_that_make_no_sense_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "config.toml").write_text('[risk.tools]\nBash = "worst"\n')
    assert qd("ls") == 1
    assert "risk.tools.Bash must be low" in capsys.readouterr().err


def test_a_command_or_lines_are_needed_and_not_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert qd() == 2
    assert qd("--jsonl", "-", "ls") == 2
    assert qd("--jsonl", "/nowhere") == 2
    assert "qd risk" in capsys.readouterr().err


def test_what_hides_or_steers_is_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert qd("ls \x1b[31m; rm \u202e \u3164 \u034f x") == 0
    told = capsys.readouterr().out
    assert not set("\x1b\u202e\u3164\u034f") & set(told)
    assert "rm ⟨U+202E⟩ ⟨U+3164⟩ ⟨U+034F⟩ x" in told


@pytest.mark.parametrize(
    "words", [["rm", "-rf", "x"], ["--json", "rm", "-rf", "x"], ["rm -rf x", "--json"]]
)
def test_a_command_needs_no_quotes(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert qd(*words) == 0
    assert "deletes recursively" in capsys.readouterr().out


def test_a_word_with_a_space_stays_one_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert qd("--json", "rm", "a b; ls") == 0
    assert json.loads(capsys.readouterr().out)["text"] == "rm 'a b; ls'"
