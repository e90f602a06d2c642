"""Which rules judge here: a digest of their very sources, so that no change of them goes by the old name.

What counts is every file that a plan or a rule reads: the kernel, the modules that the game is made of and whatever
they import, with the rest of their package, and the folders of what is printed. What only plays (``players/``,
``programs/``) or is only read by people judges no match. Programs have a version of their own, by their sources too.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any

from app.settings import ROOT
from rules.kernel.game import Game
from rules.kernel.plans import Plans

DIGEST_DIGITS = 12
_RULES, _SCENARIOS = ROOT / "rules", ROOT / "scenarios"
_SHARED = frozenset({_RULES / "kernel", _RULES / "hexes"})
"""What all games are made of, and all programs."""
_KINDS = frozenset({".py", ".toml", ".csv", ".json"})
_TOLD = re.compile(r"help(-[a-z-]+)?\.toml")
"""What is only read by people: another sentence judges no match otherwise."""
_PROGRAMS = frozenset({"players", "programs"})
"""The folders of programs that play: they give commands as people do, and judge none."""
_NO_RULES = frozenset({"app", "tools"})
"""What a game of the tests may import besides, and no rule does."""
_IMPORT = re.compile(
    r"""^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))""", re.MULTILINE
)

_known: dict[int, tuple[Game[Any, Any], str]] = {}


def rules_version(game: Game[Any, Any]) -> str:
    """``1.0.0+`` and the beginning of the digest of all that judges a game.

    Computed once in a process, best at its start: a file that is changed later does not change what runs.
    """
    found = _known.get(id(game))
    if found is None:
        # The game is kept beside it, so that no other one can come to have its id.
        found = _known[id(game)] = game, f"{version('great-war-online')}+{digest(sources(game))[:DIGEST_DIGITS]}"
    return found[1]


def programs_version(game: Game[Any, Any]) -> str:
    """The beginning of the digest of all that the programs of a game are made of, their constants among it."""
    folders = {folder for folder in _packages(_files_of_rules(game)) if folder.is_dir()} | _SHARED
    files = {file for folder in folders for file in folder.rglob("*") if file.suffix in _KINDS and _plays(file)}
    return digest(files | {_RULES / "kernel" / "players.py"})[:DIGEST_DIGITS]


def digest(files: Iterable[Path]) -> str:
    """SHA-256 over files with their places, in hex."""
    told = hashlib.sha256()
    for file in sorted(files):
        # A checkout may have other ends of lines; that is no other rule.
        for part in (file.relative_to(ROOT).as_posix().encode(), file.read_bytes().replace(b"\r\n", b"\n")):
            told.update(len(part).to_bytes(8, "big") + part)
    return told.hexdigest()


def sources(game: Game[Any, Any]) -> frozenset[Path]:
    """All files by which a game judges."""
    modules = _files_of_rules(game)
    folders = {folder for folder in _packages(modules) if folder.is_dir()} | {_RULES / "kernel", _SCENARIOS / game.id}
    folders |= {folder for folder in game.plans.folders if folder.is_relative_to(ROOT)} | _named_in(modules)
    whole = (file for folder in folders for file in ([folder] if folder.is_file() else folder.rglob("*")))
    return frozenset(modules | {file for file in whole if _judges(file)})


def _files_of_rules(game: Game[Any, Any]) -> set[Path]:
    return _with_imports(_file(module) for module in _modules(game))


def _packages(modules: Iterable[Path]) -> set[Path]:
    return {_RULES / file.relative_to(_RULES).parts[0] for file in modules if file.parent.is_relative_to(_RULES)}


def _plays(file: Path) -> bool:
    return not _PROGRAMS.isdisjoint(file.relative_to(ROOT).parts[:-1])


def _judges(file: Path) -> bool:
    return file.suffix in _KINDS and not _TOLD.fullmatch(file.name) and not _plays(file)


# --- the modules that a game is made of ------------------------------------------------------------------------------


def _modules(game: Game[Any, Any]) -> set[str]:
    """The modules of its class and of all that it was made from: a game may lie in another, its rules in functions."""
    found, seen, left = set[str](), set[int](), list[Any]([game])
    while left:
        thing = left.pop()
        if id(thing) in seen or isinstance(thing, Plans | ModuleType | str | int | None):
            continue
        seen.add(id(thing))
        if isinstance(thing, Mapping):
            left += [*thing.values()]
        elif isinstance(thing, tuple | list | set | frozenset):
            left += [*thing]
        elif isinstance(thing, partial):
            left += [thing.func, *thing.args, *thing.keywords.values()]
        elif isinstance(thing, MethodType):
            left += [thing.__func__, thing.__self__]
        elif isinstance(thing, FunctionType):
            found.add(thing.__module__)
            left += [cell.cell_contents for cell in thing.__closure__ or ()]
        else:
            classes = (thing if isinstance(thing, type) else type(thing)).__mro__
            ours = {cls.__module__ for cls in classes if _is_ours(cls.__module__)}
            found |= ours
            if ours and not isinstance(thing, type):
                slots = (name for cls in classes for name in getattr(cls, "__slots__", ()))
                left += [*vars(thing).values()] if hasattr(thing, "__dict__") else []
                left += [getattr(thing, name) for name in slots if hasattr(thing, name)]
    return {module for module in found if _is_ours(module)}


def _is_ours(module: str) -> bool:
    file = getattr(sys.modules.get(module), "__file__", None)
    return file is not None and Path(file).is_relative_to(ROOT) and "site-packages" not in file


def _file(module: str) -> Path:
    return Path(str(sys.modules[module].__file__))


def _with_imports(files: Iterable[Path]) -> set[Path]:
    """The files and all of the project's that they import, and these in turn."""
    found, left = set[Path](), [*files]
    while left:
        file = left.pop()
        if file not in found and _judges(file):
            found.add(file)
            left += _imports_of(file)
    return found


@cache
def _imports_of(file: Path) -> tuple[Path, ...]:
    """What a file imports. Looked up once in a process: all games import the same kernel."""
    found = list[Path]()
    for source, names, plain in _IMPORT.findall(file.read_text(encoding="utf-8")):
        listed = [name.split()[0] for name in re.sub(r"#.*|[()]", "", names or plain).split(",") if name.strip()]
        for module in [source, *(f"{source}.{name}" for name in listed)] if source else listed:
            found += _files_of(module)
    return tuple(found)


@cache
def _files_of(module: str) -> tuple[Path, ...]:
    """The project's files that a module may stand for. Nearly all imported names are classes and functions, and most of
    them are imported by dozens of files."""
    parts = module.split(".")
    if parts[0] in _NO_RULES:
        return ()
    place = ROOT.joinpath(*parts)
    return tuple(one for one in (place.with_suffix(".py"), place / "__init__.py") if one.is_file())


def _named_in(modules: Iterable[Path]) -> set[Path]:
    """The files and folders of scenarios that modules name: what they read may lie with another game's."""
    by_file = {getattr(module, "__file__", None): module for module in [*sys.modules.values()]}
    values = (v for file in modules for v in vars(by_file.get(str(file)) or object).values() if isinstance(v, Path))
    return {place for place in values if place.is_relative_to(_SCENARIOS) and place.exists()}
