"""ntfy's requests: one message for each ask, which a later one replaces or takes back."""

import json
import re
from dataclasses import dataclass
from hashlib import blake2s
from urllib.parse import urlsplit

from quarterdeck.domain.ids import AskId
from quarterdeck.domain.risk import Level
from quarterdeck.ports import AlertMessage

_PRIORITY = {None: 3, Level.LOW: 3, Level.MEDIUM: 3, Level.HIGH: 4, Level.CRITICAL: 5}
_QUIETLY = 2  # an update vibrates nowhere


@dataclass(frozen=True, slots=True)
class Topic:
    """Where messages go. Whoever knows a topic's name can read it: it is a secret."""

    server: str
    name: str
    token: str

    @property
    def host(self) -> str:
        """The part that may be shown."""
        return urlsplit(self.server).netloc.rpartition("@")[2]

    @property
    def headers(self) -> dict[str, str]:
        """What every request carries."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


@dataclass(frozen=True, slots=True)
class Call:
    """One request."""

    method: str
    url: str
    body: bytes


def topic(url: str, token: str) -> Topic:
    """The topic that an address names with its last part."""
    server, _, name = url.rstrip("/").rpartition("/")
    return Topic(server, name, token)


def tell(where: Topic, message: AlertMessage, *, update: bool) -> Call:
    """Tell of an ask, in the place of what was told of it before."""
    said = {
        "topic": where.name,
        "sequence_id": sequence(message.ask),
        "title": message.title,
        "message": message.text,
        "click": message.link,
        "priority": _QUIETLY if update else _PRIORITY[message.risk],
    }
    return Call("POST", f"{where.server}/", json.dumps(said).encode())


def delete(where: Topic, ask: AskId) -> Call:
    """Take back what was told of an ask."""
    return Call("DELETE", f"{where.server}/{where.name}/{sequence(ask)}", b"")


def sequence(ask: AskId) -> str:
    """The name that ties the messages of one ask together, in letters that ntfy takes."""
    return "qd-" + blake2s(ask.encode("utf-8", "replace"), digest_size=12).hexdigest()


def complaint(status: int, body: bytes) -> str:
    """Why the server took nothing, in a sentence."""
    found = re.search(rb'"error" *: *"([^"]{1,200})"', body)
    why = found[1].decode(errors="replace") if found else ""
    return f"It answered {status}" + (f": {why}." if why else ".")


def is_refusal(status: int) -> bool:
    """Whether the same request would be refused again."""
    return 300 <= status < 500 and status not in (408, 425, 429)


def cannot_delete(status: int) -> bool:
    """Whether this is how a server answers that is too old to take anything back."""
    return status in (404, 405)
