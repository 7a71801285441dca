"""`qd deck run`: what it refuses before it starts. That it serves decks is in tests/stories."""

from pathlib import Path

import pytest

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.deck_run import run_decks
from quarterdeck.app.paths import Paths


def refused(tmp_path: Path, **given: str | None) -> str:
    where = Paths(tmp_path / "config.toml", tmp_path, tmp_path, tmp_path)
    wanted: dict[str, str | None] = {"url": None, "token_file": None, "emulate": "mini"}
    with pytest.raises(Trouble) as trouble:
        run_decks(where, **(wanted | given), child=False)
    return f"{trouble.value.problem} {trouble.value.remedy}"


def test_without_a_daemon_there_is_nothing_to_serve(tmp_path: Path) -> None:
    assert "not running" in refused(tmp_path)


def test_a_token_does_not_travel_the_network_in_the_clear(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("secret")

    said = refused(tmp_path, url="http://build-machine:8081", token_file=str(token))

    assert "in the clear" in said
    assert "ssh -L" in said


@pytest.mark.parametrize("url", ["ftp://127.0.0.1", "http://", "//"])
def test_what_is_no_address_is_refused(tmp_path: Path, url: str) -> None:
    (tmp_path / "token").write_text("secret")

    assert "is not an address" in refused(tmp_path, url=url)


def test_a_token_file_that_is_missing_is_named(tmp_path: Path) -> None:
    assert "There is no file /nowhere" in refused(tmp_path, token_file="/nowhere")


def test_a_model_that_there_is_not_is_refused(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("secret")

    assert "There is no model 'minni'." in refused(tmp_path, emulate="mini,minni")
