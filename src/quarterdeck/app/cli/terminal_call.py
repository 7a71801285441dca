"""What the commands that reach into a terminal share: the call, the words, the exit code."""

import json

from quarterdeck.app.cli.client import Client, Refused
from quarterdeck.app.cli.console import Exit, complain

_DONE = {
    "send": "The agent took it.",
    "keys": "Pressed.",
    "interrupt": "It stopped.",
    "focus": "Its terminal is in front.",
}

_WAIT = "Add --wait 600 to send it when it is idle, within ten minutes."


def reach(
    client: Client, session: dict[str, object], what: str, body: object, *, as_json: bool
) -> int:
    """Do something in a session's terminal and print the outcome."""
    try:
        told = client.post(f"/api/sessions/{session['id']}/{what}", body)
    except Refused as refused:
        if refused.kind in ("refused", "not_found", "bad_request"):
            raise
        remedy = _WAIT if what == "send" and "is working" in refused.problem else ""
        complain(f"{session['name']}: {refused.problem}", remedy)
        return Exit.FAILED
    # Nothing verifies a key; where some were left out, an error says so.
    done = told["outcome"] == "accepted" or (what == "keys" and "error_type" not in told)
    if as_json:
        print(json.dumps(told))
    else:
        print(f"{session['name']}: {_DONE[what] if done else told['note']}")
    return Exit.DONE if done else Exit.UNKNOWN
