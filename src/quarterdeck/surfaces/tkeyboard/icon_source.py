"""Icons as pictures, from disk, or drawn by another process: Pillow stays out of this one."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import Sequence

from quarterdeck.boards.icons import Icon
from quarterdeck.boards.known_icons import KNOWN, known_file
from quarterdeck.ports import Unreachable
from quarterdeck.surfaces.tkeyboard import icon_process
from quarterdeck.surfaces.tkeyboard.icon_files import BYTES, MOST, IconFiles

DRAWN_WITHIN = 20.0


class IconSource:
    """Gives pictures by their file names, and makes new ones."""

    def __init__(self, files: IconFiles) -> None:
        self._files = files
        self._one_at_a_time = asyncio.Lock()
        self._made: dict[str, Icon] = {}

    async def make(self, icon: Icon, file: str) -> bool:
        """Have a picture under its hash and this name, and say whether it was there already.

        Raises Unreachable if it cannot be drawn.
        """
        async with self._one_at_a_time:
            data = self._files.read(icon.file)
            cached = data is not None
            if data is None:
                (data,) = await _drawn([icon])
                self._keep(icon.file, data)
            if file != icon.file and self._files.read(file) != data:
                self._keep(file, data)
            for name in (icon.file, file):
                self._made.pop(name, None)
                self._made[name] = icon
            while len(self._made) > MOST:
                self._made.pop(next(iter(self._made)))
            return cached

    def made_of(self, file: str) -> Icon | None:
        """What a picture shows, if it has a well-known name or was made in this run."""
        return known_file(file) or self._made.get(file)

    async def picture(self, file: str) -> bytes | None:
        """A picture by its file name; those with well-known names are drawn when first wanted."""
        found = self._files.read(file)
        if found is not None or known_file(file) is None:
            return found
        async with self._one_at_a_time:
            if self._files.read(file) is None:
                await self._draw_known()
        return self._files.read(file)

    def clear(self) -> int:
        """Forget every picture; how many there were."""
        self._made.clear()
        return self._files.clear()

    async def _draw_known(self) -> None:
        missing = {f"{name}.rgb": icon for name, icon in KNOWN.items()}
        missing = {file: icon for file, icon in missing.items() if self._files.read(file) is None}
        pictures = await _drawn(list(missing.values()))
        for file, data in zip(missing, pictures, strict=True):
            self._keep(file, data)

    def _keep(self, file: str, data: bytes) -> None:
        try:
            self._files.keep(file, data)
        except OSError as error:
            raise Unreachable(f"Pictures cannot be kept: {error.strerror}.") from None


async def _drawn(icons: Sequence[Icon]) -> list[bytes]:
    """The pictures of icons, drawn by a process that is killed if it takes too long."""
    words = (sys.executable, "-P", "-m", icon_process.__name__)
    said = json.dumps([[icon.emoji, icon.text, icon.colour] for icon in icons]).encode()
    try:
        process = await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    except OSError as error:
        raise Unreachable(f"{sys.executable} cannot be run: {error}.") from None
    try:
        async with asyncio.timeout(DRAWN_WITHIN):
            data, complaint = await process.communicate(said)
    except TimeoutError:
        raise Unreachable("Drawing took too long.") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode == icon_process.NOT_INSTALLED:
        raise Unreachable("Drawing needs Pillow: `pip install 'quarterdeck[deck]'`.")
    if process.returncode or len(data) != BYTES * len(icons):
        lines = complaint.decode(errors="replace").strip().splitlines()
        raise Unreachable(f"It could not be drawn: {lines[-1] if lines else 'no reason given'}")
    return [data[at : at + BYTES] for at in range(0, len(data), BYTES)]
