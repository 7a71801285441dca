"""The repository itself: what is tracked, what is pinned, what the two commands do."""

import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PINNED = re.compile(r"[a-z0-9][a-z0-9.-]*==[^ ]+( ; [^\\]+)? \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
ADDRESS = re.compile(r"https?://|--(extra-)?index-url|--find-links")


def test_no_tracked_file_names_a_place_of_this_machine() -> None:
    place = str(ROOT).encode()
    naming = [name for name in tracked() if place in (ROOT / name).read_bytes()]
    assert not naming, f"{ROOT} is named in {', '.join(naming)}"


def test_what_installs_names_no_registry() -> None:
    installing = [n for n in tracked() if re.match(r"requirements/|scripts/|\.ci/|Makefile|pyp", n)]
    assert "requirements/run.txt" in installing
    naming = [n for n in installing if ADDRESS.search((ROOT / n).read_text())]
    assert not naming, f"an address stands in {', '.join(naming)}"


def test_requirements_hold_only_pins_and_hashes() -> None:
    for file in (ROOT / "requirements").iterdir():
        for number, line in enumerate(file.read_text().splitlines(), start=1):
            fits = PINNED.fullmatch(line) or HASH.fullmatch(line)
            assert fits, f"{file.name}, line {number}: {line!r} is neither a pin nor a hash"


def test_every_dependency_and_what_builds_us_is_pinned() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needed = {*data["project"]["dependencies"], *data["build-system"]["requires"]}
    extra = set(data["project"]["optional-dependencies"]["dev"])
    assert names(needed) <= pinned("run.txt")
    assert names(needed | extra) <= pinned("dev.txt")


def test_both_sets_pin_the_same_versions() -> None:
    run, dev = (pins(f) for f in ("run.txt", "dev.txt"))
    assert run <= dev, f"run.txt has {sorted(run - dev)}; `scripts/lock` writes both"


def test_ci_runs_make_test_and_hides_nothing() -> None:
    script = ROOT / ".ci" / "run"
    text = script.read_text()
    assert script.stat().st_mode & 0o111, "it cannot be run"
    assert text.rstrip().endswith("exec make test")
    assert "set -euo pipefail" in text
    assert not re.search(r"\|\| *(true|:)|set \+e", text)


def test_the_readme_shows_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text()
    assert "\nmake up\n" in text
    assert "\nmake test\n" in text


def test_bare_make_lists_every_target_that_is_meant_for_people() -> None:
    told = subprocess.run(["make", "-C", ROOT], capture_output=True, text=True, check=True).stdout
    listed = set(re.findall(r"^ +make ([a-z]+) ", told, re.MULTILINE))
    promised = {"up", "install", "test", "check", "lint", "live", "simulate", "fuzz", "bench"}
    promised |= {"steady", "soak"}
    assert promised | {"clean"} <= listed


def test_every_script_says_what_it_does_and_stops_at_the_first_failure() -> None:
    for script in filter(Path.is_file, (ROOT / "scripts").iterdir()):
        lines = script.read_text().splitlines()
        assert lines[0].startswith("#!"), script.name
        assert lines[1].startswith(("# ", '"""')), script.name
        assert script.suffix == ".py" or "set -euo pipefail" in lines, script.name


def tracked() -> list[str]:
    """Every file that git keeps and that is there."""
    told = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    names = told.stdout.decode().split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def pins(file: str) -> set[str]:
    """The lines of a requirements file that name a version."""
    lines = (ROOT / "requirements" / file).read_text().splitlines()
    return {line.rstrip(" \\") for line in lines if "==" in line and not line.startswith(" ")}


def pinned(file: str) -> set[str]:
    """The names that a requirements file pins."""
    return names(pins(file))


def names(requirements: set[str]) -> set[str]:
    """The names in requirements, without versions."""
    return {re.split(r"[^A-Za-z0-9._-]", r, maxsplit=1)[0].lower() for r in requirements}
