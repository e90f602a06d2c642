"""§1.1, §3.62, §20.1, decisions/0052: two commanders a side, one in each theatre. A unit obeys whoever commands where
it is; a train or a march to the other theatre hands it over.

What is on no hex is the staff's, and so the commander in chief's: boxes, ships at sea, declarations of war, sources of
supply. They give out trains, ships and points (decisions/0042).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping

from rules.empires_alliances import shared_set_up
from rules.empires_alliances.attacks.targets import able_beside
from rules.empires_alliances.combat.declaring import open_targets
from rules.empires_alliances.facts.invasion import INVASION
from rules.empires_alliances.facts.politics import DEPLOYMENT
from rules.empires_alliances.game import GAME as ALONE
from rules.empires_alliances.game import SEATS
from rules.empires_alliances.movement.breakdown import pairs
from rules.empires_alliances.movement.duties import duties_left
from rules.empires_alliances.movement.overrun_odds import attackers_near
from rules.empires_alliances.movement.ships import sea_left
from rules.empires_alliances.movement.trains import capacity
from rules.empires_alliances.play import place_name
from rules.empires_alliances.position.frames import HexAttack, NationFrame, UnitsFrame
from rules.empires_alliances.position.state import Points, State
from rules.empires_alliances.position.theatres import EAST, ITALY, NORTH, SOUTH, WEST, region_of
from rules.empires_alliances.position.usage import by_rail, by_sea
from rules.empires_alliances.printed import steps
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL, SIDES
from rules.empires_alliances.printed.steps import ARRIVALS, ATTACKS, CROWDED, CROWDED_AFTER, MOVE, RECOMBINE, SET_UP
from rules.empires_alliances.sequence import NAMES, attacks_left
from rules.empires_alliances.stacking import crowded_hexes
from rules.empires_alliances.supply.sea import has_fleet, sea_capacity
from rules.kernel.fast_replace import replace
from rules.kernel.game import Scenario
from rules.kernel.messages import Command, Refusal
from rules.kernel.teams.commands import STAFF, command_named, read_command, staff_of
from rules.kernel.teams.game import Teams
from rules.kernel.teams.layout import Layout, Post, layout_of, post_of
from rules.kernel.teams.offices import Offices, with_offices
from rules.kernel.teams.policy import TeamPolicy
from rules.kernel.teams.quotas import Capacity
from rules.kernel.teams.set_up import with_shared_set_up

SHARED = (SET_UP, ARRIVALS, MOVE, RECOMBINE, ATTACKS)
"""§7.0: the steps in which commanders act with units of their own; all others are the staff's."""
STACKING = (CROWDED, CROWDED_AFTER)
"""§6.2: the steps that ask the commander of a hex."""
ENDED_BY_EACH = (MOVE, RECOMBINE, ATTACKS)
"""§7.23, §7.24, decisions/0049: the steps that each commander ends separately."""
STAFFS_ORDERS = frozenset({"withdraw", "commit", "recall", "declare_war", "invade", "invade_two"})
"""§2.67, §2.68, §17.44, §18.11: orders that may stand in those steps and that only the commander in chief gives."""
COMMON = frozenset({"place", "take_back", "set_up_all", "bring_on", "rebuild"})
"""§1.4, §17.11, §17.24: any commander sets up units, and places arrivals, with the points that they may use."""
ENDS = frozenset({"end_set_up", "end_arrivals"})
JOINT = frozenset({"attack", "attack_with_air", "infiltrate", "overrun"})
"""§12.1, §13.61: orders in which units of both theatres may take part."""
FORTS = "remove_fort"
JOINING = "recombine"


# --- who commands what ------------------------------------------------------------------------------------------------


def command_of(state: State, thing: str) -> tuple[str, str] | None:
    """The side and the command of a unit, None for what is none of these. A command of a side is a thing of its own."""
    if thing in state.units:
        side, at = state.side_of(thing), state.units[thing].at
        return (side, command_named(side, STAFF if at in state.off_map else region_of(state, at))) if side else None
    side, name = read_command(thing)
    if side in SIDES and name in (WEST, ITALY, EAST, NORTH, SOUTH, STAFF):
        return side, thing
    return None


