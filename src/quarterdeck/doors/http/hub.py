"""Listeners on event streams: each gets the newest state of everything, at its own pace."""

import asyncio
from collections.abc import Iterable

from quarterdeck.domain.actions import Progress
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import AskId, SessionId
from quarterdeck.domain.sessions import Session

Message = tuple[str, object]  # an event's name and what it carries


class Stream:
    """One listener. A newer word about the same thing replaces one that was not sent yet."""

    def __init__(self) -> None:
        self._waiting: dict[object, Message] = {}
        self._news = asyncio.Event()

    def put(self, key: object, message: Message) -> None:
        """Send this soon."""
        self._waiting.pop(key, None)
        self._waiting[key] = message
        self._news.set()

    @property
    def unsent(self) -> int:
        """How much is still to be sent."""
        return len(self._waiting)

    async def next(self, within: float) -> list[Message]:
        """What is to be sent; empty when nothing came for a while."""
        try:
            async with asyncio.timeout(within):
                await self._news.wait()
        except TimeoutError:
            return []
        self._news.clear()
        messages = list(self._waiting.values())
        self._waiting.clear()
        return messages


class Hub:
    """Tells every listener what changed."""

    def __init__(self) -> None:
        self._streams: set[Stream] = set()

    def join(self) -> Stream:
        """Begin to listen."""
        stream = Stream()
        self._streams.add(stream)
        return stream

    def leave(self, stream: Stream) -> None:
        """Stop listening."""
        self._streams.discard(stream)

    @property
    def listeners(self) -> int:
        """How many listen."""
        return len(self._streams)

    def session_changed(self, session: Session) -> None:
        """Report that a session changed."""
        self.publish(("session", session.id), "session", session)

    def ask_changed(self, ask: Ask) -> None:
        """Report that an ask came, ended or moved."""
        self.publish(("ask", ask.id), "ask", ask)

    def action_changed(self, progress: Progress) -> None:
        """Report that an action was requested, progressed or ended."""
        self.publish(("action", progress.action.id), "action", progress)

    def availability_changed(self, session: SessionId, available: bool, at: float) -> None:
        """Tell whether text can reach a session's agent."""
        told = {"agent_id": session, "available": available, "timestamp": at}
        self.publish(("availability", session), "commander_availability", told)

    def alerted(self, ask: AskId, title: str, text: str, risk: str | None) -> None:
        """Tell pages to show a notification."""
        told = {"ask": ask, "title": title, "text": text, "risk": risk}
        self.publish(("alert", ask), "alert", told)

    def withdrawn(self, ask: AskId) -> None:
        """Tell pages to close a notification."""
        self.publish(("alert", ask), "alert_over", {"ask": ask})

    def alerts_changed(self) -> None:
        """Tell that an alert channel fails, or works again."""
        self.publish("alerts", "alerts", {})

    def publish(self, key: object, name: str, content: object) -> None:
        """Tell every listener something."""
        for stream in self._streams:
            stream.put(key, (name, content))


def snapshot(sessions: Iterable[Session], asks: Iterable[Ask]) -> list[Message]:
    """What a new listener gets first."""
    return [*(("session", s) for s in sessions), *(("ask", a) for a in asks), ("ready", None)]
