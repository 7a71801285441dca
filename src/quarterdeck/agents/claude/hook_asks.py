"""What Claude Code wants from the person, read from its hooks."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from quarterdeck.agents.claude.file_before import edited_path
from quarterdeck.agents.claude.wire import (
    digest,
    directory_of,
    id_of,
    label_of,
    own_options,
    own_questions,
    suggestions,
    text_of,
    tool_of,
)
from quarterdeck.domain.ask_bodies import (
    Blocked,
    Field,
    Form,
    HookBody,
    Kind,
    Note,
    NoteKind,
    Option,
    Permission,
    Plan,
    Question,
    Questions,
    Trouble,
)
from quarterdeck.domain.asks import Ask, FromHook, ToolUse
from quarterdeck.domain.ids import AskId, CallId, SessionId, SubagentId
from quarterdeck.domain.risk import Risk
from quarterdeck.judgement.file_change import FileBefore, change_of
from quarterdeck.judgement.risk import breaks_of
from quarterdeck.judgement.secrets import masked_deep
from quarterdeck.judgement.shown_text import shown_text
from quarterdeck.judgement.visible_text import plain_deep

SAFETY_CHECK_ENDS = 120.0  # in automatic mode the dialog refuses by itself after two minutes
MOST_FIELDS = 12
LONGEST_BROKEN = 4000  # characters; longer commands would take too long to read here


@dataclass(frozen=True, slots=True)
class Stamp:
    """What an ask gets from us: ids, and when it came up."""

    ask: AskId
    session: SessionId
    at: float


def ask_of(
    stamp: Stamp, payload: Mapping[str, object], risk: Risk | None, before: FileBefore | None
) -> Ask:
    """The ask that a PermissionRequest opens; `before` is the file that the call would change."""
    tool = tool_of(payload) or "a tool"
    given = payload.get("tool_input")
    tool_input = given if isinstance(given, dict) else {}
    if tool == "AskUserQuestion":
        return _question_of(stamp, payload, _questions(tool_input))
    if tool == "ExitPlanMode":
        plan = shown_text(_raw(tool_input.get("plan", "")), None, ())
        return _ask(stamp, payload, _use(payload), Plan(plan), title=_heading(plan.text), text="")
    text = shown_text(_what(tool, tool_input), risk, _breaks(tool, tool_input))
    path = edited_path(payload)
    body = Permission(
        input=_shown_input(given),
        risk=shown_risk(risk),
        rule=rule_of(payload) or None,
        shown=text,
        change=change_of(path, before, tool, tool_input) if before and path else None,
    )
    title = shown(tool_input.get("description", "")) or _title(tool, text.text)
    asked = _ask(stamp, payload, _use(payload), body, title=title, text=text.text)
    return replace(asked, deadline=_deadline(stamp, payload))


def _breaks(tool: str, tool_input: Mapping[str, object]) -> tuple[int, ...]:
    """Where a command is best broken into rows; one that takes long to read is broken anywhere."""
    command = text_of(tool_input, "command")
    return breaks_of(command) if tool == "Bash" and len(command) <= LONGEST_BROKEN else ()


def _question_of(
    stamp: Stamp, payload: Mapping[str, object], questions: tuple[Question, ...]
) -> Ask:
    """Questions; those that cannot be shown stay with the terminal: an allow would end them."""
    if questions:
        body, title = Questions(questions), questions[0].text
        return _ask(stamp, payload, _use(payload), body, title=title, text="")
    text = "This question cannot be shown here. Answer it at the terminal."
    return note_of(stamp, payload, Kind.FALLBACK, "A question", text)


def elicitation_of(stamp: Stamp, payload: Mapping[str, object]) -> Ask:
    """The form that a tool server wants filled in; one we cannot draw stays with the terminal."""
    server = id_of(payload, "mcp_server_name") or "a tool server"
    message = shown(payload.get("message", ""))
    fields = _fields(payload.get("requested_schema"))
    title = f"{shown(server)} asks: {message}" if message else f"{shown(server)} wants an answer"
    if fields is None:
        text = "This form cannot be shown here. Fill it in at the terminal."
        return note_of(stamp, payload, Kind.FALLBACK, title, text)
    wanted = digest([payload.get("message"), payload.get("requested_schema")])
    use = ToolUse(tools_of_server(payload), wanted, _call(payload))
    return _ask(stamp, payload, use, Form(fields), title=title, text=message)


def tools_of_server(payload: Mapping[str, object]) -> str:
    """How the names of a tool server's tools begin."""
    return f"mcp__{shown(id_of(payload, 'mcp_server_name'))}__"


