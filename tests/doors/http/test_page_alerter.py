"""Pages that are open show what the desktop would be told."""

import pytest
from tests.stories.happened import an_ask

from quarterdeck.domain.risk import Level
from quarterdeck.doors.http.hub import Hub
from quarterdeck.doors.http.page_alerter import PageAlerter
from quarterdeck.ports import AlertMessage, Unreachable

LS = an_ask("ls").id
MESSAGE = AlertMessage(LS, "desk waits", "high: a reason", "http://x", Level.HIGH)


async def test_every_page_is_told_and_hears_when_it_is_over() -> None:
    hub = Hub()
    pages = [hub.join(), hub.join()]
    alerter = PageAlerter(hub)
    await alerter.alert(MESSAGE)
    told = {"ask": "ls", "title": "desk waits", "text": "high: a reason", "risk": "high"}
    for page in pages:
        assert await page.next(1) == [("alert", told)]
    await alerter.update(MESSAGE)
    await alerter.withdraw(LS)
    for page in pages:
        assert await page.next(1) == [("alert_over", {"ask": "ls"})]


async def test_without_a_page_nobody_is_told() -> None:
    with pytest.raises(Unreachable, match="No page is open"):
        await PageAlerter(Hub()).alert(MESSAGE)
