"""The network door: closed until the settings open it, and loaded no sooner."""

from pathlib import Path

from tests.app.wiring.inside import running
from tests.stage.tmux import until as happens

from quarterdeck.doors.network.door import OFF


async def test_a_closed_door_says_how_it_is_opened(place: Path) -> None:
    async with running(place) as inside:
        told = await inside.get("/api/pairing")
        assert isinstance(told, dict)
        assert told["trouble"] == OFF


async def test_a_door_that_is_on_opens_without_being_asked(place: Path) -> None:
    async with running(place, "[tkeyboard]\nenabled = true\nport = 0\n") as inside:
        await happens(inside.paths.certificate.exists)
