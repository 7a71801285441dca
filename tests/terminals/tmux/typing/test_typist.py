import asyncio
import os
import signal

import pytest
from tests.stage.tmux import BridgedServer, reader, until

from quarterdeck.domain.states import Composer, Outcome
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
async def test_a_text_arrives_once_and_exactly(bridged: BridgedServer, text: str) -> None:
    composer, pane = await bridged.composer("a")
    result = await bridged.bridge.send_text(pane, text, reader)
    assert (result.outcome, result.message) == (Outcome.ACCEPTED, "the text left the composer")
    assert composer.submitted == [text]


async def test_a_leading_bang_and_a_trailing_name_lose_their_meaning(
    bridged: BridgedServer,
) -> None:
    composer, pane = await bridged.composer("a")
    await bridged.bridge.send_text(pane, "!rm -rf / \x1b[201~\x03", reader)
    await bridged.bridge.send_text(pane, "look at @alpha", reader)
    await bridged.bridge.send_text(pane, "!ls", reader, shell=True)
    assert composer.submitted == [" !rm -rf / [201~", "look at @alpha ", "!ls"]


async def test_a_text_that_ends_in_a_backslash_is_submitted(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a")
    for text in ("C:\\dir\\", "\\"):
        result = await bridged.bridge.send_text(pane, text, reader)
        assert result.outcome is Outcome.ACCEPTED
    assert composer.submitted == ["C:\\dir\\ ", "\\ "]


async def test_a_suggestion_that_came_between_two_enters_is_dismissed_first(
    bridged: BridgedServer,
) -> None:
    composer, pane = await bridged.composer("a", "--deaf", "1", "--behind", " and deploy it")
    result = await bridged.bridge.send_text(pane, "build it", reader)
    assert result.outcome is Outcome.ACCEPTED
    assert composer.submitted == ["build it"]


async def test_what_the_agent_wrote_in_its_own_way_is_accepted_with_a_note(
    impatient: BridgedServer,
) -> None:
    composer, pane = await impatient.composer("a")
    prompted: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    decomposed = "e\u0301t\u00e9\ttab"
    sending = asyncio.ensure_future(
        impatient.bridge.send_text(pane, decomposed, reader, prompted=prompted)
    )
    await until(lambda: composer.submitted)
    prompted.set_result("\u00e9t\u00e9    tab")
    result = await sending
    assert result.outcome is Outcome.ACCEPTED
    assert result.message.startswith("the agent received the prompt, which it normalised")


async def test_texts_for_one_pane_keep_their_order_and_a_pause(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a")
    texts = [f"number {i}" for i in range(5)]
    results = await asyncio.gather(*(bridged.bridge.send_text(pane, t, reader) for t in texts))
    assert all(result.success for result in results)
    assert composer.submitted == texts


async def test_a_draft_is_not_disturbed(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a", "--draft", "my own words")
    result = await bridged.bridge.send_text(pane, "hello", reader)
    assert result.outcome is Outcome.BLOCKED
    assert result.error_type is TmuxBridgeErrorType.SEND_FAILED
    assert result.message == "there is a draft in the composer"
    assert composer.lines() == []


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        ("", "there is a draft in the composer"),
        ("hello", "the composer holds more than the text; not submitted"),
        ("hello\nyou", "the composer holds more than the text; not submitted"),
    ],
)
async def test_what_a_person_types_in_the_last_moment_is_left_alone(
    impatient: BridgedServer, seen: str, why: str
) -> None:
    composer, pane = await impatient.composer("a", "--status")

    def overtaken(screen: str) -> Reading:
        reading = reader(screen)
        if reading.draft == seen and not composer.shows("wait"):
            impatient.tmux_server.tmux("send-keys", "-t", composer.pane, "-l", "wait")
            while not composer.shows("wait"):
                pass
        return reading

    result = await impatient.bridge.send_text(pane, seen or "hello", overtaken)
    assert (result.outcome, result.message) == (Outcome.BLOCKED, why)
    assert composer.submitted == []


async def test_an_open_dialog_gets_nothing(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a")
    composer.open_dialog()
    await until(lambda: composer.shows("Do you want"))
    result = await bridged.bridge.send_text(pane, "1", reader)
    assert (result.outcome, result.message) == (Outcome.BLOCKED, "a dialog is open")
    assert composer.lines() == []


async def test_a_dialog_that_opens_before_enter_is_not_answered(impatient: BridgedServer) -> None:
    composer, pane = await impatient.composer("a", "--trap")
    result = await impatient.bridge.send_text(pane, "1 and 2", reader)
    assert result.outcome is Outcome.BLOCKED
    assert composer.said("dialog") == []
    assert composer.submitted == []


async def test_copy_mode_blocks_typing(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a")
    bridged.tmux_server.tmux("copy-mode", "-t", composer.pane)
    result = await bridged.bridge.send_text(pane, "hello", reader)
    assert (result.outcome, result.message) == (Outcome.BLOCKED, "the pane is in copy mode")
    assert composer.lines() == []


async def test_a_dead_pane_blocks_typing_and_the_server_lives(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a")
    bridged.tmux_server.tmux("set-option", "-g", "remain-on-exit", "on")
    os.kill(composer.pid, signal.SIGKILL)
    dead = ("display-message", "-p", "-t", composer.pane, "#{pane_dead}")
    await until(lambda: bridged.tmux_server.tmux(*dead) == "1")
    result = await bridged.bridge.send_text(pane, "hello", reader)
    assert result.outcome in {Outcome.BLOCKED, Outcome.NOT_DELIVERED}
    assert bridged.tmux_server.alive()


async def test_a_shell_is_never_typed_into(bridged: BridgedServer) -> None:
    pane = bridged.tmux_server.session("sh", "sh")
    bridged.bridge.add_server(bridged.tmux_server.socket)
    result = await bridged.bridge.send_text(pane, "rm -rf /", reader)
    assert result.outcome is Outcome.BLOCKED
    assert "rm" not in bridged.tmux_server.shown(pane)


async def test_a_working_agent_is_left_alone(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a")
    composer.turn_work()
    await until(lambda: composer.shows("esc to interrupt"))
    result = await bridged.bridge.send_text(pane, "hello", reader)
    assert (result.outcome, result.message) == (Outcome.BLOCKED, "the agent is working")
    assert composer.lines() == []


async def test_an_agent_that_stopped_working_is_seen_to_be_free(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a")
    composer.turn_work()
    await until(lambda: composer.shows("esc to interrupt"))
    looks: list[str] = []

    def looking(screen: str) -> Reading:
        looks.append(screen)
        return reader(screen)

    waiting = asyncio.ensure_future(bridged.bridge.wait_until_free(pane, looking))
    await until(lambda: len(looks) > 2)
    assert composer.said("raw") == []
    composer.turn_work()
    await waiting
    assert (await bridged.bridge.send_text(pane, "hello", reader)).success


async def test_an_agent_that_puts_an_interrupted_prompt_back_is_not_free(
    bridged: BridgedServer,
) -> None:
    _, pane = await bridged.composer("a")
    looks: list[Composer] = []

    def looking(screen: str) -> Reading:
        if not looks:  # it has just become idle, and has not put anything back yet
            bridged.tmux_server.tmux("send-keys", "-t", pane.pane, "-l", "do this")
        looks.append(reader(screen).composer)
        return reader(screen)

    waiting = asyncio.ensure_future(bridged.bridge.wait_until_free(pane, looking))
    await until(lambda: waiting.done() or Composer.DRAFT in looks)
    assert not waiting.done()
    waiting.cancel()


async def test_a_ghost_gives_way_to_what_is_typed_and_is_never_submitted(
    bridged: BridgedServer,
) -> None:
    composer, pane = await bridged.composer("a", "--ghost", "run the tests now")
    assert (await bridged.bridge.send_text(pane, "hello", reader)).success
    assert composer.said("escape") == []
    assert composer.submitted == ["hello"]


async def test_a_ghost_that_does_not_give_way_is_dismissed_once(impatient: BridgedServer) -> None:
    composer, pane = await impatient.composer("a", "--ghost", "run the tests now", "--stubborn")
    assert (await impatient.bridge.send_text(pane, "hello", reader)).success
    assert composer.said("escape") == [True]
    assert composer.submitted == ["hello"]


async def test_a_ghost_that_stays_is_not_dismissed_again(impatient: BridgedServer) -> None:
    ghost = ("--ghost", "run the tests now", "--stubborn", "--haunted")
    composer, pane = await impatient.composer("a", *ghost)
    result = await impatient.bridge.send_text(pane, "hello", reader)
    assert result.outcome is Outcome.NOT_DELIVERED
    assert composer.said("escape") == [True]
    assert composer.submitted == []


async def test_a_slow_echo_is_awaited(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a", "--lag", "0.7")
    result = await bridged.bridge.send_text(pane, "hello", reader)
    assert result.success
    assert result.latency_ms >= 700
    assert composer.submitted == ["hello"]


async def test_enter_is_never_pressed_on_a_text_that_is_not_seen(impatient: BridgedServer) -> None:
    composer, pane = await impatient.composer("a", "--lag", "60")
    result = await impatient.bridge.send_text(pane, "hello", reader)
    assert result.outcome is Outcome.NOT_DELIVERED
    assert not any(raw.endswith("0d") for raw in composer.said("raw"))


async def test_enter_is_pressed_again_while_the_composer_holds_the_text(
    bridged: BridgedServer,
) -> None:
    composer, pane = await bridged.composer("a", "--deaf", "2")
    assert (await bridged.bridge.send_text(pane, "hello", reader)).success
    assert composer.submitted == ["hello"]


async def test_when_no_enter_is_taken_the_text_stays_and_that_is_said(
    bridged: BridgedServer, caplog: pytest.LogCaptureFixture
) -> None:
    composer, pane = await bridged.composer("a", "--deaf", "99")
    result = await bridged.bridge.send_text(pane, "hello", reader)
    assert result.outcome is Outcome.NOT_DELIVERED
    assert result.error_type is TmuxBridgeErrorType.SEND_FAILED
    assert "❯\xa0hello" in caplog.text
    assert [raw for raw in composer.said("raw") if raw == "0d"] == ["0d"] * 4


@pytest.mark.parametrize(
    ("said", "outcome"),
    [("hello", Outcome.ACCEPTED), ("another", Outcome.UNKNOWN), (None, Outcome.UNKNOWN)],
)
async def test_the_agents_own_word_decides_where_it_can_be_had(
    impatient: BridgedServer, said: str | None, outcome: Outcome
) -> None:
    composer, pane = await impatient.composer("a")
    prompted: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    sending = asyncio.ensure_future(
        impatient.bridge.send_text(pane, "hello", reader, prompted=prompted)
    )
    await until(lambda: composer.submitted == ["hello"])
    if said:
        prompted.set_result(said)
    assert (await sending).outcome is outcome
