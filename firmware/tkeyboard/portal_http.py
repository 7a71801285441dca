"""A web server for one page, which never holds more of a request than it can be."""

import asyncio

import portal_page

LONGEST_HEAD = 2048  # bytes of a request before its content
LONGEST_BODY = 1024
WITHIN = 5000  # milliseconds in which a request is complete
MOST = 4  # requests at a time
_REASONS = {
    200: "OK",
    302: "Found",
    400: "Bad Request",
    405: "Method Not Allowed",
    411: "Length Required",
    413: "Content Too Large",
    431: "Request Header Fields Too Large",
}


class Refused(Exception):
    """A request that is not answered with the page; its status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Pages:
    """Serves the page at an address; `take(fields)` says what is wrong with them, if anything."""

    def __init__(self, address: str, take) -> None:
        self._address = address
        self._take = take
        self._open = 0

    async def serve(self, stream) -> None:
        """Answer one request on a stream, and close it, whatever comes."""
        if self._open >= MOST:
            stream.close()
            return
        self._open += 1
        try:
            await asyncio.wait_for_ms(self._answer(stream), WITHIN)
        except (OSError, asyncio.TimeoutError):
            pass  # it went, or dawdled
        finally:
            self._open -= 1
            stream.close()

    async def _answer(self, stream) -> None:
        try:
            method, host, body = await request(stream)
            status, text = self._page(method, host, body)
        except Refused as error:
            status, text = error.status, ""
        await _send(stream, status, text, self._address)

    def _page(self, method: str, host: str, body: bytes) -> tuple:
        """Status and text of the answer."""
        if host.partition(":")[0] != self._address:
            return 302, ""  # somebody looks for the Internet: here is what they can have
        if method != "POST":
            return 200, portal_page.form()
        try:
            given = portal_page.fields(body)
        except ValueError:
            return 400, portal_page.form("This is not readable. Please type it again.")
        wrong = self._take(given)
        if wrong:
            return 400, portal_page.form(wrong, given["wifi"], given["link"])
        return 200, portal_page.done(given["wifi"])


async def request(stream) -> tuple:
    """Method, host and content of a request; raises Refused, or OSError if it breaks off."""
    head, rest = await _head(stream)
    first, *lines = head.split(b"\r\n")
    words = first.split(b" ")
    if len(words) != 3 or not words[2].startswith(b"HTTP/1."):
        raise Refused(400)
    if words[0] not in (b"GET", b"POST"):
        raise Refused(405)
    pairs = (line.split(b":", 1) for line in lines if b":" in line)
    headers = {name.strip().lower(): value.strip() for name, value in pairs}
    body = await _body(stream, headers, rest) if words[0] == b"POST" else b""
    return words[0].decode(), _ascii(headers.get(b"host", b"")), body


async def _head(stream) -> tuple:
    """A request up to its content, and what came of that already."""
    data, piece = b"", memoryview(bytearray(256))
    while b"\r\n\r\n" not in data:
        if len(data) > LONGEST_HEAD:
            raise Refused(431)
        data += await _some(stream, piece)
    head, _, rest = data.partition(b"\r\n\r\n")
    if len(head) > LONGEST_HEAD:
        raise Refused(431)
    return head, rest


async def _body(stream, headers: dict, data: bytes) -> bytes:
    given = headers.get(b"content-length", b"")
    if not given.isdigit():
        raise Refused(411)
    length = int(given) if len(given) < 9 else LONGEST_BODY + 1
    if length > LONGEST_BODY:
        raise Refused(413)
    piece = memoryview(bytearray(256))
    while len(data) < length:
        data += await _some(stream, piece)
    return data[:length]


async def _some(stream, piece) -> bytes:
    count = await stream.readinto(piece)
    if not count:
        raise OSError("the other end is gone")
    return bytes(piece[:count])


async def _send(stream, status: int, text: str, address: str) -> None:
    content = text.encode()
    lines = [
        f"HTTP/1.1 {status} {_REASONS[status]}",
        "Content-Type: text/html; charset=utf-8",
        f"Content-Length: {len(content)}",
        "Cache-Control: no-store",
        "Connection: close",
    ]
    if status == 302:
        lines.append(f"Location: http://{address}/")
    stream.write("\r\n".join(lines).encode() + b"\r\n\r\n" + content)
    await stream.drain()


def _ascii(text: bytes) -> str:
    return "".join(chr(b) for b in text if 32 < b < 127)
