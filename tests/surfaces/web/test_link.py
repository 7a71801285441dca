"""The page as it is served: complete, under a strict policy, open where it tells nothing."""

import gzip
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath

import pytest
from starlette.applications import Starlette
from starlette.types import Message

from quarterdeck.surfaces.web.link import DisplaySettings, is_open, routes

FILES = Path(__file__).parents[3] / "src/quarterdeck/surfaces/web/files"
SETTINGS = DisplaySettings(guard_dim=False, hold_ms=1000)


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


async def get(
    path: str, manner: DisplaySettings = SETTINGS, tag: str = "", takes: str = ""
) -> Answer:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    given = {b"if-none-match": tag, b"accept-encoding": takes}
    headers = [(name, value.encode()) for name, value in given.items() if value]
    scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "query_string": b""}
    await Starlette(routes=routes(manner))(scope, receive, send)
    names = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
    return Answer(sent[0]["status"], names, b"".join(m.get("body", b"") for m in sent[1:]))


async def test_the_page_lets_only_its_own_files_in() -> None:
    page = await get("/")
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    # The colours of a terminal's letters are attributes; sheets and scripts are our own files.
    assert [part for part in policy.split("; ") if "unsafe" in part] == [
        "style-src-attr 'unsafe-inline'"
    ]
    for directive in ("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"):
        assert directive in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["referrer-policy"] == "no-referrer"


async def test_nothing_in_the_document_is_inline() -> None:
    page = (await get("/")).text
    assert re.findall(r"<script(?![^>]* src=)", page) == []
    assert re.findall(r"<style|\sstyle=|\son[a-z]+=", page) == []


async def test_everything_that_the_page_names_is_there() -> None:
    seen = await named_by_the_page()
    assert "/static/vendor/preact.mjs" in seen
    assert "/static/vendor/m-plus-1-code.woff2" in seen


async def test_all_that_the_page_can_fetch_is_less_than_400_kilobytes_without_its_font() -> None:
    ends = {".js", ".mjs", ".css", ".svg", ".webmanifest"}
    files = [file.relative_to(FILES) for file in FILES.rglob("*") if file.suffix in ends]
    assert Path("vendor/xterm.mjs") in files
    size = 0
    for file in files:
        packed = await get(f"/static/{file}", takes="gzip, br")
        if packed.headers.get("content-encoding") == "gzip":
            assert gzip.decompress(packed.body) == (await get(f"/static/{file}")).body
        size += len(packed.body)
    assert size < 400_000


async def named_by_the_page() -> set[str]:
    """The files that the page fetches when it is opened; each must be there."""
    return await found_from(re.findall(r'(?:href|src)="(/[^"]+)"', (await get("/")).text))


async def found_from(wanted: list[str]) -> set[str]:
    """These files and those that they name; each must be there."""
    seen: set[str] = set()
    while wanted:
        path = wanted.pop()
        if path in seen:
            continue
        seen.add(path)
        file = await get(path)
        assert file.status == 200, path
        if file.headers["content-type"].startswith(("text/javascript", "text/css")):
            wanted += [_beside(path, name) for name in _named(file.text)]
    return seen


async def test_scripts_are_served_as_scripts_whatever_the_system_thinks() -> None:
    assert (await get("/static/page.js")).headers["content-type"].startswith("text/javascript")
    vendored = await get("/static/vendor/preact.mjs")
    assert vendored.headers["content-type"].startswith("text/javascript")


async def test_what_did_not_change_is_not_sent_again() -> None:
    first = await get("/static/page.js")
    assert first.headers["cache-control"] == "no-cache"
    again = await get("/static/page.js", tag=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize(
    "path", ["/static/../link.py", "/static/%2e%2e/link.py", "/static//etc/passwd", "/static/"]
)
async def test_only_files_of_the_page_can_be_asked_for(path: str) -> None:
    assert (await get(path)).status == 404


async def test_the_page_knows_how_the_person_wants_asks_guarded() -> None:
    page = (await get("/", DisplaySettings(guard_dim=True, hold_ms=1500))).text
    assert 'data-hold="1500" data-guard-dim data-page=' in page
    assert "data-guard-dim" not in (await get("/")).text


async def test_files_of_others_are_as_they_were_fetched() -> None:
    told = (await get("/static/vendor/VERSIONS")).text
    listed = dict(reversed(line.split()) for line in re.findall(r"[0-9a-f]{64}  \S+", told))
    assert {"preact.mjs", "marked.mjs", "prism-core.mjs", "xterm.mjs"} <= set(listed)
    for name, digest in listed.items():
        assert sha256((await get(f"/static/vendor/{name}")).body).hexdigest() == digest, name


async def test_files_of_others_come_with_their_licence() -> None:
    assert "preact 11" in (await get("/static/vendor/VERSIONS")).text
    for name in ("preact", "htm", "marked", "prism", "m-plus-1-code", "xterm"):
        assert (await get(f"/static/vendor/{name}.LICENSE")).status == 200


async def test_a_view_is_not_fetched_before_it_is_opened() -> None:
    seen = await named_by_the_page()
    assert "/static/card.js" in seen
    assert not [path for path in seen if path.startswith(("/static/past/", "/static/decks/"))]
    opened = [f"/static{name}" for name in re.findall(r'import\("\.(/[^"]+)"\)', await views())]
    assert len(opened) == 5
    seen = await found_from(opened)
    assert "/static/session/terminal.js" in seen
    assert not [path for path in seen if "xterm" in path]  # not before a terminal is shown


async def views() -> str:
    return (await get("/static/views.js")).text


async def test_all_sheets_come_as_one_in_their_order() -> None:
    page = (await get("/")).text
    assert re.findall(r'<link rel="stylesheet" href="([^"]+)"', page) == ["/static/style/all.css"]
    names = re.findall(r'/static/(style/[^"]+)', (FILES / "index.html").read_text())
    assert set(names) == {f"style/{sheet.name}" for sheet in (FILES / "style").iterdir()}
    told = (await get("/static/style/all.css")).text
    assert told == "\n".join((FILES / name).read_text() for name in names)


def test_only_the_page_and_its_files_are_open_without_a_token() -> None:
    assert all(is_open("GET", path) for path in ("/", "/favicon.ico", "/static/page.js"))
    assert not any(is_open("GET", path) for path in ("/api/asks", "/metrics", "/static", "/x"))
    assert not is_open("POST", "/")


def _named(text: str) -> list[str]:
    """The files that a script or a style sheet names; a bare name would need an inline map."""
    names = re.findall(r'(?:from ?|import ?|url\()"([^"]+)"', text)
    assert all(name.startswith(("./", "../")) for name in names), names
    return names


def _beside(path: str, name: str) -> str:
    parts: list[str] = []
    for part in (PurePosixPath(path).parent / name).parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/" + "/".join(parts[1:])
