"""Code in other languages."""

import pytest

from quarterdeck.judgement.risk.embedded_code import (
    fed_texts,
    given_code,
    interpreter_of,
    sayings,
    script_of,
    shell_texts,
    statement,
    written_files,
)
from quarterdeck.judgement.risk.parsed_call import read_call
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.shell_ast import Word

HERE = Place("/p", "/h", "/p")


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


@pytest.mark.parametrize(
    "code",
    [
        "select 'drop table x' as t",
        "insert into notes values ('delete from users')",
    ],
)
def test_a_text_in_a_statement_is_data(code: str) -> None:
    assert found(code, "sql") == set()


@pytest.mark.parametrize(
    "code",
    ["execute 'drop table x'", "select '\\'' ; drop table x; --'", "select 'a'; drop table x"],
)
def test_a_text_that_may_run_or_end_early_is_no_mere_data(code: str) -> None:
    assert "sql.drops" in found(code, "sql")


def test_parts_that_follow_each_other_may_have_anything_between_them() -> None:
    reverse_shell = "import socket\ns = socket.socket()\nimport pty\npty.spawn('/bin/sh')"
    assert "code.reverse-shell" in found(reverse_shell, "python")
    assert "code.reverse-shell" not in found("pty.spawn('x')\nimport socket", "python")


def test_lists_of_words_are_commands_too() -> None:
    assert next(iter(shell_texts('exec "rm", "-rf", "/"', "perl"))) == "rm -rf /"
    assert next(iter(shell_texts("spawn('rm', ['-rf', '/'])", "javascript"))) == "rm -rf /"


@pytest.mark.parametrize(
    ("words", "script"),
    [
        ("bash deploy.sh x", "deploy.sh"),
        ("python a.py", "a.py"),
        ("bash -c ls", ""),
        ("psql shop", ""),
        ("ssh host", ""),
        ("vim a.py", ""),
        ("ls a.py", ""),
    ],
)
def test_the_script_of_a_call_is_the_file_that_it_runs(words: str, script: str) -> None:
    program, *others = words.split()
    call = read_call(program, tuple(Word(w, True, ()) for w in others), HERE)
    assert script_of(call) == script


def test_the_files_that_code_writes_are_known() -> None:
    assert list(written_files('{print > "a b"}', "awk")) == ["a b"]
    assert set(written_files("s/a/b/w out", "sed")) == {"out"}
    assert not list(written_files("s/w/x/", "sed"))


def test_the_commands_that_get_what_code_prints_are_known() -> None:
    assert list(fed_texts('{print |& "sort -u"}', "awk")) == ["sort -u"]
    assert not list(fed_texts('{print $1 "|" $2 "|" $3}', "awk"))


def test_a_variable_that_awk_gets_stands_where_it_is_written_to() -> None:
    words = [Word(w, True, ()) for w in ("-v", "f=/x", "{print > f}")]
    interpreter = interpreter_of("awk")
    assert interpreter
    (code,) = given_code(interpreter, read_call("awk", tuple(words), HERE))
    assert code.text == '{print > "/x"}'
