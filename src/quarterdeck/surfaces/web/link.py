"""Serves the page: one document, its files, and a policy that lets nothing else in."""

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2s
from pathlib import Path, PurePosixPath
from posixpath import normpath
from types import MappingProxyType

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        # The terminal emulator colours its letters by attributes; no sheet of anybody gets in.
        "style-src-attr 'unsafe-inline'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'none'",
    )
)
HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
)
# What the browser keeps it must ask about: after an update no old script meets a new one.
CACHING = "no-cache"
# Written out, because a system's own table may name scripts in a way that browsers refuse.
TYPES: Mapping[str, str] = MappingProxyType(
    {
        ".html": "text/html; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".mjs": "text/javascript; charset=utf-8",
        ".svg": "image/svg+xml",
        ".woff2": "font/woff2",
        ".webmanifest": "application/manifest+json",
    }
)
# What a script imports at once; what it asks for later stands in brackets.
IMPORTED = re.compile(r'^(?:import|export) [^"();]* from "(\./[^"]+|\.\./[^"]+)";$', re.MULTILINE)
# A sheet that the document names; all of them go out as one.
SHEET = re.compile(rb'<link rel="stylesheet" href="/static/([^"]+)">\n')
ALL_SHEETS = "style/all.css"  # beside them: what they name is found from there
PLAIN = "text/plain; charset=utf-8"
# What becomes smaller when it is packed; fonts are packed already.
PACKABLE = frozenset(TYPES[end] for end in (".html", ".css", ".js", ".svg"))


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """How the person wants buttons to look and to be held."""

    guard_dim: bool  # whether choices look dim for as long as they are guarded
    hold_ms: int


@dataclass(frozen=True, slots=True)
class File:
    """One file of the page, as it goes out."""

    content: bytes
    type: str
    tag: str  # changes with the content


PATHS = ("/", "/static/{path:path}", "/favicon.ico")


def routes(display: DisplaySettings) -> list[BaseRoute]:
    """The page at `/`, its files below `/static/`."""
    files = _files()
    page = _file("index.html", _told(files, display))

    async def index(request: Request) -> Response:
        return _answer(request, page)

    async def static(request: Request) -> Response:
        file = files.get(request.path_params["path"])
        if file is None:
            raise HTTPException(404, "The page has no such file.")
        return _answer(request, file)

    async def icon(request: Request) -> Response:
        return _answer(request, files["icon.svg"])

    calls = (index, static, icon)
    return [Route(path, call) for path, call in zip(PATHS, calls, strict=True)]


def is_open(method: str, path: str) -> bool:
    """Whether this needs no token: the page and its files reveal nothing."""
    shown = path in ("/", "/favicon.ico") or path.startswith("/static/")
    return method in ("GET", "HEAD") and shown


def _answer(request: Request, file: File) -> Response:
    headers = {**HEADERS, "Cache-Control": CACHING, "ETag": file.tag, "Vary": "Accept-Encoding"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if file.type in PACKABLE and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(_packed(file.content), headers=headers, media_type=file.type)
    return Response(file.content, headers=headers, media_type=file.type)


@cache
def _packed(content: bytes) -> bytes:
    """The same in fewer bytes; worked out when it is first wanted."""
    return gzip.compress(content, compresslevel=6, mtime=0)


def _files() -> dict[str, File]:
    """Every file of the page by its path; what is not among them cannot be asked for."""
    files = dict(_below(Path(__file__).with_name("files"), ""))
    return {**files, ALL_SHEETS: _file(ALL_SHEETS, _sheets(files))}


def _sheets(files: Mapping[str, File]) -> bytes:
    """All sheets of the document, in its order: one answer costs less than nine."""
    names = SHEET.findall(files["index.html"].content)
    return b"\n".join(files[name.decode()].content for name in names)


def _below(directory: Path, prefix: str) -> list[tuple[str, File]]:
    found: list[tuple[str, File]] = []
    for entry in directory.iterdir():
        name = prefix + entry.name
        found += _below(entry, f"{name}/") if entry.is_dir() else [(name, _read(name, entry))]
    return found


def _read(name: str, entry: Path) -> File:
    return _file(name, entry.read_bytes())


def _file(name: str, content: bytes) -> File:
    tag = f'"{blake2s(content, digest_size=8).hexdigest()}"'
    return File(content, TYPES.get(PurePosixPath(name).suffix, PLAIN), tag)


def _told(files: Mapping[str, File], display: DisplaySettings) -> bytes:
    """The document with the display settings, and what names this page among all versions."""
    tags = "".join(f"{name}{file.tag}" for name, file in sorted(files.items()))
    name = blake2s(tags.encode(), digest_size=8).hexdigest()
    dim = " data-guard-dim" if display.guard_dim else ""
    written = f'data-hold="{display.hold_ms}"{dim} data-page="{name}"'
    document = files["index.html"].content.replace(b"data-settings", written.encode(), 1)
    sheet = f'<link rel="stylesheet" href="/static/{ALL_SHEETS}">\n'.encode()
    return SHEET.sub(b"", document).replace(b"</head>", sheet + _preloads(files) + b"</head>", 1)


def _preloads(files: Mapping[str, File]) -> bytes:
    """Names every script that the page begins with, so that none waits for the one before it."""
    wanted, seen = ["page.js"], dict[str, None]()
    while wanted:
        if (name := wanted.pop()) not in seen:
            seen[name] = None
            imports = IMPORTED.findall(files[name].content.decode())
            wanted += [normpath(PurePosixPath(name).parent / path) for path in imports]
    links = (f'<link rel="modulepreload" href="/static/{name}">\n' for name in seen)
    return "".join(links).encode()
