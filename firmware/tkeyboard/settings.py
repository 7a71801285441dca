"""Where the daemon is and how to reach it: a file on flash, or asked for over the USB cable."""

import json
import os

from pairing import NoLink, address, is_pin, link

FILE = "keyboard.json"
QUESTIONS = (
    ("wifi", "Name of the Wi-Fi: "),
    ("password", "Its password: "),
    ("link", "Link of `qd pair`, the computer's address, or nothing to look for it: "),
)
LONGEST = 200  # characters of an answer


LONGEST_WIFI = 32  # bytes, as the standard has it
PASSWORD = (8, 63)  # characters, likewise; or a key of 64 hexadecimal digits


class NotSetUp(Exception):
    """Something is missing or wrong; it is named."""


class NoWifi(OSError):
    """The Wi-Fi is out of reach, or does not let us in."""


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
        given = {name: answer(question).strip() for name, question in QUESTIONS}
        try:
            settings = checked(changed({}, given))
        except NotSetUp as error:
            print(error)
            continue
        keep(settings, path)
        return settings


def changed(known: dict, given: dict) -> dict:
    """Settings with what a person gave: a Wi-Fi, its password, and a link or an address if any.

    Without either, the daemon that is known stays known. Raises NotSetUp, in plain words.
    """
    wifi, password, where = given["wifi"], given["password"], given["link"]
    if not wifi:
        raise NotSetUp("The name of the Wi-Fi is missing.")
    if len(wifi.encode()) > LONGEST_WIFI:
        raise NotSetUp("The name of a Wi-Fi has at most 32 characters.")
    if not _is_password(password):
        raise NotSetUp("The password of a Wi-Fi has 8 to 63 characters; an open one has none.")
    if any(ord(sign) < 32 for sign in wifi + password):
        raise NotSetUp("There is a sign in it that nobody can type.")
    settings = dict(known)
    settings.update(wifi=wifi, password=password)
    if where:
        for name in ("host", "port", "token", "pin", "code"):
            settings.pop(name, None)
        settings.update(_daemon(where))
    return settings


def _is_password(text: str) -> bool:
    is_key = len(text) == 64 and all(sign in "0123456789abcdefABCDEF" for sign in text)
    return not text or PASSWORD[0] <= len(text) <= PASSWORD[1] or is_key


def _daemon(where: str) -> dict:
    """Where the daemon is, by a link or an address."""
    try:
        return link(where) if "://" in where else address(where)
    except NoLink:
        raise NotSetUp("This is no link of `qd pair`, and no address like 192.168.1.20:8080.")


def keep(settings: dict, path: str = FILE) -> None:
    """Write the settings down, in one step."""
    with open(path + ".new", "w") as file:
        json.dump(settings, file)
    os.rename(path + ".new", path)
