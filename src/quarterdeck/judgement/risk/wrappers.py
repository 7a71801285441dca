"""Commands inside commands: what `sudo`, `xargs`, `ssh` or `docker exec` would run."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from quarterdeck.judgement.risk.parsed_call import Call, manners, submanners
from quarterdeck.judgement.risk.rule_files import read
from quarterdeck.judgement.risk.shell_ast import Word

Words = tuple[Word, ...]
INPUT = Word("(input)", False, ())  # stands for words that only come when it runs
TEXT_INPUT = Word("$input", False, ())  # the same in a text for a shell
FOUND = "{}"  # stands for what `find` finds


@dataclass(frozen=True, slots=True)
class Wrapper:
    """How a program takes the command that it runs."""

    skip: int  # operands before the command
    joined: bool  # the words become one text for a shell
    alone: bool  # but only one word does; several stay a command
    each: bool  # every operand is a text for a shell
    valued: bool  # what stands behind `=` in an operand is a text for a shell
    code: tuple[str, ...]  # options whose value is a text for a shell
    assigns: bool  # `A=1` may stand before the command
    appends: bool  # more words come from its input
    names: bool  # its reason names the program inside
    unless: frozenset[str]  # options with which it runs nothing
    after: tuple[str, ...]  # the command stands behind one of these words, up to `;` or `+`


def wrapper_of(call: Call) -> Wrapper | None:
    """How this call wraps another, if it does."""
    table = _wrappers()
    if call.program not in _wrapping_programs():
        return None
    key = call.program
    found = table.get(key)
    for word in call.operands[:2]:
        key = f"{key} {word.text}"
        found = table.get(key, found)
    return found if found and found.unless.isdisjoint(call.flags) else None


def inner_words(call: Call, wrapper: Wrapper) -> Iterator[Words]:
    """The commands, as words, that a wrapper would run."""
    if wrapper.after:
        found = _found(call) if call.program == "find" else INPUT
        for inner in _after(call.words, wrapper.after):
            filled = _filled(inner, (FOUND,), wrapper.appends)
            yield tuple(found if word is INPUT else word for word in filled)
        return
    begin = _begin(call.program, call.words, wrapper)
    if begin < len(call.words) and not (_is_text(call.words[begin:], wrapper) or wrapper.each):
        marks = _marks(call.words[:begin]) if wrapper.appends else ()
        yield _filled(call.words[begin:], marks, wrapper.appends)


def set_variables(call: Call, wrapper: Wrapper) -> Iterator[tuple[str, Word]]:
    """The variables that a wrapper sets for what it runs."""
    if wrapper.assigns:
        for word in call.words[: _begin(call.program, call.words, wrapper)]:
            if _ASSIGNMENT.match(word.text):
                name, _, value = word.text.partition("=")
                yield name, Word(value, word.known, ())


def _is_text(inner: Words, wrapper: Wrapper) -> bool:
    """Whether a wrapper gives these words to a shell as one text."""
    return wrapper.joined and not (wrapper.alone and len(inner) > 1)


def _found(call: Call) -> Word:
    """What `find` finds is below its starting point, under the name it searches for."""
    names = [word.text for word in call.values.get("-name", ())]
    tail = f"/{names[0]}" if len(names) == 1 and call.flags.isdisjoint(_ALSO) else ""
    return Word(f"{call.operands[0].text if call.operands else '.'}/{INPUT.text}{tail}", False, ())


_ALSO = frozenset({"-o", "-or", "-not"})


def is_input(word: Word) -> bool:
    """Whether a word only comes when it runs."""
    return INPUT.text in word.text


def _marks(options: Words) -> tuple[str, ...]:
    """The words that `xargs -I`, `-J`, `-i` or `--replace` replaces."""
    texts = [word.text for word in options]
    at = next((i for i, text in enumerate(texts) if _REPLACING.match(text)), len(texts))
    if at == len(texts):
        return ()
    attached = texts[at].partition("=")[2] if texts[at][1] == "-" else texts[at][2:]
    following = texts[at + 1 : at + 2] if texts[at][1] in "IJ" else [FOUND]
    return (attached,) if attached else tuple(following)


_REPLACING = re.compile(r"-[IJi]|--replace")


def _filled(words: Words, marks: tuple[str, ...], appends: bool) -> Words:
    """The words with the input in its place; it may make up a word or part of one."""
    filled = tuple(INPUT if marks and word.text in marks else word for word in words)
    held = any(mark and mark in word.text for word in words for mark in marks)
    return (*filled, INPUT) if appends and not held else filled


def inner_texts(call: Call, wrapper: Wrapper) -> Iterator[Word]:
    """The shell texts that a wrapper would run."""
    for option in wrapper.code:
        yield from map(_bare, call.values.get(option, ()))
    if wrapper.each:
        yield from call.operands
    if wrapper.valued:
        pairs = (word for word in call.operands if "=" in word.text)
        yield from (Word(word.text.partition("=")[2], word.known, ()) for word in pairs)
    if wrapper.joined:
        inner = call.words[_begin(call.program, call.words, wrapper) :]
        if wrapper.appends:
            yield from _for_each(inner)
        elif inner and _is_text(inner, wrapper):
            yield joined(inner)


def _for_each(words: Words) -> Iterator[Word]:
    """`parallel COMMAND ::: WORD …` runs the command for every word; without one, the words."""
    at = next((i for i, word in enumerate(words) if word.text.startswith(":::")), len(words))
    if at:
        yield joined((*words[:at], TEXT_INPUT))
    else:
        yield from (word for word in words if not word.text.startswith(":::"))


def _bare(code: Word) -> Word:
    """Code without what says that it is code: `--checkpoint-action=exec=…`."""
    return Word(code.text.removeprefix("exec="), code.known, code.runs)


def parted(program: str, words: Words) -> list[Words]:
    """The commands, each with its program, of a call that takes several."""
    if program not in _sequencing():
        return [words]
    found: list[list[Word]] = [[]]
    for word in words[1:]:
        if word.text != ";":
            found[-1].append(Word(word.text.removesuffix(";"), word.known, word.runs))
        if word.text.endswith(";"):
            found.append([])
    return [(words[0], *command) for command in found if command] or [words]


def joined(words: Words) -> Word:
    """Words with spaces between them, as a shell would get them."""
    return Word(" ".join(w.text for w in words), all(w.known for w in words), ())


def _begin(program: str, words: Words, wrapper: Wrapper) -> int:
    """Where the inner command begins."""
    ways = manners(program)
    left, at = wrapper.skip, 0
    while at < len(words):
        text = words[at].text
        if text == "--":
            return at + 1
        if text[:1] == "-" and text != "-":
            at += 1 + (_name(text, ways.single) in ways.values)
        elif wrapper.assigns and (text == "-" or _ASSIGNMENT.match(text)):
            at += 1
        elif left:
            left, at = left - 1, at + 1
            ways = submanners(program, text) if left == wrapper.skip - 1 else ways
        else:
            return at
    return at


_ASSIGNMENT = re.compile(r"\w+=")


def _name(text: str, single: bool) -> str:
    """The option that may take the next word: of `-abc` the last letter."""
    return text if text.startswith("--") or single else f"-{text[-1]}" if len(text) > 2 else text


def _after(words: Words, marks: tuple[str, ...]) -> Iterator[Words]:
    at = 0
    while at < len(words):
        at += 1
        if words[at - 1].text in marks:
            begin = at
            while at < len(words) and words[at].text not in (";", "+"):
                at += 1
            if at > begin:
                yield words[begin:at]


@cache
def _wrappers() -> dict[str, Wrapper]:
    return {
        key: Wrapper(
            entry.get("skip", 0) + key.count(" "),
            entry.get("joined", False) or entry.get("alone", False),
            entry.get("alone", False),
            entry.get("each", False),
            entry.get("valued", False),
            tuple(entry.get("code", "").split()),
            entry.get("assigns", False),
            entry.get("appends", False),
            entry.get("names", False),
            frozenset(entry.get("unless", "").split()),
            tuple(entry.get("after", "").split()),
        )
        for keys, entry in read("programs")["wrappers"].items()
        for key in keys.split(", ")
    }


@cache
def _sequencing() -> frozenset[str]:
    return frozenset(read("programs")["sequences"].split())


@cache
def _wrapping_programs() -> frozenset[str]:
    return frozenset(key.split()[0] for key in _wrappers())
