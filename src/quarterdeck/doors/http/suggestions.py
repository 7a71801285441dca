"""The calls about rules: which would save asks, adding one, and taking it out again."""

from typing import Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.callers import Caller, Right, may
from quarterdeck.domain.risk import Level
from quarterdeck.domain.rules import RuleChange
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.suggestions import Offer
from quarterdeck.doors.facade import Facade, NotFound, Refused
from quarterdeck.doors.http.bodies import body_of
from quarterdeck.doors.http.connections import permitted
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.ports import Delivery


class SuggestionDesk(Protocol):
    """Where rules are suggested, added and taken out."""

    async def offers(self) -> list[Offer]:
        """The rules that can be added now."""

    async def add(self, offer: Offer, by: Caller) -> Delivery:
        """Add the rule of an offer."""

    async def added(self) -> list[RuleChange]:
        """The rules that were added and not taken out again."""

    async def take_out(self, added: RuleChange, by: Caller) -> Delivery:
        """Take a rule out again."""


class SuggestionRoutes:
    """What can be called about rules."""

    def __init__(self, facade: Facade, desk: SuggestionDesk) -> None:
        self._facade = facade
        self._desk = desk

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        return [
            Route("/api/suggestions", self.every),
            Route("/api/suggestions/{id}", self.add, methods=["POST"]),
            Route("/api/rules", self.added),
            Route("/api/rules/{id}/remove", self.take_out, methods=["POST"]),
        ]

    async def every(self, _: Request) -> Response:
        """The rules that would have saved asks."""
        return JSONResponse([offer_json(offer) for offer in await self._desk.offers()])

    async def add(self, request: Request) -> Response:
        """Add one of them, by its name and its words: nobody adds what they did not see."""
        caller = await permitted(self._facade, request, Right.CONFIGURE)
        rule = (await body_of(request)).get("rule")
        name = request.path_params["id"]
        offer = next((o for o in await self._desk.offers() if o.id == name), None)
        if offer is None:
            raise NotFound(f"There is no suggestion {name!r}, or no longer.")
        if rule != offer.suggestion.rule:
            raise BadRequest("'rule' must be the rule of this suggestion, word for word.")
        self._permit(caller, offer.risk.level)
        return _told(await self._desk.add(offer, caller), offer.suggestion.rule)

    async def added(self, _: Request) -> Response:
        """The rules that were added here."""
        return JSONResponse([rule_json(rule) for rule in await self._desk.added()])

    async def take_out(self, request: Request) -> Response:
        """Take one of them out again."""
        caller = await permitted(self._facade, request, Right.CONFIGURE)
        name = request.path_params["id"]
        rule = next((r for r in await self._desk.added() if r.id == name), None)
        if rule is None:
            raise NotFound(f"There is no rule {name!r} that was added here.")
        return _told(await self._desk.take_out(rule, caller), rule.rule)

    def _permit(self, caller: Caller, risk: Level) -> None:
        """Raise Refused where the rule would allow more than the caller may."""
        if refusal := may(caller, Right.CONFIGURE, risk, self._facade.access):
            raise Refused(refusal.why)


def offer_json(offer: Offer) -> dict[str, object]:
    """A suggestion as the contract names its parts."""
    one = offer.suggestion
    risk = {"level": offer.risk.level, "reason": offer.risk.reason, "sentence": offer.risk.sentence}
    return {
        "id": offer.id,
        "agent": one.agent,
        "rule": one.rule,
        "text": one.what,
        "risk": risk,
        "project": one.project,
        "file": offer.place,
        "times": one.times,
        "first": one.first,
        "last": one.last,
        "waited": one.waited,
    }


def rule_json(rule: RuleChange) -> dict[str, object]:
    """A rule that was added."""
    return {
        "id": rule.id,
        "agent": rule.agent,
        "rule": rule.rule,
        "risk": rule.risk,
        "project": rule.project,
        "by": rule.by,
        "at": rule.at,
    }


def _told(delivery: Delivery, rule: str) -> Response:
    done = delivery.outcome is Outcome.ACCEPTED
    told = {"outcome": delivery.outcome, "note": delivery.note, "rule": rule}
    if done:
        return JSONResponse({"status": "ok", **told})
    error = {"status": "error", "error_type": delivery.outcome, "message": delivery.note}
    return JSONResponse({**error, **told}, status_code=409)
