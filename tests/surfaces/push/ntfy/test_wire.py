"""ntfy's requests."""

import json

import pytest
from tests.stories.happened import an_ask

from quarterdeck.domain.ids import AskId
from quarterdeck.domain.risk import Level
from quarterdeck.ports import AlertMessage
from quarterdeck.surfaces.push.ntfy import wire

TOPIC = wire.topic("https://ntfy.example.org/sub/my-topic/", "tk_1")
MESSAGE = AlertMessage(an_ask("ls").id, "title", "text", "http://here/#ask=ls", None)


def test_an_address_names_its_topic_with_its_last_part() -> None:
    assert (TOPIC.server, TOPIC.name) == ("https://ntfy.example.org/sub", "my-topic")
    assert TOPIC.host == "ntfy.example.org"
    assert TOPIC.headers == {"Authorization": "Bearer tk_1"}
    assert wire.topic("https://user:pass@ntfy.sh/x", "").host == "ntfy.sh"


def test_the_messages_of_one_ask_have_one_name() -> None:
    first, second = (wire.tell(TOPIC, MESSAGE, update=u) for u in (False, True))
    names = {json.loads(call.body)["sequence_id"] for call in (first, second)}
    assert names == {wire.sequence(MESSAGE.ask)}
    assert wire.delete(TOPIC, MESSAGE.ask).url.endswith(
        "/sub/my-topic/" + wire.sequence(AskId("ls"))
    )


@pytest.mark.parametrize("name", ["ls", "spaces and / slashes", "日本", "x" * 5000, "\udc80"])
def test_a_sequence_has_only_letters_that_ntfy_takes(name: str) -> None:
    assert len(wire.sequence(AskId(name))) <= 64
    assert wire.sequence(AskId(name)).replace("-", "").isalnum()


@pytest.mark.parametrize(
    ("risk", "priority"), [(None, 3), (Level.LOW, 3), (Level.HIGH, 4), (Level.CRITICAL, 5)]
)
def test_what_is_more_dangerous_is_more_urgent(risk: Level | None, priority: int) -> None:
    message = AlertMessage(MESSAGE.ask, "", "", "", risk)
    assert json.loads(wire.tell(TOPIC, message, update=False).body)["priority"] == priority


def test_a_complaint_says_what_the_server_said() -> None:
    assert (
        wire.complaint(403, b'{"code":40301,"error":"forbidden"}') == "It answered 403: forbidden."
    )
    assert wire.complaint(500, b"<html>") == "It answered 500."


@pytest.mark.parametrize(
    ("status", "refused"), [(401, True), (404, True), (429, False), (503, False)]
)
def test_what_is_refused_once_is_refused_again(status: int, refused: bool) -> None:
    assert wire.is_refusal(status) is refused
