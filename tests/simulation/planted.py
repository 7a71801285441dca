"""What it takes to plant a bug: a patch, a seed that finds it, and what is said of it."""

from collections.abc import Callable

import pytest

Plant = Callable[[pytest.MonkeyPatch], None]
Planted = list[tuple[Plant, int, str]]
