"""The process that sends through Apprise, called as the daemon calls it."""

import json
import subprocess
import sys
from pathlib import Path

from tests.stage.push_service import PushService

from quarterdeck.surfaces.push import apprise_process


def sends(url: str, *options: str, cwd: Path | None = None) -> int:
    said = json.dumps({"url": url, "title": "t", "text": "x"})
    words = [sys.executable, *options, "-m", apprise_process.__name__]
    return subprocess.run(words, input=said, text=True, cwd=cwd, check=False).returncode


def test_what_it_reads_is_sent(service: PushService) -> None:
    assert sends(service.url.replace("http", "json"), "-P") == 0
    assert service.received[0].body["title"] == "t"


def test_without_apprise_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "apprise.py").write_text("raise ImportError")
    assert sends("json://localhost", cwd=tmp_path) == apprise_process.NOT_INSTALLED
