"""Commands as data: what the parser knows, and nothing that it hides."""

from quarterdeck.app.cli.command_words import commands_of
from quarterdeck.app.cli.main import COMMANDS, build

ALL = {command.name: command for command in commands_of(build(()))}


def test_every_command_is_there_in_its_order() -> None:
    assert tuple(ALL) == COMMANDS
    assert all(command.summary and command.examples for command in ALL.values())


def test_options_tell_what_they_take_and_hidden_ones_are_left_out() -> None:
    options = {form: o for o in ALL["setup"].options for form in o.forms}
    assert options["--tripwire"].choices == ("off", "critical", "high", "medium", "low")
    assert options["--remove"].value == ""
    up = {form for o in ALL["up"].options for form in o.forms}
    assert up == {"-h", "--help", "--detach", "--demo", "--open"}


def test_words_tell_what_the_daemon_can_be_asked_for() -> None:
    assert [word.listed for word in ALL["answer"].words] == ["asks", ""]
    assert [word.listed for word in ALL["send"].words] == ["sessions", ""]
    assert [word.wanted for word in ALL["keys"].words] == ["", "+"]
