"""§3.13, decisions/0028, 0036, 0053: two commanders a side, one in each theatre; in the combined game also three, one
of them for the Near East, who moves in both theatres. A unit obeys whoever commands where it is.

What is in no command is the staff's, and so the commander in chief's: boxes, chits, resource points, and the decisions
of the strategic turn. They give out trains, ships and points (decisions/0042).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from functools import cache

from rules.great_war import shared_set_up
from rules.great_war.commands import (
    IN_EGYPT,
    NEAR_EAST,
    THERE,
    at_command_in,
    command_at,
    command_in,
    commands,
    on_rails,
)
from rules.great_war.game import FIRST_MATCH, IN_BOTH, IN_EUROPE, IN_THE_NEAR_EAST, GreatWar
from rules.great_war.game import GAME as ALONE
from rules.great_war.movement import transfer
from rules.great_war.movement.orders import why_not_end_movement
from rules.great_war.movement.rails import SECTION_OF, left_of
from rules.great_war.movement.transit import CENTRAL_BOXES
from rules.great_war.play import place_name
from rules.great_war.position import boxes
from rules.great_war.position.state import BOXES, TRANSFER, TRANSIT, State
from rules.great_war.position.theatres import theatre_of
from rules.great_war.printed.charts import Capacity as Trains
from rules.great_war.printed.data import FOLDER
from rules.great_war.printed.fronts import EAST, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL, NAME_OF, NATIONS, SIDES
from rules.great_war.printed.phases import (
    AGAINS,
    ARRIVALS,
    ATTACKER_EVENTS,
    ATTACKS,
    ATTRITIONS,
    CAPTURE,
    CHOOSE_MARKER,
    DECLARE_INITIATIVE,
    DEFENDER_EVENTS,
    EVENT_PHASE,
    INITIATIVE_ANSWER,
    LEAVING,
    LOT,
    MOVEMENTS,
    PRE_WAR,
    RAID,
    RAILS,
    REACTION,
)
from rules.great_war.printed.variants import COMBINED, EUROPE, SEA, VARIANTS, Transport, read_variant
from rules.great_war.printed.variants import NEAR_EAST as NEAR_EAST_ALONE
from rules.great_war.setup.headings import heading
from rules.great_war.setup.orders import group_of
from rules.great_war.shared_set_up import sets_up
from rules.kernel import frames
from rules.kernel.fast_replace import replace
from rules.kernel.game import Scenario
from rules.kernel.messages import Command, Refusal
from rules.kernel.procedure.orders import At
from rules.kernel.teams.commands import STAFF, command_named, read_command, staff_of
from rules.kernel.teams.game import Teams
from rules.kernel.teams.layout import Layout, Post, layout_of, post_of
from rules.kernel.teams.offices import Offices, with_offices
from rules.kernel.teams.policy import TeamPolicy
from rules.kernel.teams.quotas import Capacity
from rules.kernel.teams.set_up import with_shared_set_up

EVENTS = (ATTACKER_EVENTS, DEFENDER_EVENTS, REACTION)
"""The stages of an attack in which chits are played, which are the staff's."""
REPLACEMENT = "replacement"
SHARED = {*MOVEMENTS, *ATTACKS, *AGAINS, *ATTRITIONS, *RAILS, *ARRIVALS, REPLACEMENT}
"""The steps in which commanders act with units of their own; all others are the staff's."""
ENDED_BY_EACH = SHARED - {*ARRIVALS}
"""§3.13, decisions/0049: the steps that each commander ends separately. What arrives is the staff's, and so is the end
of its step."""
STAFFS_ORDERS = frozenset({"play_event", "dig_trenches", "play_initiative"})
"""Orders that may stand in those steps too and that only the commander in chief gives."""
COMMON = frozenset({"replace", "rebuild"})
"""§5.31: any commander rebuilds units of the dead pile, which is nobody's, with the points that they may use."""
LAWRENCES = (RAID, CAPTURE)
"""§6.25, §6.27: steps about a town in Egypt, which in the combined game are for whoever commands there."""
POINTS = "points"
CHITS, MARKERS, SET_UP = "chits", "markers", "set-up"
OFFICES = {
    CHITS: "Events and chits",
    MARKERS: "Initiative and markers",
    SET_UP: "Lots and plans of the set-up",
}
"""§4.3, §6.0, decisions/0059: what of the staff's the commander in chief may hand over."""
OFFICE_OF = {
    **dict.fromkeys((*EVENT_PHASE, INITIATIVE_ANSWER, *EVENTS), CHITS),
    **dict.fromkeys((DECLARE_INITIATIVE, CHOOSE_MARKER), MARKERS),
    **dict.fromkeys((*PRE_WAR, LOT, LEAVING), SET_UP),
}
"""The steps of each."""


