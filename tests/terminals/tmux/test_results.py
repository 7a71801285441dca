import pytest

from quarterdeck.domain.states import Outcome
from quarterdeck.terminals.tmux.results import SendResult, TmuxBridgeErrorType, complaint

KINDS = TmuxBridgeErrorType


def test_only_what_evidence_says_was_taken_is_a_success() -> None:
    assert [o for o in Outcome if SendResult(o, 1).success] == [Outcome.ACCEPTED]


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ("can't find pane: %9", KINDS.PANE_NOT_FOUND),
        ("no such pane: %9", KINDS.PANE_NOT_FOUND),
        ("no server running on /s", KINDS.SUBPROCESS_FAILED),
        ("can't find session: x", KINDS.SUBPROCESS_FAILED),
    ],
)
def test_a_complaint_is_sorted_by_its_cause_and_keeps_its_words(
    error: str, kind: TmuxBridgeErrorType
) -> None:
    complained = complaint(error)
    assert (complained.kind, str(complained)) == (kind, error)
