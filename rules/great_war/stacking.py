"""§7.2 Stacking: how many units a hex holds, and what becomes of those that are too many."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache, partial

from rules.great_war.facts.stacking import UnitGivenUp
from rules.great_war.play import Play, own
from rules.great_war.position.state import State
from rules.great_war.printed.counters import Counter
from rules.great_war.printed.nations import NAME_OF
from rules.great_war.printed.plans import PLANS
from rules.great_war.restrictions.civil_war import must_be_apart, why_not_joined, why_not_stacked
from rules.great_war.restrictions.first_turns import in_august, why_not_together
from rules.great_war.units.untried import show_the_fallen
from rules.hexes.positions import hexes_where
from rules.hexes.stacking import Limit, StackLimits, Surplus
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal
from rules.kernel.procedure.orders import At, Choices, Order, Slot

BESIDES = ("hq", "tank", "anti-tank")
"""§7.23: kinds that do not count, of which a hex holds one each."""
_ONE = {"hq": "headquarters", "tank": "tank unit", "anti-tank": "anti-tank unit"}


def why_too_many(state: State, units: Collection[str]) -> Refusal | None:
    """§7.23, §6.48, §16.11: why these units cannot be in one hex together, None if they can."""
    if is_mixed(state, units):
        return Refusal("stands-alone", "16.11", "Units of a collapsed nation cannot stack with any others.")
    early = why_not_together(state, units) or why_not_stacked(state, units)
    if early is not None:
        return early
    return _limits(state.plan, state.scenario).why_not(units)


@cache
def _limits(plan: str, scenario: str) -> StackLimits[Counter]:
    """§7.23, §7.23N: how many units a hex holds, and of which kinds and nations fewer."""
    table = PLANS[plan].of(scenario)
    stacking = table.charts.stacking
    one_each = [
        Limit[Counter](
            partial(_is_of_kind, kind), stacking.of_one_kind,
            Refusal("overstacked", "7.23", f"A hex holds at most one {_ONE[kind]}."),
        )
        for kind in BESIDES
    ]  # fmt: skip
    divisions = [
        Limit[Counter](
            partial(_is_division_of, nation), most,
            Refusal("overstacked", "7.23", f"A hex holds at most {most} {NAME_OF[nation]} infantry divisions."),
        )
        for nation, most in (("US", stacking.US), ("BU", stacking.BU))
    ]  # fmt: skip
    units = Refusal("overstacked", "7.23", f"A hex holds at most {stacking.units} units.")
    return StackLimits((Limit(_counts, stacking.units, units), *one_each, *divisions), table.counters)


def _counts(c: Counter) -> bool:
    return c.kind not in BESIDES and not (c.nation == "GE" and c.size == "BN") and c.size != "CO"


def _is_of_kind(kind: str, c: Counter) -> bool:
    return c.kind == kind


def _is_division_of(nation: str, c: Counter) -> bool:
    return c.nation == nation and c.kind == "infantry" and c.is_division


def is_mixed(state: State, units: Iterable[str]) -> bool:
    """§16.11, §15.93: whether units of a collapsed nation are among those of another, or the Red Army among others."""
    if not state.strategic_state.collapsed or _apart(state).isdisjoint(units):
        return False
    return len({_RED_ARMY if state.is_red(u) else state.counter(u).nationality for u in units}) > 1


@kept
def _apart(state: State) -> frozenset[str]:
    """§16.11, §15.93: the units of collapsed nations and of the Red Army, wherever they are."""
    gone = state.strategic_state.collapsed

    def find(_: object) -> frozenset[str]:
        return frozenset(u for u, c in state.printed.counters.items() if c.nationality in gone or state.is_red(u))

    return state.memory.recall("stand apart", (gone,), find)


_RED_ARMY = "red"


def check_stack(state: State, units: Sequence[str], hex_: str) -> None:
    """§7.21, §13.21, §6.48: refuse units that would be too many in a hex together with those that stand there, and
    Russians that join others after their civil war has broken out."""
    together = dict.fromkeys((*units, *state.stacks.get(hex_, ())))
    refusal = why_too_many(state, together) or why_not_joined(state, units, together)
    if refusal is not None:
        raise refusal.raised()


def crowded_hexes(state: State, side: str, hexes: Iterable[str] | None = None) -> tuple[str, ...]:
    """§7.22: the hexes in which a side has more than may stay, by number."""
    found = _crowded_of(state, side)
    return found if hexes is None else tuple(h for h in hexes if h in found)


@kept
def _crowded_of(state: State, side: str) -> tuple[str, ...]:
    """Those of a side, by number."""
    return tuple([h for h in _find_crowded(state) if state.holder(h) == side])


@kept
def _find_crowded(state: State) -> tuple[str, ...]:
    """The hexes of either side that hold too many units, by number."""
    whole = (in_august(state), must_be_apart(state), state.strategic_state.collapsed)
    return hexes_where(state, "crowded", lambda _, units: why_too_many(state, units) is not None, whole)


def give_up(play: Play, at: At[State], chosen: Choices) -> None:
    """§7.22: eliminate a unit of a hex that holds too many."""
    show_the_fallen(play, [chosen.name("unit")])
    play.emit(UnitGivenUp(chosen.name("unit")))


SURPLUS = Surplus[State](
    hexes=lambda at: crowded_hexes(at.state, at.seat),
    units=lambda state, hex_: state.stacks[hex_],
    own=own,
    refusal=lambda _: Refusal("not-crowded", "7.22", "Its hex is not overstacked."),
)


def _why_none_too_many(at: At[State]) -> Refusal | None:
    if crowded_hexes(at.state, at.seat):
        return None
    return Refusal("not-crowded", "7.22", "No hex holds too many units.")


GIVE_UP: Order[State] = Order(
    "give_up", "Eliminate a surplus unit", "7.22", give_up, (Slot("unit", "unit", SURPLUS.options),),
    when=_why_none_too_many,
)  # fmt: skip

# --- before anyone moves (§7.22) --------------------------------------------------------------------------------------


def overfull_hexes(state: State, side: str) -> tuple[str, ...]:
    """§7.22, §7.23: the hexes in which a side has more than a hex holds, by number. Stacks that are to part in a
    movement (§6.48, §16.11) are none of them."""
    limits = _limits(state.plan, state.scenario)
    return tuple(h for h in crowded_hexes(state, side) if limits.why_not(state.stacks[h]) is not None)


NOT_OVERFULL = Refusal("not-crowded", "7.22", "No hex holds too many units.")
OVERFULL = Surplus[State](
    hexes=lambda at: overfull_hexes(at.state, at.seat),
    units=lambda state, hex_: state.stacks[hex_],
    own=own,
    refusal=lambda _: Refusal("not-crowded", "7.22", "Its hex is not overstacked."),
)
GIVE_UP_AT_ONCE: Order[State] = Order(
    "give_up", "Eliminate a surplus unit", "7.22", give_up, (Slot("unit", "unit", OVERFULL.options),),
    when=lambda at: None if overfull_hexes(at.state, at.seat) else NOT_OVERFULL,
    help="Units that join a full hex by an event may be too many before anyone has moved.",
)  # fmt: skip
