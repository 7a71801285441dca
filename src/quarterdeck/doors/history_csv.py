"""The history as a table for spreadsheets, in which nothing that an agent wrote is a formula."""

import csv
import io
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

COLUMNS = (
    "time", "session", "directory", "kind", "risk", "what", "waited_s", "answer", "by", "said",
    "outcome", "ended", "note", "id",
)  # fmt: skip
# With these a spreadsheet takes a cell for a formula; the wide ones count in some of them.
_FORMULA = ("=", "+", "-", "@", "\t", "\n", "＝", "＋", "－", "＠")


def as_csv(entries: Sequence[Mapping[str, object]], *, heading: bool) -> str:
    """One line for each entry, in the order in which they come."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if heading:
        writer.writerow(COLUMNS)
    writer.writerows([cell(value) for value in _values(entry)] for entry in entries)
    return out.getvalue()


def cell(value: object) -> str:
    """A value as the text of a cell, and as nothing but a text."""
    text = "" if value is None else str(value).replace("\0", "")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def _values(entry: Mapping[str, object]) -> list[object]:
    waited, ended = entry["waited"], entry["ended"]
    how = ended.get("how") if isinstance(ended, dict) else None
    return [
        datetime.fromtimestamp(float(str(entry["opened"])), UTC).isoformat(timespec="seconds"),
        entry["name"] or entry["session"],
        entry["cwd"],
        entry["kind"],
        entry["risk"],
        cell(entry["text"]) or entry["title"],
        None if waited is None else f"{float(str(waited)):.1f}",
        entry["choice"],
        entry["by"] or (how if how == "terminal" else None),
        "; ".join(_said(entry)),
        entry["outcome"],
        how,
        entry["note"],
        entry["id"],
    ]


def _said(entry: Mapping[str, object]) -> list[str]:
    """The words and values that went with an answer."""
    answers = entry["answers"]
    values = answers.values() if isinstance(answers, dict) else ()
    chosen = (", ".join(map(str, v)) if isinstance(v, list) else str(v) for v in values)
    return [str(said) for said in (entry["answer_text"], *chosen) if said]
