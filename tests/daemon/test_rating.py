"""Every call is rated, always and soon."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest
from tests.stage.processes import words_of

from quarterdeck.daemon import rating_process
from quarterdeck.daemon.rating import Rater, project_of
from quarterdeck.domain.risk import Level
from quarterdeck.judgement.risk.rulebook import rulebook

LONG = {"command": "echo hello\n" * 15_000}


@pytest.fixture
async def rater() -> AsyncIterator[Rater]:
    rater = Rater({}, ("/srv/qd",))
    yield rater
    for worker in workers():
        worker.kill()
    rater.close()


def workers() -> list[psutil.Process]:
    return [p for p in psutil.Process().children() if "spawn_main" in " ".join(words_of(p))]


async def test_a_short_call_is_rated_at_once(rater: Rater) -> None:
    assert (await rater.rate("Bash", {"command": "rm -rf /"}, "/srv")).level is Level.CRITICAL
    assert (await rater.rate("Bash", {"command": "ls"}, "/srv")).level is Level.LOW
    assert workers() == []


async def test_a_file_is_written_at_once_however_long_it_is(rater: Rater) -> None:
    long_file = {"file_path": "/srv/.env", "content": "x = 1\n" * 20_000}
    assert (await rater.rate("Write", long_file, "/srv")).level is Level.HIGH
    assert workers() == []


async def test_a_call_without_end_is_high_at_once(rater: Rater) -> None:
    risk = await rater.rate("Bash", {"command": "echo hello\n" * 100_000}, "/srv")
    assert risk.rule == "unknowable.long"
    assert workers() == []


async def test_a_short_text_that_is_hard_to_read_is_rated_elsewhere(
    rater: Rater, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_process, "WITHIN", 30.0)
    risk = await rater.rate("Bash", {"command": "$(" * 300 + "rm -rf /"}, "/srv")
    assert risk.level.reaches(Level.HIGH)
    assert workers()


@pytest.mark.alone
async def test_a_long_call_is_rated_elsewhere_and_holds_nobody_up(
    rater: Rater, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_process, "WITHIN", 30.0)
    job = asyncio.ensure_future(rater.rate("Bash", LONG, "/srv"))
    longest = 0.0
    while not job.done():
        began = time.monotonic()
        await asyncio.sleep(0.01)
        longest = max(longest, time.monotonic() - began)
    assert (await job).level in Level
    assert longest < 1


@pytest.mark.parametrize("cwd", ["", "a\0b", "/" + "x" * 5000, "\udcff", "relative"])
async def test_a_directory_that_cannot_be_does_not_hurt(rater: Rater, cwd: str) -> None:
    assert (await rater.rate("Bash", {"command": "rm -rf /"}, cwd)).level is Level.CRITICAL


def test_the_project_is_the_repository_around(tmp_path: Path) -> None:
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    (tmp_path / "repo" / "deep").mkdir()
    assert project_of(str(tmp_path / "repo" / "deep")) == str(tmp_path / "repo")
    assert project_of("/nowhere/at/all") == "/nowhere/at/all"


async def test_our_own_token_is_known_wherever_it_lies(rater: Rater) -> None:
    risk = await rater.rate("Bash", {"command": "cat /srv/qd/token"}, "/home/ann/project")
    assert (risk.level, risk.rule) == (Level.CRITICAL, "path.quarterdeck-token")


async def test_every_dangerous_piece_of_a_command_has_its_place() -> None:
    rater = Rater({}, ())
    command = "rm -rf ~/a; echo 'rm -rf ~/b'; ls; rm -rf ~/c"
    risk = await rater.rate("Bash", {"command": command}, "/srv")
    assert risk.span is not None
    pieces = [command[span.start : span.end] for span in (risk.span, *risk.others)]
    assert sorted(pieces) == ["rm -rf ~/a", "rm -rf ~/c"]
    harmless = await rater.rate("Bash", {"command": "ls; npm test"}, "/srv")
    assert harmless.others == ()


async def test_the_rules_are_read_before_anybody_waits_for_them_and_once(rater: Rater) -> None:
    rulebook.cache_clear()
    await asyncio.gather(rater.read_rules(), rater.read_rules())
    await rater.rate("Bash", {"command": "ls"}, "/srv")
    assert rulebook.cache_info().misses == 1
