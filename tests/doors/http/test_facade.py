"""What the doors need from the daemon: answers that are heard, and callers that are told apart."""

from concurrent.futures import ThreadPoolExecutor

from tests.app.cli.asked import asked
from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon


def test_of_two_answers_at_once_one_counts_and_the_other_is_told(daemon: StagedDaemon) -> None:
    one = asked(daemon, daemon.agent("two"))
    path = f"/api/asks/{one.id}/answer"

    def go_on() -> None:
        one.hook.reply()
        one.agent.close()

    with daemon.meanwhile(go_on), ThreadPoolExecutor(2) as people:
        told = list(people.map(lambda _: call(daemon, "POST", path, {"choice": "deny"}), range(2)))
    (won,) = (answer for status, answer in told if status == 200)
    (lost,) = (answer for status, answer in told if status == 409)
    assert won["outcome"] in ("accepted", "unknown")
    assert lost["error_type"] in ("answered", "not_open")


def test_an_answer_that_is_given_twice_is_one(daemon: StagedDaemon) -> None:
    one = asked(daemon, daemon.agent("twice"))
    path = f"/api/asks/{one.id}/answer"
    body = {"choice": "deny", "id": "the same"}

    def go_on() -> None:
        one.hook.reply()
        one.agent.close()

    with daemon.meanwhile(go_on):
        first = call(daemon, "POST", path, body)
    again = call(daemon, "POST", path, body)
    assert first[0] == again[0] == 200
    assert first[1]["outcome"] == again[1]["outcome"]


def test_sessions_and_asks_that_nobody_knows_are_not_found(daemon: StagedDaemon) -> None:
    assert call(daemon, "GET", "/api/sessions/s0")[0] == 404
    assert call(daemon, "GET", "/api/asks/a0")[0] == 404
