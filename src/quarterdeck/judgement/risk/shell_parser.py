"""Reads a shell text into the values of `script`; the parser is tree-sitter's."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

import tree_sitter_bash
from tree_sitter import Language, Node, Parser, Tree

from quarterdeck.judgement.risk.parser_limits import tangled
from quarterdeck.judgement.risk.shell_ast import (
    Command,
    Group,
    Pipeline,
    Redirect,
    Script,
    Stage,
    Word,
)
from quarterdeck.judgement.risk.shell_words import DEEP, Words

MOST = 1000  # simple commands of one text, or words of one command
CHOICES = 8  # values of a variable that are followed


def parse(text: str) -> Script:
    """The script of a shell text. Never raises; what cannot be read is a flaw."""
    if tangled(text):
        return Script((), "tangled")
    dropped = tuple(_dropped(text))
    text = _UNREAD.sub("", text) if dropped else text
    parsed = tree(text)  # held to the end: no node may outlive it
    reader = _Reader(text)
    pipelines = tuple(reader.pipelines(parsed.root_node, 0))
    flaw = reader.flaw or ("broken" if parsed.root_node.has_error else "")
    return Script(pipelines, flaw, dropped)


def _dropped(text: str) -> Iterator[int]:
    """The places, in what is left, at which each character is left out that a shell drops."""
    gone = 0
    for found in _UNREAD.finditer(text):
        yield from [found.start() - gone] * len(found[0])
        gone += len(found[0])


def tree(text: str) -> Tree:
    """The bare syntax tree, its positions in characters; by a parser that no other thread has."""
    # The grammar's scanner looks characters up in a table for ASCII: others can end the process.
    plain = text if text.isascii() else _FOREIGN.sub(LETTER, text)
    return Parser(_language()).parse(plain.encode("ascii"))


LETTER = "z"  # for the grammar like any other letter, and in none of its words
_FOREIGN = re.compile(r"[^\x00-\x7f]")


# The shell drops NUL. For the grammar a line's end behind a backslash parts words; for the shell
# it does not.
_UNREAD = re.compile(r"\0|(?<=[^\s\\])\\\n(?=\S)")


@cache
def _language() -> Language:
    return Language(tree_sitter_bash.language())


_ASSIGNING = frozenset(
    {"variable_assignment", "variable_assignments", "declaration_command", "unset_command"}
)
_COMPOUND = frozenset(
    {
        "subshell",
        "compound_statement",
        "while_statement",
        "for_statement",
        "c_style_for_statement",
        "if_statement",
        "case_statement",
    }
)
_BRANCHING = _COMPOUND - {"subshell", "compound_statement"}
_NOTHING = Word("", True, ())


@dataclass(slots=True)
class _Around:
    """What surrounds a command: redirections, and the rest of a heredoc's line."""

    redirects: list[Redirect] = field(default_factory=list)
    fed: Word | None = None
    words: list[Word] = field(default_factory=list)  # that the grammar puts into redirections
    piped: list[Stage] = field(default_factory=list)
    after: list[Pipeline] = field(default_factory=list)


