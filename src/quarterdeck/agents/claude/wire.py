"""The formats of Claude Code and of its hook client, without I/O."""

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2s
from types import MappingProxyType

from quarterdeck.domain.ask_bodies import Form, Question, Questions
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.objections import denial
from quarterdeck.domain.sessions import Process
from quarterdeck.judgement.secrets import masked
from quarterdeck.judgement.visible_text import plain
from quarterdeck.ports import Nonsense

GREETING = b"QD1 "
LONGEST_HEAD = 64 * 1024
LONGEST_PAYLOAD = 16 * 1024 * 1024
DEEPEST = 100  # levels of nesting in a payload
LARGEST_PID = 2**31 - 1
LARGEST_COUNT = 2**63 - 1  # of the kernel's counters
LONGEST_NAME = 200  # of a session, a model, a tool, an id: agents' own are far shorter
LONGEST_PATH = 4096  # the kernel's limit
LONGEST_NUMBER = 24  # digits; the agent's own numbers never have more


@dataclass(frozen=True, slots=True)
class Head:
    """What the hook client says of itself."""

    request: str
    started: int  # of the machine's monotonic clock, in nanoseconds
    kind: str
    pid: int
    ancestors: tuple[Process, ...]
    env: Mapping[str, str]


def read_greeting(line: bytes) -> tuple[int, int]:
    """How long the head and the payload are."""
    if not line.startswith(GREETING):
        raise Nonsense(f"the first line is {line[:40]!r}, not a greeting")
    try:
        head, payload = (int(part) for part in line[len(GREETING) :].split())
    except ValueError:
        raise Nonsense(f"the greeting {line[:40]!r} lacks its two numbers") from None
    if not 0 <= head <= LONGEST_HEAD:
        raise Nonsense(f"a head of {head} bytes; {LONGEST_HEAD} is the most")
    if not 0 <= payload <= LONGEST_PAYLOAD:
        raise Nonsense(f"a payload of {payload} bytes; {LONGEST_PAYLOAD} is the most")
    return head, payload


def read_head(data: bytes, host: str) -> Head:
    """The hook client's words about itself."""
    pairs = [part.partition(b"=") for part in data.split(b"\0")]
    values = {key.decode("utf-8", "replace"): _text(value) for key, _, value in pairs}
    lines = [value for key, _, value in pairs if key == b"ancestor"]
    try:
        stats = [_stat(line) for line in lines]
        return Head(
            values["id"][:LONGEST_NAME],
            _number(values["started"], 0, LARGEST_COUNT),
            values["kind"],
            _number(values["pid"], 1, LARGEST_PID),
            tuple(Process(host, pid, start) for pid, start in stats),
            MappingProxyType({k[4:]: v for k, v in values.items() if k.startswith("env.")}),
        )
    except (KeyError, ValueError, IndexError) as error:
        raise Nonsense(f"the head lacks or misspells {error}") from None


def _stat(line: bytes) -> tuple[int, int]:
    """Pid and start time from the kernel's line; only a pid if there is none."""
    if b"(" not in line:
        return _number(line, 1, LARGEST_PID), 0
    pid, fields = line.partition(b" ")[0], line.rpartition(b") ")[2]
    return _number(pid, 1, LARGEST_PID), _number(fields.split()[19], 0, LARGEST_COUNT)


def _number(text: str | bytes, least: int, most: int) -> int:
    number = int(text)
    if not least <= number <= most:
        raise ValueError(f"{number}, which is out of bounds")
    return number


def read_payload(data: bytes) -> dict[str, object]:
    """A hook's input as Claude Code wrote it."""
    payload = read_json(data)
    if not isinstance(payload, dict):
        raise Nonsense(f"the payload is a {type(payload).__name__}, not an object")
    return payload


def read_json(data: bytes) -> object:
    """What the agent wrote, if it can be passed on: not too deep, of whole characters."""
    try:
        value = json.loads(
            data.decode("utf-8", "replace"),
            parse_float=_finite,
            parse_constant=_finite,
            parse_int=_short,
        )
    except ValueError as error:
        raise Nonsense(f"it is not JSON: {error}") from None
    except RecursionError:
        raise Nonsense(f"it is nested more than {DEEPEST} levels deep") from None
    if _depth(value) > DEEPEST:
        raise Nonsense(f"it is nested more than {DEEPEST} levels deep")
    return _whole(value) if _HALVES.search(data) else value


_HALVES = re.compile(rb"\\u[dD][89a-fA-F]")  # of characters that are written as two


