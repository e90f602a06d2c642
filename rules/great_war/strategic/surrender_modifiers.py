"""§5.62 What is added to the die for Turkey's surrender: each by its name and section, for the die, the table and
programs alike."""

from __future__ import annotations

from rules.great_war.facts.surrender import ALPINE, BAGHDAD, JERUSALEM
from rules.great_war.position.arabs import arabs_at
from rules.great_war.position.boxes import AVAILABLES
from rules.great_war.position.control import controlled_hexes
from rules.great_war.position.letters import in_play
from rules.great_war.position.state import ARABIA, LATER, POOL, RESERVE, State
from rules.great_war.printed.charts import Surrender
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.near_east_places import NearEastPlaces
from rules.great_war.supply.tracing import is_supplied_hex
from rules.great_war.units.peoples import is_turkish, is_turkish_division
from rules.hexes.odds import Modifier

ARMY_OF_ISLAM = "army-of-islam"
FIFTY_EIGHTH = "tu-58"
"""§5.62: the division after which Arabia needs one more."""


def modifiers(state: State) -> tuple[Modifier, ...]:
    """§5.62: those that count now, in the order of the rule."""
    return _all(state, _supplied_among(state, _held_hexes(state)), seen=False)


def modifiers_seen(state: State) -> tuple[Modifier, ...]:
    """§5.62, §7.25: as everyone can tell before the die: whether a town is supplied may hang on a headquarters that
    lies below others, so it is left aside; and so may whether Turks are alone in Baku."""
    return _all(state, _held_hexes(state), seen=True)


def _all(state: State, held: frozenset[int], *, seen: bool) -> tuple[Modifier, ...]:
    chart, places = state.printed.charts.surrender, state.printed.near_east
    if chart is None or places is None:
        return ()
    return (
        *_towns(state, chart, held, seen=seen),
        *_lasting_modifiers(state, chart),
        *_short(state, chart, places, seen=seen),
    )


def _towns(state: State, chart: Surrender, held: frozenset[int], *, seen: bool) -> list[Modifier]:
    """§5.62: the towns that the Allies control and supply, as long as they do. ``seen``: nobody has looked whether they
    are supplied, and the line says so."""
    board, supply = state.printed.board, "(if it is in supply)" if seen else "in supply"
    named = sorted(held, key=board.ids.__getitem__)
    return [(f"The Allies hold {board.name[i]} {supply}", "5.62", chart.hex) for i in named]


def _held_hexes(state: State) -> frozenset[int]:
    """§5.62: surrender hexes in Allied hands."""
    return state.printed.board.surrender & controlled_hexes(state, ALLIED)


def _supplied_among(state: State, hexes: frozenset[int]) -> frozenset[int]:
    """§5.62, §11.33: those that are in supply for any of the Allies; that of the Arabs always is, who need no line."""
    allies = [nation for nation, side in state.sides.items() if side == ALLIED]
    ids, arabs = state.printed.board.ids, arabs_at(state)
    return frozenset(i for i in hexes if ids[i] == arabs or any(is_supplied_hex(state, n, i) for n in allies))


def _lasting_modifiers(state: State, chart: Surrender) -> list[Modifier]:
    """§5.62: what is kept whatever has come since."""
    known = {
        ALPINE: ("The Alpine Corps has come to the Near East", chart.alpine_corps),
        BAGHDAD: ("Baghdad fell in 1915", chart.baghdad_in_1915),
        JERUSALEM: ("Jerusalem fell before 1918", chart.jerusalem_before_1918),
    }
    return [(known[name][0], "5.62", known[name][1]) for name in known if name in state.near_east.earned]


def _short(state: State, chart: Surrender, places: NearEastPlaces, *, seen: bool) -> list[Modifier]:
    """§5.62: Turks who are not where they should be."""
    found: list[Modifier] = []
    if len(state.boxes[ARABIA]) < arabia_needs(state, chart):
        found.append(("Too few Turkish units in Arabia", "5.62", chart.arabia))
    if in_play(state, CENTRAL, ARMY_OF_ISLAM) and not turks_alone_in(state, places.baku, seen=seen):
        found.append(("The Army of Islam does not hold Baku", "6.45", chart.baku))
    missing = state.near_east.required - divisions_held(state)
    if missing > 0:
        found.append(("The Turkish reserve has too few divisions", "5.38", missing))
    return found


def divisions_held(state: State) -> int:
    """§5.38: the infantry divisions of the reserve, in which the Yilderim Army Group may lie as well (§13.29)."""
    return sum(is_turkish_division(state.counter(u)) for u in state.boxes[RESERVE])


def arabia_needs(state: State, chart: Surrender) -> int:
    """§5.62: how many Turks Arabia needs: one more once the 58th Division has come into play (docs/rulings)."""
    return chart.arabia_least_after_58th if arabia_needs_more(state) else chart.arabia_least


def arabia_needs_more(state: State) -> bool:
    """§5.62: whether the 58th Division has come into play. Once it has, it may fall and lie in a box again."""
    came_before = FIFTY_EIGHTH in state.returned
    return came_before or state.units[FIFTY_EIGHTH].at not in (LATER, *AVAILABLES, POOL)


def turks_alone_in(state: State, hex_: str, *, seen: bool = False) -> bool:
    """§6.45: whether Turkish units, and no others, stand in a hex. ``seen``: as everyone can tell (§7.25), by the one
    on top."""
    units = state.stacks.get(hex_, ())
    units = units[:1] if seen else units
    return bool(units) and all(is_turkish(state.counter(u)) for u in units)


def is_islams(state: State, *, seen: bool = False) -> bool:
    """§6.45: whether the Army of Islam holds Baku alone, so that it is no victory hex."""
    places = state.printed.near_east
    if places is None or not in_play(state, CENTRAL, ARMY_OF_ISLAM):
        return False
    return turks_alone_in(state, places.baku, seen=seen)
