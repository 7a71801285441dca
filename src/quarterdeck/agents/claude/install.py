"""Writes our hooks into Claude Code's settings, and removes them.

Pure text in, text out: foreign hooks and every other key stay as they are, in their
order. Only events that the installed version knows are written, because an unknown
one opens a dialog at its start.
"""

import json
import math
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

RUN = "import hook; hook.run()"
MARKS = ("quarterdeck/hook.py", RUN)  # how our own commands are recognised, the older ones too
ASK_TIMEOUT = 86400  # seconds; a person may be away, and the terminal's dialog is live meanwhile

# Events and how they are registered: `ask` waits for a person, and starts a daemon where there
# is none; `form` only waits; `tell` waits for nobody; `last` is told while the agent ends and
# would be lost otherwise. A tripwire makes PreToolUse a `judge`.
EVENTS: dict[str, str] = {
    "SessionStart": "tell",
    "SessionEnd": "last",
    "UserPromptSubmit": "tell",
    "PreToolUse": "tell",
    "PostToolUse": "tell",
    "PostToolUseFailure": "tell",
    "PermissionRequest": "ask",
    "PermissionDenied": "tell",
    "Elicitation": "form",
    "ElicitationResult": "tell",
    "Notification": "tell",
    "Stop": "tell",
    "StopFailure": "tell",
    "SubagentStart": "tell",
    "SubagentStop": "tell",
}
# The oldest version we support knows all of them.
OLDEST = (2, 1, 197)


class BadFile(Exception):
    """A settings file that we will not touch; the message says where it is wrong."""


@dataclass(frozen=True, slots=True)
class Client:
    """How the hook client is run."""

    python: str
    script: str
    socket: str
    marker: str
    home: str  # QUARTERDECK_HOME, or "-"

    def words(self, *words: str) -> list[str]:
        """The program that is run, with its arguments."""
        folder = self.script.rpartition("/")[0]
        code = f"import sys; sys.path.insert(0, {folder!r}); {RUN}"
        return [self.python, "-IS", "-c", code, self.socket, *words]

    def command(self, *words: str) -> str:
        """The line that goes into the settings; silent if this installation is gone."""
        return f"{self._is_there} || exit 0; exec {shlex.join(self.words(*words))}"

    def status_line(self, own: str) -> str:
        """The same for the status line, which is the person's own where we are gone.

        Theirs is the last word of it, by which it is found again.
        """
        ours = shlex.join(self.words("status"))
        chosen = f"{self._is_there} && set -- {ours} || set -- /bin/sh -c"
        return f'{chosen}; exec "$@" {shlex.quote(own)}'

    @property
    def _is_there(self) -> str:
        return f"[ -x {shlex.quote(self.python)} ] && [ -r {shlex.quote(self.script)} ]"


def kinds_for(known: Iterable[str], *, tripwire: bool) -> dict[str, str]:
    """What each event that the installed version knows is registered as."""
    kinds = {event: EVENTS[event] for event in known}
    return kinds | {"PreToolUse": "judge"} if tripwire else kinds


def installed(text: str, client: Client, kinds: Mapping[str, str]) -> str:
    """The settings with our hooks in them; again and again gives the same."""
    if is_current(text, client, kinds):
        return text
    settings = parsed(text)
    hooks = _without_ours(settings)
    for event, kind in kinds.items():
        hooks.setdefault(event, []).append({"hooks": [_entry(kind, client)]})
    settings["hooks"] = hooks
    if line := _our_status_line(settings):
        settings["statusLine"] = _telling(line, client)
    return written(settings, text)


def with_status_line(text: str, client: Client) -> str:
    """The settings with a status line that reports to us and prints what the person's prints."""
    settings = parsed(text)
    line = settings.get("statusLine", {"type": "command"})
    if not isinstance(line, dict):
        raise BadFile("its 'statusLine' is not an object")
    settings["statusLine"] = _telling(line, client)
    return written(settings, text)


