"""What holds for every test."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from tests.stage.places import short_folder

pytest_plugins = ["tests.stage.times"]

# How long an example takes says more about the machine than about the product. The same examples
# come every time, so that nothing turns red by chance; `make steady` tries fresh ones.
settings.register_profile("fresh", deadline=None, print_blob=True)
settings.register_profile("same", settings.get_profile("fresh"), derandomize=True)
settings.load_profile("same")

# What a shell starts in the background ignores Ctrl-C, and so would all that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder in which sockets may live."""
    with short_folder() as folder:
        yield folder
