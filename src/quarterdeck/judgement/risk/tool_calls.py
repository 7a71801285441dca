"""What the tools of agents do: levels by name, raised by path, command or verb."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache

from quarterdeck.domain.risk import Level, Risk
from quarterdeck.judgement.risk.embedded_code import sayings
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.planted_code import planted, runs_later
from quarterdeck.judgement.risk.rule_files import read
from quarterdeck.judgement.risk.run_tree import worst
from quarterdeck.judgement.risk.sensitive_paths import reading, writing
from quarterdeck.judgement.risk.user_rules import Additions
from quarterdeck.judgement.risk.verdicts import verdict
from quarterdeck.judgement.secrets import secret_ranges

CommandJudge = Callable[[str, Place, Additions], Risk]


def judge_tool(
    tool: str,
    tool_input: Mapping[str, object],
    place: Place,
    additions: Additions,
    judge_command: CommandJudge,
) -> Risk:
    """The risk of a tool call, by what the tool is known to do and what it is given."""
    kind, risk = _known(tool)
    own = additions.tool(tool)
    if own is not None:
        risk = Risk(own, "your own level", f"yours: {tool}", f"You rated {tool} {own}.", "")
    found = [] if kind == "shell" and own is None else [risk]
    found += _given(kind, tool_input, place, additions, judge_command)
    return worst(found)


def texts_of(tool_input: Mapping[str, object]) -> Iterator[str]:
    """The texts in an input that a judgement may read."""
    yield _command(tool_input)
    yield from _statements(tool_input)
    yield from _paths(tool_input)
    yield from (text for _, text in _added(tool_input))


def _known(tool: str) -> tuple[str, Risk]:
    """The kind of a tool and its plain verdict."""
    for glob, kind, risk in _table():
        if fnmatchcase(tool.lower(), glob):
            return kind, risk
    raise AssertionError("the table ends with a rule for every tool")


def _given(
    kind: str,
    tool_input: Mapping[str, object],
    place: Place,
    additions: Additions,
    judge_command: CommandJudge,
) -> Iterator[Risk]:
    """What the input of a tool of this kind says."""
    paths = list(_paths(tool_input))
    match kind:
        case "shell":
            yield _commanded(tool_input, place, additions, judge_command)
        case "write":
            yield from (writing(path, place, additions.paths) for path in paths)
            for path, text in _added(tool_input):
                risks = planted(path, text, lambda text: judge_command(text, place, additions))
                yield from (replace(risk, span=None) for risk in risks)
        case "fetch":
            address = str(tool_input.get("url", ""))
            if secret_ranges(address):
                yield verdict("flow.secret", address)
        case "read" | "asks":
            yield from filter(None, (reading(path, place, additions.paths) for path in paths))
        case "other":
            yield from filter(None, (_special(path, place, additions) for path in paths))
        case _:  # plain: its name says it all
            return
    if kind in ("asks", "other"):
        yield from _guessed(tool_input, place, additions, judge_command)


def _commanded(
    tool_input: Mapping[str, object],
    place: Place,
    additions: Additions,
    judge_command: CommandJudge,
) -> Risk:
    """The verdict on a command; it has a place only in a text, not in a list of words."""
    text = _command(tool_input)
    risk = judge_command(text, place, additions)
    return risk if text in tool_input.values() else replace(risk, span=None)


def _special(path: str, place: Place, additions: Additions) -> Risk | None:
    """What a file means that an unknown tool may write; nothing when it is like any other."""
    risk = writing(path, place, additions.paths)
    return None if risk.rule.startswith("write.") else risk


def _guessed(
    tool_input: Mapping[str, object],
    place: Place,
    additions: Additions,
    judge_command: CommandJudge,
) -> Iterator[Risk]:
    """What the input of an unknown tool reveals."""
    if _command(tool_input):
        yield _commanded(tool_input, place, additions, judge_command)
    for statement in _statements(tool_input):
        yield from sayings(statement, "sql")


def _statements(tool_input: Mapping[str, object]) -> Iterator[str]:
    for key in ("sql", "query", "statement"):
        yield str(tool_input.get(key, ""))


def _command(tool_input: Mapping[str, object]) -> str:
    command = tool_input.get("command", tool_input.get("cmd", ""))
    if isinstance(command, list):
        return " ".join(_quoted(str(word)) for word in command)
    return command if isinstance(command, str) else ""


_PLAIN = re.compile(r"[\w@%+=:,./-]+\Z")


def _quoted(word: str) -> str:
    return word if _PLAIN.match(word) else "'" + word.replace("'", "'\\''") + "'"


def _added(tool_input: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The texts that a call puts into files that run by themselves, each with its file."""
    for path in _named_paths(tool_input):
        if runs_later(path):
            yield from ((path, text) for text in _new_texts(tool_input))
    for key in ("input", "patch"):
        for path, body in _PATCH.findall(str(tool_input.get(key, ""))):
            if runs_later(path):
                yield path, "\n".join(_ADDED.findall(body))


def _new_texts(tool_input: Mapping[str, object]) -> Iterator[str]:
    edits = tool_input.get("edits")
    for edit in (tool_input, *(edits if isinstance(edits, list) else ())):
        if isinstance(edit, Mapping):
            for key in ("content", "new_string", "new_str", "file_text"):
                if isinstance(text := edit.get(key), str):
                    yield text


_PATCH = re.compile(
    r"^\*\*\* (?:Add|Update) File: (.+)\n((?:(?!\*\*\* ).*(?:\n|\Z))*)", re.MULTILINE
)
_ADDED = re.compile(r"^\+(.*)$", re.MULTILINE)


def _named_paths(tool_input: Mapping[str, object]) -> Iterator[str]:
    for key in ("file_path", "notebook_path", "path", "filepath", "absolute_path"):
        value = tool_input.get(key)
        if isinstance(value, str) and value:
            yield value


def _paths(tool_input: Mapping[str, object]) -> Iterator[str]:
    yield from _named_paths(tool_input)
    for key in ("input", "patch"):
        yield from _PATCHED.findall(str(tool_input.get(key, "")))


_PATCHED = re.compile(r"^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$", re.MULTILINE)


@cache
def _table() -> tuple[tuple[str, str, Risk], ...]:
    return tuple(
        (
            glob.lower(),
            entry["kind"],
            Risk(Level(entry["level"]), entry["reason"], entry["name"], entry["sentence"], ""),
        )
        for entry in read("tools")["tool"]
        for glob in entry["match"]
    )