def command_at(state: State, side: str, hex_: str) -> str:
    """§20.1: the command of a side in a hex."""
    return command_named(side, region_of(state, hex_))


def units_of(state: State, side: str) -> tuple[str, ...]:
    """The units that can be given to a commander: those on the map."""
    return tuple(sorted(state.on_map(side)))


def army(state: State, unit: str) -> tuple[str, str]:
    """By country and region: how units are sorted that are handed over, and where each stands."""
    at = state.units[unit].at
    nation = state.printed.nations[state.printed.units[unit].nation]
    region = "" if at in state.off_map else region_of(state, at)
    return f"{nation.adjective}, {region}" if region else nation.adjective, "" if at in state.off_map else at


def leader(state: State, side: str, lane: str = "") -> str | None:
    """The unit or command whose commander alone answers; None where all act.

    §13.61: an attack is led by the commander of the first unit that makes it; the commander of the hex answers for
    those who defend it. §6.2, §6.3: crowded hexes and lost bases are the affair of those who command there.
    """
    if lane:
        attack = state.lanes[lane][0]
        attackers = attack.attackers if side == state.player and isinstance(attack, HexAttack) else ()
        first = next((u for u in attackers if state.units[u].at not in state.off_map), None)
        return first or command_at(state, side, lane)
    top, step = state.top, state.phase.name
    if isinstance(top, UnitsFrame) and top.place and top.step != INVASION:
        return command_at(state, side, top.place)
    if top is not state.phase:
        return staff_of(side)
    if step in STACKING:
        return next((command_at(state, side, hex_) for hex_ in crowded_hexes(state, side)), staff_of(side))
    return None if step in SHARED else staff_of(side)


def each_ends(state: State) -> bool:
    """§7.23, §7.24: whether the commanders end the step one by one, each what is theirs."""
    return state.top is state.phase and state.phase.name in ENDED_BY_EACH


def acting_commands(state: State, side: str) -> frozenset[str] | None:
    """§7.23, §7.24: who has something to do: whoever has units to move, hexes to attack, divisions to join.

    Where that is nobody, the commander in chief ends the step. The whole map is open, so everyone knows it.
    """
    step = state.phase.name
    if step == MOVE:
        return _commands(state, side, state.on_map(side))
    if step == ATTACKS:
        return _commands(state, side, _attackers(able_beside(state, side))) | _fighting(state, side)
    if step == RECOMBINE:
        return _commands(state, side, (one for one, _, _ in pairs(state, side)))
    return None


def busy_commands(state: State, side: str) -> frozenset[str]:
    """§13.63: in the Combat Phase, who can attack nothing before a fight that is open is over."""
    if not state.lanes or state.phase.name != ATTACKS:
        return frozenset()
    acting = acting_commands(state, side) or frozenset()
    able = _commands(state, side, _attackers(open_targets(state, side)))
    return acting - able


def _attackers(targets: Mapping[str, tuple[str, ...]]) -> Iterable[str]:
    return (unit for units in targets.values() for unit in units)


def _fighting(state: State, side: str) -> frozenset[str]:
    """Who leads an attack that is open: after it more may come."""
    if side != state.active:
        return frozenset()
    leaders = (leader(state, side, lane) for lane in state.lanes)
    return frozenset(of[1] for unit in leaders if unit and (of := command_of(state, unit)) is not None)


def _commands(state: State, side: str, units: Iterable[str]) -> frozenset[str]:
    hexes = {state.units[unit].at for unit in units} - state.off_map
    return frozenset(command_at(state, side, hex_) for hex_ in hexes) or frozenset({staff_of(side)})


def due(state: State, side: str, mine: Callable[[str], bool]) -> Refusal | None:
    """§13.1, §13.85, §22.52, §22.61: what units of a commander must still do before they end a step."""
    step = state.phase.name
    left = duties_left(state, side) if step == MOVE else attacks_left(state, side) if step == ATTACKS else ()
    return next((duty.refusal for duty in left if any(mine(unit) for unit in duty.units)), None)


