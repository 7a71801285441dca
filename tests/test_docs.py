"""The documents tell the truth: what there is stands in the reference, and nothing else does.

In the reference a thing has its entry when a heading names it, or a table's row begins
with it: commands, sections of the settings and routes have headings; options, settings,
events and effects have rows below theirs.
"""

import argparse
import ast
import keyword
import re
import shlex
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, Protocol, cast, get_args, get_type_hints

import pytest
from starlette.routing import Route, WebSocketRoute
from tests.stories.happened import an_ask

from quarterdeck import ports
from quarterdeck.agents.claude.install import EVENTS
from quarterdeck.app.cli.console import Exit
from quarterdeck.app.cli.main import COMMANDS
from quarterdeck.app.cli.main import build as build_parser
from quarterdeck.app.settings import Settings
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import How
from quarterdeck.domain.effects import Effect
from quarterdeck.domain.events import Event
from quarterdeck.domain.journal import Entry
from quarterdeck.domain.states import Outcome, State
from quarterdeck.doors.http.app import build, open_by_default
from quarterdeck.doors.http.hub import snapshot
from quarterdeck.doors.keyboard_api.calls import KeyboardRoutes
from quarterdeck.doors.keyboard_api.images import ImageRoutes
from quarterdeck.doors.mcp.link import McpDoor
from quarterdeck.doors.network.pairing_routes import PairingRoutes
from quarterdeck.doors.surface.link import SurfaceDoor
from quarterdeck.doors.surface.pictures import PictureRoutes
from quarterdeck.doors.surface.routes import SurfaceRoutes
from quarterdeck.surfaces.web import link as web

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
REFERENCE = ROOT / "docs" / "reference"

Entries = dict[str, dict[str, list[str]]]  # heading -> first cell of a row -> its other cells


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_stands_in_the_reference_with_all_its_options(name: str) -> None:
    entries = entries_of("commands.md")
    assert f"qd {name}" in entries, f"docs/reference/commands.md has no heading `qd {name}`"
    assert set(entries[f"qd {name}"]) == set(options_of(parser_of(name)))


def test_the_reference_knows_no_command_that_is_gone() -> None:
    told = {h.removeprefix("qd ") for h in entries_of("commands.md") if h.startswith("qd ")}
    assert told <= set(COMMANDS)


def test_every_exit_code_stands_in_the_reference() -> None:
    assert set(entries_of("commands.md")["Exit codes"]) == {str(code.value) for code in Exit}


def test_every_setting_stands_in_the_reference_with_its_default() -> None:
    entries = entries_of("settings.md")
    told = {
        (section, key): cells[0]
        for section, rows in entries.items()
        for key, cells in rows.items()
        if section.startswith("[")
    }
    assert told == dict(settings())


def test_every_section_of_the_settings_has_its_heading() -> None:
    told = {h for h in entries_of("settings.md") if h.startswith("[")}
    assert told == {heading for heading, _ in sections(Settings(), "")}


def test_every_route_has_its_heading() -> None:
    pages = entries_of("http.md"), entries_of("keyboard-api.md")
    told = [h for page in pages for h in page if re.match(r"[A-Z]+ /", h)]
    assert sorted(told) == sorted(routes())


def test_every_event_of_the_stream_stands_below_its_route() -> None:
    assert set(entries_of("http.md")["GET /api/events"]) == set(streamed())


def test_every_kind_of_ask_stands_in_the_reference_with_its_choices() -> None:
    rows = entries_of("http.md")["Kinds"]
    told = {kind: set(re.findall(r"`(\w+)`", cells[-1])) for kind, cells in rows.items()}
    assert told == {str(kind): {c.id for c in an_ask("any", kind=kind).choices} for kind in Kind}


@pytest.mark.parametrize(
    ("heading", "words"), [("States", State), ("Outcomes", Outcome), ("How an ask ended", How)]
)
def test_every_word_of_the_public_json_is_explained(heading: str, words: type[State]) -> None:
    assert set(entries_of("http.md")[heading]) == {str(word) for word in words}


def test_every_hook_that_we_register_stands_in_the_reference() -> None:
    assert set(entries_of("hooks.md")["Events"]) == set(EVENTS)


@pytest.mark.parametrize(
    ("page", "heading", "union"),
    [
        ("events.md", "Events", Event),
        ("events.md", "Effects", Effect),
        ("journal.md", "Entries", Entry),
    ],
)
def test_every_event_effect_and_entry_has_its_row(page: str, heading: str, union: object) -> None:
    assert set(entries_of(page)[heading]) == {kind.__name__ for kind in get_args(union)}


