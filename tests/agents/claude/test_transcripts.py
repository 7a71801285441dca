"""The agent's own record says whose answer it took."""

import json
import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.agents.claude.recorded import Json, a_hook, asking

from quarterdeck.agents.claude import transcripts
from quarterdeck.agents.claude.hook_asks import ask_of
from quarterdeck.agents.claude.transcripts import LOOK_BACK, Follower, follower, record_of
from quarterdeck.domain import events as e
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import CallId

INPUT = {"command": "npm --version"}
REJECTED = "The user doesn't want to proceed with this tool use. The tool use was rejected"


def line(record: object) -> bytes:
    return json.dumps(record).encode() + b"\n"


def use(call: str, given: object = INPUT, tool: str = "Bash") -> bytes:
    part = {"type": "tool_use", "id": call, "name": tool, "input": given}
    return line({"type": "assistant", "message": {"content": [part]}})


def note(call: str, decision: str) -> bytes:
    found = {"type": "hook_permission_decision", "decision": decision, "toolUseID": call}
    return line({"type": "attachment", "attachment": found})


def result(call: str, said: object = "11.19.1", *, error: bool = False, **more: object) -> bytes:
    part = {"type": "tool_result", "tool_use_id": call, "content": said, "is_error": error}
    return line({"type": "user", "message": {"content": [part]}, **more})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "record.jsonl"


def payload(file: Path, **more: object) -> Json:
    return asking("Bash", INPUT, transcript_path=str(file), **more)


def asked(call: str | None = None, **more: object) -> Ask:
    ask = ask_of(a_hook({}).stamp, asking("Bash", INPUT, **more), None, None)
    return ask.about(CallId(call) if call else None)


def follow(file: Path, ask: Ask) -> Follower:
    found = follower(ask, payload(file))
    assert found
    return found


def append(file: Path, *lines: bytes) -> None:
    with file.open("ab") as record:
        record.writelines(lines)