class _Reader:
    """Turns nodes of the parser into our values."""

    def __init__(self, source: str) -> None:
        self.flaw = ""
        self._left = MOST
        self._branches = 0  # that stand around what is read
        self._words = Words(source, self._script, _missed)

    def pipelines(self, node: Node, depth: int) -> Iterator[Pipeline]:
        """Every pipeline below a node, in the order of the text."""
        if depth > DEEP:
            self.flaw = "deep"
            return
        if node.type == "for_statement":
            yield from self._loop_variable(node, depth)
        branches = self._branches
        for child, perhaps in _flat(node):
            if self._left <= 0:
                self.flaw = "long"
                return
            self._branches = branches + (perhaps or node.type in _BRANCHING)
            yield from self._statement(child, depth)
        self._branches = branches

    def _statement(self, node: Node, depth: int) -> Iterator[Pipeline]:
        match node.type:
            case "command":
                yield Pipeline((self._command(node, depth),))
            case "pipeline":
                yield self._pipeline(node, depth)
            case "redirected_statement":
                yield from self._redirected(node, depth)
            case "file_redirect":
                yield self._file_only(node, depth)
            case "function_definition" | "subshell":
                yield Pipeline((self._group(node, depth),))
            case "while_statement" | "c_style_for_statement" if floods := self._floods(node):
                yield Pipeline((replace(self._group(node, depth), floods=floods),))
            case kind if kind in _ASSIGNING:
                yield Pipeline((self._assignment(node, depth),))
            case _:
                yield from self.pipelines(node, depth + 1)

    def _file_only(self, node: Node, depth: int) -> Pipeline:
        """`$(< file)`: a redirection without a command."""
        around = _Around()
        self._file(node, around, depth)
        bare = Command(self._words.text(node), (), (), (), None, node.start_byte)
        return Pipeline((_with(bare, around),))

    def _loop_variable(self, node: Node, depth: int) -> Iterator[Pipeline]:
        """`for x in …`: the variable holds one of the words; of many nobody knows which."""
        name = node.child_by_field_name("variable")
        shown = self._words.text(name) if name else ""
        nodes = node.children_by_field_name("value")
        values = [self._words.read(value, depth) for value in nodes[:CHOICES]]
        if not values or len(nodes) > CHOICES:
            values = [Word("", False, ())]
        for at, value in enumerate(values):
            assigned = ((shown, value),)
            loop = Command(f"for {shown}", (), assigned, (), None, node.start_byte, maybe=at > 0)
            yield Pipeline((loop,))

    def _script(self, node: Node, depth: int) -> Script:
        return Script(tuple(self.pipelines(node, depth + 1)), "")

    def _pipeline(self, node: Node, depth: int) -> Pipeline:
        stages = [n for n in self._some(node.named_children) if n.type != "comment"]
        return Pipeline(tuple(self._stage(n, depth) for n in stages))

    def _stage(self, node: Node, depth: int) -> Stage:
        while node.type == "negated_command" and node.named_children:
            node = node.named_children[0]
        if node.type == "command":
            return self._command(node, depth)
        if node.type != "redirected_statement":
            return self._group(node, depth)
        inner = tuple(self._redirected(node, depth))
        if len(inner) == 1 and len(inner[0].stages) == 1:
            return inner[0].stages[0]
        start = node.start_byte
        return Group(self._words.text(node), Script(inner, ""), (), None, "", "", start)

    def _group(self, node: Node, depth: int) -> Group:
        function = node.type == "function_definition"
        name = node.child_by_field_name("name") if function else None
        shown = self._words.text(name) if name else ""
        body = self._script(node, depth)
        return Group(self._words.text(node), body, (), None, shown, "", node.start_byte)

    def _floods(self, node: Node) -> str:
        """What a loop does that never ends or pauses: start more and more, or fill the disk."""
        body = node.child_by_field_name("body")
        text = self._words.text(body) if body else ""
        if body is None or _PAUSE.search(text) or not _ENDLESS.match(self._words.text(node)):
            return ""
        if any(child.type == "&" for child in body.children):
            return "bomb"
        return "fills" if _APPENDS.search(text) and not _LEAVES.search(text) else ""

    def _redirected(self, node: Node, depth: int) -> Iterator[Pipeline]:
        """A statement with redirections, which belong to its last stage."""
        around = _Around()
        found: list[Pipeline] = []
        at = node.start_byte
        for child in node.named_children:
            if child.type == "heredoc_redirect" and self._words.between(at, child) == "-":
                around.words.append(self._words.bare("-"))
            at = child.end_byte
            if child.type in _COMPOUND:
                found.append(Pipeline((self._group(child, depth),)))
            elif not self._redirect(child, around, depth):
                found.extend(self._statement(child, depth + 1))
        bare = Command(self._words.text(node), (), (), (), None, node.start_byte)
        empty = Pipeline((bare,))
        *before, last = found or [empty]
        yield from before
        stage = _with(last.stages[-1], around)
        yield Pipeline((*last.stages[:-1], stage, *around.piped))
        yield from around.after

    def _redirect(self, node: Node, around: _Around, depth: int) -> bool:
        """Takes a node in if it is a redirection, and says whether it was."""
        match node.type:
            case "file_redirect":
                self._file(node, around, depth)
            case "herestring_redirect":
                around.fed = self._words.read(node, depth)
                if node.named_children:
                    around.fed = self._words.read(node.named_children[0], depth)
            case "heredoc_redirect":
                self._heredoc(node, around, depth)
            case _:
                return False
        return True

    def _file(self, node: Node, around: _Around, depth: int) -> None:
        """A file that is written or read; for the grammar the words behind it are files too."""
        targets = node.children_by_field_name("destination")
        first, *others = [self._words.read(n, depth) for n in self._some(targets)] or [_NOTHING]
        sign = next((c.type for c in node.children if not c.is_named), ">")
        around.redirects.append(Redirect(sign, first, targets[0].end_byte if targets else -1))
        around.words += others

    def _heredoc(self, node: Node, around: _Around, depth: int) -> None:
        """A heredoc; the grammar puts the rest of its first line inside it."""
        around.fed = _NOTHING
        arguments = self._some(node.children_by_field_name("argument"))
        around.words += [self._words.read(argument, depth) for argument in arguments]
        start = node.named_children[0] if node.named_children else node
        quoted = not _QUOTES.isdisjoint(self._words.text(start))
        for child in node.named_children:
            if child.type == "heredoc_body":
                text = self._words.text(child)
                runs = () if quoted else (*self._words.scripts(child, depth), *_missed(text))
                around.fed = Word(text, True, runs)
            elif child.type == "file_redirect":
                self._file(child, around, depth)
            elif child.type == "pipeline":
                around.piped.extend(self._pipeline(child, depth).stages)
            elif child.type not in {"heredoc_start", "heredoc_end"}:
                around.after.extend(self._statement(child, depth + 1))

    def _command(self, node: Node, depth: int) -> Command:
        self._left -= 1
        words: list[Word] = []
        assigned: list[tuple[str, Word]] = []
        around = _Around()
        for child in self._some(node.named_children):
            kind = child.type
            if kind == "command_name":
                words.append(self._name(child, depth))
            elif kind == "variable_assignment":
                assigned.append(self._assigned(child, depth))
            elif kind != "comment" and not self._redirect(child, around, depth):
                words.append(self._words.read(child, depth))
        words += around.words
        text, redirects = self._words.text(node), tuple(around.redirects)
        start = node.start_byte
        return Command(text, tuple(words), tuple(assigned), redirects, around.fed, start)

    def _some(self, nodes: list[Node]) -> list[Node]:
        """As many of the nodes as are worth reading."""
        if len(nodes) > MOST:
            self.flaw = "long"
        return nodes[:MOST]

    def _name(self, node: Node, depth: int) -> Word:
        inner = node.named_children
        return self._words.read(inner[0] if inner else node, depth)

    def _assignment(self, node: Node, depth: int) -> Command:
        """`A=1`, `export A=1`: the declaring word comes first, if there is one."""
        self._left -= 1
        found = [node] if node.type == "variable_assignment" else self._some(node.named_children)
        assigned = [self._assigned(n, depth) for n in found if n.type == "variable_assignment"]
        words: tuple[Word, ...] = ()
        if not node.type.startswith("variable"):
            shown = map(self._words.text, (node.children[0], *found))
            words = tuple(map(self._words.bare, shown))
        text, maybe = self._words.text(node), self._branches > 0
        return Command(text, words, tuple(assigned), (), None, node.start_byte, maybe)

    def _assigned(self, node: Node, depth: int) -> tuple[str, Word]:
        name = node.child_by_field_name("name")
        value = node.child_by_field_name("value")
        word = self._words.read(value, depth) if value else _NOTHING
        if any(child.type == "+=" for child in node.children):
            word = replace(word, known=False)
        if name is not None and name.type == "subscript":
            word = replace(word, runs=(*word.runs, *self._words.scripts(name, depth)))
        return (self._words.text(name) if name else "", word)


