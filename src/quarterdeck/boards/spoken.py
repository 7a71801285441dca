"""What a key does, in words: for those who do not see its picture."""

from quarterdeck.boards.board import Board, Key
from quarterdeck.domain.actions import Send
from quarterdeck.domain.meanings import Act

LONGEST = 200  # characters, as of a button's action


def spoken(key: Key) -> str:
    """A key's label and what it types; empty for a key that says nothing of its own."""
    look = key.look
    label = look.bar.text if look.bar else ""
    words = ": ".join(part for part in (look.title, label) if part)
    face = key.press or key.hold
    meant = face.means if face else None
    if isinstance(meant, Act) and isinstance(meant.do, Send):
        return _cut(f"{words}: {meant.do.text}" if words != meant.do.text else words)
    return _cut(f"{words}. {look.detail}" if look.detail and words else words or look.detail)


def announced(board: Board) -> str:
    """What runs across the keys; empty where nothing does."""
    message = board.message
    if message is None:
        return ""
    return _cut("\n".join((" · ".join(message.header), message.text.text)).strip())


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
