"""The arguments of tools, checked: what is wrong is said in a sentence."""

import re
from collections.abc import Mapping

from quarterdeck.ports import Nonsense


def only_known(tool: str, given: Mapping[str, object], schema: Mapping[str, object]) -> None:
    """Refuse arguments that a tool does not take."""
    properties = schema["properties"]
    assert isinstance(properties, dict)
    for name in given:
        if name not in properties:
            raise Nonsense(f"{tool} takes no {name[:60]!r}; it takes: {', '.join(properties)}.")


def text_of(given: Mapping[str, object], name: str, most: int) -> str:
    """A text that must be given."""
    if name not in given:
        raise Nonsense(f"{name!r} is missing.")
    return checked(given[name], repr(name), most)


def checked(value: object, name: str, most: int) -> str:
    """A text that can be shown whole and sent back as it was."""
    if not isinstance(value, str):
        raise Nonsense(f"{name} must be a text; it is {kind_of(value)}.")
    if len(value) > most:
        raise Nonsense(f"{name} has {len(value)} characters; {most} are the most.")
    if not value.strip():
        raise Nonsense(f"{name} is empty.")
    if found := _CONTROLS.search(value):
        sign = f"U+{ord(found.group()):04X}"
        raise Nonsense(f"{name} holds {sign}; of control characters only tab and newline may be.")
    return value


_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def flag_of(given: Mapping[str, object], name: str, *, default: bool) -> bool:
    """True or false."""
    value = given.get(name)
    if value is None:
        return default
    if not isinstance(value, bool):
        raise Nonsense(f"{name!r} must be true or false; it is {kind_of(value)}.")
    return value


def session_of(given: Mapping[str, object]) -> str:
    """The session that a call names; empty where it names none."""
    value = given.get("session")
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Nonsense(f"'session' must be a text; it is {kind_of(value)}.")
    return value


def kind_of(value: object) -> str:
    """What a value is, in words."""
    kinds = {bool: "true or false", int: "a number", float: "a number", str: "a text"}
    return (kinds | {list: "a list", dict: "an object", type(None): "null"})[type(value)]
