"""The daemon is found by its call; only its own, once it is paired."""

import json

import discovery

OURS, OTHER = "ab" * 32, "cd" * 32


def call(**changed):
    said = {"quarterdeck": 1, "name": "desk", "port": 8081, "pin": OURS}
    said.update(changed)
    return json.dumps(said).encode()


def check_a_call_is_heard_from_its_own_daemon_or_from_any_before():
    assert discovery.called(call(), OURS) == 8081
    assert discovery.called(call(), OTHER) is None
    assert discovery.called(call(), "") == 8081


def check_nonsense_is_no_call():
    wrong = [call(port=port) for port in (0, 65536, "8081", None, True)]
    wrong += [call(pin=pin) for pin in (None, "", "x" * 64, 3)]
    wrong += [b"", b"\xff", b"[]", b"{", call(quarterdeck=2)]
    for data in wrong:
        assert discovery.called(data, "") is None, data


async def check_what_others_call_is_passed_over():
    calls = [(call(pin=OTHER), "10.0.0.9"), (b"x", "10.0.0.8"), (call(port=9), "10.0.0.2")]

    async def overhear(port, within):
        assert port == 8080
        return calls.pop(0)

    assert await discovery.find(overhear, OURS) == ("10.0.0.2", 9)


async def check_silence_ends():
    async def overhear(port, within):
        return None

    assert await discovery.find(overhear, OURS) is None
    assert await discovery.find(overhear, OURS, within=0) is None
