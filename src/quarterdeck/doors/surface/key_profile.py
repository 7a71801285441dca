"""What a key surface says about its keys, read with care."""

from collections.abc import Mapping

from quarterdeck.boards.drawing import Encoding, Format, KeySurface
from quarterdeck.boards.models import MODELS, Model, Size
from quarterdeck.doors.http.wire import BadRequest

LEAST_KEYS, MOST_KEYS = 4, 128  # of a grid that shows pictures
LEAST_BLIND_KEYS = 3  # of one that shows nothing
LEAST_PIXELS, MOST_PIXELS = 32, 2048
MOST_BESIDE = 16  # dials, or touch keys


def key_surface(profile: Mapping[str, object]) -> KeySurface | None:
    """The keys of a surface; None where it has none. Raises BadRequest."""
    model = _model(profile)
    if model is None:
        return None
    return KeySurface(model, _encoding(profile, "picture"), _encoding(profile, "strip_picture"))


def _model(profile: Mapping[str, object]) -> Model | None:
    if "model" in profile:
        name = profile["model"]
        if not isinstance(name, str) or name not in MODELS:
            raise BadRequest(f"'profile.model' must be one of {', '.join(MODELS)}.")
        return MODELS[name]
    return _grid(profile) if "columns" in profile else None


def _grid(profile: Mapping[str, object]) -> Model:
    columns = _number(profile, "columns", 1, MOST_KEYS)
    rows = _number(profile, "rows", 1, MOST_KEYS)
    key = _size(profile, "key")
    least = LEAST_KEYS if key else LEAST_BLIND_KEYS
    if not least <= columns * rows <= MOST_KEYS:
        raise BadRequest(f"A grid must have from {least} to {MOST_KEYS} keys.")
    return Model(
        name="grid",
        title=f"{columns} × {rows} keys",
        columns=columns,
        rows=rows,
        key=key,
        strip=_size(profile, "strip"),
        dials=_number(profile, "dials", 0, MOST_BESIDE),
        touch_keys=_number(profile, "touch_keys", 0, MOST_BESIDE),
    )


def _number(profile: Mapping[str, object], key: str, least: int, most: int) -> int:
    value = profile.get(key, least)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadRequest(f"'profile.{key}' must be a whole number from {least} to {most}.")
    return value


def _size(profile: Mapping[str, object], key: str) -> Size | None:
    match profile.get(key):
        case None:
            return None
        case [int() as width, int() as height] if _fits(width) and _fits(height):
            return Size(width, height)
        case _:
            raise BadRequest(
                f"'profile.{key}' must be width and height, from {LEAST_PIXELS} to {MOST_PIXELS}."
            )


def _fits(pixels: int) -> bool:
    return LEAST_PIXELS <= pixels <= MOST_PIXELS


def _encoding(profile: Mapping[str, object], key: str) -> Encoding:
    how = profile.get(key, {})
    if not isinstance(how, dict):
        raise BadRequest(f"'profile.{key}' must be an object.")
    return Encoding(_format(how, key), _rotation(how, key), _flip(how, key))


def _format(how: Mapping[str, object], key: str) -> Format:
    value = how.get("format", Format.JPEG)
    if value not in list(Format):
        raise BadRequest(f"'profile.{key}.format' must be one of {', '.join(Format)}.")
    return Format(str(value))


def _rotation(how: Mapping[str, object], key: str) -> int:
    value = how.get("rotate", 0)
    if isinstance(value, bool) or value not in (0, 90, 180, 270):
        raise BadRequest(f"'profile.{key}.rotate' must be 0, 90, 180 or 270.")
    assert isinstance(value, int)
    return value


def _flip(how: Mapping[str, object], key: str) -> tuple[bool, bool]:
    match how.get("flip", [False, False]):
        case [bool() as sideways, bool() as upside_down]:
            return sideways, upside_down
        case _:
            raise BadRequest(f"'profile.{key}.flip' must be two booleans.")
