"""Claude Code's permission rules: which is exact for a call, and where its settings have them."""

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from quarterdeck.agents.claude import install, program
from quarterdeck.agents.claude.hook_asks import exact_rule
from quarterdeck.agents.claude.wire import digest as digest_of
from quarterdeck.domain.states import Outcome
from quarterdeck.ports import Delivery

SHARED = Path(".claude") / "settings.json"  # of a project
Unusable = (install.BadFile, OSError, UnicodeDecodeError)
# It asks about pipes, files that are written and what is put in by the shell, whatever a rule for
# the whole says.
_UNHEEDED = set("|<>$`")
_RULE = re.compile(r"(\w+)(?:\((.*)\))?", re.DOTALL)


class ClaudeRules:
    """The rules in the settings of projects."""

    def exact(self, tool: str, given: Mapping[str, object], digest: str) -> str:
        """The rule for this very call; none where it is not known to the letter."""
        if digest_of(dict(given)) != digest:  # something of it was masked, or written out
            return ""
        rule = exact_rule({"tool_name": tool, "tool_input": given})
        return "" if _UNHEEDED & set(rule.replace("2>&1", "")) else rule

    def place(self, project: str) -> str:
        """The project's own settings, which nobody shares."""
        return str(Path(project) / program.LOCAL)

    async def settled(self, project: str, rule: str) -> bool:
        """Whether settings already cover it, or cannot be read."""
        return await asyncio.to_thread(_settled, Path(project), rule)

    async def add(self, project: str, rule: str) -> Delivery:
        """Write a rule into the project's own settings."""
        told = await asyncio.to_thread(_changed, program.allow, project, rule)
        return told or _done(f"{rule} is now in {self.place(project)} and takes effect in a moment")

    async def take_out(self, project: str, rule: str) -> Delivery:
        """Take a rule out of the project's own settings."""
        told = await asyncio.to_thread(_changed, program.take_out, project, rule)
        return told or _done(f"{rule} is no longer in {self.place(project)}")


def _changed(change: Callable[[Path, str], None], project: str, rule: str) -> Delivery | None:
    """What kept a project's settings from being changed; None where nothing did."""
    try:
        change(Path(project), rule)
    except Unusable as error:
        return Delivery(Outcome.NOT_DELIVERED, f"the settings were not changed: {error}")
    return None


def _done(note: str) -> Delivery:
    return Delivery(Outcome.ACCEPTED, note)


def _settled(project: Path, rule: str) -> bool:
    try:
        there = project.is_dir()
        return not there or any(_covers(known, rule) for known in _known(project))
    except Unusable:
        return True


def _known(project: Path) -> Iterator[str]:
    """Every rule that applies in a project, from the person's settings."""
    own = program.settings_file(project=False)
    for path in (project / program.LOCAL, project / SHARED, own):
        yield from install.rules_in(program.read(path))


def _covers(known: str, rule: str) -> bool:
    """Whether a rule covers everything that an exact one is for."""
    match, exact = _RULE.fullmatch(known.strip()), _RULE.fullmatch(rule)
    if match is None or exact is None or match[1] != exact[1]:
        return False
    pattern = match[2]
    if pattern is None or exact[2] is None:
        return True
    prefix = re.sub(r":\*$", "*", pattern)
    return re.fullmatch(".*".join(map(re.escape, prefix.split("*"))), exact[2]) is not None
