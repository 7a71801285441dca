"""What the doctor says about the network door."""

from pathlib import Path
from typing import cast

import pytest
from tests.stage.daemon import StagedDaemon

from quarterdeck.app.cli.client import Client
from quarterdeck.app.cli.network_checks import network_checks
from quarterdeck.app.paths import Paths


class Told:
    """A daemon that says this of its door."""

    def __init__(self, **said: object) -> None:
        self._said = said

    def get(self, _: str) -> object:
        return self._said


def checks(tmp_path: Path, settings: str, **said: object) -> list[tuple[str, str]]:
    (tmp_path / "config.toml").write_text(settings)
    where = Paths(tmp_path / "config.toml", tmp_path, tmp_path, tmp_path)
    return [(c.verdict, c.found) for c in network_checks(cast(Client, Told(**said)), where)]


@pytest.mark.parametrize(
    ("port", "found"),
    [
        (8080, "devices come to ::, port 8080"),
        (8081, "devices come to ::, port 8081; 8080 was taken"),
    ],
)
def test_it_says_where_devices_come_in(tmp_path: Path, port: int, found: str) -> None:
    settings = "[tkeyboard]\nenabled = true\n"
    assert checks(tmp_path, settings, open=True, host="::", port=port) == [("ok", found)]


def test_a_door_that_cannot_open_is_bad(tmp_path: Path) -> None:
    found = checks(tmp_path, "[tkeyboard]\nenabled = true\n", open=False, trouble="No openssl.")
    assert found == [("bad", "no device can come: No openssl.")]


def test_where_nobody_wants_it_there_is_nothing_to_say(
    tmp_path: Path, daemon: StagedDaemon
) -> None:
    assert checks(tmp_path, "", open=False, trouble="It is off.") == []
    assert checks(tmp_path, "[htp]\n", open=False, trouble="It is off.") == []
    assert list(network_checks(daemon.client, daemon.paths)) == []
