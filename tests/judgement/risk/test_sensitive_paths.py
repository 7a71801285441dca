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


OURS = Place("/srv/qd/demo/shop", "/home/ann", "/srv/qd/demo/shop", ("/srv/qd", "/run/qd"))


@pytest.mark.parametrize(
    "path",
    [
        *("/srv/qd", "../../token", "/srv/qd/journal.db-wal", "/srv/qd/config.toml"),
        *("/srv/qd/screens/mine.toml", "/run/qd/hooks.sock", "/srv/qd/quarterdeck.log"),
        *("/srv/qd/*", "~/.local/state/quarterdeck/token", "~/.config/quarterdeck/screens/a.toml"),
    ],
)
def test_our_own_files_are_known(path: str) -> None:
    assert writing(path, OURS, ()).rule == "path.quarterdeck"


@pytest.mark.parametrize(
    "path", ["build.log", "token", "deep/in/it", "~/.local/state/quarterdeck/demo/shop/build.log"]
)
def test_a_project_that_lies_below_our_folder_is_not_ours(path: str) -> None:
    assert writing(path, OURS, ()).rule != "path.quarterdeck"
    assert reading(path, OURS, ()) is None


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
