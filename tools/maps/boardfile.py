"""``board.toml``: what the rules need to know of a lattice."""

from __future__ import annotations

from tools.maps.spec import BoardSpec


def board_toml(spec: BoardSpec) -> str:
    """The file's text."""
    s = spec.lattice
    return f"""# Written by tools.maps from {spec.id}.toml. Hex numbers are row then column, two figures each.
id = "{spec.id}"
title = "{spec.title}"

[lattice]
columns = "{s.columns}"     # columns grow
rows = "{s.rows}"       # rows grow
shifted = "{s.shifted}"     # these rows lie half a hex further in the direction in which columns grow
first_row = {s.first_row}
last_row = {s.last_row}
first_col = {s.first_col}
last_col = {s.last_col}
"""


def write_board(spec: BoardSpec) -> None:
    """Writes the file beside the tables."""
    (spec.scenario / "board.toml").write_text(board_toml(spec), encoding="utf-8")
