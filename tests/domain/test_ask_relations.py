"""How two asks of one session stand to each other."""

import pytest
from tests.stories.happened import an_ask

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.ask_relations import replaces


@pytest.mark.parametrize(
    ("new", "void"),
    [
        (Kind.PERMISSION, "question plan elicitation"),
        (Kind.QUESTION, "permission question plan elicitation"),
        (Kind.PLAN, "permission question plan elicitation"),
        (Kind.ELICITATION, "permission question plan elicitation"),
        (Kind.FALLBACK, "fallback"),
        (Kind.LIMIT, "limit failure notification done"),
        (Kind.FAILURE, "limit failure notification done"),
        (Kind.NOTIFICATION, "notification done"),
        (Kind.DONE, "notification done"),
        (Kind.BLOCKED, ""),
    ],
)
def test_what_an_ask_makes_void_in_its_thread(new: Kind, void: str) -> None:
    replaced = {old for old in Kind if replaces(an_ask("new", kind=new), an_ask("old", kind=old))}
    assert replaced == set(void.split())