def through(state: State, side: str, kind: str, choice: str) -> tuple[str, ...] | None:
    """§13.61, §15.22, §22.82: by which units or commands what is chosen first is done: attacks, forts, divisions."""
    if kind == FORTS:
        return (command_at(state, side, choice),) if choice in state.board.lattice.index else None
    if kind == JOINING:
        return tuple(unit for unit in choice.split("+") if unit in state.units) or None
    if kind not in JOINT:
        return None
    if kind != "overrun":
        return open_targets(state, side).get(choice)
    return attackers_near(state, side, choice) if choice in state.board.lattice.index else None


def joint_deed(state: State, command: Command) -> str | None:
    """§12.1, §13.61: an attack, in which units of the other theatre may join."""
    kind, hex_ = command.get("kind"), command.get("hex")
    if not isinstance(kind, str) or kind not in JOINT:
        return None
    deed = "an automatic victory" if kind == "overrun" else "an attack"
    known = isinstance(hex_, str) and hex_ in state.board.lattice.index
    return f"{deed} on {place_name(state, str(hex_))}" if known else deed


# --- what is given out ------------------------------------------------------------------------------------------------

POINTS = "points"


def points_of(purse: str, name: str) -> str:
    """§17.24: the points of a sort in a purse, as a thing that is shared out."""
    return f"{POINTS}.{purse}.{name}"


def read_points(what: str) -> tuple[str, str] | None:
    """§17.24: the purse and the sort of such points; None for anything else that is shared out."""
    kind, *rest = what.split(".")
    return (rest[0], rest[1]) if kind == POINTS else None


def capacities(state: State, side: str) -> tuple[Capacity, ...]:
    """§9.5, §11.6, §17.2: trains and ships in half corps for each Movement Phase, and points of the Reinforcement
    Phase."""
    found: list[Capacity] = []
    for power, row in state.printed.capacity.items():
        if state.allegiance.get(power) != side:
            continue
        people = state.printed.nations[power].adjective
        if row.major:
            most = capacity(state, power)
            left = max(0, most - state.used.get(by_rail(power), 0))
            found.append(
                _capacity(state, by_rail(power), f"{people} trains, in half corps", left, most, "move", "9.51")
            )
        if has_fleet(state, power, side):
            left, most = sea_left(state, power), 2 * sea_capacity(state, power)
            found.append(_capacity(state, by_sea(power), f"{people} ships, in half corps", left, most, "move", "11.6"))
    for purse, points in state.purses.items():
        if state.allegiance.get(_payer(state, purse)) != side:
            continue
        for name in ("infantry", "artillery", "tank"):
            amount, title = getattr(points, name), f"{_purse_name(state, purse)} {name} points"
            if amount:
                found.append(_capacity(state, points_of(purse, name), title, amount, amount, "rebuild", "17.24"))
    return tuple(found)


def _capacity(state: State, id_: str, title: str, left: int, most: int, order: str, section: str) -> Capacity:
    return Capacity(id_, title, left, most, f"{state.turn}", frozenset({order}), section, each="month")


def _payer(state: State, purse: str) -> str:
    """§3.52: a country that pays out of a purse."""
    return next((n.id for n in state.printed.nations.values() if n.points == purse), purse)


def _purse_name(state: State, purse: str) -> str:
    nation = state.printed.nations.get(purse)
    return "Commonwealth" if nation is None else nation.adjective


def less(state: State, _side: str, kept: Mapping[str, int]) -> State:
    """The position in which that many trains and ships have gone and points have been spent."""
    used, purses = {**state.used}, {**state.purses}
    for what, amount in kept.items():
        points = read_points(what)
        if points is not None:
            purse, name = points
            had = purses[purse]
            purses[purse] = Points(**{**had._asdict(), name: getattr(had, name) - amount})
        else:
            used[what] = used.get(what, 0) + amount
    return replace(state, used=used, purses=purses)


# --- the layouts ------------------------------------------------------------------------------------------------------


def divide(state: State, layout: Layout) -> State:
    """decisions/0052: the opening position with the map divided among the commanders of a side."""
    theatres = {
        read_command(command).name: post.seat.id.partition("-")[2]
        for post in layout.of_side(CENTRAL)
        for command in post.commands
    }
    return replace(state, theatres=theatres)


