"""Frozen dataclasses to plain JSON and back, by their annotations; nothing is stored that is not annotated."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin

from rules.kernel.messages import Json, JsonObject

T = TypeVar("T")


_LATER, _STORED = "later", "stored"
LATER: Mapping[str, bool] = {_LATER: True}
"""The metadata of a field that came to a stored dataclass later. It is stored only where it differs from its default,
so what was stored before it, and hashed, stays as it was."""


def stored_as(name: str, *, later: bool = False) -> Mapping[str, object]:
    """The metadata of a field that has a better name than the one under which it is stored (decisions/0082)."""
    return {_STORED: name, **(LATER if later else {})}


_PLAIN = frozenset({str, int, bool, float, type(None)})
"""What JSON has as it is. Nearly all of a state is: to ask that where it stands spares a call for each."""


def dump(value: object) -> Json:
    """``value`` as JSON: dataclasses become objects, tuples (named ones too) lists, sets sorted lists.

    Keys become words; a type of keys that is no string reads them with ``of_word``.
    """
    if type(value) in _PLAIN:
        return cast("Json", value)
    # Most of a state is one of these; to ask for abstract classes costs ten times as much.
    if isinstance(value, tuple | list):
        return [v if type(v) in _PLAIN else dump(v) for v in value]
    if isinstance(value, str | bool | int | float):
        return value
    if dataclasses.is_dataclass(value):
        body: JsonObject = {
            stored: dump(getattr(value, name))
            for name, stored, default in _stored_fields(cast(Any, type(value)))
            if default is _ALWAYS or getattr(value, name) != default
        }
        kind = getattr(value, "kind", None)
        return {"kind": kind, **body} if isinstance(kind, str) and "kind" not in body else body
    if isinstance(value, Mapping):
        return {str(k): dump(v) for k, v in value.items()}
    if isinstance(value, frozenset | set):
        return cast("list[Json]", sorted(cast("Iterable[str]", value)))
    if isinstance(value, Iterable):
        return [dump(v) for v in value]
    raise TypeError(f"not plain data: {value!r}")


_ALWAYS = object()


@cache
def _stored_fields(cls: Any) -> tuple[tuple[str, str, object], ...]:
    """The fields of a dataclass, the name of each in what is stored, and the value with which it is left out."""
    return tuple(
        (f.name, stored_name(f), f.default if _LATER in f.metadata else _ALWAYS) for f in dataclasses.fields(cls)
    )


def stored_name(field: dataclasses.Field[Any]) -> str:
    """The name of a field in what is stored."""
    return cast("str", field.metadata.get(_STORED, field.name))


def load(cls: type[T], data: Json) -> T:
    """The inverse of ``dump`` for the annotated ``cls``. TypeError, KeyError or ValueError where it does not fit.

    A member that is missing takes the default of its field; KeyError when it has none.
    """
    return cast(T, _loader(cast(Any, cls))(data))


@cache
def _loader(cls: Any) -> Callable[[Any], Any]:
    origin, args = get_origin(cls), get_args(cls)
    if origin in (Union, types.UnionType):
        return _union_loader(args)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            item = _loader(args[0])
            return lambda data: tuple(item(v) for v in data)
        items = [_loader(a) for a in args]
        return lambda data: tuple(f(v) for f, v in zip(items, data, strict=True))
    if origin is frozenset:
        return lambda data: frozenset(data)
    if origin in (dict, Mapping) or (origin is not None and issubclass(origin, Mapping)):
        item, read = _loader(args[1]), getattr(args[0], "of_word", None)
        if read is not None:
            return lambda data: {read(k): item(v) for k, v in data.items()}
        return lambda data: {k: item(v) for k, v in data.items()}
    if dataclasses.is_dataclass(cls):
        made: Any = cls
        hints = typing.get_type_hints(cls)
        loaders = {stored_name(f): (f.name, _loader(hints[f.name])) for f in dataclasses.fields(cls)}
        spare = {
            stored_name(f)
            for f in dataclasses.fields(cls)
            if f.default is not dataclasses.MISSING or f.default_factory is not dataclasses.MISSING
        }
        # What was stored before a field was thought of lacks it: its default is what was true then.
        return lambda data: made(**{n: f(data[k]) for k, (n, f) in loaders.items() if k in data or k not in spare})
    if isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields"):
        hints = typing.get_type_hints(cls)
        parts = [_loader(hints[n]) for n in cls._fields]
        least = len(parts) - len(cast(Any, cls)._field_defaults)

        def load_named(data: Any) -> Any:
            if not least <= len(data) <= len(parts):
                raise ValueError(f"{cls.__name__} has {least} to {len(parts)} members, not {len(data)}")
            return cls(*(f(v) for f, v in zip(parts, data, strict=False)))

        return load_named
    return lambda data: data


def _union_loader(args: tuple[Any, ...]) -> Callable[[Any], Any]:
    named: dict[str, Callable[[Any], Any]] = {}
    plain: list[Any] = []
    for arg in args:
        kind = getattr(arg, "kind", None)
        if isinstance(kind, str) and dataclasses.is_dataclass(arg):
            named[kind] = _loader(cast(Any, arg))
        elif arg is not type(None):
            plain.append(arg)
    if named:
        return lambda data: None if data is None else named[data["kind"]](data)
    rest = _loader(plain[0])
    return lambda data: None if data is None else rest(data)
