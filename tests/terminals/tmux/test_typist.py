import asyncio
import os
import signal

import pytest
from tests.terminals.tmux.crew import Crew, reader, until

from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.screens import Reading
from quarterdeck.terminals.tmux.results import TmuxBridgeErrorType

TEXTS = [
    "hello",
    "ends in ;",
    "ends in \\;",
    "quotes ' \" ` $HOME $(ls) #{pane_id} ~ % \\ {x}",
    "日本語のテキスト",
    "👍🏽 emoji é ü",
    "three\nlines\nof text",
    "x" * 500,
    "word " * 1000,
    "\n".join(f"line {i}" for i in range(30)),
    "Enter",
    "-l --",
    "a\tb",
]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
async def test_a_text_arrives_once_and_exactly(crew: Crew, text: str) -> None:
    mate, pane = await crew.mate("a")
    result = await crew.bridge.send_text(pane, text, reader)
    assert (result.outcome, result.message) == (Outcome.ACCEPTED, "the text left the composer")
    assert mate.submitted == [text]


async def test_a_leading_bang_and_a_trailing_name_lose_their_meaning(crew: Crew) -> None:
    mate, pane = await crew.mate("a")
    await crew.bridge.send_text(pane, "!rm -rf / \x1b[201~\x03", reader)
    await crew.bridge.send_text(pane, "look at @alpha", reader)
    await crew.bridge.send_text(pane, "!ls", reader, shell=True)
    assert mate.submitted == [" !rm -rf / [201~", "look at @alpha ", "!ls"]


async def test_texts_for_one_pane_keep_their_order_and_a_pause(crew: Crew) -> None:
    mate, pane = await crew.mate("a")
    texts = [f"number {i}" for i in range(5)]
    results = await asyncio.gather(*(crew.bridge.send_text(pane, t, reader) for t in texts))
    assert all(result.success for result in results)
    assert mate.submitted == texts


async def test_a_draft_is_not_disturbed(crew: Crew) -> None:
    mate, pane = await crew.mate("a", "--draft", "my own words")
    result = await crew.bridge.send_text(pane, "hello", reader)
    assert result.outcome is Outcome.BLOCKED
    assert result.error_type is TmuxBridgeErrorType.SEND_FAILED
    assert result.message == "a draft stands in the composer"
    assert mate.lines() == []


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        ("", "a draft stands in the composer"),
        ("hello", "the composer holds more than the text; not submitted"),
        ("hello\nyou", "the composer holds more than the text; not submitted"),
    ],
)
async def test_what_a_person_types_in_the_last_moment_is_left_alone(
    crew: Crew, seen: str, why: str
) -> None:
    mate, pane = await crew.mate("a", "--status")

    def overtaken(screen: str) -> Reading:
        reading = reader(screen)
        if reading.draft == seen and not mate.shows("wait"):
            crew.ship.tmux("send-keys", "-t", mate.pane, "-l", "wait")
            while not mate.shows("wait"):
                pass
        return reading

    result = await crew.bridge.send_text(pane, seen or "hello", overtaken)
    assert (result.outcome, result.message) == (Outcome.BLOCKED, why)
    assert mate.submitted == []


async def test_an_open_dialog_gets_nothing(crew: Crew) -> None:
    mate, pane = await crew.mate("a")
    mate.open_dialog()
    await until(lambda: mate.shows("Do you want"))
    result = await crew.bridge.send_text(pane, "1", reader)
    assert (result.outcome, result.message) == (Outcome.BLOCKED, "a dialog is open")
    assert mate.lines() == []


async def test_a_dialog_that_opens_before_enter_is_not_answered(crew: Crew) -> None:
    mate, pane = await crew.mate("a", "--trap")
    result = await crew.bridge.send_text(pane, "1 and 2", reader)
    assert result.outcome is Outcome.BLOCKED
    assert mate.said("dialog") == []
    assert mate.submitted == []


async def test_copy_mode_blocks_typing(crew: Crew) -> None:
    mate, pane = await crew.mate("a")
    crew.ship.tmux("copy-mode", "-t", mate.pane)
    result = await crew.bridge.send_text(pane, "hello", reader)
    assert (result.outcome, result.message) == (Outcome.BLOCKED, "the pane is in copy mode")
    assert mate.lines() == []


