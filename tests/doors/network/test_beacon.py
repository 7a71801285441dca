"""The call by which devices find the daemon: from those that may be reached, to their networks."""

import asyncio
import socket
from types import SimpleNamespace

import psutil
import pytest

from quarterdeck.doors.network.beacon import PORT, Beacon, broadcasts, is_network, reachable_as


def on(address: str, broadcast: str | None) -> SimpleNamespace:
    return SimpleNamespace(family=socket.AF_INET, address=address, broadcast=broadcast)


CARDS = {
    "lo": [on("127.0.0.1", None)],
    "wifi": [on("192.168.1.5", "192.168.1.255")],
    "wire": [on("10.0.0.2", "10.0.0.255"), SimpleNamespace(family=socket.AF_INET6)],
    "tunnel": [on("100.64.0.1", None)],
}


async def test_several_daemons_of_one_machine_are_heard_apart() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as device:
        device.bind(("127.0.0.1", 0))
        device.setblocking(False)
        where = [device.getsockname()]
        async with asyncio.TaskGroup() as group:
            calls = [Beacon(name, lambda: where) for name in (b"one", b"two")]
            running = [group.create_task(call.run()) for call in calls]
            heard = set[bytes]()
            while len(heard) < 2:
                heard.add(await asyncio.get_running_loop().sock_recv(device, 200))
            for task in running:
                task.cancel()
    assert heard == {b"one", b"two"}


async def test_a_network_that_is_gone_keeps_it_from_no_other() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as device:
        device.bind(("127.0.0.1", 0))
        device.setblocking(False)
        where = [("127.0.0.1", 0), device.getsockname()]  # nothing can be sent to port 0
        task = asyncio.ensure_future(Beacon(b"here", lambda: where).run())
        assert await asyncio.get_running_loop().sock_recv(device, 200) == b"here"
        task.cancel()


def test_it_calls_where_it_can_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: CARDS)
    assert broadcasts("0.0.0.0") == [("192.168.1.255", PORT), ("10.0.0.255", PORT)]
    assert broadcasts("10.0.0.2") == [("10.0.0.255", PORT)]
    assert broadcasts("127.0.0.1") == []


def test_this_machine_alone_is_no_network() -> None:
    assert not any(is_network(host) for host in ("127.0.0.1", "127.0.0.9", "::1"))
    assert all(is_network(host) for host in ("0.0.0.0", "::", "192.168.1.5"))


def test_a_device_is_told_an_address_that_it_can_use() -> None:
    assert reachable_as("192.168.1.5") == "192.168.1.5"
    assert reachable_as("0.0.0.0") != "0.0.0.0"
    assert reachable_as("::") != "::"
