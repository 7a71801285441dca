"""An ask as the command line shows it: who, how dangerous, where, what, and how to answer.

Below a text that was cut there is no answer to copy, only the command that shows all of it.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quarterdeck.app.cli.console import age, duration, shortened, tinted
from quarterdeck.app.cli.shown_rows import Marked, Rows, change_rows, text_rows
from quarterdeck.app.cli.terminal_text import wrapped

MOST_ROWS = 12  # of a text, unless all of it is wanted
WIDEST = 100

Json = dict[str, Any]


def card(ask: Json, name: str, width: int, *, whole: bool) -> str:
    """An ask in a few lines; whole, in as many as it takes."""
    body = _body(ask, width - 4, None if whole else MOST_ROWS)
    lines = [
        _header(ask, name),
        *_risk(ask),
        *_place(ask, width),
        *(f"    {row}" for row in body.texts),
        *_questions(ask),
        *_fields(ask),
        *_about(ask, width),
        *_how_to_answer(ask, cut=body.cut, whole=whole),
    ]
    return "\n".join(lines)


def _header(ask: Json, name: str) -> str:
    since = age(float(ask["opened"]))
    kind = _TROUBLES.get(str(ask.get("trouble")), str(ask["kind"]))
    parts = [name, kind, f"waits {since}" if ask["priority"] > 1 else f"{since} ago"]
    if ended := ask.get("ended"):
        parts[-1] = f"{ended['how']} {age(float(ended['at']))} ago"
    elif deadline := ask.get("deadline"):
        parts.append(f"ends by itself in {duration(deadline - time.time())}")
    if snoozed := ask.get("snoozed_until"):
        parts.append(f"snoozed for {duration(snoozed - time.time())}")
    return f"{ask['id']}  {' · '.join(parts)}"


# A turn that is over and did not end well.
_TROUBLES = {"tests": "done, but tests fail", "error": "done, but with an error"}


def _risk(ask: Json) -> Iterator[str]:
    if risk := ask.get("risk"):
        level = str(risk["level"])
        yield "  " + tinted(f"{level.upper()}  {risk['reason']}", level)


def _place(ask: Json, width: int) -> Iterator[str]:
    """What would be done, and where: which tool, to which file, in which directory."""
    change, tool = ask.get("change"), str(ask.get("tool") or "")
    cwd = str(ask.get("cwd") or "")
    what = f"{tool} {_verb(tool, change)} {_below(str(change['path']), cwd)}" if change else tool
    where = f"in {_tilde(cwd)}" if cwd else ""
    told = [what, where] if ask["kind"] == "permission" else [where]
    if line := " ".join(filter(None, told)):
        yield from _paragraph(line, width)
    if options := _options(ask):
        yield f"  with {options}"


def _verb(tool: str, change: Json) -> str:
    if change["new"]:
        return "creates"
    return "overwrites" if tool == "Write" else "changes"


def _below(path: str, cwd: str) -> str:
    """A path as seen from a directory that holds it, else from the person's own."""
    return path.removeprefix(f"{cwd}/") if cwd and path.startswith(f"{cwd}/") else _tilde(path)


def _tilde(path: str) -> str:
    home = str(Path.home())
    return f"~{path.removeprefix(home)}" if path == home or path.startswith(f"{home}/") else path


def _options(ask: Json) -> str:
    """What a command is run with, besides its text."""
    given = ask.get("input") if ask.get("tool") == "Bash" else None
    rest = {k: v for k, v in (given or {}).items() if k not in ("command", "description")}
    return shortened(", ".join(f"{key}: {value}" for key, value in rest.items()), WIDEST)


def _body(ask: Json, width: int, most: int | None) -> Rows:
    """What is to be judged."""
    if change := ask.get("change"):
        return change_rows(change, width, most)
    text = str(ask.get("plan") or ask["text"])
    if not text or text == _said_in_title(ask):
        return Rows([], cut=False)
    shown = ask.get("shown") or {"marks": [], "breaks": [], "cut": 0}
    marks = [(start, end) for start, end in shown["marks"]]
    rows = text_rows(Marked(text, marks, shown["breaks"]), width, most)
    return Rows(rows.texts, rows.cut or bool(shown["cut"]))


def _said_in_title(ask: Json) -> str:
    """What the title of a form says after its server's name."""
    return str(ask["title"]).partition(" asks: ")[2] if ask["kind"] == "elicitation" else ""


def _questions(ask: Json) -> Iterator[str]:
    for question in ask.get("questions") or []:
        many = " (several)" if question["multi"] else ""
        yield f"    {question['question']}{many}"
        for number, option in enumerate(question["options"], start=1):
            yield f"      {number}. {option['label']}  {option['description']}".rstrip()


def _fields(ask: Json) -> Iterator[str]:
    """What a form wants, as `--answer NAME=VALUE` takes it."""
    for field in ask.get("fields") or []:
        values = "|".join(field["options"]) or field["kind"]
        needed = "" if field["required"] else " (optional)"
        yield f"    {field['name']}={values}  {field['label']}{needed}"


def _about(ask: Json, width: int) -> Iterator[str]:
    """What the agent says about it, unless that was said above."""
    if not _is_told(ask):
        yield from _paragraph(str(ask["title"]), width)
    if rule := ask.get("rule"):
        yield from _paragraph(f"always: {rule}", width)


def _paragraph(text: str, width: int) -> Iterator[str]:
    line = " ".join(text.split())
    for start, end in wrapped(line, width - 2, ()):
        yield f"  {line[start:end]}".rstrip()


def _is_told(ask: Json) -> bool:
    """Whether the title says only what is in the text, the plan or the questions."""
    if ask["kind"] in ("question", "plan"):
        return True
    title, first = str(ask["title"]), str(ask["text"]).partition("\n")[0]
    alike = title == first or title.endswith(f": {first}"[:300])
    return bool(first) and alike and ask["kind"] != "elicitation"


# How to answer


def _how_to_answer(ask: Json, *, cut: bool, whole: bool) -> Iterator[str]:
    if ask.get("ended"):
        yield f"  {ending(ask)}"
    elif answering := ask.get("answering"):
        yield f"  answered {answering['choice']} from {answering['by']}, not confirmed yet"
    elif cut and not whole:
        yield f"  qd show {ask['id']}   shows all of it and how to answer"
    else:
        yield from _choices(ask, cut=cut, whole=whole)


def ending(ask: Json) -> str:
    """How an ask ended."""
    ended = ask["ended"]
    parts = [ended["how"], ended.get("by") and f"from {ended['by']}", ended.get("outcome")]
    note = f" ({ended['note']})" if ended.get("note") else ""
    return "over: " + ", ".join(str(part) for part in parts if part) + note


def _choices(ask: Json, *, cut: bool, whole: bool) -> Iterator[str]:
    offered = [c for c in ask["choices"] if not cut or c["meaning"] != "allows"]
    for choice in offered:
        if whole or choice["id"] == "retry":
            yield f"  {choice['id']}: {choice['description']}"
    if cut:
        yield "  too long to show here: allow it at the terminal, or deny it"
    yield f"  qd answer {ask['id']} {'|'.join(str(c['id']) for c in offered)}"
    if needed := _NEEDED.get(str(ask["kind"])):
        yield f"    {needed}"


_NEEDED = {
    "question": "submit needs --answer (or --own) for each question, chat --text",
    "plan": "change needs --text",
    "elicitation": "accept needs --answer NAME=VALUE for each field",
    "blocked": "tell needs --text",
}
