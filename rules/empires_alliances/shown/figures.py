"""What stands behind the figures of a table: cities that count, replacement points, morale, railheads, forts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.empires_alliances.countries.economy import Gain, income, purses_of, sources_of_income
from rules.empires_alliances.countries.morale import checks, has_low_morale, modifiers_of
from rules.empires_alliances.movement.railheads import railheads_of
from rules.empires_alliances.position.control import cities_of, city_controller
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.supply.feeding import cities_in_supply
from rules.empires_alliances.victory import Scored, count_section, final_count, find_scored, present_where_counted
from rules.hexes.odds import as_list
from rules.kernel.incremental import Previous
from rules.kernel.messages import Json, JsonObject


def score_of(state: State) -> JsonObject:
    """§1.7: Central Powers points as they would be counted now, in halves, their level, and each row behind them."""
    count = final_count(state)

    def find(_: Previous[tuple[Any, ...], JsonObject] | None) -> JsonObject:
        rows = find_scored(state, count)
        halves = sum(row.halves for row in rows)
        return {
            "halves": halves,
            "level": count.level(halves / 2),
            "section": count_section(state),
            "rows": [_row(state, row) for row in rows],
        }

    cities = [of(state, side) for of in (cities_of, cities_in_supply) for side in FOE]
    sources = (*cities, present_where_counted(state, count), state.wars, state.spirits, state.deeds, state.options)
    return state.memory.recall("score", sources, find)


def _row(state: State, row: Scored) -> JsonObject:
    """A city or another thing that counts; ``holder``: who controls the city, empty for what is none."""
    city = state.printed.places.cities.get(row.what)
    return {
        "what": row.what,
        "hex": city.hex if city else "",
        "holder": city_controller(state, row.what) if city else "",
        "halves": row.halves,
        "supplied": row.supplied,
    }


def purses_shown(state: State) -> JsonObject:
    """§17.2: by purse its side, what it has, how much it may keep, and what it would be given now, with reasons."""

    def find(_: Previous[tuple[Any, ...], JsonObject] | None) -> JsonObject:
        found: JsonObject = {}
        for side in FOE:
            for purse in purses_of(state, side):
                limit = state.printed.limits[purse]
                nation = state.printed.nations.get(purse)
                found[purse] = {
                    "name": nation.name if nation else "Commonwealth",
                    "side": side,
                    "limit": [limit.infantry, limit.artillery, limit.tank],
                    "gains": as_gains(income(state, purse)),
                }
        return found

    return state.memory.recall("purses shown", sources_of_income(state), find)


def as_gains(gains: Iterable[Gain]) -> list[Json]:
    """What brings and costs points, in words with its section."""
    return [
        {"text": g.text, "section": g.section, "infantry": g.infantry, "artillery": g.artillery, "tank": g.tank}
        for g in gains
    ]


def morale_shown(state: State) -> JsonObject:
    """§21.2, §21.3: by country its M and D results, the effect in force, and the modifiers of a check made now.

    ``drm`` lists modifiers of countries that check their morale; it is empty for others.
    """
    checked = state.memory.recall("checks", (state.wars, state.turn), lambda _: checks(state))
    modifiers = {nation: modifiers_of(state, nation) for nation in checked}

    def find(_: Previous[tuple[Any, ...], JsonObject] | None) -> JsonObject:
        found: JsonObject = {}
        for nation in (n for n in state.printed.nations if n in state.wars):
            spirit = state.spirits.get(nation)
            found[nation] = {
                "worn": spirit.worn if spirit else 0,
                "effect": spirit.effect if spirit and spirit.until >= state.turn else "",
                "until": spirit.until if spirit else 0,
                "low": has_low_morale(state, nation),
                "checks": nation in checked,
                "drm": as_list(modifiers.get(nation, ()), "drm"),
            }
        return found

    sources = (state.wars, state.turn, state.spirits, tuple(modifiers.items()))
    return state.memory.recall("morale shown", sources, find)


def railheads_shown(state: State) -> JsonObject:
    """§10.0: by side the hexes of its railheads."""
    return {side: [*railheads_of(state, side)] for side in FOE}


def fallen_forts(state: State) -> list[Json]:
    """§15.1: the hexes of forts of countries at war that stand no more."""
    forts = state.printed.forts
    return [f.hex for id_, f in sorted(forts.items()) if f.nation in state.allegiance and id_ not in state.forts]
