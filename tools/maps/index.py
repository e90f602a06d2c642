"""``static/boards/boards.json``: which boards are drawn, for the page that shows them all."""

from __future__ import annotations

import json
import tomllib

from tools.maps.spec import BOARDS, ROOT

FOLDER = ROOT / "static" / "boards"


def write_index() -> None:
    """Rewrites the file from the boards' files, in their order by name; those not drawn yet are left out."""
    found = []
    for file in sorted(BOARDS.glob("*.toml")):
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
        if (FOLDER / raw["id"] / "board.json").is_file():
            found.append({"id": raw["id"], "title": raw["title"]})
    text = json.dumps({"boards": found}, ensure_ascii=False, indent=1)
    (FOLDER / "boards.json").write_text(text + "\n", encoding="utf-8")
