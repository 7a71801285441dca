"""Suggests rules that would have saved asks, and adds those that the person chooses."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2s
from typing import Protocol

from quarterdeck.daemon.rating import project_of
from quarterdeck.domain.callers import Caller
from quarterdeck.domain.events import Event, RuleChosen, RuleTried
from quarterdeck.domain.ids import RuleId
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.rules import RuleChange
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.suggestions import (
    Decided,
    Enough,
    Offer,
    Past,
    Suggestion,
    suggestions,
)
from quarterdeck.ports import Clock, Delivery, History, Rulebook

Rate = Callable[[str, Mapping[str, object], str], Awaitable[Risk]]


class Journal(Protocol):
    """The loop, as far as it writes down."""

    @property
    def trouble(self) -> str:
        """Why the journal cannot be written; empty while it can."""

    def put(self, event: Event) -> None:
        """Take what happened."""

    async def handled(self) -> None:
        """Wait until all that was put by now was handled, and written down."""


class Suggestions:
    """Looks for rules in the history, and changes them in the agents' settings."""

    def __init__(
        self,
        history: History,
        rulebooks: Mapping[str, Rulebook],
        rate: Rate,
        journal: Journal,
        now: Clock,
        enough: Enough,
    ) -> None:
        self._history = history
        self._rulebooks = rulebooks
        self._rate = rate
        self._journal = journal
        self._now = now
        self._enough = enough

    async def offers(self) -> list[Offer]:
        """The rules that can be added now; none for what is rated high, then or today."""
        past = await self._history.decided(self._enough.times)
        # A long history would hold up the loop.
        found = await asyncio.to_thread(self._found, past)
        offers = [await self._offer(one, call) for one, call in found]
        return [offer for offer in offers if offer]

    def _found(self, past: Sequence[Past]) -> list[tuple[Suggestion, Past]]:
        """What follows from the history, each with a call that it is about."""
        decided = [self._decided(p) for p in past]
        calls = {d.rule: p for d, p in zip(decided, past, strict=True)}
        return [(one, calls[one.rule]) for one in suggestions(decided, self._enough)]

    async def _offer(self, one: Suggestion, call: Past) -> Offer | None:
        """A suggestion as of now; None if its rating or the settings rule it out."""
        book = self._rulebooks[one.agent]
        risk = await self._rate(call.tool, call.input or {}, one.project)
        if risk.level.reaches(Level.HIGH) or await book.settled(one.project, one.rule):
            return None
        return Offer(_name(one), one, risk, book.place(one.project))

    async def add(self, offer: Offer, by: Caller) -> Delivery:
        """Add the rule of an offer to its project's settings."""
        one = offer.suggestion
        change = RuleChange(
            RuleId("r" + secrets.token_hex(4)),
            one.agent,
            one.project,
            one.rule,
            offer.risk.level,
            adds=True,
            by=by.name,
            at=self._now(),
        )
        return await self._change(change)

    async def added(self) -> list[RuleChange]:
        """The rules that were added and not taken out again, oldest first."""
        return await self._history.rules()

    async def take_out(self, added: RuleChange, by: Caller) -> Delivery:
        """Take a rule out of the settings again."""
        name, now = RuleId("r" + secrets.token_hex(4)), self._now()
        return await self._change(replace(added, id=name, adds=False, by=by.name, at=now))

    async def _change(self, change: RuleChange) -> Delivery:
        """Change the settings, between the words in the journal that it is wanted, and was done."""
        journal = self._journal
        journal.put(RuleChosen(change))
        await journal.handled()
        told = await self._carry_out(change, journal.trouble)
        journal.put(RuleTried(change.id, told.outcome, told.note, self._now()))
        await journal.handled()
        return told

    async def _carry_out(self, change: RuleChange, trouble: str) -> Delivery:
        book = self._rulebooks.get(change.agent)
        if trouble or book is None:
            why = f"the journal cannot be written: {trouble}" if trouble else "no such agent"
            return Delivery(Outcome.NOT_DELIVERED, why)
        if change.adds:
            return await book.add(change.project, change.rule)
        return await book.take_out(change.project, change.rule)

    def _decided(self, past: Past) -> Decided:
        book = self._rulebooks.get(past.agent)
        exact = book.exact(past.tool, past.input, past.digest) if book and past.input else ""
        return Decided(
            agent=past.agent,
            project=project_of(past.cwd) if past.cwd else "",
            rule=exact if past.cwd else "",
            what=past.what,
            risk=past.risk,
            verdict=past.verdict,
            at=past.at,
            waited=past.waited,
        )


def _name(suggestion: Suggestion) -> str:
    """The same for the same rule in the same project, whatever else is suggested."""
    text = f"{suggestion.agent}\0{suggestion.project}\0{suggestion.rule}"
    return blake2s(text.encode("utf-8", "replace"), digest_size=4).hexdigest()
