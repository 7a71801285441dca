"""Applies the table of rights to what is known now: a device may have been revoked since."""

from collections.abc import Iterator
from dataclasses import replace

from quarterdeck.domain.callers import AccessRules, Caller, Refusal, Right, may
from quarterdeck.domain.devices import Device
from quarterdeck.domain.effects import Effect, Record
from quarterdeck.domain.ids import CallerId
from quarterdeck.domain.journal import DeviceWritten
from quarterdeck.domain.risk import Level

REVOKED = Refusal("revoked", "This device was revoked.")


class Access:
    """The devices, and what callers may do now."""

    def __init__(self, rules: AccessRules, devices: tuple[Device, ...]) -> None:
        self._rules = rules
        self._devices = {device.id: device for device in devices}

    def may(self, caller: Caller, right: Right, risk: Level | None) -> Refusal | None:
        """The objection to it now; a device is judged by its current rights."""
        if not caller.own_token:
            return may(caller, right, risk, self._rules)
        device = self._devices.get(caller.id)
        if device is None or device.revoked:
            return REVOKED
        return may(device.caller(), right, risk, self._rules)

    def pair(self, device: Device) -> Iterator[Effect]:
        """A device gets a token, or other rights."""
        yield from self._write(device)

    def revoke(self, name: CallerId) -> Iterator[Effect]:
        """A device's token is no longer valid."""
        device = self._devices.get(name)
        if device and not device.revoked:
            yield from self._write(replace(device, revoked=True))

    def take_over(self, name: CallerId, at: float) -> Iterator[Effect]:
        """Two had a device's token at the same time."""
        if device := self._devices.get(name):
            yield from self._write(replace(device, taken_over=at))

    def see(self, caller: Caller, now: float) -> Iterator[Effect]:
        """Somebody came; of a device it is remembered when."""
        device = self._devices.get(caller.id) if caller.own_token else None
        if device:
            yield from self._write(replace(device, last_seen=now))

    def devices(self) -> tuple[Device, ...]:
        """Every device, in order of pairing."""
        return tuple(self._devices.values())

    def _write(self, device: Device) -> Iterator[Effect]:
        self._devices[device.id] = device
        yield Record(DeviceWritten(device))