POLICY_BEFORE: TeamPolicy[State] = TeamPolicy(
    command_of,
    units_of,
    leader,
    chiefs=STAFFS_ORDERS,
    joint=frozenset(),
    section="20.1",
    capacities=capacities,
    less=less,
    acting=acting_commands,
    common=COMMON,
    deed=joint_deed,
    deeds_in=(ATTACKS, MOVE),
    each_ends=each_ends,
    ends=ENDS,
    busy=busy_commands,
    due=due,
    divide=divide,
    through=through,
    army=army,
)
"""That of matches that began when everyone set up for everyone, and the chief ended it."""


# --- since decisions/0063: the set-up is shared, and parts of the staff's can be handed over -------------------------

COUNTRIES, DECLARATIONS, SUPPLY = "countries", "declarations", "supply"
OFFICES = {
    COUNTRIES: "Deployment of countries that join",
    DECLARATIONS: "Declarations of war and invasions",
    SUPPLY: "Supply and railheads",
}
"""§2.63, §2.67, §14.0: what of the staff's the commander in chief may hand over."""
OFFICE_OF = {steps.SUPPLY: SUPPLY, steps.RAILHEADS: SUPPLY}
"""The steps of each."""


def _office_of_step(state: State, lane: str) -> str | None:
    """§2.63, §14.0: the office of a step, and of the deployment of a country."""
    if lane:
        return None
    if isinstance(state.top, NationFrame) and state.top.step == DEPLOYMENT:
        return COUNTRIES
    return OFFICE_OF.get(state.phase.name) if state.top is state.phase else None


BY_OFFICE = dict.fromkeys(("declare_war", "invade", "invade_two"), DECLARATIONS)
POLICY: TeamPolicy[State] = with_shared_set_up(
    with_offices(
        dataclasses.replace(
            POLICY_BEFORE, ends=ENDS - {"end_set_up"}, common=COMMON - {"place", "take_back", "set_up_all"}
        ),
        Offices(OFFICES, _office_of_step, BY_OFFICE),
        SIDES,
    ),
    shared_set_up.SHARED,
)
EDITION = 2
"""Of matches that are played so; those of edition 1 began after decisions/0059 and before."""


def _posts(side: str, theatres: Mapping[str, tuple[str, ...]], chief: str) -> tuple[Post, ...]:
    """The commander in chief's first. No officer has been tried beside another commander."""
    alone = next(seat for seat in SEATS if seat.id == side)
    return tuple(
        post_of(alone, theatre, f"{NAMES[side]} in the {theatre}", theatres[theatre], chief=theatre == chief)
        for theatre in sorted(theatres, key=lambda name: name != chief)
    )


def _layout(
    scenario: Scenario,
    theatres: Mapping[str, tuple[str, ...]],
    chiefs: Mapping[str, str],
    suffix: str,
    summary: str,
    more: str = "",
) -> Layout:
    """The same scenario with the same options, and one more seat a side. ``more``: what tells it from another such."""
    posts = tuple(post for side in (CENTRAL, ALLIED) for post in _posts(side, theatres, chiefs[side]))
    return layout_of(scenario, suffix, f"{scenario.title}, two commanders a side{more}", summary, posts)


def _layouts() -> Iterable[Layout]:
    scenarios = {scenario.id: scenario for scenario in ALONE.scenarios}
    west = {CENTRAL: WEST, ALLIED: WEST}
    by_weather = {WEST: (WEST, ITALY), EAST: (EAST,)}
    line = "One commander west of the weather line and one east of it, on both sides."
    for id_ in ("1914", "campaign"):
        yield _layout(scenarios[id_], by_weather, west, "west-and-east", line)
    italy = "One commander in France and Germany, one in Italy, Austria-Hungary and the east, on both sides."
    by_border = {WEST: (WEST,), EAST: (ITALY, EAST)}
    yield _layout(scenarios["campaign"], by_border, west, "italy-in-the-east", italy, ", Italy in the east")
    sectors = "One commander in the British sector and one in the French, on both sides."
    by_sector = {NORTH: (NORTH,), SOUTH: (SOUTH,)}
    yield _layout(scenarios["1918"], by_sector, {CENTRAL: NORTH, ALLIED: SOUTH}, "north-and-south", sectors)


GAME: Teams[State] = Teams(ALONE, POLICY, tuple(_layouts()), POLICY_BEFORE, EDITION)