def _finite(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise ValueError(f"{text[:40]} is no number")
    return number


def _short(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)


def _whole(value: object) -> object:
    """The same without halves of characters, which cannot be written or sent."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_whole(k): _whole(v) for k, v in value.items()}
    return [_whole(v) for v in value] if isinstance(value, list) else value


def event_of(payload: Mapping[str, object]) -> str:
    """The name of a hook's event."""
    name = payload.get("hook_event_name")
    if not isinstance(name, str):
        raise Nonsense("the payload has no hook_event_name")
    return name


def make_it_ask(reason: str) -> bytes:
    """What a PreToolUse hook must print so that Claude Code asks before it continues."""
    output = {
        "hookEventName": "PreToolUse",
        "permissionDecision": "ask",
        "permissionDecisionReason": reason,
    }
    return json.dumps({"hookSpecificOutput": output}).encode()


def _depth(value: object) -> int:
    """How deep a payload is nested, without going there by recursion."""
    level = [value]
    for depth in range(DEEPEST + 1):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return depth
    return DEEPEST + 1


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def digest(value: object) -> str:
    """A short name for a tool's input, equal for equal inputs."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)
    return blake2s(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def session_id(process: Process) -> str:
    """The name of a session: the same for the same process, whoever asks."""
    text = f"{process.host}\0{process.pid}\0{process.start}"
    return "s" + blake2s(text.encode(), digest_size=5).hexdigest()


def ask_id(request: str, session: str) -> str:
    """The name of the ask that a hook opens: the same when it comes back."""
    return "a" + blake2s(f"{session}\0{request}".encode(), digest_size=5).hexdigest()


# Answers


def reply(ask: Ask, answer: Answer, payload: Mapping[str, object]) -> bytes:
    """What the hook must print so that Claude Code takes this answer."""
    event = str(payload.get("hook_event_name"))
    if isinstance(ask.body, Form):
        output: dict[str, object] = {"hookEventName": event, **_elicited(ask.body, answer)}
    else:
        output = {"hookEventName": event, "decision": _decision(ask, answer, payload)}
    return json.dumps({"hookSpecificOutput": output}, ensure_ascii=True).encode()


def _decision(ask: Ask, answer: Answer, payload: Mapping[str, object]) -> dict[str, object]:
    given = payload.get("tool_input")
    original = given if isinstance(given, dict) else {}
    allowing: dict[str, dict[str, object]] = {
        "allow": {},
        "always": {"updatedPermissions": suggestions(payload)},
        "submit": {"updatedInput": _answered(ask, answer, original)},
        # A plan's bare allow is ignored by newer versions: its input must be echoed.
        "approve": {"updatedInput": original},
        "accept_edits": {"updatedInput": original, "updatedPermissions": [_ACCEPT_EDITS]},
    }
    if answer.choice in allowing:
        return {"behavior": "allow", **allowing[answer.choice]}
    refusal: dict[str, object] = {"behavior": "deny", "message": denial(ask, answer)}
    return {**refusal, "interrupt": True} if answer.choice == "deny_stop" else refusal


_ACCEPT_EDITS = {"type": "setMode", "mode": "acceptEdits", "destination": "session"}


def suggestions(payload: Mapping[str, object]) -> list[object]:
    """The agent's own proposals for "always"."""
    given = payload.get("permission_suggestions")
    return list(given) if isinstance(given, list) else []


def own_questions(tool_input: Mapping[str, object]) -> list[Mapping[str, object]]:
    """An agent's questions as it wrote them; none if one of them cannot be understood."""
    given = tool_input.get("questions")
    if not isinstance(given, list):
        return []
    understood = all(isinstance(q, dict) and isinstance(q.get("question"), str) for q in given)
    return given if understood else []


def own_options(question: Mapping[str, object]) -> list[Mapping[str, object]]:
    """The ready answers of one of them."""
    given = question.get("options")
    return [o for o in given if isinstance(o, dict)] if isinstance(given, list) else []


def label_of(option: Mapping[str, object]) -> str:
    """What an option is called, exactly."""
    return str(option.get("label", ""))


def _answered(ask: Ask, answer: Answer, original: Mapping[str, object]) -> dict[str, object]:
    """The agent's input with the answers: questions and labels in its own words, not as shown."""
    questions = ask.body.questions if isinstance(ask.body, Questions) else ()
    pairs = zip(questions, own_questions(original), strict=False)
    texts = {
        str(own["question"]): _in_its_words(answer.answers[shown.text], shown, own)
        for shown, own in pairs
        if shown.text in answer.answers
    }
    return {**original, "answers": texts}


def _in_its_words(given: str | tuple[str, ...], shown: Question, own: Mapping[str, object]) -> str:
    labels = dict(
        zip((o.label for o in shown.options), map(label_of, own_options(own)), strict=False)
    )
    values = (given,) if isinstance(given, str) else given
    return ", ".join(labels.get(value, value) for value in values)


def _elicited(form: Form, answer: Answer) -> dict[str, object]:
    action = answer.choice if answer.choice in ("accept", "decline") else "cancel"
    if action != "accept":
        return {"action": action}
    kinds = {field.name: field.kind for field in form.fields}
    content = {name: _typed(kinds.get(name, ""), v) for name, v in answer.answers.items()}
    return {"action": "accept", "content": content}


def _typed(kind: str, value: str | tuple[str, ...]) -> object:
    """A form's value as its schema wants it; what does not fit stays text, for the agent to say."""
    if not isinstance(value, str):
        return list(value)
    read: dict[str, Callable[[str], object]] = {
        "integer": int,
        "number": _finite,
        "boolean": _BOOLS.get,
    }
    if kind not in read:
        return value
    try:
        typed = read[kind](value.strip())
    except ValueError:
        return value
    return value if typed is None else typed


_BOOLS = {"true": True, "false": False, "yes": True, "no": False}


def tool_of(payload: Mapping[str, object], key: str = "tool_name") -> str:
    """The name of a tool, safe to show; equal for equal tools."""
    return masked(plain(text_of(payload, key)[:LONGEST_NAME]))


def id_of(payload: Mapping[str, object], key: str) -> str:
    """A payload's id under this key; those of agents are short."""
    return plain(text_of(payload, key)[:LONGEST_NAME])


def directory_of(payload: Mapping[str, object]) -> str:
    """Where an agent works, safe to show; empty for what no path can be."""
    path = plain(text_of(payload, "cwd"))
    return path if len(path) <= LONGEST_PATH else ""


def text_of(payload: Mapping[str, object], key: str) -> str:
    """A payload's text under this key; empty if there is none."""
    value = payload.get(key)
    return value if isinstance(value, str) else ""


def whole_number(text: str) -> int | None:
    """The number that a text is, as far as the kernel counts; None for any other text."""
    if not text.isdecimal() or len(text) > LONGEST_NUMBER:
        return None
    number = int(text)
    return number if number <= LARGEST_COUNT else None


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
