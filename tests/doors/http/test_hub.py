"""Listeners get the newest of everything, each at its own pace."""

import asyncio

from quarterdeck.domain.ids import SessionId
from quarterdeck.doors.http.hub import Hub, snapshot


async def test_a_slow_reader_gets_the_newest_only() -> None:
    hub = Hub()
    slow, quick = hub.join(), hub.join()
    for number in range(1000):
        hub.publish("a", "ask", number)
        if number == 500:
            assert await quick.next(1) == [("ask", 500)]
    hub.publish("b", "session", "x")
    assert await slow.next(1) == [("ask", 999), ("session", "x")]
    assert await quick.next(1) == [("ask", 999), ("session", "x")]


async def test_what_changed_last_comes_last() -> None:
    stream = Hub().join()
    for key in ("a", "b", "a"):
        stream.put(key, ("ask", key))
    assert await stream.next(1) == [("ask", "b"), ("ask", "a")]


async def test_without_news_nothing_is_sent() -> None:
    stream = Hub().join()
    assert await stream.next(0.01) == []


async def test_news_wake_a_listener_at_once() -> None:
    hub = Hub()
    stream = hub.join()
    waiting = asyncio.ensure_future(stream.next(10))
    await asyncio.sleep(0)
    hub.publish("a", "ask", 1)
    assert await waiting == [("ask", 1)]


async def test_who_left_hears_nothing() -> None:
    hub = Hub()
    stream = hub.join()
    assert hub.listeners == 1
    hub.leave(stream)
    hub.leave(stream)
    hub.publish("a", "ask", 1)
    assert hub.listeners == 0
    assert await stream.next(0.01) == []


def test_a_snapshot_of_nothing_is_ready_at_once() -> None:
    assert snapshot([], []) == [("ready", None)]


async def test_whether_an_agent_can_be_reached_is_told_to_all() -> None:
    hub = Hub()
    stream = hub.join()
    hub.availability_changed(SessionId("s1"), available=True, at=12.5)
    told = {"agent_id": "s1", "available": True, "timestamp": 12.5}
    assert await stream.next(1) == [("commander_availability", told)]
