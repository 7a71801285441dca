"""The WebSocket client, against a line that says whatever we like."""

import gc

from streams import Line, Sink, frame
from websocket import BINARY, TEXT, Closed, WebSocket

ACCEPT = b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo="  # for the standard's example of a key
NONCE = b"the sample nonce"


def socket(line, longest=1000):
    return WebSocket(line, lambda count: NONCE[:count], longest)


async def received(data, longest=1000, step=1000):
    """What we take of these bytes, what was binary, and the line."""
    line, sink, texts = Line(step), Sink(), []
    line.incoming = data
    client = socket(line, longest)
    try:
        while True:
            texts.append(await client.receive(sink))
    except Closed as error:
        texts.append(error)
    return texts, sink.messages, line


async def check_the_handshake_of_the_standard():
    line = Line()
    line.incoming = (
        b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n"
        b"Sec-WebSocket-Accept: " + ACCEPT + b"\r\n\r\n"
    )
    await socket(line).open("deck:8081", "/surface")
    asked = line.sent.decode().split("\r\n")
    assert asked[0] == "GET /surface HTTP/1.1"
    assert "Host: deck:8081" in asked
    assert "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==" in asked


async def check_who_is_no_websocket_is_left():
    for answer in (
        b"HTTP/1.1 404 Not Found\r\n\r\n",
        b"HTTP/1.1 101 Fine\r\nSec-WebSocket-Accept: bm8=\r\n\r\n",
        b"\r\n\r\n",
        b"x" * 10000,
        b"HTTP/1.1 101",
    ):
        line = Line()
        line.incoming = answer
        try:
            await socket(line).open("deck", "/")
        except Closed:
            continue
        raise AssertionError(answer)


async def check_texts_come_whole_however_they_are_cut():
    said = "é" * 300
    data = frame(TEXT, said.encode()) + frame(TEXT, b"")
    for step in (1, 3, 1000):
        texts, _, _ = await received(data, step=step)
        assert texts[:2] == [said, ""], step


async def check_fragments_are_joined_and_pings_answered_between_them():
    data = frame(TEXT, b"one ", final=False) + frame(9, b"there?")
    data += frame(0, b"two ", final=False) + frame(0, b"three")
    texts, _, line = await received(data)
    assert texts[0] == "one two three"
    assert line.frames()[0] == (10, b"there?")


async def check_binary_goes_to_the_sink_in_fragments_too():
    picture = bytes(range(256)) * 129
    half = len(picture) // 2
    data = frame(BINARY, picture) + frame(BINARY, picture[:half], final=False)
    data += frame(0, picture[half:]) + frame(TEXT, b"and on")
    texts, pictures, _ = await received(data)
    assert pictures == [picture, picture]
    assert texts[0] == "and on"


async def check_a_text_that_is_too_long_is_left_out_and_the_next_is_heard():
    data = frame(TEXT, b"x" * 1001) + frame(TEXT, b"y" * 600, final=False)
    data += frame(0, b"y" * 600) + frame(TEXT, b"short")
    texts, _, _ = await received(data)
    assert texts[0] == "short"


async def check_what_no_server_sends_ends_the_connection():
    for data in (
        frame(0, b"no beginning"),
        frame(TEXT, b"a", final=False) + frame(TEXT, b"b"),
        frame(3, b""),
        b"\xf1\x00",
        b"\x81\x85abcdxxxxx",
        frame(9, b"x" * 126),
        frame(9, b"x", final=False),
        frame(TEXT, b"\xff\xfe"),
        frame(TEXT, b"", length=1 << 40),
    ):
        texts, _, line = await received(data)
        assert isinstance(texts[0], Closed), data[:10]
        assert line.closed
        assert line.frames()[-1][0] == 8, "it says why"


async def check_goodbye_is_answered():
    texts, _, line = await received(frame(8, b"\x03\xf0too late"))
    assert "1008 too late" in str(texts[0])
    assert line.frames() == [(8, b"\x03\xf0")]


async def check_an_end_without_goodbye_is_noticed():
    texts, _, _ = await received(frame(TEXT, b"cut off")[:-2])
    assert isinstance(texts[0], Closed)


async def check_ten_megabytes_do_not_fill_the_memory():
    class Endless(Line):
        left = 10 * 1024 * 1024

        async def readinto(self, view):
            if self.incoming:
                return await super().readinto(view)
            count = min(len(view), self.left)
            self.left -= count
            return count

    line = Endless()
    line.incoming = frame(TEXT, b"", length=Endless.left)
    client = socket(line)
    gc.collect()
    before = gc.mem_alloc()
    try:
        await client.receive(Sink())
    except Closed:
        pass
    gc.collect()
    assert client.refused == 1
    assert gc.mem_alloc() - before < 2_000_000, gc.mem_alloc() - before


async def check_long_texts_are_sent_whole():
    line = Line()
    client = socket(line)
    await client.send("a")
    await client.send("b" * 500)
    assert line.frames() == [(1, b"a"), (1, b"b" * 500)]