# --- who commands what ------------------------------------------------------------------------------------------------


def command_of(state: State, thing: str) -> tuple[str, str] | None:
    """The side and the command of a unit, a box, a nation's points or a chit; None for what is none of these.

    A unit on the map is its theatre's, everything else the staff's, but for what is a command of its own in the
    combined game. A command of a side is a thing of its own.
    """
    counter = state.printed.counters.get(thing)
    if counter is not None:
        side = state.sides.get(counter.nation) or NATIONS[counter.nation][0]
        return side, command_named(side, command_at(state, state.units[thing].at) if thing in state.units else STAFF)
    if thing in NATIONS:
        side = state.sides.get(thing) or NATIONS[thing][0]
        return side, staff_of(side)
    chit = state.printed.chits.events.get(thing)
    if chit is not None:
        return chit.side, staff_of(chit.side)
    side, name = read_command(thing)
    if side in SIDES and name in commands(state):
        return side, thing
    return (side, command_named(side, command_at(state, name))) if side in SIDES and name in BOXES else None


def units_of(state: State, side: str) -> tuple[str, ...]:
    """The units that can be given to a commander: those on the map, and those that wait to be placed."""
    waiting = (u for u in boxes.units_in_boxes(state) if state.sides.get(state.counter(u).nation) == side)
    return tuple(sorted((*state.on_map(side), *waiting)))


def army(state: State, unit: str) -> tuple[str, str]:
    """By nation and front, or box: how units are sorted that are handed over, and where each stands."""
    at, board = state.units[unit].at, state.printed.board
    nation = NAME_OF[state.counter(unit).nation]
    if at in board.index and (front := board.front[board.index[at]]):
        return f"{nation}, {board.fronts[front].title}", at
    if sets_up(state) and (group := group_of(state, unit)) is not None:
        return heading(state, group), ""
    return f"{nation}, not on the map", ""


def leader(state: State, side: str, _lane: str = "") -> str | None:
    """The unit or command whose commander alone answers: in an attack the one of the first unit that is left there.

    §6.0, §4.3: chits and the steps of the staff are the commander in chief's. None where all act.
    """
    battle = state.battle
    if battle is None:
        if state.phase.key in LAWRENCES and state.printed.variant.combined:
            return command_named(side, IN_EGYPT)
        return None if state.phase.key in SHARED else staff_of(side)
    if battle.stage in EVENTS:
        return staff_of(side)
    units = battle.attackers if side == battle.side else battle.defenders
    first = next((u for u in units if state.units[u].at not in BOXES), None)
    return first or command_named(side, command_at(state, battle.target))


def each_ends(state: State) -> bool:
    """§3.13: whether the commanders end the step one by one, each what is theirs."""
    return state.phase.key in ENDED_BY_EACH


def acting_commands(state: State, side: str) -> frozenset[str] | None:
    """§4.21, §10.0: in movement and combat a side acts in one theatre at a time, by the initiative; §9.0: in strategic
    movement wherever it has units."""
    key = state.phase.key
    if key in RAILS:
        acting = on_rails(state, side)
    elif key in MOVEMENTS:
        acting = at_command_in(state, side, theatre_of(state, side, key))
    else:
        _, theatre = ATTACKS.get(key) or AGAINS.get(key) or ("", EAST if key in ATTRITIONS else "")
        acting = at_command_in(state, side, theatre) if theatre else frozenset()
    return frozenset(command_named(side, command) for command in acting) or None


