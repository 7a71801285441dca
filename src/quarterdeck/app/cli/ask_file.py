"""Asks from a file, as `qd asks --json` prints them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quarterdeck.domain.ask_bodies import (
    Blocked,
    Field,
    Form,
    HookBody,
    Kind,
    Note,
    OtherDialog,
    Permission,
    PermissionDialog,
    Plan,
    Question,
    Questions,
)
from quarterdeck.domain.ask_bodies import Option as ReadyAnswer
from quarterdeck.domain.asks import Ask, FromHook, FromScreen, ToolUse
from quarterdeck.domain.choices import Choice, Choices, Meaning
from quarterdeck.domain.ids import AskId, SessionId, SubagentId
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.shown import Change, Hunk, Shown, Span

Json = Mapping[str, Any]
LARGEST = 16 * 1024 * 1024  # bytes of a file


class NoAsk(Exception):
    """What was given holds no ask; the message says why."""


def read_asks(path: Path) -> tuple[Ask, ...]:
    """The asks in a file: one, or a list of them."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise NoAsk(f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > LARGEST:
        raise NoAsk(f"{path} is larger than {LARGEST // 1024 // 1024} MB.")
    try:
        told = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise NoAsk(f"{path} is no JSON: {error}.") from None
    listed = told if isinstance(told, list) else [told]
    return tuple(_ask(ask, f"{path}: ask {n}") for n, ask in enumerate(listed, start=1))


def _ask(told: object, where: str) -> Ask:
    if not isinstance(told, dict):
        raise NoAsk(f"{where} is no object.")
    try:
        return ask_from(told)
    except KeyError as error:
        raise NoAsk(f"{where} has no {error}.") from None
    except (ValueError, TypeError, AttributeError) as error:
        raise NoAsk(f"{where} is not as `qd asks --json` prints it: {error}.") from None


def ask_from(told: Json) -> Ask:
    """An ask from its public JSON."""
    return Ask(
        id=AskId(str(told["id"])),
        session=SessionId(str(told["session"])),
        title=_text(told, "title"),
        text=_text(told, "text"),
        origin=_origin(told),
        opened=float(told.get("opened") or 0),
        deadline=_number(told.get("deadline")),
        ended=None,
    )


def _origin(told: Json) -> FromHook | FromScreen:
    """Where it came from; choices that no hook's ask has are those of a dialog on a screen."""
    kind = Kind(told["kind"])
    body, offered = _body(kind, told), _choices(told)
    if {c.id for c in body.choices} != {c.id for c in offered}:
        return FromScreen(sign="from a file", body=_seen(kind, told, offered))
    tool = told.get("tool")
    return FromHook(
        subagent=SubagentId(told.get("subagent") or ""),
        prompt="",
        cwd=_text(told, "cwd"),
        use=ToolUse(str(tool), "", None) if tool else None,
        body=body,
    )


def _body(kind: Kind, told: Json) -> HookBody:
    match kind:
        case Kind.PERMISSION:
            return Permission(
                input=dict(told.get("input") or {}),
                risk=_risk(told.get("risk")),
                rule=told.get("rule"),
                shown=_shown(told, _text(told, "text")),
                change=_change(told.get("change")),
            )
        case Kind.QUESTION:
            return Questions(tuple(_question(q) for q in told.get("questions") or ()))
        case Kind.PLAN:
            plan = str(told.get("plan") or "")
            return Plan(_shown(told, plan) or Shown(plan, (), (), 0))
        case Kind.ELICITATION:
            return Form(tuple(_field(f) for f in told.get("fields") or ()))
        case Kind.BLOCKED:
            return Blocked(risk=_risk(told.get("risk")), rule=told.get("rule"))
        case Kind.FALLBACK | Kind.LIMIT | Kind.FAILURE | Kind.NOTIFICATION | Kind.DONE:
            return Note(kind)


def _seen(kind: Kind, told: Json, offered: Choices) -> PermissionDialog | OtherDialog:
    """An ask whose choices are those of a dialog on a screen."""
    if kind is Kind.PERMISSION:
        return PermissionDialog(_risk(told.get("risk")), offered)
    return OtherDialog(tuple(c for c in offered if c.id not in ("focus", "dismiss")))


def _choices(told: Json) -> Choices:
    return tuple(
        Choice(
            str(c["id"]),
            str(c["label"]),
            _text(c, "description"),
            Meaning(c.get("meaning", Meaning.SETTLES)),
        )
        for c in told["choices"]
    )


def _question(told: Json) -> Question:
    options = tuple(
        ReadyAnswer(str(o["label"]), _text(o, "description"), _text(o, "preview"))
        for o in told["options"]
    )
    return Question(
        str(told["question"]),
        _text(told, "header"),
        options,
        bool(told.get("multi")),
        bool(told.get("free_text", True)),
    )


def _field(told: Json) -> Field:
    return Field(
        str(told["name"]),
        _text(told, "label") or str(told["name"]),
        str(told["kind"]),
        bool(told.get("required")),
        tuple(str(option) for option in told.get("options") or ()),
    )


def _risk(told: Json | None) -> Risk | None:
    if told is None:
        return None
    level = Level(told["level"])
    return Risk(
        level,
        _text(told, "reason"),
        _text(told, "rule"),
        _text(told, "sentence"),
        _text(told, "part"),
    )


def _shown(told: Json, text: str) -> Shown | None:
    shown = told.get("shown")
    if shown is None:
        return None
    marks = tuple(Span(int(start), int(end)) for start, end in shown.get("marks") or ())
    breaks = tuple(int(at) for at in shown.get("breaks") or ())
    return Shown(text, marks, breaks, int(shown.get("cut") or 0))


def _change(told: Json | None) -> Change | None:
    if told is None:
        return None
    hunks = tuple(
        Hunk(int(h["old"]), int(h["new"]), tuple(str(line) for line in h["lines"]))
        for h in told.get("hunks") or ()
    )
    return Change(str(told["path"]), bool(told.get("new")), hunks, int(told.get("cut") or 0))


def _text(told: Json, key: str) -> str:
    value = told.get(key)
    return "" if value is None else str(value)


def _number(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no time")
    return float(value)
