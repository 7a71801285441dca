"""Stamps of the wall's clock on ours."""

import time

import pytest

from quarterdeck.agents.claude.wall_time import from_wall


def test_a_moment_ago_is_as_long_ago_on_our_clock() -> None:
    assert from_wall(time.time() - 60, 100.0) == pytest.approx(40.0, abs=20.0)


def test_nothing_was_written_later_than_now() -> None:
    assert from_wall(time.time() + 60, 100.0) == 100.0
