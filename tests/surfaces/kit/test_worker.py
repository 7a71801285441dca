"""The process that draws, as it is started."""

import subprocess
import sys

from tests.boards.scenes import NOW, permission, scene_of

from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.drawing import Drawing, Encoding, KeySurface, bare
from quarterdeck.boards.models import MINI
from quarterdeck.boards.moment import Moment
from quarterdeck.domain.risk import Level
from quarterdeck.surfaces.kit.link import COMMAND
from quarterdeck.surfaces.kit.wire import HEAD, packed, unpacked
from quarterdeck.surfaces.kit.worker import NOT_INSTALLED

DECK = KeySurface(MINI, Encoding(), Encoding())
JOB = Drawing(DECK, bare(board_of(scene_of(permission("ls")))), Moment(NOW), (0, 5))
COLOURS: tuple[tuple[str, ...], dict[Level, tuple[str, str]]] = (("#000000",), {})


def test_it_draws_what_it_is_told_and_ends_when_nobody_asks_any_more() -> None:
    told = packed(COLOURS) + packed(JOB)
    ended = subprocess.run(COMMAND, input=told, stdout=subprocess.PIPE, timeout=60, check=True)
    drawn = unpacked(ended.stdout[HEAD.size :])
    assert isinstance(drawn, tuple)
    assert [picture[:3] for picture in drawn] == [b"\xff\xd8\xff"] * 2


def test_without_pillow_it_says_so_by_its_end() -> None:
    code = "import sys; sys.modules['PIL'] = None; import quarterdeck.surfaces.kit.worker as w; "
    ended = subprocess.run(
        [sys.executable, "-c", code + "sys.exit(w.main())"], input=b"", timeout=60, check=False
    )
    assert ended.returncode == NOT_INSTALLED
