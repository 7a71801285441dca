"""The ways to answer each kind of ask, and what speaks against an answer."""

from quarterdeck.domain.asks import Answer, Ask, Choice, Kind, Meaning

ALLOW = Choice("allow", "Allow", "Let it run this once", Meaning.ALLOWS)
ALWAYS = Choice("always", "Always", "Let it run, and do not ask again", Meaning.ALLOWS)
DENY = Choice("deny", "Deny", "Refuse, and let the agent go on", Meaning.REFUSES)
DENY_STOP = Choice("deny_stop", "Deny and stop", "Refuse, and end the turn", Meaning.REFUSES)
DISMISS = Choice("dismiss", "Dismiss", "Take it off the list", Meaning.SETTLES)
FOCUS = Choice("focus", "Go there", "Bring its terminal to the front", Meaning.SETTLES)

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
    Kind.LIMIT: (Choice("retry", "Try again", "Tell it to go on", Meaning.SETTLES), DISMISS),
    Kind.FAILURE: (Choice("retry", "Try again", "Tell it to go on", Meaning.SETTLES), DISMISS),
    Kind.FALLBACK: (FOCUS, DISMISS),
    Kind.NOTIFICATION: (DISMISS,),
    Kind.DONE: (DISMISS,),
}

TEXT_NEEDED = {"chat", "change", "tell"}


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
        return _missing(ask, answer)
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


def _missing(ask: Ask, answer: Answer) -> tuple[str, str] | None:
    for wanted in ask.fields:
        if wanted.required and wanted.name not in answer.answers:
            return "needs_answers", f"The field {wanted.name!r} is missing."
    return None
