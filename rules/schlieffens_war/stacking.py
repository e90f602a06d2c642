"""§6.1 to §6.5 Stacking and the penalty for over-stacking."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rules.hexes.choosing import one_of
from rules.hexes.positions import hexes_where
from rules.hexes.stacking import Limit, StackLimits, Surplus
from rules.kernel.messages import JsonObject, Refusal, Refused
from rules.kernel.procedure.options import Flag, OneOf, SomeOf, refused_by
from rules.kernel.procedure.orders import NOTHING_CHOSEN, At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask
from rules.kernel.wording import capital, quantity
from rules.schlieffens_war.facts.stacking import (
    OverstackFound,
    StackArranged,
    StanceTaken,
    TheirsOverstackFound,
    UnitDisplaced,
    UnitGivenUp,
)
from rules.schlieffens_war.play import Play, choices, hex_in_play, name_of, names_offer, own
from rules.schlieffens_war.position.state import OverstackFrame, State
from rules.schlieffens_war.printed.counters import Counter
from rules.schlieffens_war.printed.data import PLANS
from rules.schlieffens_war.printed.sides import BE, BR, NATIONS
from rules.schlieffens_war.supply import BEF_FORTRESSES, hqs_on_map, nearest_source
from rules.schlieffens_war.zoc import in_ezoc

MAX_CORPS = 3
MAX_HQ = 1
MAX_DEFENDING = 2
OVERSTACKED = Refusal("overstacked", "6.2", "At most three corps and one HQ may stack in a hex.")


def is_overstacked(state: State, units: Iterable[str]) -> bool:
    """§6.2: more than three corps equivalents or more than one army HQ in a hex."""
    return _limits(state.plan).why_not(units) is not None


def full_hexes(state: State, unit: str, hexes: Iterable[str]) -> dict[str, str]:
    """§6.1, §6.5: those of some hexes that the unit would overfill, with what is said of them."""
    crowded = (h for h in hexes if is_overstacked(state, (*state.stacks.get(h, ()), unit)))
    return dict.fromkeys(crowded, FULL)


FULL = "Full: when the phase ends, all corps there become fatigued and the surplus must leave (§6.5)."


@cache
def _limits(plan: str) -> StackLimits[Counter]:
    """§6.2: corps, with forts among them, and army HQs."""
    corps = Limit[Counter](lambda c: c.weight, MAX_CORPS, OVERSTACKED)
    return StackLimits((corps, Limit(lambda c: c.kind == "hq", MAX_HQ, OVERSTACKED)), PLANS[plan].counters)


def may_share(state: State, unit: str, hex_: str, leaving: Iterable[str] = ()) -> bool:
    """§6.3, §8.4: whether the nations of the Entente in a hex let this unit stay there.

    Only British units may stand with a French or Belgian fort counter, in the two fortresses that supply them,
    and then with no other mobile unit of another nation. ``leaving`` are units that will have left.
    """
    nation = state.counter(unit).nation
    gone = {unit, *leaving}
    others = [u for u in state.stacks.get(hex_, ()) if u not in gone and state.counter(u).nation != nation]
    if not others:
        return True
    forts_only = all(state.counter(u).kind == "fort" for u in others)
    return (
        nation == BR
        and forts_only
        and state.printed.board.name[hex_] in BEF_FORTRESSES
        and state.counter(unit).is_mobile
    )


def check_may_share(state: State, units: Iterable[str], hex_: str) -> None:
    """Refuse a place where the units would stand with another nation's."""
    for unit in units:
        if not may_share(state, unit, hex_):
            raise Refused("other-nation", "6.3", f"{name_of(state, unit)} may not stack with another nation's units.")


def overstacked_hexes(state: State) -> tuple[str, ...]:
    """§6.1: hexes over the limits, of either side."""
    return hexes_where(state, "crowded", lambda _, units: is_overstacked(state, units))


def begin_overstack(play: Play) -> bool:
    """§6.5: at the end of a phase, tire the corps of overstacked hexes and ask their owners; True when one is."""
    hexes = overstacked_hexes(play.state)
    if not hexes:
        return False
    for hex_ in hexes:
        play.change_morale(play.state.stacks[hex_], -1, "6.5")
    _find(play, hexes)
    return True


