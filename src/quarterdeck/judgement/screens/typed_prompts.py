"""Prompts that offer their answers in brackets: `[Yes/Always/No]`, `(Y)es/(N)o`, `[1/2/3]`."""

import re

from quarterdeck.judgement.screens.fingerprints import fingerprint
from quarterdeck.judgement.screens.reading import Dialog, Kind, Option

_BRACKET = re.compile(r"[\[(]([^\[\]()\n]{1,120})[\])]")
_PARTED = re.compile(r"\s*[/,|]\s*")
_LETTERED = re.compile(r"\((\w)\)([\w\u2019']*(?: [\w\u2019']+)*)")
_FRAME = " \t│┃╭╮╰╯─"
MOST = 12  # answers that a prompt can offer


def typed_prompt(rows: str) -> Dialog | None:
    """The dialog that a prompt with its answers in brackets is; None if it offers none."""
    lines = [line.strip(_FRAME) for line in rows.split("\n")]
    for at in range(len(lines) - 1, -1, -1):
        options = _options(lines[at])
        if options:
            return _dialog(lines[: at + 1], options)
    return None


def _options(line: str) -> tuple[Option, ...]:
    lettered = _LETTERED.findall(line)
    if len(lettered) > 1:
        return tuple(_option(letter, f"{letter}{rest}") for letter, rest in lettered[:MOST])
    for inside in reversed(_BRACKET.findall(line)):
        answers = [answer for answer in _PARTED.split(inside.strip()) if answer]
        if 1 < len(answers) <= MOST:
            return tuple(_option(answer, "") for answer in answers)
    return ()


def _option(label: str, description: str) -> Option:
    digit = int(label) if len(label) == 1 and label.isdecimal() else None
    return Option(label, digit, selected=False, checked=None, description=description)


def _dialog(lines: list[str], options: tuple[Option, ...]) -> Dialog:
    asked = re.split(r"[\[(]", lines[-1], maxsplit=1)[0].strip()
    prompt = asked or next((line for line in reversed(lines[:-1]) if line), "")
    said = [line for line in lines if line]
    return Dialog(
        kind=Kind.CHOICE,
        title=prompt,
        text="\n".join(said),
        prompt=prompt,
        options=options,
        tabs=(),
        multi=False,
        hints=(),
        digits=False,
        fingerprint=fingerprint(said, prompt),
        typed=True,
    )
