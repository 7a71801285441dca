"""More sessions and asks than one person has, told to a page as its daemon would tell them."""

import json
import re
import time
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Json = dict[str, Any]


class Crowd:
    """The daemon's end of a page's line, played: what is told is made up, the page is real."""

    def __init__(self, page: Page, sessions: int, asks: int) -> None:
        self.sessions = [a_session(n) for n in range(sessions)]
        self.asks = [an_ask(n, self.sessions[n % sessions]["id"]) for n in range(asks)]
        self._line: WebSocketRoute | None = None
        page.route_web_socket(re.compile("/surface$"), self._open)

    def _open(self, line: WebSocketRoute) -> None:
        self._line = line
        line.on_message(self._take)
        self.tell(type="welcome", v=1, surface="page-crowd", run="r", now=time.time())
        for one in self.sessions:
            self.tell(type="session", session=one)
        for one in self.asks:
            self.tell(type="ask", ask=one)
        self.show()

    def _take(self, text: str | bytes) -> None:
        if json.loads(text)["type"] == "ping":
            self.tell(type="alive")

    def show(self) -> None:
        """Tell which asks are to be shown."""
        order = [one["id"] for one in self.asks]
        self.tell(type="cards", n=1, order=order, armed_in=dict.fromkeys(order, 0))

    def tell(self, **message: object) -> None:
        """Tell the page something."""
        assert self._line
        self._line.send(json.dumps(message))


def a_session(number: int) -> Json:
    """A session that works."""
    return {
        "id": f"s{number}",
        "name": f"agent-{number}",
        "state": "working",
        "since": time.time() - number,
        "reason": "a turn began",
        "activity": f"make part-{number}",
        "cwd": f"/srv/part-{number}",
        "branch": "main",
        "mode": "default",
        "colour_index": number % 10,
        "buttons": None,
        "terminal": None,
        "background": 0,
    }


def an_ask(number: int, of: str) -> Json:
    """A session that wants to run something."""
    choices = [
        {"id": "allow", "label": "Allow", "description": "", "meaning": "allows"},
        {"id": "deny", "label": "Deny", "description": "", "meaning": "refuses"},
    ]
    return {
        "id": f"a{number}",
        "session": of,
        "kind": "permission",
        "priority": 3,
        "title": f"npm run part-{number}",
        "text": f"npm run part-{number}",
        "tool": "Bash",
        "input": {},
        "risk": {
            "level": "medium",
            "reason": "runs a script",
            "sentence": "",
            "rule": "",
            "part": "",
        },
        "choices": choices,
        "faces": [
            {"choice": c["id"], "face": f"a{number}/{c['id']}", "hold": False} for c in choices
        ],
        "guard_ms": 0,
        "cwd": "/srv",
        "shown": {"marks": [], "breaks": [], "cut": 0},
        "change": None,
        "opened": time.time() - number,
        "rule": None,
        "ended": None,
        "answering": None,
        "subagent": None,
    }
