"""The arguments and output of the desktop's notification programs."""

from quarterdeck.domain.risk import Level
from quarterdeck.ports import AlertMessage

_BUS = "org.freedesktop.Notifications"
_SHOW = """\
on run argv
    display notification (item 2 of argv) with title "Quarterdeck" subtitle (item 1 of argv)
end run"""


def notify_send(message: AlertMessage, *, replaces: int | None, numbered: bool) -> list[str]:
    """The arguments of `notify-send`; `numbered` asks for the notification's number."""
    urgency = "critical" if message.risk is Level.CRITICAL else "normal"
    words = ["notify-send", "--app-name=Quarterdeck", "--icon=dialog-question"]
    words += [f"--urgency={urgency}", "--category=im.received"]
    words += ["--print-id"] if numbered else []
    words += [f"--replace-id={replaces}"] if replaces is not None else []
    return [*words, "--", message.title, f"{_escaped(message.text)}\n{message.link}"]


def close(number: int) -> list[str]:
    """The command that closes a notification."""
    path = "/" + _BUS.replace(".", "/")
    call = ["--method", f"{_BUS}.CloseNotification", str(number)]
    return ["gdbus", "call", "--session", "--dest", _BUS, "--object-path", path, *call]


def number_in(printed: str) -> int | None:
    """The number of a notification."""
    word = printed.strip()
    return int(word) if word.isdecimal() else None


def knows_no_numbers(complaint: str) -> bool:
    """Whether this is the error of a `notify-send` too old to print numbers."""
    return "nknown option" in complaint


def osascript(message: AlertMessage) -> list[str]:
    """The command that shows a message on a Mac; the message is never part of the script."""
    return ["osascript", "-e", _SHOW, message.title, message.text]


def _escaped(text: str) -> str:
    """Many desktops interpret markup in the text of a notification."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
