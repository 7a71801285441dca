"""`qd screen`."""

import argparse
import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from quarterdeck.app.cli import screen

RECORDINGS = Path(__file__).parents[2] / "recordings" / "screens"
PERMISSION = RECORDINGS / "claude-2.1.325" / "perm_bash.txt"


def qd(*words: str) -> int:
    parser = argparse.ArgumentParser()
    screen.add(parser.add_subparsers())
    args = parser.parse_args(["screen", *words])
    return int(args.run(args))


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))


def test_a_capture_is_told_with_state_rule_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert qd(str(PERMISSION), "--agent", "claude") == 0
    told = capsys.readouterr().out
    assert "state       waiting" in told
    assert "rule        claude.permission" in told
    assert "> 1. Yes\n" in told


def test_explaining_shows_the_rules_that_were_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert qd(str(PERMISSION), "--explain") == 0
    told = capsys.readouterr().out
    assert "+ claude.permission" in told
    assert "there is no footer" in told


def test_a_reading_can_be_had_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert qd(str(PERMISSION), "--json") == 0
    reading = json.loads(capsys.readouterr().out)
    assert (reading["state"], reading["dialog"]["options"][3]["label"]) == ("waiting", "No")


def test_standard_input_is_read_for_a_dash(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "Continue? [y/n]")
    assert qd("-", "--agent", "codex") == 0
    assert "state       waiting" in capsys.readouterr().out


def test_every_line_is_answered_and_a_bad_one_does_not_stop_the_rest(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = json.dumps({"agent": "claude", "screen": PERMISSION.read_text("utf-8")})
    typed(monkeypatch, f'{good}\nnot json\n{{"agent": 7, "screen": ""}}\n[]\n{good}\n')
    assert qd("--jsonl", "-") == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, True, True, False]
    assert set(answers[0]) == {"state", "composer", "dialog", "mode", "confidence", "rule"}


def test_half_a_character_in_a_line_is_answered_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, r'{"agent": "claude", "screen": " \ud800?\n ❯ 1. \ud800\n   2. No"}')
    assert qd("--jsonl", "-") == 0
    assert json.loads(capsys.readouterr().out)["state"] == "waiting"


def test_rules_of_ones_own_are_added_from_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'agent = "claude"\n[[rule]]\nname = "mine"\nstate = "failed"\n'
        'region = "screen"\nmatch = "kaput"\npriority = 99\n'
    )
    capture = tmp_path / "capture.txt"
    capture.write_text("all is kaput")
    assert qd(str(capture), "--rules", str(own)) == 0
    assert "rule        mine" in capsys.readouterr().out


def test_a_bad_rule_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text('agent = "claude"\n[[rule]]\nname = "mine"\nstate = "asleep"\n')
    assert qd(str(PERMISSION), "--rules", str(own)) == 1
    assert "Rule 'mine' has state = 'asleep'" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_not_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert qd("/nowhere/capture.txt") == 4
    assert "No such file" in capsys.readouterr().err


def test_without_anything_to_read_the_usage_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert qd() == 2
    assert "give a FILE or --jsonl F" in capsys.readouterr().err
