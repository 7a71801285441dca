import asyncio

import pytest
from tests.stage.until import PATIENCE

from quarterdeck.terminals.tmux.control import attach_timing
from quarterdeck.terminals.tmux.control.attach_timing import AttachTiming

SHORT = 0.02


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attach_timing, "QUIET", SHORT)


class Lookout:
    """Looks at a server on which something happens the first few times."""

    def __init__(self, timing: AttachTiming, busy: int) -> None:
        self.looks = 0
        self._attach_timing = timing
        self._busy = busy

    async def look(self) -> None:
        self.looks += 1
        if self.looks <= self._busy:
            self._attach_timing.disturbed()


async def test_a_client_waits_until_a_look_finds_that_nothing_happened() -> None:
    timing = AttachTiming()
    lookout = Lookout(timing, busy=2)
    async with asyncio.timeout(PATIENCE), timing.moment(lookout.look):
        assert lookout.looks == 3


async def test_after_something_happened_it_must_be_quiet_for_a_while() -> None:
    timing, now = AttachTiming(), asyncio.get_running_loop().time
    timing.disturbed()
    began = now()
    async with timing.moment(Lookout(timing, busy=0).look):
        assert now() - began > SHORT * 0.9


async def test_a_server_that_does_not_die_of_news_is_not_waited_for() -> None:
    timing = AttachTiming()
    timing.needed = False
    timing.disturbed()
    lookout = Lookout(timing, busy=0)
    async with timing.moment(lookout.look):
        assert lookout.looks == 0


async def test_clients_attach_one_at_a_time() -> None:
    timing, order = AttachTiming(), list[str]()
    timing.needed = False

    async def attach() -> None:
        async with timing.moment(Lookout(timing, busy=0).look):
            order.append("begins")
            await asyncio.sleep(0)
            order.append("ends")

    await asyncio.gather(attach(), attach(), attach())
    assert order == ["begins", "ends"] * 3
