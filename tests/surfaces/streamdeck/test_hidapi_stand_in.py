"""An unmodified process on the library's own USB transport, with a stand-in for hidapi below it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.stage.daemon import StagedDaemon, staged_daemon
from tests.stage.until import PATIENCE, until

from quarterdeck.app.cli.client import Trouble
from quarterdeck.boards.models import MINI
from quarterdeck.surfaces.streamdeck.emulator import EmulatedDeck
from quarterdeck.surfaces.streamdeck.products import product_of
from quarterdeck.surfaces.streamdeck.reports import keys_report

SOURCE = Path(__file__).with_name("hidapi_stand_in.c")
REPORT = 1024
ALLOW = 5


class StandIn:
    """A folder in which a deck is played."""

    def __init__(self, folder: Path) -> None:
        compiler = shutil.which("cc") or shutil.which("tcc")
        assert compiler, "scripts/install-lab installs a compiler"
        library = folder / "libhidapi-libusb.so"
        words = [compiler, "-shared", "-fPIC", "-nostdlib", str(SOURCE), "-o", str(library)]
        subprocess.run(words, check=True)
        self._folder = folder
        self._taken = 0
        self.deck = EmulatedDeck(product_of(MINI), "STANDIN01")
        for name in ("written", "said"):
            (folder / name).touch()

    @contextmanager
    def served(self, daemon: StagedDaemon) -> Iterator[None]:
        """The process of the decks, which knows nothing of this."""
        settings = {
            "LD_LIBRARY_PATH": str(self._folder),
            "STAND_IN": str(self._folder),
            "QUARTERDECK_HOME": str(daemon.home),
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "quarterdeck", "deck", "run"], env=os.environ | settings
        )
        try:
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)

    def look(self) -> dict[int, bytes]:
        """The pictures that it shows now."""
        reports = (self._folder / "written").read_bytes()
        while len(reports) >= self._taken + REPORT:
            self.deck.take(reports[self._taken : self._taken + REPORT])
            self._taken += REPORT
        return dict(self.deck.keys)

    def press(self, key: int) -> None:
        """A key goes down and comes up."""
        with (self._folder / "said").open("ab") as said:
            for down in (True, False):
                said.write(keys_report(MINI, [down and k == key for k in range(MINI.keys)]))


def test_an_unmodified_process_shows_and_answers(tmp_path: Path) -> None:
    stand_in = StandIn(tmp_path)

    with staged_daemon(settings="[display]\nguard_ms = 0\n") as daemon, stand_in.served(daemon):
        agent = daemon.agent("api-server")
        until(lambda: shows(daemon, "sessions"), 20, lambda: "the deck does not come")
        before = stand_in.look()
        hook = agent.bash("npm install left-pad")
        until(lambda: shows(daemon, "permission"), 20, lambda: "the permission is not shown")
        after = stand_in.look()
        stand_in.press(ALLOW)

        assert hook.reply()["decision"]["behavior"] == "allow"

    assert before != after
    assert not stand_in.deck.violations


def shows(daemon: StagedDaemon, board: str) -> bool:
    """Whether the deck has said that it shows such a board."""
    try:
        deck: Any = daemon.client.get("/api/surfaces/deck-STANDIN01")
    except Trouble:
        return False
    return bool(deck["board"] == board and any(key["shown"] for key in deck["keys"]))
