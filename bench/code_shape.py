"""How large modules and functions are, and how many other modules each module needs.

Run as `python -m bench.code_shape [SOURCES ...]`, with one column for each tree.
"""

import argparse
import ast
import statistics
from collections.abc import Sequence
from pathlib import Path

from bench.quarterdeck import table

OURS = Path(__file__).parents[1] / "src" / "quarterdeck"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("sources", nargs="*", type=Path, default=[OURS])
    trees = parser.parse_args().sources
    columns = [_shape(tree) for tree in trees]
    names = [tree.resolve().parents[1].name for tree in trees]
    rows = [("median, 90th of 100, most", *names)]
    rows += [(what, *(column[what] for column in columns)) for what in columns[0]]
    table(rows)


def _shape(tree: Path) -> dict[str, str]:
    texts = [path.read_text() for path in sorted(tree.rglob("*.py")) if path.stat().st_size]
    modules = [ast.parse(text) for text in texts]
    functions = [
        (node.end_lineno or node.lineno) - node.lineno + 1
        for module in modules
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return {
        "modules": str(len(modules)),
        "lines of a module": _spread([text.count("\n") for text in texts]),
        "lines of a function": _spread(functions),
        "other modules of ours that a module imports": _spread([_fan_out(m) for m in modules]),
    }


def _fan_out(module: ast.Module) -> int:
    wanted = set()
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("quarterdeck"):
            wanted.add(node.module)
    return len(wanted)


def _spread(found: Sequence[int]) -> str:
    tenth = sorted(found)[int(len(found) * 0.9)]
    return f"{statistics.median(found):.0f}, {tenth}, {max(found)}"


if __name__ == "__main__":
    main()
