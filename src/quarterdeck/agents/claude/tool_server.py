"""Registers our tools with Claude Code, and takes them out again.

Pure text in, text out: other servers and rules stay as they are. The servers stand in the
file that Claude Code keeps for itself, the permission to call ours without being asked for
it in the settings: whoever may ask the person needs not ask the person first.
"""

from quarterdeck.agents.claude.install import BadFile, parsed, written

NAME = "quarterdeck"
RULES = tuple(f"mcp__{NAME}__{tool}" for tool in ("ask_human", "notify_human"))


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


def with_rules(text: str) -> str:
    """The settings with the permission to call our tools."""
    settings = parsed(text)
    allowed = _within(settings, "permissions").setdefault("allow", [])
    if not isinstance(allowed, list):
        raise BadFile("its 'permissions.allow' is no list")
    missing = [rule for rule in RULES if rule not in allowed]
    allowed += missing
    return written(settings, text) if missing else text


def without_rules(text: str) -> str:
    """The settings without it."""
    settings = parsed(text)
    permissions = settings.get("permissions")
    allowed = permissions.get("allow") if isinstance(permissions, dict) else None
    if not isinstance(permissions, dict) or not isinstance(allowed, list):
        return text
    kept = [rule for rule in allowed if rule not in RULES]
    if kept == allowed:
        return text
    permissions["allow"] = kept
    if not kept:
        del permissions["allow"]
    if not permissions:
        del settings["permissions"]
    return written(settings, text)


def _within(parent: dict[str, object], key: str) -> dict[str, object]:
    found = parent.setdefault(key, {})
    if not isinstance(found, dict):
        raise BadFile(f"its {key!r} is no object")
    return found
