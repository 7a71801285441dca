"""Each module has its test where one looks for it: `a/b.py` in `tests/a/test_b.py`."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "quarterdeck"

# Modules whose test is elsewhere, with where it is.
ELSEWHERE = {
    "ports.py": "tests/contracts, one suite for each port",
    "__main__.py": "one call of the command line, made by every live test",
}
# Modules whose test is still to be written. This may only shrink.
OWED: set[str] = set()


def test_every_module_that_does_something_has_its_test() -> None:
    excused = OWED | set(ELSEWHERE)
    missing = [m for m in modules() if m not in excused and does_something(m) and not is_tested(m)]
    assert not missing, f"without a test: {', '.join(missing)}"


def test_a_module_that_has_got_its_test_is_no_longer_excused() -> None:
    done = [m for m in sorted(OWED | set(ELSEWHERE)) if is_tested(m) or m not in modules()]
    assert not done, f"take these off the list: {', '.join(done)}"


def modules() -> list[str]:
    """Every module but the bare `__init__`, as a path below the package."""
    found = (path for path in SOURCE.rglob("*.py") if path.name != "__init__.py")
    return sorted(path.relative_to(SOURCE).as_posix() for path in found)


def does_something(module: str) -> bool:
    """Whether a function in it has more than a docstring; shapes and names have nothing to test."""
    tree = ast.parse((SOURCE / module).read_text())
    functions = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return any(len(f.body) > 1 or not ast.get_docstring(f) for f in functions)


def is_tested(module: str) -> bool:
    """Whether the test of a module lies where one looks for it."""
    path = Path(module)
    return (ROOT / "tests" / path.parent / f"test_{path.name}").exists()
