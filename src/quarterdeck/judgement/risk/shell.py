"""What a shell text would run: its pipelines, as plain values."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

DEEP = 60  # levels of nesting; people stay below ten
MOST = 1500  # simple commands of one text


@dataclass(frozen=True, slots=True)
class Word:
    """A word as the program would get it; expansions stay as written, and make it not known."""

    text: str
    known: bool
    runs: "tuple[Script, ...]"  # the substitutions inside


@dataclass(frozen=True, slots=True)
class Redirect:
    """Where a stream goes or comes from."""

    sign: str
    target: Word

    @property
    def writes(self) -> bool:
        """Whether the target is a file that gets written."""
        if self.sign == ">&":
            return not (self.target.text == "-" or self.target.text.isdigit())
        return ">" in self.sign


@dataclass(frozen=True, slots=True)
class Command:
    """A simple command."""

    text: str
    words: tuple[Word, ...]
    assigned: tuple[tuple[str, Word], ...]
    redirects: tuple[Redirect, ...]
    fed: Word | None  # a heredoc or here-string


@dataclass(frozen=True, slots=True)
class Group:
    """Commands that act as one stage of a pipeline, or a function's body."""

    text: str
    body: "Script"
    redirects: tuple[Redirect, ...]
    fed: Word | None
    name: str  # of the function; empty for a plain group


