"""§14.5, §11.3 to §11.5: supply by sea."""

from __future__ import annotations

from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import State
from rules.empires_alliances.position.usage import by_sea
from rules.empires_alliances.printed.sides import ALLIED
from rules.empires_alliances.printed.steps import ADMINISTRATION
from rules.empires_alliances.supply.sources import HALVES
from rules.kernel.kept import kept

WESTERN = ("FR", "GB", "IT", "US")
"""§3.2, §11.3: the Western Allies, whose ships carry and supply each other (docs/rulings)."""
"""§7.25: how the steps of the Administrative Phase end."""
WEST_SEAS = frozenset({"Atlantic", "Mediterranean"})
"""§2.6, §11.3: seas between which the Western Allies sail."""


@kept
def straits_open(state: State) -> bool:
    """§11.3, §11.71, §19.32: whether the Allies control the five hexes of the straits."""
    return all(controller(state, hex_) == ALLIED for hex_ in state.printed.charts.invasions.straits)


@kept
def seas_of(state: State, country: str) -> frozenset[str]:
    """§11.3 to §11.5: the seas in which a country's ships sail."""
    seas = frozenset(state.printed.capacity[country].areas)
    return seas | {"Black Sea"} if country in WESTERN and straits_open(state) else seas


def has_fleet(state: State, country: str, side: str) -> bool:
    """§11.3 to §11.5, §14.52: whether a side has the ships of a country: Italy's are those of a Western Ally, and carry
    and supply nobody of the Central Powers (docs/rulings)."""
    sails = state.printed.capacity[country].sea > 0 and state.allegiance.get(country) == side
    return sails and (side == ALLIED or country not in WESTERN)


def fleet_capacity(state: State, country: str) -> int:
    """§11.6, §14.53: corps of a country's sea capacity, for movement and supply together; none of a conquered country's
    (docs/rulings)."""
    war = state.wars.get(country)
    return 0 if war is not None and war.conquered else state.printed.capacity[country].sea


def sea_capacity(state: State, country: str) -> int:
    """§11.6: corps that a country's ships carry in a turn. §3.67: none on some turns, though they supply
    then."""
    rule = state.turn_rule
    return fleet_capacity(state, country) if rule is None or rule.sea else 0


def capacity_kept(state: State, country: str) -> int:
    """§14.53: half corps that a country's ships supply: six corps for each corps of capacity that carries nobody.

    Until units have moved that is what the owner has promised; in the Administrative Phase all that was not used.
    """
    corps = state.kept.get(country, 0)
    if state.phase.name in ADMINISTRATION:
        used = state.used.get(by_sea(country), 0)
        corps = (HALVES * fleet_capacity(state, country) - used) // HALVES
    return HALVES * state.printed.charts.movement.sea_corps_supplied * corps


def links_seas(state: State, country: str, here: frozenset[str], there: frozenset[str]) -> bool:
    """§11.2, §14.52: whether a country's ships go from a place on some seas to one on others."""
    seas = seas_of(state, country)
    mine, theirs = seas & here, seas & there
    if mine & theirs:
        return True
    if country not in WESTERN:
        return False
    joined = WEST_SEAS | ({"Black Sea"} if straits_open(state) else frozenset())
    return bool(mine & joined) and bool(theirs & joined)


def is_port_shut(state: State, hex_: str, side: str) -> bool:
    """§2.7: whether ships may not call at Antwerp: an enemy stands in one of the hexes at the mouth of the Scheldt."""
    sailing = state.printed.charts.sailing
    return hex_ == sailing.antwerp and any(state.stack_side(h) not in ("", side) for h in sailing.scheldt)


def serves(state: State, country: str, index: int) -> bool:
    """§11.4, §11.5: whether a country's ships call at a port or beach: Germans at German ones and Riga, Russians at
    Russian ones, and in the Black Sea at Rumanian and Bulgarian ones."""
    board, sailing = state.board, state.printed.charts.sailing
    hex_, home = board.lattice.ids[index], board.country[index]
    if country == "GE":
        return home == "GE" or hex_ in sailing.german_besides
    if country == "RU":
        return home == "RU" or (home in sailing.russian_black_sea and "Black Sea" in board.seas[index])
    return country in WESTERN
