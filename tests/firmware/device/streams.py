"""A line whose other end is played: what it says is written down, what it hears is kept."""

import asyncio


class Line:
    """As MicroPython's streams look; `step` bytes at most come at once."""

    def __init__(self, step=1000):
        self.incoming = b""
        self.sent = b""
        self.closed = False
        self._step = step

    async def readinto(self, view):
        await asyncio.sleep_ms(0)
        count = min(len(view), len(self.incoming), self._step)
        view[:count] = self.incoming[:count]
        self.incoming = self.incoming[count:]
        return count

    def write(self, data):
        self.sent += data

    async def drain(self):
        await asyncio.sleep_ms(0)

    def close(self):
        self.closed = True

    def frames(self):
        """What we sent, unmasked: opcode and content of each frame."""
        found, data = [], self.sent
        while data:
            size, at = data[1] & 0x7F, 2
            assert data[1] & 0x80, "a client masks"
            if size == 126:
                size, at = int.from_bytes(data[2:4], "big"), 4
            mask, body = data[at : at + 4], data[at + 4 : at + 4 + size]
            found.append((data[0] & 0x0F, bytes(b ^ mask[n & 3] for n, b in enumerate(body))))
            data = data[at + 4 + size :]
        return found


class Silent(Line):
    """Sends what it has, and then nothing."""

    async def readinto(self, view):
        if self.incoming:
            return await super().readinto(view)
        await asyncio.Event().wait()
        return 0


def frame(opcode, data, final=True, length=None):
    """A frame as a server sends it; `length` for one that lies."""
    size = len(data) if length is None else length
    head = bytes([(0x80 if final else 0) | opcode])
    if size < 126:
        head += bytes([size])
    elif size < 65536:
        head += b"\x7e" + size.to_bytes(2, "big")
    else:
        head += b"\x7f" + size.to_bytes(8, "big")
    return head + data


class Sink:
    """Where what is binary goes."""

    def __init__(self):
        self.messages = []

    def begin(self):
        self._now = b""

    def take(self, piece):
        self._now += bytes(piece)

    def end(self):
        self.messages.append(self._now)