async def test_a_dead_pane_blocks_typing_and_the_server_lives(crew: Crew) -> None:
    mate, pane = await crew.mate("a")
    crew.ship.tmux("set-option", "-g", "remain-on-exit", "on")
    os.kill(mate.pid, signal.SIGKILL)
    dead = ("display-message", "-p", "-t", mate.pane, "#{pane_dead}")
    await until(lambda: crew.ship.tmux(*dead) == "1")
    result = await crew.bridge.send_text(pane, "hello", reader)
    assert result.outcome in {Outcome.BLOCKED, Outcome.NOT_DELIVERED}
    assert crew.ship.alive()


async def test_a_shell_is_never_typed_into(crew: Crew) -> None:
    pane = crew.ship.session("sh", "sh")
    crew.bridge.add_server(crew.ship.socket)
    result = await crew.bridge.send_text(pane, "rm -rf /", reader)
    assert result.outcome is Outcome.BLOCKED
    assert "rm" not in crew.ship.shown(pane)


async def test_a_working_agent_is_left_alone(crew: Crew) -> None:
    mate, pane = await crew.mate("a")
    mate.turn_work()
    await until(lambda: mate.shows("esc to interrupt"))
    result = await crew.bridge.send_text(pane, "hello", reader)
    assert (result.outcome, result.message) == (Outcome.BLOCKED, "the agent is working")
    assert mate.lines() == []


async def test_a_text_waits_for_a_working_agent_where_asked_to(crew: Crew) -> None:
    mate, pane = await crew.mate("a")
    mate.turn_work()
    await until(lambda: mate.shows("esc to interrupt"))
    sending = asyncio.ensure_future(crew.bridge.send_text(pane, "hello", reader, patience=5))
    await asyncio.sleep(0.4)
    assert mate.submitted == []
    mate.turn_work()
    assert (await sending).success
    assert mate.submitted == ["hello"]


async def test_a_ghost_gives_way_to_what_is_typed_and_is_never_submitted(crew: Crew) -> None:
    mate, pane = await crew.mate("a", "--ghost", "run the tests now")
    assert (await crew.bridge.send_text(pane, "hello", reader)).success
    assert mate.said("escape") == []
    assert mate.submitted == ["hello"]


async def test_a_ghost_that_does_not_give_way_is_dismissed_once(crew: Crew) -> None:
    mate, pane = await crew.mate("a", "--ghost", "run the tests now", "--stubborn")
    assert (await crew.bridge.send_text(pane, "hello", reader)).success
    assert mate.said("escape") == [True]
    assert mate.submitted == ["hello"]


async def test_a_slow_echo_is_awaited(crew: Crew) -> None:
    mate, pane = await crew.mate("a", "--lag", "0.7")
    result = await crew.bridge.send_text(pane, "hello", reader)
    assert result.success
    assert result.latency_ms >= 700
    assert mate.submitted == ["hello"]


async def test_enter_is_never_pressed_on_a_text_that_is_not_seen(crew: Crew) -> None:
    mate, pane = await crew.mate("a", "--lag", "60")
    result = await crew.bridge.send_text(pane, "hello", reader)
    assert result.outcome is Outcome.NOT_DELIVERED
    assert not any(raw.endswith("0d") for raw in mate.said("raw"))


async def test_enter_is_pressed_again_while_the_composer_holds_the_text(crew: Crew) -> None:
    mate, pane = await crew.mate("a", "--deaf", "2")
    assert (await crew.bridge.send_text(pane, "hello", reader)).success
    assert mate.submitted == ["hello"]


async def test_when_no_enter_is_taken_the_text_stays_and_that_is_said(
    crew: Crew, caplog: pytest.LogCaptureFixture
) -> None:
    mate, pane = await crew.mate("a", "--deaf", "99")
    result = await crew.bridge.send_text(pane, "hello", reader)
    assert result.outcome is Outcome.NOT_DELIVERED
    assert result.error_type is TmuxBridgeErrorType.SEND_FAILED
    assert "❯\xa0hello" in caplog.text
    assert [raw for raw in mate.said("raw") if raw == "0d"] == ["0d"] * 4


@pytest.mark.parametrize(
    ("said", "outcome"),
    [("hello", Outcome.ACCEPTED), ("another", Outcome.UNKNOWN), (None, Outcome.UNKNOWN)],
)
async def test_the_agents_own_word_decides_where_it_can_be_had(
    crew: Crew, said: str | None, outcome: Outcome
) -> None:
    mate, pane = await crew.mate("a")
    prompted: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    sending = asyncio.ensure_future(crew.bridge.send_text(pane, "hello", reader, prompted=prompted))
    await until(lambda: mate.submitted == ["hello"])
    if said:
        prompted.set_result(said)
    assert (await sending).outcome is outcome
