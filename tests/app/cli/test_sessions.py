"""`qd sessions`: every agent, and what it is doing."""

import json

from tests.app.cli.asked import present
from tests.app.cli.conftest import Qd
from tests.stage.daemon import StagedDaemon
from tests.stage.until import until


def line_of(qd: Qd) -> str:
    told = qd("sessions")
    assert told.code == 0
    return next(line for line in told.out.splitlines() if " sessions " in line)


def test_sessions_are_listed_with_what_they_do(qd: Qd, daemon: StagedDaemon) -> None:
    agent = present(daemon, "sessions")
    agent.tell("PreToolUse", tool_name="Bash", tool_input={"command": "make"}, tool_use_id="t")
    until(lambda: "◐ working" in line_of(qd), 5, lambda: line_of(qd))
    line = line_of(qd)
    assert "default" in line
    assert "main" in line
    assert "Bash: make" in line
    found = json.loads(qd("sessions", "--json").out)
    assert any(s["name"] == "sessions" and s["state"] == "working" for s in found)
    agent.tell("SessionEnd", reason="other")
    until(lambda: "sessions" not in names(qd), 5, lambda: "it does not end")
    assert "sessions" in names(qd, "--all")


def names(qd: Qd, *words: str) -> list[str]:
    return [s["name"] for s in json.loads(qd("sessions", "--json", *words).out)]


def test_what_the_status_line_tells_is_shown(qd: Qd, daemon: StagedDaemon) -> None:
    agent = present(daemon, "spender")
    agent.hook(
        "Status",
        "status",
        cost={"total_cost_usd": 1.2},
        context_window={"used_percentage": 34},
        rate_limits={"five_hour": {"used_percentage": 40}},
    )
    until(lambda: "34 % $1.20" in qd("sessions").out, 5, lambda: qd("sessions").out)
    assert "\nlimits  5 h 40 %\n" in qd("sessions").out
