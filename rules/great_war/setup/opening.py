"""§21.0: the position when a scenario begins: who fights, what lies where before anyone sets up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rules.great_war.play import capitals
from rules.great_war.position.chit_state import ChitState
from rules.great_war.position.control import forts, home_side
from rules.great_war.position.near_east_state import NOTHING_YET, SPOILED, UNTOUCHED, NearEastState
from rules.great_war.position.pre_war_state import PreWarState
from rules.great_war.position.state import (
    ARABIA,
    AVAILABLE,
    AVAILABLE_THERE,
    DEAD,
    DEAD_THERE,
    LATER,
    OUT,
    POOL,
    RESERVE,
    TRANSFER,
    TRANSIT,
    VERSION,
    PhaseFrame,
    State,
    UnitState,
)
from rules.great_war.position.strategic_state import StrategicState
from rules.great_war.printed.arrivals import EUROPE, NEAR_EAST, START
from rules.great_war.printed.counters import Counter
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES, foe
from rules.great_war.printed.plans import PLANS, PrintedGame
from rules.great_war.printed.scenarios import SALONIKA, Group, Scenario, deal, forces
from rules.great_war.restrictions.first_turns import OCTOBER
from rules.great_war.setup.areas import SetupAreas
from rules.kernel.fast_replace import replace

AT_ONCE = {
    "box": AVAILABLE, "dead": DEAD, "removed": OUT, "aside": OUT, "arabia": ARABIA, "reserve": RESERVE,
    "transit": TRANSIT, "transfer": TRANSFER, "near-east-available": AVAILABLE_THERE, "near-east-dead": DEAD_THERE,
}  # fmt: skip
"""Where the units of ``grounds.AT_ONCE`` lie."""
FIRST_U_BOATS = "u-boat-c"
"""§5.22: which can be called off once."""


def opening_position(scenario: str, plan: str, key: str, *, pre_war: bool = False) -> State:
    """The match before the first decision, which is asked in the step ``key``. ValueError for an unknown scenario.

    ``pre_war``: with the events of §20.0, which belong to the campaign alone.
    """
    # A position of its own for every match: what is worked out from it stays with that match.
    return replace(_laid_out(scenario, plan, pre_war), cursor=(PhaseFrame(key),))


@lru_cache(maxsize=16)
def _laid_out(scenario: str, plan: str, pre_war: bool) -> State:
    """What lies where when a scenario begins: the same for all its matches. ValueError as for ``opening``."""
    table = PLANS[plan].of(scenario)
    card = table.scenarios[scenario]
    if pre_war and not table.variant.pre_war:
        raise ValueError("there are no pre-war events in this game (20.0)")
    if pre_war and not card.areas:
        raise ValueError("pre-war events belong to the campaign (20.0)")
    units, groups = _units(table, card)
    grounds = SetupAreas(table.board, card, owners=table.variant.owners)
    # §21.32: an eliminated nation has no units, but its country is still the other side's prey.
    sides = dict.fromkeys(card.central, CENTRAL) | dict.fromkeys((*card.allied, *card.eliminated), ALLIED)
    taken = [i for side in SIDES for i in grounds.of[side] if grounds.side_at(i) not in (side, None)]
    antwerp = table.places.antwerp
    landed = {h for h in table.places.beaches if any(h in g.hexes for g in card.groups)}
    state = State(
        version=VERSION,
        scenario=scenario,
        turn=card.turn,
        cursor=(),
        units=units,
        stacks={},
        sides=sides,
        strategic=card.started,
        west=card.west,
        marker=card.marker,
        taken=frozenset(table.board.ids[i] for i in taken),
        destroyed=frozenset(card.destroyed),
        spoiled=frozenset({antwerp} if table.board.index[antwerp] in grounds.of[CENTRAL] else ()),
        devastated=frozenset(card.devastated),
        hindenburg=frozenset(card.hindenburg),
        landings=frozenset(landed | ({table.places.salonika} if SALONIKA in card.play else set())),
        balkans=card.at_salonika,
        turkey=_has_turks(table, card),
        frozen=frozenset(card.just_entered),
        points=dict(card.resources),
        chits=_chits(table, card),
        groups=groups,
        strategic_state=_strategic_state(table, card),
        chit_state=ChitState(lasting=dict(card.lasting), gas=_gas(table, card)),
        plan=plan,
        pre_war=PreWarState(wanted=pre_war),
        near_east=_near_east(table, card, grounds),
    )
    lost = {table.board.ids[i] for side in SIDES for i in forts(state, side) if i not in grounds.of[side]}
    return replace(state, destroyed=state.destroyed | lost, spoiled=state.spoiled | _taken_sources(state, grounds))


def _has_turks(table: PrintedGame, card: Scenario) -> bool:
    """§17.13: whether the Turks of Europe are set up; they are in groups of their own."""
    turks = [g for g in card.groups if g.nation == "TU"]
    if table.variant.combined:
        return any(g.map == EUROPE for g in turks)
    return any(g.to not in AT_ONCE for g in turks)


def _near_east(table: PrintedGame, card: Scenario, grounds: SetupAreas) -> NearEastState:
    """§21.26, §14.21, §6.35: its tracks; Kut has its fort where the scenario has had the Allies in it, and a Gaza line
    that they hold is dug no more."""
    places = table.near_east
    if places is None:
        return NOTHING_YET
    began_in_kut = any(group.nation in card.allied and places.kut in group.hexes for group in card.groups)
    entered = began_in_kut or table.board.index[places.kut] in grounds.of[ALLIED]
    crossed = any(table.board.index[h] in grounds.of[ALLIED] for h in places.gaza_line)
    return NearEastState(
        required=card.reserve,
        tried=card.tried,
        kut=entered,
        pipeline=card.pipeline,
        earned=card.earned,
        gaza=SPOILED if crossed else UNTOUCHED,
        neutral=table.variant.combined and card.turn < OCTOBER,
    )


def _taken_sources(state: State, grounds: SetupAreas) -> frozenset[str]:
    """§11.71: sources of supply inside the map that the enemy has taken are lost for good: Serbia's towns."""
    board = state.printed.board
    return frozenset(
        board.ids[i]
        for i in capitals(state)
        for side in SIDES
        if home_side(state, board.country[i]) == side and i in grounds.of[foe(side)]
    )


