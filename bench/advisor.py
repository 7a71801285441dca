"""The advisor's rules: how often the first button is the sensible one, and how long they take.

Run as `python -m bench.advisor`.
"""

import statistics
import time

from bench.quarterdeck import table
from tests.advisors.labelled import Labelled, labelled

from quarterdeck.advisors.rules import buttons_for
from quarterdeck.domain.buttons import Situation

ROUNDS = 20
LONG = "The next part of the report, with all its details and numbers. " * 1600


def main() -> None:
    written_before, written_after = labelled("last_messages"), labelled("later_messages")
    situations = [m.situation for m in (*written_before, *written_after)]
    best = [min(_times([situation] * ROUNDS)) for situation in situations]
    longest = min(_times([Situation(LONG + "Should I go on?")] * ROUNDS))
    table(
        [
            ("the advisor's rules", "measured", "goal"),
            ("first button sensible, 60 messages", _right(written_before), ""),
            ("first button sensible, 20 later ones", _right(written_after), ""),
            ("one message, median", f"{statistics.median(best) * 1000:.2f} ms", "≤ 5 ms"),
            ("the slowest message", f"{max(best) * 1000:.2f} ms", "≤ 5 ms"),
            ("a message of 100,000 characters", f"{longest * 1000:.2f} ms", "≤ 5 ms"),
        ]
    )


def _right(messages: list[Labelled]) -> str:
    right = sum(buttons_for(m.situation, 0.0).row[0].text in m.first for m in messages)
    return f"{right} of {len(messages)}"


def _times(situations: list[Situation]) -> list[float]:
    found = []
    for situation in situations:
        began = time.perf_counter()
        buttons_for(situation, 0.0)
        found.append(time.perf_counter() - began)
    return found


if __name__ == "__main__":
    main()
