"""How much work texts are."""

import time

import pytest

from quarterdeck.judgement.risk import NO_ADDITIONS, Place, judge_command
from quarterdeck.judgement.risk.judging_cost import LONGEST, NEAR, Effort, effort

HERE = Place("/home/ann/project", "/home/ann", "/home/ann/project")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "git status && npm test",
        'for f in *.py; do wc -l "$f" | tee -a out; done',
        "git commit -m \"$(cat <<'EOF'\nExplain the parser\n\nIt reads words.\nEOF\n)\"",
        "x" * NEAR,
    ],
)
def test_what_people_type_is_little(text: str) -> None:
    assert effort([text]) is Effort.SMALL


@pytest.mark.parametrize("text", ["x" * (NEAR + 1), "ls;" * 100, "$(" * 200, "sudo " * 300])
def test_long_and_dense_texts_are_much(text: str) -> None:
    assert effort([text]) is Effort.LARGE


def test_texts_count_together() -> None:
    assert effort(["x" * NEAR, "x"]) is Effort.LARGE


def test_a_text_without_end_is_not_judged() -> None:
    assert effort(["x" * (LONGEST + 1)]) is Effort.ENDLESS


_HOSTILE = [
    *("$(", "`", "(", ")", "{ ", "[[", "((", "<<A ", "${", "'", '"', "\0", "|", "&&", ";", "!"),
    *("eval(", "a/)", "x=(", "case ", "if a;", "a|", "a>b;", "$(a)", "sudo ", "time ", "xargs "),
    *("bash -c 'a';", "eval 'a';", "cat <<E\nx\nE\n", "f(){ a;};", "{a,b}", "\\\n", "ls;"),
    *("_a", "a.", "a-", "$a", "../", "delete from x "),
]
_HEADS = [
    "",
    "./deploy",
    "tool x_",
    "echo $",
    "bash -c '",
    "python -c '",
    "perl -e '",
    "psql -c '",
    "awk '",
    "echo $(",
    'echo "',
]


@pytest.mark.parametrize("head", _HEADS)
@pytest.mark.parametrize("unit", _HOSTILE)
def test_what_counts_as_little_is_judged_soon(head: str, unit: str) -> None:
    count = next(n for n in range(1, NEAR) if effort([head + unit * (n + 1)]) is not Effort.SMALL)
    text = head + unit * count
    assert best_of_three(text) < 0.05  # ten times what is meant, for slow machines


def best_of_three(text: str) -> float:
    times = []
    for _ in range(3):
        begin = time.process_time()
        judge_command(text, HERE, NO_ADDITIONS)
        times.append(time.process_time() - begin)
    return min(times)
