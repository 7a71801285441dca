"""What the tests of surfaces share: an agent that asks, and a surface that shows it."""

import itertools
import time
from collections.abc import Callable, Iterator

import pytest
from tests.stage.calls import token
from tests.stage.daemon import Agent, Hook, StagedDaemon
from tests.stage.surface import DECK, Json, SurfaceClient
from tests.stage.until import until

CRITICAL = "cd build && rm -rf ../data && make"
NUMBERS = itertools.count(1)

Asked = tuple[Hook, str]
Ask = Callable[..., Asked]


@pytest.fixture
def agent(daemon: StagedDaemon) -> Iterator[Agent]:
    agent = daemon.agent(f"surface {next(NUMBERS)}")
    yield agent
    agent.close()


@pytest.fixture
def ask(daemon: StagedDaemon, agent: Agent) -> Ask:
    def asked(command: str = "npm run build") -> Asked:
        hook = agent.bash(command)

        def mine() -> list[Json]:
            wanted = ("permission", command)
            return [a for a in daemon.asks() if (a["kind"], a["text"]) == wanted]

        return hook, str(until(mine, 5, lambda: "it does not ask")[0]["id"])

    return asked


@pytest.fixture
def deck(daemon: StagedDaemon) -> Iterator[SurfaceClient]:
    with surface(daemon) as client:
        yield client


def surface(daemon: StagedDaemon, profile: Json = DECK) -> SurfaceClient:
    return SurfaceClient(daemon.paths.api, profile=profile, token=token(daemon))


def wait(milliseconds: int) -> None:
    time.sleep(milliseconds / 1000)  # the daemon's own clock runs as this one does
