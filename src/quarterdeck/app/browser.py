"""Opens the page in a browser, if there is a display."""

import os
import platform
import webbrowser


def has_display() -> bool:
    """Whether the person here would see a browser's window."""
    if os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"):
        return False
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return platform.system() == "Darwin" or bool(shown)


def open_page(link: str) -> bool:
    """Open a link in a browser; whether one took it."""
    return has_display() and webbrowser.open(link)