def due(state: State, side: str, mine: Callable[[str], bool]) -> Refusal | None:
    """§8.23: what units of a commander must still do before they end their movement: or whoever ends it last would
    answer for stacks of another."""
    key = state.phase.key
    return why_not_end_movement(At(state, side, scope=theatre_of(state, side, key)), mine) if key in MOVEMENTS else None


# --- what is given out ------------------------------------------------------------------------------------------------


def capacities(state: State, side: str) -> tuple[Capacity, ...]:
    """§9.1, §9.5, §5.1: trains and ships in every turn, and points in every strategic turn."""
    mine = (transport for transport in state.printed.variant.transports if transport.side == side)
    return (*(_trains(state, transport) for transport in mine), *_points(state, side))


def _trains(state: State, transport: Transport) -> Capacity:
    found: Trains = state.printed.charts.capacity[transport.id]
    section = SECTION_OF[transport.id]
    orders: tuple[str, ...] = ("sail",) if transport.by == SEA else ("rail",)
    if transport.side == CENTRAL and TRANSIT in state.printed.variant.boxes:
        orders = (*orders, *(order.kind for order in CENTRAL_BOXES))
    if transport.side == ALLIED and TRANSFER in state.printed.variant.boxes and transport.nations:
        orders = (*orders, *(order.kind for order in transfer.ORDERS))
    return Capacity(
        transport.id, transport.title, left_of(state, found), found.units, f"{state.turn}", frozenset(orders), section
    )


def _points(state: State, side: str) -> list[Capacity]:
    period = state.strategic_state.turn or f"{state.turn}"
    return [
        Capacity(
            f"{POINTS}.{nation}", f"{NAME_OF[nation]} points", state.points[nation], state.points[nation], period,
            frozenset({"replace", "rebuild", "restore"}), "5.35", each="strategic turn",
        )
        for nation in NATIONS
        if nation in state.points and state.sides.get(nation) == side
    ]  # fmt: skip


def less(state: State, _side: str, kept: Mapping[str, int]) -> State:
    """The position in which that many trains and ships have gone and points have been spent."""
    points = {n: left - kept.get(f"{POINTS}.{n}", 0) for n, left in state.points.items()}
    state = replace(state, points=points)
    if state.phase.key not in RAILS:
        return state
    used = {**state.phase.used}
    for name in kept.keys() & state.printed.charts.capacity.keys():
        used[name] = used.get(name, 0) + kept[name]
    phase = dataclasses.replace(state.phase, used=used)
    return replace(state, cursor=frames.exchange_frame(state.cursor, phase))


def joint_deed(state: State, command: Command) -> str | None:
    """§10.11: an attack, in which units that were handed over may join with others of the theatre."""
    if command.get("kind") != "attack":
        return None
    target = command.get("target")
    known = isinstance(target, str) and target in state.printed.board.index
    return f"an attack on {place_name(state, str(target))}" if known else "an attack"


# --- the policies -----------------------------------------------------------------------------------------------------


def _office_of_step(state: State, _lane: str) -> str | None:
    """The office of a step, or of a stage of an attack."""
    return OFFICE_OF.get(state.phase.key if state.battle is None else state.battle.stage)


POLICY_BEFORE: TeamPolicy[State] = TeamPolicy(
    command_of,
    units_of,
    leader,
    chiefs=STAFFS_ORDERS,
    joint=frozenset(),
    section="3.13",
    capacities=capacities,
    less=less,
    acting=acting_commands,
    common=COMMON,
    deed=joint_deed,
    deeds_in=("combat",),
    each_ends=each_ends,
    due=due,
    army=army,
)
"""That of matches that began when the chief set up alone and all that was the staff's was the chief's."""
POLICY: TeamPolicy[State] = with_shared_set_up(
    with_offices(POLICY_BEFORE, Offices(OFFICES, _office_of_step, dict.fromkeys(STAFFS_ORDERS, CHITS)), SIDES),
    shared_set_up.SHARED,
)

