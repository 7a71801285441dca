"""What a walk remembers: where it is, and what the text has defined and fetched so far."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice, product

from quarterdeck.judgement.risk.data_flow import NO_FLOW, Flow
from quarterdeck.judgement.risk.parsed_call import Call
from quarterdeck.judgement.risk.path_zones import Place, absolute
from quarterdeck.judgement.risk.rulebook import Rule
from quarterdeck.judgement.risk.shell_ast import Script, Word


@dataclass(frozen=True, slots=True)
class Written:
    """What was written to a file: its kind, and the text if known."""

    flow: Flow
    says: str | None

    def followed_by(self, more: "Written") -> "Written":
        """The content with more behind it."""
        known = self.says is not None and more.says is not None
        return Written(self.flow | more.flow, f"{self.says}\n{more.says}" if known else None)


@dataclass(frozen=True, slots=True)
class _Print:
    """What a substitution prints; holds the script, so that no other can take its id."""

    script: Script
    flow: Flow
    says: str | None


class ShellState:
    """Grows while a script is followed from its begin to its end."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.functions: frozenset[str] = frozenset()
        self._prints: dict[int, _Print] = {}
        self._constants = {"IFS": " "}
        self._choices: dict[str, tuple[str, ...]] = {}  # of variables that branches set
        self._downloads: set[str] = set()
        self._written: dict[str, Written] = {}

    def assign(self, name: str, value: Word, lasting: bool, maybe: bool) -> None:
        """A variable gets a value, perhaps only here or there; what is not known is forgotten."""
        value = self.resolved(value)
        if maybe and (name in self._constants or name in self._choices):
            self._may_be(name, value)
            return
        held = self._constants.get(name, value.text)
        self._choices.pop(name, None)
        if value.known and (lasting or held == value.text) and name not in _OURS:
            self._constants[name] = value.text
        else:
            self._constants.pop(name, None)

    def _may_be(self, name: str, value: Word) -> None:
        """Notes one more value that a variable may have; of too many none is known."""
        held = self._choices.get(name, (self._constants.get(name, ""),))
        if value.text in held:
            return
        known = value.known and 0 < len(held) < MOST_CHOICES
        self._choices[name] = (*held, value.text) if known else ()
        self._constants.pop(name, None)

    def alternatives(self, words: tuple[Word, ...]) -> list[tuple[Word, ...]]:
        """The words with each value that their variables may have; one at a time, then the next."""
        if not self._choices:
            return [tuple(map(self.resolved, words))]
        unknown = [word.text for word in words if not word.known]
        names = {name for text in unknown for name in _VARIABLE.findall(text)}
        chosen = [name for name, held in self._choices.items() if held and name in names]
        if not chosen:
            return [tuple(map(self.resolved, words))]
        found = []
        for values in islice(product(*(self._choices[name] for name in chosen)), MOST_CHOICES):
            self._constants.update(zip(chosen, values, strict=True))
            found.append(tuple(map(self.resolved, words)))
        for name in chosen:
            del self._constants[name]
        return found

    def resolved(self, word: Word) -> Word:
        """The word with the variables that the text itself has set."""
        if word.known or self._constants.get("IFS") != " ":  # nobody knows how it would split
            return word
        text = _VARIABLE.sub(lambda found: self._constants.get(found[1], found[0]), word.text)
        if text == word.text:
            return word
        return Word(text, "$" not in text and "`" not in text, word.runs)

    def note(self, call: Call, rules: Iterable[Rule], given: Flow) -> None:
        """A call changes the directory, sets variables or fetches files."""
        if call.program in ("cd", "pushd"):
            target = call.operands[0].text if call.operands else self.place.home
            self.place = replace(self.place, cwd=absolute(target, self.place))
        if call.program in _SETTING or (call.program == "printf" and "-v" in call.flags):
            for word in call.operands:
                self._constants.pop(word.text, None)
                self._choices.pop(word.text, None)
        for rule in rules:
            if "download" in rule.gives:
                self.save(call.named(rule.writes) or _fetched(call))
            elif rule.writes and ("download" in given or self._moves_download(call)):
                self.save(call.named(rule.writes))

    def print(self, script: Script, flow: Flow, says: str | None) -> None:
        """A substitution prints something of this kind, or just this."""
        self._prints[id(script)] = _Print(script, flow, says)

    def printed(self, word: Word) -> Flow:
        """What kind of thing the substitutions in a word print."""
        prints = (self._prints.get(id(run)) for run in word.runs)
        return NO_FLOW.union(*(found.flow for found in prints if found))

    def said(self, word: Word) -> str | None:
        """What a substitution expands to, if known."""
        if len(word.runs) != 1 or not word.is_substitution:
            return None
        found = self._prints.get(id(word.runs[0]))
        return found.says if found else None

    def save(self, paths: Iterable[str]) -> None:
        """Files come from the network."""
        self._downloads.update(filter(None, (absolute(p, self.place) for p in paths if p)))

    def write(self, path: str, written: Written, append: bool) -> None:
        """A file gets a content that the text itself gives it."""
        full = absolute(path, self.place)
        before = self._written.get(full) if append else None
        if full:
            self._written[full] = before.followed_by(written) if before else written

    def written(self, path: str) -> Written | None:
        """What this very text has put into a file."""
        return self._written.get(absolute(path, self.place)) if self._written else None

    def _moves_download(self, call: Call) -> bool:
        return bool(self._downloads) and any(map(self.is_download, call.named("sources")))

    def is_download(self, path: str) -> bool:
        """Whether a file was fetched by this very text."""
        return bool(self._downloads) and absolute(path, self.place) in self._downloads


def _fetched(call: Call) -> list[str]:
    """The names under which files are saved when no option says it."""
    folder = next(iter(call.named("-P --directory-prefix --output-dir")), ".")
    return [f"{folder}/{word.text.rpartition('/')[2]}" for word in call.operands]


MOST_CHOICES = 8
_OURS = frozenset({"QUARTERDECK_HOME"})  # whatever it is set to, what lies there is ours
_SETTING = frozenset({"read", "readarray", "mapfile", "getopts", "unset"})
_VARIABLE = re.compile(r"\$(\w+)")
