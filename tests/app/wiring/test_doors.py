"""What is loaded only when somebody calls is there for the first who does."""

from pathlib import Path

import pytest
from tests.app.wiring.inside import running

from quarterdeck.app.cli.client import Trouble


async def test_every_door_answers_its_first_caller(place: Path) -> None:
    async with running(place) as inside:
        assert await inside.get("/api/surfaces") == []
        status = await inside.get("/status")
        assert isinstance(status, dict)
        assert status["connected"] is False
        pairing = await inside.get("/api/pairing")
        assert isinstance(pairing, dict)
        assert pairing["open"] is False
        with pytest.raises(Trouble, match="no such picture"):
            await inside.get("/images/nothing.rgb")


async def test_the_keyboards_calls_can_be_switched_off(place: Path) -> None:
    async with running(place, "keyboard_calls = false\n") as inside:
        with pytest.raises(Trouble, match="Not Found"):
            await inside.get("/status")
