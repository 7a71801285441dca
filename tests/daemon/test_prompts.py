"""Whoever types hears what the agent took meanwhile."""

from quarterdeck.daemon.prompts import Prompts
from quarterdeck.domain.events import PromptSubmitted
from quarterdeck.domain.ids import SessionId

DESK, BARN = SessionId("desk"), SessionId("barn")


async def test_the_first_prompt_of_the_session_is_the_one() -> None:
    prompts = Prompts()
    with prompts.of(DESK) as taken:
        prompts.submitted(PromptSubmitted(BARN, "elsewhere", 1.0))
        assert not taken.done()
        prompts.submitted(PromptSubmitted(DESK, "hello", 1.0))
        prompts.submitted(PromptSubmitted(DESK, "and then", 2.0))
    assert taken.result() == "hello"


async def test_those_who_type_into_one_session_hear_each_of_their_own() -> None:
    prompts = Prompts()
    with prompts.of(DESK) as first, prompts.of(DESK) as second:
        for text in ("one", "two"):
            prompts.submitted(PromptSubmitted(DESK, text, 1.0))
    assert (first.result(), second.result()) == ("one", "two")


async def test_whoever_is_done_hears_no_more() -> None:
    prompts = Prompts()
    with prompts.of(DESK) as taken:
        pass
    prompts.submitted(PromptSubmitted(DESK, "hello", 1.0))
    assert not taken.done()
