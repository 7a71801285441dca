"""A connection of `qd mcp`: its calls have the same names when they come back."""

import os
from typing import Any, cast

from quarterdeck.domain.ids import RequestId
from quarterdeck.doors.mcp.open_calls import Line
from quarterdeck.doors.mcp.relay_lines import RelayLine
from quarterdeck.doors.peers import Peer

HERE, ABOVE = Peer((os.getpid(),), os.getuid()), Peer((os.getppid(),), os.getuid())


class Desk:
    """Notes what was taken."""

    def __init__(self) -> None:
        self.told: list[RequestId] = []

    def taken(self, line: Line, request: RequestId) -> None:
        self.told.append(request)


def a_relay(peer: Peer, desk: Desk | None = None) -> RelayLine:
    return RelayLine(cast(Any, desk or Desk()), peer)


async def progress(_: float) -> None:
    """Nobody listens."""


def test_a_call_has_its_name_from_the_relays_process_and_its_own_id() -> None:
    names = {
        a_relay(peer).call(name, progress).request for peer in (HERE, ABOVE) for name in (1, "1")
    }
    assert len(names) == 4
    assert a_relay(HERE).call(1, progress).request in names


def test_that_an_answer_was_taken_is_told_of_the_call_it_belongs_to() -> None:
    desk = Desk()
    line = a_relay(HERE, desk)
    line.taken(b'{"method": "notifications/quarterdeck/taken", "params": {"requestId": 5}}')
    line.taken(b'{"method": "notifications/quarterdeck/taken", "params": 5}')
    line.taken(b"notifications/quarterdeck/taken")
    assert desk.told == [line.call(5, progress).request]