def refuges(state: State, unit: str) -> tuple[str, ...]:
    """§6.5: where a displaced unit may go: a hex nearer to its supply, clear of hostile zones or held by friends.

    A Belgian unit is supplied all over Belgium, so any hex of its own country serves it. There are too few Belgians to
    crowd a second hex with one of them, so this ends as well. A unit on a source goes towards the next one, but
    crowds nobody: those could only come back.
    """
    if not state.counter(unit).is_mobile:
        return ()
    b, side, nation = state.printed.board, state.counter(unit).side, state.counter(unit).nation
    at = state.units[unit].at
    here = b.lattice.index[at]
    steps = nearest_source(state, nation, None)
    on_source = steps.get(here) == 0
    if on_source:
        steps = nearest_source(state, nation, here)
    found = []
    for there in b.ways[here]:
        hex_ = b.lattice.ids[there]
        holder = state.holder(hex_)
        if holder not in (None, side) or (holder is None and in_ezoc(state, hex_, side)):
            continue
        if nation == BE and hex_ not in b.belgian_area:
            continue
        if on_source and is_overstacked(state, (*state.stacks.get(hex_, ()), unit)):
            continue
        at_home = nation == BE and b.country[hex_] == "BE"
        nearer = there in steps and steps[there] < steps.get(here, 10_000)
        if (at_home or nearer) and may_share(state, unit, hex_):
            found.append(hex_)
    return tuple(found)


def who_clears(state: State, frame: OverstackFrame) -> tuple[Ask, ...]:
    """§6.5: the side that has to clear the first overstacked hex."""
    return (Ask(state.counter(state.stacks[frame.hexes[0]][0]).side, serial=state.phase.key),)


# --- clearing an overstacked hex (§6.5) ---------------------------------------------------------------------------


def _may_leave(state: State, hex_: str) -> tuple[str, ...]:
    """§6.5: the units of an overstacked hex of whose kind there are too many: its owner chooses among them."""
    return _limits(state.plan).surplus(state.stacks[hex_])


def _not_surplus(at: At[State]) -> Refusal:
    crowded = at.state.printed.board.label(at.state.overstack.hexes[0])
    return Refusal("not-surplus", "6.5", f"Choose a surplus unit in the overstacked hex {crowded}.")


SURPLUS = Surplus[State](lambda at: at.state.overstack.hexes[:1], _may_leave, own, _not_surplus)
"""§6.5: what leaves the first overstacked hex."""


def overstack_words(at: At[State]) -> tuple[str, str]:
    """§6.5: where, and how many of what must leave."""
    hexes = at.state.overstack.hexes
    corps, hqs = _limits(at.state.plan).over(at.state.stacks[hexes[0]])
    many = [quantity(corps, "corps or fort", "corps or forts")] if corps else []
    many += [quantity(hqs, "HQ")] if hqs else []
    further = len(hexes) - 1
    rest = f" Then {quantity(further, 'more hex', 'more hexes')}." if further else ""
    title = f"Too many units in {at.state.printed.board.label(hexes[0])}"
    listed_ = " and ".join(many)
    return title, f"{capital(listed_)} must move one hex towards supply, or be given up.{rest}"


def _look_again(play: Play) -> None:
    _find(play, overstacked_hexes(play.state))


def _find(play: Play, hexes: tuple[str, ...]) -> None:
    """§6.5: only what shows nothing of the other side can be taken back."""
    mine = all(play.state.holder(hex_) == play.state.active for hex_ in hexes)
    play.emit(OverstackFound(hexes) if mine else TheirsOverstackFound(hexes))


def _who_may_leave(at: At[State], _: Choices) -> OneOf:
    """§6.5: who may move out of the hex."""
    return one_of(lambda: [u for u in SURPLUS.choosable(at) if refuges(at.state, u)], SURPLUS.why(at))


def _refuges(at: At[State], chosen: Choices) -> OneOf:
    """§6.5: where the unit may go."""
    found = refuges(at.state, chosen.name("unit"))

    def check(hex_: str) -> None:
        if hex_in_play(at.state, hex_) not in found:
            raise Refused(
                "no-refuge",
                "6.5",
                "A displaced unit must move one hex towards its supply, and not into an enemy zone of control.",
            )

    return OneOf(found, why=refused_by(check))


def displace(play: Play, at: At[State], chosen: Choices) -> None:
    """§6.5: move a unit out of an overstacked hex; that may overstack the next."""
    unit, hex_ = chosen.name("unit"), chosen.name("hex")
    already = play.state.overstack.hexes
    play.emit(UnitDisplaced(unit, play.state.units[unit].at, hex_))
    play.enter((hex_,), at.seat)
    if is_overstacked(play.state, play.state.stacks[hex_]) and hex_ not in already:
        play.change_morale(play.state.stacks[hex_], -1, "6.5")
    _look_again(play)


DISPLACE: Order[State] = Order(
    "displace", "Move out", "6.5", displace, (Slot("unit", "unit", _who_may_leave), Slot("hex", "hex", _refuges)),
    hand=lambda at: choices(_who_may_leave(at, NOTHING_CHOSEN), lambda u: refuges(at.state, u)), form=True,
)  # fmt: skip


def eliminate(play: Play, _: At[State], chosen: Choices) -> None:
    """§6.5, §8.8: the owner may give up a unit instead of moving it; corps are lost for good by attrition or combat."""
    play.emit(UnitGivenUp(chosen.name("unit")))
    _look_again(play)


