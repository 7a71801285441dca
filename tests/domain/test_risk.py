"""Levels of danger, in their order."""

from quarterdeck.domain.risk import Level


def test_levels_are_ordered_from_harmless_to_hard_to_undo() -> None:
    assert [level.rank for level in (Level.LOW, Level.MEDIUM, Level.HIGH, Level.CRITICAL)] == [
        0,
        1,
        2,
        3,
    ]


def test_a_level_reaches_itself_and_what_is_below() -> None:
    for level in Level:
        for other in Level:
            assert level.reaches(other) is (level.rank >= other.rank)
