"""``board.json`` of an area board: what is printed in each area, and what hit-testing and places of pieces need."""

from __future__ import annotations

import json
from typing import Any

from tools.maps.areas.sheet import AreaSheet
from tools.maps.areas.spec import Area
from tools.maps.paths import area as outline

TOLERANCE = 0.8


def printed(area: Area) -> dict[str, str | int]:
    """What the game's table says of an area, without empty and zero fields; signs are 1. Works change in a match."""
    says: dict[str, str | int] = {
        "owner": area.owner,
        "cityNumber": area.city,
        "coins": area.coins,
        "capital": int(area.capital),
        "colony": int(area.colony),
        "edge": int(area.edge),
        "article": int(area.article),
    }
    return {key: value for key, value in says.items() if value}


def board_json(sheet: AreaSheet) -> str:
    """The file's text. ``slot`` is how wide a group of pieces may be so that none covers another."""
    part = sheet.partition
    width, height = part.projection.grid.size
    city = {c.area.id: c for c in sheet.cities}
    areas: dict[str, Any] = {}
    for area_id, shape in sorted(part.shapes.items()):
        area = part.spec.areas[area_id]
        slots, wide = sheet.slots[area_id]
        stands = sheet.stands.get(area_id)
        areas[area_id] = {
            "name": area.name,
            "kind": area.kind,
            **printed(area),
            "x": round(slots[0][0], 1),
            "y": round(slots[0][1], 1),
            "slot": round(wide),
            "slots": [[round(x, 1), round(y, 1)] for x, y in slots],
            **({"stands": [[round(x, 1), round(y, 1)] for x, y in stands]} if stands else {}),
            **({"city": [round(v, 1) for v in city[area_id].at]} if area_id in city else {}),
            "path": outline(shape, TOLERANCE),
        }
    links = [{"a": k.a, "b": k.b, "kind": k.kind, **({"name": k.name} if k.name else {})} for k in part.spec.links]
    data = {"id": part.spec.id, "width": width, "height": height, "kind": "areas", "areas": areas, "links": links}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
