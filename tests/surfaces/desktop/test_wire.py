"""What the desktop's programs are told."""

from tests.stories.happened import an_ask

from quarterdeck.domain.risk import Level
from quarterdeck.ports import AlertMessage
from quarterdeck.surfaces.desktop import wire

LS = an_ask("ls").id


def message(text: str, risk: Level | None = None) -> AlertMessage:
    return AlertMessage(LS, "-title", text, "http://x", risk)


def test_nothing_that_is_told_is_taken_for_an_option_or_for_markup() -> None:
    words = wire.notify_send(message('<a href="x">&'), replaces=None, numbered=True)
    assert words[-3:-1] == ["--", "-title"]
    assert words[-1].startswith('&lt;a href="x"&gt;&amp;')


def test_what_is_critical_is_urgent() -> None:
    assert "--urgency=critical" in wire.notify_send(
        message("", Level.CRITICAL), replaces=None, numbered=True
    )
    assert "--urgency=normal" in wire.notify_send(message(""), replaces=None, numbered=True)


def test_a_mac_runs_the_same_script_whatever_it_is_told() -> None:
    hostile = message('" & (do shell script "rm -rf /") & "')
    _, option, script, *given = wire.osascript(hostile)
    assert (option, script) == ("-e", wire.osascript(message("x"))[2])
    assert given == [hostile.title, hostile.text]


def test_a_number_is_read_and_nothing_else() -> None:
    assert wire.number_in("42\n") == 42
    assert wire.number_in("") is None
    assert wire.number_in("oops") is None


def test_a_notification_is_closed_by_its_number() -> None:
    assert wire.close(7)[-1] == "7"


def test_only_an_old_program_knows_no_numbers() -> None:
    assert wire.knows_no_numbers("notify-send: Unknown option --print-id")
    assert not wire.knows_no_numbers("Cannot autolaunch D-Bus")
