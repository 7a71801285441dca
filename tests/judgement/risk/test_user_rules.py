"""What a person adds to the rules."""

import pickle
from typing import Any

import pytest

from quarterdeck.judgement.risk import (
    NO_ADDITIONS,
    Additions,
    BadAddition,
    Place,
    judge_command,
    read_additions,
)

HERE = Place("/home/ann/project", "/home/ann", "/home/ann/project")


def level(command: str, additions: Additions) -> str:
    return judge_command(command, HERE, additions).level.value


def pattern(match: str, wanted: str) -> Additions:
    return read_additions({"patterns": [{"match": match, "level": wanted}]})


def test_a_pattern_of_ones_own_raises_what_it_means_wherever_it_hides() -> None:
    own = pattern("deploy prod", "critical")
    assert level("deploy prod --now", own) == "critical"
    assert level("env A=1 bash -c 'deploy prod'", own) == "critical"
    assert level("deploy staging", own) == "medium"
    assert level("echo deploy prod", own) == "low"


@pytest.mark.parametrize(
    ("command", "match"),
    [
        ("mytool status", "mytool status"),  # nobody knows it
        ("mytool purge", "mytool purge"),  # high, but only guessed from its words
        ("./ship.sh", "ship.sh"),
        ("./deploy.sh", "deploy.sh"),
        ("bash deploy.sh", "bash"),
        ("npm run build", "npm run build"),  # known, and no more than medium
    ],
)
def test_a_pattern_of_ones_own_settles_what_is_not_known_to_be_dangerous(
    command: str, match: str
) -> None:
    assert level(command, NO_ADDITIONS) != "low"
    assert level(command, pattern(match, "low")) == "low"


@pytest.mark.parametrize(
    "command",
    ["rm -rf /", "sudo ls", "git push", "rm x", "curl https://x.y", "mytool > ~/.bashrc"],
)
def test_what_we_know_to_be_high_or_critical_is_never_lowered(command: str) -> None:
    own = pattern(command.split(maxsplit=1)[0], "low")
    assert level(command, own) == level(command, NO_ADDITIONS)


def test_a_pattern_of_ones_own_raises_what_is_high() -> None:
    assert level("git push origin main", pattern("git push ** main", "critical")) == "critical"


def test_an_expression_looks_at_the_whole_text_and_only_raises() -> None:
    own = read_additions({"patterns": [{"regex": "prod-\\d+", "level": "high", "reason": "prod"}]})
    assert judge_command("ls prod-7", HERE, own).reason == "prod"
    assert level("rm -rf prod-7", own) == "critical"


def test_an_expression_never_lowers() -> None:
    own = read_additions({"patterns": [{"regex": "mytool", "level": "low"}]})
    assert level("mytool", own) == "medium"


def test_a_path_of_ones_own_never_lowers() -> None:
    own = read_additions({"paths": [{"match": "**/.ssh/**", "level": "low"}]})
    assert level("echo x > ~/.ssh/config", own) == "critical"


def test_paths_of_ones_own_raise_writing() -> None:
    own = read_additions({"paths": [{"match": "**/migrations/**", "level": "high"}]})
    assert level("echo x > db/migrations/1.sql", own) == "high"
    assert level("echo x > db/1.sql", own) == "medium"


def test_nothing_added_changes_nothing() -> None:
    assert read_additions({}) == NO_ADDITIONS


def test_additions_can_go_to_another_process() -> None:
    own = pickle.loads(pickle.dumps(pattern("mytool", "critical")))
    assert level("mytool", own) == "critical"


@pytest.mark.parametrize(
    ("section", "sentence"),
    [
        ({"rules": []}, "risk.rules is not a setting"),
        ({"patterns": {}}, "risk.patterns must be a list"),
        ({"patterns": ["x"]}, r"risk.patterns\[0\] must be a table"),
        ({"patterns": [{"level": "high"}]}, r"risk.patterns\[0\].match must be a text"),
        ({"patterns": [{"match": "x"}]}, r"risk.patterns\[0\].level must be low, medium"),
        ({"patterns": [{"match": "-x", "level": "low"}]}, "match is not a pattern"),
        ({"patterns": [{"match": "a ~(", "level": "low"}]}, "match is not a pattern"),
        ({"patterns": [{"match": "a @moon", "level": "low"}]}, "match is not a pattern"),
        ({"patterns": [{"match": "a #", "level": "low"}]}, "match is not a pattern"),
        ({"patterns": [{"regex": "(", "level": "low"}]}, "regex is not an expression"),
        (
            {"patterns": [{"match": "x", "level": "low", "reason": "y" * 21}]},
            "reason must be a text of 1 to 20",
        ),
        ({"paths": [{"match": "", "level": "low"}]}, r"risk.paths\[0\].match must be a text"),
        ({"tools": {"Bash": "worst"}}, "risk.tools.Bash must be low, medium"),
        ({"tools": []}, "risk.tools must be a table"),
    ],
)
def test_nonsense_is_refused_with_one_sentence_that_names_the_key(
    section: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadAddition, match=sentence):
        read_additions(section)