# --- the layouts ------------------------------------------------------------------------------------------------------


IN_THEATRES: Mapping[str, Mapping[str, str]] = {
    IN_EUROPE: {WEST: "in the west", EAST: "in the east"},
    IN_THE_NEAR_EAST: {WEST: "in Egypt", EAST: "in the Caucasus and Iraq"},
    IN_BOTH: {WEST: "in the west", EAST: "in the east"},
}
"""§3.13: where the theatres of a variant are."""
VARIANT_IDS = {IN_EUROPE: EUROPE, IN_THE_NEAR_EAST: NEAR_EAST_ALONE, IN_BOTH: COMBINED}
BY_THEATRE = "One commander in each theatre, on both sides."
ON_SIX_FRONTS = f"{BY_THEATRE} Egypt belongs to the west, the Caucasus and Iraq to the east."
WITH_THE_NEAR_EAST = "On both sides one commander in the west, one in the east, and one in the Near East."
CHIEFS = {CENTRAL: EAST, ALLIED: WEST}
"""The theatre of the commander in chief."""


def _post(scenario: Scenario, side: str, of: str, where: str, commanded: Collection[str]) -> Post:
    alone = next(seat for seat in scenario.seats if seat.id == side)
    boards = [sheet for sheet, command in _sheets(VARIANT_IDS[scenario.variant]) if command in commanded]
    return post_of(alone, of, f"{alone.title} {where}", commanded, chief=of == CHIEFS[side], boards=boards)


@cache
def _sheets(variant: str) -> tuple[tuple[str, str], ...]:
    """§3.12, §3.13: the sheets of a variant's fronts, in the order of their tabs, each with its command."""
    read = read_variant(FOLDER / VARIANTS / f"{variant}.toml")
    return tuple((front.sheet, command_in(read, front)) for front in read.fronts.values())


def _two(scenario: Scenario) -> tuple[Post, ...]:
    """§3.13: by side one in each theatre, the commander in chief first."""
    where = IN_THEATRES[scenario.variant]
    fronts = {theatre: (theatre, *([THERE[theatre]] if scenario.variant == IN_BOTH else [])) for theatre in where}
    return tuple(
        _post(scenario, side, theatre, where[theatre], fronts[theatre])
        for side in (CENTRAL, ALLIED)
        for theatre in sorted(where, key=lambda theatre: theatre != CHIEFS[side])
    )


def _three(scenario: Scenario) -> tuple[Post, ...]:
    """§3.13: one commander in each theatre of Europe, and one on the maps of the Near East and in their boxes."""
    where = IN_THEATRES[scenario.variant]
    posts = []
    for side in (CENTRAL, ALLIED):
        theatres = sorted(where, key=lambda theatre: theatre != CHIEFS[side])
        posts += [_post(scenario, side, theatre, where[theatre], (theatre,)) for theatre in theatres]
        posts.append(_post(scenario, side, "near-east", "in the Near East", NEAR_EAST))
    return tuple(posts)


def _layout(scenario: Scenario, suffix: str, many: str, summary: str, posts: tuple[Post, ...]) -> Layout:
    """§3.13: the same scenario with the same options, and more seats a side."""
    return layout_of(scenario, suffix, f"{scenario.title}, {many} commanders a side", summary, posts)


def with_commanders(game: GreatWar) -> Teams[State]:
    """The game with all its scenarios, each but the first match with two commanders a side too, and the combined ones
    with three."""
    theirs = [s for s in game.scenarios if s.variant == IN_BOTH]
    two = (
        _layout(s, "west-and-east", "two", f"{s.summary} {ON_SIX_FRONTS}" if s in theirs else BY_THEATRE, _two(s))
        for s in game.scenarios
        if s is not FIRST_MATCH
    )
    three = (_layout(s, "west-east-near-east", "three", f"{s.summary} {WITH_THE_NEAR_EAST}", _three(s)) for s in theirs)
    return Teams(game, POLICY, (*two, *three), POLICY_BEFORE)


GAME: Teams[State] = with_commanders(ALONE)
