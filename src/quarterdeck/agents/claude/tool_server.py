"""Registers our tools with Claude Code, and takes them out again.

Pure text in, text out: other servers and rules stay as they are. The servers stand in the
file that Claude Code keeps for itself, the permission to call ours without being asked for
it in the settings: whoever may ask the person needs not ask the person first.
"""

from collections.abc import Sequence

from quarterdeck.agents.claude.install import (
    BadFile,
    parsed,
    rules_in,
    with_rule,
    without_rule,
    written,
)

NAME = "quarterdeck"
TOOLS = (
    "ask_human",
    "notify_human",
    "update_keyboard_context",
    "set_keyboard_buttons",
    "get_keyboard_status",
)
RULES = tuple(f"mcp__{NAME}__{tool}" for tool in TOOLS)


def registered(text: str, words: list[str], project: str | None) -> str:
    """The file with our server in it, for one project or for all; again gives the same."""
    state = parsed(text)
    place = state if project is None else _within(_within(state, "projects"), project)
    entry = {"type": "stdio", "command": words[0], "args": words[1:], "env": {}}
    servers = _within(place, "mcpServers")
    if servers.get(NAME) == entry:
        return text
    servers[NAME] = entry
    return written(state, text)


def unregistered(text: str, project: str | None) -> str:
    """The file without our server, as it was before."""
    state = parsed(text)
    projects = state.get("projects")
    place = (
        state if project is None else projects.get(project) if isinstance(projects, dict) else None
    )
    servers = place.get("mcpServers") if isinstance(place, dict) else None
    if not isinstance(place, dict) or not isinstance(servers, dict) or NAME not in servers:
        return text
    del servers[NAME]
    if not servers:
        del place["mcpServers"]
    return written(state, text)


def with_rules(text: str, rules: Sequence[str]) -> str:
    """The settings with the permission to call our tools; what the person said of them stays."""
    for rule in rules:
        text = text if rule in rules_in(text) else with_rule(text, rule)
    return text


def without_rules(text: str, rules: Sequence[str]) -> str:
    """The settings without it."""
    for rule in rules:
        text = without_rule(text, rule) if rule in rules_in(text) else text
    return text


def _within(parent: dict[str, object], key: str) -> dict[str, object]:
    found = parent.setdefault(key, {})
    if not isinstance(found, dict):
        raise BadFile(f"its {key!r} is not an object")
    return found
