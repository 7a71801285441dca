"""A WebSocket client (RFC 6455) that never holds more of a message than it was told to."""

import asyncio
import binascii
import struct

from sha1 import sha1

TEXT, BINARY = 1, 2
_CONTINUED, _CLOSE, _PING, _PONG = 0, 8, 9, 10
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_LONGEST_ANSWER = 2048  # bytes of the handshake's answer
_ABSURD = 64 * 1024 * 1024  # bytes of a frame that is not even read to its end

NORMAL, BROKEN, REFUSED, TOO_LARGE = 1000, 1002, 1008, 1009
TAKEN_OVER = 4001  # another has our token


class Closed(Exception):
    """The connection is over; the reason is said, and the other end's code where it gave one."""

    def __init__(self, why: str, code: int = 0) -> None:
        super().__init__(why)
        self.code = code


class WebSocket:
    """One connection over a stream with `readinto`, `write`, `drain` and `close`."""

    def __init__(self, stream, random, longest_text: int, piece: int = 4096) -> None:
        self._stream = stream
        self._random = random
        self._text = bytearray(longest_text)
        self._piece = memoryview(bytearray(piece))
        self._header = memoryview(bytearray(8))
        self._sending = asyncio.Lock()
        self.refused = 0  # messages that were longer than we take

    async def open(self, host: str, path: str) -> None:
        """Shake hands; raises Closed if this is no WebSocket."""
        key = binascii.b2a_base64(self._random(16)).strip()
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key.decode()}",
            "Sec-WebSocket-Version: 13",
        )
        await self._write("\r\n".join(lines).encode() + b"\r\n\r\n")
        status, headers = await self._answer()
        if status != b"101":
            raise Closed("no WebSocket: " + status.decode())
        expected = binascii.b2a_base64(sha1(key + _GUID)).strip()
        if headers.get(b"sec-websocket-accept") != expected:
            raise Closed("a wrong answer to our key")

    async def receive(self, sink) -> str:
        """The next text; what is binary goes to the sink in pieces, as it comes.

        `sink.begin()` is called first, `sink.take(piece)` for each piece, `sink.end()` last.
        Text that is too long is read to its end and left out.
        """
        while True:
            kind, data = await self._message(sink)
            if kind == TEXT and data is not None:
                try:
                    return str(data, "utf-8")
                except (ValueError, UnicodeError):
                    await self._fail(1007, "text that is no UTF-8")

    async def send(self, text: str) -> None:
        """Send a text."""
        await self._send(TEXT, text.encode())

    async def close(self) -> None:
        """Say goodbye, as far as that is still possible, and let go of the stream."""
        try:
            await self._send(_CLOSE, struct.pack(">H", NORMAL))
        except (OSError, Closed):
            pass
        self._stream.close()

    # In

    async def _message(self, sink) -> tuple:
        kind, at, fits, first = 0, 0, True, True
        while True:
            final, opcode, length = await self._data_frame()
            if first != (opcode != _CONTINUED) or (first and opcode not in (TEXT, BINARY)):
                await self._fail(BROKEN, "a frame out of turn")
            if first:
                kind, first = opcode, False
                if kind == BINARY:
                    sink.begin()
            if kind == BINARY:
                await self._pieces(length, sink.take)
            else:
                fits = fits and at + length <= len(self._text)
                if fits:
                    await self._fill(memoryview(self._text)[at : at + length])
                else:
                    await self._pieces(length, _drop)
                at += length
            if final:
                break
        if kind == BINARY:
            sink.end()
            return kind, None
        if not fits:
            self.refused += 1
            return kind, None
        return kind, memoryview(self._text)[:at]

    async def _data_frame(self) -> tuple:
        """The next frame that is part of a message; those between are answered."""
        while True:
            final, opcode, length = await self._frame()
            if opcode < _CLOSE:
                return final, opcode, length
            await self._control(final, opcode, length)

    async def _frame(self) -> tuple:
        head = self._header[:2]
        await self._fill(head)
        final, opcode = head[0] & 0x80, head[0] & 0x0F
        masked, length = head[1] & 0x80, head[1] & 0x7F
        if head[0] & 0x70 or masked or opcode not in (0, 1, 2, 8, 9, 10):
            await self._fail(BROKEN, "a frame that no server sends")
        if length > 125:
            size = 2 if length == 126 else 8
            await self._fill(self._header[:size])
            length = struct.unpack(">H" if size == 2 else ">Q", self._header[:size])[0]
        if length > _ABSURD:
            await self._fail(TOO_LARGE, "a frame without an end")
        return final, opcode, length

    async def _control(self, final: int, opcode: int, length: int) -> None:
        if not final or length > 125:
            await self._fail(BROKEN, "a control frame in parts")
        data = self._piece[:length]
        await self._fill(data)
        if opcode == _PING:
            await self._send(_PONG, bytes(data))
        elif opcode == _CLOSE:
            code = struct.unpack(">H", data[:2])[0] if length >= 2 else NORMAL
            reason = "".join(chr(b) for b in data[2:] if 32 <= b < 127)
            await self._send(_CLOSE, bytes(data[:2]))
            self._stream.close()
            raise Closed(f"{code} {reason}", code)

    async def _pieces(self, length: int, take) -> None:
        while length:
            piece = self._piece[: min(length, len(self._piece))]
            await self._fill(piece)
            take(piece)
            length -= len(piece)

    async def _fill(self, view) -> None:
        at = 0
        while at < len(view):
            count = await self._stream.readinto(view[at:])
            if not count:
                raise Closed("the other end is gone")
            at += count

    async def _answer(self) -> tuple:
        """Status and headers of the handshake's answer."""
        text, one = b"", self._header[:1]
        while not text.endswith(b"\r\n\r\n"):
            if len(text) > _LONGEST_ANSWER:
                raise Closed("an answer without an end")
            await self._fill(one)
            text += bytes(one)
        first, *lines = text.split(b"\r\n")
        words = first.split(b" ", 2)
        pairs = (line.split(b":", 1) for line in lines if b":" in line)
        return words[1] if len(words) > 1 else b"", {n.strip().lower(): v.strip() for n, v in pairs}

    # Out

    async def _send(self, opcode: int, data: bytes) -> None:
        size = len(data)
        if size < 126:
            head = struct.pack(">BB", 0x80 | opcode, 0x80 | size)
        else:
            head = struct.pack(">BBH", 0x80 | opcode, 0x80 | 126, size)
        mask = self._random(4)
        body = bytearray(data)
        for n in range(size):
            body[n] ^= mask[n & 3]
        await self._write(head + mask + bytes(body))

    async def _write(self, data: bytes) -> None:
        # Two tasks write: presses of one, pongs of the other.
        async with self._sending:
            self._stream.write(data)
            await self._stream.drain()

    async def _fail(self, code: int, why: str) -> None:
        try:
            await self._send(_CLOSE, struct.pack(">H", code) + why.encode())
        except OSError:
            pass
        self._stream.close()
        raise Closed(why)


def _drop(piece) -> None:
    """What nobody wants."""
