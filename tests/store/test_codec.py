"""Values come back from JSON as they were."""

import json
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.stories.happened import an_ask

from quarterdeck.domain.actions import Action
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.channels import Channel
from quarterdeck.domain.sessions import Session, Terminal
from quarterdeck.store.codec import pack, unpack

T = TypeVar("T")

TIMES = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TIMES | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=4,
)
PLAIN: dict[object, st.SearchStrategy[Any]] = {
    str: st.text(max_size=9),
    int: st.integers(),
    bool: st.booleans(),
    float: TIMES,
    object: JSON,
    type(None): st.none(),
}


def some(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a type, small ones."""
    kind = getattr(kind, "__supertype__", kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        return st.builds(kind, **{f.name: some(hints[f.name]) for f in fields(kind)})
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal or (isinstance(kind, type) and issubclass(kind, Enum)):
        return st.sampled_from(args or kind)
    if origin in (Union, types.UnionType):
        return st.one_of(*map(some, args))
    if origin is tuple:
        return st.lists(some(args[0]), max_size=2).map(tuple)
    assert issubclass(origin, Mapping), kind
    return st.dictionaries(some(args[0]), some(args[1]), max_size=2)


@pytest.mark.parametrize("kind", [Ask, Session, Answer, Channel, Action])
@settings(max_examples=60)
@given(data=st.data())
def test_what_is_written_comes_back_as_it_was(kind: type[T], data: st.DataObject) -> None:
    value: T = data.draw(some(kind))
    assert unpack(kind, json.loads(json.dumps(pack(value)))) == value


def test_a_field_that_an_older_version_did_not_write_gets_its_default() -> None:
    assert unpack(Terminal, {"pane": "%1"}) == Terminal(pane="%1")


def test_a_field_that_a_newer_version_wrote_is_left_out() -> None:
    assert unpack(Terminal, {"pane": "%1", "colour": "red"}) == Terminal(pane="%1")


def test_what_can_be_of_several_classes_is_written_with_the_name_of_its_own() -> None:
    written = pack(an_ask("done", kind=Kind.DONE))
    assert written["origin"]["is"] == "FromHook"
    assert written["origin"]["body"] == {"is": "Note", "kind": "done", "trouble": None}


@pytest.mark.parametrize("body", [{"is": "Notes", "kind": "done"}, {"is": "Note", "kind": "plan"}])
def test_a_class_or_kind_that_is_not_known_is_refused(body: dict[str, str]) -> None:
    written = pack(an_ask("done", kind=Kind.DONE))
    written["origin"]["body"] = body
    with pytest.raises((KeyError, ValueError)):
        unpack(Ask, written)
