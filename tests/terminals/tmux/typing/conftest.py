"""Patience with dialogs, where a test is not about its end."""

import pytest
from tests.stage.until import PATIENCE

from quarterdeck.terminals.tmux.typing import presser, script_runner


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for what a dialog shows for as long as a busy machine may take."""
    for name in ("_APPEARS", "_REACTS", "_TAKES"):
        monkeypatch.setattr(script_runner, name, PATIENCE)
    for name in ("_REACTS", "_WITHIN"):
        monkeypatch.setattr(presser, name, PATIENCE)
