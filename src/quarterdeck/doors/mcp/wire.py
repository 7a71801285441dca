"""The tools that agents call to reach the person: what they take, and what they are told."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2s

from quarterdeck.domain.ask_bodies import Kind, Note, Option, Question, Questions
from quarterdeck.domain.asks import Answer, Ask, FromTool
from quarterdeck.domain.ids import AskId, RequestId, SessionId
from quarterdeck.doors.mcp.arguments import (
    checked,
    flag_of,
    kind_of,
    only_known,
    session_of,
    text_of,
)
from quarterdeck.judgement.shown_text import safe
from quarterdeck.ports import Nonsense

LONGEST_TEXT = 10_000  # characters of a question or a message
LONGEST_LABEL = 300
MOST_OPTIONS = 20
LONGEST_WAIT = 86_400  # seconds
LEVELS = {"info": "", "warning": "Warning: ", "error": "Error: "}

ASK_HUMAN = "ask_human"
NOTIFY_HUMAN = "notify_human"

SESSION = {
    "type": "string",
    "description": "Only where the caller is not found by itself: the id of your session.",
}
TOOLS: tuple[Mapping[str, object], ...] = (
    {
        "name": ASK_HUMAN,
        "title": "Ask the person",
        "description": (
            "Ask your human a question and wait for the answer. It is shown wherever they are: "
            "on a page, a phone, a key pad, a terminal. Use it when you cannot go on without "
            "a decision of theirs, and offer options where you can. They may also answer in "
            "their own words, say that they want to talk about it, or decline."
        ),
        "inputSchema": {
            "type": "object",
            "properties": {
                "question": {"type": "string", "description": "What you want to know."},
                "options": {
                    "type": "array",
                    "maxItems": MOST_OPTIONS,
                    "description": "Ready answers.",
                    "items": {
                        "anyOf": [
                            {"type": "string"},
                            {
                                "type": "object",
                                "properties": {
                                    "label": {"type": "string"},
                                    "description": {"type": "string"},
                                },
                                "required": ["label"],
                                "additionalProperties": False,
                            },
                        ]
                    },
                },
                "multi": {
                    "type": "boolean",
                    "description": "Whether several options may be picked. Default: false.",
                },
                "free_text": {
                    "type": "boolean",
                    "description": "Whether words of their own are an answer. Default: true.",
                },
                "timeout_s": {
                    "type": "number",
                    "minimum": 1,
                    "maximum": LONGEST_WAIT,
                    "description": "Give up after so many seconds. Default: never.",
                },
                "session": SESSION,
            },
            "required": ["question"],
            "additionalProperties": False,
        },
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    },
    {
        "name": NOTIFY_HUMAN,
        "title": "Tell the person something",
        "description": (
            "Show your human a short message wherever they are, and go on at once. It stays "
            "until they dismiss it, you send another, or they give you a new prompt."
        ),
        "inputSchema": {
            "type": "object",
            "properties": {
                "text": {"type": "string", "description": "What they should know."},
                "level": {"type": "string", "enum": list(LEVELS), "description": "Default: info."},
                "session": SESSION,
            },
            "required": ["text"],
            "additionalProperties": False,
        },
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    },
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as an agent asks it."""

    question: Question  # as it may be shown
    labels: Mapping[str, str]  # what the agent itself called each option
    digest: str
    timeout: float | None
    session: str

    def ask(self, request: RequestId, session: SessionId, now: float) -> Ask:
        """The ask that it opens; the same when it comes back."""
        body = Questions((self.question,))
        return Ask(
            id=_ask_id(request, session),
            session=session,
            title=self.question.text[:300],
            text="",
            origin=FromTool(digest=self.digest, body=body),
            opened=now,
            deadline=now + self.timeout if self.timeout else None,
            ended=None,
        )


@dataclass(frozen=True, slots=True)
class Said:
    """A message as an agent sends it."""

    text: str  # as it may be shown
    session: str

    def ask(self, request: RequestId, session: SessionId, now: float) -> Ask:
        """The notification that it opens."""
        return Ask(
            id=_ask_id(request, session),
            session=session,
            title=self.text.partition("\n")[0][:300],
            text=self.text,
            origin=FromTool(digest=_digest(self.text), body=Note(Kind.NOTIFICATION)),
            opened=now,
            deadline=None,
            ended=None,
        )


@dataclass(frozen=True, slots=True)
class Result:
    """What an agent is told: a sentence, and the same for programs."""

    text: str
    fields: Mapping[str, object]


# What comes in


