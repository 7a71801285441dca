import asyncio

import pytest

from quarterdeck.terminals.tmux import calm
from quarterdeck.terminals.tmux.calm import Calm

SHORT = 0.02


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calm, "QUIET", SHORT)


class Lookout:
    """Looks at a server on which something happens the first few times."""

    def __init__(self, calm: Calm, busy: int) -> None:
        self.looks = 0
        self._calm = calm
        self._busy = busy

    async def look(self) -> None:
        self.looks += 1
        if self.looks <= self._busy:
            self._calm.disturbed()


async def test_a_client_waits_until_a_look_finds_that_nothing_happened() -> None:
    calm = Calm()
    lookout = Lookout(calm, busy=2)
    async with asyncio.timeout(20), calm.moment(lookout.look):
        assert lookout.looks == 3


async def test_after_something_happened_it_must_be_quiet_for_a_while() -> None:
    calm, now = Calm(), asyncio.get_running_loop().time
    calm.disturbed()
    began = now()
    async with calm.moment(Lookout(calm, busy=0).look):
        assert now() - began > SHORT * 0.9


async def test_a_server_that_does_not_die_of_news_is_not_waited_for() -> None:
    calm = Calm()
    calm.needed = False
    calm.disturbed()
    lookout = Lookout(calm, busy=0)
    async with calm.moment(lookout.look):
        assert lookout.looks == 0


async def test_clients_attach_one_at_a_time() -> None:
    calm, order = Calm(), list[str]()
    calm.needed = False

    async def attach() -> None:
        async with calm.moment(Lookout(calm, busy=0).look):
            order.append("begins")
            await asyncio.sleep(0)
            order.append("ends")

    await asyncio.gather(attach(), attach(), attach())
    assert order == ["begins", "ends"] * 3
