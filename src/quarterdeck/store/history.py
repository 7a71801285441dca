"""Looking back: asks, answers, actions and changes of state, read beside the writer."""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any, cast

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import AskId
from quarterdeck.store.codec import pack, unpack


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
        """Asks with their answers, and actions, newest first; every word must occur."""
        found = [
            *await self._asks(words, limit, before),
            *await self._actions(words, limit, before),
        ]
        found.sort(key=lambda entry: cast(float, entry["opened"]), reverse=True)
        return found[:limit]

    async def _asks(self, words: str, limit: int, before: float | None) -> list[dict[str, object]]:
        condition, values = _matching("a.opened", words, before)
        rows = await self._rows(
            "SELECT a.data, json_extract(s.data, '$.name'), w.data, w.outcome, w.note FROM asks a"
            " LEFT JOIN sessions s ON s.id = a.session"
            " LEFT JOIN answers w ON w.ask = a.id AND w.rowid ="
            " (SELECT max(rowid) FROM answers x WHERE x.ask = a.id)"
            f" WHERE {condition} ORDER BY a.opened DESC LIMIT ?",
            (*values, limit),
        )
        return [_ask_entry(*row) for row in rows]

    async def _actions(
        self, words: str, limit: int, before: float | None
    ) -> list[dict[str, object]]:
        condition, values = _matching("a.at", words, before)
        rows = await self._rows(
            "SELECT a.id, a.session, json_extract(s.data, '$.name'), a.kind, a.text, a.at, a.ended,"
            " json_extract(a.data, '$.by.name'), a.outcome, a.note FROM actions a"
            " LEFT JOIN sessions s ON s.id = a.session"
            f" WHERE {condition} ORDER BY a.at DESC LIMIT ?",
            (*values, limit),
        )
        return [_action_entry(*row) for row in rows]

    async def calls(self, words: str, limit: int, before: float | None) -> list[dict[str, object]]:
        """Tool calls that ran, newest first; every word must occur."""
        condition, values = _matching("a.ended", words, before)
        rows = await self._rows(
            "SELECT a.session, json_extract(s.data, '$.name'), a.call, a.tool, a.text, a.risk,"
            " a.began, a.ended, a.ok FROM calls a LEFT JOIN sessions s ON s.id = a.session"
            f" WHERE {condition} ORDER BY a.ended DESC LIMIT ?",
            (*values, limit),
        )
        parts = ("session", "name", "call", "tool", "summary", "risk", "began", "ended", "ok")
        return [dict(zip(parts, (*row[:-1], bool(row[-1])), strict=True)) for row in rows]

    async def _rows(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        return await asyncio.to_thread(self._read, query, values)

    def _read(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        base = sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            return base.execute(query, values).fetchall()
        finally:
            base.close()


def _matching(time: str, words: str, before: float | None) -> tuple[str, list[object]]:
    """The condition under which every word occurs, and its values."""
    conditions, values = ["1"], list[object]()
    for word in words.split():
        escaped = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        conditions.append("(a.text LIKE ? ESCAPE '\\' OR s.data LIKE ? ESCAPE '\\')")
        values += [f"%{escaped}%"] * 2
    if before is not None:
        conditions.append(f"{time} < ?")
        values.append(before)
    return " AND ".join(conditions), values


def _ask_entry(
    ask: str, name: str | None, answer: str | None, outcome: str | None, note: str | None
) -> dict[str, object]:
    asked = unpack(Ask, json.loads(ask))
    given = json.loads(answer) if answer else None
    return {
        "what": "ask",
        "id": asked.id,
        "session": asked.session,
        "name": name,
        "kind": asked.kind,
        "title": asked.title,
        "text": asked.text,
        "tool": asked.tool or None,
        "risk": asked.risk.level if asked.risk else None,
        "opened": asked.opened,
        "waited": asked.ended.at - asked.opened if asked.ended else None,
        "ended": pack(asked.ended),
        "choice": given["choice"] if given else None,
        "by": given["by"] if given else None,
        "answer_text": (given["text"] or None) if given else None,
        "answers": (given["answers"] or None) if given else None,
        "outcome": outcome,
        "note": note or None,
    }


def _action_entry(
    name: str,
    session: str,
    called: str | None,
    kind: str,
    text: str,
    at: float,
    ended: float | None,
    by: str,
    outcome: str | None,
    note: str,
) -> dict[str, object]:
    return {
        "what": "action",
        "id": name,
        "session": session,
        "name": called,
        "kind": kind,
        "title": kind,
        "text": text,
        "tool": None,
        "risk": None,
        "opened": at,
        "waited": None if ended is None else ended - at,
        "ended": None,
        "choice": None,
        "by": by,
        "answer_text": None,
        "answers": None,
        "outcome": outcome,
        "note": note or None,
    }
