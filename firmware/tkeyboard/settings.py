"""Where the daemon is and how to reach it: a file on flash, or asked for over the USB cable."""

import json

FILE = "keyboard.json"
QUESTIONS = (
    ("wifi", "Name of the Wi-Fi: "),
    ("password", "Its password: "),
    ("host", "Address of the computer: "),
    ("port", "Port [8081]: "),
    ("token", "Token: "),
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
    settings = {"port": 8081, "tls": True, "folder": "", "password": ""}
    settings.update(found)
    for name in ("wifi", "host", "token"):
        value = settings.get(name)
        if not isinstance(value, str) or not 0 < len(value) <= LONGEST:
            raise NotSetUp(name + " is missing")
    if not isinstance(settings["port"], int) or not 0 < settings["port"] < 65536:
        raise NotSetUp("port is no port")
    return settings


def asked(answer, path: str = FILE) -> dict:
    """Ask a person for the settings, keep them, and give them back; `answer` is `input`."""
    while True:
        found = {name: answer(question).strip() for name, question in QUESTIONS}
        found["port"] = int(found["port"]) if found["port"].isdigit() else 8081
        try:
            settings = checked(found)
        except NotSetUp as error:
            print(error)
            continue
        with open(path, "w") as file:
            json.dump(found, file)
        return settings
