r"""The small language in which rules describe calls.

git push -f|--force !-n|--dry-run      words in order, an option needed, options not there
aws * delete-*                         `*` stands for any part of a word
gcloud ** delete                       `**` stands for any words
rm -r @root|system                     some operand lies there; `@@` when all do
git push ~^\+                          some operand matches an expression; `~~` when all do
mv #2                                  at least so many operands
curl -o|--output@home                  the value of an option lies there
kubectl apply -f|--filename~^https:    the value of an option matches an expression
exiftool -~=                           some option, with its value, matches an expression
curl ~~{local}                         an expression that several rules use, by its name
"""

import copyreg
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from quarterdeck.judgement.risk.parsed_call import Call
from quarterdeck.judgement.risk.path_zones import Zone, zone
from quarterdeck.judgement.risk.rule_files import read

_SIGNS = "-!@~#"
Test = Callable[[Call], bool]


class BadPattern(ValueError):
    """A pattern that says nothing."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way to call a program."""

    text: str
    programs: tuple[str, ...]
    words: tuple[str, ...]  # the subcommand: alternatives by `|`
    tests: tuple[Test, ...]

    def fits(self, call: Call) -> bool:
        """Whether the call is one of those meant."""
        if not self.words:
            call = call.leading or call
        elif not _path_fits(self.words, [w.text for w in call.operands]):
            return False
        for test in self.tests:  # noqa: SIM110 - `all` with a generator takes twice as long
            if not test(call):
                return False
        return True

    @property
    def firsts(self) -> tuple[str, ...]:
        """The first subcommands that can fit; empty when any can."""
        first = self.words[0] if self.words else "*"
        return () if "*" in first else tuple(first.split("|"))


def compile_pattern(text: str) -> Pattern:
    """The pattern that a line of the rules means."""
    head, *tokens = _NAMED.sub(_expression, text).split() or [""]
    if not head or head[0] in _SIGNS:
        raise BadPattern(f"{text!r} does not begin with a program")
    words = tuple(t for t in tokens if t[0] not in _SIGNS)
    tests = tuple(_test(t, len(words)) for t in tokens if t[0] in _SIGNS)
    return Pattern(text, tuple(head.split("|")), words, tests)


_NAMED = re.compile(r"\{([a-z_]+)\}")


def _expression(named: re.Match[str]) -> str:
    """What a name in braces means; the rules define each only once."""
    return _expressions().get(named[1], named[0])


@cache
def _expressions() -> dict[str, str]:
    return {name: _BLANKS.sub("", text) for name, text in read("programs")["expressions"].items()}


_BLANKS = re.compile(r"\s+")


# Tests are functions, which cannot go to another process; the text of a pattern can.
copyreg.pickle(Pattern, lambda pattern: (compile_pattern, (pattern.text,)))


def _path_fits(words: tuple[str, ...], operands: list[str]) -> bool:
    at = 0
    anywhere = False
    for word in words:
        if word == "**":
            anywhere = True
            continue
        while at < len(operands) and anywhere and not _word_fits(word, operands[at]):
            at += 1
        if at >= len(operands) or not _word_fits(word, operands[at]):
            return False
        at, anywhere = at + 1, False
    return True


def _word_fits(word: str, operand: str) -> bool:
    if operand == word:
        return True
    operand = operand.lower()
    return any(
        operand == choice or ("*" in choice and _glob_fits(choice, operand))
        for choice in word.split("|")
    )


def _glob_fits(choice: str, operand: str) -> bool:
    before, _, after = choice.partition("*")
    return (
        len(operand) >= len(before) + len(after)
        and operand.startswith(before)
        and operand.endswith(after)
    )


def _test(token: str, skip: int) -> Test:
    """The test for one token; operands count from after the subcommand."""
    sign, body = token[0], token[1:]
    if sign == "!":
        # An option that excuses a call must be spelt in full: `--schema` is not `--schema-only`.
        inner = _exact_test(body) if body[0] == "-" else _test(body, skip)
        return lambda call: not inner(call)
    if sign == "-":
        return _option_test(token)
    if sign == "@":
        return _zone_test(body, skip)
    if sign == "~":
        return _text_test(body, skip)
    least = int(body)
    return lambda call: len(call.operands) - skip >= least


def _text_test(body: str, skip: int) -> Test:
    """Whether some operand matches an expression, or all of them do."""
    matches = re.compile(body.removeprefix("~"), re.IGNORECASE).search
    if body[0] != "~":
        return lambda call: any(matches(w.text) for w in call.operands[skip:])
    return lambda call: (
        len(call.operands) > skip and all(matches(w.text) for w in call.operands[skip:])
    )


def _option_test(token: str) -> Test:
    """An option, in full or shortened, or the zone or the text of its value."""
    options = frozenset(token.split("|"))
    long = tuple(name for name in options if name.startswith("--") and "=" not in name)
    if not long or _VALUE_SIGN.search(token):
        return _exact_test(token)
    return lambda call: not options.isdisjoint(call.flags) or _shortens(call.long, long)


def _exact_test(token: str) -> Test:
    """An option, alone or with the zone or the text of its value."""
    sign = next((sign for sign in token if sign in "@~"), "")
    names, _, wanted = token.partition(sign) if sign else (token, "", "")
    options = frozenset(names.split("|"))
    if sign == "@":
        zones = _zones(wanted)
        return lambda call: any(zone(v, call.place) in zones for v in _values(call, options))
    if sign == "~":
        matches = re.compile(wanted, re.IGNORECASE).search
        if names == "-":
            return lambda call: any(map(matches, call.flags))
        return lambda call: any(matches(value) for value in _values(call, options))
    return lambda call: not options.isdisjoint(call.flags)


_VALUE_SIGN = re.compile("[@~]")


def _shortens(flags: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether an option is the begin of one of the long ones, as many programs accept it."""
    return bool(flags) and any(name.startswith(flag) for flag in flags for name in long)


def _values(call: Call, options: frozenset[str]) -> Iterator[str]:
    for name, values in call.values.items():
        if name in options:
            yield from (value.text for value in values)


def _zone_test(body: str, skip: int) -> Test:
    if body[0] == "@":
        wanted = _zones(body[1:])
        return lambda call: len(call.operands) > skip and wanted.issuperset(call.zones(skip))
    wanted = _zones(body)
    return lambda call: not wanted.isdisjoint(call.zones(skip))


def _zones(names: str) -> frozenset[Zone]:
    return frozenset(Zone(name) for name in names.split("|"))
