"""The web server of the set-up, with visitors who send whatever they like."""

import asyncio
import gc

import portal_http
from portal_http import LONGEST_BODY, LONGEST_HEAD, MOST, Pages
from streams import Line, Silent

HERE = "192.168.4.1"
BODY = b"wifi=home&password=long+enough&link="


class Given:
    """Takes what forms bring, unless something is wrong."""

    def __init__(self, wrong=""):
        self.wrong = wrong
        self.forms = []

    def __call__(self, fields):
        self.forms.append(fields)
        return self.wrong


class Endless(Line):
    """Sends the same for ever; counts how much of it is read."""

    def __init__(self, piece):
        super().__init__()
        self._piece = piece
        self.read = 0

    async def readinto(self, view):
        self.incoming = self._piece
        count = await super().readinto(view)
        self.read += count
        return count


def post(body=BODY, length=None, host=HERE.encode()):
    size = len(body) if length is None else length
    return (
        b"POST / HTTP/1.1\r\nHost: %s\r\nContent-Length: %s\r\n\r\n" % (host, str(size).encode())
        + body
    )


def get(path=b"/", host=HERE.encode()):
    return b"GET " + path + b" HTTP/1.1\r\nHost: " + host + b"\r\n\r\n"


async def served(pages, line):
    """Serve a visitor in a task: what is none cannot be cancelled on this MicroPython."""
    await asyncio.create_task(pages.serve(line))  # noqa: TID251


async def answered(data, take=None, step=1000):
    """Status and whole answer to these bytes."""
    line = Line(step)
    line.incoming = data
    await served(Pages(HERE, take or Given()), line)
    assert line.closed
    status = line.sent.split(b" ")[1].decode() if line.sent else ""
    return status, line.sent.decode()


async def check_whoever_looks_for_the_internet_is_led_to_the_page():
    for path, host in (
        (b"/generate_204", b"connectivitycheck.example"),
        (b"/", b"x:80"),
        (b"/", b""),
    ):
        status, answer = await answered(get(path, host))
        assert (status, "Location: http://192.168.4.1/\r\n" in answer) == ("302", True)
    for host in (b"192.168.4.1", b"192.168.4.1:80"):
        status, answer = await answered(get(host=host))
        assert (status, "<form" in answer) == ("200", True)
        assert "Content-Length: %d\r\n" % len(answer.split("\r\n\r\n", 1)[1]) in answer


async def check_a_form_is_taken_however_it_is_cut():
    for step in (1, 7, 255, 1000):
        take = Given()
        status, answer = await answered(post(), take, step)
        assert (status, "Saved" in answer) == ("200", True), step
        assert take.forms == [{"wifi": "home", "password": "long enough", "link": ""}]


async def check_what_is_wrong_is_said_with_the_form():
    status, answer = await answered(post(), Given("Too <short>."))
    assert status == "400" and "Too &lt;short&gt;." in answer and "<form" in answer
    assert "long enough" not in answer, "the password"
    take = Given()
    status, answer = await answered(post(b"wifi=%ff"), take)
    assert (status, take.forms, "not readable" in answer) == ("400", [], True)


async def check_what_is_no_request_is_refused_and_nothing_taken():
    take = Given()
    for data, expected in (
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", "400"),  # somebody speaks TLS
        (b"\r\n\r\n", "400"),
        (b"GET /\r\n\r\n", "400"),
        (b"GET / SPDY/3\r\n\r\n", "400"),
        (b"PUT / HTTP/1.1\r\n\r\n", "405"),
        (b"POST / HTTP/1.1\r\nHost: 192.168.4.1\r\n\r\n" + BODY, "411"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n24\r\n" + BODY, "411"),
        (post(length="-1"), "411"),
        (post(length="1e3"), "411"),
        (post(length=LONGEST_BODY + 1), "413"),
        (post(length="9" * 400), "413"),
        (get(b"/" + b"x" * LONGEST_HEAD), "431"),
        (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 500 + b"\r\n", "431"),
    ):
        status, _ = await answered(data, take)
        assert status == expected, (data[:40], status)
    assert take.forms == []


async def check_a_request_that_breaks_off_is_nothing():
    take = Given()
    for size in range(0, len(post()), 7):
        assert await answered(post()[:size], take) == ("", "")
    assert take.forms == []


async def check_ten_megabytes_are_not_read():
    for piece in (b"x" * 1000, b"\r\n", b"POST / HTTP/1.1\r\nX: y\r\n"):
        line = Endless(piece)
        await served(Pages(HERE, Given()), line)
        assert line.closed and line.read < LONGEST_HEAD + 512, (piece[:4], line.read)


async def check_whoever_dawdles_is_left_and_keeps_nobody_out_for_long():
    take = Given()
    pages = Pages(HERE, take)
    portal_http.WITHIN, real = 300, portal_http.WITHIN
    try:
        slow = [Silent() for _ in range(MOST)]
        for line in slow:
            line.incoming = post()[:60]
        going = [asyncio.create_task(pages.serve(line)) for line in slow]  # noqa: TID251
        await asyncio.sleep_ms(0)
        line = Line()
        line.incoming = get()
        await served(pages, line)
        assert (line.sent, line.closed) == (b"", True), "there are too many already"
        for task in going:
            await task
        assert all(line.closed for line in slow)
    finally:
        portal_http.WITHIN = real
    line = Line()
    line.incoming = post()
    await served(pages, line)
    assert b" 200 " in line.sent and len(take.forms) == 1


async def check_a_thousand_visitors_leave_nothing_behind():
    pages = Pages(HERE, Given())
    data = get()
    for n in range(1000):
        if n == 100:
            gc.collect()
            await asyncio.sleep_ms(1)
            before = gc.mem_alloc()
        line = Line()
        line.incoming = data
        await served(pages, line)
        if n % 50 == 0:
            await asyncio.sleep_ms(1)
    gc.collect()
    await asyncio.sleep_ms(1)
    assert gc.mem_alloc() - before < 65536, gc.mem_alloc() - before  # not 73 bytes each