ELIMINATE: Order[State] = Order(
    "eliminate", "Eliminate", "6.5", eliminate, (Slot("unit", "unit", SURPLUS.options),),
    hand=lambda at: names_offer("units", SURPLUS.options(at, NOTHING_CHOSEN)), form=True,
)  # fmt: skip


# --- the order of a stack (§6.6) ----------------------------------------------------------------------------------

NOT_THE_STACK = Refusal("not-the-stack", "6.6", "List every unit in the hex, the top one first.")


def _own_stacks(at: At[State], _: Choices) -> OneOf:
    """§6.6: the hexes whose order the owner may change."""
    state = at.state

    def check(hex_: str) -> None:
        if state.holder(hex_in_play(state, hex_)) != at.seat:
            raise Refused("not-your-unit", "5.0", "None of your units is there.")
        if len(state.stacks[hex_]) < 2:
            raise Refused("as-it-lies", "6.6", "There is only one unit in that hex.")

    def mine() -> list[str]:
        return [h for h in state.hexes if len(state.stacks[h]) > 1 and state.holder(h) == at.seat]

    return one_of(mine, refused_by(check))


def _orders(at: At[State], chosen: Choices) -> SomeOf:
    """§6.6: all units of the hex in any other order."""
    stack = at.state.stacks[chosen.name("hex")]

    def check(_: State, unit: str) -> None:
        if unit not in stack:
            raise NOT_THE_STACK.raised()

    return SomeOf(stack, len(stack), len(stack), why=own(at, check), wrong_number=NOT_THE_STACK)


def _another_order(at: At[State], chosen: Choices) -> None:
    if chosen.names("units") == at.state.stacks[chosen.name("hex")]:
        raise Refused("as-it-lies", "6.6", "The stack is already in that order.")


def arrange(play: Play, _: At[State], chosen: Choices) -> None:
    """§6.6: choose which unit of a stack is on top, where everyone sees it."""
    play.emit(StackArranged(chosen.name("hex"), chosen.names("units")))


ARRANGE: Order[State] = Order(
    "arrange", "Choose the top unit", "6.6", arrange,
    (Slot("hex", "hex", _own_stacks), Slot("units", "units", _orders)),
    limits=_another_order, hand=lambda at: names_offer("hexes", _own_stacks(at, NOTHING_CHOSEN)), weight=2,
)  # fmt: skip


# --- the stance of an HQ (§6.2) -----------------------------------------------------------------------------------


def check_hq(state: State, unit: str) -> None:
    """§6.2: refuse a unit that is no HQ on the map."""
    if state.counter(unit).kind != "hq":
        raise Refused("not-an-hq", "6.2", f"{name_of(state, unit)} is not an HQ: only an HQ may stay out of a defence.")
    if not state.is_on_map(unit):
        raise Refused("not-on-map", "6.2", f"{name_of(state, unit)} is not on the map.")


def _hqs(at: At[State], _: Choices) -> OneOf:
    """§6.2: the HQs whose part in a defence the owner may choose."""

    def mine() -> list[str]:
        return sorted(hq for nation in NATIONS[at.seat] for hq, _ in hqs_on_map(at.state, nation))

    return one_of(mine, own(at, check_hq))


def _stances(at: At[State], chosen: Choices) -> Flag:
    """§6.2: the other part than the one that it has."""
    unit = chosen.name("unit")
    helps = at.state.units[unit].helps
    kept = "helps to defend" if helps else "stays out of the fight"
    as_it_is = Refusal("no-change", "6.2", f"{name_of(at.state, unit)} already {kept}.")
    return Flag(refusal=as_it_is) if helps else Flag(needed=as_it_is)


def stance(play: Play, _: At[State], chosen: Choices) -> None:
    """§6.2: say beforehand whether an HQ helps to defend its hex or stays out; nobody but its owner is told."""
    play.emit(StanceTaken(chosen.name("unit"), chosen.flag("helps")))


HELPING = "Adds its factor to the defence and may take losses (§6.2). Tap to keep it out of the fight."
STAYING_OUT = "Adds nothing, and takes losses only when no other unit is left (§6.2). Tap to let it help."


def _stance_hand(at: At[State]) -> JsonObject | None:
    """The HQs, and what each of the two parts means."""
    hqs = names_offer("units", _hqs(at, NOTHING_CHOSEN))
    return hqs and hqs | {"helping": HELPING, "staying_out": STAYING_OUT}


STANCE: Order[State] = Order(
    "stance", "Help to defend or stay out", "6.2", stance,
    (Slot("unit", "unit", _hqs), Slot("helps", "flag", _stances)),
    hand=_stance_hand, weight=2,
)  # fmt: skip
