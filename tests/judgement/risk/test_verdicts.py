"""Verdicts that no program's rule gives."""

import pytest

from quarterdeck.domain.risk import Level
from quarterdeck.judgement.risk.verdicts import PART, verdict


def test_a_verdict_has_its_level_its_words_and_the_piece_it_is_about() -> None:
    risk = verdict("bomb", ":(){ :|:& };:")
    assert (risk.level, risk.reason, risk.rule) == (Level.CRITICAL, "fork bomb", "bomb")
    assert risk.sentence.startswith("This starts more and more")
    assert risk.part == ":(){ :|:& };:"


def test_a_long_piece_is_quoted_from_its_begin() -> None:
    assert verdict("help", "begin" + "x" * 1000).part == "begin" + "x" * (PART - 5)


def test_a_verdict_that_does_not_exist_is_an_error_and_not_a_low_one() -> None:
    with pytest.raises(KeyError):
        verdict("unheard.of", "ls")
