"""§17.2, §18.32, §19.0, §21.32: the replacement points of a country in a turn, sentence by sentence."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from rules.empires_alliances.position.state import State
from tests.games.empires_alliances.oracle.supply import Supplies, is_supplied_city

BLOCKADE = {"GE": {1915: 1, 1916: 2, 1917: 4, 1918: 6, 1919: 6}, "AH": {1916: 1, 1917: 1, 1918: 2, 1919: 2}}
"""§19.11, §22.12: infantry points that the blockade costs a turn."""
EASED = {"GE": {1915: 0, 1916: 1, 1917: 2, 1918: 3, 1919: 3}, "AH": {1916: 0, 1917: 1, 1918: 1, 1919: 1}}
"""§19.12: what it costs once Britain is conquered."""
STRAITS = ("5918", "5919", "6019", "6025", "6124")
PORTS = ("british-port", "british-or-french-port", "us-port")
ARCHANGEL = (6, 7, 8, 9)
PERCENT = {"R10": 10, "R20": 20, "R30": 30}
FIRST_TRIBUTE = "1914-12"
"""§2.67."""


def conquered(state: State, nation: str) -> bool:
    """§18.2: whether a country is out of the war."""
    war = state.wars.get(nation)
    return war is not None and war.conquered > 0


def holder_of(state: State, city: str) -> str:
    """§4.0: who controls a city on the map."""
    place = state.printed.places.cities[city]
    i = state.board.index(place.hex)
    return state.control.get(place.hex) or state.allegiance.get(state.board.country[i], "")


Found = Mapping[str, Supplies]
"""§14.3, §14.4: the sources of each side."""


def _feeds(state: State, city: str, side: str, found: Found) -> bool:
    """§17.23: whether a city is a side's, and in supply."""
    hex_ = state.printed.places.cities[city].hex
    return holder_of(state, city) == side and is_supplied_city(state, side, hex_, found[side])


def produced(state: State, purse: str, sources: Found) -> list[int]:
    """§17.23: what cities make that are controlled and in supply; what comes from elsewhere comes always."""
    found, today = [0, 0, 0], state.date.id
    for row in state.printed.sources.values():
        nation = state.printed.nations[row.nation]
        if nation.points != purse or not row.first <= today or (row.last and today > row.last):
            continue
        side = state.allegiance.get(row.nation)
        if side is None or conquered(state, nation.power):
            continue
        city = None if row.place in PORTS or row.place in state.board.boxes else state.printed.places.cities[row.place]
        if city is None or not city.hex or _feeds(state, row.place, side, sources):
            found[("infantry", "artillery", "tank").index(row.kind)] += row.points
    return found


def economic(state: State, purse: str, sources: Found) -> tuple[int, int]:
    """§19.0: infantry and artillery points that blockade, submarines and aid cost or bring."""
    year, month = state.date.year, state.date.month
    infantry = artillery = 0
    if purse in BLOCKADE:
        table = EASED if conquered(state, "GB") else BLOCKADE
        infantry -= table[purse].get(year, 0)
        artillery -= year >= 1918
    if purse == "GB":
        infantry -= year >= 1915 and year != 1916
    if purse == "RU":
        saint_petersburg = _feeds(state, "Petrograd", "allied", sources)
        murmansk = (year, month) >= (1917, 4) and saint_petersburg
        cities = saint_petersburg or _feeds(state, "Moscow", "allied", sources)
        archangel = year >= 1915 and month in ARCHANGEL and cities
        links = (murmansk or archangel) + southern_link(state, sources["allied"].net)
        infantry += links
        artillery += links
    return infantry, artillery


def southern_link(state: State, net: Mapping[int, int]) -> bool:
    """§19.32: whether the straits are the Allies', and a Russian port of the Black Sea is joined to a great city."""
    board = state.board
    sides = {state.control.get(h) or state.allegiance.get(board.country[board.index(h)], "") for h in STRAITS}
    if sides != {"allied"}:
        return False
    goals = {board.index(state.printed.places.cities[name].hex) for name in ("Petrograd", "Moscow", "Kharkov")}
    ports = (i for i in board.ports if board.country[i] == "RU" and "Black Sea" in board.seas[i] and i in net)
    return any(net[port] == net.get(goal) for port in ports for goal in goals)


def tributes(state: State, purse: str) -> int:
    """§2.67: infantry points that a country commits to the boxes; Tiflis's own is no loss of anyone's, until it joins
    the others."""
    if not state.card.tributes:
        return 0
    if purse == "TU" and state.date.id >= FIRST_TRIBUTE:
        return 1 + (not conquered(state, "RU"))
    tiflis = any(row.nation == "RU" for row in state.card.tributes)
    return int(purse == "RU" and tiflis and not conquered(state, "TU") and state.date.id >= "1914-09")


def points(state: State, purse: str, sources: Found) -> tuple[int, int, int]:
    """§17.23, §21.32: what a purse gains in this Reinforcement Phase."""
    infantry, artillery, tanks = produced(state, purse, sources)
    if purse in state.wars and not conquered(state, purse):
        more, guns = economic(state, purse, sources)
        infantry, artillery = infantry + more, artillery + guns
    infantry -= tributes(state, purse) + state.short.get(purse, 0)
    spirit = state.spirits.get(purse)
    effect = spirit.effect if spirit is not None and state.turn <= spirit.until else ""
    if effect in PERCENT:
        left = max(0, infantry)
        lost = max(1, math.floor(Fraction(left * PERCENT[effect], 100) + Fraction(1, 2)))
        infantry = left - min(left, lost)
    if effect == "R30":
        if artillery > 0:
            artillery -= 1
        elif tanks > 0:
            tanks -= 1
    return max(0, infantry), max(0, artillery), max(0, tanks)
