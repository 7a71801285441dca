"""The rules by which screens are read: ours, and a person's own beside the settings."""

from collections.abc import Iterable
from pathlib import Path

from quarterdeck.app.paths import Paths
from quarterdeck.judgement.screens import BadRule, Rules, builtin_rules, with_additions


class BadScreenRules(Exception):
    """A file of rules that cannot be used; the text names the file and what is wrong with it."""


def all_screen_rules(paths: Paths) -> tuple[Rules, tuple[BadScreenRules, ...]]:
    """Every screen rule, ours and the person's, and the files that had to be left out of them."""
    return with_own_rules(builtin_rules(), sorted(_folder(paths).glob("*.toml")))


def with_own_rules(rules: Rules, files: Iterable[Path]) -> tuple[Rules, tuple[BadScreenRules, ...]]:
    """The rules with those of the files; a bad file is left out whole and hides no other."""
    left_out: list[BadScreenRules] = []
    for file in files:
        try:
            rules = with_rule_file(rules, file)
        except BadScreenRules as error:
            left_out.append(error)
    return rules, tuple(left_out)


def with_rule_file(rules: Rules, file: Path) -> Rules:
    """The rules with those of one file."""
    try:
        return with_additions(rules, file.read_text("utf-8"))
    except BadRule as error:
        raise BadScreenRules(f"{file}: {error}") from error
    except UnicodeDecodeError as error:
        raise BadScreenRules(f"{file}: The file is not UTF-8, at byte {error.start}.") from error
    except OSError as error:
        raise BadScreenRules(f"{file}: {error.strerror}.") from error


def _folder(paths: Paths) -> Path:
    return paths.config.parent / "screens"
