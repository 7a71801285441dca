"""Frozen values to JSON and back, guided by their types."""

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")

TAG = "tag"  # the class variable, and the key, by which the members of a union are told apart


def pack(value: object) -> Any:  # noqa: ANN401 - whatever json can write
    """A value that `json` can write."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        packed = {f.name: pack(getattr(value, f.name)) for f in fields(value)}
        return {TAG: tag, **packed} if (tag := _tag(type(value))) else packed
    if isinstance(value, Mapping):
        return {str(k): pack(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [pack(v) for v in value]
    return value


def unpack(kind: type[T], data: object) -> T:
    """The value that was packed; fields that an older version did not write get their default."""
    return cast(T, _unpack(kind, data))


def _unpack(kind: Any, data: Any) -> Any:  # noqa: ANN401 - types are values here
    kind = getattr(kind, "__supertype__", kind)
    if is_dataclass(kind):
        hints = _hints(cast(type, kind))
        known = {name: _unpack(hint, data[name]) for name, hint in hints.items() if name in data}
        return cast(type, kind)(**known)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(data)
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _either(args, data)
    if origin is tuple:
        return tuple(_unpack(args[0], item) for item in data)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {key: _unpack(args[1], item) for key, item in data.items()}
    return data


def _either(kinds: tuple[Any, ...], data: object) -> object:
    if data is None:
        return None
    real = [kind for kind in kinds if kind is not type(None)]
    if isinstance(data, dict) and TAG in data:
        return _unpack(next(kind for kind in real if _tag(kind) == data[TAG]), data)
    fitting = (k for k in real if (get_origin(k) is tuple) == isinstance(data, list))
    return _unpack(next(fitting, real[0]), data)


def _tag(kind: type) -> str:
    return getattr(kind, TAG, "")


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