Stage = Command | Group


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Stages, each reading what the one before writes."""

    stages: tuple[Stage, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """Everything that a text would run, in order; branches and loops are laid flat."""

    pipelines: tuple[Pipeline, ...]
    flaw: str  # why it could not be read in full; empty when it could


def parse(text: str) -> Script:
    """The script of a shell text. Never raises; what cannot be read is a flaw."""
    if _tangled(text):
        return Script((), "tangled")
    source = text.encode("utf-8", "surrogatepass")
    root = _parser().parse(source).root_node
    reader = _Reader(source)
    pipelines = tuple(reader.pipelines(root, 0))
    broken = "broken" if root.has_error else ""
    return Script(pipelines, reader.flaw or broken)


def tree(text: str) -> Node:
    """The bare syntax tree, to measure against."""
    return _parser().parse(text.encode("utf-8", "surrogatepass")).root_node


# The parser's time grows with the square of these, and no person writes so many.
_COSTLY = (("<<", 200), ("=(", 200), ("|", 2000))


def _tangled(text: str) -> bool:
    return len(text) > 1000 and any(text.count(sign) > most for sign, most in _COSTLY)


@cache
def _parser() -> Parser:
    return Parser(Language(tree_sitter_bash.language()))


_REDIRECTS = {"file_redirect", "heredoc_redirect", "herestring_redirect"}
_STATEMENTS = {"subshell", "compound_statement", "while_statement", "for_statement"} | {
    "if_statement",
    "case_statement",
    "c_style_for_statement",
}
_SUBSTITUTIONS = {"command_substitution", "process_substitution"}
_ESCAPED = re.compile(r"\\(\n|.)", re.DOTALL)
_QUOTED_ESCAPE = re.compile(r'\\([$`"\\])|\\\n')
_ANSI = re.compile(r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|.)", re.S)
_ANSI_NAMED = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f"}
_PLAIN = re.compile(r"\$\{(\w+)\}\Z")


class _Reader:
    """Turns nodes of the parser into our values."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.flaw = ""
        self.left = MOST

    def text(self, node: Node) -> str:
        return self._slice(node.start_byte, node.end_byte)

    def _slice(self, start: int, end: int) -> str:
        return self.source[start:end].decode("utf-8", "replace")

    def pipelines(self, node: Node, depth: int) -> Iterator[Pipeline]:
        """Every pipeline at or below a node, in the order of the text."""
        if depth > DEEP:
            self.flaw = "deep"
            return
        for child in _flat(node):
            if self.left <= 0:
                self.flaw = "long"
                return
            kind = child.type
            if kind == "command":
                yield Pipeline((self.command(child, depth),))
            elif kind == "pipeline":
                yield self.pipeline(child, depth)
            elif kind == "redirected_statement":
                yield from self.redirected(child, depth)
            elif kind in _ASSIGNING:
                yield Pipeline((self.assignment(child, depth),))
            elif kind == "function_definition":
                yield Pipeline((self.function(child, depth),))
            elif kind == "subshell":
                yield Pipeline((self.group(child, depth, ""),))
            else:
                yield from self.pipelines(child, depth + 1)

    def pipeline(self, node: Node, depth: int) -> Pipeline:
        return Pipeline(
            tuple(self.stage(n, depth) for n in node.named_children if n.type != "comment")
        )

    def stage(self, node: Node, depth: int) -> Stage:
        while node.type == "negated_command" and node.named_children:
            node = node.named_children[0]
        if node.type == "command":
            return self.command(node, depth)
        if node.type == "redirected_statement":
            inner = list(self.redirected(node, depth))
            if len(inner) == 1 and len(inner[0].stages) == 1:
                return inner[0].stages[0]
            return Group(self.text(node), Script(tuple(inner), ""), (), None, "")
        return self.group(node, depth, "")

    def group(self, node: Node, depth: int, name: str) -> Group:
        body = Script(tuple(self.pipelines(node, depth + 1)), "")
        return Group(self.text(node), body, (), None, name)

    def function(self, node: Node, depth: int) -> Group:
        name = node.child_by_field_name("name")
        return self.group(node, depth, self.text(name) if name else "?")

    def redirected(self, node: Node, depth: int) -> Iterator[Pipeline]:
        """A statement with redirections, which belong to its last stage."""
        redirects: list[Redirect] = []
        found: list[Pipeline] = []
        after: list[Pipeline] = []
        piped: list[Stage] = []
        fed: Word | None = None
        for child in node.named_children:
            if child.type == "heredoc_redirect":
                fed = self.heredoc(child, redirects, piped, after, depth)
            elif child.type == "herestring_redirect":
                fed = self.word(child.named_children[0], depth) if child.named_children else fed
            elif child.type == "file_redirect":
                redirects.append(self.redirect(child, depth))
            elif child.type in _STATEMENTS:
                found.append(Pipeline((self.group(child, depth, ""),)))
            else:
                found.extend(self.pipelines_of(child, depth))
        if not found:
            found.append(Pipeline((Command(self.text(node), (), (), (), None),)))
        *before, last = found
        yield from before
        stage = _redirected(last.stages[-1], tuple(redirects), fed)
        yield Pipeline((*last.stages[:-1], stage, *piped))
        yield from after

    def pipelines_of(self, node: Node, depth: int) -> list[Pipeline]:
        """The pipelines of a node that may itself be one."""
        if node.type == "command":
            return [Pipeline((self.command(node, depth),))]
        if node.type == "pipeline":
            return [self.pipeline(node, depth)]
        if node.type in _ASSIGNING:
            return [Pipeline((self.assignment(node, depth),))]
        if node.type == "function_definition":
            return [Pipeline((self.function(node, depth),))]
        return list(self.pipelines(node, depth + 1))

    def heredoc(
        self,
        node: Node,
        redirects: list[Redirect],
        piped: list[Stage],
        after: list[Pipeline],
        depth: int,
    ) -> Word:
        """The text of a heredoc; what stands behind its mark on the same line is sorted away."""
        body = Word("", True, ())
        for child in node.named_children:
            if child.type == "heredoc_body":
                body = self.heredoc_body(child, depth)
            elif child.type == "file_redirect":
                redirects.append(self.redirect(child, depth))
            elif child.type == "pipeline":
                piped.extend(self.pipeline(child, depth).stages)
            elif child.type not in ("heredoc_start", "heredoc_end"):
                after.extend(self.pipelines_of(child, depth))
        return body

    def heredoc_body(self, node: Node, depth: int) -> Word:
        runs = tuple(self.script(n, depth) for n in node.named_children if n.type in _SUBSTITUTIONS)
        return Word(self.text(node), True, runs)

    def redirect(self, node: Node, depth: int) -> Redirect:
        target = node.child_by_field_name("destination")
        sign = next((c.type for c in node.children if not c.is_named), ">")
        return Redirect(sign, self.word(target, depth) if target else Word("", False, ()))

    def command(self, node: Node, depth: int) -> Command:
        self.left -= 1
        words: list[Word] = []
        assigned: list[tuple[str, Word]] = []
        redirects: list[Redirect] = []
        fed: Word | None = None
        for child in node.named_children:
            kind = child.type
            if kind == "command_name":
                inner = child.named_children
                words.append(self.word(inner[0], depth) if inner else self._bare(child))
            elif kind == "variable_assignment":
                assigned.append(self.assigned(child, depth))
            elif kind == "file_redirect":
                redirects.append(self.redirect(child, depth))
            elif kind == "herestring_redirect":
                fed = self.word(child.named_children[0], depth) if child.named_children else fed
            elif kind == "heredoc_redirect":
                fed = self.heredoc(child, redirects, [], [], depth)
            elif kind != "comment":
                words.append(self.word(child, depth))
        return Command(self.text(node), tuple(words), tuple(assigned), tuple(redirects), fed)

    def assignment(self, node: Node, depth: int) -> Command:
        """`A=1`, `export A=1`: a command without words, or with the declaring word only."""
        found = [node] if node.type == "variable_assignment" else node.named_children
        assigned = [self.assigned(n, depth) for n in found if n.type == "variable_assignment"]
        words: tuple[Word, ...] = ()
        if not node.type.startswith("variable"):
            words = tuple(map(self._bare, (node.children[0], *found)))
        return Command(self.text(node), words, tuple(assigned), (), None)

    def assigned(self, node: Node, depth: int) -> tuple[str, Word]:
        name = node.child_by_field_name("name")
        value = node.child_by_field_name("value")
        word = self.word(value, depth) if value else Word("", True, ())
        return (self.text(name) if name else "", word)

    def script(self, node: Node, depth: int) -> Script:
        return Script(tuple(self.pipelines(node, depth + 1)), "")

    def _bare(self, node: Node) -> Word:
        return Word(self.text(node), True, ())

    def word(self, node: Node, depth: int) -> Word:
        """A word without its quotes."""
        kind = node.type
        if kind == "word" or kind == "number":
            text = self.text(node)
            return Word(_ESCAPED.sub(_escape, text) if "\\" in text else text, True, ())
        if kind == "raw_string":
            return Word(self.text(node)[1:-1], True, ())
        if kind == "ansi_c_string":
            return Word(_ANSI.sub(_ansi, self.text(node)[2:-1]), True, ())
        if kind == "simple_expansion":
            return Word(self.text(node), False, ())
        if kind == "expansion":
            return self.expansion(node, depth)
        if kind in _SUBSTITUTIONS:
            return Word(self.text(node), False, (self.script(node, depth),))
        return self.mixed(node, depth)

    def expansion(self, node: Node, depth: int) -> Word:
        text = self.text(node)
        plain = _PLAIN.match(text)
        runs = tuple(self.script(n, depth) for n in _substitutions(node, depth))
        return Word(f"${plain[1]}" if plain else text, False, runs)

    def mixed(self, node: Node, depth: int) -> Word:
        """A string, a concatenation, or whatever else holds several parts."""
        if depth > DEEP:
            self.flaw = "deep"
            return Word(self.text(node), False, ())
        quoted = node.type in ("string", "translated_string")
        parts: list[str] = []
        runs: list[Script] = []
        known, at = True, node.start_byte
        for child in node.children:
            parts.append(self._gap(at, child.start_byte, quoted))
            at = child.end_byte
            if child.type == '"' or child.type == "$":
                continue
            if not child.is_named or child.type == "string_content":
                parts.append(self._gap(child.start_byte, child.end_byte, quoted))
                continue
            word = self.word(child, depth + 1)
            parts.append(word.text)
            runs.extend(word.runs)
            known = known and word.known
        parts.append(self._gap(at, node.end_byte, quoted))
        return Word("".join(parts), known and node.type != "ERROR", tuple(runs))

    def _gap(self, start: int, end: int, quoted: bool) -> str:
        text = self._slice(start, end)
        return _QUOTED_ESCAPE.sub(r"\1", text) if quoted and "\\" in text else text


