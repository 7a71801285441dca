"""The page's own code: all its words in one file, its types right, its shapes the daemon's."""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests.stories.happened import an_ask

from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Facts, Process, Session
from quarterdeck.domain.states import State
from quarterdeck.doors.http.wire import ask_json, session_json

ROOT = Path(__file__).parents[3]
FILES = ROOT / "src/quarterdeck/surfaces/web/files"
# What only some asks and sessions have, what the surface adds, and what the page adds itself.
OF_AN_ASK = "questions fields plan succeeded trouble deadline snoozed_until faces guard_ms left"
SPOKEN = re.compile(r'\b(?:aria-label|title|placeholder|label|alt)="[^"]*[A-Za-z]')
# A sentence, or the beginning of one; names of keys, classes and events are none.
SENTENCE = re.compile(r"[\"`](?!Bearer )[A-Z][a-z]+(?:[ …?,:][^\"`]*|[.…?])[\"`]")
WORD = re.compile(r"[A-Za-z]{2}")


def own_files() -> list[Path]:
    files = [f for f in FILES.rglob("*.js") if f.relative_to(FILES).parts[0] != "vendor"]
    assert len(files) > 50
    return files


def test_every_word_of_the_page_is_in_one_file() -> None:
    elsewhere = [
        f"{file.relative_to(FILES)}: {words}"
        for file in own_files()
        if file.name != "words.js"
        for words in spoken(file.read_text())
    ]
    assert elsewhere == []


def spoken(source: str) -> Iterator[str]:
    """What a person would read, in the templates of a script and in its sentences."""
    code = re.sub(r"/\*[\s\S]*?\*/|(?m:^\s*//[^\n]*$)", "", source)
    for template in templates(code):
        yield from SPOKEN.findall(template)
        text = re.sub(r"<[^<>]*>", "\n", template)
        yield from (line.strip() for line in text.split("\n") if WORD.search(line))
    yield from SENTENCE.findall(code)


def templates(code: str) -> Iterator[str]:
    """Each piece of markup, without what is computed in it."""
    for begin in re.finditer("html`", code):
        at, depth, found = begin.end(), 0, ""
        while depth or code[at] != "`":
            if code.startswith("${", at):
                depth += 1
                at += 1
            elif depth:
                depth += {"{": 1, "}": -1}.get(code[at], 0)
            else:
                found += code[at]
            at += 1
        yield found


def test_a_word_that_stands_elsewhere_would_be_found() -> None:
    assert list(spoken('html`<p class="big">${x ? {a: 1} : `y`} Hello</p>`')) == ["Hello"]
    assert list(spoken('html`<input aria-label="Name" />`')) == ['aria-label="Name']
    assert list(spoken('say("It was refused.");')) == ['"It was refused."']
    assert list(spoken('html`<b title=${WORDS.name}>${plain(name)}</b>`; on("Enter");')) == []


def test_the_types_of_the_page_are_right() -> None:
    [home] = (ROOT / ".lab").glob("typescript-*")  # `make lab` puts it there
    command = [str(home / "node_modules/.bin/tsc"), "--project", "jsconfig.json"]
    told = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    lines = told.stdout.splitlines()
    assert any("/vendor/" in line for line in lines), told.stdout + told.stderr  # it has looked
    assert [line for line in lines if "error TS" in line and "/vendor/" not in line] == []


def test_the_shapes_that_are_checked_are_those_that_the_daemon_sends() -> None:
    shapes = (FILES / "shapes.js").read_text()
    ask = ask_json(an_ask("a"), None, None)
    assert properties(shapes, "Ask") == set(ask) | set(OF_AN_ASK.split())
    here = Process("here", 7, 9)
    facts = replace(Facts(), cost=1.0, context=2.0, limits="40 %")
    session = Session(SessionId("s"), here, "claude", "n", 0, facts, State.IDLE, 1.0, "r", ())
    assert properties(shapes, "Session") == set(session_json(session))


def properties(shapes: str, name: str) -> set[str]:
    """The names of what a thing has, by its shape."""
    _, _, after = shapes.partition(f"@typedef {{object}} {name}\n")
    return set(re.findall(r"@property \{.*\} \[?(\w+)", after.partition("*/")[0]))


# What `useEffect` does comes after the painting: what changes until then would be missed.
TOO_LATE = re.compile(
    r"\buseEffect\(\(\) =>[^;]*?\b(?:subscribe|listen|addEventListener\(.change)\b"
)


def test_whoever_draws_what_may_change_listens_before_it_is_painted() -> None:
    late = [str(file.relative_to(FILES)) for file in own_files() if too_late(file.read_text())]
    assert late == []


def too_late(source: str) -> bool:
    return TOO_LATE.search(source) is not None


def test_whoever_listens_too_late_would_be_found() -> None:
    assert too_late("useEffect(() => alerts.subscribe(redraw), [alerts]);")
    assert too_late('useEffect(() => {\n SMALL.addEventListener("change", redraw);\n}, []);')
    assert not too_late("useLayoutEffect(() => alerts.subscribe(redraw), [alerts]);")
