"""§21.1, §19.0 Set-up: lots, placing units in the areas of their groups, and what must stand when it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from rules.great_war.facts.procedure import StepEnded
from rules.great_war.facts.setup import LotDrawn, UnitsExchanged, UnitsPlaced, UnitsTakenBack
from rules.great_war.play import Play, hex_in_play, name_of, own, place_name
from rules.great_war.position.state import DEAD, POOL, State
from rules.great_war.pre_war.set_up import reduce_to_terms, turn_east
from rules.great_war.pre_war.terms import still_westward
from rules.great_war.printed.nations import ALLIED, CENTRAL, NAME_OF
from rules.great_war.printed.plans import PLANS
from rules.great_war.printed.scenarios import Group, Limit
from rules.great_war.restrictions.national import off_limits_of, why_off_limits
from rules.great_war.setup import auto_setup
from rules.great_war.setup.areas import SetupAreas
from rules.great_war.setup.august import check_code, why_not_by_code
from rules.great_war.setup.headings import heading
from rules.great_war.setup.opening import AT_ONCE, begins_turned, lot_of
from rules.great_war.stacking import check_stack
from rules.hexes.setting_up import Area, Exchange, Quota, SettingUp, find_unmanned, must_be_manned
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import quantity


def grounds(state: State) -> SetupAreas:
    """The ground of both sides when the scenario begins."""
    return _areas(state.plan, state.scenario, state.pre_war.played)


@cache
def _areas(plan: str, scenario: str, played: tuple[str, ...]) -> SetupAreas:
    """One object for all matches: it is printed."""
    table = PLANS[plan].of(scenario)
    return SetupAreas(table.board, table.scenarios[scenario], played, table.variant.owners)


# --- lots (§21.24) ----------------------------------------------------------------------------------------------------


def nations_undrawn(state: State) -> tuple[str, ...]:
    """§21.24: the nations of which more units wait than are set up: their lots are still to be drawn."""
    return tuple(n for n in state.sides if len(_in_lot(state, n)) > _most(state, n))


def _in_lot(state: State, nation: str) -> list[str]:
    return [u for u in state.boxes[POOL] if state.counter(u).nation == nation and u not in state.groups]


def _most(state: State, nation: str) -> int:
    found = lot_of(state, nation)
    return found[0].count or 0 if found is not None else 0


def draw_lots(play: Play, _: At[State], __: Choices) -> None:
    """§21.24: the scenario says how many units of the nation are set up; the lot names those that are not."""
    for nation in nations_undrawn(play.state):
        found = lot_of(play.state, nation)
        left = _in_lot(play.state, nation)
        while found is not None and len(left) > _most(play.state, nation):
            draw, die = play.next_die(len(left))
            play.emit(LotDrawn(left[die - 1], found[2], draw, die, len(left)))
            del left[die - 1]


DRAW_LOTS: Order[State] = Order("draw_lots", "Draw lots for your army", "21.24", draw_lots)


def group_of(state: State, unit: str) -> Group | None:
    """§21.12: the group that a unit is set up with; None for one that is not."""
    nation = state.counter(unit).nation
    if unit not in state.groups:
        found = lot_of(state, nation)
        return found[0] if found is not None and state.units[unit].at != DEAD else None
    return state.card.of(nation)[state.groups[unit]]


# --- placing units ----------------------------------------------------------------------------------------------------


@kept
def to_place(state: State, side: str) -> tuple[str, ...]:
    """The units that a side sets up, whether they stand already or not, by the counter sheet."""
    return tuple(u for u in state.units if _is_set_up(state, u, side))


def _is_set_up(state: State, unit: str, side: str) -> bool:
    """Whether a unit is one of those."""
    at = state.units[unit].at
    return (at == POOL or at in state.stacks) and state.sides.get(state.counter(unit).nation) == side


def check_place(state: State, unit: str, hex_: str) -> None:
    """§21.12, §21.13, §21.25, §7.21: whether a unit may be set up in a hex, with those that stand there already."""
    group = group_of(state, unit)
    if group is None:
        raise Refused("not-set-up", "21.12", "This unit is not set up.")
    index = state.printed.board.index[hex_]
    outside = Area(auto_setup.area_of(state, grounds(state), group), group.section).why_not(name_of(state, unit), index)
    if outside is not None:
        raise outside.raised()
    if auto_setup.is_too_high(state, unit, index):
        raise Refused("alpine", "15.71", "Only mountain units may be set up in alpine hexes.")
    if index in off_limits_of(state, [unit]):
        raise why_off_limits(state, [unit], index).raised()
    check_stack(state, [unit], hex_)
    check_code(state, grounds(state), unit, hex_)
    if _are_apart(state, (unit, *state.stacks.get(hex_, ()))):
        raise Refused("not-together", "21.24", "French units may not be set up in a hex with British or Belgian ones.")
    for limit in state.card.limits:
        too_many = _quota(state, limit).too_many(unit, hex_, _units_on_map(state))
        if too_many is not None:
            raise too_many.raised()


def _are_apart(state: State, units: Iterable[str]) -> bool:
    """§21.24: whether French units would stand with others against the scenario, whoever comes first."""
    groups = {u: group_of(state, u) for u in units}
    named = {u for u, group in groups.items() if group is not None and group.to in auto_setup.FIXED}
    return auto_setup.are_apart(state, groups, named)


_WHAT = {("infantry",): "infantry divisions", ("infantry", "mountain", "cavalry"): "divisions"}


def _of_limit(limit: Limit) -> str:
    rows = f" in rows {limit.rows[0]} to {limit.rows[1]}" if limit.rows else ""
    what = _WHAT.get(limit.kinds, "units")
    return f"No more than {limit.most} {NAME_OF[limit.nation]} {what} are set up on that front{rows}."


def _quota(state: State, limit: Limit) -> Quota[str]:
    """§21.25, §21.35: what a limit of the scenario lets into its hexes."""
    board = state.printed.board

    def counts(unit: str) -> bool:
        return state.counter(unit).nation == limit.nation and unit not in limit.besides

    return Quota(
        counts,
        lambda hex_: auto_setup.falls_under(limit, limit.nation, board, board.index[hex_]),
        limit.section,
        _of_limit(limit),
        most=limit.most,
        bars=lambda unit: bool(limit.kinds) and counts(unit) and state.counter(unit).kind not in limit.kinds,
    )


def _units_on_map(state: State) -> Iterator[tuple[str, str]]:
    """All units on the map with their hexes."""
    return ((unit, hex_) for hex_, units in state.stacks.items() for unit in units)


def _check_set_up(state: State, unit: str) -> None:
    if not _is_set_up(state, unit, state.side(unit)):
        raise Refused("not-set-up", "21.12", "This unit is not set up.")


def _area(state: State, unit: str) -> Iterable[str]:
    """The hexes of a unit's group."""
    group = group_of(state, unit)
    if group is None:
        return ()
    return state.printed.board.names(auto_setup.area_of(state, grounds(state), group))


