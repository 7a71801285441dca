"""Objections to an answer, and what a refusal says."""

import re

from quarterdeck.domain.ask_bodies import Field, Form, Question, Questions
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.choices import Meaning

TEXT_NEEDED = {"chat", "change", "tell"}


def refuses(ask: Ask, answer: Answer) -> bool:
    """Whether this answer says no to the agent."""
    choice = ask.choice(answer.choice)
    return choice is not None and choice.meaning is Meaning.REFUSES


def denial(ask: Ask, answer: Answer) -> str:
    """What the agent is told with a refusal; never empty, so that it can be recognised again."""
    if answer.text.strip():
        return answer.text
    if isinstance(ask.body, Questions):
        return "The user did not want to answer these questions."
    return "The user said no."


def objection(ask: Ask, answer: Answer) -> tuple[str, str] | None:
    """The objection to this answer: a code and a sentence, or nothing."""
    choice = ask.choice(answer.choice)
    if choice is None:
        offered = ", ".join(c.id for c in ask.choices)
        return "no_such_choice", f"{answer.choice!r} is not a choice here; there are: {offered}."
    if choice.meaning is Meaning.ALLOWS and ask.critical and not answer.confirmed:
        return "needs_confirmation", f"This is critical ({_why(ask)}): confirm that you mean it."
    if choice.id in TEXT_NEEDED and not answer.text.strip():
        return "needs_text", f"{choice.label!r} needs a text."
    match ask.body:
        case Questions(questions) if choice.id == "submit":
            return _unanswered(questions, answer)
        case Form(fields) if choice.id == "accept":
            return _misfilled(fields, answer)
        case _:
            return None


def _why(ask: Ask) -> str:
    return ask.risk.reason if ask.risk else ""


def _unanswered(questions: tuple[Question, ...], answer: Answer) -> tuple[str, str] | None:
    for question in questions:
        if not answer.answers.get(question.text):
            return "needs_answers", f"There is no answer to {question.text!r}."
        if strange := _not_offered(question, answer.answers[question.text]):
            return "not_an_option", f"{strange!r} is no option of {question.text!r}."
    asked = {q.text for q in questions}
    for key in answer.answers:
        if key not in asked:
            return "no_such_question", f"{key!r} is not one of the questions."
    return None


def _not_offered(question: Question, given: str | tuple[str, ...]) -> str | None:
    """What was given to a question that takes its options only, and is none of them."""
    if question.free_text:
        return None
    labels = {option.label for option in question.options}
    given = (given,) if isinstance(given, str) else given
    return next((label for label in given if label not in labels), None)


def _misfilled(wanted: tuple[Field, ...], answer: Answer) -> tuple[str, str] | None:
    fields = {field.name: field for field in wanted}
    for name, field in fields.items():
        if field.required and name not in answer.answers:
            return "needs_answers", f"The field {name!r} is missing."
    for name, value in answer.answers.items():
        if name not in fields:
            return "no_such_field", f"{name!r} is not one of the fields."
        if not _fits(fields[name], value):
            return "unfit_value", f"The field {name!r} wants {_WANTED[fields[name].kind]}."
    return None


def _fits(field: Field, value: str | tuple[str, ...]) -> bool:
    if not isinstance(value, str):
        return False
    if field.kind == "enum":
        return value in field.options
    form = _FORMS.get(field.kind)
    return form is None or form.fullmatch(value.strip()) is not None


_FORMS = {
    "integer": re.compile(r"[+-]?[0-9]{1,300}"),
    "number": re.compile(r"[+-]?([0-9]{1,300}(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,2})?"),
    "boolean": re.compile("true|false|yes|no"),
}
_WANTED = {
    "string": "one text",
    "enum": "one of its options",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}
