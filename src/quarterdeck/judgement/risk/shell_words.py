"""Words of a shell text without their quotes."""

import re
from collections.abc import Callable, Iterable, Iterator

from tree_sitter import Node

from quarterdeck.judgement.risk.shell_ast import Script, Word

DEEP = 60  # levels of nesting; people stay below ten
PARTS = 500  # of one word
SUBSTITUTIONS = frozenset({"command_substitution", "process_substitution"})

_ESCAPED = re.compile(r"\\(\n|.)", re.DOTALL)
_QUOTED_ESCAPE = re.compile(r'\\([$`"\\])|\\\n')
_ANSI = re.compile(
    r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|.)", re.DOTALL
)
_ANSI_NAMED = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f"}
_BRACED_NAME = re.compile(r"\$\{(\w+)\}\Z")


class Words:
    """Reads words out of the nodes of a source."""

    def __init__(
        self,
        source: str,
        script: Callable[[Node, int], Script],
        missed: Callable[[str], Iterable[Script]],
    ) -> None:
        self._source = source
        self._script = script
        self._missed = missed

    def text(self, node: Node) -> str:
        """The node as it is written."""
        return self._slice(node.start_byte, node.end_byte)

    def between(self, start: int, node: Node) -> str:
        """What precedes a node, without blanks."""
        return self._slice(start, node.start_byte).strip()

    def bare(self, text: str) -> Word:
        """A word that says just this."""
        return Word(text, True, ())

    def read(self, node: Node, depth: int) -> Word:
        """The word of a node, which may have several parts."""
        match node.type:
            case "word" | "number":
                return self._plain(node)
            case "raw_string" | "ansi_c_string":
                return self._literal(node)
            case "simple_expansion":
                return Word(self.text(node), False, ())
            case "expansion":
                return self._expansion(node, depth)
            case "command_substitution" | "process_substitution":
                return Word(self.text(node), False, (self._script(node, depth),))
            case _:
                return self._mixed(node, depth)

    def scripts(self, node: Node, depth: int) -> tuple[Script, ...]:
        """The substitutions below a node."""
        return tuple(self._script(found, depth) for found in _substitutions(node, depth))

    def _slice(self, start: int, end: int) -> str:
        return self._source[start:end]

    def _literal(self, node: Node) -> Word:
        text = self.text(node)
        return self.bare(unescaped(text[2:-1]) if text[:1] == "$" else text[1:-1])

    def _plain(self, node: Node) -> Word:
        text = self.text(node)
        return Word(_ESCAPED.sub(_literal, text) if "\\" in text else text, True, ())

    def _expansion(self, node: Node, depth: int) -> Word:
        text = self.text(node)
        plain = _BRACED_NAME.match(text)
        if plain:
            return Word(f"${plain[1]}", False, ())
        return Word(text, False, (*self.scripts(node, depth), *self._missed(text)))

    def _mixed(self, node: Node, depth: int) -> Word:
        """A string or a concatenation; the grammar leaves some blanks between the parts out."""
        if depth > DEEP or node.child_count > PARTS:
            return Word(self.text(node), False, self.scripts(node, depth))
        quoted = node.type in {"string", "translated_string"}
        parts: list[Word] = []
        at = node.start_byte
        for child in node.children:
            parts.append(self._gap(at, child.start_byte, quoted))
            at = child.end_byte
            parts.append(self._part(child, depth, quoted))
        parts.append(self._gap(at, node.end_byte, quoted))
        known = node.type != "ERROR" and all(part.known for part in parts)
        runs = tuple(run for part in parts for run in part.runs)
        return Word("".join(part.text for part in parts), known, runs)

    def _part(self, node: Node, depth: int, quoted: bool) -> Word:
        if node.type in {'"', "$"}:
            return self.bare("")
        if not node.is_named or node.type == "string_content":
            return self._gap(node.start_byte, node.end_byte, quoted)
        return self.read(node, depth + 1)

    def _gap(self, start: int, end: int, quoted: bool) -> Word:
        text = self._slice(start, end)
        return self.bare(_QUOTED_ESCAPE.sub(r"\1", text) if quoted and "\\" in text else text)


def unescaped(text: str) -> str:
    """The text with the escapes of `$'…'` and `printf` carried out."""
    return _ANSI.sub(_ansi, text) if "\\" in text else text


def _substitutions(node: Node, depth: int) -> Iterator[Node]:
    for child in node.named_children:
        if child.type in SUBSTITUTIONS:
            yield child
        elif depth < DEEP:
            yield from _substitutions(child, depth + 1)


def _literal(found: re.Match[str]) -> str:
    return "" if found[1] == "\n" else found[1]


def _ansi(found: re.Match[str]) -> str:
    code = found[1]
    if code[0] in "xuU" and len(code) > 1:
        return chr(min(int(code[1:], 16), 0x10FFFF))
    if code[0] in "01234567":
        return chr(int(code, 8))
    return _ANSI_NAMED.get(code, code)