def _telling(line: dict[str, object], client: Client) -> dict[str, object]:
    """A status line as we would write it today."""
    return {**line, "command": client.status_line(_own_command(line))}


def _own_command(line: dict[str, object]) -> str:
    """The person's own command in a status line; empty if there is none."""
    command = str(line.get("command", ""))
    if not _is_ours(line):
        return command
    try:
        return shlex.split(command)[-1]
    except ValueError as error:
        raise BadFile(f"its 'statusLine' was changed and cannot be read: {error}") from None


def _our_status_line(settings: dict[str, object]) -> dict[str, object] | None:
    line = settings.get("statusLine")
    return line if isinstance(line, dict) and _is_ours(line) else None


def _without_status_line(settings: dict[str, object]) -> None:
    """Give the person's own status line back."""
    if line := _our_status_line(settings):
        if own := _own_command(line):
            settings["statusLine"] = {**line, "command": own}
        else:
            del settings["statusLine"]


def removed(text: str) -> str:
    """The settings without our hooks: as they were before."""
    settings = parsed(text)
    _without_status_line(settings)
    return _unhooked(settings, text)


def unhooked(text: str) -> str:
    """The settings without our hooks, as another brings them; our status line stays."""
    return _unhooked(parsed(text), text) if ours_in(text) else text


def _unhooked(settings: dict[str, object], text: str) -> str:
    had_hooks = "hooks" in settings
    hooks = _without_ours(settings)
    if hooks:
        settings["hooks"] = hooks
    elif had_hooks:
        del settings["hooks"]
    return written(settings, text)


def says_the_same(one: str, other: str) -> bool:
    """Whether two settings differ in nothing but hooks that hold nothing."""
    return _bare(parsed(one)) == _bare(parsed(other))


def _bare(settings: dict[str, object]) -> dict[str, object]:
    hooks = {event: groups for event, groups in _hooks(settings).items() if groups}
    return {**settings, "hooks": hooks}


def with_rule(text: str, rule: str) -> str:
    """The settings with one more permission rule that allows."""
    settings = parsed(text)
    permissions = settings.setdefault("permissions", {})
    allowed = permissions.setdefault("allow", []) if isinstance(permissions, dict) else None
    if not isinstance(allowed, list):
        raise BadFile("its 'permissions.allow' is not a list")
    if rule not in allowed:
        allowed.append(rule)
    return written(settings, text)


def without_rule(text: str, rule: str) -> str:
    """The settings without a permission rule that allows; what it leaves empty is gone too."""
    settings = parsed(text)
    permissions = settings.get("permissions", {})
    allowed = permissions.get("allow", []) if isinstance(permissions, dict) else None
    if not isinstance(allowed, list) or not isinstance(permissions, dict):
        raise BadFile("its 'permissions.allow' is no list")
    if rule not in allowed:
        return text
    permissions["allow"] = [other for other in allowed if other != rule]
    if not permissions["allow"]:
        del permissions["allow"]
    if not permissions:
        del settings["permissions"]
    return written(settings, text)


def rules_in(text: str) -> list[str]:
    """All permission rules, whatever they say: allow, ask or deny."""
    permissions = parsed(text).get("permissions")
    lists = permissions.values() if isinstance(permissions, dict) else ()
    return [rule for rules in lists if isinstance(rules, list) for rule in map(str, rules)]


def ours_in(text: str) -> dict[str, list[dict[str, object]]]:
    """Our own entries, by event."""
    found: dict[str, list[dict[str, object]]] = {}
    for event, groups in _hooks(parsed(text)).items():
        for group in groups:
            found.setdefault(event, []).extend(h for h in _inner(group) if _is_ours(h))
    return {event: entries for event, entries in found.items() if entries}


