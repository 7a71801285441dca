"""What a session did while nobody looked, over HTTP."""

from urllib.parse import quote

from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon
from tests.stage.until import until

from quarterdeck.doors.http.timeline import LONGEST, merged


def test_calls_asks_actions_and_states_come_in_one_line_newest_first(daemon: StagedDaemon) -> None:
    agent = daemon.agent("away")
    agent.tell("UserPromptSubmit", prompt="clean up")
    agent.bash("rm -rf ~/old", tool_use_id="t1")
    until(daemon.asks, 10, lambda: "it does not ask")
    about = {"tool_name": "Bash", "tool_input": {"command": "rm -rf ~/old"}}
    agent.tell("PostToolUse", tool_use_id="t1", **about)
    until(lambda: not daemon.asks(), 10, lambda: "it does not end")
    session = f"/api/sessions/{agent.pid}"
    assert call(daemon, "POST", f"{session}/rename", {"name": "broom"})[0] == 200

    def told() -> list[dict[str, object]]:
        found: list[dict[str, object]] = call(daemon, "GET", f"{session}/timeline")[1]
        return found if any(entry["what"] == "call" for entry in found) else []

    entries = until(told, 10, lambda: "its call is not written")
    kinds = {str(entry["what"]) for entry in entries}
    assert kinds == {"state", "ask", "call", "action"}
    times = [float(str(entry["at"])) for entry in entries]
    assert times == sorted(times, reverse=True)
    ran = next(entry for entry in entries if entry["what"] == "call")
    assert (ran["tool"], ran["risk"], ran["ok"]) == ("Bash", "critical", True)
    assert "rm -rf ~/old" in str(ran["text"])
    named = next(entry for entry in entries if entry["what"] == "action")
    assert (named["kind"], named["text"], named["outcome"]) == ("rename", "broom", "accepted")

    _, (first,) = call(daemon, "GET", f"{session}/timeline?limit=1")
    _, rest = call(daemon, "GET", f"{session}/timeline?cursor={quote(first['cursor'])}")
    assert [first, *rest] == entries
    assert call(daemon, "GET", f"{session}/timeline?risk=high")[0] == 400
    assert call(daemon, "GET", "/api/sessions/nobody/timeline")[0] == 404


def test_long_texts_are_cut_and_that_is_said() -> None:
    turn = {"what": "turn", "text": "x" * (LONGEST + 7), "at": 1.0, "cursor": "1.0~9"}
    (told,) = merged([], [], [turn])
    assert (len(told["text"]), told["cut"]) == (LONGEST, 7)
