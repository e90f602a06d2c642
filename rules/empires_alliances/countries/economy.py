"""§17.23, §19.0, §21.32: the replacement points of a country in a turn, in the order of gains and losses."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.empires_alliances.countries.conditions import count_of, holds, is_conquered
from rules.empires_alliances.position.control import cities_of
from rules.empires_alliances.position.dates import date_for
from rules.empires_alliances.position.state import FOE, Points, State
from rules.empires_alliances.printed.appearance import PORTS
from rules.empires_alliances.printed.charts import Economy
from rules.empires_alliances.printed.conditions import BRITAIN_CONQUERED
from rules.empires_alliances.printed.replacements import Source
from rules.empires_alliances.printed.turns import is_between
from rules.empires_alliances.supply.feeding import supplied_cities
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept

REDUCED = {"R10": 10, "R20": 20, "R30": 30}
"""§21.32: per cent of the infantry points that are lost."""
HARDEST = "R30"
WHOLE_PERCENT = 100


class Gain(NamedTuple):
    """Points that something brings or costs, in words with its section."""

    text: str
    section: str
    infantry: int = 0
    artillery: int = 0
    tank: int = 0


def sources_of_income(state: State) -> tuple[Any, ...]:
    """All that any purse's ``income`` comes from: equal in two states where it is equal."""

    def find(_: Previous[tuple[Any, ...], tuple[tuple[str, str], ...]] | None) -> tuple[tuple[str, str], ...]:
        rows = state.printed.charts.economy.values()
        now = (row for row in rows if row in _rows_of(state, row.nation))
        words = {(word, row.nation) for row in now for word in (row.when, row.halved) if word}
        tributes = {(tribute.until, "") for tribute in state.card.tributes if tribute.until}
        return tuple(sorted(words | tributes))

    words = state.memory.recall("words of the economy", (state.turn,), find)
    conditions = tuple([count_of(state, word, nation) for word, nation in words])
    return (*_sources_of_places(state), state.short, state.spirits, conditions)


