"""The ways to answer each kind of ask, and what speaks against an answer."""

import re

from quarterdeck.domain.asks import Answer, Ask, Choice, Field, Kind, Meaning

ALLOW = Choice("allow", "Allow", "Let it run this once", Meaning.ALLOWS)
ALWAYS = Choice("always", "Always", "Let it run, and do not ask again", Meaning.ALLOWS)
DENY = Choice("deny", "Deny", "Refuse, and let the agent go on", Meaning.REFUSES)
DENY_STOP = Choice("deny_stop", "Deny and stop", "Refuse, and end the turn", Meaning.REFUSES)
DISMISS = Choice("dismiss", "Dismiss", "Take it off the list", Meaning.SETTLES)
FOCUS = Choice("focus", "Go there", "Bring its terminal to the front", Meaning.SETTLES)

GO_ON = "Please go on."  # what trying again types
RETRY = Choice("retry", "Try again", f"Type “{GO_ON}” to it", Meaning.SETTLES)

CHOICES: dict[Kind, tuple[Choice, ...]] = {
    Kind.PERMISSION: (ALLOW, ALWAYS, DENY, DENY_STOP),
    Kind.QUESTION: (
        Choice("submit", "Submit", "Send these answers", Meaning.SETTLES),
        Choice("chat", "Talk about it", "Answer with a text instead", Meaning.REFUSES),
        Choice("cancel", "Cancel", "Do not answer", Meaning.REFUSES),
    ),
    Kind.PLAN: (
        Choice("approve", "Approve", "Go on, asking before edits", Meaning.ALLOWS),
        Choice("accept_edits", "Approve, accept edits", "Go on without asking", Meaning.ALLOWS),
        Choice("change", "Say what to change", "Keep planning", Meaning.REFUSES),
    ),
    Kind.ELICITATION: (
        Choice("accept", "Send", "Send these values", Meaning.SETTLES),
        Choice("decline", "Decline", "Refuse to give them", Meaning.REFUSES),
        Choice("cancel", "Cancel", "Close it without an answer", Meaning.REFUSES),
    ),
    Kind.BLOCKED: (
        Choice("allow_next", "Allow next time", "Add a rule for it", Meaning.ALLOWS),
        Choice("tell", "Tell the agent", "Type a message to it", Meaning.SETTLES),
        DISMISS,
    ),
    Kind.LIMIT: (RETRY, DISMISS),
    Kind.FAILURE: (RETRY, DISMISS),
    Kind.FALLBACK: (FOCUS, DISMISS),
    Kind.NOTIFICATION: (DISMISS,),
    Kind.DONE: (DISMISS,),
}

TEXT_NEEDED = {"chat", "change", "tell"}


def denial(ask: Ask, answer: Answer) -> str:
    """What the agent is told with a refusal; never empty, so that it can be recognised again."""
    if answer.text.strip():
        return answer.text
    if ask.kind is Kind.QUESTION:
        return "The user did not want to answer these questions."
    return "The user said no."


def objection(ask: Ask, answer: Answer) -> tuple[str, str] | None:
    """What speaks against this answer: a code and a sentence, or nothing."""
    choice = ask.choice(answer.choice)
    if choice is None:
        offered = ", ".join(c.id for c in ask.choices)
        return "no_such_choice", f"{answer.choice!r} is not a choice here; there are: {offered}."
    if choice.meaning is Meaning.ALLOWS and ask.critical and not answer.confirmed:
        return "needs_confirmation", f"This is critical ({_why(ask)}): confirm that you mean it."
    if choice.id in TEXT_NEEDED and not answer.text.strip():
        return "needs_text", f"{choice.label!r} needs a text."
    if ask.kind is Kind.QUESTION and choice.id == "submit":
        return _unanswered(ask, answer)
    if ask.kind is Kind.ELICITATION and choice.id == "accept":
        return _misfilled(ask, answer)
    return None


def _why(ask: Ask) -> str:
    return ask.risk.reason if ask.risk else ""


def _unanswered(ask: Ask, answer: Answer) -> tuple[str, str] | None:
    for question in ask.questions:
        if not answer.answers.get(question.text):
            return "needs_answers", f"There is no answer to {question.text!r}."
    asked = {q.text for q in ask.questions}
    for key in answer.answers:
        if key not in asked:
            return "no_such_question", f"{key!r} is not one of the questions."
    return None


def _misfilled(ask: Ask, answer: Answer) -> tuple[str, str] | None:
    fields = {field.name: field for field in ask.fields}
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
