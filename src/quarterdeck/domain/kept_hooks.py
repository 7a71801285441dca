"""The hooks that wait for an answer, and which ask each of them is about."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.channels import Channel
from quarterdeck.domain.ids import AskId, RequestId

REMEMBERED = 4096  # hooks that may come back


class KeptHooks:
    """The hooks that are here, and those of an earlier run that may yet come back."""

    def __init__(self) -> None:
        self._here: dict[RequestId, Channel] = {}
        self._ask_of: dict[RequestId, AskId] = {}
        self._arrived: dict[RequestId, Ask] = {}  # each hook's own ask, before it was merged

    def expect(self, channels: Iterable[Channel]) -> None:
        """These were here in an earlier run."""
        for channel in channels:
            self._ask_of[channel.request] = channel.ask

    def keep(self, channel: Channel, ask: AskId, arrived: Ask) -> Channel:
        """A hook is here and waits for an ask; `arrived` is what it asked itself."""
        bound = replace(channel, ask=ask)
        self._here[channel.request] = bound
        self._ask_of[channel.request] = ask
        self._arrived[channel.request] = arrived
        while len(self._ask_of) > REMEMBERED:
            self._ask_of.pop(next(iter(self._ask_of)))
        return bound

    def drop(self, request: RequestId) -> Channel | None:
        """A hook is no longer here."""
        self._arrived.pop(request, None)
        return self._here.pop(request, None)

    def take_later(
        self, ask: AskId, since: float, but: RequestId | None
    ) -> list[tuple[Channel, Ask]]:
        """Drop the hooks of an ask that began after `since`, and tell what each asked itself.

        `but` stays: it has an answer, and may not get another.
        """
        later = [c for c in self.of(ask) if c.at >= since and c.request != but]
        arrived = [(c, own) for c in later if (own := self._arrived.get(c.request))]
        for channel, _ in arrived:
            self.drop(channel.request)
        return arrived

    def knows(self, request: RequestId) -> bool:
        """Whether a hook was here before."""
        return request in self._ask_of

    def ask_of(self, request: RequestId) -> AskId:
        """The ask of a hook that was here before."""
        return self._ask_of[request]

    def is_alone(self, ask: AskId) -> bool:
        """Whether no more than one hook ever waited for an ask."""
        return list(self._ask_of.values()).count(ask) == 1

    def get(self, request: RequestId) -> Channel | None:
        """A hook that is here."""
        return self._here.get(request)

    def of(self, ask: AskId) -> list[Channel]:
        """The hooks that wait for an ask now."""
        return [c for c in self._here.values() if c.ask == ask]

    def __iter__(self) -> Iterator[Channel]:
        """Those that are here; some may go meanwhile."""
        return iter(tuple(self._here.values()))
