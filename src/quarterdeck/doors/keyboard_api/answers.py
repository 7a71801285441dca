"""Answers that say whose they are, those that tell of an error too."""

from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from quarterdeck.doors.facade import NotFound, Refused
from quarterdeck.doors.http.bodies import error_json, kind_of
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.doors.keyboard_api import wire
from quarterdeck.doors.keyboard_api.meant_session import SeveralSessions
from quarterdeck.doors.keyboard_api.wire import Identity

Answer = dict[str, object]
Call = Callable[[Request], Awaitable[Answer]]
Whose = Callable[[Request], Awaitable[Identity]]  # by whose name a request is answered


class NotDone(Exception):
    """Nothing was pressed, changed or drawn; the code and the message say why."""

    def __init__(self, status: int, code: str, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.code = code


_ERRORS = (NotDone, SeveralSessions, BadRequest, NotFound, Refused, HTTPException)


def answered(call: Call, whose: Whose) -> Callable[[Request], Awaitable[Response]]:
    """A call as it is served: what it tells, or why it did nothing, and whose answer it is."""

    async def answering(request: Request) -> Response:
        try:
            status, told = 200, await call(request)
        except _ERRORS as error:
            status, told = _told(error)
        return JSONResponse(wire.answer(await whose(request), **told), status_code=status)

    return answering


def _told(error: Exception) -> tuple[int, Answer]:
    """The status of an error, and what is told of it."""
    match error:
        case NotDone():
            return error.status, error_json(error.code, str(error))
        case SeveralSessions():
            listed = [wire.session_line(session) for session in error.sessions]
            return 409, error_json("which_session", str(error)) | {"sessions": listed}
        case BadRequest():
            return 400, error_json("bad_request", str(error))
        case NotFound():
            return 404, error_json("not_found", str(error))
        case HTTPException():
            return error.status_code, error_json(kind_of(error.status_code), error.detail)
        case _:
            return 403, error_json("refused", str(error))
