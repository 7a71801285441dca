"""Loading without looking for garbage."""

import gc
from collections.abc import Iterator

import pytest

from quarterdeck.app.cli.loading import nothing_collected


@pytest.fixture(autouse=True)
def thaw() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_nothing_is_collected_inside_and_everything_is_afterwards() -> None:
    with nothing_collected():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_was_loaded_is_not_looked_through_again() -> None:
    with nothing_collected():
        loaded: list[list[int]] = [[]]
    assert not any(one is loaded for one in gc.get_objects())


def test_the_collector_is_back_when_loading_fails() -> None:
    with pytest.raises(ImportError), nothing_collected():
        raise ImportError
    assert gc.isenabled()
