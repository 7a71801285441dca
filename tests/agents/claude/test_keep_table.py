"""Which hooks may be kept open."""

import pytest

from quarterdeck.agents.claude import keep_table as table
from quarterdeck.agents.claude.keep_table import Run
from quarterdeck.domain.channels import Keep


@pytest.mark.parametrize(
    ("run", "keep"),
    [
        (Run("PermissionRequest", "cli", False, True), Keep.RACE),
        (Run("PermissionRequest", "", False, True), Keep.RACE),
        (Run("PermissionRequest", "cli", True, True), Keep.GATE),
        (Run("PermissionRequest", "cli", True, False), Keep.RACE),
        (Run("PermissionRequest", "sdk-cli", False, True), Keep.NONE),
        (Run("PermissionRequest", "of a later version", True, False), Keep.NONE),
        (Run("Elicitation", "cli", False, True), Keep.GATE),
        (Run("Elicitation", "sdk-cli", False, True), Keep.NONE),
        (Run("Stop", "cli", False, True), Keep.NONE),
        (Run("SomethingNew", "cli", True, False), Keep.NONE),
    ],
)
def test_a_hook_is_kept_only_where_somebody_can_answer(run: Run, keep: Keep) -> None:
    assert table.keep_for(run) is keep


def test_the_table_says_on_which_versions_it_was_measured() -> None:
    assert table.tested_versions() == ("2.1.197", "2.1.325")
