"""``board.json`` of an area board: what the client needs for hit-testing, outlines and places of pieces."""

from __future__ import annotations

import json
from typing import Any

from tools.maps.areas.sheet import AreaSheet
from tools.maps.paths import area as outline

TOLERANCE = 0.8


def board_json(sheet: AreaSheet) -> str:
    """The file's text. ``slot`` is how wide a group of pieces may be so that none covers another."""
    part = sheet.partition
    width, height = part.projection.grid.size
    city = {c.area.id: c for c in sheet.cities}
    areas: dict[str, Any] = {}
    for area_id, shape in sorted(part.shapes.items()):
        area = part.spec.areas[area_id]
        slots, wide = sheet.slots[area_id]
        areas[area_id] = {
            "name": area.name,
            "kind": area.kind,
            "x": round(slots[0][0], 1),
            "y": round(slots[0][1], 1),
            "slot": round(wide),
            "slots": [[round(x, 1), round(y, 1)] for x, y in slots],
            **({"city": [round(v, 1) for v in city[area_id].at]} if area_id in city else {}),
            "path": outline(shape, TOLERANCE),
        }
    links = [
        {"a": k.a, "b": k.b, "kind": k.kind, **({"name": k.name} if k.name else {})} for k in part.spec.links
    ]
    data = {"id": part.spec.id, "width": width, "height": height, "kind": "areas", "areas": areas, "links": links}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
