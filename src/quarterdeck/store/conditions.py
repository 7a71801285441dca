"""What is looked for, as a condition of the database; values go beside it, never into it."""

from collections.abc import Iterator
from dataclasses import dataclass

from quarterdeck.domain.history import Search
from quarterdeck.domain.risk import Level

Condition = tuple[str, tuple[object, ...]]  # with a place for each value


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a table keeps what can be looked for; an empty name for what it does not keep."""

    at: str
    id: str
    texts: tuple[str, ...]
    project: str = ""
    kind: str = ""
    answer: str = ""
    by: str = ""
    outcome: tuple[str, ...] = ()


ENTRIES = Columns(
    "h.at", "h.id", ("h.title", "h.text"), "h.project", "h.kind", "h.choice", "h.by",
    ("h.outcome", "h.how"),
)  # fmt: skip
CALLS = Columns("h.ended", "h.call", ("h.text",))

_SESSIONS = "h.session IN (SELECT id FROM sessions WHERE json_valid(data) AND {})"
_NAME = "json_extract(data, '$.name')"
_CWD = "json_extract(data, '$.facts.cwd')"


def conditions(search: Search, columns: Columns) -> tuple[str, tuple[object, ...]]:
    """The condition under which something fits, and its values."""
    parts = [("1", ()), *_when(search, columns), *_who(search, columns), *_what(search, columns)]
    return " AND ".join(f"({text})" for text, _ in parts), tuple(v for _, vs in parts for v in vs)


def _when(search: Search, columns: Columns) -> Iterator[Condition]:
    if search.since is not None:
        yield f"{columns.at} >= ?", (search.since,)
    if search.until is not None:
        yield f"{columns.at} < ?", (search.until,)
    if place := search.after:
        yield f"({columns.at}, {columns.id}) < (?, ?)", (place.at, place.id)


def _who(search: Search, columns: Columns) -> Iterator[Condition]:
    if search.session:
        named = _SESSIONS.format(f"{_NAME} = ? COLLATE NOCASE")
        yield f"h.session = ? OR {named}", (search.session, search.session)
    if search.project:
        below = search.project.rstrip("/") + "/"
        column = columns.project or _CWD
        inside = f"{column} = ? OR substr({column}, 1, ?) = ?"
        values = (search.project.rstrip("/") or "/", len(below), below)
        yield (inside if columns.project else _SESSIONS.format(f"({inside})")), values
    if search.by and columns.by:
        yield f"{columns.by} LIKE ? ESCAPE '\\'", (_part(search.by),)


def _what(search: Search, columns: Columns) -> Iterator[Condition]:
    if search.kind and columns.kind:
        yield f"{columns.kind} = ?", (search.kind,)
    if search.answer and columns.answer:
        yield f"{columns.answer} = ?", (search.answer,)
    if search.outcome and columns.outcome:
        fits = " OR ".join(f"{name} = ?" for name in columns.outcome)
        yield fits, (search.outcome,) * len(columns.outcome)
    if search.risk:
        levels = tuple(level for level in Level if level.reaches(search.risk))
        yield f"h.risk IN ({', '.join('?' * len(levels))})", levels
    for word in search.words.split():
        texts = (*columns.texts, *((columns.project,) if columns.project else ()))
        like = [f"{name} LIKE ? ESCAPE '\\'" for name in texts]
        session = [f"{name} LIKE ? ESCAPE '\\'" for name in (_NAME, _CWD)]
        fits = " OR ".join([*like, _SESSIONS.format(f"({' OR '.join(session)})")])
        yield fits, (_part(word),) * (len(like) + len(session))


def _part(word: str) -> str:
    """The pattern of a text in which this word occurs as it is."""
    escaped = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
