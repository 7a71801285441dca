"""Suggestions from a real journal, added to real settings."""

import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from tests.stage.habits import days, past
from tests.stories.happened import CLI
from tests.stories.story import RULES

from quarterdeck.agents.claude.hook_asks import Stamp, blocked_of
from quarterdeck.agents.claude.rules import ClaudeRules
from quarterdeck.daemon.rating import Rater
from quarterdeck.daemon.suggesting import Suggestions
from quarterdeck.domain.asks import Ended, How
from quarterdeck.domain.effects import Record
from quarterdeck.domain.events import Event
from quarterdeck.domain.ids import AskId, CallId, SessionId
from quarterdeck.domain.journal import NOTHING, AskEnded, AskWritten, CallWritten, Entry
from quarterdeck.domain.risk import Level
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.suggestions import ENOUGH, Offer
from quarterdeck.domain.watch import Watch
from quarterdeck.store.history import SqliteHistory
from quarterdeck.store.sqlite import SqliteStore

BUILD = "npm run build"


class House:
    """A project, a journal, and whoever suggests from it; the journal can be full."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "api"
        (self.project / ".git").mkdir(parents=True)
        self.store = SqliteStore(folder / "journal.db")
        self.history = SqliteHistory(folder / "journal.db")
        self.trouble = ""
        self._watch = Watch(RULES, NOTHING, 0.0)
        self._unwritten: list[Entry] = []
        self._rater = Rater({}, ())
        self.suggestions = Suggestions(
            self.history, {"claude": ClaudeRules()}, self._rater.rate, self, lambda: 7.0, ENOUGH
        )

    def put(self, event: Event) -> None:
        effects = self._watch.handle(event, 7.0)
        self._unwritten += [e.entry for e in effects if isinstance(e, Record)]

    async def handled(self) -> None:
        if not self.trouble:
            await self.store.write(self._unwritten, 7.0)
            self._unwritten = []

    async def offered(self, *entries: Sequence[Entry]) -> list[Offer]:
        await self.store.write([entry for some in entries for entry in some], 1.0)
        return await self.suggestions.offers()

    @property
    def allowed(self) -> list[str]:
        file = self.project / ".claude" / "settings.local.json"
        found = json.loads(file.read_text()) if file.exists() else {}
        rules: list[str] = found.get("permissions", {}).get("allow", [])
        return rules


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "own"))
    house = House(tmp_path)
    yield house
    house.store.close()


async def test_a_habit_is_offered_with_its_rating_of_today(house: House) -> None:
    (offer,) = await house.offered(past(house.project, BUILD, days(6), Level.LOW))
    assert offer.suggestion.rule == f"Bash({BUILD})"
    assert (offer.risk.level, offer.suggestion.times) == (Level.MEDIUM, 6)
    assert offer.place == str(house.project / ".claude" / "settings.local.json")


async def test_what_is_rated_high_today_is_not_offered(house: House) -> None:
    assert await house.offered(past(house.project, "rm -rf ~/x", days(9), Level.LOW)) == []


async def test_a_subdirectory_belongs_to_its_project(house: House) -> None:
    web = house.project / "web"
    web.mkdir()
    (offer,) = await house.offered(
        past(house.project, BUILD, days(3)), past(web, BUILD, days(3, start=2000.0))
    )
    assert (offer.suggestion.project, offer.suggestion.times) == (str(house.project), 6)


async def test_a_refusal_in_another_project_counts(house: House, tmp_path: Path) -> None:
    no = past(tmp_path / "web", f"{BUILD} && git push", {3.0: "deny"})
    assert await house.offered(past(house.project, BUILD, days(9)), no) == []


async def test_of_an_unknown_agent_nothing_is_offered(house: House) -> None:
    assert await house.offered(past(house.project, BUILD, days(9), agent="other")) == []


def at_terminals(project: Path, *, ran: bool) -> list[Entry]:
    """The same command often asked about and answered at terminals, as an agent tells it."""
    asks = [e.ask for e in past(project, BUILD, days(9, start=7.0)) if isinstance(e, AskWritten)]
    told: list[Entry] = []
    for number, ask in enumerate(asks):
        call = CallId(f"c{number}")
        told += [AskWritten(ask.about(call))]
        told += [AskEnded(ask.id, Ended(How.TERMINAL, ask.opened + 1, "", None, ""))]
        if ran:
            summary = ("Bash", "npm", None, None, ask.opened + 1)
            told += [CallWritten(ask.session, call, *summary, ok=True)]
    return told


async def test_an_agent_cannot_make_a_habit_for_the_person(house: House) -> None:
    session = past(house.project, BUILD, days(4))  # the person's own answers
    assert await house.offered(session, at_terminals(house.project, ran=True)) == []
    (offer,) = await house.offered(past(house.project, BUILD, days(5)))
    assert offer.suggestion.times == 5


async def test_what_did_not_run_after_a_terminals_dialog_was_refused(house: House) -> None:
    yes, no = past(house.project, BUILD, days(9)), at_terminals(house.project, ran=False)
    assert await house.offered(yes, no) == []


@pytest.mark.parametrize("how", [How.INTERRUPTED, How.TERMINAL])
async def test_a_longer_command_that_was_stopped_once_counts_as_a_refusal(
    house: House, how: How
) -> None:
    once = past(house.project, f"cd web && {BUILD}", {3.0: "allow"})
    (asked,) = [e.ask for e in once if isinstance(e, AskWritten)]
    stopped = AskEnded(asked.id, Ended(how, 4.0, "", None, ""))
    yes = past(house.project, BUILD, days(9))
    assert await house.offered(yes, once[:1], [AskWritten(asked), stopped]) == []


async def test_what_an_automatic_mode_refused_is_not_offered(house: House) -> None:
    payload = {"tool_name": "Bash", "tool_input": {"command": BUILD}, "cwd": str(house.project)}
    stamp = Stamp(AskId("blocked"), SessionId("some"), 5.0)
    blocked = blocked_of(stamp, payload, None, "It leaves the house.")
    assert await house.offered(past(house.project, BUILD, days(9)), [AskWritten(blocked)]) == []


async def test_a_rule_is_written_down_added_and_taken_out(house: House) -> None:
    (offer,) = await house.offered(past(house.project, BUILD, days(6)))
    told = await house.suggestions.add(offer, CLI)
    assert told.outcome is Outcome.ACCEPTED
    assert house.allowed == [f"Bash({BUILD})"]
    assert await house.suggestions.offers() == []
    (added,) = await house.suggestions.added()
    assert (added.rule, added.by, added.at) == (f"Bash({BUILD})", CLI.name, 7.0)

    assert (await house.suggestions.take_out(added, CLI)).outcome is Outcome.ACCEPTED
    assert (house.allowed, await house.suggestions.added()) == ([], [])
    assert [o.id for o in await house.suggestions.offers()] == [offer.id]


async def test_what_cannot_be_written_down_is_not_added(house: House) -> None:
    (offer,) = await house.offered(past(house.project, BUILD, days(6)))
    house.trouble = "disk full"
    told = await house.suggestions.add(offer, CLI)
    assert (told.outcome, "disk full" in told.note) == (Outcome.NOT_DELIVERED, True)
    assert house.allowed == []
