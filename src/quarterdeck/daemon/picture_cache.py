"""Pictures that were drawn, found again by a hash of all that decides how they look."""

from collections import OrderedDict
from dataclasses import replace
from hashlib import blake2b

from quarterdeck.boards.drawing import Drawing, digests
from quarterdeck.boards.given import Picture
from quarterdeck.ports import Draw

MOST_BYTES = 4 * 1024 * 1024  # of pictures that are kept to be shown again


class PictureCache:
    """Has drawn what was not drawn lately."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._pictures: OrderedDict[bytes, Picture] = OrderedDict()
        self._bytes = 0

    async def drawn(self, drawing: Drawing) -> dict[int, Picture]:
        """The picture of every place, drawn only where it is another than before."""
        wanted = digests(drawing)
        found = {place: self._find(digest) for place, digest in wanted.items()}
        missing = tuple(place for place, picture in found.items() if picture is None)
        if missing:
            data = await self._draw(replace(drawing, places=missing))
            for place, encoded in zip(missing, data, strict=True):
                found[place] = self._keep(wanted[place], encoded)
        return {place: picture for place, picture in found.items() if picture}

    def _find(self, digest: bytes) -> Picture | None:
        if picture := self._pictures.get(digest):
            self._pictures.move_to_end(digest)
        return picture

    def _keep(self, digest: bytes, data: bytes) -> Picture:
        picture = Picture(blake2b(data, digest_size=16).digest(), data)
        if before := self._pictures.pop(digest, None):  # another surface wanted it as well
            self._bytes -= len(before.data)
        self._pictures[digest] = picture
        self._bytes += len(data)
        while self._bytes > MOST_BYTES and len(self._pictures) > 1:
            self._bytes -= len(self._pictures.popitem(last=False)[1].data)
        return picture
