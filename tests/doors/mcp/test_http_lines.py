"""Whether the other end of a request is there, and took the whole response."""

from starlette.types import Message

from quarterdeck.doors.mcp.http_lines import HttpLine


def a_line(*said: Message) -> tuple[HttpLine, list[Message]]:
    heard: list[Message] = []
    left = list(said)

    async def receive() -> Message:
        return left.pop(0)

    async def send(message: Message) -> None:
        heard.append(message)

    return HttpLine(receive, send), heard


async def test_a_response_is_complete_with_its_last_piece() -> None:
    line, heard = a_line()
    await line.send({"type": "http.response.start", "status": 200})
    await line.send({"type": "http.response.body", "body": b"one", "more_body": True})
    before = line.complete
    await line.send({"type": "http.response.body", "body": b""})
    assert (before, line.complete, len(heard)) == (False, True, 3)


async def test_whoever_hangs_up_before_the_end_is_gone() -> None:
    line, _ = a_line({"type": "http.request", "body": b""}, {"type": "http.disconnect"})
    await line.receive()
    assert not line.gone.is_set()
    await line.receive()
    assert line.gone.is_set()


async def test_whoever_hangs_up_after_the_end_took_it() -> None:
    line, _ = a_line({"type": "http.disconnect"})
    await line.send({"type": "http.response.body", "body": b"all"})
    await line.receive()
    assert not line.gone.is_set()
