"""The settings file: every key optional, every mistake named with its line."""

import re
import tomllib
import types
from dataclasses import dataclass, field, fields, is_dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from quarterdeck.app.alert_settings import Alerts, mistake_in
from quarterdeck.boards import hues
from quarterdeck.boards.models import MODELS
from quarterdeck.judgement.risk import BadAddition, read_additions
from quarterdeck.terminals.tmux.settings import BridgeSettings

LARGEST = 2**31 - 1
LARGEST_PORT = 65535


class BadSettings(Exception):
    """The settings cannot be used; the message says which key, and where."""


@dataclass(frozen=True, slots=True)
class Http:
    """Where the page and the API are served."""

    host: str = "127.0.0.1"
    port: int = 8081
    keyboard_calls: bool = True


@dataclass(frozen=True, slots=True)
class TKeyboard:
    """Where keyboards and other devices come in, each with a token of its own."""

    enabled: bool = False
    host: str = "127.0.0.1"
    port: int = 8080


@dataclass(frozen=True, slots=True)
class Display:
    """How asks are shown and guarded."""

    guard_ms: int = 500
    minor_guard_ms: int = 0
    guard_dim: bool = False
    hold_ms: int = 1000
    order: Literal["urgent", "newest", "oldest", "risk"] = "urgent"


@dataclass(frozen=True, slots=True)
class Deck:
    """Which decks are served, what they show, and in which order."""

    enabled: Literal["auto", "on", "off"] = "auto"
    emulate: tuple[str, ...] = ()
    order: Literal["newest", "oldest", "urgent", "risk"] = "newest"
    idle: Literal["sessions", "black"] = "sessions"
    brightness: int = 80
    sleep_s: int = 1800


@dataclass(frozen=True, slots=True)
class Notification:
    """Which notes of agents are shown; `*` stands for any."""

    types: tuple[str, ...] = ("*",)


@dataclass(frozen=True, slots=True)
class PaletteColours:
    """The colours of sessions and risks on decks; of a risk its ground and its text."""

    sessions: tuple[str, ...] = hues.SESSIONS
    critical: tuple[str, ...] = hues.CRITICAL
    high: tuple[str, ...] = hues.HIGH
    medium: tuple[str, ...] = hues.MEDIUM
    low: tuple[str, ...] = hues.LOW


@dataclass(frozen=True, slots=True)
class Agents:
    """How agents' hooks are kept."""

    gate_s: int = 30


@dataclass(frozen=True, slots=True)
class Security:
    """Who may do what."""

    critical_from: Literal["any", "paired"] = "any"
    critical_by_keys: bool = False
    agents_may_type: bool = False
    tmux_jobs: bool = False


@dataclass(frozen=True, slots=True)
class Tripwire:
    """From which level on an agent is made to ask."""

    level: Literal["off", "critical", "high", "medium", "low"] = "off"


@dataclass(frozen=True, slots=True)
class AdvisorModel:
    """Which model refines the buttons of idle sessions; empty: none."""

    model: str = ""


@dataclass(frozen=True, slots=True)
class Journal:
    """How long what was is kept."""

    keep_days: int = 90


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a person can set."""

    http: Http = field(default_factory=Http)
    tkeyboard: TKeyboard = field(default_factory=TKeyboard)
    display: Display = field(default_factory=Display)
    deck: Deck = field(default_factory=Deck)
    palette: PaletteColours = field(default_factory=PaletteColours)
    notification: Notification = field(default_factory=Notification)
    agents: Agents = field(default_factory=Agents)
    security: Security = field(default_factory=Security)
    tripwire: Tripwire = field(default_factory=Tripwire)
    advisor: AdvisorModel = field(default_factory=AdvisorModel)
    journal: Journal = field(default_factory=Journal)
    alerts: Alerts = field(default_factory=Alerts)
    tmux_bridge: BridgeSettings = field(default_factory=BridgeSettings)
    risk: dict[str, Any] = field(default_factory=dict)


def load(path: Path) -> Settings:
    """The settings in this file; the defaults if there is none."""
    try:
        text = path.read_text()
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path} cannot be read: {error}.") from error
    return read(text, str(path))


def read(text: str, name: str) -> Settings:
    """The settings in this text."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"{name} is not TOML: {error}.") from None
    except RecursionError:
        raise BadSettings(f"{name} is nested too deep.") from None
    source = _Source(text, name)
    settings: Settings = _section(Settings, data, "", source)
    _refuse_network(settings, source)
    _refuse_names(settings.tkeyboard, source)
    _refuse_colours(settings.palette, source)
    for model in settings.deck.emulate:
        if model not in MODELS:
            there = ", ".join(MODELS)
            where = source.where("deck", "emulate")
            raise BadSettings(f"{where}: [deck] emulate: there is no {model!r}, but {there}.")
    if mistake := mistake_in(settings.alerts):
        section, key, wanted = mistake
        raise BadSettings(f"{source.where(section, key)}: [{section}] {key} {wanted}.")
    try:
        read_additions(settings.risk)
    except BadAddition as error:
        raise BadSettings(f"{name}: {error}") from None
    return settings


