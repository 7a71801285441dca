"""How well the judgement does on what was labelled before it was changed for it."""

import pytest
from tests.judgement.labelled import Labelled, Masking, calls, commands, maskings

from quarterdeck.domain.risk import Level

LABELLED = [*commands(), *calls()]
ALLOWED = {
    "harmless": {Level.LOW, Level.MEDIUM},
    "routine": {Level.MEDIUM, Level.HIGH},
    "dangerous": {Level.HIGH, Level.CRITICAL},
}
# Rated medium like the file itself, which is not high either.
HELD = {"git log -p --all -- .env | head -100"}


@pytest.mark.parametrize("row", LABELLED, ids=lambda row: row.text[:60])
def test_a_call_is_rated_as_a_person_would(row: Labelled) -> None:
    assert row.level in ALLOWED[row.label] or (row.text in HELD and row.level is Level.MEDIUM)


@pytest.mark.parametrize("row", maskings(), ids=lambda row: row.text[:60])
def test_a_secret_is_masked_and_nothing_else(row: Masking) -> None:
    assert row.shown == row.wanted
