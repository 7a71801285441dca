"""Who may do what, said once more: the simulation does not ask the code that it holds to this."""

from collections.abc import Mapping

from quarterdeck.domain.callers import Caller, CallerKind, Right, Role
from quarterdeck.domain.devices import Device
from quarterdeck.domain.ids import CallerId
from quarterdeck.domain.risk import Level

LEVELS = [Level.LOW, Level.MEDIUM, Level.HIGH, Level.CRITICAL]
TYPING = {Right.SEND, Right.PRESS}


def may_act(caller: Caller, right: Right, devices: Mapping[CallerId, Device]) -> bool:
    """Whether somebody may do this by what is known of devices now."""
    if caller.kind is CallerKind.AGENT:
        return False
    role = caller.role
    if caller.own_token:
        device = devices.get(caller.id)
        if device is None or device.revoked:
            return False
        role = device.role
    return role is Role.TYPE or (role is Role.ANSWER and right not in TYPING)


def may_allow(caller: Caller, level: Level | None, devices: Mapping[CallerId, Device]) -> bool:
    """Whether somebody may allow what is that dangerous; None for an answer that allows nothing."""
    if not may_act(caller, Right.ANSWER, devices):
        return False
    ceiling = devices[caller.id].ceiling if caller.own_token else caller.ceiling
    return level is None or LEVELS.index(level) <= LEVELS.index(ceiling)
