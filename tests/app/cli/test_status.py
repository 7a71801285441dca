"""`qd status`: is it running, and where."""

import json

from tests.app.cli.conftest import Qd
from tests.surfaces.web.stage import House

from quarterdeck import __version__


def test_status_tells_where_everything_is(qd: Qd, house: House) -> None:
    told = qd("status")
    assert told.code == 0
    assert f"Quarterdeck {__version__} runs at {house.url}" in told.out
    found = json.loads(qd("status", "--json").out)
    assert {"pid", "version", "url", "home", "socket", "token_file", "log"} <= set(found)
    assert (found["home"], found["trouble"]) == (str(house.home), None)
