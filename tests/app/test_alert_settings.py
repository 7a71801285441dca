"""The settings of alerts, and what cannot be meant."""

import pytest

from quarterdeck.app.alert_settings import hours_in
from quarterdeck.app.settings import BadSettings, Settings, read

ALL = """
[alerts]
quiet_hours = "22:00-07:30"
show_text = true
address = "https://deck.example.org"

[alerts.desktop]
wait_s = 5
away = false

[alerts.tmux]
enabled = true
bell = false

[alerts.ntfy]
url = "https://ntfy.example.org/my-topic"
token = "tk_1"
what = "attention"
risk = "high"

[[alerts.services]]
name = "phone"
url = "pover://user@token"
wait_s = 120

[[alerts.services]]
name = "team"
url = "slack://a/b/c"
what = "all"
"""


def test_everything_can_be_set() -> None:
    alerts = read(ALL, "config.toml").alerts
    assert (alerts.desktop.wait_s, alerts.desktop.away) == (5, False)
    assert (alerts.ntfy.what, alerts.ntfy.risk) == ("attention", "high")
    assert [(s.name, s.wait_s, s.what) for s in alerts.services] == [
        ("phone", 120, "decisions"),
        ("team", 20, "all"),
    ]


def test_by_default_only_the_desktop_is_told_after_20_seconds() -> None:
    alerts = Settings().alerts
    assert (alerts.desktop.enabled, alerts.desktop.wait_s, alerts.desktop.away) == (True, 20, True)
    assert (alerts.tmux.enabled, alerts.ntfy.url, alerts.services) == (False, "", ())
    assert not alerts.show_text


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("22:00-07:30", (22.0, 7.5)),
        ("9:00 - 17:15", (9.0, 17.25)),
        ("0:00–6:00", (0.0, 6.0)),
        ("", None),
        ("24:00-07:00", None),
        ("10-12", None),
    ],
)
def test_hours_are_read(text: str, hours: tuple[float, float] | None) -> None:
    found = hours_in(text)
    assert (found and tuple(at / 3600 for at in found)) == hours


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[alerts]\nquiet_hours = "late"', r"line 2: \[alerts\] quiet_hours must be like"),
        ('[alerts]\naddress = "deck"', r"line 2: \[alerts\] address must be an address"),
        ('[alerts.ntfy]\nurl = "ntfy.sh/x"', r"line 2: \[alerts.ntfy\] url must be an address"),
        ('[alerts.ntfy]\nurl = "https://ntfy.sh"', "must end with a topic"),
        ('[alerts.ntfy]\nurl = "https://ntfy.sh/a\\r\\nX: y"', "must be an address"),
        ('[alerts.ntfy]\nurl = "https://me:secret@ntfy.sh/x"', "must hold no name"),
        ('[alerts.ntfy]\ntoken = "a\\r\\nX: y"', "token must be one word"),
        ("[alerts.desktop]\nwait = 3", r"line 2: \[alerts.desktop\] wait is not known"),
        ("[alerts.desktop]\nwait_s = -1", "must be from 0"),
        ('[alerts.desktop]\nrisk = "huge"', "must be one of"),
        ('[alerts]\nservices = "x"', "services must be a list of tables"),
        ("[alerts]\ndesktop = 3", "desktop must be a table"),
        ('[[alerts.services]]\nurl = "json://x"', "must be one word"),
        ('[[alerts.services]]\nname = "ntfy"\nurl = "json://x"', "a second time"),
        ('[[alerts.services]]\nname = "phone"\nurl = "x"', "must be an Apprise address"),
    ],
)
def test_what_cannot_be_meant_is_named_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(BadSettings, match=complaint):
        read(text, "config.toml")
