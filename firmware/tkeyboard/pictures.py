"""Pictures on flash by their ids; the one that came longest ago goes first."""

import os

SIZE = 128 * 128 * 2
ID = 16  # bytes before each picture
MOST = 300  # the protocol wants 256 of them kept; 300 are 9.6 MB
FULL = 80  # per cent of the flash, from which on a warning is due
_NEW = "new"
_STEP = 4096  # bytes that are read at once: sixteen rows


class Pictures:
    """A folder of pictures, and the place where new ones arrive."""

    def __init__(self, folder: str, most: int = MOST) -> None:
        self._folder = folder
        self._most = most
        self.kept = ()  # ids that must stay: those of the board that is shown
        self._order = self._found()
        self._file = None
        self._id = bytearray(ID)
        self._count = 0
        self.lost = 0  # pictures that came and could not be written

    def __contains__(self, name: str) -> bool:
        return bytes.fromhex(name) in self._order

    def __len__(self) -> int:
        return len(self._order)

    def rows(self, name: str):
        """The picture in pieces of sixteen rows; raises OSError if it is not there."""
        piece = bytearray(_STEP)
        with open(self._path(name), "rb") as file:
            for at in range(0, SIZE, _STEP):
                if file.readinto(piece) != _STEP:
                    raise OSError("a picture that is not whole")
                yield at // _STEP * 16, piece

    def clear(self) -> None:
        """Remove every picture."""
        for name in self._order:
            self._remove(name.hex())
        self._order = []

    def warning(self) -> str:
        """What a person should know about the flash; empty if all is well."""
        try:
            stats = os.statvfs(self._folder)
        except OSError:
            return "The flash cannot be read."
        if not stats[2]:
            return ""
        used = 100 - stats[3] * 100 // stats[2]
        if self.lost:
            return "The flash is full: pictures are missing."
        return f"The flash is {used} % full." if used >= FULL else ""

    # A picture that arrives: its id first, then its pixels

    def begin(self) -> None:
        """A message begins."""
        self._count = 0
        self._drop_file()

    def take(self, piece) -> None:
        """Bytes of it."""
        at = self._count
        self._count += len(piece)
        if at < ID:
            head = min(ID - at, len(piece))
            self._id[at : at + head] = piece[:head]
            piece = piece[head:]
            if self._count >= ID:
                self._open()
        if self._file is not None and len(piece):
            self._guarded(self._file.write, piece)

    def end(self) -> None:
        """It is complete; one that is not a picture leaves nothing behind."""
        name = bytes(self._id)
        if self._count == ID + SIZE and name in self._order:
            self._order.remove(name)
            self._order.append(name)
        elif self._file is not None and self._count == ID + SIZE:
            file, self._file = self._file, None
            if self._guarded(file.close) and self._guarded(self._rename, name.hex()):
                self._order.append(name)
                self._prune()
        self._drop_file()

    def _open(self) -> None:
        if bytes(self._id) in self._order:
            return
        while self._room() < SIZE and self._forget_oldest():
            pass
        self._guarded(self._create)

    def _create(self) -> None:
        self._file = open(self._path(_NEW), "wb")

    def _rename(self, name: str) -> None:
        os.rename(self._path(_NEW), self._path(name))

    def _guarded(self, act, *given) -> bool:
        """Do it; on a flash that is full or worn out the picture is lost, and nothing else."""
        try:
            act(*given)
        except OSError:
            self.lost += 1
            self._drop_file()
            return False
        return True

    def _drop_file(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            try:
                file.close()
            except OSError:
                pass
            self._remove(_NEW)

    # The folder

    def _room(self) -> int:
        """How many bytes are free."""
        try:
            stats = os.statvfs(self._folder)
        except OSError:
            return 0
        return stats[0] * stats[3]

    def _prune(self) -> None:
        while len(self._order) > self._most and self._forget_oldest():
            pass

    def _forget_oldest(self) -> bool:
        for name in self._order:
            if name.hex() not in self.kept:
                self._order.remove(name)
                self._remove(name.hex())
                return True
        return False

    def _found(self) -> list:
        """Ids of what is here and whole, the oldest first; the rest is removed."""
        try:
            os.mkdir(self._folder)
        except OSError:
            pass
        found = []
        for name in os.listdir(self._folder):
            stat = os.stat(self._path(name))
            if len(name) == 2 * ID and stat[6] == SIZE:
                found.append((stat[8], name))
            else:
                self._remove(name)
        return [bytes.fromhex(name) for _, name in sorted(found)]

    def _remove(self, name: str) -> None:
        try:
            os.remove(self._path(name))
        except OSError:
            pass

    def _path(self, name: str) -> str:
        return f"{self._folder}/{name}"