def names(events: list[e.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_a_note_says_that_the_agent_took_a_hooks_answer(file: Path) -> None:
    append(file, use("t1"))
    following = follow(file, asked("t1"))
    assert following.look(1.0) == []
    append(file, note("t1", "allow"), result("t1"))
    (decided,) = following.look(2.0)
    assert decided == e.HookDecided(asked().session, asked().id, allowed=True, at=2.0)
    assert following.done


def test_a_result_without_a_note_was_somebody_elses_answer(file: Path) -> None:
    append(file, use("t1"))
    following = follow(file, asked("t1"))
    append(file, result("t1"))
    assert names(following.look(1.0)) == ["HookPassedOver"]


def test_a_subagents_record_without_a_note_says_nothing(file: Path) -> None:
    append(file, use("t1"))
    following = follow(file, asked("t1", agent_id="b"))
    append(file, result("t1"))
    assert following.look(1.0) == []
    assert following.done


@pytest.mark.parametrize(
    ("said", "more", "interrupted"),
    [
        (REJECTED, {}, True),
        (REJECTED + ". To tell you how to proceed, the user said:\nuse pnpm", {}, False),
        ("Not now.", {"toolDenialKind": "permission-rule"}, False),
        ("Not now.", {"toolUseResult": "Error: Not now."}, False),
    ],
)
def test_a_refusal_is_told_with_its_words(
    file: Path, said: str, more: Json, interrupted: bool
) -> None:
    append(file, use("t1"))
    following = follow(file, asked("t1"))
    append(file, result("t1", said, error=True, **more))
    (refused,) = following.look(1.0)
    assert isinstance(refused, e.ToolRefused)
    assert (refused.call, refused.said, refused.interrupted) == ("t1", said, interrupted)


def test_a_refusal_is_as_old_as_the_agent_says_however_late_it_is_read(file: Path) -> None:
    written = datetime.fromtimestamp(time.time() - 60, UTC).isoformat()
    for number, (stamp, at) in enumerate([(written, 40.0), ("yesterday", 100.0), (7, 100.0)]):
        call = f"t{number}"
        append(file, use(call))
        following = follow(file, asked(call))
        append(file, result(call, REJECTED, error=True, timestamp=stamp))
        (refused,) = following.look(100.0)
        assert isinstance(refused, e.ToolRefused)
        assert refused.at == pytest.approx(at, abs=20.0)


def test_a_failed_command_is_no_refusal(file: Path) -> None:
    append(file, use("t1"))
    following = follow(file, asked("t1"))
    append(file, note("t1", "allow"), result("t1", "Exit code 1", error=True))
    assert names(following.look(1.0)) == ["HookDecided"]


def test_an_ask_without_a_call_is_about_the_only_one_that_fits(file: Path) -> None:
    append(file, use("t1"), result("t1"), use("other", {"command": "ls"}), use("t2"))
    following = follow(file, asked())
    append(file, result("other"), note("t2", "deny"), result("t2", REJECTED, error=True))
    assert names(following.look(1.0)) == ["HookDecided"]


def test_a_note_beside_another_identical_open_call_is_no_evidence_for_this_one(file: Path) -> None:
    append(file, use("t1"), use("t2"))
    following = follow(file, asked())
    append(file, note("t2", "allow"), result("t2"))
    assert following.look(1.0) == []
    assert not following.done
    append(file, result("t1"))
    assert names(following.look(2.0)) == ["HookPassedOver"]


def test_a_refusal_at_the_terminal_tells_which_call_was_asked_about(file: Path) -> None:
    append(file, use("t1"))
    following = follow(file, asked())
    append(file, result("t1", REJECTED, error=True))
    assert names(following.look(1.0)) == ["ToolStarted", "ToolRefused"]


def test_a_call_that_is_written_down_late_is_found(file: Path) -> None:
    following = follow(file, asked())
    append(file, use("t1"), note("t1", "allow"), result("t1"))
    assert names(following.look(1.0)) == ["HookDecided"]


def test_half_a_line_waits_for_its_other_half(file: Path) -> None:
    append(file, use("t1"))
    following = follow(file, asked("t1"))
    whole = note("t1", "allow")
    append(file, whole[:30])
    assert following.look(1.0) == []
    append(file, whole[30:])
    assert names(following.look(2.0)) == ["HookDecided"]


def test_lines_that_make_no_sense_are_passed_over(file: Path) -> None:
    append(file, use("t1"))
    following = follow(file, asked("t1"))
    deep = b'{"tool": ' + b"[" * 20_000 + b"]" * 20_000 + b"}\n"
    quoted = line(
        {"type": "system", "message": {"content": [{"type": "tool_result", "tool_use_id": "t1"}]}}
    )
    odd = [b"tool\n", b"\xfftool\n", b'["tool"]\n', b'{"attachment": "tool"}\n', deep, quoted]
    odd += [line({"type": "user", "message": {"content": "tool"}}), line({"message": ["tool"]})]
    odd += [line({"type": "user", "message": {"content": ["tool", 3, None]}})]
    append(file, *odd, note("t1", "allow"), result("t1", [{"type": "text"}]))
    assert names(following.look(1.0)) == ["HookDecided"]


def test_only_the_end_of_a_long_record_is_read(file: Path) -> None:
    append(file, b"x" * (2 * LOOK_BACK) + b"\n", use("t1"))
    following = follow(file, asked("t1"))
    append(file, result("t1"))
    assert names(following.look(1.0)) == ["HookPassedOver"]


def test_an_answer_need_not_wait_until_the_record_is_read(file: Path) -> None:
    append(file, use("t1"))
    following = follow(file, asked("t1"))
    assert (following.offset, following.end) == (0, file.stat().st_size)


def test_what_was_written_after_the_answer_is_news_however_late_it_is_read(file: Path) -> None:
    append(file, use("t1"), result("t1"), use("t2"))
    following = follow(file, asked())
    append(file, note("t2", "allow"), result("t2"))
    (decided,) = following.look(2.0)
    assert isinstance(decided, e.HookDecided)


def test_a_record_that_is_not_there_yet_is_waited_for(file: Path) -> None:
    following = follow(file, asked("t1"))
    assert following.look(1.0) == []
    append(file, result("t1"))
    assert names(following.look(1.0)) == ["HookPassedOver"]


@pytest.mark.parametrize("name", ["/a\0b", "/" + "x" * 5000, "/", ".", "relative"])
def test_a_path_that_cannot_be_is_no_record(name: str) -> None:
    found = follower(asked("t1"), {"transcript_path": name})
    assert found is None or found.look(1.0) == []


def test_a_subagent_has_a_record_of_its_own(tmp_path: Path) -> None:
    main = tmp_path / "b0d1.jsonl"
    assert record_of({"transcript_path": str(main)}) == main
    aside = record_of({"transcript_path": str(main), "agent_id": "b7"})
    assert aside == tmp_path / "b0d1" / "subagents" / "agent-b7.jsonl"
    for nothing in ({}, {"transcript_path": ""}, {"transcript_path": 3}):
        assert record_of(nothing) is None


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir], ids=["a pipe", "a directory"])
def test_what_is_no_file_holds_up_nobody(tmp_path: Path, make: Callable[[Path], None]) -> None:
    place = tmp_path / "record"
    make(place)
    found = Follower(asked(), place, 0, 10)
    assert found.look(1.0) == []
    assert not found.done


def test_a_line_without_end_is_not_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcripts, "LONGEST_LINE", 1000)
    found = Follower(asked(), file, 0, 0)
    file.write_bytes(b"x" * 5000)
    assert found.look(1.0) == []
    assert found._rest == b""
