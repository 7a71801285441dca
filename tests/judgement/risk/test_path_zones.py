"""Where paths lie."""

import pytest

from quarterdeck.judgement.risk.path_zones import Place, absolute, normal, zone

HERE = Place("/home/ann/project/src", "/home/ann", "/home/ann/project")


@pytest.mark.parametrize(
    ("path", "where"),
    [
        ("/", "root"),
        ("/*", "root"),
        ("~", "root"),
        ("$HOME", "root"),
        ("${HOME}/*", "root"),
        ("/etc", "root"),
        ("/home", "root"),
        ("../../..", "root"),
        ("/etc/passwd", "system"),
        ("/usr/../etc/passwd", "system"),
        ("~/notes", "home"),
        ("/home/bob/x", "home"),
        (".", "whole"),
        ("*", "whole"),
        ("..", "whole"),
        ("../.git", "whole"),
        ("main.py", "project"),
        ("../node_modules", "rebuilt"),
        ("../node_modules/../src/x", "project"),
        ("/tmp/x", "temporary"),
        ("$TMPDIR/x", "temporary"),
        ("${TMPDIR:-/tmp}/x", "temporary"),
        ("/tmp/../etc/x", "system"),
        ("/dev/shm/x", "temporary"),
        ("/dev/null", "sink"),
        ("/dev/sda", "device"),
        ("/data/x", "outside"),
        ("$X/y", "unknown"),
        ("`pwd`/y", "unknown"),
    ],
)
def test_a_path_lies_in_one_part_of_the_machine(path: str, where: str) -> None:
    assert zone(path, HERE) == where


def test_nothing_is_known_about_relative_paths_without_a_directory() -> None:
    nowhere = Place("", "/home/ann", "/home/ann/project")
    assert zone("build", nowhere) == "unknown"
    assert absolute("build", nowhere) == ""


def test_a_home_that_is_also_the_project_stays_a_home() -> None:
    assert zone("~/x", Place("/home/ann", "/home/ann", "/home/ann")) == "home"


@pytest.mark.parametrize(
    ("path", "short"), [("/a/./b//c/", "/a/b/c"), ("/a/../../b", "/b"), ("/", "/"), ("/a", "/a")]
)
def test_dots_and_doubled_slashes_go(path: str, short: str) -> None:
    assert normal(path) == short
