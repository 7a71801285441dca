"""Opens and closes the network door in the settings file; everything else in it stays."""

from ipaddress import ip_address
from pathlib import Path

from quarterdeck.app.settings import BadSettings, TKeyboard, read, with_value
from quarterdeck.atomic_files import replace


class NotChanged(Exception):
    """The settings were left as they are; the message says why."""


def set_door(config: Path, *, enabled: bool, host: str | None) -> bool:
    """Whether something was changed: the door, and its address if one is given."""
    if host is not None and not _is_address(host):
        raise NotChanged(f"{host!r} is no address, such as 0.0.0.0.")
    try:
        before = config.read_text() if config.exists() else ""
        found = read(before, str(config)).tkeyboard
    except (OSError, UnicodeDecodeError, BadSettings) as error:
        raise NotChanged(str(error)) from None
    wanted = TKeyboard(enabled, host or found.host, found.port)
    if wanted == found:
        return False
    after = with_value(before, "tkeyboard", "enabled", enabled)
    after = with_value(after, "tkeyboard", "host", host) if host else after
    if not _says(after, wanted):
        raise NotChanged(f"{config} cannot be changed automatically.")
    config.parent.mkdir(parents=True, exist_ok=True)
    replace(config, after, like=config)
    return True


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _says(text: str, wanted: TKeyboard) -> bool:
    try:
        return read(text, "").tkeyboard == wanted
    except BadSettings:
        return False
