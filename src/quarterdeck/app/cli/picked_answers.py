"""What was given on the command line for questions and forms, as the daemon takes it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.console import Exit
from quarterdeck.app.cli.finding import did_you_mean


@dataclass(frozen=True, slots=True)
class Given:
    """One answer: a number or the name of an option; or the person's own words."""

    text: str
    own: bool


def picked(text: str) -> Given:
    """An option by its number or name."""
    return Given(text, own=False)


def own_words(text: str) -> Given:
    """An answer that is none of the options."""
    return Given(text, own=True)


def answers_for(ask: dict[str, Any], given: Sequence[Given]) -> dict[str, object]:
    """The answers to an ask's questions in turn, or the values of a form."""
    questions = ask.get("questions")
    if not questions:
        return dict(_named(ask, item) for item in given)
    if len(given) != len(questions):
        raise Trouble(
            f"There are {len(questions)} questions and {len(given)} answers.",
            "Give --answer (or --own) once for each.",
            Exit.USAGE,
        )
    return {q["question"]: _chosen(q, one) for q, one in zip(questions, given, strict=True)}


def _named(ask: dict[str, Any], item: Given) -> tuple[str, str]:
    name, equals, value = item.text.partition("=")
    if item.own or not equals:
        fields = ", ".join(f"{f['name']}=…" for f in ask.get("fields") or [])
        remedy = f"Give --answer for each of: {fields}." if fields else ""
        raise Trouble(f"{item.text!r} is not NAME=VALUE.", remedy, Exit.USAGE)
    return name, value


def _chosen(question: dict[str, Any], given: Given) -> object:
    if given.own:
        # Where several may be picked, names of options may stand among one's own words.
        parts = [part.strip() for part in given.text.split(",")]
        return parts if question["multi"] else given.text
    labels = [str(option["label"]) for option in question["options"]]
    if given.text in labels and not _is_number(given.text, len(labels)):
        return [given.text] if question["multi"] else given.text
    parts = [part.strip() for part in given.text.split(",")]
    chosen = [_label(question, part, labels) for part in parts]
    if question["multi"]:
        return chosen
    if len(chosen) > 1:
        raise _wrong(question, f"{question['question']!r} takes one answer.", "")
    return chosen[0]


def _label(question: dict[str, Any], part: str, labels: list[str]) -> str:
    by_number = labels[int(part) - 1] if _is_number(part, len(labels)) else ""
    by_name = next((label for label in labels if label.casefold() == part.casefold()), "")
    if by_number and by_name and by_number != by_name:
        problem = f"{part!r} is the number of {by_number!r} and the name of another option."
        raise Trouble(problem, f"Use --own {part!r} for the name.", Exit.USAGE)
    if found := by_number or by_name:
        return found
    raise _wrong(question, f"{part!r} is not an option of {question['question']!r}.", part)


def _is_number(text: str, most: int) -> bool:
    return text.isascii() and text.isdigit() and 0 < int(text) <= most


def _wrong(question: dict[str, Any], problem: str, part: str) -> Trouble:
    labels = [str(option["label"]) for option in question["options"]]
    near = did_you_mean(part, labels) if part else ""
    listed = ", ".join(f"{number}. {label}" for number, label in enumerate(labels, 1))
    own = "Use --own for your own words."
    return Trouble(
        problem, " ".join(filter(None, [near, f"There are: {listed}.", own])), Exit.USAGE
    )
