"""Finds the daemon by its call over UDP: ours by its pin, or any while we have none."""

import json
import time

from pairing import is_pin

PORT = 8080
WITHIN = 5000  # milliseconds; a daemon calls every two seconds


def called(data: bytes, pin: str):
    """The port of the daemon that calls, if it can be ours; else None."""
    try:
        said = json.loads(data)
    except ValueError:
        return None
    if not isinstance(said, dict) or said.get("quarterdeck") != 1 or not is_pin(said.get("pin")):
        return None
    port = said.get("port")
    if not isinstance(port, int) or isinstance(port, bool) or not 0 < port < 65536:
        return None
    return port if pin in ("", said["pin"]) else None


async def find(overhear, pin: str, within: int = WITHIN):
    """Address and port of our daemon; None if it is not heard. `overhear` gives data and sender."""
    end = time.ticks_add(time.ticks_ms(), within)
    while (left := time.ticks_diff(end, time.ticks_ms())) > 0:
        heard = await overhear(PORT, left)
        if heard is None:
            return None
        port = called(heard[0], pin)
        if port is not None:
            return heard[1], port
    return None
