"""Makes the client's types of what goes over the wire: ``python tools/wire_types.py`` writes ``static/core/wire.d.ts``.

They come from the Python that builds it: the shapes of ``rules.kernel.wire``, and the answers of the app's schemas.
"""

from __future__ import annotations

import inspect
import sys
import types
import typing
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # run as a file, this is not where packages are looked for

from pydantic import BaseModel  # noqa: E402

from app.accounts import schemas as accounts  # noqa: E402
from app.bookmarks import schemas as bookmarks  # noqa: E402
from app.chat import schemas as chat  # noqa: E402
from app.clocks import schemas as clocks  # noqa: E402
from app.drafts import schemas as drafts  # noqa: E402
from app.hints import schemas as hints  # noqa: E402
from app.lobby import schemas as lobby  # noqa: E402
from app.marks import schemas as marks  # noqa: E402
from app.matches import schemas as matches  # noqa: E402
from app.notices import schemas as notices  # noqa: E402
from app.opponents import schemas as opponents  # noqa: E402
from app.ratings import schemas as ratings  # noqa: E402
from app.standing import schemas as standing  # noqa: E402
from app.thoughts import schemas as thoughts  # noqa: E402
from app.what_ifs import schemas as what_ifs  # noqa: E402
from app.wire import Body  # noqa: E402
from rules.kernel import wire  # noqa: E402

FILE = ROOT / "static" / "core" / "wire.d.ts"
HEAD = "/* Made by tools/wire_types.py of the Python that builds what goes over the wire: change that, not this. */\n"
WORDS: dict[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    None: "null",
    type(None): "null",
    uuid.UUID: "string",
    Any: "unknown",
}


def typescript(kind: Any) -> str:
    """A Python type in TypeScript. TypeError for one that has no counterpart."""
    if kind in WORDS:
        return WORDS[kind]
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Annotated, typing.Required, typing.NotRequired):
        return typescript(parts[0])
    if origin in (typing.Union, types.UnionType):
        return " | ".join(typescript(part) for part in parts)
    if origin is typing.Literal:
        return " | ".join(f'"{part}"' for part in parts)
    if origin is list:
        inner = typescript(parts[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{typescript(parts[0])}, {typescript(parts[1])}>"
    if isinstance(kind, type) and (typing.is_typeddict(kind) or issubclass(kind, BaseModel)):
        return kind.__name__
    raise TypeError(f"no type of the client's for {kind!r}")


def shapes(module: types.ModuleType) -> Iterator[type]:
    """The shapes that a module defines, in its order. Bodies of requests are the server's to judge."""
    for value in vars(module).values():
        if not isinstance(value, type) or value.__module__ != module.__name__:
            continue
        if typing.is_typeddict(value) or (issubclass(value, BaseModel) and not issubclass(value, Body)):
            yield value


def members(shape: type) -> Iterator[tuple[str, str]]:
    """Each member as it is declared, with a question mark where it may be missing, and its type."""
    if typing.is_typeddict(shape):
        for name, kind in typing.get_type_hints(shape, include_extras=True).items():
            # With annotations read late, __required_keys__ counts them all.
            missing = typing.get_origin(kind) is typing.NotRequired
            yield f"{name}{'?' if missing else ''}", typescript(kind)
    elif issubclass(shape, BaseModel):
        for name, info in shape.model_fields.items():
            yield name, typescript(info.annotation)


def about(shape: type) -> str:
    """The first paragraph of its docstring."""
    first = (inspect.getdoc(shape) or "").split("\n\n")[0]
    # A TypedDict made by call has the docstring of ``dict``.
    return "" if shape.__doc__ in (None, dict.__doc__) else " ".join(first.replace("``", "`").split())


def declared(shape: type) -> str:
    """The shape as an interface."""
    said = f"/** {about(shape)} */\n" if about(shape) else ""
    lines = "".join(f"  {name}: {kind};\n" for name, kind in members(shape))
    return f"{said}export interface {shape.__name__} {{\n{lines}}}\n"


def content() -> str:
    """The whole file. ValueError when two modules call something by the same name."""
    modules = (
        wire,
        accounts,
        lobby,
        matches,
        chat,
        drafts,
        bookmarks,
        marks,
        clocks,
        standing,
        notices,
        ratings,
        what_ifs,
        hints,
        thoughts,
        opponents,
    )
    found = [shape for module in modules for shape in shapes(module)]
    names = [shape.__name__ for shape in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"two shapes are called {', '.join(sorted(twice))}")
    return "\n".join([HEAD, *map(declared, found)])


if __name__ == "__main__":
    FILE.write_text(content(), encoding="utf-8")