def blocked_of(stamp: Stamp, payload: Mapping[str, object], risk: Risk | None, why: str) -> Ask:
    """A call that an automatic mode refused."""
    told = ask_of(stamp, payload, risk, None)
    title = f"Auto mode blocked: {told.text.partition(chr(10))[0] or told.tool}"
    body = Blocked(risk=told.risk, rule=exact_rule(payload) or None)
    return _ask(stamp, payload, _use(payload), body, title=title, text=why)


def note_of(
    stamp: Stamp, payload: Mapping[str, object], kind: NoteKind, title: str, text: str
) -> Ask:
    """Something to know: a notification, a failure."""
    return _ask(stamp, payload, _use(payload), Note(kind), title=title, text=text)


def done_of(
    stamp: Stamp, payload: Mapping[str, object], title: str, text: str, trouble: Trouble | None
) -> Ask:
    """A turn that is over, and whether it ended well."""
    return _ask(stamp, payload, None, Note(Kind.DONE, trouble), title=title, text=text)


def _ask(
    stamp: Stamp,
    payload: Mapping[str, object],
    use: ToolUse | None,
    body: HookBody,
    *,
    title: str,
    text: str,
) -> Ask:
    origin = FromHook(
        subagent=SubagentId(id_of(payload, "agent_id")),
        prompt=id_of(payload, "prompt_id"),
        cwd=directory_of(payload),
        use=use,
        body=body,
    )
    return Ask(
        id=stamp.ask,
        session=stamp.session,
        title=title[:300],
        text=text,
        origin=origin,
        opened=stamp.at,
        deadline=None,
        ended=None,
    )


def _use(payload: Mapping[str, object]) -> ToolUse | None:
    tool, given, call = tool_of(payload), payload.get("tool_input"), _call(payload)
    if not tool and given is None and call is None:
        return None
    return ToolUse(tool, digest(given) if given is not None else "", call)


def _call(payload: Mapping[str, object]) -> CallId | None:
    return CallId(id_of(payload, "tool_use_id")) or None


def _shown_input(given: object) -> dict[str, object]:
    shown_input = masked_deep(plain_deep(given))
    return shown_input if isinstance(shown_input, dict) else {}


def exact_rule(payload: Mapping[str, object]) -> str:
    """The agent's own rule for exactly this call; empty if it would not be exact."""
    tool, given = text_of(payload, "tool_name"), payload.get("tool_input")
    command = text_of(given, "command") if isinstance(given, dict) else ""
    # Signs that mean something in a rule would let more pass than was asked for.
    plain = command and shown(command) == command and not set("*():\n") & set(command)
    return f"{tool}({command})" if tool == "Bash" and plain else ""


def activity_of(payload: Mapping[str, object]) -> str:
    """What a tool call is about, in a few words."""
    tool, given = text_of(payload, "tool_name"), payload.get("tool_input")
    about = (
        next((text_of(given, k) for k in _MAIN if k in given), "")
        if isinstance(given, dict)
        else ""
    )
    return shown(f"{tool}: {about}"[:300].partition("\n")[0]) if about else shown(tool)


_MAIN = ("description", "command", "file_path", "notebook_path", "path", "url", "query", "prompt")


def shown(value: object) -> str:
    """Text of an agent as it may be shown: nothing hidden, no secrets, not endless."""
    return shown_text(_raw(value), None, ()).text


