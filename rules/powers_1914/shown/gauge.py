"""What is measured of a match turn by turn, from lines and views: §3.13.3 conquests, §3.5 money, §3.3 losses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.gauge import Figure, Gauge, Lead, Lost
from rules.kernel.messages import JsonObject
from rules.powers_1914.printed.pieces import CENTRAL, ENTENTE, SIDES


def turn(line: JsonObject) -> int | None:
    """§3.1: the turn that a line opens."""
    opened = line.get("turn")
    return opened if isinstance(opened, int) else None


def units_lost(line: JsonObject) -> Lost:
    """§3.3: units lost, by nation and kind."""
    told: Any = line.get("lost", {})
    return {nation: {**kinds} for nation, kinds in told.items()}


def side(view: JsonObject, nation: str) -> str:
    """§3.10: for whom a nation fights, or fought."""
    return str(_nations(view)[nation]["side"])


def fight(line: JsonObject) -> tuple[str, str] | None:
    """§3.3: the field of a battle that begins, and its name; it ends before a new phase."""
    areas: Any = line.get("areas")
    if line["kind"] in ("battle-ended", "phase"):
        return "", ""
    return (str(areas[0]), str(line["text"]).replace(" begins.", ".")) if line["kind"] == "battle" and areas else None


def figures(view: JsonObject) -> tuple[Figure, ...]:
    """§3.13.3, §3.5: what everyone sees."""
    shown: Any = view
    units = [_nations(view)[u["nation"]]["side"] for area in shown["areas"].values() for u in area.get("units", ())]

    def purse(what: str) -> dict[str, int]:
        return {each: sum(s[what] for s in shown["seats"].values() if s["side"] == each) for each in SIDES}

    return (
        Figure("Conquests", "3.13.3", {each: shown["sides"][each]["conquests"] for each in SIDES}),
        Figure("Units on the map", "", {each: units.count(each) for each in SIDES}),
        Figure("Money in hand", "3.5", purse("money")),
        Figure("Income a turn", "3.5", purse("income")),
    )


def _nations(view: JsonObject) -> Mapping[str, Any]:
    told: Any = view["nations"]
    return dict(told)


def ahead(view: JsonObject) -> str:
    """§3.13.3: who would win if the conquests were counted now; a tie is the Entente's."""
    shown: Any = view
    ours, theirs = (shown["sides"][each]["conquests"] for each in (CENTRAL, ENTENTE))
    return CENTRAL if ours > theirs else ENTENTE


AT_ONCE, A_TURN = 8, 4
"""What a side that was behind conquered in one turn late in a match, and in each besides, in games of programs."""


def lead(view: JsonObject) -> Lead:
    """§3.13.3: by how much the conquests of the side that would win now are worth more than the other needs."""
    shown: Any = view
    ours, theirs = (shown["sides"][each]["conquests"] for each in (CENTRAL, ENTENTE))
    side = ahead(view)
    return Lead(side, ours - theirs if side == CENTRAL else theirs - ours + 1, AT_ONCE, A_TURN)


GAUGE = Gauge(turn, figures, units_lost, ("Units lost", "3.3"), side, fight, ahead=ahead, lead=lead)
