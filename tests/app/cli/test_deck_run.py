"""`qd deck run`: what it refuses before it starts, and how it ends. It serves in tests/stories."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
from tests.stage.until import PATIENCE
from tests.surfaces.streamdeck.played_daemon import PlayedDaemon

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


async def test_decks_go_with_their_daemon_however_it_ends(place: Path) -> None:
    words = ("-m", "quarterdeck", "deck", "run", "--from-daemon", "--emulate", "mini")
    env = {**os.environ, "QUARTERDECK_HOME": str(place)}
    daemon = PlayedDaemon(place / "api.sock")
    async with daemon.up():
        decks = await asyncio.create_subprocess_exec(sys.executable, *words, stdin=PIPE, env=env)
        assert decks.stdin
        decks.stdin.write(b"secret\n")
        talk = await daemon.talk()
        talk.abort()  # as when it is killed: all its connections end at once
        decks.stdin.close()
        try:
            assert await asyncio.wait_for(decks.wait(), PATIENCE) == 0
        finally:
            if decks.returncode is None:
                decks.kill()
                await decks.wait()
