"""The client's modules and style sheets joined: a page asks for one of each, not for a hundred in nine rounds.

The files under ``static/`` are served as they are as well, and nothing needs a build. A pack says the same: each module
is a function called once, in the order in which a browser would call them, that gives what the module exports. To join
files, no more need be known of them than their imports and exports, and those stand at the beginning of a line in a few
plain forms. Any other form is refused (``Unpackable``), and so is a circle.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path

IMPORTED = re.compile(
    r"""^import (?:\{(?P<names>[^}]*)\}|\* as (?P<whole>\w+)) from (['"])(?P<path>[^'"]+)\3;$""", re.M
)
EXPORTED = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) ([\w$]+))", re.M)
PASSED_ON = re.compile(r"""^export \{(?P<names>[^}]*)\}(?: from (['"])(?P<path>[^'"]+)\2)?;$""", re.M)
OTHERWISE = re.compile(r"^(?:import|export)\b.*", re.M)
COMMENTS = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//.*?)[ \t]*\n", re.M | re.S)
"""Comments with lines of their own; of a notice (``/*!``) nothing is taken away."""
ASKED_FOR = re.compile(r"\bimport\((?!['\"][^'\"]*['\"]\)\.\w+[^;]*\*/)")
"""Modules that a page asks for when they are needed, but not types in a comment."""
ADDRESS = re.compile(r"\burl\((?!#|data:)(['\"]?)([^)'\"]+)\1\)")
SHEET = re.compile(r'<link rel="stylesheet" href="/?([^":]+)">\n?')
SCRIPT = re.compile(r'<script type="module" src="/?([^":]+)">')
ALONE = re.compile(r'(<(?:script src|link rel="icon" href)=")/?([^":]+)"')

ROOM = "room$"
"""What a pack calls the modules that are there. No module may use the name."""
OPENING = """\
export const room$ = {
  root: new URL('%s', import.meta.url),
  own: {},
  at: (path) => new URL(path, room$.root).href,
  async load(path, from) {
    const key = new URL(path, room$.at(from)).href.slice(room$.root.href.length);
    if (!(key in room$.own)) await import(room$.at(`packs/parts/%s/${key}`));
    return room$.own[key];
  },
};
"""


class Unpackable(ValueError):
    """A file says something in a form that is not known here."""


