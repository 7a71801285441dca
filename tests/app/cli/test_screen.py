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


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUARTERDECK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


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
    assert "= claude.permission" in told
    assert "+ claude.dialog" in told
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
    assert [answer.get("error") for answer in answers] == [
        None,
        "line 2 is not JSON: Expecting value at column 1",
        "line 3 must have a text as 'agent'",
        "line 4 must be an object with the text 'screen'",
        None,
    ]
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


OWN = """
agent = "claude"
[[rule]]
name = "claude.permission"
state = "failed"
region = "dialog"
match = "proceed"
priority = 90
"""


def test_rules_beside_the_settings_count_as_they_do_for_the_daemon(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    (home / "screens").mkdir(parents=True)
    (home / "screens" / "own.toml").write_text(OWN)
    assert qd(str(PERMISSION)) == 0
    assert "state       failed\n" in capsys.readouterr().out


def test_a_bad_file_beside_the_settings_is_named_and_the_rest_is_read(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    (home / "screens").mkdir(parents=True)
    (home / "screens" / "own.toml").write_text(OWN.replace("failed", "asleep"))
    assert qd(str(PERMISSION)) == 0
    told = capsys.readouterr()
    assert "state       waiting\n" in told.out
    assert "own.toml: Rule 'claude.permission' has state = 'asleep'" in told.err


def test_rules_that_are_not_there_are_not_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert qd(str(PERMISSION), "--rules", "/nowhere/own.toml") == 4
    assert "/nowhere/own.toml: No such file or directory." in capsys.readouterr().err


def test_an_agent_without_rules_of_its_own_is_said_to_be_read_as_a_plain_program(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert qd(str(PERMISSION), "--agent", "cluade") == 0
    assert "agent       cluade: no rules of its own" in capsys.readouterr().out


def test_binary_data_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    assert qd(str(tmp_path / "picture.png")) == 1
    assert "picture.png is not a captured screen: it is binary data" in capsys.readouterr().err


def test_letters_of_another_encoding_do_not_stop_the_reading(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "latin").write_bytes(b"caf\xe9\n> ")
    assert qd(str(tmp_path / "latin"), "--agent", "shell") == 0
    assert "state       idle" in capsys.readouterr().out


def test_an_empty_file_is_an_empty_screen(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "empty").touch()
    assert qd(str(tmp_path / "empty")) == 0
    assert "because     the screen is empty" in capsys.readouterr().out


def test_what_was_tried_can_be_had_as_json_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert qd(str(PERMISSION), "--json", "--explain") == 0
    tried = json.loads(capsys.readouterr().out)["tried"]
    held = [entry["rule"] for entry in tried if entry["held"]]
    assert held[:2] == ["claude.permission", "claude.dialog"]


def test_a_file_that_is_not_there_is_not_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert qd("/nowhere/capture.txt") == 4
    assert "No such file" in capsys.readouterr().err


def test_without_anything_to_read_the_usage_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert qd() == 2
    assert "give a FILE or --jsonl F" in capsys.readouterr().err
