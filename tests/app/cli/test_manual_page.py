"""The manual page tells all that the parser knows, in words that troff leaves alone."""

from quarterdeck.app.cli.command_words import CommandWords, Option, Word, commands_of
from quarterdeck.app.cli.console import Exit
from quarterdeck.app.cli.main import build
from quarterdeck.app.cli.manual_page import EXIT_CODES, manual_page


def test_every_command_option_and_exit_code_has_its_place() -> None:
    commands = commands_of(build(()))
    page = manual_page(commands)
    for command in commands:
        assert f"\n.SS qd {command.name}" in page
        for option in command.options:
            forms = (form.replace("-", "\\-") for form in option.forms if form != "-h")
            assert "--help" in option.forms or all(f"\\fB{form}\\fR" in page for form in forms)
    assert set(EXIT_CODES) == set(Exit)


def test_nothing_in_a_text_is_an_order_to_troff() -> None:
    option = Option(("--x",), "", (), ".SH looks like a heading")
    word = Word("A", (), "'quoted \\fB …", "+")
    command = CommandWords("x", "Do x.", (option,), (word,), (".nf",))
    lines = manual_page([command]).splitlines()
    assert "\\&.SH looks like a heading" in lines
    assert "\\&'quoted \\efB \\[u2026]" in lines
    assert "\\&.nf" in lines
    assert ".SS qd x A ..." in lines
