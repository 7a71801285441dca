"""Where a command would run, and in which zone of the machine a path is."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from quarterdeck.judgement.risk.rule_files import read


@dataclass(frozen=True, slots=True)
class Place:
    """The working directory, the person's home, the root of the project, and our own folders."""

    cwd: str
    home: str
    project: str
    own: tuple[str, ...] = ()  # where Quarterdeck has its settings, state and token


class Zone(StrEnum):
    """A part of the machine, by how bad damage there is."""

    SINK = "sink"  # /dev/null and the standard streams
    DEVICE = "device"
    ROOT = "root"  # everything: /, the home, a top-level directory
    SYSTEM = "system"
    HOME = "home"
    WHOLE = "whole"  # the project itself, or all of a directory in it
    REBUILT = "rebuilt"  # in the project, made again by a build
    PROJECT = "project"
    TEMPORARY = "temporary"
    OUTSIDE = "outside"
    UNKNOWN = "unknown"


def absolute(path: str, place: Place) -> str:
    """The absolute path, without dots; empty if only the shell could tell."""
    path = _expand(path, place)
    if "$" in path or "`" in path:
        return ""
    if not path.startswith("/"):
        if not place.cwd.startswith("/"):
            return ""
        path = f"{place.cwd}/{path}"
    return normal(path)


def zone(path: str, place: Place) -> Zone:
    """The zone in which a path is."""
    full = absolute(path, place)
    if not full:
        return Zone.UNKNOWN
    bare = _EVERYTHING.sub("", full) or "/"
    if bare in (place.home, "/", "/home", "/Users", "/root"):
        return Zone.ROOT
    if place.project != place.home and _inside(full, place.project):
        return _in_project(full, bare, place)
    if _TEMPORARY.match(bare):
        return Zone.TEMPORARY
    if _inside(full, place.home) or full.startswith(("/home/", "/Users/", "/root/")):
        return Zone.HOME
    return _of_system(full, bare)


def normal(path: str) -> str:
    """A path from the root on without `.`, `..` and doubled slashes."""
    if "/." not in path and "//" not in path and not path.endswith("/"):
        return path or "/"
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            del parts[-1:]
        elif part and part != ".":
            parts.append(part)
    return "/" + "/".join(parts)


_SINK = re.compile(r"/dev/(null|stdin|stdout|stderr|tty|zero|u?random|full|fd/\d+)\Z")
_TEMPORARY = re.compile(r"(/private)?(/tmp|/var/tmp|/var/folders|/dev/shm)/.")
_SYSTEM = re.compile(
    r"/(etc|usr|bin|sbin|lib|lib64|boot|var|opt|sys|proc|dev|run|root|private|"
    r"System|Library|Applications|Windows)(/|\Z)"
)
_EVERYTHING = re.compile(r"(/\.?\*+|/\{[^/]*\})+\Z")  # the globs that take all of a directory


def _expand(path: str, place: Place) -> str:
    if path.startswith("~"):
        return place.home + path[1:] if path[1:2] in ("", "/") else "/home/" + path[1:]
    if path.startswith("$"):
        name = _VARIABLE.match(path)
        if name:
            return _known(name[1] or name[2], place) + path[name.end() :]
    return path


_VARIABLE = re.compile(r"\$(?:\{(\w+)(?::?[-=][^}]*)?\}|(\w+))")


def _known(name: str, place: Place) -> str:
    known = {"HOME": place.home, "PWD": place.cwd, "TMPDIR": "/tmp", "TMP": "/tmp"}  # noqa: S108
    return known.get(name, "$")


def _inside(full: str, folder: str) -> bool:
    return folder not in ("", "/") and (full == folder or full.startswith(folder + "/"))


def _of_system(full: str, bare: str) -> Zone:
    if full.startswith("/dev/"):
        return Zone.SINK if _SINK.match(full) else Zone.DEVICE
    if not _SYSTEM.match(full):
        return Zone.OUTSIDE
    return Zone.ROOT if bare.count("/") == 1 else Zone.SYSTEM


def _in_project(full: str, bare: str, place: Place) -> Zone:
    if bare in (place.project, place.cwd) or _inside(place.cwd, bare) or bare.endswith("/.git"):
        return Zone.WHOLE
    inner = full[len(place.project) + 1 :].split("/")
    return Zone.REBUILT if is_rebuilt(inner) else Zone.PROJECT


def is_rebuilt(folders: Iterable[str]) -> bool:
    """Whether one of these folders is made again by a build or an installation."""
    return not _rebuilt().isdisjoint(folders)


@cache
def _rebuilt() -> frozenset[str]:
    return frozenset(read("paths")["rebuilt"])
