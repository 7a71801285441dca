"""Asks as 0.1 wrote them: flat fields, most of them empty for any one kind."""

import json
from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]

_KEPT = ("id", "session", "title", "text", "opened", "deadline", "ended")
_OURS = "blind-"  # how the ids of our own notes began
_EVERY_DIALOG = ("focus", "dismiss")  # choices that were added to those on a screen


def tagged_ask(data: str) -> str:
    """The same ask with its origin and body; what cannot be read stays as it is."""
    try:
        return json.dumps(_tagged(json.loads(data)), ensure_ascii=False, separators=(",", ":"))
    except (ValueError, TypeError, KeyError):
        return data


def _tagged(old: Mapping[str, Any]) -> Json:
    return {name: old[name] for name in _KEPT} | {"origin": _origin(old)}


def _origin(old: Mapping[str, Any]) -> Json:
    if sign := old.get("sign"):
        return {"is": "FromScreen", "sign": sign, "body": _screen_body(old)}
    if old["id"].startswith(_OURS):
        return {"is": "FromUs", "body": {"is": "UnreadableScreen"}}
    return {
        "is": "FromHook",
        "subagent": old["subagent"],
        "prompt": old["prompt"],
        "cwd": old.get("cwd", ""),
        "use": _use(old),
        "body": _hook_body(old),
    }


def _use(old: Mapping[str, Any]) -> Json | None:
    use = {"tool": old["tool"], "digest": old["digest"], "call": old["call"]}
    return use if any(use.values()) else None


def _screen_body(old: Mapping[str, Any]) -> Json:
    if old["kind"] == "permission":
        return {"is": "PermissionDialog", "risk": old["risk"], "choices": old["choices"]}
    options = [choice for choice in old["choices"] if choice["id"] not in _EVERY_DIALOG]
    return {"is": "OtherDialog", "options": options}


def _hook_body(old: Mapping[str, Any]) -> Json:
    rule = old["rule"] or None
    match old["kind"]:
        case "permission":
            call = {"input": old["input"], "risk": old["risk"], "rule": rule}
            return {"is": "Permission", **call, "shown": None, "change": None}
        case "question":
            return {"is": "Questions", "questions": old["questions"]}
        case "plan":
            return {
                "is": "Plan",
                "plan": {"text": old["plan"], "marks": [], "breaks": [], "cut": 0},
            }
        case "elicitation":
            return {"is": "Form", "fields": old["fields"]}
        case "blocked":
            return {"is": "Blocked", "risk": old["risk"], "rule": rule}
        case kind:
            return {"is": "Note", "kind": kind}
