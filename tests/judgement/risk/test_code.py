"""Code in other languages."""

import pytest

from quarterdeck.judgement.risk.code import sayings, shell_texts, statement


def found(code: str, language: str) -> set[str]:
    return {risk.rule for risk in sayings(code, language)}


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("DROP TABLE users", "sql.drops"),
        ("truncate users", "sql.drops"),
        ("DELETE FROM users;", "sql.deletes-all"),
        ("delete from `users`", "sql.deletes-all"),
        ("DELETE FROM users WHERE id = 1", "sql.deletes"),
        ("UPDATE users SET a = 1", "sql.updates-all"),
        ("ALTER TABLE users DROP COLUMN a", "sql.changes-structure"),
        ("COPY x TO PROGRAM 'sh'", "sql.runs-programs"),
    ],
)
def test_statements_that_destroy_are_told(code: str, rule: str) -> None:
    assert rule in found(code, "sql")


@pytest.mark.parametrize(
    "code",
    [
        "SELECT * FROM dropdown",
        "UPDATE users SET a = 1 WHERE id = 2",
        "INSERT INTO x VALUES (1)",
        "CREATE TABLE x (id int)",
    ],
)
def test_statements_that_do_not_destroy_are_nothing_special(code: str) -> None:
    assert found(code, "sql") == set()


def test_code_that_deletes_is_told() -> None:
    assert "code.deletes-tree" in found("import shutil; shutil.rmtree('/x')", "python")
    assert "code.deletes-tree" in found("fs.rmSync('/x', { recursive: true })", "javascript")
    assert "code.deletes" in found("os.remove('x')", "python")
    assert found("print('hello')", "python") == set()


@pytest.mark.parametrize(
    ("code", "language", "text"),
    [
        ("os.system('ls -l')", "python", "ls -l"),
        ("subprocess.run(['ls', '-l'])", "python", "ls -l"),
        ("execSync(`ls -l`)", "javascript", "ls -l"),
        ("system('ls -l')", "ruby", "ls -l"),
        ('BEGIN { system("ls -l") }', "awk", "ls -l"),
        ('do shell script "ls -l"', "applescript", "ls -l"),
    ],
)
def test_shell_commands_in_code_are_found(code: str, language: str, text: str) -> None:
    assert text in list(shell_texts(code, language))


def test_a_statement_typed_as_a_command_is_judged_as_one() -> None:
    risk = statement("drop", "DROP TABLE users")
    assert risk is not None
    assert risk.rule == "sql.drops"
    assert statement("ls", "ls") is None
