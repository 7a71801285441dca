from collections.abc import Iterator

import pytest
from tests.stage.push_service import PushService, push_service


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service on loopback."""
    with push_service() as service:
        yield service
