"""Where the daemon is and how to reach it: a file on flash, or asked for over the USB cable."""

import json
import os

from pairing import NoLink, is_pin, link

FILE = "keyboard.json"
QUESTIONS = (
    ("wifi", "Name of the Wi-Fi: "),
    ("password", "Its password: "),
    ("link", "Link of `qd pair`, or nothing to be paired by digits: "),
)
LONGEST = 200  # characters of an answer


class NotSetUp(Exception):
    """Something is missing; it is named."""


def load(path: str = FILE) -> dict:
    """The settings; raises NotSetUp."""
    try:
        with open(path) as file:
            found = json.load(file)
    except (OSError, ValueError):
        raise NotSetUp("there are no settings")
    return checked(found)


def checked(found) -> dict:
    """Settings that can be used; raises NotSetUp."""
    if not isinstance(found, dict):
        raise NotSetUp("there are no settings")
    settings = {"host": "", "port": 8080, "tls": True, "folder": "", "password": "", "file": FILE}
    settings.update(found)
    for name in ("wifi", "host", "token"):
        # Without an address we look for the daemon, without a token we are paired.
        value, least = settings.get(name, ""), 1 if name == "wifi" else 0
        if not isinstance(value, str) or not least <= len(value) <= LONGEST:
            raise NotSetUp(name + " is missing")
    if "pin" in settings and not is_pin(settings["pin"]):
        raise NotSetUp("pin is no pin")
    if not isinstance(settings["port"], int) or not 0 < settings["port"] < 65536:
        raise NotSetUp("port is no port")
    return settings


def asked(answer, path: str = FILE) -> dict:
    """Ask a person for the settings, keep them, and give them back; `answer` is `input`."""
    while True:
        found = {name: answer(question).strip() for name, question in QUESTIONS}
        given = found.pop("link")
        try:
            if given:
                found.update(link(given))
            settings = checked(found)
        except (NotSetUp, NoLink) as error:
            print(error)
            continue
        keep(found, path)
        return settings


def keep(settings: dict, path: str = FILE) -> None:
    """Write the settings down, in one step."""
    with open(path + ".new", "w") as file:
        json.dump(settings, file)
    os.rename(path + ".new", path)
