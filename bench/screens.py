"""How well screens are read: labelled screens of other projects, and the time each one takes.

    python -m bench.screens CORPORA_DIR

The folder holds `screens.jsonl` with `agent`, `screen`, `expected`, `kind` and `id` a line.
"""

import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from quarterdeck.domain.states import State
from quarterdeck.judgement.screens import Reading, builtin_rules, read

AGENTS = ("claude", "codex", "gemini", "opencode")

MEANING = {
    "busy": {State.WORKING, State.STARTING},
    "idle": {State.IDLE, State.FAILED, State.LIMITED, State.ENDED},
    "waiting": {State.WAITING},
}

# Labels that we hold to be wrong, with why.
_ASKS_NOTHING = "a bare prompt is called waiting, but nothing is asked: it is idle"
_BY_TIME = "called busy because it changed a moment ago; the screen itself shows a bare prompt"
_EMPTY = "an empty screen is called idle; it tells nothing, and unknown is the honest answer"
_NO_SIGN = "a line of plain text is called idle for want of a sign; we say that we cannot tell"
DISPUTED = {
    **dict.fromkeys((122, 123, 124, 128, 129, 185), _ASKS_NOTHING),
    **dict.fromkeys((97, 282, 374), _EMPTY),
    **dict.fromkeys((99, 112, 113, 114, 125, 126, 154, 155, 156, 157, 186, 187, 295), _NO_SIGN),
    315: _BY_TIME,
}
VERDICTS = ("right", "disputed", "wrong")


def main(folder: str) -> int:
    """Print the table; fails when a real capture is wrong or too many others are."""
    rows = [json.loads(line) for line in (Path(folder) / "screens.jsonl").open(encoding="utf-8")]
    known = [row for row in rows if row["agent"] in AGENTS]
    verdicts = [(row, *judged(row)) for row in known]
    share = report(verdicts)
    pace([(row["screen"], row["agent"]) for row in known])
    return 0 if share["real-capture"] == 1 and share["unit-test"] >= 0.95 else 1


def judged(row: dict[str, Any]) -> tuple[Reading, str]:
    """The reading of a labelled screen, and whether it is right."""
    reading = read(row["screen"], row["agent"], builtin_rules())
    if reading.state in MEANING[row["expected"]]:
        return reading, "right"
    return reading, "disputed" if row["id"] in DISPUTED else "wrong"


def report(verdicts: Iterable[tuple[dict[str, Any], Reading, str]]) -> dict[str, float]:
    """Print what was right and what was not; the share that is right of what is not disputed."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for row, reading, verdict in verdicts:
        counts[row["kind"], row["agent"], verdict] += 1
        if verdict != "right":
            why = DISPUTED[row["id"]] if verdict == "disputed" else f"by {reading.rule}"
            print(f"{verdict:9} {row['id']:4} {row['agent']:9} {row['expected']:8}", end=" ")
            print(f"read as {reading.state:8} {why}")
    print(f"\n{'kind':14}{'agent':10}" + "".join(f"{verdict:>10}" for verdict in VERDICTS))
    for kind, agent in sorted({key[:2] for key in counts}):
        cells = "".join(f"{counts[kind, agent, verdict]:10}" for verdict in VERDICTS)
        print(f"{kind:14}{agent:10}{cells}")
    return {kind: _share(counts, kind) for kind in ("real-capture", "unit-test")}


def _share(counts: Counter[tuple[str, str, str]], kind: str) -> float:
    right, disputed, wrong = (
        sum(count for key, count in counts.items() if (key[0], key[2]) == (kind, verdict))
        for verdict in VERDICTS
    )
    total, plain = right + disputed + wrong, right + wrong
    print(f"{kind}: {right} of {total} as labelled ({right / total:.1%})", end=", ")
    print(f"{right} of {plain} without the {disputed} disputed ({right / plain:.1%})")
    return right / plain


def pace(screens: list[tuple[str, str]]) -> None:
    """Print how long a screen takes, and one of ten thousand rows."""
    times = sorted(_seconds(screen, agent) for screen, agent in screens for _ in range(3))
    half, most = statistics.median(times), times[int(len(times) * 0.99)]
    long = "\n".join([screens[0][0]] * (10_000 // (screens[0][0].count("\n") + 1) + 1))
    print(f"p50 {half * 1e3:.3f} ms, p99 {most * 1e3:.3f} ms", end=", ")
    print(f"10,000 rows {_seconds(long, 'claude') * 1e3:.1f} ms")


def _seconds(screen: str, agent: str) -> float:
    start = time.perf_counter()
    read(screen, agent, builtin_rules())
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
