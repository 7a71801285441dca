"""Rights are those of now, not those of when somebody came."""

from dataclasses import replace

from tests.stories.happened import CLI, a_device

from quarterdeck.domain.access import REVOKED, Access
from quarterdeck.domain.callers import AccessRules, CriticalFrom, Right, Role
from quarterdeck.domain.effects import Record
from quarterdeck.domain.journal import DeviceWritten

RULES = AccessRules(agents_may_type=False, critical_from=CriticalFrom.ANY)
TABLET = a_device("tablet")


def test_a_device_that_is_not_known_may_nothing() -> None:
    assert Access(RULES, ()).may(TABLET.caller(), Right.SEE, None) is REVOKED


def test_a_device_of_an_earlier_run_is_known() -> None:
    assert Access(RULES, (TABLET,)).may(TABLET.caller(), Right.SEND, None) is None


def test_a_device_that_was_revoked_may_nothing_and_stays_on_the_list() -> None:
    access = Access(RULES, (TABLET,))
    gone = replace(TABLET, revoked=True)
    assert list(access.revoke(TABLET.id)) == [Record(DeviceWritten(gone))]
    assert access.may(TABLET.caller(), Right.SEE, None) is REVOKED
    assert access.devices() == (gone,)
    assert list(access.revoke(TABLET.id)) == []


def test_a_device_is_judged_by_its_rights_of_now() -> None:
    access = Access(RULES, (TABLET,))
    came_as = TABLET.caller()
    list(access.pair(replace(TABLET, role=Role.VIEW)))
    refusal = access.may(came_as, Right.SEND, None)
    assert refusal
    assert refusal.code == "refused"


def test_of_a_device_it_is_remembered_when_two_had_its_token() -> None:
    access = Access(RULES, (TABLET,))
    twice = replace(TABLET, taken_over=7.0)
    assert list(access.take_over(TABLET.id, 7.0)) == [Record(DeviceWritten(twice))]
    assert access.devices() == (twice,)
    assert list(access.take_over(CLI.id, 8.0)) == []


def test_of_a_device_it_is_remembered_when_it_came_last() -> None:
    access = Access(RULES, (TABLET,))
    assert list(access.see(TABLET.caller(), 7.0)) == [
        Record(DeviceWritten(replace(TABLET, last_seen=7.0)))
    ]
    assert list(access.see(CLI, 8.0)) == []
