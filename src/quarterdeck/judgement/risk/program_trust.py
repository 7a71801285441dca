"""Whether a program called by its path can be trusted to be what its name says."""

from collections.abc import Iterable
from functools import cache

from quarterdeck.judgement.risk.path_zones import Place, Zone, absolute, is_rebuilt, zone
from quarterdeck.judgement.risk.rule_files import read
from quarterdeck.judgement.risk.rulebook import Rule

_PROGRAM_FOLDERS = frozenset({"bin", ".bin", "sbin", "libexec", "shims", "Scripts"})
# What these rules say, they say of programs of the system.
_OF_THE_SYSTEM = frozenset({"reads", "looks", "git.reads", "script", "wrapper", "env.prints"})


def is_trusted(head: str, place: Place) -> bool:
    """Whether programs are installed there, so that a name means what it always means."""
    full = absolute(head, place)
    lies = zone(head, place)
    if lies is Zone.SYSTEM:
        return True
    *folders, name = full.split("/")
    if lies is Zone.TEMPORARY:
        return is_rebuilt(folders)
    if lies is Zone.PROJECT and name in _names("project_programs"):
        return True
    return bool(full) and folders[-1] in _PROGRAM_FOLDERS


def poses(head: str, rules: Iterable[Rule]) -> bool:
    """Whether something that is not of the system has the name of one of its programs."""
    name = head.rpartition("/")[2].lower()
    return name not in _names("own_names") and any(rule.name in _OF_THE_SYSTEM for rule in rules)


@cache
def _names(kind: str) -> frozenset[str]:
    return frozenset(read("programs")[kind].split())
