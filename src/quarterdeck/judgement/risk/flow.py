"""What flows from one step into the next: downloads, decoded code, secrets, known texts."""

from collections.abc import Iterable
from dataclasses import dataclass

from quarterdeck.judgement.risk.call import Call
from quarterdeck.judgement.risk.decoding import decoded
from quarterdeck.judgement.risk.words import unescaped

Flow = frozenset[str]

NO_FLOW: Flow = frozenset()
SECRET: Flow = frozenset({"secret"})
DOWNLOAD: Flow = frozenset({"download"})


@dataclass(frozen=True, slots=True)
class Input:
    """What a step reads: what kind of thing it is, and the text where that is known."""

    gives: Flow
    says: str | None
    there: bool


NO_INPUT = Input(NO_FLOW, None, there=False)


def as_code(flow: Iterable[str]) -> str:
    """The verdict on running what flows here; empty where it is nothing special."""
    kinds = set(flow)
    return next((f"runs.{kind}" for kind in ("download", "decoded") if kind in kinds), "")


def said(call: Call, given: Input) -> str | None:
    """What a call prints, where that is plain from its words or its input."""
    if call.program in ("echo", "printf"):
        if all(word.known for word in call.operands):
            return unescaped(" ".join(w.text for w in call.operands))
    elif call.program in ("cat", "tee"):
        return given.says
    elif call.program == "which" or (call.program == "command" and "-v" in call.flags):
        return call.operands[0].text if len(call.operands) == 1 else None
    elif given.says is not None:
        return decoded(call, given.says)
    return None
