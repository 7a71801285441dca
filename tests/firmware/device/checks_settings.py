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
    given = ["", "", "", "home", "secret", link, "home", "long enough", "no link"]
    answers = iter(given + ["home", "long enough", link])  # noqa: RUF005 - not on MicroPython
    found = settings.asked(lambda question: next(answers), "/asked.json")
    assert (found["wifi"], found["host"], found["port"]) == ("home", "10.0.0.2", 8081)
    assert (found["code"], found["pin"]) == ("c", PIN)
    assert settings.load("/asked.json") == found


def check_what_a_person_gives_is_within_bounds():
    known = dict(GIVEN, pin=PIN)
    for password in ("", "x" * 8, "x" * 63, "aF" * 32):
        found = settings.changed(known, {"wifi": "é" * 16, "password": password, "link": ""})
        assert (found["password"], found["token"], found["pin"]) == (password, "t", PIN)
    for name, value in (
        ("wifi", ""),
        ("wifi", "é" * 17),
        ("wifi", "a\tb"),
        ("password", "x" * 7),
        ("password", "x" * 64),
        ("password", "x" * 8 + "\n" + "x"),
        ("link", "quarterdeck://h:1"),
        ("link", "two words"),
    ):
        given = {"wifi": "home", "password": "", "link": ""}
        given[name] = value
        try:
            settings.changed(known, given)
        except settings.NotSetUp as error:
            assert str(error).endswith("."), "a sentence"
            continue
        raise AssertionError((name, value))


def check_an_address_is_a_daemon_that_is_not_known_yet():
    given = {"wifi": "home", "password": "", "link": "desk.local"}
    found = settings.changed(dict(GIVEN, pin=PIN), given)
    assert (found["host"], found["port"]) == ("desk.local", 8080)
    assert "token" not in found and "pin" not in found
