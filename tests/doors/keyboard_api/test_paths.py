"""Which calls of the keyboard need no token."""

from quarterdeck.doors.keyboard_api.paths import is_open_call, is_open_image


def test_a_call_is_open_by_its_own_method_alone() -> None:
    assert is_open_call("GET", "/status")
    assert is_open_call("POST", "/update")
    assert not is_open_call("POST", "/status")
    assert not is_open_call("GET", "/update")
    assert not is_open_call("GET", "/api/asks")


def test_pictures_are_made_and_fetched_by_anybody() -> None:
    assert is_open_image("POST", "/generate-image")
    assert is_open_image("POST", "/images/clear-cache")
    assert is_open_image("HEAD", "/images/yes.rgb")
    assert not is_open_image("GET", "/generate-image")
    assert not is_open_image("POST", "/images/yes.rgb")
