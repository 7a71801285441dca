"""ntfy's requests: one message per ask, which a later request replaces or deletes."""

import json
import re
from dataclasses import dataclass
from hashlib import blake2s
from urllib.parse import urlsplit

from quarterdeck.domain.ids import AskId
from quarterdeck.domain.risk import Level
from quarterdeck.ports import AlertMessage

_PRIORITY = {None: 3, Level.LOW: 3, Level.MEDIUM: 3, Level.HIGH: 4, Level.CRITICAL: 5}
_QUIETLY = 2  # an update makes no sound


@dataclass(frozen=True, slots=True)
class Topic:
    """Where messages go. Anybody who knows the name can read them: it is a secret."""

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
    """The topic named by the last part of an address."""
    server, _, name = url.rstrip("/").rpartition("/")
    return Topic(server, name, token)


def tell(where: Topic, message: AlertMessage, *, update: bool) -> Call:
    """Publish the message about an ask, replacing an earlier one."""
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
    """Delete the message about an ask."""
    return Call("DELETE", f"{where.server}/{where.name}/{sequence(ask)}", b"")


def sequence(ask: AskId) -> str:
    """The id shared by all messages about an ask, in characters that ntfy accepts."""
    return "qd-" + blake2s(ask.encode("utf-8", "replace"), digest_size=12).hexdigest()


def complaint(status: int, body: bytes) -> str:
    """Why the server refused, in a sentence."""
    found = re.search(rb'"error" *: *"([^"]{1,200})"', body)
    why = found[1].decode(errors="replace") if found else ""
    return f"It answered {status}" + (f": {why}." if why else ".")


def is_refusal(status: int) -> bool:
    """Whether trying again is pointless."""
    return 300 <= status < 500 and status not in (408, 425, 429)


def cannot_delete(status: int) -> bool:
    """Whether the server is too old to delete messages."""
    return status in (404, 405)
