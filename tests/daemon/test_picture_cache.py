import pytest
from tests.boards.scenes import NOW, permission, scene_of
from tests.fakes.pictures import WordPainter

from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.drawing import Drawing, Encoding, KeySurface
from quarterdeck.boards.models import MINI
from quarterdeck.boards.moment import Moment
from quarterdeck.daemon import picture_cache
from quarterdeck.daemon.picture_cache import PictureCache

DECK = KeySurface(MINI, Encoding(), Encoding())


def drawing(text: str) -> Drawing:
    return Drawing(DECK, board_of(scene_of(permission(text))), Moment(NOW), (0, 1))


async def test_a_picture_is_named_by_its_bytes_and_drawn_once() -> None:
    painter = WordPainter()
    cache = PictureCache(painter)
    one = await cache.drawn(drawing("ls"))
    assert await cache.drawn(drawing("ls")) == one
    assert len(painter.jobs) == 1
    assert one[0].id != one[1].id
    assert len(one[0].id) == 16


async def test_the_oldest_pictures_make_way(monkeypatch: pytest.MonkeyPatch) -> None:
    painter = WordPainter()
    cache = PictureCache(painter)
    monkeypatch.setattr(picture_cache, "MOST_BYTES", 150)
    for text in ("ls", "pwd", "make", "ls"):
        await cache.drawn(drawing(text))
    assert len(painter.jobs) == 4
    assert sum(len(p.data) for p in cache._pictures.values()) <= 150
