"""The session that a keyboard belongs to, kept on flash."""

import own_session


def check_it_comes_back():
    own_session.save("/session.json", "s1", "shop")
    assert own_session.load("/session.json") == ("s1", "shop")


def check_what_is_broken_is_none():
    assert own_session.load("/none.json") == ("", "")
    for text in ("", "{}", "[1, 2]", "[]", '["s1"]', "7", "[[[["):
        with open("/broken.json", "w") as file:
            file.write(text)
        assert own_session.load("/broken.json") == ("", ""), text


def check_a_flash_that_cannot_be_written_does_no_harm():
    own_session.save("/no/such/folder/session.json", "s1", "shop")
