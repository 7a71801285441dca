"""Looking back over many entries, beside a plain scan of all asks.

Run as `python -m bench.history [--entries N]`.
"""

import argparse
import asyncio
import itertools
import json
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from bench.quarterdeck import table
from tests.contracts.test_store import a_session
from tests.stories.happened import an_answer, an_ask

from quarterdeck.domain.asks import Ended, FromHook, How
from quarterdeck.domain.history import Search, read_place
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.journal import (
    AnswerWritten,
    AskEnded,
    AskWritten,
    Entry,
    OutcomeWritten,
    SessionWritten,
)
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Facts
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.suggestions import ENOUGH
from quarterdeck.store.history import SqliteHistory
from quarterdeck.store.sqlite import SqliteStore

SESSIONS = 200
ROUNDS = 5
PROGRAMS = ("npm run", "git", "cargo", "make", "pytest", "ls", "docker", "kubectl")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--entries", type=int, default=100_000)
    entries = parser.parse_args().entries
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        began = time.perf_counter()
        asyncio.run(fill(path, entries))
        print(f"{entries} asks with answers in {time.perf_counter() - began:.0f} s,")
        print(f"{path.stat().st_size / 1e6:.0f} MB\n")
        table([("looked for", "measured", "plain scan", "ratio"), *rows(path, entries)])


def rows(path: Path, entries: int) -> list[tuple[str, ...]]:
    history = SqliteHistory(path)
    deep = asyncio.run(history.search(Search(until=entries / 2)))[-1]["cursor"]
    searches = {
        "the newest 50": Search(),
        "50 in the middle": Search(after=read_place(str(deep))),
        "a word that is rare": Search(words="needle-77"),
        "a word that nobody wrote": Search(words="nowhere-at-all"),
        "one session": Search(session="session 7"),
        "one project": Search(project="/work/project-7"),
        "what was critical": Search(risk=Level.CRITICAL),
        "what the tablet denied": Search(by="tablet", answer="deny"),
    }
    found = [_row(what, search, history, path) for what, search in searches.items()]
    decided = best(lambda: asyncio.run(history.decided(ENOUGH.times)))
    return [*found, ("what suggestions follow from", f"{decided * 1000:.0f} ms", "", "")]


def _row(what: str, search: Search, history: SqliteHistory, path: Path) -> tuple[str, ...]:
    ours = best(lambda: asyncio.run(history.search(search)))
    scan = best(lambda: plain_scan(path, search))
    return what, f"{ours * 1000:.1f} ms", f"{scan * 1000:.0f} ms", f"1/{scan / ours:.0f}"


def best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def plain_scan(path: Path, search: Search) -> list[object]:
    """What is asked for, found by reading every ask with its answer."""
    base = sqlite3.connect(path)
    query = (
        "SELECT a.id, a.text, a.opened, a.data, s.data, w.data FROM asks a"
        " LEFT JOIN sessions s ON s.id = a.session LEFT JOIN answers w ON w.ask = a.id"
        " ORDER BY a.opened DESC"
    )
    fits = (row[0] for row in base.execute(query) if _fits(row, search))
    found: list[object] = list(itertools.islice(fits, search.limit))
    base.close()
    return found


def _fits(row: tuple[object, ...], search: Search) -> bool:
    _, text, opened, ask, session, answer = row
    if search.after and float(str(opened)) >= search.after.at:
        return False
    if search.words and search.words not in f"{text} {session}":
        return False
    if search.session and json.loads(str(session))["name"] != search.session:
        return False
    told = json.loads(str(ask))["origin"] if search.project or search.risk else {}
    if search.project and told["cwd"] != search.project:
        return False
    if search.risk and told["body"]["risk"]["level"] != search.risk:
        return False
    given = json.loads(str(answer)) if search.by else {}
    return not search.by or (given["by"], given["choice"]) == (search.by, search.answer)


async def fill(path: Path, entries: int) -> None:
    store = SqliteStore(path)
    chance = random.Random(7)
    sessions = [
        replace(a_session(f"s{n}"), name=f"session {n}", facts=Facts(cwd=f"/work/project-{n % 50}"))
        for n in range(SESSIONS)
    ]
    await store.write([SessionWritten(session) for session in sessions], 0.0)
    for start in range(0, entries, 1000):
        batch: list[Entry] = []
        for number in range(start, min(entries, start + 1000)):
            batch += one(number, chance)
        await store.write(batch, float(start))
    store.close()


def one(number: int, chance: random.Random) -> list[Entry]:
    """An ask as long as most are, its answer, and its end."""
    rare = f" needle-{number // 1000}" if number % 1000 == 0 else ""
    command = f"{chance.choice(PROGRAMS)} {chance.randrange(500)} {'--flag value ' * 12}{rare}"
    level = Level.CRITICAL if number % 5000 == 0 else chance.choice((Level.LOW, Level.MEDIUM))
    session = SessionId(f"s{chance.randrange(SESSIONS)}")
    ask = an_ask(f"a{number:06}", command=command, session=session, level=level)
    assert isinstance(ask.origin, FromHook)
    origin = replace(ask.origin, cwd=f"/work/project-{int(session[1:]) % 50}")
    ask = replace(ask, text=command, origin=origin, opened=float(number))
    choice, by = ("deny", "tablet") if number % 2500 == 0 else ("allow", "cli")
    answer = replace(an_answer(ask, choice, f"w{number}"), by=by)
    return [
        AskWritten(ask),
        AnswerWritten(answer),
        OutcomeWritten(answer.id, Outcome.ACCEPTED, "", float(number)),
        AskEnded(ask.id, Ended(How.ANSWERED, number + 1.0, by, Outcome.ACCEPTED, "")),
    ]


if __name__ == "__main__":
    main()