def _check_hex(state: State, unit: str, name: str) -> None:
    """§21.12: refuse what is no hex, the unit's own hex, and one where it may not be set up."""
    hex_ = hex_in_play(state, name)
    if state.units[unit].at == hex_:
        raise Refused("no-change", "21.12", "The unit is already there.")
    check_place(state, unit, hex_)


SET_UP: SettingUp[State] = SettingUp(
    "21.12",
    own,
    name_of,
    units=to_place,
    waiting=lambda state, side: state.waiting(side),
    standing=lambda state, side: [u for u in to_place(state, side) if state.units[u].at != POOL],
    check_unit=_check_set_up,
    hexes=_area,
    check=_check_hex,
)


def place(play: Play, _: At[State], chosen: Choices) -> None:
    """§21.12: a unit is set up in a hex, or goes from one to another."""
    unit = chosen.name("unit")
    if play.state.units[unit].at != POOL:
        play.emit(UnitsTakenBack((unit,)))
    play.emit(UnitsPlaced({unit: chosen.name("hex")}))


def armies(at: At[State]) -> JsonObject:
    """§21.12, §19.2: all units of the side as its card groups them, those that stand already too."""
    parts: dict[str, list[Json]] = {}
    for unit in to_place(at.state, at.seat):
        group = group_of(at.state, unit)
        if group is not None:
            parts.setdefault(heading(at.state, group), []).append(unit)
    return {"groups": [{"title": title, "units": units} for title, units in parts.items()]}


PLACE: Order[State] = Order(
    "place", "Place", "21.12", place,
    (Slot("unit", "unit", SET_UP.unit, "Choose a unit to set up"), Slot("hex", "hex", SET_UP.hex, "Choose its hex")),
    hand=armies, form=True, at_once=True, weight=20,
)  # fmt: skip


def _may_exchange(state: State, unit: str, other: str) -> bool:
    """§21.12: two units of a nation whose groups take either, drawn by lot excepted."""
    if other not in state.groups or unit not in state.groups or state.groups[unit] == state.groups[other]:
        return False
    one, two = state.counter(unit), state.counter(other)
    if one.nation != two.nation or one.is_combat != two.is_combat or lot_of(state, one.nation) is not None:
        return False
    mine, yours = group_of(state, unit), group_of(state, other)
    if mine is None or yours is None or not (mine.fits(two) and yours.fits(one)):
        return False
    if not (may_stand(state, unit, yours) and may_stand(state, other, mine)):
        return False
    return _fits_in(state, unit, other) and _fits_in(state, other, unit)


def may_stand(state: State, unit: str, group: Group) -> bool:
    """§15.25: whether a unit may be anywhere where a group is set up: tanks keep to their fronts."""
    return group.to in AT_ONCE or not grounds(state).areas[group] <= off_limits_of(state, [unit])


def _fits_in(state: State, unit: str, place: str) -> bool:
    """§15.71, §15.25, §6.6, §21.45: whether a unit may stand where another stands, as far as their kinds go."""
    hex_, board, counter = state.units[place].at, state.printed.board, state.counter(unit)
    if hex_ not in state.stacks:
        return True
    i = board.index[hex_]
    limits = (lim for lim in state.card.limits if auto_setup.falls_under(lim, counter.nation, board, i))
    shut = auto_setup.is_too_high(state, unit, i) or i in off_limits_of(state, [unit])
    return not shut and not any(lim.full(counter, 0) for lim in limits)


