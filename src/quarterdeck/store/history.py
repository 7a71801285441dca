"""Looking back: asks, answers and changes of state, read beside the writer."""

import asyncio
import json
import sqlite3
from pathlib import Path

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import AskId
from quarterdeck.store.codec import unpack


class SqliteHistory:
    """Reads what the store wrote, on a connection of its own."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def ask(self, ask: AskId) -> Ask | None:
        """An ask, open or ended."""
        rows = await self._rows("SELECT data FROM asks WHERE id = ?", (ask,))
        return unpack(Ask, json.loads(rows[0][0])) if rows else None

    async def explained(self, session: str) -> list[dict[str, object]]:
        """Why a session was thought to be in its states, newest last."""
        rows = await self._rows(
            "SELECT data FROM journal WHERE session = ? AND kind = 'StateChanged'"
            " ORDER BY seq DESC LIMIT 20",
            (session,),
        )
        return [json.loads(row[0]) for row in reversed(rows)]

    async def search(self, words: str, limit: int, before: float | None) -> list[dict[str, object]]:
        """Asks with their answers and sessions, newest first; every word must occur."""
        conditions, values = ["1"], []
        for word in words.split():
            escaped = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
            conditions.append("(a.text LIKE ? ESCAPE '\\' OR s.data LIKE ? ESCAPE '\\')")
            values += [f"%{escaped}%"] * 2
        if before is not None:
            conditions.append("a.opened < ?")
            values.append(str(before))
        rows = await self._rows(
            "SELECT a.data, json_extract(s.data, '$.name'), w.data, w.outcome, w.note FROM asks a"
            " LEFT JOIN sessions s ON s.id = a.session"
            " LEFT JOIN answers w ON w.ask = a.id AND w.rowid ="
            " (SELECT max(rowid) FROM answers x WHERE x.ask = a.id)"
            f" WHERE {' AND '.join(conditions)} ORDER BY a.opened DESC LIMIT ?",
            (*values, limit),
        )
        return [_entry(*row) for row in rows]

    async def _rows(self, query: str, values: tuple[object, ...]) -> list[tuple[str, ...]]:
        return await asyncio.to_thread(self._read, query, values)

    def _read(self, query: str, values: tuple[object, ...]) -> list[tuple[str, ...]]:
        base = sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            return base.execute(query, values).fetchall()
        finally:
            base.close()


def _entry(
    ask: str, name: str | None, answer: str | None, outcome: str | None, note: str | None
) -> dict[str, object]:
    asked = json.loads(ask)
    given = json.loads(answer) if answer else None
    ended = asked["ended"]
    return {
        "id": asked["id"],
        "session": asked["session"],
        "name": name,
        "kind": asked["kind"],
        "title": asked["title"],
        "text": asked["text"],
        "tool": asked["tool"] or None,
        "risk": asked["risk"]["level"] if asked["risk"] else None,
        "opened": asked["opened"],
        "waited": ended["at"] - asked["opened"] if ended else None,
        "ended": ended,
        "choice": given["choice"] if given else None,
        "by": given["by"] if given else None,
        "answer_text": (given["text"] or None) if given else None,
        "answers": (given["answers"] or None) if given else None,
        "outcome": outcome,
        "note": note or None,
    }
