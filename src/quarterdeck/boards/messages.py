"""The message of an ask: who asks, how dangerous it is, and what is to be judged."""

from dataclasses import replace

from quarterdeck.boards.board import Scene
from quarterdeck.boards.looks import Message
from quarterdeck.domain.ask_bodies import (
    Kind,
    Note,
    Plan,
    Trouble,
    UnknownOutcome,
    UnreadableScreen,
)
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.risk import Level
from quarterdeck.domain.shown import Change, Shown

_HEADS = {
    Kind.PERMISSION: "Permission",
    Kind.QUESTION: "Question",
    Kind.PLAN: "Plan",
    Kind.ELICITATION: "Form",
    Kind.FALLBACK: "See Claude Code",
    Kind.LIMIT: "Limit",
    Kind.FAILURE: "Failed",
    Kind.NOTIFICATION: "Note",
    Kind.BLOCKED: "Blocked",
    Kind.DONE: "Done",
}
_TROUBLES = {Trouble.TESTS: "Tests fail", Trouble.ERROR: "Task failed"}


def message_of(scene: Scene, ask: Ask, note: str) -> Message:
    """What an ask says across the keys."""
    session = scene.session_of(ask)
    return Message(
        header=header_of(ask, session.name if session else ""),
        level=ask.risk.level if ask.risk else None,
        colour=scene.colour_of(ask),
        text=text_of(ask),
        note=note,
        deadline=ask.deadline,
        page=scene.state.of(ask.id).page,
        quiet=ask.kind in (Kind.NOTIFICATION, Kind.DONE),
        change=ask.change is not None,
    )


def strip_of(scene: Scene, ask: Ask, count: str) -> Message | None:
    """What an ask says on the screen below the keys: who asks, and what it is for."""
    if scene.model.strip is None:
        return None
    session = scene.session_of(ask)
    name = session.name if session else ""
    text = text_of(ask).text
    about = ask.title if ask.title and ask.title != text else ask.cwd or text
    return Message(
        header=tuple(part for part in (name, _rated_head(ask), count) if part),
        level=ask.risk.level if ask.risk else None,
        colour=scene.colour_of(ask),
        text=Shown(about, (), (), 0),
        deadline=ask.deadline,
    )


def header_of(ask: Ask, name: str) -> tuple[str, ...]:
    """The words of a header, the most important first."""
    reason = ask.risk.reason if ask.risk else ""
    return tuple(part for part in (_rated_head(ask), reason, name) if part)


def _rated_head(ask: Ask) -> str:
    """The risk's word, then the tool: where there is little room, the word stays."""
    return f"{ask.risk.level.upper()} {head_of(ask)}" if ask.risk else head_of(ask)


def head_of(ask: Ask) -> str:
    """The tool, or the kind of thing that is asked."""
    match ask.body:
        case UnreadableScreen():
            return "Cannot read this screen"
        case UnknownOutcome():
            return "Not sure it arrived"
        case Note(trouble=Trouble() as trouble):
            return _TROUBLES[trouble]
        case _:
            return (ask.kind is Kind.PERMISSION and ask.tool) or _HEADS[ask.kind]


def text_of(ask: Ask) -> Shown:
    """What is to be judged."""
    if ask.change is not None:
        return Shown(_changed(ask.tool, ask.change), (), (), ask.change.cut)
    if isinstance(ask.body, Plan) and ask.body.plan.text:
        dense = "\n".join(line for line in ask.body.plan.text.split("\n") if line.strip())
        return Shown(dense, (), (), ask.body.plan.cut)
    if ask.shown is not None and ask.shown.text:
        # What is not dangerous needs no mark: most of it would be one.
        dangerous = ask.risk is not None and ask.risk.level.reaches(Level.HIGH)
        return ask.shown if dangerous else replace(ask.shown, marks=())
    return Shown(ask.text or ask.title, (), (), 0)


def _changed(tool: str, change: Change) -> str:
    over = "overwrites" if tool == "Write" else "changes"
    lines = [line for hunk in change.hunks for line in hunk.lines if not line.startswith(" ")]
    return "\n".join((f"{'creates' if change.new else over} {change.path}", *lines))