def income(state: State, purse: str) -> tuple[Gain, ...]:
    """§17.23, §18.32, §19.0, §2.67, §21.32: all that changes a purse in this Reinforcement Phase, in order."""
    gains = [*_gains(state, purse), *_economic(state, purse), *_commitments(state, purse)]
    short = state.short.get(purse, 0)
    if short:
        gains.append(Gain("Garrisons missing", "18.32", -short))
    effect = effect_on(state, purse)
    if effect in REDUCED:
        left = max(0, sum(gain.infantry for gain in gains))
        # §21.32: halves are rounded up, and at least one point is lost.
        lost = max(1, (2 * left * REDUCED[effect] + WHOLE_PERCENT) // (2 * WHOLE_PERCENT))
        gains.append(Gain(f"War weariness ({effect})", "21.32", -min(left, lost), *_hardest(effect, gains)))
    return tuple(gains)


def _hardest(effect: str, gains: list[Gain]) -> tuple[int, int]:
    """§21.32: with the hardest reduction an artillery or tank point goes too."""
    if effect != HARDEST:
        return 0, 0
    if sum(gain.artillery for gain in gains) > 0:
        return -1, 0
    return 0, -int(sum(gain.tank for gain in gains) > 0)


def effect_on(state: State, purse: str) -> str:
    """§21.3: the morale effect in force for a country."""
    spirit = state.spirits.get(purse)
    if spirit is None or state.turn > spirit.until:
        return ""
    return spirit.effect


def _gains(state: State, purse: str) -> tuple[Gain, ...]:
    """§17.23: what each place makes that its country controls, in supply."""

    def find(_: Previous[tuple[Any, ...], tuple[Gain, ...]] | None) -> tuple[Gain, ...]:
        found: dict[str, list[int]] = {}
        for row in state.printed.sources_by_purse.get(purse, ()):
            current = is_between(date_for(state, row.nation), row.first, row.last)
            if not current or not _produces(state, row):
                continue
            made = found.setdefault(row.place, [0, 0, 0])
            made[("infantry", "artillery", "tank").index(row.kind)] += row.points
        return tuple(Gain(_place_title(state, place), "17.23", *made) for place, made in found.items())

    return state.memory.recall(("made", purse), _sources_of_places(state), find)


@kept
def _sources_of_places(state: State) -> tuple[Any, ...]:
    """§17.23: what the points of places depend on."""
    cities = (*(cities_of(state, side) for side in FOE), *(supplied_cities(state, side) for side in FOE))
    return (*cities, state.wars, state.turn)


def _place_title(state: State, place: str) -> str:
    if place in PORTS:
        return {"british-port": "British ports", "british-or-french-port": "Allied ports", "us-port": "America"}[place]
    return str(state.board.boxes[place]["name"]) if place in state.board.boxes else place


def _produces(state: State, row: Source) -> bool:
    """§17.23, §18.21: whether a place makes its points: controlled, in supply, its country not conquered."""
    nation = state.printed.nations[row.nation]
    side = state.allegiance.get(row.nation)
    if side is None or is_conquered(state, nation.power):
        return False
    if row.place in PORTS or row.place in state.board.boxes:
        return True
    city = state.printed.places.cities[row.place]
    if not city.hex:
        return True
    return row.place in supplied_cities(state, side)


def _economic(state: State, purse: str) -> list[Gain]:
    """§19: blockade, submarines and aid."""
    found: list[Gain] = []
    rows = _rows_of(state, purse)
    if purse not in state.wars or is_conquered(state, purse):
        return found
    counted: set[str] = set()
    for row in sorted(rows, key=lambda r: bool(r.instead_of)):
        if row.instead_of in counted or not holds(state, row.when, purse):
            continue
        infantry = _infantry(state, row)
        if infantry or row.artillery:
            counted.add(row.id)
            found.append(Gain(row.title, "19.0", infantry, row.artillery))
    return found


def _rows_of(state: State, purse: str) -> tuple[Economy, ...]:
    return state.printed.charts.economy_of(purse, state.date.id, state.date.month)


def _infantry(state: State, row: Economy) -> int:
    """§19.12: the infantry points of a row; halved, or as printed, once Britain is conquered."""
    if row.halved != BRITAIN_CONQUERED or not holds(state, BRITAIN_CONQUERED):
        return row.infantry
    if row.conquered is not None:
        return row.conquered
    return -(abs(row.infantry) // 2) if row.infantry < 0 else row.infantry // 2


def _commitments(state: State, purse: str) -> list[Gain]:
    """§2.67: points that go to a box every turn."""
    found: list[Gain] = []
    for tribute in state.card.tributes:
        due = tribute.nation == purse and is_between(state.date.id, tribute.first, "")
        if due and not (tribute.until and count_of(state, tribute.until)):
            name = str(state.board.boxes[tribute.box]["name"])
            found.append(Gain(f"To the {name}", "2.67", -tribute.points))
    return found


def total(gains: tuple[Gain, ...]) -> Points:
    """§17.23: what all comes to; nobody owes points."""
    sums = (sum(g.infantry for g in gains), sum(g.artillery for g in gains), sum(g.tank for g in gains))
    return Points(*(max(0, n) for n in sums))


def purses_of(state: State, side: str) -> tuple[str, ...]:
    """§17.21, §3.52: the purses of a side's countries at war, in the order of the limits."""
    mine = {n.points for n in state.printed.nations.values() if state.allegiance.get(n.id) == side}
    nobody = set(state.card.no_replacements)
    return tuple(p for p in state.printed.limits if p in mine and p not in nobody)


def add_half(state: State, purse: str, infantry: int, artillery: int, tank: int) -> Points:
    """§17.21, §11.74, §22.9: a purse with half of these factors, rounded down, as far as its limit allows."""
    had, most = state.purses.get(purse, Points()), state.printed.limits[purse]

    def more(have: int, factors: int, limit: int) -> int:
        return max(have, min(limit, have + factors // 2))

    return Points(
        more(had.infantry, infantry, most.infantry),
        more(had.artillery, artillery, most.artillery),
        more(had.tank, tank, most.tank),
    )
