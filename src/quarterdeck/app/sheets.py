"""The rules by which screens are read: ours, and a person's own beside the settings."""

from collections.abc import Iterable
from pathlib import Path

from quarterdeck.app.places import Places
from quarterdeck.judgement.screens import BadRule, Rules, builtin_rules, with_additions


class BadSheet(Exception):
    """A file of rules that cannot be used; the text names the file and what is wrong with it."""


def house_rules(places: Places) -> tuple[Rules, tuple[BadSheet, ...]]:
    """All rules of this house, and the files that had to be left out of them."""
    return with_sheets(builtin_rules(), sorted(_folder(places).glob("*.toml")))


def with_sheets(rules: Rules, files: Iterable[Path]) -> tuple[Rules, tuple[BadSheet, ...]]:
    """The rules with those of the files; a bad file is left out whole and hides no other."""
    left_out: list[BadSheet] = []
    for file in files:
        try:
            rules = with_sheet(rules, file)
        except BadSheet as error:
            left_out.append(error)
    return rules, tuple(left_out)


def with_sheet(rules: Rules, file: Path) -> Rules:
    """The rules with those of one file."""
    try:
        return with_additions(rules, file.read_text("utf-8"))
    except BadRule as error:
        raise BadSheet(f"{file}: {error}") from error
    except UnicodeDecodeError as error:
        raise BadSheet(f"{file}: The file is not UTF-8, at byte {error.start}.") from error
    except OSError as error:
        raise BadSheet(f"{file}: {error.strerror}.") from error


def _folder(places: Places) -> Path:
    return places.config.parent / "screens"
