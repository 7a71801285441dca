"""Bodies in, errors out."""

from collections.abc import Iterable

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message

from quarterdeck.doors.http.bodies import LARGEST_BODY, body_of
from quarterdeck.doors.http.wire import BadRequest


def request(pieces: Iterable[bytes], *, gone: bool = False) -> Request:
    """A request whose body comes in these pieces, or not to its end."""
    waiting = iter(pieces)

    async def receive() -> Message:
        piece = next(waiting, None)
        if piece is None and gone:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": piece or b"", "more_body": piece is not None}

    return Request({"type": "http", "method": "POST", "headers": []}, receive)


@pytest.mark.parametrize(
    ("pieces", "read"),
    [([], {}), ([b""], {}), ([b'{"a"', b": 1}"], {"a": 1}), (['{"a": "ä"}'.encode()], {"a": "ä"})],
)
async def test_a_body_is_read_in_pieces(pieces: list[bytes], read: dict[str, object]) -> None:
    assert await body_of(request(pieces)) == read


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b"3", b"\xff", b'{"a": NaN}', b'{"a": 1e999}', b'{"a": "\\ud800"}']
)
async def test_what_is_no_object_of_json_is_refused(body: bytes) -> None:
    with pytest.raises(BadRequest, match=r"^The body .*\.$"):
        await body_of(request([body]))


async def test_a_body_without_an_end_is_refused_when_it_is_too_large() -> None:
    with pytest.raises(HTTPException) as refused:
        await body_of(request(b"x" * 65536 for _ in range(1_000_000)))
    assert refused.value.status_code == 413
    assert str(LARGEST_BODY) in refused.value.detail


async def test_a_caller_that_goes_away_is_told_of() -> None:
    with pytest.raises(BadRequest, match="closed before the body was complete"):
        await body_of(request([b'{"a"'], gone=True))
