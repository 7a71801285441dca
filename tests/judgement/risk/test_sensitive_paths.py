"""Files that matter more than others."""

import pytest

from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.sensitive_paths import path_rule, reading, writing

HERE = Place("/home/ann/project", "/home/ann", "/home/ann/project")


@pytest.mark.parametrize(
    ("path", "rule", "level"),
    [
        ("~/.ssh/authorized_keys", "path.ssh", "critical"),
        ("/home/ann/.ssh/config", "path.ssh", "critical"),
        (".env", "path.env", "high"),
        (".env.production", "path.env-production", "high"),
        (".github/workflows/ci.yml", "path.ci", "high"),
        (".git/hooks/pre-commit", "path.git-hooks", "high"),
        (".git/config", "path.git-inner", "high"),
        ("~/.zshrc", "path.startup", "high"),
        (".claude/settings.json", "path.agent", "high"),
        ("~/.claude/settings.json", "path.agent", "high"),
        ("~/.config/quarterdeck/config.toml", "path.quarterdeck", "critical"),
        ("/etc/sudoers", "path.accounts", "critical"),
        ("/etc/nginx/nginx.conf", "write.system", "high"),
        ("src/main.py", "write.project", "medium"),
        ("src/../.env", "path.env", "high"),
        ("/dev/tcp/1.2.3.4/80", "path.socket", "critical"),
        ("/dev/sda", "write.device", "critical"),
        ("/dev/null", "write.sink", "low"),
    ],
)
def test_writing_is_raised_by_path(path: str, rule: str, level: str) -> None:
    risk = writing(path, HERE, ())
    assert (risk.rule, risk.level) == (rule, level)


@pytest.mark.parametrize(
    ("path", "level"),
    [("~/.ssh/id_ed25519", "high"), ("~/.aws/credentials", "high"), (".env", "medium")],
)
def test_reading_secrets_is_told(path: str, level: str) -> None:
    risk = reading(path, HERE, ())
    assert risk is not None
    assert risk.level == level


@pytest.mark.parametrize("path", ["README.md", "~/.ssh/known_hosts", ".env.example", "/etc/hosts"])
def test_reading_other_files_is_nothing_special(path: str) -> None:
    assert reading(path, HERE, ()) is None


def test_a_person_can_add_kinds_of_files() -> None:
    own = path_rule(
        {
            "name": "x",
            "match": ["migrations/**"],
            "write": "critical",
            "reason": "r",
            "sentence": "s.",
        }
    )
    assert writing("db/migrations/1.sql", HERE, (own,)).rule == "x"
    assert writing("db/other/1.sql", HERE, (own,)).rule == "write.project"