_ASSIGNING = {"variable_assignment", "variable_assignments", "declaration_command", "unset_command"}


def _flat(node: Node) -> Iterator[Node]:
    """The statements below a node; long `a && b && c` chains lean to the left and are laid flat."""
    stack = list(reversed(node.named_children))
    while stack:
        child = stack.pop()
        if child.type == "list" or child.type == "negated_command":
            stack.extend(reversed(child.named_children))
        elif child.type != "comment":
            yield child


def _substitutions(node: Node, depth: int) -> Iterator[Node]:
    for child in node.named_children:
        if child.type in _SUBSTITUTIONS:
            yield child
        elif depth < DEEP:
            yield from _substitutions(child, depth + 1)


def _redirected(stage: Stage, redirects: tuple[Redirect, ...], fed: Word | None) -> Stage:
    return replace(stage, redirects=stage.redirects + redirects, fed=fed or stage.fed)


def _escape(found: re.Match[str]) -> str:
    return "" if found[1] == "\n" else found[1]


def _ansi(found: re.Match[str]) -> str:
    code = found[1]
    if code[0] in "xuU" and len(code) > 1:
        return chr(min(int(code[1:], 16), 0x10FFFF))
    if code[0] in "01234567":
        return chr(int(code, 8))
    return _ANSI_NAMED.get(code, code)
