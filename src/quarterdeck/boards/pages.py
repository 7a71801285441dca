"""What an ask offers to pick from, page by page: questions, fields, options of a dialog."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from quarterdeck.boards.looks import Ground, Look
from quarterdeck.boards.messages import text_of
from quarterdeck.domain.ask_bodies import Field, Form, Question, Questions
from quarterdeck.domain.asks import NO_ANSWERS, Ask
from quarterdeck.domain.board_state import AskState
from quarterdeck.domain.choices import Meaning
from quarterdeck.domain.guards import needs_hold
from quarterdeck.domain.meanings import Choose, Means, Pick

_YES_NO = (("true", "Yes"), ("false", "No"))
_WRITTEN = "Answer it in your own words on the page."
_OWN_KEYS = {"focus", "dismiss", "deny_stop"}  # those of a dialog that the controls say


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to pick, with what pressing and holding it means."""

    look: Look
    press: Means | None
    hold: Means | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One question, field or dialog."""

    head: str
    text: str
    items: tuple[Item, ...]
    picked: str  # what was picked so far, in words


@dataclass(frozen=True, slots=True)
class Pages:
    """All of them, and what would be sent."""

    pages: tuple[Page, ...]
    send: Choose | None  # None while something is missing, or where a press on an item answers


def can_be_picked(ask: Ask) -> bool:
    """Whether a form can be filled in by keys alone."""
    if not isinstance(ask.body, Form):
        return True
    fields = ask.body.fields
    return any(map(_values, fields)) and all(_values(f) for f in fields if f.required)


def pages_of(ask: Ask, state: AskState) -> Pages:
    """What an ask offers to pick from."""
    match ask.body:
        case Questions(questions):
            pages = tuple(_question(ask, question, state) for question in questions)
            answered = all(state.picks.get(q.text) for q in questions)
            return Pages(pages, _send(ask, "submit", _answers(questions, state), answered))
        case Form(fields):
            pages = tuple(_field(ask, field, state) for field in fields if _values(field))
            answered = all(state.picks.get(f.name) for f in fields if f.required)
            values = {name: picked[0] for name, picked in state.picks.items() if picked}
            return Pages(_with_decline(ask, pages), _send(ask, "accept", values, answered))
        case _:
            items = tuple(_choices(ask))
            return Pages((Page("Dialog", text_of(ask).text, items, ""),), None)


def _send(
    ask: Ask, choice: str, answers: Mapping[str, str | tuple[str, ...]], answered: bool
) -> Choose | None:
    return Choose(ask.id, choice, answers) if answered else None


def _answers(
    questions: tuple[Question, ...], state: AskState
) -> Mapping[str, str | tuple[str, ...]]:
    found: dict[str, str | tuple[str, ...]] = {}
    for question in questions:
        if picked := state.picks.get(question.text):
            found[question.text] = picked if question.multi else picked[0]
    return found or NO_ANSWERS


def _question(ask: Ask, question: Question, state: AskState) -> Page:
    picked = state.picks.get(question.text, ())
    items = tuple(
        _item(
            option.label or f"Option {number}",
            option.description,
            Pick(ask.id, question.text, option.label, question.multi),
            picked=option.label in picked,
        )
        for number, option in enumerate(question.options, start=1)
    )
    text = question.text if items else f"{question.text}\n{_WRITTEN}"
    return Page(question.header or "Question", text, items, ", ".join(picked))


def _field(ask: Ask, field: Field, state: AskState) -> Page:
    picked = state.picks.get(field.name, ())
    items = tuple(
        _item(label, "", Pick(ask.id, field.name, value, several=False), picked=value in picked)
        for value, label in _values(field)
    )
    text = f"{ask.text}\n{field.label}" if ask.text else field.label
    return Page(field.label, text, items, ", ".join(picked))


def _values(field: Field) -> tuple[tuple[str, str], ...]:
    """What can be picked for a field, with its words; nothing for one that is written."""
    if field.kind == "boolean":
        return _YES_NO
    return tuple((value, value) for value in field.options) if field.kind == "enum" else ()


def _with_decline(ask: Ask, pages: tuple[Page, ...]) -> tuple[Page, ...]:
    if not pages or ask.choice("decline") is None:
        return pages
    decline = Item(Look(Ground.OPTION, title="Decline"), Choose(ask.id, "decline"))
    first = pages[0]
    return (Page(first.head, first.text, (*first.items, decline), first.picked), *pages[1:])


def _choices(ask: Ask) -> Iterator[Item]:
    for choice in ask.choices:
        if choice.id in _OWN_KEYS:
            continue
        means = Choose(ask.id, choice.id)
        held = needs_hold(ask, choice)
        detail = "hold to allow" if held else choice.description
        sign = "✕ " if choice.meaning is Meaning.REFUSES else ""
        look = Look(Ground.OPTION, title=f"{sign}{choice.label or choice.id}", detail=detail)
        yield Item(look, None if held else means, means if held else None)


def _item(label: str, detail: str, press: Pick, *, picked: bool) -> Item:
    title = f"✓ {label}" if picked else label
    return Item(Look(Ground.PICKED if picked else Ground.OPTION, title=title, detail=detail), press)
