"""The public JSON: what sessions, asks and answers look like from outside."""

from collections.abc import Mapping

from quarterdeck.boards.hues import SESSIONS
from quarterdeck.domain.actions import Progress, words
from quarterdeck.domain.ask_bodies import (
    Body,
    Field,
    Form,
    Kind,
    Note,
    Permission,
    Plan,
    Question,
    Questions,
)
from quarterdeck.domain.asks import Answer, Ask, Ended
from quarterdeck.domain.buttons import Buttons
from quarterdeck.domain.effects import Refuse, Tell
from quarterdeck.domain.sessions import Session, Sighting, Terminal
from quarterdeck.domain.shown import Change, Shown
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.watch import View
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.judgement.secrets import masked
from quarterdeck.ports import Picture


def session_json(session: Session) -> dict[str, object]:
    """A session as the contract names its parts."""
    facts = session.facts
    found: dict[str, object] = {
        "id": session.id,
        "name": session.name,
        "host": session.process.host,
        "agent": session.agent,
        "agent_session": facts.agent_session,
        "keyboard_id": facts.keyboard_id,
        "pid": session.process.pid,
        "cwd": facts.cwd,
        "branch": facts.branch,
        "state": session.state,
        "since": session.since,
        "reason": session.reason,
        "mode": facts.mode,
        "model": facts.model,
        "version": facts.version,
        "last_message": facts.last_message,
        "activity": facts.activity or None,
        "background": facts.background or 0,
        "terminal": terminal_json(facts.terminal),
        "colour": SESSIONS[session.colour % len(SESSIONS)],
        "colour_index": session.colour % len(SESSIONS),
        "buttons": buttons_json(session.buttons_shown),
    }
    optional = {"cost": facts.cost, "context": facts.context, "limits": facts.limits}
    optional["limited_until"] = facts.limited_until or None
    return found | {k: v for k, v in optional.items() if v is not None}


def buttons_json(buttons: Buttons | None) -> dict[str, object] | None:
    """The buttons of a session, each with all that it would type."""
    if buttons is None:
        return None
    row = [
        {
            "text": button.text,
            "emoji": button.emoji,
            "action": button.types,
            "does": button.do.kind if button.do else None,
            "reason": button.reason,
            "risk": button.risk,
            "colour": button.colour or None,
            "image": button.image or None,
        }
        for button in buttons.row
    ]
    told = {"id": buttons.id, "by": buttons.by, "context": buttons.context}
    return {**told, "detail": buttons.detail or None, "row": row}


def terminal_json(terminal: Terminal | None) -> dict[str, object] | None:
    """Where a session's screen is."""
    if terminal is None:
        return None
    return {
        "kind": "tmux" if terminal.pane else "other",
        "socket": terminal.socket or None,
        "pane": terminal.pane or None,
        "tty": terminal.tty or None,
        "iterm_pane_id": terminal.iterm_pane or None,
    }


def current_ask_json(ask: Ask, view: View) -> dict[str, object]:
    """An ask as everybody sees it now."""
    held = ask.id in view.held
    return ask_json(ask, view.answering.get(ask.id), view.snoozed.get(ask.id)) | {"held": held}


def ask_json(ask: Ask, answering: Answer | None, snoozed: float | None) -> dict[str, object]:
    """An ask as the contract names its parts."""
    found: dict[str, object] = {
        "id": ask.id,
        "session": ask.session,
        "subagent": ask.subagent or None,
        "kind": ask.kind,
        "priority": ask.kind.priority,
        "title": ask.title,
        "text": ask.text,
        "tool": ask.tool or None,
        "input": dict(ask.body.input) if isinstance(ask.body, Permission) else {},
        "risk": _risk(ask),
        "choices": [
            {"id": c.id, "label": c.label, "description": c.description, "meaning": c.meaning}
            for c in ask.choices
        ],
        "cwd": ask.cwd or None,
        "shown": _shown(ask.shown),
        "change": _change(ask.change),
        "opened": ask.opened,
        "rule": ask.rule,
        "ended": ended_json(ask.ended),
        "answering": {"choice": answering.choice, "by": answering.by} if answering else None,
    }
    return found | _more(ask, snoozed)


def _more(ask: Ask, snoozed: float | None) -> dict[str, object]:
    more = _body(ask.body)
    if ask.deadline is not None:
        more["deadline"] = ask.deadline
    if snoozed is not None:
        more["snoozed_until"] = snoozed
    return more


def _body(body: Body) -> dict[str, object]:
    """What only one kind of ask has, and only where there is some of it."""
    match body:
        case Questions(questions) if questions:
            return {"questions": [_question(q) for q in questions]}
        case Form(fields) if fields:
            return {"fields": [_field(f) for f in fields]}
        case Plan(plan) if plan.text:
            return {"plan": plan.text}
        case Note(Kind.DONE, trouble):
            return {"succeeded": trouble is None, "trouble": trouble}
        case _:
            return {}


def _question(question: Question) -> dict[str, object]:
    return {
        "question": question.text,
        "header": question.header,
        "multi": question.multi,
        "free_text": question.free_text,
        "options": [
            {"label": o.label, "description": o.description, "preview": o.preview}
            for o in question.options
        ],
    }


