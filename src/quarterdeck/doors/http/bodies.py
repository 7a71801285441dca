"""Bodies in, errors out: how requests are read and refused."""

import json

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from quarterdeck.doors.http.wire import BadRequest

LARGEST_BODY = 1024 * 1024

_KINDS = {403: "refused", 404: "not_found", 405: "bad_method", 413: "too_large"}


async def body_of(request: Request) -> dict[str, object]:
    """The JSON object in a request's body; an empty body is an empty object."""
    try:
        body = json.loads(await _bytes_of(request) or b"{}")
        # No number without an end, no half of a character: nobody could be told of them.
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except ClientDisconnect:
        raise BadRequest("The connection was closed before the body was complete.") from None
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"The body is not JSON: {error}.") from None
    if not isinstance(body, dict):
        raise BadRequest("The body must be a JSON object.")
    return body


async def _bytes_of(request: Request) -> bytes:
    """A request's body, as long as it is not too large; not all of them say how large they are."""
    found = b""
    async for piece in request.stream():
        found += piece
        if len(found) > LARGEST_BODY:
            raise HTTPException(413, f"The body may have at most {LARGEST_BODY} bytes.")
    return found


def refusal(status: int, kind: str, message: str) -> Response:
    """An error as the contract words it."""
    return JSONResponse(error_json(kind, message), status_code=status)


def error_json(kind: str, message: str) -> dict[str, object]:
    """What is told of an error."""
    return {"status": "error", "error_type": kind, "message": message}


def kind_of(status: int) -> str:
    """The kind of an error of which only the status is known."""
    return _KINDS.get(status, "unknown")


async def bad_request(_: Request, error: Exception) -> Response:
    """The caller sent nonsense."""
    return refusal(400, "bad_request", str(error))


async def not_found(_: Request, error: Exception) -> Response:
    """What was asked for is not there."""
    return refusal(404, "not_found", str(error))


async def refused(_: Request, error: Exception) -> Response:
    """What was asked for is not allowed."""
    return refusal(403, "refused", str(error))


async def http_error(_: Request, error: Exception) -> Response:
    """What was asked for is not there, or not allowed."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = error.detail if isinstance(error, HTTPException) else "unknown"
    return refusal(status, kind_of(status), detail)
