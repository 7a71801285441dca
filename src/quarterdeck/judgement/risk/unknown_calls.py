"""Calls that match no rule: what can still be said about them."""

import re

from quarterdeck.domain.risk import Risk
from quarterdeck.judgement.risk.embedded_code import statement
from quarterdeck.judgement.risk.parsed_call import HELP, REHEARSAL, Call
from quarterdeck.judgement.risk.rulebook import rulebook
from quarterdeck.judgement.risk.verdicts import verdict


def unruled(call: Call, head: str, text: str) -> Risk:
    """The verdict on a call for which there is no rule."""
    stated = statement(call.program, text)
    if stated:
        return stated
    if destroys(call):
        return verdict("unknown.destroys", text)
    if "/" in head and deploys(head, call):
        return verdict("unknown.deploys", text)
    if call.program in rulebook().programs:
        return verdict("unknown.use", text)
    return verdict("unknown.script" if "/" in head else "unknown.program", text)


def destroys(call: Call) -> bool:
    """Whether the words of a call are about deleting."""
    if not REHEARSAL.isdisjoint(call.flags):
        return False
    words = [w.text for w in call.operands[:4]] + [f.lstrip("-") for f in call.flags]
    return not _MILD.isdisjoint(words) or any(_DESTRUCTIVE.match(word) for word in words)


def deploys(script: str, call: Call) -> bool:
    """Whether the name of a script says that it deploys or destroys something."""
    if not REHEARSAL.isdisjoint(call.flags):
        return False
    return bool(_DEPLOYING.match(script.rpartition("/")[2]))


def is_guess(risk: Risk) -> bool:
    """Whether a verdict only says what the words of an unknown call sound like."""
    return risk.rule.startswith("unknown.")


def asks_help(call: Call) -> bool:
    """`rm --help`, `git push --help`: nothing but words and the wish for help."""
    if len(call.flags) != 1 or not call.flags <= HELP:
        return False
    return not call.operands or (len(call.operands) < 3 and call.program in rulebook().branching)


_VERBS = (
    "delete|destroy|purge|wipe|erase|terminate|drop|nuke|teardown|unpublish|truncate|obliterate"
)
_DEPLOYING = re.compile(
    rf"(?!.*(?:test|spec|note|check|lint))(?:\w+[-_.])?"
    rf"(?:deploy|release|publish|rollback|undeploy|uninstall|{_VERBS})(?:[-_.][-\w.]*)?\Z",
    re.IGNORECASE,
)
_MILD = frozenset({"remove", "uninstall", "revoke"})  # as a word of their own
_DESTRUCTIVE = re.compile(rf"(?:\w+[-:.]){{0,3}}(?:{_VERBS})(?:[-:][\w-]+)?\Z", re.IGNORECASE)
