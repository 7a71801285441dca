"""tmux's notifications to a control client: one line each, as values."""

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial


@dataclass(frozen=True, slots=True)
class Attached:
    """The reply to the attach itself; with an error there will be nothing more."""

    error: str


@dataclass(frozen=True, slots=True)
class Output:
    """A pane's program wrote these bytes; `age_ms` says how far behind we are."""

    pane: str
    data: bytes
    age_ms: int


@dataclass(frozen=True, slots=True)
class Paused:
    """The server stopped sending a pane's output, and dropped what was queued."""

    pane: str


@dataclass(frozen=True, slots=True)
class Continued:
    """A pane's output flows again."""

    pane: str


@dataclass(frozen=True, slots=True)
class Exited:
    """The client is going; the reason may be empty."""

    reason: str


@dataclass(frozen=True, slots=True)
class SessionChanged:
    """Our client is now attached to another tmux session."""

    session: str
    name: str


@dataclass(frozen=True, slots=True)
class SessionRenamed:
    """A tmux session has a new name."""

    session: str
    name: str


@dataclass(frozen=True, slots=True)
class SessionsChanged:
    """A tmux session came or went."""


@dataclass(frozen=True, slots=True)
class SessionWindowChanged:
    """A tmux session shows another window."""

    session: str
    window: str


@dataclass(frozen=True, slots=True)
class ClientSessionChanged:
    """Another client is now attached to this tmux session."""

    client: str
    session: str
    name: str


@dataclass(frozen=True, slots=True)
class ClientDetached:
    """Another client is gone."""

    client: str


@dataclass(frozen=True, slots=True)
class LayoutChanged:
    """The panes of a window are rearranged."""

    window: str
    layout: str
    visible: str
    flags: str


@dataclass(frozen=True, slots=True)
class PaneModeChanged:
    """A pane entered or left copy mode or the like."""

    pane: str


@dataclass(frozen=True, slots=True)
class WindowPaneChanged:
    """Another pane of a window is active."""

    window: str
    pane: str


@dataclass(frozen=True, slots=True)
class WindowAdded:
    """A window is new, in this client's tmux session or (`unlinked`) in another."""

    window: str
    unlinked: bool


@dataclass(frozen=True, slots=True)
class WindowClosed:
    """A window is gone."""

    window: str
    unlinked: bool


@dataclass(frozen=True, slots=True)
class WindowRenamed:
    """A window has a new name."""

    window: str
    name: str
    unlinked: bool


@dataclass(frozen=True, slots=True)
class SubscriptionChanged:
    """A format that we asked to watch has a new value; a dash stands for what does not apply."""

    name: str
    session: str
    window: str
    index: str
    pane: str
    value: str


@dataclass(frozen=True, slots=True)
class PasteBufferChanged:
    """A paste buffer has new content."""

    name: str


@dataclass(frozen=True, slots=True)
class PasteBufferDeleted:
    """A paste buffer is gone."""

    name: str


@dataclass(frozen=True, slots=True)
class ConfigError:
    """The user's configuration has a mistake."""

    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """Something that tmux would show in a status line."""

    text: str


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that we have no word for: a newer notification, or the output of a run-shell."""

    line: str


Notification = (
    Attached
    | Output
    | Paused
    | Continued
    | Exited
    | SessionChanged
    | SessionRenamed
    | SessionsChanged
    | SessionWindowChanged
    | ClientSessionChanged
    | ClientDetached
    | LayoutChanged
    | PaneModeChanged
    | WindowPaneChanged
    | WindowAdded
    | WindowClosed
    | WindowRenamed
    | SubscriptionChanged
    | PasteBufferChanged
    | PasteBufferDeleted
    | ConfigError
    | Message
    | Unread
)


def notification(line: bytes) -> Notification:
    """Read one line outside a reply."""
    name, _, rest = line.partition(b" ")
    try:
        if read := _OUTPUTS.get(name):
            return read(rest)
        return _NOTIFICATIONS[name.decode()](rest.decode(errors="replace"))
    except (KeyError, ValueError, TypeError):
        return Unread(line.decode(errors="replace"))


def _output(rest: bytes) -> Output:
    pane, _, data = rest.partition(b" ")
    return Output(pane.decode(), unescape(data), 0)


def _extended_output(rest: bytes) -> Output:
    head, _, data = rest.partition(b" : ")
    pane, age, *_ = head.decode().split(" ")
    return Output(pane, unescape(data), int(age))


_OUTPUTS = {b"%output": _output, b"%extended-output": _extended_output}


def _renamed(rest: str, *, unlinked: bool) -> WindowRenamed:
    window, name = rest.split(" ", 1)
    return WindowRenamed(window, name, unlinked)


def _subscription(rest: str) -> SubscriptionChanged:
    head, _, value = rest.partition(" : ")
    name, session, window, index, pane, *_ = head.split(" ")
    return SubscriptionChanged(name, session, window, index, pane, value)


def _layout(rest: str) -> LayoutChanged:
    window, layout, visible, flags = (*rest.split(" "), "", "", "")[:4]
    return LayoutChanged(window, layout, visible, flags)


_NOTIFICATIONS: dict[str, Callable[[str], Notification]] = {
    "%pause": Paused,
    "%continue": Continued,
    "%exit": Exited,
    "%session-changed": lambda rest: SessionChanged(*rest.split(" ", 1)),
    "%session-renamed": lambda rest: SessionRenamed(*rest.split(" ", 1)),
    "%sessions-changed": lambda _: SessionsChanged(),
    "%session-window-changed": lambda rest: SessionWindowChanged(*rest.split(" ")),
    "%client-session-changed": lambda rest: ClientSessionChanged(*rest.split(" ", 2)),
    "%client-detached": ClientDetached,
    "%layout-change": _layout,
    "%pane-mode-changed": PaneModeChanged,
    "%window-pane-changed": lambda rest: WindowPaneChanged(*rest.split(" ")),
    "%window-add": lambda rest: WindowAdded(rest, unlinked=False),
    "%unlinked-window-add": lambda rest: WindowAdded(rest, unlinked=True),
    "%window-close": lambda rest: WindowClosed(rest, unlinked=False),
    "%unlinked-window-close": lambda rest: WindowClosed(rest, unlinked=True),
    "%window-renamed": partial(_renamed, unlinked=False),
    "%unlinked-window-renamed": partial(_renamed, unlinked=True),
    "%subscription-changed": _subscription,
    "%paste-buffer-changed": PasteBufferChanged,
    "%paste-buffer-deleted": PasteBufferDeleted,
    "%config-error": ConfigError,
    "%message": Message,
}

_OCTAL = re.compile(rb"\\([0-7]{3})")


def unescape(data: bytes) -> bytes:
    """Give a pane's bytes as its program wrote them."""
    if b"\\" not in data:
        return data
    return _OCTAL.sub(lambda found: bytes([int(found[1], 8) & 0xFF]), data)


class PaneText:
    """A pane's bytes as text: a character split between two notifications comes out whole."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def read(self, data: bytes) -> str:
        """Give the text that these bytes complete."""
        return self._decoder.decode(data)