@pytest.mark.parametrize(
    "port",
    [p for p in vars(ports).values() if getattr(p, "_is_protocol", False) and p is not Protocol],
)
def test_every_port_has_its_heading_and_tells_of_all_its_calls(port: type) -> None:
    text = (REFERENCE / "ports.md").read_text()
    _, _, after = text.partition(f"\n## `{port.__name__}`\n")
    section = after.partition("\n## ")[0]
    assert section, f"docs/reference/ports.md has no heading {port.__name__}"
    for name, part in ((n, p) for n, p in vars(port).items() if not n.startswith("_")):
        told = f"`{name}`" if isinstance(part, property) else f"`{name}("
        assert told in section, f"{port.__name__}.{name} is not told of"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(document: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", without_code(document.read_text())):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        assert target.exists(), f"{link} leads nowhere"
        assert not anchor or anchor in anchors(target), f"{link}: no such heading"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_command_that_is_shown_can_be_given(document: Path) -> None:
    for line in re.findall(r"^\$ (qd .*)$", document.read_text(), re.MULTILINE):
        give(line)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_example_in_the_help_can_be_given(name: str) -> None:
    examples = re.findall(r"^  (qd .*)$", parser_of(name).epilog or "", re.MULTILINE)
    assert examples, f"`qd {name} --help` shows no example"
    for line in examples:
        give(re.split(r" {2,}", line)[0])


def test_every_page_is_linked_from_another() -> None:
    linked = {
        (document.parent / link.partition("#")[0]).resolve()
        for document in DOCUMENTS
        for link in re.findall(r"\]\(([^)\s:]+)\)", document.read_text())
    }
    alone = [p for p in DOCUMENTS if p not in linked and p.name != "README.md"]
    assert not alone, f"nobody finds {', '.join(str(p.relative_to(ROOT)) for p in alone)}"


def entries_of(page: str) -> Entries:
    """What a page of the reference has entries for."""
    found: Entries = defaultdict(dict)
    heading = ""
    for line in without_code((REFERENCE / page).read_text()).splitlines():
        if match := re.match(r"#+ (.*)", line):
            heading = match[1].replace("`", "").strip()
            found[heading] = {}
        elif line.startswith("| `"):
            first, *others = [c.strip() for c in re.split(r"(?<!\\)\|", line.strip("| "))]
            for name in re.findall(r"`([^`]+)`", first):
                found[heading][name.split()[0]] = others
    return found


def without_code(text: str) -> str:
    """A document without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(document: Path) -> set[str]:
    """The names by which a document's headings can be linked."""
    titles = re.findall(r"^#+ (.*)$", without_code(document.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def parser_of(name: str) -> argparse.ArgumentParser:
    """A command's own parser."""
    for action in build_parser([name])._actions:
        if isinstance(action, argparse._SubParsersAction):
            return cast(argparse.ArgumentParser, action.choices[name])
    raise AssertionError(f"{name} is no command")


def give(line: str) -> None:
    """Let the command line read a command, up to its first pipe."""
    _, name, *words = takewhile(lambda word: word != "|", shlex.split(line))
    parser_of(name).parse_args(words)


def options_of(parser: argparse.ArgumentParser) -> Iterator[str]:
    """All that can be given to a command, as its help names it."""
    for action in parser._actions:
        if action.help == argparse.SUPPRESS or isinstance(action, argparse._HelpAction):
            continue
        yield from action.option_strings or [str(action.metavar or action.dest)]


def settings() -> Iterator[tuple[tuple[str, str], str]]:
    """Section and key of every setting, with its default as it is written in TOML."""
    for heading, values in sections(Settings(), ""):
        for key in fields(values) if is_dataclass(values) else ():
            value = getattr(values, key.name)
            if not is_dataclass(value) and _tables_of(values, key.name) is None:
                yield (heading, key.name), f"`{_toml(value)}`"


def sections(settings: Any, above: str) -> Iterator[tuple[str, object]]:
    """The heading of every section, and of those below it, with its defaults."""
    for field in fields(settings):
        value, name = getattr(settings, field.name), f"{above}{field.name}"
        if isinstance(value, dict):
            yield f"[{name}]", value
        elif one := _tables_of(settings, field.name):
            yield f"[[{name}]]", one()
        elif is_dataclass(value):
            yield f"[{name}]", value
            yield from sections(value, f"{name}.")


def _tables_of(settings: object, key: str) -> type | None:
    """Of which kind a list of tables is; None for anything else."""
    given = get_args(get_type_hints(type(settings))[key])
    return next((kind for kind in given if is_dataclass(kind) and isinstance(kind, type)), None)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def test_every_threat_is_held_by_a_test_that_is_there() -> None:
    told = (ROOT / "docs" / "threats.md").read_text()
    rows = [line for line in told.splitlines() if line.startswith("| ") and "::" in line]
    assert len(rows) > 30
    for place, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", told):
        functions = ast.walk(ast.parse((ROOT / place).read_text()))
        assert name in {getattr(node, "name", "") for node in functions}, f"{place}::{name}"


class Anything:
    """Stands in for a daemon that nobody calls: only the table of routes is read."""

    def __getattr__(self, name: str) -> Any:
        return lambda *_: None


def routes() -> Iterator[str]:
    """Method and path of every call."""
    nobody: Any = Anything()
    surfaces = SurfaceDoor(*[nobody] * 9)
    page = web.routes(web.DisplaySettings(guard_dim=False, hold_ms=0)) + surfaces.routes()
    page += SurfaceRoutes(nobody, nobody).routes() + PairingRoutes(nobody, nobody, nobody).routes()
    page += PictureRoutes(nobody, nobody, nobody).routes()
    page += McpDoor(nobody).routes() + ImageRoutes(nobody, nobody).routes()
    page += KeyboardRoutes(nobody, nobody, nobody, nobody, 0.0).routes()
    for route in build(nobody, nobody, page, open_by_default).routes:
        if isinstance(route, WebSocketRoute):
            yield f"WS {route.path}"
            continue
        assert isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}:
            yield f"{method} {route.path.replace(':path', '')}"


def streamed() -> Iterator[str]:
    """The names of all events of the stream: the first ones, and those that are published."""
    yield from (name for name, _ in snapshot([], []))
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "publish":
                name = node.args[1]
                assert isinstance(name, ast.Constant), f"{path}: name the event where it is told"
                yield str(name.value)


# Names


WORDS = re.compile(r"[A-Za-z_]\w*")
DONE_BY = ("qd ", "make ")  # what can be called is held to by others
LAYERS = "→"


def in_backticks(document: str) -> list[str]:
    """What stands in backticks in a document, apart from blocks of code."""
    text = re.sub(r"```.*?```", "", (ROOT / document).read_text(), flags=re.DOTALL)
    return [name for name in re.findall(r"`([^`\n]+)`", text) if LAYERS not in name]


@cache
def named_in_the_code() -> set[str]:
    """Whatever the sources define or use: modules, classes, functions, parameters, names."""
    files = list((ROOT / "src").rglob("*.py"))
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text())))
    words = {getattr(n, kind, None) for n in nodes for kind in ("name", "id", "attr", "arg")}
    return {str(word) for word in words} | {file.stem for file in files} | set(keyword.softkwlist)


