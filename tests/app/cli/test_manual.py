"""`qd manual`."""

from tests.app.cli.conftest import Qd


def test_the_page_is_printed(qd: Qd) -> None:
    told = qd("manual")
    assert told.code == 0
    assert told.out.startswith(".TH QD 1 ")
