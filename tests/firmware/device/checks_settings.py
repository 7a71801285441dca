"""Where the daemon is."""

import json

import settings

GIVEN = {"wifi": "home", "password": "secret", "host": "10.0.0.2", "port": 8081, "token": "t"}


def check_settings_are_read_with_what_is_usual():
    with open("/keyboard.json", "w") as file:
        json.dump(GIVEN, file)
    found = settings.load("/keyboard.json")
    assert found["host"] == "10.0.0.2"
    assert found["tls"] is True


def check_what_is_missing_is_named():
    for name in ("wifi", "host", "token"):
        for value in (None, "", 3, "x" * 201):
            try:
                settings.checked(dict(GIVEN, **{name: value}))
            except settings.NotSetUp as error:
                assert name in str(error)
                continue
            raise AssertionError(name)
    for port in (0, 70000, "8081"):
        try:
            settings.checked(dict(GIVEN, port=port))
        except settings.NotSetUp:
            continue
        raise AssertionError(port)


def check_without_a_file_it_asks_until_it_knows():
    answers = iter(["", "", "", "", "", "home", "secret", "10.0.0.2", "", "t"])
    found = settings.asked(lambda question: next(answers), "/asked.json")
    assert (found["wifi"], found["port"]) == ("home", 8081)
    assert settings.load("/asked.json") == found