def is_there(name: str) -> bool:
    """Whether this is a file or folder of ours, or something that the code names."""
    path, _, member = name.partition(".") if "/" in name else ("", "", name)
    places = [ROOT, ROOT / "src" / "quarterdeck"]
    if any((place / name).exists() for place in places):
        return True
    if path:
        return any((p / f"{path}.py").exists() for p in places) and is_there(member)
    files = {file.name for file in (ROOT / "src").rglob("*.py")} | {"test_asks.py"}
    return name in files or set(WORDS.findall(name)) <= named_in_the_code()


@pytest.mark.parametrize("document", ["ARCHITECTURE.md", "STYLE.md"])
def test_every_name_in_backticks_exists(document: str) -> None:
    names = [name for name in in_backticks(document) if not name.startswith(DONE_BY)]
    assert len(names) > 20
    assert [name for name in names if not is_there(name)] == []


# The walks

Hop = tuple[str, str, str]  # file, function, and what it hands on


def takes(hop: Hop, name: str, before: str) -> bool:
    """Whether a hop is what was handed on, speaks of it, or stands in the table that was named."""
    file, function, _ = hop
    parts = function.split(".")
    if name.lstrip("_") in [part.lstrip("_") for part in parts]:
        return True
    tables = [a for a in assignments(before) if name in ast.unparse(a).partition("=")[0]]
    in_table = any(parts[-1] in ast.unparse(table) for table in tables)
    return in_table or name in source_of(file, function)


def walks() -> list[list[Hop]]:
    """The tables below the walk's heading, each a list of hops."""
    text = (ROOT / "ARCHITECTURE.md").read_text().partition("\n## The walk\n")[2]
    found: list[list[Hop]] = []
    for line in text.partition("\n## ")[0].splitlines():
        if line.startswith("| file"):
            found.append([])
        elif match := re.fullmatch(r"\| `([^`]+)` \| `([^`]+)` \| (.*) \|", line):
            found[-1].append((match[1], match[2], match[3]))
    return found


def source_of(file: str, function: str) -> str:
    """The source of a function, by its own and its class's name."""
    tree: ast.AST = ast.parse((ROOT / "src" / "quarterdeck" / file).read_text())
    for part in function.split("."):
        inside = [n for n in ast.iter_child_nodes(tree) if getattr(n, "name", "") == part]
        assert inside, f"{file} has no {function}"
        tree = inside[0]
    return ast.unparse(tree)


def assignments(file: str) -> list[ast.AST]:
    """What is named at the level of a module."""
    tree = ast.parse((ROOT / "src" / "quarterdeck" / file).read_text())
    return [n for n in tree.body if isinstance(n, ast.Assign | ast.AnnAssign)]


@pytest.mark.parametrize("number", range(len(walks())))
def test_every_hop_of_a_walk_exists_and_hands_on_to_the_next(number: int) -> None:
    hops = walks()[number]
    assert len(hops) > 2
    for (file, function, hands_on), following in zip(hops, [*hops[1:], None], strict=True):
        source = source_of(file, function)
        for name in re.findall(r"`([\w.]+)`", hands_on.partition(", back to")[0]):
            last = name.rpartition(".")[2]
            assert last in source, f"{file} {function} does not speak of {name}"
        if following and (names := re.findall(r"`([\w.]+)`", hands_on)):
            told = f"{file} {function} hands on {names[0]}, which {following[1]} does not take"
            assert takes(following, names[0], file), told