def _raw(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def shown_risk(risk: Risk | None) -> Risk | None:
    """A verdict as it may be shown: it quotes what was asked for."""
    # Its place is that in the text as it came; what is shown has its own marks.
    return replace(risk, part=shown(risk.part), span=None, others=()) if risk else None


def _what(tool: str, tool_input: Mapping[str, object]) -> str:
    """All of what a tool call would do: its main part first, then everything else it was given."""
    rest = {k: v for k, v in tool_input.items() if k != "description"}
    for key in _MAIN[1:]:
        main = rest.get(key)
        if isinstance(main, str):
            del rest[key]
            return main if tool == "Bash" else _with_change(tool, main, rest)
    return _raw(rest) if rest else ""


def _with_change(tool: str, main: str, rest: Mapping[str, object]) -> str:
    """A file's path with what would be written into it; of other calls all that was given."""
    if tool == "Write" and isinstance(rest.get("content"), str):
        return f"{main}\n{rest['content']}"
    if tool == "Edit" and isinstance(new := rest.get("new_string"), str):
        removed = "\n".join(f"- {line}" for line in text_of(rest, "old_string").splitlines())
        added = "\n".join(f"+ {line}" for line in new.splitlines())
        return f"{main}\n{removed}\n{added}"
    return "\n".join([main, *(f"{key}: {_raw(value)}" for key, value in rest.items())])


def _title(tool: str, text: str) -> str:
    first = text.partition("\n")[0]
    return f"{tool}: {first}" if first else tool


def _heading(plan: str) -> str:
    """The first non-empty line of a plan."""
    lines = (line.strip("# \t") for line in plan.splitlines())
    return next((line for line in lines if line), "A plan")


def _questions(tool_input: Mapping[str, object]) -> tuple[Question, ...]:
    """The questions as they may be shown; none if one could be taken for another."""
    own = own_questions(tool_input)
    texts = [str(q["question"]) for q in own]
    distinct = _stay_apart(texts) and all(_stay_apart(map(label_of, own_options(q))) for q in own)
    return tuple(_question(q) for q in own) if distinct else ()


def _stay_apart(texts: Iterable[str]) -> bool:
    different = set(texts)
    return len({shown(text) for text in different}) == len(different)


def _question(own: Mapping[str, object]) -> Question:
    return Question(
        shown(own["question"]),
        shown(own.get("header", "")),
        tuple(
            Option(shown(label_of(o)), shown(o.get("description", "")), shown(o.get("preview", "")))
            for o in own_options(own)
        ),
        own.get("multiSelect") is True,
    )


def _fields(schema: object) -> tuple[Field, ...] | None:
    """The fields of a form, or None when it cannot be drawn."""
    if not isinstance(schema, dict) or not isinstance(schema.get("properties"), dict):
        return None
    required = schema.get("required")
    needed = required if isinstance(required, list) else []
    properties = schema["properties"]
    if len(properties) > MOST_FIELDS:
        return None
    found = [_field(str(name), about, name in needed) for name, about in properties.items()]
    fields = [field for field in found if field]
    return tuple(fields) if len(fields) == len(found) else None


def _field(name: str, about: object, required: bool) -> Field | None:
    if not isinstance(about, dict) or shown(name) != name:
        return None
    label = shown(about.get("title") or about.get("description") or name)
    options = about.get("enum")
    if isinstance(options, list) and options and all(_is_exact(o) for o in options):
        return Field(name, label, "enum", required, tuple(options))
    kind = about.get("type")
    if kind in ("string", "number", "integer", "boolean"):
        return Field(name, label, str(kind), required, ())
    return None


def _is_exact(value: object) -> bool:
    """Whether a text is shown as it is: what must be sent back as it was cannot be masked."""
    return isinstance(value, str) and shown(value) == value


def rule_of(payload: Mapping[str, object]) -> str:
    """What "always" would add, in the agent's own words."""
    return "; ".join(text for entry in suggestions(payload) if (text := _suggested(entry)))


def _suggested(entry: object) -> str:
    if not isinstance(entry, dict):
        return ""
    kind = entry.get("type")
    if kind == "addRules":
        return ", ".join(_rule(r) for r in _list(entry.get("rules")) if isinstance(r, dict))
    if kind == "addDirectories":
        return "work in " + ", ".join(shown(p) for p in _list(entry.get("directories")))
    if kind == "setMode":
        return f"switch to {_mode_words(str(entry.get('mode')))}"
    return shown(entry)


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _rule(rule: Mapping[str, object]) -> str:
    content = rule.get("ruleContent")
    tool = shown(rule.get("toolName", "any tool"))
    return f"{tool}({shown(content)})" if content else tool


def _mode_words(mode: str) -> str:
    return {"acceptEdits": "accepting edits", "auto": "auto mode"}.get(mode, shown(mode))


def _deadline(stamp: Stamp, payload: Mapping[str, object]) -> float | None:
    """When the dialog ends by itself: a built-in safety check in automatic mode offers no rule."""
    checked = payload.get("permission_suggestions") == []
    if checked and payload.get("permission_mode") == "auto":
        return stamp.at + SAFETY_CHECK_ENDS
    return None
