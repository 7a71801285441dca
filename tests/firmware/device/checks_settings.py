"""Where the daemon is."""

import json

import settings

PIN = "ab" * 32
GIVEN = {"wifi": "home", "password": "secret", "host": "10.0.0.2", "port": 8081, "token": "t"}


def check_settings_are_read_with_what_is_usual():
    with open("/keyboard.json", "w") as file:
        json.dump(GIVEN, file)
    found = settings.load("/keyboard.json")
    assert found["host"] == "10.0.0.2"
    assert found["tls"] is True


def check_what_is_missing_or_wrong_is_named():
    for name in ("wifi", "host", "token", "pin"):
        for value in (None, 3, "x" * 201) + (("",) if name == "wifi" else ()):
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


def check_the_wifi_is_enough_to_be_found_and_paired():
    found = settings.checked({"wifi": "home"})
    assert (found["host"], found["port"], found.get("token")) == ("", 8080, None)


def check_without_a_file_it_asks_until_it_knows():
    link = "quarterdeck://10.0.0.2:8081/pair?code=c&pin=" + PIN
    answers = iter(["", "", "", "home", "secret", "no link", "home", "secret", link])
    found = settings.asked(lambda question: next(answers), "/asked.json")
    assert (found["wifi"], found["host"], found["port"]) == ("home", "10.0.0.2", 8081)
    assert (found["code"], found["pin"]) == ("c", PIN)
    assert settings.load("/asked.json") == found
