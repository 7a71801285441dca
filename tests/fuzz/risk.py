"""Throws random commands at the judgement: none may raise, hang, or get an answer that is none.

Run as `python -m tests.fuzz.risk --count N --seed S`.
"""

import argparse
import random
import sys
import time

from quarterdeck.domain.risk import Level, Risk
from quarterdeck.judgement.risk import NO_ADDITIONS, Place, judge_call, judge_command, layout_of
from quarterdeck.judgement.secrets import secret_ranges

PLACE = Place("/home/user/project", "/home/user", "/home/user/project")
BOUND_S = 1.0  # of processor time for one input
SAID_EVERY = 100_000  # inputs, so that a long run can be followed

_PLAIN = r"""
rm -rf / ~ . .. * -r -f --force git push reset --hard sudo env X=1 bash -c sh eval curl https://x.y
| || && ; & ( ) { } $( ` " ' $ ${ } $(( )) [[ ]] [ ] < > >> << <<- <<< EOF &> >& 2>&1 >( <( \ # !
if then else elif fi for in do done while until case esac ;; function f () x=1 x=( $X ${X} ${X:-y}
$'\x72' "a 'c xargs -I{} {} find -exec \; + python -c node -e psql DROP TABLE kubectl exec -- docker
run ssh host time timeout 5 cd /etc tee ~/.bashrc /dev/sda /dev/null .env base64 -d echo printf cat
@ %s é 你好 😀 -m --help = == ? : , ~/.ssh alias export trap
"""
WORDS = [*_PLAIN.split(), *"\n\t\x00\u202e\u200b\ud800\xa0\r", "\\\n"]


def soup(dice: random.Random) -> str:
    """Words of the shell in any order, some of them glued together."""
    count = dice.choice((1, 3, 8, 20, 60))
    return "".join(dice.choice(WORDS) + dice.choice((" ", " ", " ", "")) for _ in range(count))


def noise(dice: random.Random) -> str:
    """Any characters at all."""
    highest = dice.choice((0x7F, 0x2FF, 0xFFFF, 0x10FFFF))
    return "".join(chr(dice.randint(0, highest)) for _ in range(dice.randint(0, 40)))


def repeated(dice: random.Random) -> str:
    """A few words many times over, which finds what grows faster than its input."""
    return "".join(dice.choice(WORDS) for _ in range(dice.randint(1, 4))) * dice.randint(1, 200)


def nested(dice: random.Random) -> str:
    """Shells inside shells."""
    text = soup(dice)
    for _ in range(dice.randint(1, 12)):
        quoted = "'" + text.replace("'", "'\\''") + "'" if len(text) < 2000 else text
        text = dice.choice(
            ("bash -c {}", "$({})", "({})", "sudo {}", "echo {} | sh", "eval {}")
        ).format(quoted)
    return text


KINDS = (soup, soup, soup, noise, repeated, nested)


def check(text: str) -> float:
    """Judges one text, checks that the answer is one, and tells how long it took."""
    begin = time.process_time()
    risk = judge_command(text, PLACE, NO_ADDITIONS)
    took = time.process_time() - begin
    assert isinstance(risk, Risk), text
    assert risk.level in Level, text
    assert 0 < len(risk.reason) <= 20, text
    assert risk.span is not None, text
    assert 0 <= risk.span.start <= risk.span.end <= len(text), text
    return took


def check_layout(text: str) -> None:
    """Everything that is marked stands in the text, in order, and masks take nothing else."""
    layout = layout_of(text, PLACE, NO_ADDITIONS)
    starts = [mark.span.start for mark in layout.marks]
    assert starts == sorted(starts), text
    assert all(0 <= mark.span.start <= mark.span.end <= len(text) for mark in layout.marks), text
    assert all(0 < place <= len(text) for place in layout.breaks), text
    ranges = secret_ranges(text)
    assert all(0 <= start < end <= len(text) for start, end in ranges), text


def main() -> int:
    """Runs so many inputs and says how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    dice = random.Random(args.seed)
    check("ls")  # loads the rules, which is not part of what is measured
    slowest, slow_text = 0.0, ""
    for at in range(args.count):
        text = dice.choice(KINDS)(dice)
        try:
            took = check(text)
            judge_call(
                noise(dice)[:10], {"command": text}, PLACE, NO_ADDITIONS
            ) if at % 50 == 0 else None
            check_layout(text) if at % 10 == 0 else None
        except Exception:
            sys.stdout.write(f"seed {args.seed}, input {at}: {text!r}\n")
            raise
        if took > slowest:
            slowest, slow_text = took, text
        if at and at % SAID_EVERY == 0:
            sys.stderr.write(f"{at} inputs so far, slowest {slowest * 1e3:.1f} ms\n")
        if took > BOUND_S:
            sys.stdout.write(f"seed {args.seed}, input {at} took {took:.2f} s: {text[:200]!r}\n")
            return 1
    sys.stdout.write(
        f"{args.count} inputs, seed {args.seed}: none raised; "
        f"slowest {slowest * 1e3:.1f} ms ({len(slow_text)} characters: {slow_text[:40]!r})\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
