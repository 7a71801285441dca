"""What a walk remembers: where it is, and what the text has defined and fetched so far."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from quarterdeck.judgement.risk.data_flow import NO_FLOW, Flow
from quarterdeck.judgement.risk.parsed_call import Call
from quarterdeck.judgement.risk.path_zones import Place, absolute
from quarterdeck.judgement.risk.rulebook import Rule
from quarterdeck.judgement.risk.shell_ast import Script, Word


@dataclass(frozen=True, slots=True)
class _Print:
    """What a substitution prints; holds the script, so that no other can take its id."""

    script: Script
    flow: Flow
    says: str | None


class Memory:
    """Grows while a script is followed from its begin to its end."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.functions: frozenset[str] = frozenset()
        self._prints: dict[int, _Print] = {}
        self._constants = {"IFS": " "}
        self._downloads: set[str] = set()

    def assign(self, name: str, value: Word, lasting: bool) -> None:
        """A variable gets a value, perhaps for one command only; what is not known is forgotten."""
        value = self.resolved(value)
        held = self._constants.get(name, value.text)
        if value.known and (lasting or held == value.text):
            self._constants[name] = value.text
        else:
            self._constants.pop(name, None)

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
        """What a word says that is a substitution, where that is known."""
        if len(word.runs) != 1 or not word.is_substitution:
            return None
        found = self._prints.get(id(word.runs[0]))
        return found.says if found else None

    def save(self, paths: Iterable[str]) -> None:
        """Files come from the network."""
        self._downloads.update(filter(None, (absolute(p, self.place) for p in paths if p)))

    def _moves_download(self, call: Call) -> bool:
        return bool(self._downloads) and any(map(self.is_download, call.named("sources")))

    def is_download(self, path: str) -> bool:
        """Whether a file was fetched by this very text."""
        return bool(self._downloads) and absolute(path, self.place) in self._downloads


def _fetched(call: Call) -> list[str]:
    """The names under which files are saved when no option says it."""
    folder = next(iter(call.named("-P --directory-prefix --output-dir")), ".")
    return [f"{folder}/{word.text.rpartition('/')[2]}" for word in call.operands]


_SETTING = frozenset({"read", "readarray", "mapfile", "getopts", "unset"})
_VARIABLE = re.compile(r"\$(\w+)")
