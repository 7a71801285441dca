"""Every answer says whose it is, whatever becomes of the call."""

import json
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from tests.contracts.test_store import a_session

from quarterdeck.doors.facade import NotFound, Refused
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.doors.keyboard_api.answers import Answer, NotDone, answered
from quarterdeck.doors.keyboard_api.meant_session import SeveralSessions
from quarterdeck.doors.keyboard_api.wire import Identity


async def ours(_: Request) -> Identity:
    return Identity("tk-1760835985-24429", 24429, 0.0, 0.0)


async def served(told: Answer | Exception) -> tuple[int, dict[str, Any]]:
    """Status and body of a call that tells this, or fails with it."""

    async def call(_: Request) -> Answer:
        if isinstance(told, Exception):
            raise told
        return told

    answer = await answered(call, ours)(Request({"type": "http"}))
    body: dict[str, Any] = json.loads(bytes(answer.body))
    assert (body.pop("sessionId"), body.pop("claudePid")) == ("tk-1760835985-24429", 24429)
    return answer.status_code, body


async def test_what_is_told_stays_as_it_is() -> None:
    assert await served({"success": True}) == (200, {"success": True})


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (NotDone(429, "too_many", "why"), 429, "too_many"),
        (BadRequest("why"), 400, "bad_request"),
        (NotFound("why"), 404, "not_found"),
        (Refused("why"), 403, "refused"),
        (HTTPException(413, "why"), 413, "too_large"),
    ],
)
async def test_so_does_an_error(error: Exception, status: int, kind: str) -> None:
    told = {"status": "error", "error_type": kind, "message": "why"}
    assert await served(error) == (status, told)


async def test_where_several_sessions_could_be_meant_they_are_listed() -> None:
    status, told = await served(SeveralSessions((a_session("desk"), a_session("barn"))))
    assert (status, told["error_type"]) == (409, "which_session")
    assert [session["session"] for session in told["sessions"]] == ["desk", "barn"]


async def test_an_error_of_our_own_is_hidden_from_nobody() -> None:
    with pytest.raises(ZeroDivisionError):
        await served(ZeroDivisionError())
