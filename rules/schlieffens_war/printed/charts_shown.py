"""§8.8, §10.4, §11.17, §11.23: the printed tables as the page draws them, from the same charts.toml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel.rulebook import Chart

NOT_ENTERED = "—"


def charts_shown(spec: Mapping[str, Any]) -> tuple[Chart, ...]:
    """The combat results, heavy artillery, attrition and terrain of a charts.toml."""
    return (_combat(spec["combat"]), _heavy_artillery(spec["heavy_artillery"]), _attrition(spec["attrition"]),
            _terrain(spec["terrain"]))  # fmt: skip


def _combat(spec: Mapping[str, Any]) -> Chart:
    rows = tuple((str(die), *cells) for die, cells in enumerate(spec["rows"], 1))
    note = (
        "Steps lost by attacker / defender. "
        f"Under {spec['columns'][0]} it is {spec['below']}, over {spec['columns'][-1]} it is {spec['beyond']}, "
        "each without a die."
    )
    return Chart("combat", spec["title"], spec["section"], ("Die", *spec["columns"]), rows, note)


def _heavy_artillery(spec: Mapping[str, Any]) -> Chart:
    kept: Sequence[int] = spec["ready_again"]
    rows = tuple(
        (str(die), _columns(columns), "Yes" if die in kept else "No")
        for die, columns in zip(spec["die"], spec["columns"], strict=True)
    )
    columns = ("Die", "First die: columns", "Second die: ready again next turn")
    return Chart("heavy_artillery", spec["title"], spec["section"], columns, rows)


def _attrition(spec: Mapping[str, Any]) -> Chart:
    rows = tuple((str(die), str(lost)) for die, lost in zip(spec["die"], spec["steps_lost"], strict=True))
    return Chart("attrition", spec["title"], spec["section"], ("Die", "Steps lost"), rows)


def _terrain(spec: Mapping[str, Any]) -> Chart:
    rows = tuple(
        (
            row["title"],
            _points(row),
            NOT_ENTERED if not row.get("combat", True) else _columns(row["columns"]),
            f"§{row['section']}",
        )
        for row in spec["rows"]
        if not row.get("entry", True) or row.get("cost") != 0
    )
    note = f"Columns: minus helps the defender. {NOT_ENTERED}: no unit enters or attacks there."
    return Chart("terrain", spec["title"], spec["section"], ("Terrain", "MP", "Columns", "Section"), rows, note)


def _points(row: Mapping[str, Any]) -> str:
    if not row.get("entry", True):
        return NOT_ENTERED
    return f"+{row['extra_cost']}" if "extra_cost" in row else str(row["cost"])


def _columns(columns: int) -> str:
    return f"{columns:+d}".replace("-", "−") if columns else "0"
