"""What the doctor says of the keyboard's calls."""

import pytest

from quarterdeck.app.keyboard_checks import keyboard_checks
from quarterdeck.app.running_daemon import Running
from quarterdeck.app.settings import Http

HERE = Running(7, "http://127.0.0.1:8081", "1")
ASIDE = Running(7, "http://127.0.0.1:8082", "1", wanted_port=8081)


@pytest.mark.parametrize(
    ("http", "found", "told"),
    [
        (Http(), HERE, [("ok", "its calls are at http://127.0.0.1:8081")]),
        (Http(keyboard_calls=False), HERE, [("ok", "its calls are off ([http] keyboard_calls)")]),
        (
            Http(),
            ASIDE,
            [("warn", "its calls are at http://127.0.0.1:8082; port 8081 was taken")],
        ),
        (Http(), None, []),
    ],
)
def test_the_doctor_says_where_the_calls_are(
    http: Http, found: Running | None, told: list[tuple[str, str]]
) -> None:
    checks = list(keyboard_checks(http, found))
    assert [(check.verdict, check.found) for check in checks] == told
    assert all(check.remedy for check in checks if check.verdict == "warn")
