"""The process that draws."""

import json
import subprocess
import sys

from quarterdeck.boards.icons import Icon
from quarterdeck.surfaces.tkeyboard import icon_process
from quarterdeck.surfaces.tkeyboard.drawing import draw, encoded


def run(wanted: object, before: str = "") -> subprocess.CompletedProcess[bytes]:
    words = f"{before}\nimport sys\nfrom {icon_process.__name__} import main\nsys.exit(main())"
    given = json.dumps(wanted).encode()
    line = [sys.executable, "-c", words]
    return subprocess.run(line, input=given, capture_output=True, check=False)


def test_pictures_come_one_after_another() -> None:
    done = run([["✅", "", ""], ["", "RUN", "#00ff00"]])
    assert done.returncode == 0, done.stderr
    assert done.stdout == encoded(draw(Icon("✅"))) + encoded(draw(Icon("", "RUN", "#00ff00")))


def test_without_pillow_it_says_so() -> None:
    done = run([["✅", "", ""]], "import sys\nsys.modules['PIL'] = None")
    assert done.returncode == icon_process.NOT_INSTALLED
    assert done.stdout == b""
