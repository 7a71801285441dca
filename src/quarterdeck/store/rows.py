"""Actions, alerts, bindings, devices, presses and rules as rows: written, read at the start."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import fields, replace

from quarterdeck.domain.actions import Action, Progress, Result, Send, Stage, words
from quarterdeck.domain.bindings import Binding
from quarterdeck.domain.devices import Device
from quarterdeck.domain.ids import AlertChannel, AskId, PressId, SessionId, SurfaceId
from quarterdeck.domain.journal import (
    ActionMoved,
    ActionOutcome,
    ActionWritten,
    Alerted,
    PressesTaken,
    RuleOutcome,
    SurfaceBound,
)
from quarterdeck.domain.presses import QueuedPress
from quarterdeck.domain.risk import Level
from quarterdeck.domain.rules import RuleChange
from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.secrets import masked
from quarterdeck.store.codec import pack, unpack

_DEVICE = ", ".join(field.name for field in fields(Device))


def write_action(base: sqlite3.Connection, entry: ActionWritten) -> None:
    """Keep a new action."""
    action = entry.action
    base.execute(
        "INSERT OR REPLACE INTO actions (id, session, kind, at, stage, text, data)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            action.id,
            action.session,
            action.do.kind,
            action.at,
            Stage.WAITING,
            whole(words(action.do)),
            to_json(action),
        ),
    )


def move_action(base: sqlite3.Connection, entry: ActionMoved | ActionOutcome) -> None:
    """Keep how far an action has come, or its outcome."""
    if isinstance(entry, ActionMoved):
        base.execute("UPDATE actions SET stage = ? WHERE id = ?", (entry.stage, entry.action))
        return
    base.execute(
        "UPDATE actions SET stage = ?, ended = ?, outcome = ?, note = ? WHERE id = ?",
        (Stage.ENDED, entry.at, entry.outcome, whole(entry.note), entry.action),
    )


def without_secrets(entry: ActionWritten) -> ActionWritten:
    """An action is never repeated after a restart, so its secrets are not needed."""
    do = entry.action.do
    if not isinstance(do, Send):
        return entry
    return ActionWritten(replace(entry.action, do=replace(do, text=masked(do.text))))


def actions_left(base: sqlite3.Connection) -> Iterator[Progress]:
    """The actions without an outcome, and those that may be asked for once more, oldest first."""
    rows = base.execute(
        "SELECT data, stage, outcome, note FROM actions WHERE outcome IS NULL"
        " OR ended > (SELECT max(at) FROM journal) - 600 ORDER BY at"
    )
    for data, stage, outcome, note in rows:
        result = Result(Outcome(outcome), note) if outcome else None
        yield Progress(unpack(Action, json.loads(data)), Stage(stage), result)


def write_device(base: sqlite3.Connection, device: Device) -> None:
    """Keep a device as it is now."""
    values = pack(device)
    places = ", ".join("?" * len(values))
    # A token that another device has is an error: nothing of that one may be overwritten.
    newer = ", ".join(f"{name} = excluded.{name}" for name in values if name != "id")
    base.execute(
        f"INSERT INTO devices ({_DEVICE}) VALUES ({places}) ON CONFLICT (id) DO UPDATE SET {newer}",  # noqa: S608 - names of ours
        tuple(whole(v) if isinstance(v, str) else v for v in values.values()),
    )


def write_rule(base: sqlite3.Connection, change: RuleChange) -> None:
    """Keep a rule that is about to be added, or taken out."""
    base.execute(
        "INSERT OR REPLACE INTO rules (id, agent, project, rule, risk, adds, by, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        tuple(whole(v) if isinstance(v, str) else v for v in pack(change).values()),
    )


def settle_rule(base: sqlite3.Connection, entry: RuleOutcome) -> None:
    """Keep its outcome; a rule that was taken out is no longer one that was added."""
    base.execute(
        "UPDATE rules SET outcome = ?, note = ?, ended = ? WHERE id = ?",
        (entry.outcome, whole(entry.note), entry.at, entry.rule),
    )
    base.execute(
        "UPDATE rules SET taken_out = 1 WHERE (agent, project, rule) ="
        " (SELECT agent, project, rule FROM rules WHERE id = ? AND NOT adds AND outcome = ?)",
        (entry.rule, Outcome.ACCEPTED),
    )


def devices(base: sqlite3.Connection) -> Iterator[Device]:
    """Every device, in order of pairing."""
    for row in base.execute(f"SELECT {_DEVICE} FROM devices ORDER BY created"):  # noqa: S608 - names of ours
        values = dict(zip(_DEVICE.split(", "), row, strict=True))
        yield unpack(Device, values | {"revoked": bool(values["revoked"])})


def write_binding(base: sqlite3.Connection, entry: SurfaceBound) -> None:
    """Keep to which session a surface belongs, or that it belongs to none."""
    if entry.binding is None:
        base.execute("DELETE FROM bindings WHERE surface = ?", (entry.surface,))
        return
    base.execute(
        "INSERT OR REPLACE INTO bindings (surface, session, keyboard_id, name, at)"
        " VALUES (?, ?, ?, ?, ?)",
        tuple(whole(v) if isinstance(v, str) else v for v in pack(entry.binding).values()),
    )


def bindings(base: sqlite3.Connection) -> Iterator[Binding]:
    """The session of each surface that has one, the oldest first."""
    rows = base.execute("SELECT surface, session, keyboard_id, name, at FROM bindings ORDER BY at")
    for surface, session, *rest in rows:
        yield Binding(SurfaceId(surface), SessionId(session), *rest)


def write_alert(base: sqlite3.Connection, alerted: Alerted) -> None:
    """Keep that a channel alerted the person to an ask."""
    base.execute(
        "INSERT OR REPLACE INTO alerts (ask, channel, risk, at) VALUES (?, ?, ?, ?)",
        (alerted.ask, whole(alerted.channel), alerted.risk, alerted.at),
    )


def alerts(base: sqlite3.Connection) -> Iterator[Alerted]:
    """The alerts of asks that are open, or ended recently."""
    rows = base.execute(
        "SELECT w.ask, w.channel, w.risk, w.at FROM alerts w JOIN asks a ON a.id = w.ask"
        # If we ended together with the ask, its alert is not withdrawn yet.
        " WHERE a.ended IS NULL OR a.ended > (SELECT max(at) FROM journal) - 600 ORDER BY w.at"
    )
    for ask, channel, risk, at in rows:
        yield Alerted(AskId(ask), AlertChannel(channel), Level(risk) if risk else None, at)


def write_press(base: sqlite3.Connection, press: QueuedPress) -> None:
    """Keep a press until somebody takes it."""
    base.execute(
        "INSERT OR REPLACE INTO presses (id, key, text, at) VALUES (?, ?, ?, ?)",
        (press.id, press.key, whole(press.text), press.at),
    )


def take_presses(base: sqlite3.Connection, entry: PressesTaken) -> None:
    """Presses that somebody has taken wait no longer."""
    base.executemany("DELETE FROM presses WHERE id = ?", ((name,) for name in entry.presses))


def presses(base: sqlite3.Connection) -> Iterator[QueuedPress]:
    """The presses that wait, oldest first."""
    for name, key, text, at in base.execute("SELECT id, key, text, at FROM presses ORDER BY rowid"):
        yield QueuedPress(PressId(name), key, text, at)


def to_json(value: object) -> str:
    """A value as the database keeps it."""
    return whole(json.dumps(pack(value), ensure_ascii=False, separators=(",", ":")))


def whole(text: str) -> str:
    """The text without half characters, which a database cannot hold."""
    return text.encode("utf-8", "replace").decode()
