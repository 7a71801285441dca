"""Devices are callers with a token of their own."""

from tests.stories.happened import a_device

from quarterdeck.domain.callers import Role
from quarterdeck.domain.risk import Level


def test_whoever_shows_a_devices_token_has_its_rights_and_its_name() -> None:
    caller = a_device("tablet", role=Role.ANSWER, ceiling=Level.HIGH).caller()
    assert (caller.name, caller.role, caller.ceiling) == ("tablet", Role.ANSWER, Level.HIGH)
    assert caller.own_token
