"""What somebody allowed again and again, written into a journal as if it had been so."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from tests.stories.happened import an_answer

from quarterdeck.agents.claude.hook_asks import Stamp, ask_of
from quarterdeck.domain.asks import Ended, How
from quarterdeck.domain.ids import AskId, SessionId
from quarterdeck.domain.journal import (
    AnswerWritten,
    AskEnded,
    AskWritten,
    Entry,
    OutcomeWritten,
    SessionWritten,
)
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.sessions import Facts, Process, Session
from quarterdeck.domain.states import Outcome, State
from quarterdeck.store.sqlite import SqliteStore

DAY = 86400.0


def past(
    project: Path,
    command: str,
    choices: Mapping[float, str],
    level: Level = Level.MEDIUM,
    agent: str = "claude",
) -> list[Entry]:
    """A session that ended, and what was answered in it to one command, by its times."""
    name = SessionId(f"past-{project.name}-{command}")
    over = Session(
        name,
        Process("here", 7, 7),
        agent,
        project.name,
        0,
        Facts(cwd=str(project)),
        State.ENDED,
        1.0,
        "over",
        (),
    )
    asked = (_asked(name, project, command, at, choices[at], level) for at in choices)
    return [SessionWritten(over), *(entry for entries in asked for entry in entries)]


def _asked(
    session: SessionId, project: Path, command: str, at: float, choice: str, level: Level
) -> list[Entry]:
    payload = {
        "tool_name": "Bash",
        "tool_input": {"command": command, "description": f"as at {at}"},
        "cwd": str(project),
    }
    risk = Risk(level, "why", "rule", "Because.", "")
    stamp = Stamp(AskId(f"a-{session}-{at}"), session, at)
    ask = ask_of(stamp, payload, risk, None)
    answer = replace(an_answer(ask, choice, f"w-{session}-{at}"), at=at)
    over = Ended(How.ANSWERED, at + 6, "the desk", Outcome.ACCEPTED, "")
    told = OutcomeWritten(answer.id, Outcome.ACCEPTED, "", at)
    return [AskWritten(ask), AnswerWritten(answer), told, AskEnded(ask.id, over)]


def days(times: int, choice: str = "allow", start: float = 1000.0) -> dict[float, str]:
    """So many times, half a day apart."""
    return {start + n * DAY / 2: choice for n in range(times)}


def write(journal: Path, *entries: list[Entry]) -> None:
    """Write into a journal that a daemon may have open."""
    store = SqliteStore(journal)

    def fill() -> None:
        asyncio.run(store.write([entry for some in entries for entry in some], 1.0))

    with ThreadPoolExecutor(1) as pool:  # a browser may have a loop of its own in this thread
        pool.submit(fill).result()
    store.close()
