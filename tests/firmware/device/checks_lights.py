"""Lights are functions of time."""

from keys import Finger
from lights import OFF, PULSE, WHITE, light, pulse


def check_a_pulse_comes_and_goes():
    colour = (0, 10, 40)
    assert pulse(colour, 0) == (0, 0, 0)
    assert pulse(colour, PULSE // 2) == colour
    assert pulse(colour, PULSE // 4) == pulse(colour, PULSE * 3 // 4) == (0, 5, 20)


def check_it_says_how_we_are_connected():
    now = PULSE // 2
    assert light(now, True, False, None, False) == OFF
    first, lost = (light(now, False, tried, None, False) for tried in (False, True))
    assert first[2] > first[0]
    assert lost[0] > lost[2]


def check_a_finger_lights_its_key_and_a_hold_that_is_long_enough_is_green():
    finger = Finger(None, "h", 1000)
    assert light(0, True, False, finger, False) == WHITE
    finger.began = 100
    assert light(1099, True, False, finger, False) == WHITE
    green = light(1100, True, False, finger, False)
    assert green[1] > green[0]


def check_no_is_red():
    red = light(0, True, False, Finger("p", None, 1000), True)
    assert red[0] > red[1]