_ENDLESS = re.compile(
    r"while\s+(?:true|:|\[+ 1 \]+|\(\( ?1 ?\)\))\s*[;\n]|until\s+false\s*[;\n]|for\s*\(\(\s*;\s*;"
)
_PAUSE = re.compile(r"\b(?:sleep|wait|read)\b")
_LEAVES = re.compile(r"\b(?:break|exit|return)\b")
_APPENDS = re.compile(r">>(?!\s*/dev/)")


def _missed(body: str) -> Iterator[Script]:
    """The substitutions that the grammar takes for text: by backticks, or at a heredoc's begin."""
    found = _TICKED.findall(body)[:MOST] if "`" in body else []
    return (replace(parse(text), apart=True) for text in found + _LEADING.findall(body))


_QUOTES = frozenset("'\"\\")
_LEADING = re.compile(r"\A\s*\$\((.*?)\)", re.DOTALL)
_TICKED = re.compile(r"(?<!\\)`((?:[^`\\]|\\.)*)`", re.DOTALL)


def _flat(node: Node) -> Iterator[tuple[Node, bool]]:
    """The statements below a node, and whether each runs only if others went well or ill."""
    stack = [(child, False) for child in reversed(node.named_children)]
    while stack:
        child, perhaps = stack.pop()
        if child.type in {"list", "negated_command"}:  # these lean to the left, however long
            inner = child.named_children
            stack.extend((later, True) for later in reversed(inner[1:]))
            stack.extend((first, perhaps) for first in inner[:1])
        elif child.type != "comment":
            yield child, perhaps


def _with(stage: Stage, around: _Around) -> Stage:
    redirects = (*stage.redirects, *around.redirects)
    if around.words and isinstance(stage, Command):
        stage = replace(stage, words=(*stage.words, *around.words))
    return replace(stage, redirects=redirects, fed=around.fed or stage.fed)