def read_question(given: Mapping[str, object]) -> Asked:
    """The arguments of `ask_human`; raises Nonsense."""
    only_known(ASK_HUMAN, given, _schema(ASK_HUMAN))
    text = text_of(given, "question", LONGEST_TEXT)
    own = _options(given.get("options"))
    multi, free = flag_of(given, "multi", default=False), flag_of(given, "free_text", default=True)
    if multi and not own:
        raise Nonsense("'multi' needs 'options'.")
    if not free and not own:
        raise Nonsense("Without 'options' the person can only answer freely: leave out free_text.")
    options = tuple(Option(safe(label), safe(about), "") for label, about in own)
    labels = {option.label: label for option, (label, _) in zip(options, own, strict=True)}
    if len(labels) < len(own):
        raise Nonsense("Two of the options read the same.")
    question = Question(safe(text), "", options, multi, free)
    digest = _digest([text, [list(pair) for pair in own], multi, free])
    return Asked(question, labels, digest, _timeout(given), session_of(given))


def read_message(given: Mapping[str, object]) -> Said:
    """The arguments of `notify_human`; raises Nonsense."""
    only_known(NOTIFY_HUMAN, given, _schema(NOTIFY_HUMAN))
    text, level = text_of(given, "text", LONGEST_TEXT), given.get("level", "info")
    if not isinstance(level, str) or level not in LEVELS:
        raise Nonsense(f"'level' must be one of: {', '.join(LEVELS)}.")
    return Said(LEVELS[level] + safe(text), session_of(given))


def _schema(tool: str) -> Mapping[str, object]:
    schema = next(t["inputSchema"] for t in TOOLS if t["name"] == tool)
    assert isinstance(schema, dict)
    return schema


def _options(given: object) -> list[tuple[str, str]]:
    if given is None:
        return []
    if not isinstance(given, list):
        raise Nonsense(f"'options' must be a list; it is {kind_of(given)}.")
    if len(given) > MOST_OPTIONS:
        raise Nonsense(f"'options' has {len(given)} entries; {MOST_OPTIONS} are the most.")
    return [_option(one, number) for number, one in enumerate(given, 1)]


def _option(given: object, number: int) -> tuple[str, str]:
    name = f"option {number}"
    if isinstance(given, str):
        return checked(given, name, LONGEST_LABEL), ""
    if not isinstance(given, dict) or set(given) - {"label", "description"}:
        raise Nonsense(f"{name} must be a text, or an object of 'label' and 'description'.")
    label = checked(given.get("label"), f"the label of {name}", LONGEST_LABEL)
    about = given.get("description", "")
    return label, about and checked(about, f"the description of {name}", LONGEST_TEXT)


def _timeout(given: Mapping[str, object]) -> float | None:
    value = given.get("timeout_s")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Nonsense(f"'timeout_s' must be a number; it is {kind_of(value)}.")
    if not 1 <= value <= LONGEST_WAIT:
        raise Nonsense(f"'timeout_s' must be between 1 and {LONGEST_WAIT} seconds.")
    return float(value)


def _digest(value: object) -> str:
    return blake2s(json.dumps(value).encode(), digest_size=8).hexdigest()


def _ask_id(request: RequestId, session: SessionId) -> AskId:
    return AskId("a" + blake2s(f"{session}\0{request}".encode(), digest_size=5).hexdigest())


# What goes back


def answered(asked: Asked, answer: Answer) -> Result:
    """What the person decided."""
    match answer.choice:
        case "submit":
            return _picked(asked, answer.answers.get(asked.question.text, ""))
        case "chat":
            said = f"The person picked no answer, and says: {answer.text}"
            return Result(said, {"outcome": "discuss", "text": answer.text})
        case _:
            more = f" They say: {answer.text}" if answer.text else ""
            declined = "The person does not want to answer this." + more
            return Result(declined, {"outcome": "declined", "text": answer.text})


def _picked(asked: Asked, given: str | tuple[str, ...]) -> Result:
    several = (given,) if isinstance(given, str) else given
    own = [asked.labels.get(label, label) for label in several]
    text = f"The person answered: {', '.join(own)}"
    picked: str | list[str] = own if asked.question.multi else ", ".join(own)
    return Result(text, {"outcome": "answered", "answer": picked})


def unanswered(asked: Asked, *, in_time: bool) -> Result:
    """That nobody decided; a time that ran out is the agent's own."""
    if in_time:
        said = "The question was taken off the list before anybody answered it."
        return Result(said, {"outcome": "withdrawn"})
    return Result(
        f"Nobody answered within {asked.timeout:g} s; decide yourself or ask again later.",
        {"outcome": "no_answer"},
    )


def shown() -> Result:
    """That a message is on the list."""
    return Result("It is shown to the person.", {"outcome": "shown"})