def _units(table: PrintedGame, card: Scenario) -> tuple[dict[str, UnitState], dict[str, int]]:
    """Every unit with its place, and the groups of those that are set up.

    Who goes where in a group that the lot fills is not known yet: its nation's units wait together (§21.24).
    """
    at = {
        unit.id: UnitState(_later(table, card, unit.id), back=_comes_as_shock(table, unit))
        for unit in table.counters.values()
    }
    groups: dict[str, int] = {}
    for nation in table.variant.nations:
        listed = card.of(nation)
        force = forces(card, nation, table.counters, table.arrivals, table.chits)
        by_lot = any(group.lot for group in listed)
        for n, (group, units) in enumerate(deal(listed, force, card.stood)):
            for unit in units:
                turned = begins_turned(card, group, unit) or _comes_as_shock(table, unit)
                drawn = by_lot and not group.units and unit.is_combat and group.map != NEAR_EAST
                place = POOL if drawn else AT_ONCE.get(group.to, POOL)
                at[unit.id] = UnitState(place, back=turned)
                if not drawn:
                    groups[unit.id] = n
    return at, groups


def begins_turned(card: Scenario, group: Group, unit: Counter) -> bool:
    """§21.12, §21.34: whether a unit that is set up with a group shows its back: reduced, depleted, or what every unit
    of its kind has become."""
    reduced, depleted = group.reduced and unit.turned == "reduced", group.depleted and unit.kind == "hq"
    return reduced or depleted or _has_turned(card, unit)


def _has_turned(card: Scenario, unit: Counter) -> bool:
    """§15.91, §21.55: what every unit of its kind has become: of the Provisional Government, or shock troops."""
    return (card.czar_fallen and unit.turned == "provisional") or (card.shock_troops and unit.turned == "shock")


def _comes_as_shock(table: PrintedGame, unit: Counter) -> bool:
    """§18.4, §21.64: the German divisions of the Near East alone, where no event forms them, are shock troops from the
    first."""
    return not table.variant.europe and unit.turned == "shock"


def _later(table: PrintedGame, card: Scenario, unit: str) -> str:
    """§21.24, §21.26: in the Available Units Box, if it came on a turn that waits there; out of the game with its
    nation; else still to come."""
    counter, arrival = table.counters[unit], table.arrivals[unit]
    if counter.nation in card.eliminated:
        return OUT
    fights = counter.nation in (*card.central, *card.allied)
    if not (fights and arrival.turn in card.waiting):
        return LATER
    return AVAILABLE_THERE if table.variant.combined and arrival.map == NEAR_EAST else AVAILABLE


def _strategic_state(table: PrintedGame, card: Scenario) -> StrategicState:
    """§21.26, §21.46: the tracks. U-boats that are neither in play nor to come were called off (§5.22)."""
    pool = card.pools["central"].chits(CENTRAL, table.chits, card.id) if "central" in card.pools else {}
    return StrategicState(
        us_entry=card.us_entry,
        us_since=card.us_entry if card.us_entered else "",
        working=dict(card.active_from),
        withdrawn=card.turn > 1 and FIRST_U_BOATS not in card.play and FIRST_U_BOATS not in pool,
        czar=min(card.through, card.bolsheviks or card.through) if card.czar_fallen else "",
        bolsheviks=card.bolsheviks,
        collapsed=card.collapsed,
        hqs_free=card.shock_troops,
        line_built=bool(card.hindenburg),
    )


def _chits(table: PrintedGame, card: Scenario) -> Mapping[str, Mapping[str, int]]:
    """§21.27, §21.28: the pools, what is in play and what is held."""
    found: dict[str, dict[str, int]] = {}
    for side in SIDES:
        pool = card.pools.get(side)
        found[f"{side}.pool"] = pool.chits(side, table.chits, card.id) if pool else {}
        for place, ids in (("play", card.play), ("hand", card.hand)):
            mine = [id_ for id_ in ids if table.chits.events[id_].side == side]
            found[f"{side}.{place}"] = {id_: mine.count(id_) for id_ in mine}
    return found


def _gas(table: PrintedGame, card: Scenario) -> tuple[str, ...]:
    """§6.13, §21.28: the types of gas that have been used: those of chits that have entered and are no longer held."""
    left = {id_ for where in _chits(table, card).values() for id_ in where}
    mine = (c for c in table.chits.events.values() if c.mark in table.chits.marks)
    come = (c for c in mine if c.gas and card.through != START and c.pool <= card.through)
    return tuple(dict.fromkeys(c.gas for c in come if c.id not in left))


def lot_of(state: State, nation: str) -> tuple[Group, int, int] | None:
    """§21.24: the group of a nation that the lot fills, its place, and that of the group of those left; or None."""
    listed = state.card.of(nation)
    for n, group in enumerate(listed):
        if group.lot:
            rest = next(m for m, other in enumerate(listed) if other.rest and not other.headquarters)
            return group, n, rest
    return None
