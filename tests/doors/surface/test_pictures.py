"""A surface that fetches its pictures gets them by their ids, and nobody else's."""

import http.client
from collections.abc import Iterator
from hashlib import blake2b
from urllib.parse import urlsplit

import pytest
from tests.stage.calls import call, token
from tests.stage.daemon import StagedDaemon
from tests.stage.keys import MINI, KeyClient
from tests.stage.until import PATIENCE


@pytest.fixture
def deck(daemon: StagedDaemon) -> Iterator[KeyClient]:
    profile = {**MINI, "fetches": True}
    with KeyClient(daemon.paths.api, profile=profile, token=token(daemon)) as deck:
        deck.acknowledges = False  # so that it stays its newest board
        deck.heard("board")
        yield deck


def fetch(daemon: StagedDaemon, path: str, bearer: str) -> tuple[int, bytes]:
    line = http.client.HTTPConnection(urlsplit(daemon.url).netloc, timeout=PATIENCE)
    line.request("GET", path, headers={"Authorization": f"Bearer {bearer}"})
    answer = line.getresponse()
    data = answer.read()
    line.close()
    return answer.status, data


def test_no_picture_is_sent_and_each_that_is_named_can_be_fetched(
    daemon: StagedDaemon, deck: KeyClient
) -> None:
    named = {str(key["picture"]) for key in deck.board["keys"]}
    assert named
    for name in named:
        status, data = fetch(daemon, f"/pictures/{name}", token(daemon))
        assert (status, data[:2]) == (200, b"BM")
        assert blake2b(data, digest_size=16).hexdigest() == name
    assert deck.pushed == 0


def test_without_a_token_there_are_none(daemon: StagedDaemon, deck: KeyClient) -> None:
    path = f"/pictures/{deck.board['keys'][0]['picture']}"
    assert call(daemon, "GET", path, Authorization=None)[0] == 401


@pytest.mark.parametrize("name", ["00" * 16, "zz", "..%2Ftoken", "%00", "yes.rgb", "A" * 9999])
def test_what_no_surface_is_given_is_not_there(daemon: StagedDaemon, name: str) -> None:
    assert fetch(daemon, f"/pictures/{name}", token(daemon))[0] == 404