def _field(field: Field) -> dict[str, object]:
    return {
        "name": field.name,
        "label": field.label,
        "kind": field.kind,
        "required": field.required,
        "options": list(field.options),
    }


def _shown(shown: Shown | None) -> dict[str, object] | None:
    """What belongs to an ask's text, or to its plan, which stands beside it."""
    if shown is None:
        return None
    marks = [[mark.start, mark.end] for mark in shown.marks]
    return {"marks": marks, "breaks": list(shown.breaks), "cut": shown.cut}


def _change(change: Change | None) -> dict[str, object] | None:
    if change is None:
        return None
    hunks = [{"old": h.old, "new": h.new, "lines": list(h.lines)} for h in change.hunks]
    return {"path": change.path, "new": change.new, "hunks": hunks, "cut": change.cut}


def _risk(ask: Ask) -> dict[str, object] | None:
    if ask.risk is None:
        return None
    risk = ask.risk
    return {
        "level": risk.level,
        "reason": risk.reason,
        "sentence": risk.sentence,
        "rule": risk.rule,
        "part": risk.part,
    }


def told_json(word: Tell | Refuse | None, view: View) -> dict[str, object]:
    """The outcome of an answer; None if none came in time."""
    match word:
        case None:
            return {"status": "ok", "outcome": Outcome.UNKNOWN, "note": "no outcome was reported"}
        case Refuse(_, code, why):
            return {"status": "error", "error_type": code, "message": why}
        case Tell():
            told = {"status": "ok", "outcome": word.outcome, "note": word.note or None}
            return told | {"ask": current_ask_json(word.ask, view)}


def ended_json(ended: Ended | None) -> dict[str, object] | None:
    """How an ask ended."""
    if ended is None:
        return None
    return {
        "how": ended.how,
        "at": ended.at,
        "by": ended.by or None,
        "outcome": ended.outcome,
        "note": ended.note or None,
    }


def action_json(progress: Progress) -> dict[str, object]:
    """What somebody wants done, and how far it has come."""
    action, result = progress.action, progress.result
    return {
        "id": action.id,
        "session": action.session,
        "kind": action.do.kind,
        "text": masked(words(action.do)) or None,
        "by": action.by.name,
        "at": action.at,
        "stage": progress.stage,
        "outcome": result.outcome if result else None,
        "note": (result.note or None) if result else None,
    }


def sighting_json(sighting: Sighting) -> dict[str, object]:
    """What one source says of a session."""
    return {
        "source": sighting.source,
        "state": sighting.state,
        "at": sighting.at,
        "reason": sighting.reason,
        "confidence": sighting.confidence,
    }


def picture_json(picture: Picture) -> dict[str, object]:
    """A screen, and what it was found to mean."""
    reading = picture.reading
    return {
        "text": picture.text,
        "width": picture.width,
        "height": picture.height,
        "state": reading.state,
        "composer": reading.composer,
        "mode": reading.mode,
        "dialog": dialog_json(reading.dialog),
        "rule": reading.rule,
        "reason": reading.reason,
    }


def dialog_json(dialog: Dialog | None) -> dict[str, object] | None:
    """A dialog as the screen shows it."""
    if dialog is None:
        return None
    options = [{"label": o.label, "digit": o.digit, "selected": o.selected} for o in dialog.options]
    return {"kind": dialog.kind, "prompt": dialog.prompt, "text": dialog.text, "options": options}


class BadRequest(Exception):
    """The caller sent what cannot be used; the message says what and where."""


def read_answer(body: object) -> tuple[str, str, Mapping[str, str | tuple[str, ...]], bool]:
    """Choice, text, answers and confirmation from a request's body."""
    if not isinstance(body, dict):
        raise BadRequest("The body must be a JSON object.")
    unknown = set(body) - {"choice", "text", "answers", "confirm", "id"}
    if unknown:
        raise BadRequest(f"Unknown keys in the body: {', '.join(sorted(unknown))}.")
    if not isinstance(body.get("id", ""), str):
        raise BadRequest("'id' must be a string.")
    choice = body.get("choice")
    if not isinstance(choice, str) or not choice:
        raise BadRequest("'choice' must be one of the ask's choices.")
    text = body.get("text", "")
    if not isinstance(text, str):
        raise BadRequest("'text' must be a string.")
    confirm = body.get("confirm", False)
    if not isinstance(confirm, bool):
        raise BadRequest("'confirm' must be true or false.")
    return choice, text, read_answers(body.get("answers", {})), confirm


def read_answers(given: object) -> Mapping[str, str | tuple[str, ...]]:
    """The answers to questions, or the values of fields; raises BadRequest."""
    if not isinstance(given, dict):
        raise BadRequest("'answers' must map each question to a label, labels or a text.")
    found: dict[str, str | tuple[str, ...]] = {}
    for question, value in given.items():
        if isinstance(value, list) and all(isinstance(v, str) for v in value):
            found[question] = tuple(value)
        elif isinstance(value, bool):
            found[question] = "true" if value else "false"
        elif isinstance(value, str | int | float):
            found[question] = str(value)
        else:
            raise BadRequest(f"The answer to {question!r} must be a text or a list of texts.")
    return found
