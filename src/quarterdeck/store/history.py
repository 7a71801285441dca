"""Looking back: asks, answers, actions, rules and changes of state, read beside the writer."""

import asyncio
import json
import sqlite3
from math import inf
from pathlib import Path
from typing import Any

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.history import Place, Search
from quarterdeck.domain.ids import AskId, RuleId
from quarterdeck.domain.risk import Level
from quarterdeck.domain.rules import RuleChange
from quarterdeck.domain.suggestions import Past, Verdict, verdict_of
from quarterdeck.store.codec import unpack
from quarterdeck.store.conditions import CALLS, ENTRIES, conditions

_ENTRY = (
    "what", "id", "session", "name", "cwd", "kind", "title", "text", "tool", "risk", "at",
    "choice", "by", "outcome", "end", "answer", "note", "ended",
)  # fmt: skip
_CALL = ("session", "name", "call", "tool", "summary", "risk", "began", "ended", "ok", "cwd")
# Only what is asked about often can become a rule, and only of that the input is needed, and of no
# more than anybody would look at. Of the rest only what may have been refused matters.
_RAN = """EXISTS (SELECT 1 FROM calls c WHERE c.session = h.session
    AND c.call = json_extract(a.data, '$.origin.use.call'))"""
_DECIDED = f"""
    WITH often AS (
        SELECT text FROM history
        WHERE kind = 'permission' AND tool != '' AND text != ''
        GROUP BY text HAVING count(*) >= ? ORDER BY count(*) DESC LIMIT 200
    )
    SELECT json_extract(s.data, '$.agent'), h.project, h.tool,
        CASE WHEN h.text IN often THEN json_extract(a.data, '$.origin.body.input') END,
        json_extract(a.data, '$.origin.use.digest'), h.kind, h.title, substr(h.text, 1, 100000),
        h.risk, h.choice, h.outcome, h.how, h.at, a.ended, {_RAN}
    FROM history h JOIN asks a ON a.id = h.id LEFT JOIN sessions s ON s.id = h.session
    WHERE h.what = 'ask' AND h.kind IN ('permission', 'blocked') AND (
        h.text IN often OR h.kind = 'blocked' OR h.choice NOT IN ('allow', 'always', 'dismiss')
        OR h.how = 'interrupted' OR (h.how = 'terminal' AND NOT {_RAN})
    )
"""


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

    async def changes(
        self, session: str, before: Place | None, limit: int
    ) -> list[dict[str, object]]:
        """What a session did instead, and when it was told something; newest first."""
        place = before or Place(inf, "")
        rows = await self._rows(
            "SELECT kind, seq, json_extract(data, '$.at') AS moment, data FROM journal"
            " WHERE session = ? AND kind IN ('StateChanged', 'TurnWritten')"
            " AND (moment, CAST(seq AS TEXT)) < (?, ?)"
            " ORDER BY moment DESC, CAST(seq AS TEXT) DESC LIMIT ?",
            (session, place.at, place.id, limit),
        )
        return [_change(*row) for row in rows]

    async def search(self, search: Search) -> list[dict[str, object]]:
        """Asks with their answers, actions and rules that fit, newest first."""
        condition, values = conditions(search, ENTRIES)
        rows = await self._rows(
            "WITH page AS (SELECT * FROM history h"
            f" WHERE {condition} ORDER BY h.at DESC, h.id DESC LIMIT ?)"
            " SELECT p.what, p.id, p.session, json_extract(s.data, '$.name'), p.project, p.kind,"
            " p.title, p.text, p.tool, p.risk, p.at, p.choice, p.by, p.outcome,"
            " json_extract(a.data, '$.ended'), w.data, coalesce(w.note, c.note, r.note),"
            " coalesce(c.ended, r.ended)"
            " FROM page p LEFT JOIN sessions s ON s.id = p.session"
            " LEFT JOIN asks a ON p.what = 'ask' AND a.id = p.id"
            " LEFT JOIN answers w ON w.rowid ="
            " (SELECT max(x.rowid) FROM answers x WHERE x.ask = a.id)"
            " LEFT JOIN actions c ON p.what = 'action' AND c.id = p.id"
            " LEFT JOIN rules r ON p.what = 'rule' AND r.id = p.id"
            " ORDER BY p.at DESC, p.id DESC",
            (*values, search.limit),
        )
        return [_entry(row) for row in rows]

    async def calls(self, search: Search) -> list[dict[str, object]]:
        """Tool calls that ran and fit, newest first."""
        condition, values = conditions(search, CALLS)
        rows = await self._rows(
            "SELECT h.session, json_extract(s.data, '$.name'), h.call, h.tool, h.text, h.risk,"
            " h.began, h.ended, h.ok, json_extract(s.data, '$.facts.cwd')"
            " FROM calls h LEFT JOIN sessions s ON s.id = h.session"
            f" WHERE {condition} ORDER BY h.ended DESC, h.call DESC LIMIT ?",
            (*values, search.limit),
        )
        return [_call(row) for row in rows]

    async def decided(self, times: int) -> list[Past]:
        """What was decided about calls that were asked about so often, and all refusals."""
        rows = await self._rows(_DECIDED, (times,))
        return [_past(row) for row in rows]

    async def rules(self) -> list[RuleChange]:
        """The rules that were added and not taken out again, oldest first."""
        rows = await self._rows(
            "SELECT id, agent, project, rule, risk, adds, by, at FROM rules"
            " WHERE adds AND NOT taken_out AND outcome = 'accepted' ORDER BY at",
            (),
        )
        return [_rule(*row) for row in rows]

    async def _rows(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        return await asyncio.to_thread(self._read, query, values)

    def _read(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        base = sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            return base.execute(query, values).fetchall()
        finally:
            base.close()


def _entry(row: tuple[Any, ...]) -> dict[str, object]:
    told = dict(zip(_ENTRY, row, strict=True))
    given = json.loads(told["answer"]) if told["answer"] else {}
    end = json.loads(told["end"]) if told["end"] else None
    last = end["at"] if end else told["ended"]
    return {
        **{name: told[name] for name in ("what", "id")},
        **{name: told[name] or None for name in ("session", "name", "cwd")},
        **{name: told[name] for name in ("kind", "title", "text")},
        "tool": told["tool"] or None,
        "risk": told["risk"],
        "opened": told["at"],
        "waited": None if last is None else last - told["at"],
        "ended": end,
        "choice": told["choice"],
        "by": given.get("by") if told["what"] == "ask" else told["by"],
        "answer_text": given.get("text") or None,
        "answers": given.get("answers") or None,
        "outcome": told["outcome"],
        "note": told["note"] or None,
        "cursor": str(Place(told["at"], told["id"])),
    }


def _change(kind: str, seq: int, at: float, data: str) -> dict[str, object]:
    told = json.loads(data)
    place = {"at": at, "cursor": str(Place(at, str(seq)))}
    if kind == "TurnWritten":
        return {"what": "turn", "text": told["text"], **place}
    names = ("before", "after", "reason", "source")
    return {"what": "state", **{name: told[name] for name in names}, **place}


def _call(row: tuple[Any, ...]) -> dict[str, object]:
    told = dict(zip(_CALL, row, strict=True))
    return told | {"ok": bool(told["ok"]), "cursor": str(Place(told["ended"], told["call"]))}


def _past(row: tuple[Any, ...]) -> Past:
    agent, cwd, tool, given, digest, kind, title, text, risk, choice, outcome, how, *rest = row
    at, ended, ran = rest
    blocked = kind == Kind.BLOCKED  # an automatic mode refused; its text says why
    return Past(
        agent=agent or "",
        cwd=cwd,
        tool=tool,
        input=json.loads(given) if given else None,
        digest=digest or "",
        what=title if blocked else text,
        risk=Level(risk) if risk else None,
        verdict=_BLOCKED.get(choice, Verdict.REFUSED)
        if blocked
        else verdict_of(choice, outcome, how, ran=bool(ran)),
        at=at,
        waited=ended - at if ended is not None else 0.0,
    )


_BLOCKED = {"allow_next": Verdict.UNKNOWN}


def _rule(name: str, agent: str, project: str, rule: str, risk: str, *rest: Any) -> RuleChange:  # noqa: ANN401 - of a row
    adds, by, at = rest
    return RuleChange(RuleId(name), agent, project, rule, Level(risk), bool(adds), by, at)
