"""The token of the command line."""

from pathlib import Path

from quarterdeck.app.wiring.token_file import token_in


def test_a_token_is_made_once_for_us_alone(tmp_path: Path) -> None:
    path = tmp_path / "token"
    token = token_in(path)
    assert len(token) > 30
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    assert token_in(path) == token
    assert path.stat().st_mode & 0o777 == 0o600


def test_an_empty_token_is_none(tmp_path: Path) -> None:
    (tmp_path / "token").write_text(" \n")
    assert len(token_in(tmp_path / "token")) > 30


def test_two_daemons_have_two_tokens(tmp_path: Path) -> None:
    assert token_in(tmp_path / "a") != token_in(tmp_path / "b")
