"""``board.json``: what the client needs for hit-testing and tips, all of it printed on the map."""

from __future__ import annotations

import json
from typing import Any

from tools.maps import rose
from tools.maps.sheet import Sheet


def board_json(sheet: Sheet) -> str:
    """The file's text: hexes that are played, and hexsides that are river."""
    spec, grid = sheet.spec, sheet.grid
    width, height = grid.size
    x0, y0 = grid.centre(f"{spec.lattice.first_row:02d}{spec.lattice.first_col:02d}")
    data: dict[str, Any] = {
        "id": spec.id,
        "width": round(width, 1),
        "height": round(height, 1),
        "hex": {"w": 48},
        "north": rose.of_sheet(sheet.survey.projection),
        "lattice": {
            "columns": spec.lattice.columns,
            "rows": spec.lattice.rows,
            "shifted": spec.lattice.shifted,
            "first_row": spec.lattice.first_row,
            "first_col": spec.lattice.first_col,
            "x0": round(x0, 2),
            "y0": round(y0, 2),
        },
        "hexes": {},
        "sides": {},
    }
    for h in sheet.playable:
        row = sheet.hexes[h]
        x, y = grid.centre(h)
        data["hexes"][h] = {
            "x": round(x, 2),
            "y": round(y, 2),
            "name": row.name,
            "terrain": row.terrain,
            "country": row.country,
            "city": row.city,
            "fortress": row.fortress != "",
            "port": row.port == "1",
            **({"level": int(row.fortress)} if row.fortress not in ("", "1") else {}),
            **{column: value for column, value in row.more.items() if value},
        }
    for side in sheet.tables.sides:
        if side.river or any(side.more.values()):
            (x1, y1), (x2, y2) = (grid.point(v) for v in sorted(grid.between[frozenset((side.a, side.b))]))
            data["sides"][f"{side.a}-{side.b}"] = {
                "x1": round(x1, 1),
                "y1": round(y1, 1),
                "x2": round(x2, 1),
                "y2": round(y2, 1),
                "river": side.river,
                **{column: value for column, value in side.more.items() if value},
            }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