def is_current(text: str, client: Client, kinds: Mapping[str, str]) -> bool:
    """Whether the settings hold exactly what we would write today, a status line of ours too."""
    wanted = {event: [_entry(kind, client)] for event, kind in kinds.items()}
    line = _our_status_line(parsed(text))
    return ours_in(text) == wanted and (line is None or line == _telling(line, client))


def known_events(version: tuple[int, ...] | None, mentions: Iterable[str]) -> list[str]:
    """The events to register: all for supported versions, else those its program mentions."""
    if version is None or version >= OLDEST:
        return list(EVENTS)
    mentioned = set(mentions)
    return [event for event in EVENTS if event in mentioned]


def _entry(kind: str, client: Client) -> dict[str, object]:
    match kind:
        case "ask":
            command = client.command("ask", client.marker, client.home)
            return {"type": "command", "command": command, "timeout": ASK_TIMEOUT}
        case "form":
            return {"type": "command", "command": client.command("ask"), "timeout": ASK_TIMEOUT}
        case "judge" | "last":
            command = client.command("judge" if kind == "judge" else "tell")
            return {"type": "command", "command": command, "timeout": 5}
        case _:
            command = client.command("tell")
            return {"type": "command", "command": command, "timeout": 10, "async": True}


def parsed(text: str) -> dict[str, object]:
    """The settings that a text holds; raises BadFile."""
    if not text.strip():
        return {}
    try:
        settings = json.loads(text, parse_float=_finite, parse_constant=_finite)
    except ValueError as error:
        raise BadFile(f"it is not valid JSON: {error}") from None
    except RecursionError:
        raise BadFile("it is nested too deep") from None
    if not isinstance(settings, dict):
        raise BadFile("it is not a JSON object")
    if not isinstance(settings.get("hooks", {}), dict):
        raise BadFile("its 'hooks' is not an object")
    for event, groups in settings.get("hooks", {}).items():
        if not isinstance(groups, list):
            raise BadFile(f"its 'hooks.{event}' is not a list")
    return settings


def _finite(text: str) -> float:
    """A number, as long as it can be written back."""
    if not math.isfinite(number := float(text)):
        raise ValueError(f"{text[:40]} is not a number that can be kept")
    return number


def _hooks(settings: dict[str, object]) -> dict[str, list[object]]:
    hooks = settings.get("hooks", {})
    return hooks if isinstance(hooks, dict) else {}


def _without_ours(settings: dict[str, object]) -> dict[str, list[object]]:
    """The hooks of others; groups and events that held only ours are gone."""
    kept: dict[str, list[object]] = {}
    for event, groups in _hooks(settings).items():
        remaining = [left for group in groups for left in _group_without_ours(group)]
        if remaining or not groups:
            kept[event] = remaining
    return kept


def _group_without_ours(group: object) -> list[object]:
    """What is left of a group: it, its foreign hooks, or nothing."""
    if not isinstance(group, dict) or not any(_is_ours(hook) for hook in _inner(group)):
        return [group]
    others = [hook for hook in group["hooks"] if not (isinstance(hook, dict) and _is_ours(hook))]
    return [{**group, "hooks": others}] if others else []


def _inner(group: object) -> list[dict[str, object]]:
    hooks = group.get("hooks") if isinstance(group, dict) else None
    return [h for h in hooks if isinstance(h, dict)] if isinstance(hooks, list) else []


def _is_ours(hook: dict[str, object]) -> bool:
    return any(mark in str(hook.get("command", "")) for mark in MARKS)


def written(settings: dict[str, object], before: str) -> str:
    """The file's text, with the indentation and last line end it had."""
    text = json.dumps(settings, indent=_indent(before), ensure_ascii=False)
    text = text.encode("utf-8", "backslashreplace").decode()  # halves of characters stay escaped
    return text if before.strip() and not before.endswith("\n") else text + "\n"


def _indent(text: str) -> int | str:
    for line in text.splitlines()[1:]:
        space = line[: len(line) - len(line.lstrip())]
        if space:
            return "\t" if space.startswith("\t") else len(space)
    return 2