class Packs:
    """The packs of a folder of client files, made when they are first asked for."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.script = lru_cache(maxsize=None)(self._script)
        self.part = lru_cache(maxsize=None)(self._part)
        self.sheet = lru_cache(maxsize=None)(self._sheet)
        self.page = lru_cache(maxsize=None)(self._page)
        self._all = lru_cache(maxsize=None)(self._imported_by)
        self._text = lru_cache(maxsize=None)(self._read)

    @cached_property
    def digest(self) -> str:
        """Changes with any file of the folder."""
        sum_ = hashlib.sha256()
        for path in sorted(p for p in self._root.rglob("*") if p.is_file()):
            sum_.update(f"{path.relative_to(self._root).as_posix()}\n{path.stat().st_size}\n".encode())
            sum_.update(path.read_bytes())
        return sum_.hexdigest()[:16]

    def find_pack(self, path: str) -> str | None:
        """A pack by its path under ``packs/``; ``None``: there is none."""
        kind, _, rest = path.partition("/")
        entry, _, module = rest.partition("!/")
        if kind == "parts" and self._module(entry) and self._module(module):
            return self.part(entry, module)
        if path.endswith(".css") and "/" not in path and (self._root / f"{path[:-4]}.html").is_file():
            return self.sheet(path[:-4])
        return self.script(path) if self._module(path) else None

    def _page(self, name: str) -> str:
        """A page that asks for packs."""
        base = f"/files/{self.digest}"
        text = (self._root / name).read_text("utf-8")
        joined = f'<link rel="stylesheet" href="{base}/packs/{name.removesuffix(".html")}.css">\n'
        text = SHEET.sub(lambda _: joined, text, count=1)
        first, mark, rest = text.partition(joined)
        text = first + mark + SHEET.sub("", rest)
        text = ALONE.sub(rf'\1{base}/\2"', text)
        return SCRIPT.sub(rf'<script type="module" src="{base}/packs/\1">', text)

    def _sheet(self, page: str) -> str:
        """The style sheets of a page, in its order."""
        return "".join(self._styles(m[1]) for m in SHEET.finditer((self._root / f"{page}.html").read_text("utf-8")))

    def _styles(self, path: str) -> str:
        text = self._text(path)
        if "@import" in text or "@charset" in text:
            raise Unpackable(f"{path}: a style sheet in a pack stands for itself")
        return ADDRESS.sub(lambda m: f"url({posixpath.relpath(_beside(path, m[2]), 'packs')})", text)

    def _script(self, entry: str) -> str:
        """A page's script with all that it imports. It keeps what later parts may want."""
        up = "../" * (entry.count("/") + 1)
        return OPENING % (up, f"{entry}!") + "".join(self._wrap(path) for path in self._all(entry))

    def _part(self, entry: str, module: str) -> str:
        """A module that a page asks for later, with what it imports beyond the page's own."""
        there = {*self._all(entry)}
        up = posixpath.relpath(f"packs/{entry}", posixpath.dirname(f"packs/parts/{entry}!/{module}"))
        parts = (self._wrap(path) for path in self._all(module) if path not in there)
        return f"import {{ {ROOM} }} from '{up}';\n" + "".join(parts)

    def _module(self, path: str) -> bool:
        """Whether it is one of ours; a path with dots leads out of the folder."""
        clean = posixpath.normpath(path) == path and not path.startswith((".", "/"))
        return clean and path.endswith(".js") and (self._root / path).is_file()

    def _imported_by(self, path: str) -> tuple[str, ...]:
        """A module after all that it imports."""
        found: dict[str, None] = {}
        open_: list[str] = []

        def visit(module: str) -> None:
            if module in open_:
                raise Unpackable(f"{' imports '.join((*open_[open_.index(module) :], module))}: a circle")
            if module in found:
                return
            open_.append(module)
            for other in self._imports(module):
                visit(other)
            open_.pop()
            found[module] = None

        visit(path)
        return tuple(found)

    def _imports(self, path: str) -> Iterator[str]:
        text = self._text(path)
        found = [m for form in (IMPORTED, PASSED_ON) for m in form.finditer(text) if m["path"]]
        for match in sorted(found, key=re.Match.start):
            yield _beside(path, match["path"])

    def _wrap(self, path: str) -> str:
        """A module as a function called once. ``??=``: of two parts with the same module, the first counts."""
        text = COMMENTS.sub("", self._text(path))
        given = {name: name for name in EXPORTED.findall(text)}

        def replace_export(match: re.Match[str]) -> str:
            place = _place(_beside(path, match["path"])) + "." if match["path"] else ""
            given.update({name: f"{place}{own}" for own, name in _names(match["names"])})
            return ""

        def replace_import(match: re.Match[str]) -> str:
            place = _place(_beside(path, match["path"]))
            if match["whole"]:
                return f"const {match['whole']} = {place};"
            names = ", ".join(own if own == name else f"{own}: {name}" for own, name in _names(match["names"]))
            return f"const {{ {names} }} = {place};"

        text = EXPORTED.sub("", IMPORTED.sub(replace_import, PASSED_ON.sub(replace_export, text)))
        if other := OTHERWISE.search(text) or re.search(re.escape(ROOM), self._text(path)):
            raise Unpackable(f"{path}: {other[0]}")
        text = text.replace("import.meta.url", f"{ROOM}.at({json.dumps(path)})")
        text = ASKED_FOR.sub(f"((path) => {ROOM}.load(path, {json.dumps(path)}))(", text)
        returned = ", ".join(name if name == value else f"{name}: {value}" for name, value in given.items())
        return f"{_place(path)} ??= (() => {{\n{text.strip()}\nreturn {{ {returned} }};\n}})();\n"

    def _read(self, path: str) -> str:
        return (self._root / path).read_text("utf-8").replace("\r\n", "\n")


def _beside(path: str, other: str) -> str:
    """A path as another file says it."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), other))


def _place(path: str) -> str:
    """Where a module's exports are kept."""
    return f"{ROOM}.own[{json.dumps(path)}]"


def _names(listed: str) -> list[tuple[str, str]]:
    """``a, b as c`` in pairs: the name there and the name here."""
    pairs = (each.split(" as ") for each in map(str.strip, listed.split(",")) if each)
    return [(pair[0].strip(), pair[-1].strip()) for pair in pairs]
