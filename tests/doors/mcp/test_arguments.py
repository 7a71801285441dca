"""What is wrong with the arguments of a tool, in a sentence."""

import pytest

from quarterdeck.doors.mcp.arguments import checked, flag_of, only_known, session_of, text_of
from quarterdeck.ports import Nonsense


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (7, "it must be a text; it is a number."),
        (None, "it must be a text; it is null."),
        ("x" * 6, "it has 6 characters; 5 are the most."),
        ("  ", "it is empty."),
        ("a\x1bb", "it holds U+001B; of control characters only tab and newline may be."),
    ],
)
def test_a_text_is_refused_with_its_reason(value: object, why: str) -> None:
    with pytest.raises(Nonsense) as refused:
        checked(value, "it", 5)
    assert str(refused.value) == why


def test_what_is_missing_unknown_or_of_another_kind_is_named() -> None:
    with pytest.raises(Nonsense, match="'text' is missing"):
        text_of({}, "text", 5)
    with pytest.raises(Nonsense, match="say takes no 'txt'; it takes: text"):
        only_known("say", {"txt": "hi"}, {"properties": {"text": {}}})
    with pytest.raises(Nonsense, match="'loud' must be true or false; it is a text"):
        flag_of({"loud": "yes"}, "loud", default=False)
    with pytest.raises(Nonsense, match="'session' must be a text; it is a list"):
        session_of({"session": []})


def test_what_was_not_given_has_its_default() -> None:
    assert session_of({}) == ""
    assert flag_of({}, "loud", default=True)
