"""A tool server that asks the person to fill in a form: JSON-RPC, a message a line.

Its argument is a file to make once an agent knows its tools.
"""

import itertools
import json
import sys
from pathlib import Path
from typing import Any

Message = dict[str, Any]

TOOL = {
    "name": "deploy",
    "description": "Deploy, after asking where to",
    "inputSchema": {"type": "object", "properties": {}},
}
FORM = {
    "message": "Where shall it go?",
    "requestedSchema": {
        "type": "object",
        "properties": {"place": {"type": "string"}, "copies": {"type": "integer"}},
        "required": ["place"],
    },
}
_numbers = itertools.count(1)


def main() -> None:
    """Answer until the agent hangs up."""
    calls: dict[object, object] = {}  # by the number of the form that each waits for
    for line in sys.stdin:
        message: Message = json.loads(line)
        match message.get("method"):
            case "initialize":
                version = message["params"]["protocolVersion"]
                server = {"name": "forms", "version": "1"}
                _answer(
                    message["id"],
                    protocolVersion=version,
                    capabilities={"tools": {}},
                    serverInfo=server,
                )
            case "tools/list":
                _answer(message["id"], tools=[TOOL])
                Path(sys.argv[1]).touch()
            case "tools/call":
                number = f"form {next(_numbers)}"
                calls[number] = message["id"]
                _send(id=number, method="elicitation/create", params=FORM)
            case None if message.get("id") in calls:
                told = json.dumps(message.get("result", message.get("error")))
                _answer(calls.pop(message["id"]), content=[{"type": "text", "text": told}])
            case _ if "id" in message:
                _answer(message["id"])
            case _:
                pass  # a notification


def _answer(number: object, **result: object) -> None:
    _send(id=number, result=result)


def _send(**message: object) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
