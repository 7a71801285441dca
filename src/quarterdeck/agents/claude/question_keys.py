"""Answers Claude Code's questions by keys: one page after the other, then the review."""

from quarterdeck.agents.claude.dialog_steps import choose, holds, press, toward, unbroken, write
from quarterdeck.domain.ask_bodies import Question
from quarterdeck.domain.asks import Answer
from quarterdeck.judgement.screens.reading import Dialog, Option
from quarterdeck.ports import Step

_REVIEW = "Ready to submit"
_ONWARD = ("Submit", "Next")  # the row below what can be ticked
_ALIKE = 30  # signs of an answer that the review must show


def is_page(dialog: Dialog, questions: tuple[Question, ...]) -> bool:
    """Whether a dialog shows one of these questions, or the answers to all of them."""
    if _is_review(dialog):
        shown = unbroken(dialog.text)
        return all(unbroken(question.text) in shown for question in questions)
    return _shown(dialog, questions) is not None


def step(dialog: Dialog, questions: tuple[Question, ...], answer: Answer) -> Step | None:
    """What to do on this page; None if it does not offer what was answered."""
    if answer.choice != "submit":
        return None
    if _is_review(dialog):
        return _submit(dialog, questions, answer)
    question = _shown(dialog, questions)
    values = _values(answer, question) if question else ()
    if question is None or not values:
        return None
    if question.multi:
        return _tick(dialog, question, values)
    return _pick(dialog, question, values[0], decides=len(questions) == 1)


def _is_review(dialog: Dialog) -> bool:
    return dialog.prompt.startswith(_REVIEW)


def _shown(dialog: Dialog, questions: tuple[Question, ...]) -> Question | None:
    """The question on this page."""
    said = unbroken(f"{dialog.text}{dialog.prompt}{dialog.title}")
    fitting = [question for question in questions if unbroken(question.text) in said]
    return max(fitting, key=lambda question: len(question.text), default=None)


def _values(answer: Answer, question: Question) -> tuple[str, ...]:
    """What was answered: labels in the question's order, then words of one's own."""
    given = answer.answers.get(question.text, ())
    if not question.multi:
        return (given,) if isinstance(given, str) else given[:1]
    parts = [part.strip() for part in given.split(",")] if isinstance(given, str) else list(given)
    labels = [option.label for option in question.options]
    own = ", ".join(part for part in parts if part and part not in labels)
    return (*(label for label in labels if label in parts), *([own] if own else []))


def _pick(dialog: Dialog, question: Question, value: str, *, decides: bool) -> Step | None:
    """Choose one option, or write an answer of one's own."""
    if value in (option.label for option in question.options):
        option = _labelled(dialog, value)
        return _choose(dialog, question, option, decides=decides) if option else None
    field = _field(dialog, question)
    if field is None:
        return None
    if field.selected and holds(_written(field), value):
        return press("Enter", decides=decides)
    return write(dialog, field, _written(field), value)


def _tick(dialog: Dialog, question: Question, values: tuple[str, ...]) -> Step | None:
    """Tick what was chosen and nothing else, write what is one's own, then go on."""
    labels = [option.label for option in question.options]
    for label in labels:
        option = _labelled(dialog, label)
        if option is None:
            return None
        if option.checked is not (label in values):
            return _choose(dialog, question, option, decides=False)
    own = next((value for value in values if value not in labels), "")
    field = _field(dialog, question)
    if own and field and not holds(_written(field), own):
        return write(dialog, field, _written(field), own)
    return _onward(dialog) if field or not own else None


def _onward(dialog: Dialog) -> Step | None:
    onward = next((o for o in dialog.options if o.label in _ONWARD and o.digit is None), None)
    return toward(dialog, onward) or press("Enter") if onward else None


def _choose(dialog: Dialog, question: Question, option: Option, *, decides: bool) -> Step | None:
    """Choose an option; in the field of one's own a digit would be written."""
    field = _field(dialog, question)
    if field and field.selected:
        return toward(dialog, option)
    return choose(dialog, option, decides=decides)


def _labelled(dialog: Dialog, label: str) -> Option | None:
    """The option with this label, which a narrow screen may have cut."""
    meant = unbroken(label)
    same = [o for o in dialog.options if meant == unbroken(o.label)]
    cut = [o for o in dialog.options if o.digit and meant.startswith(unbroken(o.label))]
    return next(iter(same or cut), None)


def _field(dialog: Dialog, question: Question) -> Option | None:
    """Where an answer of one's own is written: the option after all of the question's."""
    numbered = [option for option in dialog.options if option.digit is not None]
    place = len(question.options)
    found = numbered[place] if len(numbered) > place else None
    return None if found is None or found.label == "Chat about this" else found


def _written(field: Option) -> str:
    return f"{field.label} {field.description}".strip()


def _submit(dialog: Dialog, questions: tuple[Question, ...], answer: Answer) -> Step | None:
    """Submit what the review shows, if that is what was answered."""
    shown = unbroken(dialog.text)
    for question in questions:
        values = ", ".join(_values(answer, question))
        if unbroken(f"{question.text}→{values}"[: len(question.text) + 1 + _ALIKE]) not in shown:
            return None
    option = next((o for o in dialog.options if o.label.startswith("Submit")), None)
    return choose(dialog, option, decides=True) if option else None
