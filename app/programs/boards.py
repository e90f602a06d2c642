"""What a board's files say of one of its places: what ``greatwar hex`` tells of every board under ``scenarios/``."""

from __future__ import annotations

from pathlib import Path

from app.settings import ROOT
from rules.hexes.sheet import Sheet, rows
from rules.kernel.lattice import OFF_BOARD
from rules.kernel.messages import Json, JsonObject

SCENARIOS = ROOT / "scenarios"
PLACES = ("hexes.csv", "areas.csv")
"""What a folder has that is a board: hexes, or areas for a game without a lattice."""
SAID_ELSEWHERE = frozenset({"hex", "surface", "terrain", "country", "name", "lat", "lon", "origin"})
"""Columns of ``hexes.csv`` that have a key of their own; all others are features."""
OF_A_SIDE = frozenset({"a", "b", "river", "sea", "origin"})
SOURCES = ("BOARD_SOURCES.md", "SOURCES.md")


def boards() -> dict[str, Path]:
    """All boards by id: the name of the folder that their tables lie in."""
    found = {
        file.parent.name: file.parent
        for name in PLACES
        for file in SCENARIOS.rglob(name)
        # The board of an earlier plan is kept for its matches alone.
        if "earlier" not in file.relative_to(SCENARIOS).parts
    }
    return dict(sorted(found.items()))


def describe(folder: Path, place: str) -> JsonObject:
    """Everything that a board's files say of a hex or area. KeyError when it is not on the board."""
    return describe_hex(folder, place) if (folder / "hexes.csv").exists() else describe_area(folder, place)


def describe_hex(folder: Path, hex_: str) -> JsonObject:
    """Everything that the tables say of a hex and its six sides. KeyError when it is not on the board."""
    sheet = Sheet.read(folder)
    here = sheet.lattice.index[hex_]
    row = sheet.hexes[here]
    neighbours: list[Json] = []
    for there in sheet.lattice.neighbours[here]:
        if there == OFF_BOARD:
            continue
        side, rail = sheet.sides.get((here, there), {}), sheet.rails.get((here, there), {})
        told: JsonObject = {
            "hex": sheet.lattice.ids[there],
            "name": sheet.hexes[there]["name"] or None,
            "river": side.get("river") or None,
            "sea": bool(side.get("sea")),
            "rail": rail.get("line") or None,
        }
        told |= {column: value for column, value in side.items() if value and column not in OF_A_SIDE}
        neighbours.append(told)
    features: list[Json] = [f"{name}: {value}" for name, value in row.items() if value and name not in SAID_ELSEWHERE]
    return {
        "board": folder.name,
        "hex": hex_,
        "name": row["name"] or None,
        "surface": row["surface"],
        "terrain": row["terrain"],
        "features": features,
        "country": row["country"],
        "neighbours": neighbours,
        "lat": float(row["lat"]),
        "lon": float(row["lon"]),
        "sources": {"hex": row["origin"], "file": sources(folder)},
    }


def describe_area(folder: Path, area: str) -> JsonObject:
    """The same of an area of a board without a lattice. KeyError when it is not on the board."""
    areas = {row["id"]: row for _, row in rows(folder / "areas.csv")}
    row = areas[area]
    neighbours: list[Json] = []
    for _, link in rows(folder / "links.csv"):
        if area in (link["a"], link["b"]):
            other = link["b"] if link["a"] == area else link["a"]
            neighbours.append(
                {
                    "hex": other,
                    "name": areas[other]["name"],
                    "river": None,
                    "sea": link["kind"] == "sea",
                    "rail": None,
                    **{column: value for column, value in link.items() if value and column not in ("a", "b", "name")},
                }
            )
    plain = {"id", "name", "kind", "owner", "lat", "lon", "origin"}
    features: list[Json] = [f"{name}: {v}" for name, v in row.items() if v not in ("", "0") and name not in plain]
    return {
        "board": folder.name,
        "hex": area,
        "name": row["name"],
        "surface": row["kind"],
        "terrain": "",
        "features": features,
        "country": row["owner"],
        "neighbours": neighbours,
        "lat": float(row["lat"]),
        "lon": float(row["lon"]),
        "sources": {"hex": row["origin"], "file": sources(folder)},
    }


def sources(folder: Path) -> str | None:
    """The file that says where a board comes from: in its folder, or the nearest above that has one."""
    above = [folder, *(p for p in folder.parents if SCENARIOS in p.parents)]
    found = (place / name for place in above for name in SOURCES if (place / name).is_file())
    file = next(found, None)
    return file.relative_to(ROOT).as_posix() if file is not None and file.is_relative_to(ROOT) else None
