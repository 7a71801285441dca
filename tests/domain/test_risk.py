"""Levels of danger, in their order."""

from quarterdeck.domain.risk import Level


def test_a_level_reaches_itself_and_what_is_less_dangerous() -> None:
    reached = {level: [other for other in Level if level.reaches(other)] for level in Level}
    assert reached == {
        Level.LOW: ["low"],
        Level.MEDIUM: ["low", "medium"],
        Level.HIGH: ["low", "medium", "high"],
        Level.CRITICAL: ["low", "medium", "high", "critical"],
    }
