"""What a person does on a deck, key by key, on a real daemon: questions, notes, a full agenda."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.stage.daemon import Agent, StagedDaemon, staged_daemon
from tests.stage.soon import soon
from tests.stage.until import PATIENCE, until
from tests.surfaces.streamdeck.desk import Desk
from tests.surfaces.streamdeck.finger import Finger
from tests.surfaces.streamdeck.shown import a

from quarterdeck.boards.models import MINI

SETTINGS = "[display]\nguard_ms = 0\n"


@pytest.fixture(scope="module")
def staged() -> Iterator[StagedDaemon]:
    with staged_daemon(settings=SETTINGS) as running:
        yield running


@pytest.fixture
def agent(staged: StagedDaemon) -> Iterator[Agent]:
    agent = staged.agent("api-server")
    yield agent
    agent.hook("SessionEnd", "tell", reason="other").reply()
    agent.close()
    until(lambda: not staged.asks(), PATIENCE, lambda: f"these do not end: {staged.asks()}")


@asynccontextmanager
async def finger(daemon: StagedDaemon) -> AsyncIterator[Finger]:
    """A finger on a Mini."""
    device = a(MINI)
    async with Desk(daemon.paths, device).served(), asyncio.timeout(2 * PATIENCE):
        yield Finger(daemon.client, device)
    assert not device.violations


def choice(text: str, *labels: str, several: bool = False) -> dict[str, Any]:
    options = [{"label": label, "description": ""} for label in labels]
    return {"question": text, "header": text[:8], "multiSelect": several, "options": options}


async def test_questions_are_answered_page_by_page_checked_and_submitted(
    staged: StagedDaemon, agent: Agent
) -> None:
    questions = [
        choice("Which database?", "SQLite", "Postgres"),
        choice("Which parts?", "Login", "Search", "Mail", several=True),
    ]
    async with finger(staged) as on_deck:
        hook = agent.questions(*questions)
        await on_deck.presses("Postgres")
        await on_deck.presses("Next", new=False)  # it is there since the page is
        await on_deck.presses("Login")
        await on_deck.presses("✓ Login")
        for label in ("Search", "Mail", "Next"):
            await on_deck.presses(label, new=False)
        await on_deck.presses("Back")
        await on_deck.presses("Next")
        await on_deck.presses("Submit")
        reply = await asyncio.to_thread(hook.reply)

    answers = reply["decision"]["updatedInput"]["answers"]
    assert answers == {"Which database?": "Postgres", "Which parts?": "Search, Mail"}


async def test_the_newest_ask_comes_first_and_the_older_one_back_after_it(
    staged: StagedDaemon, agent: Agent
) -> None:
    async with finger(staged) as on_deck:
        older = agent.bash("npm run older")
        await asyncio.to_thread(staged.wait_ask, "permission")
        newer = agent.bash("npm run newer")
        await on_deck.sees("▸ 1/2")
        await on_deck.presses("Deny")
        assert (await asyncio.to_thread(newer.reply))["decision"]["behavior"] == "deny"
        assert older.printed.empty()
        await on_deck.presses("Allow")
        assert (await asyncio.to_thread(older.reply))["decision"]["behavior"] == "allow"


async def test_a_note_and_a_dialog_for_the_terminal_are_dismissed(
    staged: StagedDaemon, agent: Agent
) -> None:
    async with finger(staged) as on_deck:
        agent.tell("Stop", last_assistant_message="Built.")
        await on_deck.presses("OK")
        await soon(lambda: not staged.asks(), "Done does not go")
        needed = {"notification_type": "agent_needs_input", "message": "Which?"}
        agent.tell("Notification", **needed)
        await asyncio.to_thread(staged.wait_ask, "fallback")
        await on_deck.presses("")  # any key that only shows the message
        await soon(lambda: not staged.asks(), "the fallback does not go")