def in_groups(state: State, side: str) -> tuple[str, ...]:
    """The units of a side that are set up with a group, or lie aside with one."""

    def find(_: Previous[tuple[Any, ...], tuple[str, ...]] | None) -> tuple[str, ...]:
        return tuple(u for u in state.groups if state.sides.get(state.counter(u).nation) == side)

    return state.memory.recall(("in groups", side), (state.groups, state.sides), find)


EXCHANGES: Exchange[State] = Exchange("21.12", own, in_groups, _may_exchange)


def exchange(play: Play, _: At[State], chosen: Choices) -> None:
    """§21.12: two units take each other's place, one of them perhaps in the dead pile."""
    state, unit, other = play.state, chosen.name("unit"), chosen.name("other")
    backs = tuple(u for u, place in ((unit, other), (other, unit)) if _shows_back(state, u, place))
    play.emit(UnitsExchanged(unit, other, backs))


def _shows_back(state: State, unit: str, place: str) -> bool:
    """§21.12, §21.45: which side a unit shows in another's place: as its new group begins; who dismounted stays so."""
    counter = state.counter(unit)
    if counter.turned == "infantry":
        return state.units[unit].back
    return begins_turned(state.card, state.card.of(counter.nation)[state.groups[place]], counter)


EXCHANGE: Order[State] = Order(
    "exchange", "Exchange two units", "21.12", exchange,
    (Slot("unit", "unit", EXCHANGES.unit, "Choose a unit", asked=True),
     Slot("other", "unit", EXCHANGES.other, "Choose the unit to change places with")),
)  # fmt: skip


# --- in one click -----------------------------------------------------------------------------------------------------


def deal(play: Play, at: At[State], _: Choices) -> None:
    """§21.12: all units of a side where the scenario lets them stand, whatever had been placed before."""
    if at.seat in {play.state.sides[n] for n in nations_undrawn(play.state)}:
        draw_lots(play, at, Choices({}))
    if at.seat == CENTRAL:
        reduce_to_terms(play)
        turn_east(play)
    standing = tuple(SET_UP.standing(play.state, at.seat))
    if standing:
        play.emit(UnitsTakenBack(standing))
    groups = {u: group_of(play.state, u) for u in to_place(play.state, at.seat)}
    dealt = auto_setup.deal_units(
        play.state, grounds(play.state), at.seat, {u: g for u, g in groups.items() if g is not None}
    )
    play.emit(UnitsPlaced(dealt))


DEAL: Order[State] = Order(
    "deal", "Set up for me", "21.12", deal, weight=SET_UP.weight,
)  # fmt: skip


# --- the end of the set-up --------------------------------------------------------------------------------------------


def why_incomplete(at: At[State]) -> Refusal | None:
    """§21.12, §21.24, §21.25: all units stand, and a combat unit in every hex of the front."""
    waiting = SET_UP.incomplete(at)
    if waiting is not None:
        return waiting
    if at.seat == CENTRAL and at.state.pre_war.owed:
        more = quantity(at.state.pre_war.owed, "attack factor")
        return Refusal("owed", "20.3", f"Germany must still give up W and E units with {more}.")
    if at.seat == CENTRAL and at.state.pre_war.disbanded:
        more = quantity(at.state.pre_war.disbanded, "attack factor")
        return Refusal("owed", "20.3", f"Germany must still remove W units with {more}.")
    westward = still_westward(at.state) if at.seat == CENTRAL else 0
    if westward:
        more = quantity(westward, "attack factor")
        return Refusal("not-eastward", "20.3", f"Germany must still send W units with {more} to the Eastern Front.")
    short = why_not_by_code(at.state, grounds(at.state), at.seat)
    if short is not None:
        return short
    empty = unmanned_hexes(at.state, at.seat)
    return must_be_manned(
        empty, lambda hex_: place_name(at.state, hex_), "21.12", "Each hex of your front needs a combat unit"
    )


def unmanned_hexes(state: State, side: str) -> tuple[str, ...]:
    """§21.24, §21.25: the hexes of the front without a combat unit (in the east of the Allies, without a Russian)."""

    def mans(unit: str, hex_: str) -> bool:
        counter = state.counter(unit)
        return counter.is_combat and (side != ALLIED or hex_[0] != "E" or counter.nation == "RU")

    return find_unmanned((state.printed.board.ids[i] for i in grounds(state).hexes_to_man(side)), state.stacks, mans)


def end_set_up(play: Play, at: At[State], _: Choices) -> None:
    """§21.12: the side's units stand."""
    play.emit(StepEnded(at.seat, play.state.phase.key))


END: Order[State] = Order(
    "end_phase", "Done setting up", "21.12", end_set_up, when=why_incomplete, greyed=True, weight=10,
    note=SET_UP.left,
)  # fmt: skip