def with_value(text: str, section: str, key: str, value: str | bool) -> str:
    """The settings' text with one value set; everything else stays as it was written."""
    line = f"{key} = {str(value).lower()}" if isinstance(value, bool) else f'{key} = "{value}"'
    lines = text.splitlines()
    inside, place = False, 0
    for number, old in enumerate(lines):
        if header := re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", old):
            if inside:
                break
            inside = header[1] == section
            place = number + 1
        elif inside and re.match(rf"\s*{re.escape(key)}\s*=", old):
            lines[number] = line
            return "\n".join(lines) + "\n"
    if inside:
        lines.insert(place, line)
    else:
        lines += [*([""] if lines else []), f"[{section}]", line]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Source:
    text: str
    name: str

    def where(self, section: str, key: str) -> str:
        """File and line of a key, if it can be found."""
        inside = not section
        for number, line in enumerate(self.text.splitlines(), start=1):
            if header := re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", line):
                inside = header[1] == section
                if not section and header[1] == key:
                    return f"{self.name}, line {number}"
            elif inside and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
                return f"{self.name}, line {number}"
        return self.name


def _refuse_network(settings: Settings, source: _Source) -> None:
    """The page and the API are for this machine; devices have a door of their own."""
    host = settings.http.host
    try:
        here = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        here = False
    if not here:
        where = source.where("http", "host")
        raise BadSettings(
            f"{where}: [http] host must be this machine itself, such as 127.0.0.1, not {host!r}:"
            " use `ssh -L` from elsewhere; [tkeyboard] host is for devices on the network."
        )


def _refuse_names(tkeyboard: TKeyboard, source: _Source) -> None:
    """Devices come to an address: a name may become another one overnight."""
    try:
        ip_address(tkeyboard.host)
    except ValueError:
        where, given = source.where("tkeyboard", "host"), tkeyboard.host
        wanted = "an address, such as 127.0.0.1 or 0.0.0.0"
        raise BadSettings(f"{where}: [tkeyboard] host must be {wanted}, not {given!r}.") from None


def _refuse_colours(palette: PaletteColours, source: _Source) -> None:
    """Colours are written as `#RRGGBB`; a risk has two, sessions have at least one."""
    for colours in fields(palette):
        given: tuple[str, ...] = getattr(palette, colours.name)
        fits = len(given) >= 1 if colours.name == "sessions" else len(given) == 2
        if not fits or not all(re.fullmatch("#[0-9a-fA-F]{6}", colour) for colour in given):
            wanted = "colours" if colours.name == "sessions" else "two colours, ground and text"
            where = source.where("palette", colours.name)
            key = f"[palette] {colours.name}"
            raise BadSettings(f'{where}: {key} must be {wanted}, each like "#1A2B3C".')


def _section(kind: type[Any], data: dict[str, Any], section: str, source: _Source) -> Any:  # noqa: ANN401 - any settings class
    hints = get_type_hints(kind)
    for key in data:
        if key not in hints:
            known = ", ".join(f.name for f in fields(kind))
            title = f"[{section}] {key}" if section else f"[{key}]"
            raise BadSettings(
                f"{source.where(section, key)}: {title} is not known; there are: {known}."
            )
    given = {k: _value(hints[k], v, k, section, source) for k, v in data.items()}
    return kind(**given)


_MOST = {"port": LARGEST_PORT, "brightness": 100}
_WORDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


def _value(kind: Any, value: Any, key: str, section: str, source: _Source) -> Any:  # noqa: ANN401 - types are values here
    if is_dataclass(kind):
        if not isinstance(value, dict):
            raise BadSettings(f"{source.where(section, key)}: {key} must be a table.")
        inner = f"{section}.{key}" if section else key
        return _section(kind, value, inner, source)  # type: ignore[arg-type]
    if get_origin(kind) is tuple and get_args(kind)[0] is str:
        return _texts(value, key, section, source)
    if isinstance(kind, types.GenericAlias):
        return _several(kind, value, key, section, source)
    title = f"[{section}] {key}"
    if get_origin(kind) is Literal:
        if value not in get_args(kind):
            allowed = ", ".join(f'"{a}"' for a in get_args(kind))
            raise BadSettings(f"{source.where(section, key)}: {title} must be one of {allowed}.")
        return value
    allowed_kinds = (int, float) if kind is float else kind
    fits = isinstance(value, allowed_kinds) and (kind is bool or not isinstance(value, bool))
    if not fits:
        words = _WORDS[kind]
        raise BadSettings(f"{source.where(section, key)}: {title} must be {words}, not {value!r}.")
    most = _MOST.get(key, LARGEST)
    if kind in (int, float) and not 0 <= value <= most:
        raise BadSettings(f"{source.where(section, key)}: {title} must be from 0 to {most}.")
    return value


def _several(kind: Any, value: Any, key: str, section: str, source: _Source) -> Any:  # noqa: ANN401 - types are values here
    """A list of tables, or a table that is read elsewhere."""
    wanted, words = (list, "a list of tables") if get_origin(kind) is tuple else (dict, "a table")
    if not isinstance(value, wanted):
        raise BadSettings(f"{source.where(section, key)}: {key} must be {words}.")
    if wanted is dict:
        return value
    return tuple(_value(get_args(kind)[0], one, key, section, source) for one in value)


def _texts(value: object, key: str, section: str, source: _Source) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        where = source.where(section, key)
        raise BadSettings(f"{where}: [{section}] {key} must be a list of texts.")
    return tuple(value)
