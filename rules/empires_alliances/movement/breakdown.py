"""§22.8: breakdown counters, where the option is played: corps break down into two divisions, and these join again."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from rules.empires_alliances.countries.boxes import bound_for
from rules.empires_alliances.facts.breakdown import BrokenDown, Recombined
from rules.empires_alliances.movement.forts import why_not_before_moves
from rules.empires_alliances.movement.second_army import is_promised
from rules.empires_alliances.play import Play, name_of, one_of, own, place_name
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.appearance import BREAKDOWN, Breakdown
from rules.empires_alliances.printed.board import BROKEN, LATER
from rules.empires_alliances.printed.counters import CAVALRY, FOOT, INFANTRY, STOSSTRUPPEN
from rules.empires_alliances.restrictions.august_plans import plan_17_binds
from rules.empires_alliances.restrictions.endings import why_last_on_watch
from rules.empires_alliances.restrictions.garrisons import why_move_forbidden
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

OPTION = "breakdown"
NOT_PLAYED = Refusal("not-played", "22.8", "The match is played without breakdown counters.")
NO_PAIR = Refusal("no-pair", "22.82", "These two are not the halves of one corps in the same hex.")
DIVISIONS = 2


def is_played(state: State) -> bool:
    """§22.8: whether the option is played."""
    return bool(state.option(OPTION))


def is_division(state: State, unit: str) -> bool:
    """§22.8: whether it is a breakdown counter."""
    return state.printed.order[unit].act == BREAKDOWN


# --- breaking down ----------------------------------------------------------------------------------------------------


def breakdown_of(state: State, unit: str) -> Breakdown | None:
    """§22.81, §16.1: what a corps breaks down into; None for a unit that does not. Stosstruppen do it as infantry."""
    counter = state.counter(unit)
    if is_division(state, unit):
        return None
    plain = replace(counter, kind=INFANTRY) if counter.kind == STOSSTRUPPEN else counter
    return next((row for row in state.printed.breakdowns if row.what.fits(plain)), None)


def divisions_for(state: State, unit: str) -> tuple[str, str] | None:
    """§22.8: the counters of its country that are free for the halves of a corps, the first of the sheet."""
    row = breakdown_of(state, unit)
    if row is None:
        return None
    nation, found = state.counter(unit).nation, []
    for spec in row.into:
        free = (
            u for u in state.boxes[LATER]
            if u not in found and is_division(state, u) and state.counter(u).nation == nation
            and spec.fits(state.counter(u))
        )  # fmt: skip
        half = next(free, None)
        if half is None:
            return None
        found.append(half)
    return (found[0], found[1])


def most_of(state: State, unit: str) -> int:
    """§22.81: how many corps of its country and kind may be broken down at a time."""
    limit = state.printed.optional_rules.breakdowns.get(state.counter(unit).nation)
    if limit is None:
        return 0
    return limit.cavalry if state.counter(unit).kind == CAVALRY else limit.infantry


def set_aside(state: State, nation: str, *, cavalry: bool) -> tuple[str, ...]:
    """§22.8: the corps of a country that are broken down."""
    kinds = (CAVALRY,) if cavalry else FOOT
    return tuple(
        u for u in state.boxes[BROKEN] if state.counter(u).nation == nation and state.counter(u).kind in kinds
    )  # fmt: skip


def why_not_break_down(state: State, unit: str) -> Refusal | None:
    """§22.81, §22.82, §22.84, §2.67: why a unit does not break down now; None when it may, in a box too."""
    now, counter, name = state.units[unit], state.counter(unit), name_of(state, unit)
    if now.at in state.off_map and now.at not in state.board.boxes:
        return Refusal("not-on-map", "22.82", f"{name} is not on the map.")
    if breakdown_of(state, unit) is None:
        return Refusal("no-breakdown", "22.81", f"{name} cannot break down.")
    if now.shaken:
        return Refusal("demoralised", "22.84", f"{name} is demoralised and cannot break down.")
    if now.spent:
        return Refusal(
            "has-dug", "22.82", f"{name} has entrenched: a corps can break down only before it does anything else."
        )
    if why_move_forbidden(state, unit) is not None or plan_17_binds(state, unit) or is_promised(state, (unit,)):
        return Refusal("bound-by-name", "22.82", f"A rule of this month names {name}, so it stays together.")
    if box := bound_for(state, unit):
        return Refusal("bound-for-box", "2.67", f"{name} must sail to {place_name(state, box)} first.")
    watch = why_last_on_watch(state, unit)
    if watch is not None:
        return watch
    if len(set_aside(state, counter.nation, cavalry=counter.kind == CAVALRY)) >= most_of(state, unit):
        return Refusal(
            "no-more", "22.81", f"No more {state.printed.nations[counter.nation].adjective} corps can break down."
        )
    if divisions_for(state, unit) is None:
        return Refusal("no-counters", "22.8", f"There are no counters for the halves of {name}.")
    return None


@kept
def breakable(state: State, side: str) -> tuple[str, ...]:
    """§22.82: the corps that may break down now."""
    if not is_played(state):
        return ()
    boxed = (u for box in state.board.boxes for u in state.in_box(box, side))
    return tuple(u for u in (*state.on_map(side), *boxed) if why_not_break_down(state, u) is None)


def _check(state: State, unit: str) -> None:
    refusal = why_not_break_down(state, unit)
    if refusal is not None:
        raise refusal.raised()


def _corps(at: At[State], _: Choices) -> OneOf:
    return one_of(lambda: breakable(at.state, at.seat), own(at, _check))


def break_down(play: Play, _: At[State], chosen: Choices) -> None:
    """§22.82: a corps breaks down."""
    unit = chosen.name("unit")
    halves = divisions_for(play.state, unit)
    if halves is None:
        raise Refused("no-counters", "22.8", "There are no counters for its halves.")
    play.emit(BrokenDown(unit, halves))


def why_not_now(at: At[State]) -> Refusal | None:
    """§22.82: why no corps breaks down now."""
    if not is_played(at.state):
        return NOT_PLAYED
    return why_not_before_moves(at.state, at.seat, "corps break down")


BREAK_DOWN: Order[State] = Order(
    "break_down", "Break a corps down", "22.82", break_down, (Slot("unit", "unit", _corps, "Choose a corps"),),
    when=why_not_now, help="Two divisions take its place until they recombine.",
)  # fmt: skip


# --- joining again ----------------------------------------------------------------------------------------------------


@kept
def pairs(state: State, side: str) -> tuple[tuple[str, str, str], ...]:
    """§22.82, §22.84: two divisions in one hex, or box, neither demoralised, and the corps that they make up."""
    if not is_played(state) or not state.boxes[BROKEN]:
        return ()
    found = []
    places = [state.stacks[hex_] for hex_ in state.hexes if state.stack_side(hex_) == side]
    for units in (*places, *(state.in_box(box, side) for box in state.board.boxes)):
        here = [u for u in units if is_division(state, u) and not state.units[u].shaken]
        if len(here) < DIVISIONS:
            continue
        for one, other in combinations(sorted(here), DIVISIONS):
            corps = corps_of_pair(state, one, other)
            if corps is not None:
                found.append((one, other, corps))
    return tuple(found)


def corps_of_pair(state: State, one: str, other: str) -> str | None:
    """§22.8: the first corps of the sheet, of those broken down, that breaks down into counters like these two."""
    for corps in state.boxes[BROKEN]:
        row = breakdown_of(state, corps)
        if row is None or any(state.counter(corps).nation != state.counter(u).nation for u in (one, other)):
            continue
        first, second = row.into
        a, b = state.counter(one), state.counter(other)
        if (first.fits(a) and second.fits(b)) or (first.fits(b) and second.fits(a)):
            return corps
    return None


def asks_to_join(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§22.82: the phasing side, while two of its divisions could join."""
    found = pairs(state, state.player)
    return (Ask(state.player, serial=len(state.boxes[BROKEN])),) if found and not frame.closing else ()


def _pairs(at: At[State], _: Choices) -> OneOf:
    state = at.state
    found = {f"{one}+{other}": (one, other, corps) for one, other, corps in pairs(state, at.seat)}
    labels = {
        name: f"{name_of(state, corps)} in {place_name(state, state.units[one].at)}: {name_of(state, one)} and "
        f"{name_of(state, other)}"
        for name, (one, other, corps) in found.items()
    }

    def check(name: str) -> None:
        if name not in found:
            raise NO_PAIR.raised()

    return OneOf(tuple(found), why=refused_by(check), labels=labels)


def join(play: Play, at: At[State], chosen: Choices) -> None:
    """§22.82: two divisions join again."""
    one, other, corps = next(p for p in pairs(play.state, at.seat) if f"{p[0]}+{p[1]}" == chosen.name("pair"))
    play.emit(Recombined(corps, (one, other)))


JOIN: Order[State] = Order(
    "recombine", "Join divisions", "22.82", join, (Slot("pair", "choice", _pairs, "Choose two divisions"),), weight=2,
)  # fmt: skip
