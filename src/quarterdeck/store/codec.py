"""Frozen values to JSON and back, guided by their types.

Where a field can hold one of several classes, the name of the class is written beside
its fields: it belongs to the form of the database, and a new name needs a migration.
"""

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")

TAG = "is"  # where the name of the class stands


def pack(value: object) -> Any:  # noqa: ANN401 - whatever json can write
    """A value that `json` can write."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        shape = _shape(type(value))
        return {name: _packed(hint, getattr(value, name)) for name, hint in shape.items()}
    if isinstance(value, Mapping):
        return {str(k): pack(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [pack(v) for v in value]
    return value


def _packed(hint: Any, value: object) -> Any:  # noqa: ANN401 - types are values here
    name = type(value).__name__
    return {TAG: name, **pack(value)} if name in _classes(hint) else pack(value)


def unpack(kind: type[T], data: object) -> T:
    """The value that was packed; fields that an older version did not write get their default."""
    return cast(T, _unpack(kind, data))


def _unpack(kind: Any, data: Any) -> Any:  # noqa: ANN401 - types are values here
    kind = getattr(kind, "__supertype__", kind)
    if is_dataclass(kind):
        shape = _shape(cast(type, kind))
        known = {name: _unpack(hint, data[name]) for name, hint in shape.items() if name in data}
        return cast(type, kind)(**known)
    if isinstance(kind, type):
        return kind(data) if issubclass(kind, Enum) else data
    return _unpack_some(get_origin(kind), get_args(kind), kind, data)


def _unpack_some(origin: Any, args: tuple[Any, ...], kind: Any, data: Any) -> Any:  # noqa: ANN401 - as above
    if origin in (Union, types.UnionType):
        return None if data is None else _unpack(_meant(kind, data), data)
    if origin is Literal:
        return args[args.index(data)]
    if origin is tuple:
        return tuple(_unpack(args[0], item) for item in data)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {key: _unpack(args[1], item) for key, item in data.items()}
    return data


def _meant(union: Any, data: Any) -> Any:  # noqa: ANN401 - as above
    """Which of several types the data are of."""
    if classes := _classes(union):
        return classes[data[TAG]]
    real = [kind for kind in get_args(union) if kind is not type(None)]
    fitting = (k for k in real if (get_origin(k) is tuple) == isinstance(data, list))
    return next(fitting, real[0])


@cache
def _shape(kind: type) -> dict[str, Any]:
    """The fields of a class and their types."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


@cache
def _classes(hint: Any) -> dict[str, type]:  # noqa: ANN401 - types are values here
    """The classes between which a tag decides; none if there is nothing to decide."""
    if get_origin(hint) not in (Union, types.UnionType):
        return {}
    classes = {
        kind.__name__: kind for kind in get_args(hint) if hasattr(kind, "__dataclass_fields__")
    }
    return classes if len(classes) > 1 else {}
