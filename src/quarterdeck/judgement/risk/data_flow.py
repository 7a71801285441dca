"""What flows from one step into the next: downloads, decoded code, secrets, known texts."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from quarterdeck.judgement.risk.decoding import decoded
from quarterdeck.judgement.risk.parsed_call import Call
from quarterdeck.judgement.risk.shell_words import unescaped

Flow = frozenset[str]

NO_FLOW: Flow = frozenset()
SECRET: Flow = frozenset({"secret"})
DOWNLOAD: Flow = frozenset({"download"})
ENDLESS: Flow = frozenset({"endless"})
# The programs out of which as much comes as goes in.
PASSING = frozenset({"cat", "tee", "tr", "base64", "gzip", "xz", "zstd", "xxd", "od", "pv", "sed"})


@dataclass(frozen=True, slots=True)
class Input:
    """What a step reads: its kind, and the text if known."""

    gives: Flow
    says: str | None
    there: bool


NO_INPUT = Input(NO_FLOW, None, there=False)
UNKNOWN_INPUT = Input(NO_FLOW, None, there=True)


def as_code(flow: Iterable[str]) -> str:
    """The verdict on running what flows here; empty if it is nothing special."""
    kinds = set(flow)
    return next((f"runs.{kind}" for kind in ("download", "decoded") if kind in kinds), "")


def said(call: Call, given: Input) -> str | None:
    """What a call prints, if that is clear from its words or its input."""
    if call.program in _PRINTERS:
        if all(word.known for word in call.words):
            return _PRINTERS[call.program]([word.text for word in call.words])
    elif call.program == "tee" or (call.program == "cat" and not call.operands):
        return given.says
    elif call.program == "which" or (call.program == "command" and "-v" in call.flags):
        return call.operands[0].text if len(call.operands) == 1 else None
    elif given.says is not None:
        return decoded(call, given.says)
    return None


def _echoed(words: list[str]) -> str:
    while words and _ECHO_OPTION.match(words[0]):
        words = words[1:]
    return unescaped(" ".join(words))


def _formatted(words: list[str]) -> str | None:
    """What `printf` prints: the format again and again until no argument is left."""
    form, *arguments = words[words[:1] == ["--"] :] or [""]
    form, left, text = unescaped(form), iter(arguments), ""
    rounds = max(1, -(-len(arguments) // max(1, len(_CONVERSION.findall(form)))))
    if rounds > ROUNDS:
        return None
    for _ in range(rounds):
        text += _CONVERSION.sub(lambda at: _converted(at[0], next(left, "")), form)
    return text.replace("%%", "%")


def _converted(conversion: str, argument: str) -> str:
    return unescaped(argument) if conversion[-1] == "b" else argument


ROUNDS = 100  # of a format that are worth following
_ECHO_OPTION = re.compile(r"-[neE]+\Z")
_CONVERSION = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]")
_PRINTERS: dict[str, Callable[[list[str]], str | None]] = {"echo": _echoed, "printf": _formatted}
