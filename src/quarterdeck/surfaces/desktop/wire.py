"""What the desktop's own programs are told, and what they say."""

from quarterdeck.domain.risk import Level
from quarterdeck.ports import AlertMessage

_BUS = "org.freedesktop.Notifications"
_SHOW = """\
on run argv
    display notification (item 2 of argv) with title "Quarterdeck" subtitle (item 1 of argv)
end run"""


def notify_send(message: AlertMessage, *, replaces: int | None, numbered: bool) -> list[str]:
    """The words with which `notify-send` shows a message; `numbered` asks for its number."""
    urgency = "critical" if message.risk is Level.CRITICAL else "normal"
    words = ["notify-send", "--app-name=Quarterdeck", "--icon=dialog-question"]
    words += [f"--urgency={urgency}", "--category=im.received"]
    words += ["--print-id"] if numbered else []
    words += [f"--replace-id={replaces}"] if replaces is not None else []
    return [*words, "--", message.title, f"{_escaped(message.text)}\n{message.link}"]


def close(number: int) -> list[str]:
    """The words that take a notification away."""
    path = "/" + _BUS.replace(".", "/")
    call = ["--method", f"{_BUS}.CloseNotification", str(number)]
    return ["gdbus", "call", "--session", "--dest", _BUS, "--object-path", path, *call]


def number_in(printed: str) -> int | None:
    """The number under which a notification is shown."""
    word = printed.strip()
    return int(word) if word.isdecimal() else None


def knows_no_numbers(complaint: str) -> bool:
    """Whether this is the complaint of a `notify-send` that is too old to tell its number."""
    return "nknown option" in complaint


def osascript(message: AlertMessage) -> list[str]:
    """The words with which a Mac shows a message; what is shown is never part of the script."""
    return ["osascript", "-e", _SHOW, message.title, message.text]


def _escaped(text: str) -> str:
    """Many desktops read a little markup in the text of a notification."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
