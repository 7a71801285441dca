"""A part that is loaded when it is first needed."""

import asyncio
import sys
import threading
from pathlib import Path

import pytest

from quarterdeck.app.wiring.later import Later


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module that remembers which thread imported it."""
    (tmp_path / "a_late_part.py").write_text("import threading\nby = threading.get_ident()\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "a_late_part", raising=False)
    return "a_late_part"


async def test_what_nobody_needs_is_not_loaded(module: str) -> None:
    part = Later(module, answer)
    assert part.made is None
    assert module not in sys.modules


async def test_it_is_loaded_in_another_thread_so_that_the_loop_goes_on(module: str) -> None:
    await Later(module, answer)()
    assert sys.modules[module].by != threading.get_ident()


async def test_those_who_need_it_at_the_same_time_get_the_same(module: str) -> None:
    made = list[object]()

    async def make() -> object:
        made.append(object())
        await asyncio.sleep(0)
        return made[-1]

    part = Later(module, make)
    assert {*await asyncio.gather(part(), part(), part())} == {made[0]}
    assert part.made is made[0]
    assert len(made) == 1


async def test_what_could_not_be_made_is_tried_again(module: str) -> None:
    tries = iter([OSError("full"), None])

    async def make() -> int:
        if error := next(tries):
            raise error
        return 42

    part = Later(module, make)
    with pytest.raises(OSError, match="full"):
        await part()
    assert await part() == 42


async def answer() -> int:
    return 42
