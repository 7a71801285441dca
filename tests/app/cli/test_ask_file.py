"""Asks from a file, as `qd asks --json` prints them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.boards import scenes

from quarterdeck.app.cli.ask_file import NoAsk, _ask, ask_from, read_asks
from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.models import MK2
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import AskId
from quarterdeck.doors.http.wire import ask_json

EVERY = {
    name: getattr(scenes, name)
    for name in ("CRITICAL", "EDIT", "TWO", "PLAN", "FORM", "BLOCKED", "FALLBACK", "LIMIT",
                 "FAILURE", "NOTIFICATION", "DONE", "DIALOG", "JAPANESE")
}  # fmt: skip


@pytest.mark.parametrize("ask", EVERY.values(), ids=list(EVERY))
def test_an_ask_that_was_printed_looks_on_a_deck_as_it_did(ask: Ask) -> None:
    printed = json.loads(json.dumps(ask_json(ask, None, None)))
    again = ask_from(printed)
    shown, told = (board_of(scenes.scene_of(a, model=MK2)) for a in (ask, again))
    assert told.keys == shown.keys
    assert told.message == shown.message


def test_a_file_holds_one_ask_or_several(tmp_path: Path) -> None:
    file = tmp_path / "asks.json"
    told = ask_json(scenes.CRITICAL, None, None)
    file.write_text(json.dumps(told))
    assert [ask.id for ask in read_asks(file)] == ["a1"]
    file.write_text(json.dumps([told, ask_json(replace(scenes.DONE, id=AskId("a2")), None, None)]))
    assert [ask.id for ask in read_asks(file)] == ["a1", "a2"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is no JSON"),
        ("[" * 100_000, "is no JSON"),
        ("[1]", "ask 1 is no object."),
        ("{}", "ask 1 has no 'id'."),
        (
            '[{"id": "a", "session": "s", "kind": "wish", "choices": []}]',
            "'wish' is not a valid Kind",
        ),
        ('{"id": "a", "session": "s", "kind": "done", "choices": 3}', "is not as `qd asks --json`"),
        (
            '{"id": "a", "session": "s", "kind": "done", "choices": [], "deadline": "soon"}',
            "'soon' is no time",
        ),
    ],
)
def test_what_holds_no_ask_is_refused_with_the_reason(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "asks.json"
    file.write_text(text)
    with pytest.raises(NoAsk) as refused:
        read_asks(file)
    assert why in str(refused.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoAsk, match=r"no\.json cannot be read: No such file"):
        read_asks(tmp_path / "no.json")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
KEYS = (*ask_json(scenes.CRITICAL, None, None), "questions", "fields", "plan", "deadline")


@given(st.sampled_from(list(EVERY.values())), st.dictionaries(st.sampled_from(KEYS), VALUES))
def test_nothing_in_a_file_raises_anything_but_a_sentence(
    ask: Ask, broken: dict[str, object]
) -> None:
    told = ask_json(ask, None, None) | broken
    try:
        read = _ask(json.loads(json.dumps(told)), "here")
    except NoAsk:
        return
    assert len(board_of(scenes.scene_of(read, model=MK2)).keys) == 15
