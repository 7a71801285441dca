"""Buttons by rules: what an idle agent said last decides, at once and without any cost."""

from collections.abc import Callable, Iterable
from re import Pattern

from quarterdeck.advisors import button_rows as offer
from quarterdeck.advisors import signs
from quarterdeck.advisors.button_rows import REASONS, ROWS, Draft
from quarterdeck.advisors.last_message import Question, prose, question_in, typed_words
from quarterdeck.advisors.trouble import trouble_of
from quarterdeck.domain.ask_bodies import Trouble
from quarterdeck.domain.buttons import (
    LONGEST_ACTION,
    LONGEST_TEXT,
    MOST,
    Button,
    Buttons,
    Context,
    Origin,
    Situation,
)
from quarterdeck.domain.risk import Level
from quarterdeck.judgement.typed_words import risk_of_words

# The first sign that a message shows decides what it is about.
_SIGNS: tuple[tuple[Pattern[str], Context], ...] = (
    (signs.PLAN, Context.PLAN),
    (signs.STEPS, Context.MULTI_STEP),
    (signs.FINDINGS, Context.REVIEW),
    (signs.NOT_COMMITTED, Context.GIT),
    (signs.NOT_PUSHED, Context.GIT),
    (signs.PUSHED, Context.GIT),
    (signs.REVIEW, Context.REVIEW),
    (signs.DONE, Context.DONE),
)
_TROUBLES = {Trouble.TESTS: Context.TESTS, Trouble.ERROR: Context.ERROR}


class Rules:
    """The advisor that answers at once; see the port `Advisor`."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock

    async def advise(self, situation: Situation) -> Buttons:
        """The buttons that the rules pick."""
        return buttons_for(situation, self._clock())


def buttons_for(situation: Situation, now: float) -> Buttons:
    """The buttons for what an agent said last, or for the context that it tells itself."""
    asked = situation.context is not None
    text = prose(situation.detail if asked else situation.message)
    context, drafts, reason = _picked(situation, text)
    return Buttons(Origin.RULES, context, situation.detail, _row(drafts, reason), asked, now)


def _picked(situation: Situation, text: str) -> tuple[Context, Iterable[Draft], str]:
    """The context, what is offered in it, and why."""
    told = situation.context
    if told in (None, Context.PROMPT) and (words := typed_words(text)):
        return Context.PROMPT, _typed(words), "the agent says what to type"
    if told in (None, Context.QUESTION) and (question := question_in(text)):
        return Context.QUESTION, _answers(question), "the last message asks"
    context = told or _context_of(situation, text)
    return context, _variant(context, text), REASONS[context]


def _context_of(situation: Situation, text: str) -> Context:
    """What a message is about that asks nothing."""
    if signs.CONFLICT.search(text) and (situation.failed or signs.UNRESOLVED.search(text)):
        return Context.GIT
    if trouble := trouble_of(text, situation.failed):
        return _TROUBLES[trouble]
    if situation.planning:
        return Context.PLAN
    return next((context for sign, context in _SIGNS if sign.search(text)), Context.NOTHING)


def _variant(context: Context, text: str) -> Iterable[Draft]:
    """The row of a context, as what was said makes it fit best."""
    for where, sign, row in offer.VARIANTS:
        if where is context and sign.search(text):
            return row
    return ROWS[context]


def _typed(words: tuple[str, ...]) -> Iterable[Draft]:
    return (*((word, "⌨", word) for word in words), offer.EXPLAIN)


def _answers(question: Question) -> Iterable[Draft]:
    if question.destructive:
        return (offer.NO, offer.SHOW_FIRST, offer.EXPLAIN, offer.YES)
    if question.options:
        return (*((shown, "👉", typed) for shown, typed in question.options), offer.EXPLAIN)
    if question.is_open:
        return (offer.YOU_DECIDE, offer.SUGGEST, offer.EXPLAIN, offer.SKIP)
    return ROWS[Context.QUESTION]


def _row(drafts: Iterable[Draft], reason: str) -> tuple[Button, ...]:
    """The buttons, the harmless before the others."""
    row = [_button(draft, reason) for draft in drafts]
    fit = [button for button in row if not button.types.startswith("!")][:MOST]
    return tuple(sorted(fit, key=lambda button: button.risk.reaches(Level.HIGH)))


def _button(draft: Draft, reason: str) -> Button:
    text, emoji, action = draft
    shown = text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
    typed = action[:LONGEST_ACTION]
    return Button(shown, emoji, typed, reason, risk_of_words(typed))
