"""Code passed to an interpreter: what it does in its own language."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain

from quarterdeck.domain.risk import Level, Risk
from quarterdeck.judgement.expressions import unwrapped
from quarterdeck.judgement.risk.parsed_call import Call
from quarterdeck.judgement.risk.rule_files import read
from quarterdeck.judgement.risk.shell_ast import Word
from quarterdeck.judgement.risk.verdicts import PART

SHELL = "shell"
SQL = "sql"
AWK = "awk"
MOST_SET = 20  # variables of awk that are looked at
DATABASES = frozenset({SQL, "redis", "mongo"})


@dataclass(frozen=True, slots=True)
class Interpreter:
    """How a program takes code."""

    language: str
    code: tuple[str, ...]  # options whose value is code
    first: tuple[str, ...]  # options that make the first operand code
    operand: int  # the operand from which on everything is code; -1 when none is
    rest: bool  # options behind that operand are code too
    module: str  # the option that names a module to run as a program
    stdin: bool  # without code or a file it runs its input
    hosts: int  # operands that name where the code runs


@dataclass(frozen=True, slots=True)
class Saying:
    """Something that code can say."""

    name: str
    level: Level
    reason: str
    sentence: str
    matches: "tuple[Phrase, ...]"
    unless: re.Pattern[str] | None


Phrase = tuple[re.Pattern[str], ...]  # what must follow each other, with anything in between


def interpreter_of(program: str) -> Interpreter | None:
    """How this program takes code, if it does."""
    return _interpreters().get(program)


def given_code(interpreter: Interpreter, call: Call) -> list[Word]:
    """The code in the arguments of a call."""
    found = [word for name in interpreter.code for word in call.values.get(name, ())]
    if interpreter.language in DATABASES and found:
        # Without quotes the rest of a statement is taken for operands; it is meant all the same.
        return [_together((*found, *call.operands))]
    if call.operands and not call.flags.isdisjoint(interpreter.first):
        found.append(call.operands[0])
    if 0 <= interpreter.operand < len(call.operands):
        found.append(_together(_from(interpreter, call)))
    return [_filled(word, call) for word in found] if interpreter.language == AWK else found


def _filled(code: Word, call: Call) -> Word:
    """A program of awk with the variables that `-v` sets, where it writes to them or runs them."""
    text = code.text
    for word in call.values.get("-v", ())[:MOST_SET]:
        name, _, value = word.text.partition("=")
        if name.isidentifier():
            quoted = '"' + value.replace("\\", "\\\\") + '"'
            text = re.sub(rf"({_USING}){name}\b", rf"\1{quoted}", text)
    return replace(code, text=text)


# Behind these a name of awk is a file that is written or a command that runs.
_USING = r"\bprint[^;}\n>]{0,200}>>?\s*|\|&?\s*|\bsystem\s*\(\s*"


def _from(interpreter: Interpreter, call: Call) -> tuple[Word, ...]:
    """The words from the first on that is code."""
    if interpreter.rest:
        return call.words[call.words.index(call.operands[interpreter.operand]) :]
    return call.operands[interpreter.operand :]


def script_of(call: Call) -> str:
    """The file with code that a call would run; empty if it runs none."""
    interpreter = interpreter_of(call.program)
    if interpreter is None or interpreter.hosts or not interpreter.stdin:
        return ""
    if interpreter.language in DATABASES or not call.operands or given_code(interpreter, call):
        return ""
    return call.operands[0].text


def _together(words: tuple[Word, ...]) -> Word:
    return Word(" ".join(w.text for w in words), all(w.known for w in words), ())


def runs_input(interpreter: Interpreter, call: Call) -> bool:
    """Whether a call without code in its arguments would run its input."""
    if not interpreter.stdin or (interpreter.module and interpreter.module in call.flags):
        return False
    return (
        len(call.operands) <= interpreter.hosts
        or call.operands[0].text in ("-", "/dev/stdin")
        or (interpreter.language == SHELL and "-s" in call.flags)
        or interpreter.language in DATABASES
    )


def sayings(code: str, language: str) -> Iterator[Risk]:
    """The verdicts about what a code says."""
    if language == SQL:
        code = _without_texts(code)
    for saying in _sayings().get(language, ()):
        at = next((at for phrase in saying.matches if (at := _find(phrase, code)) >= 0), -1)
        if at >= 0 and not (saying.unless and saying.unless.search(code)):
            part = code[at : at + PART].partition("\n")[0]
            yield Risk(saying.level, saying.reason, saying.name, saying.sentence, part)


def _find(phrase: Phrase, code: str) -> int:
    """Where a phrase begins, or -1; each part is looked for once, so the time stays linear."""
    begin = end = -1
    for part in phrase:
        found = part.search(code, max(end, 0))
        if not found:
            return -1
        end = found.end()
        begin = found.start() if begin < 0 else begin
    return begin


def _without_texts(sql: str) -> str:
    """A statement without the texts in it, which are data unless the statement runs them."""
    return sql if _RUNS_TEXTS.search(sql) else _TEXT.sub("''", sql)


_TEXT = re.compile("'[^']*'")
_RUNS_TEXTS = re.compile(r"\\|\b(?:execute|exec|prepare|dblink|query_to_xml)\b", re.IGNORECASE)


def statement(program: str, text: str) -> Risk | None:
    """The verdict on a statement of another language in place of a command."""
    if program not in _statements():
        return None
    found = (sayings(text, language) for language in ("sql", "redis", "powershell"))
    return next(chain.from_iterable(found), None)


def shell_texts(code: str, language: str) -> Iterator[str]:
    """The shell commands that a code would start."""
    for pattern in _expressions("starts_shell").get(language, ()):
        for found in pattern.finditer(code):
            text = next((g for g in found.groups() if g is not None), "")
            yield _LISTED.sub(" ", text)


def fed_texts(code: str, language: str) -> Iterator[str]:
    """The shell commands that get what a code prints."""
    for pattern in _expressions("feeds_shell").get(language, ()):
        yield from pattern.findall(code)


def written_files(code: str, language: str) -> Iterator[str]:
    """The files that a code would write."""
    for pattern in _expressions("writes_file").get(language, ()):
        yield from (found["path"] for found in pattern.finditer(code))


_LISTED = re.compile(r"['\"]\s*,\s*\[?\s*['\"]")


@cache
def _statements() -> frozenset[str]:
    return frozenset(read("code")["statements"].split())


@cache
def _interpreters() -> dict[str, Interpreter]:
    return {
        program: Interpreter(
            entry["language"],
            tuple(entry.get("code", "").split()),
            tuple(entry.get("first", "").split()),
            entry.get("operand", -1),
            entry.get("rest", False),
            entry.get("module", ""),
            entry.get("stdin", True),
            entry.get("hosts", 0),
        )
        for programs, entry in read("programs")["interpreters"].items()
        for program in programs.split()
    }


@cache
def _sayings() -> dict[str, list[Saying]]:
    table: dict[str, list[Saying]] = {}
    for entry in read("code")["saying"]:
        saying = Saying(
            entry["name"],
            Level(entry["level"]),
            entry["reason"],
            entry["sentence"],
            tuple(map(_phrase, _joined(entry["match"]))),
            re.compile(entry["unless"], re.IGNORECASE) if "unless" in entry else None,
        )
        for language in entry["languages"].split():
            table.setdefault(language, []).append(saying)
    return table


def _joined(matches: list[str]) -> list[str]:
    """The expressions of one part as one, which is found faster than many."""
    matches = list(map(unwrapped, matches))
    single = [match for match in matches if _BETWEEN not in match]
    return ["|".join(single)] * bool(single) + [match for match in matches if _BETWEEN in match]


def _phrase(text: str) -> Phrase:
    return tuple(re.compile(part, re.IGNORECASE) for part in text.split(_BETWEEN))


_BETWEEN = " ... "


@cache
def _expressions(kind: str) -> dict[str, list[re.Pattern[str]]]:
    return {
        language: [re.compile(unwrapped(expression), re.DOTALL) for expression in expressions]
        for language, expressions in read("code")[kind].items()
    }
