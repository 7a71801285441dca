"""A person at the page, beside real agents that ask one thing after another."""

import itertools
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator
from tests.live.daemon import LiveDaemon
from tests.live.lab.agent import Agent
from tests.live.lab.forms import agent_with_forms
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.stage.browser import DESK, DRAWN, Tabs, armed, card
from tests.stage.until import until, within

from quarterdeck.app.cli.client import Refused

TOOLS_ARE_LISTED = "tools-are-listed"
CALM_WITHIN = 5.0  # seconds; an agent that is not idle by then is not asked again


class Person:
    """Prompts agents, and answers on a page; agents that are calm are prompted again."""

    def __init__(self, lab: Lab, daemon: LiveDaemon, tabs: Tabs) -> None:
        self.lab = lab
        self.daemon = daemon
        self.page = tabs.open(f"{daemon.url}/#code={daemon.client.post('/api/codes', {})['code']}")
        self._agents: dict[tuple[str, ...], Agent] = {}
        # Before any agent runs, since each writes down again what it knew as trusted.
        lab.home.trust(lab.home.work)
        self._numbers = itertools.count(1)

    def prompts(
        self,
        script: Script,
        version: str,
        mode: str = "default",
        *,
        cwd: Path | None = None,
        forms: bool = False,
    ) -> "Scene":
        """Have an agent of this sort play a script."""
        sort = (version, mode, str(cwd or ""), str(forms))
        if sort not in self._agents:
            agent = (
                self._agent_with_forms(version)
                if forms
                else self.lab.agent(version, mode=mode, cwd=cwd)
            )
            until(lambda: self._is_bound(agent), 10, lambda: str(self.daemon.sessions()))
            self._agents[sort] = agent
        prompt = f"play {next(self._numbers)}."
        self.lab.model.on(prompt, script)
        self._agents[sort].prompt(prompt)
        return Scene(self.lab, self._agents[sort], prompt)

    def _agent_with_forms(self, version: str) -> Agent:
        (self.lab.root / TOOLS_ARE_LISTED).unlink(missing_ok=True)  # by another agent
        return agent_with_forms(self.lab, version)

    def _is_bound(self, agent: Agent) -> bool:
        found = [s for s in self.daemon.sessions() if s["pid"] == agent.pid]
        return bool(found and (found[0]["terminal"] or {}).get("tty"))

    def chooses(self, kind: str) -> Locator:
        """Choose the only ask of this kind in the list: another may have been heard before it."""
        ask = self.daemon.wait_ask(kind=kind)
        self.page.locator(f'[data-row="{ask["id"]}"]').click()
        return self.sees(kind)

    def sees(self, kind: str, words: str | re.Pattern[str] = "") -> Locator:
        """The card of this kind with these words, once a press on it counts."""
        found = armed(self.page.locator(f"article.{kind}:not(.over)", has_text=words))
        return card(self.page, str(found.get_attribute("data-ask")))

    def presses(self, button: str) -> None:
        """Press a button of this name, on a card where a press counts."""
        self.page.evaluate(DRAWN)
        cards = self.page.locator('article.card[data-armed="true"]')
        cards.get_by_role("button", name=button, exact=True).click()

    def writes(self, text: str) -> None:
        """Write into the text that a card asks for."""
        self.page.locator("textarea:visible").fill(text)

    def leaves(self) -> None:
        """Put everything away: what is only to be known, and agents that are in another mood."""
        for sort, agent in list(self._agents.items()):
            if not self._is_calm(agent) or sort[1] == "plan":
                agent.stop()
                del self._agents[sort]
        self.page.mouse.move(DESK["width"] - 1, DESK["height"] - 1)  # under a pointer cards stay
        until(self._nothing_waits, 15, lambda: str(self.daemon.asks()))

    def _nothing_waits(self) -> bool:
        """Whether nothing is left, once what is only to be known is dismissed.

        Cards that are over stay for a moment, and those below them move when they leave.
        """
        asks = self.daemon.asks()
        for ask in asks:
            with suppress(Refused):  # it left by itself, or only evidence ends it
                self.daemon.post(f"/api/asks/{ask['id']}/answer", {"choice": "dismiss"})
        return not asks and self.page.locator("article.card").count() == 0

    def _is_calm(self, agent: Agent) -> bool:
        idle = within(CALM_WITHIN, lambda: agent.registry().get("status") == "idle")
        return bool(idle) and agent.composer() == ""


class Scene:
    """One script being played by an agent."""

    def __init__(self, lab: Lab, agent: Agent, prompt: str) -> None:
        self.agent = agent
        self._lab = lab
        self._prompt = prompt

    def outcome(self, number: int = 1) -> Any:
        """What the model heard of this call."""
        return self._lab.model.wait_outcomes(number, self._prompt, timeout=20)[number - 1]

    def ends(self, words: str) -> None:
        """The agent says this at last."""
        self.agent.wait_screen(words, timeout=20)


def with_preview(question: Mapping[str, Any], *previews: str) -> dict[str, Any]:
    """A question whose options show something each."""
    options = [
        {**option, "preview": preview}
        for option, preview in zip(question["options"], previews, strict=True)
    ]
    return {**question, "options": options}
