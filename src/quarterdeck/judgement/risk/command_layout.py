"""Which parts of a command to mark, and where its lines may be broken, as positions in it."""

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from quarterdeck.domain.risk import Level
from quarterdeck.domain.shown import Span
from quarterdeck.judgement.risk.judge import explain, place_of
from quarterdeck.judgement.risk.parser_limits import tangled
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.shell_parser import tree
from quarterdeck.judgement.risk.shell_words import DEEP
from quarterdeck.judgement.risk.user_rules import Additions

LONGEST = 20_000  # characters of a command that is broken into lines


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece of a command that is dangerous, and how much."""

    span: Span
    level: Level


@dataclass(frozen=True, slots=True)
class CommandLayout:
    """How to show a command: its dangerous pieces, and where a new line may begin."""

    marks: tuple[Mark, ...]  # in their order; none stands in another
    breaks: tuple[int, ...]


def layout_of(command: str, place: Place, additions: Additions) -> CommandLayout:
    """The dangerous pieces of a command, as small as they are known, and the ends of its parts."""
    return CommandLayout(tuple(_marks(command, place, additions)), breaks_of(command))


def breaks_of(command: str) -> tuple[int, ...]:
    """The places behind operators, at which a command can go on in a new line."""
    if len(command) > LONGEST or tangled(command):
        return ()
    parsed = tree(command)  # held to the end: no node may outlive it
    return tuple(_operators(parsed.root_node, 0))


def _marks(command: str, place: Place, additions: Additions) -> Iterator[Mark]:
    root = explain(command, place, additions)
    whole = (0, len(command))
    found = {(0, 0): Level.LOW}
    if root.risk.span:
        found[root.risk.span.start, root.risk.span.end] = root.risk.level
    for top in root.inner:
        for step, at in top.placed(whole):
            span = place_of(step.risk, command, at)
            found[span] = max(step.risk.level, found.get(span, Level.LOW), key=_rank)
    high = {span: level for span, level in found.items() if level.reaches(Level.HIGH)}
    for span in sorted(high):
        if not any(_holds(span, other) for other in high):
            yield Mark(Span(*span), high[span])


def _rank(level: Level) -> int:
    return level.rank


def _holds(span: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether another piece is inside, which then says more exactly what it is."""
    return span != other and span[0] <= other[0] and other[1] <= span[1]


_OPERATORS = frozenset({"&&", "||", "|", "|&", ";", ";;", "&"})
_INERT = frozenset({"string", "raw_string", "heredoc_body", "comment", "ansi_c_string"})


def _operators(node: Node, depth: int) -> Iterator[int]:
    for child in node.children:
        if child.type in _OPERATORS:
            yield child.end_byte
        elif child.type not in _INERT and depth < DEEP:
            yield from _operators(child, depth + 1)
