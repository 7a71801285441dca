"""What the lights below the keys do: functions of time, so that nothing ever waits for them."""

PULSE = 1600  # milliseconds
OFF, WHITE = (0, 0, 0), (40, 40, 40)
_BLUE, _RED = (0, 8, 40), (40, 0, 0)


def pulse(colour: tuple, now: int) -> tuple:
    """A colour that comes and goes."""
    place = now % PULSE
    level = min(place, PULSE - place) * 2
    return tuple(part * level // PULSE for part in colour)


def light(now: int, linked: bool, tried: bool, finger, refused: bool) -> tuple:
    """The colour of one key's light."""
    if refused:
        return _RED
    if finger is not None:
        held = finger.held(now)
        if finger.hold and held >= finger.hold_ms:
            return (0, 40, 0)
        return WHITE
    if linked:
        return OFF
    return pulse(_RED if tried else _BLUE, now)
