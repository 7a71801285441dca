"""Pictures on disk, by their file names; those that were not used for longest go first."""

import os
import secrets
from pathlib import Path

MOST = 300  # about 10 MB
BYTES = 128 * 128 * 2


class IconFiles:
    """A folder of pictures."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self._folder = folder
        self._most = most

    def read(self, file: str) -> bytes | None:
        """A picture, which counts as a use of it; None where there is none that is whole."""
        path = self._folder / file
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return data if len(data) == BYTES else None

    def keep(self, file: str, data: bytes) -> None:
        """Keep a picture in one step, and let those go that are too many; raises OSError."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self._folder / f".{file}-{secrets.token_hex(4)}"
        try:
            new.write_bytes(data)
            new.replace(self._folder / file)
        finally:
            new.unlink(missing_ok=True)
        for old in self._by_use()[: -self._most]:
            old.unlink(missing_ok=True)

    def clear(self) -> int:
        """Remove every picture; how many there were."""
        found = self._by_use()
        for path in found:
            path.unlink(missing_ok=True)
        return len(found)

    def _by_use(self) -> list[Path]:
        """All pictures, the one that was not used for longest first."""
        try:
            with os.scandir(self._folder) as entries:
                files = [e for e in entries if e.name.endswith(".rgb") and e.is_file()]
                return [Path(e.path) for e in sorted(files, key=lambda e: e.stat().st_mtime_ns)]
        except OSError:
            return []
