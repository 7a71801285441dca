"""The wheel works where it is installed: in an environment of its own, far from the sources."""

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from tests.stage.until import PATIENCE

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def program() -> Iterator[Path]:
    """`qd` of a wheel that was built from here; what it depends on is borrowed from us."""
    with tempfile.TemporaryDirectory(prefix="qdi-", dir="/tmp") as folder:
        place = Path(folder)
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--no-index"]
        subprocess.run([*build, "--wheel-dir", folder, str(ROOT)], check=True)
        subprocess.run(
            [sys.executable, "-m", "venv", "--without-pip", str(place / "own")], check=True
        )
        (wheel,) = place.glob("quarterdeck-*.whl")
        own = str(place / "own" / "bin" / "python")
        install = [*pip, "--python", own, "install", "--no-deps", "--no-index", str(wheel)]
        subprocess.run(install, check=True)
        (packages,) = (place / "own").glob("lib/python*/site-packages")
        (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
        yield place / "own" / "bin" / "qd"


def test_an_installed_wheel_serves_its_page_and_judges_by_its_rules(program: Path) -> None:
    home = program.parents[2] / "home"
    home.mkdir()
    (home / "config.toml").write_text("[http]\nport = 0\n")
    env = {**os.environ, "QUARTERDECK_HOME": str(home)}

    def qd(*words: str) -> str:
        done = subprocess.run(
            [program, *words], env=env, cwd=home, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    qd("up", "--detach")
    found = json.loads(qd("status", "--json"))
    with urlopen(found["url"], timeout=PATIENCE) as page:
        assert b"<title>Quarterdeck" in page.read()
    assert json.loads(qd("risk", "--json", "rm", "-rf", "/"))["level"] == "critical"
    assert "idle" in qd("screen", str(ROOT / SCREEN), "--agent", "claude")
    where = Path(f"/proc/{found['pid']}/cmdline").read_bytes().split(b"\0")[0]
    assert Path(os.fsdecode(where)).parent == program.parent
    assert str(program.parent) in qd("setup", "claude", "--print-runner")
    (launcher,) = program.parents[1].glob("lib/python*/site-packages/quarterdeck/plugin/launch")
    told = subprocess.run(
        ["sh", launcher, "status"], env=env, capture_output=True, text=True, check=True
    )
    assert found["url"] in told.stdout
    assert qd("down") == "Quarterdeck is stopped.\n"


SCREEN = "tests/recordings/screens/claude-2.1.325/idle_m_auto.ansi"
