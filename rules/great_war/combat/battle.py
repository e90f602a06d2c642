"""§10.3 Resolving an attack: who decides in each stage, the die, and how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

from rules.great_war.combat.aircraft import air_drm, air_drms, risk_aces
from rules.great_war.combat.event_chits import breaks_in, event_drms, is_brusilov
from rules.great_war.combat.headquarters import units_involved
from rules.great_war.combat.near_east_chits import is_bridged
from rules.great_war.combat.odds import odds_of_attack, tanks_break_in
from rules.great_war.combat.offensives import conrad_drm, count
from rules.great_war.facts.chits import EventRemoved
from rules.great_war.facts.combat import (
    BattleEnded,
    CavalryRetreated,
    CombatResolved,
    DefendersEliminated,
    StageReached,
)
from rules.great_war.facts.near_east_events import UnitsStopped
from rules.great_war.new_units.shock_troops import strike_drm
from rules.great_war.play import Play
from rules.great_war.position.control import barred_hexes, forts, occupied_hexes
from rules.great_war.position.kut import siege_of_kut
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.fronts import WEST
from rules.great_war.printed.nations import ALLIED, foe
from rules.great_war.printed.phases import ADVANCE, FOLLOWING, SUPPORT
from rules.great_war.restrictions import first_turns
from rules.great_war.restrictions.after_surrender import what_is_lost
from rules.great_war.restrictions.civil_war import why_not_joined
from rules.great_war.restrictions.event_bans import cut_off, halts
from rules.great_war.restrictions.national import off_limits_of, over_cap
from rules.great_war.stacking import why_too_many
from rules.great_war.supply.tracing import net, sources_used
from rules.great_war.turn.weather import steps_from
from rules.great_war.units.mounted import rides
from rules.great_war.units.shock import is_shock
from rules.great_war.works.trenches import drm_against
from rules.hexes.odds import Modifier
from rules.kernel.floods import spread
from rules.kernel.kept import kept
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

NO_WAY = -2
"""§10.71: against trenches of this modifier in the west attackers advance only with something to help them."""


def next_stage(play: Play, frame: BattleFrame) -> None:
    """§10.3: on to the stage that follows; after the last the attack is over."""
    following = FOLLOWING.get(frame.stage)
    play.emit(StageReached(following) if following else BattleEnded())


# --- cavalry retreats before combat (§15.5) ---------------------------------------------------------------------------


def riders_asked(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """§15.51: the defender, if only cavalry is in the hex, no cavalry attacks, and there is a way back."""
    index = state.printed.board.index[frame.target]
    units = frame.defenders
    alone = bool(units) and all(rides(state, u) for u in units) and index not in forts(state, foe(frame.side))
    if frame.retreated or not alone or any(rides(state, u) for u in frame.attackers) or not ways_back(state, frame):
        return ()
    return (Ask(foe(frame.side), serial=frame.target),)


def ways_back(state: State, frame: BattleFrame) -> tuple[str, ...]:
    """§15.52, §8.34, §17.31: the hexes to which the cavalry may go, those nearer to a source of supply if there
    are any. §14.23: none out of besieged Kut. §5.46, §20.2 No. 7: none for Russians after the treaty, nor for the
    British on the turn of their landing: they do not move."""
    board, side = state.printed.board, foe(frame.side)
    here = board.index[frame.target]
    if here in siege_of_kut(state) and side == ALLIED:
        return ()
    if state.strategic_state.treaty and any(state.counter(u).nationality == "RU" for u in frame.defenders):
        return ()
    if any(first_turns.why_not_move(state, u) is not None for u in frame.defenders):
        return ()
    nation = state.counter(frame.defenders[0]).nation
    shut = occupied_hexes(state, frame.side) | forts(state, frame.side) | barred_hexes(state, side) | board.alpine
    shut |= off_limits_of(state, frame.defenders) | cut_off(state, here)
    shut = shut.union(*(area for area, _ in over_cap(state, frame.defenders)))
    free = [b for b in steps_from(state, here) if b not in shut and _has_room(state, frame.defenders, board.ids[b])]
    distance = from_sources(state, nation)
    nearer = [b for b in free if distance.get(b, inf) < distance.get(here, inf)]
    return tuple(sorted(board.ids[b] for b in nearer or free))


def _has_room(state: State, units: Sequence[str], hex_: str) -> bool:
    """§7.23, §6.48: whether these units may ride into a hex with all that are there; in their civil war Russians make
    no new stack."""
    together = (*units, *state.stacks.get(hex_, ()))
    return why_too_many(state, together) is None and why_not_joined(state, units, together) is None


@kept
def from_sources(state: State, nation: str) -> dict[int, int]:
    """§15.52: hexes from every hex to the nearest source of any type that feeds the nation: ultimate ones, towns of its
    side and its headquarters."""
    joined = net(state, nation, False)
    return spread(state.printed.board.supply_steps, sorted(sources_used(state, nation)), lambda _, b: b in joined)


def _ways(at: At[State], _: Choices) -> OneOf:
    frame: BattleFrame = at.frame
    return OneOf(ways_back(at.state, frame))


def ride_back(play: Play, at: At[State], chosen: Choices) -> None:
    """§15.52: all the cavalry goes to one hex, and the attackers may follow."""
    frame: BattleFrame = at.frame
    hex_ = chosen.name("hex")
    play.emit(CavalryRetreated(frame.defenders, hex_))
    play.enter([hex_], foe(frame.side))
    stop_in(play, frame.defenders, hex_)
    play.emit(StageReached(ADVANCE))


def stop_in(play: Play, units: tuple[str, ...], hex_: str) -> None:
    """§6.3: units that a fight has brought into difficult ground under the eyes of aircraft go no further this
    turn."""
    if play.state.printed.board.index[hex_] in halts(play.state, play.state.side(units[0])):
        play.emit(UnitsStopped(units))


def stand(play: Play, _: At[State], __: Choices) -> None:
    """§15.51: the cavalry stays and fights."""
    play.emit(StageReached(SUPPORT))


RIDE_BACK: Order[State] = Order(
    "ride_back",
    "Retreat before combat",
    "15.51",
    ride_back,
    (Slot("hex", "hex", _ways, "Choose where your cavalry goes"),),
    help=lambda at: what_is_lost(at.state, at.frame.defenders),
)
STAND: Order[State] = Order("stand", "Stand and fight", "15.51", stand)


# --- the die (§10.34) -------------------------------------------------------------------------------------------------


def more_drms(state: State, frame: BattleFrame) -> Iterator[Modifier]:
    """§15.13, §6.13, §15.45: what aircraft and events add."""
    yield from air_drms(state, frame)
    yield from event_drms(state, frame)
    yield from strike_drm(state, frame)


def resolve(play: Play, frame: BattleFrame) -> None:
    """§10.3, §10.48, §10.65, §10.36: odds, table, die and result; below the table no die is rolled."""
    state, combat = play.state, play.state.printed.charts.combat
    found = odds_of_attack(
        state, frame.side, frame.attackers, frame.target, frame.defenders, dict(frame.support),
        bridged=is_bridged(state, frame.chits),
    )  # fmt: skip
    found = replace(found, drms=(*found.drms, *more_drms(state, frame), *conrad_drm(state, frame, found)))
    draw: int | None = None
    die: int | None = None
    if found.column >= 0:
        draw, die = play.next_die()
    total = (die or 0) + found.drm(combat.defender_floor)
    result = combat.against(found.defenders).result(found.column, total)
    worn = tuple(hq for hq in frame.support.values() if hq)
    play.emit(
        CombatResolved(
            attack=found.attack,
            defence=found.defence,
            shifts=found.shifts,
            column=found.column,
            drms=found.drms,
            draw=draw,
            die=die,
            attacker=result.attacker,
            defender=result.defender,
            everybody=result.everybody,
            may_advance=way_forward(state, frame),
            worn=worn,
        )
    )
    risk_aces(play, frame)
    count(play, frame, found)
    if is_brusilov(state, frame):
        play.emit(EventRemoved((frame.support[frame.side],)))
    if result.everybody:
        fort = state.printed.board.index[frame.target] in forts(state, foe(frame.side))
        play.emit(DefendersEliminated(frame.target, frame.defenders, fort))


def way_forward(state: State, frame: BattleFrame) -> bool:
    """§10.46, §10.71, §15.18, §15.24, §15.44: whether attackers may advance: against -2 in the west with tanks, shock
    troops, aircraft, or an event or a headquarters that the defender has no answer to; the Allies freely once they
    declare the initiative."""
    board = state.printed.board
    defenders = units_involved(state, frame, foe(frame.side))
    if board.front[board.index[frame.target]] != WEST or drm_against(state, defenders, frame.target) > NO_WAY:
        return True
    if (
        (frame.side == ALLIED and state.strategic_state.americans)
        or breaks_in(state, frame)
        or air_drm(state, frame) > 0
    ):
        return True
    if any(is_shock(state, u) for u in frame.attackers) or tanks_break_in(state, frame.attackers, defenders):
        return True
    return bool(frame.support.get(frame.side)) and not frame.support.get(foe(frame.side))


def is_vacated(state: State, hex_: str, side: str) -> bool:
    """§10.71: whether neither a combat unit nor a fort of the enemy is left in a hex."""
    units = state.stacks.get(hex_, ())
    if any(state.counter(u).is_combat for u in units):
        return False
    return state.printed.board.index[hex_] not in forts(state, foe(side))


def counted_on(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """The units that are still on the map."""
    return tuple(u for u in units if state.units[u].at in state.stacks)
