"""The firmware's logic, unmodified, on a real MicroPython: see `device/checks_….py`."""

import ast
import subprocess
import sys
import zipfile

import pytest
from tests.firmware.micropython import DEVICE, FIRMWARE, ROOT, checked

MODULES = sorted(file.stem for file in DEVICE.glob("checks_*.py"))


def promised(module: str) -> set[str]:
    """The names of a module's checks."""
    tree = ast.parse((DEVICE / f"{module}.py").read_text())
    functions = (n for n in tree.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return {function.name for function in functions if function.name.startswith("check_")}


@pytest.mark.parametrize("module", MODULES)
def test_on_micropython(module: str) -> None:
    found = checked(module)
    failures = [f"{name}\n{failure}" for name, failure in found.items() if failure]
    assert not failures, "\n".join(failures)
    assert set(found) == promised(module)


def test_every_module_of_the_logic_has_its_checks() -> None:
    logic = {p.stem for p in FIRMWARE.glob("*.py")} - {"board", "main"}
    assert logic <= {module.removeprefix("checks_") for module in MODULES}


def test_every_file_is_readable_to_micropython_and_packed() -> None:
    words = [sys.executable, "-m", "scripts.pack_firmware"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(ROOT / "dist" / "tkeyboard.zip") as archive:
        assert set(archive.namelist()) == {p.name for p in FIRMWARE.glob("*.py")}
