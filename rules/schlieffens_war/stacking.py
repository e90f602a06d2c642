"""§6.1 to §6.5 Stacking and the penalty for over-stacking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress

from rules.kernel.messages import JsonObject, Refused
from rules.schlieffens_war.by_hex import by_hex
from rules.schlieffens_war.data import BE, BR, CORPS
from rules.schlieffens_war.events import OverstackFound, StackArranged, StanceTaken, UnitDisplaced, UnitGivenUp
from rules.schlieffens_war.play import Play, name_of, only, want_flag, want_hex, want_unit, want_units
from rules.schlieffens_war.state import State, board, counter, is_on_map
from rules.schlieffens_war.supply import BEF_FORTRESSES, nearest_source
from rules.schlieffens_war.zoc import in_ezoc

MAX_CORPS = 3
MAX_HQ = 1
MAX_DEFENDING = 2


def corps_equivalents(units: Iterable[str]) -> int:
    """§6.2, §6.4: corps and forts count one each; HQ, depots and markers do not."""
    return sum(counter(u).weight for u in units)


def hqs_among(units: Iterable[str]) -> int:
    """How many army HQs are among some units."""
    return sum(1 for u in units if counter(u).kind == "hq")


def is_overstacked(units: Iterable[str]) -> bool:
    """§6.2: more than three corps equivalents or more than one army HQ in a hex."""
    listed = list(units)
    return corps_equivalents(listed) > MAX_CORPS or hqs_among(listed) > MAX_HQ


def may_share(state: State, unit: str, hex_: str, leaving: Iterable[str] = ()) -> bool:
    """§6.3, §8.4: whether the nations of the Entente in a hex let this unit stay there.

    Only British units may stand with a French or Belgian fort counter, in the two fortresses that supply them,
    and then with no other mobile unit of another nation. ``leaving`` are units that will have left.
    """
    nation = counter(unit).nation
    gone = {unit, *leaving}
    others = [u for u in state.stacks.get(hex_, ()) if u not in gone and counter(u).nation != nation]
    if not others:
        return True
    forts_only = all(counter(u).kind == "fort" for u in others)
    return nation == BR and forts_only and board().name[hex_] in BEF_FORTRESSES and counter(unit).is_mobile


def check_may_share(state: State, units: Iterable[str], hex_: str) -> None:
    """Refuse a place where the units would stand with another nation's."""
    for unit in units:
        if not may_share(state, unit, hex_):
            raise Refused("other-nation", "6.3", f"{name_of(unit)} may not stack with another nation's units.")


def overstacked_hexes(state: State) -> tuple[str, ...]:
    """§6.1: hexes over the limits, of either side."""
    crowded = by_hex(state, "crowded", lambda _, units: is_overstacked(units))
    return tuple(sorted(compress(crowded, crowded.values())))


def begin_overstack(play: Play) -> bool:
    """§6.5: at the end of a phase, tire the corps of overstacked hexes and ask their owners; True when one is."""
    hexes = overstacked_hexes(play.state)
    if not hexes:
        return False
    for hex_ in hexes:
        play.change_morale(play.state.stacks[hex_], -1, "6.5")
    play.emit(OverstackFound(hexes))
    return True


def refuges(state: State, unit: str) -> tuple[str, ...]:
    """§6.5: where a displaced unit may go: a hex nearer to its supply, clear of hostile zones or held by friends.

    A Belgian unit is supplied all over Belgium, so any hex of its own country serves it. There are too few Belgians to
    crowd a second hex with one of them, so this ends as well. A unit on a source goes towards the next one, but
    crowds nobody: those could only come back.
    """
    if not counter(unit).is_mobile:
        return ()
    b, side, nation = board(), counter(unit).side, counter(unit).nation
    at = state.units[unit].at
    here = b.lattice.index[at]
    steps = nearest_source(state, nation)
    on_source = steps.get(here) == 0
    if on_source:
        steps = nearest_source(state, nation, besides=here)
    found = []
    for there in b.ways[here]:
        hex_ = b.lattice.ids[there]
        holder = state.holder(hex_)
        if holder not in (None, side) or (holder is None and in_ezoc(state, hex_, side)):
            continue
        if nation == BE and hex_ not in b.belgian_area:
            continue
        if on_source and is_overstacked((*state.stacks.get(hex_, ()), unit)):
            continue
        at_home = nation == BE and b.country[hex_] == "BE"
        nearer = there in steps and steps[there] < steps.get(here, 10_000)
        if (at_home or nearer) and may_share(state, unit, hex_):
            found.append(hex_)
    return tuple(found)


def overstack_offers(state: State) -> list[JsonObject]:
    """§6.5: what the owner of the first overstacked hex may do."""
    mine = _surplus(state)
    choices: JsonObject = {u: list(refuges(state, u)) for u in mine}
    movers = {u: c for u, c in choices.items() if c}
    offers: list[JsonObject] = []
    if movers:
        offers.append({"kind": "displace", "label": "Move out", "section": "6.5", "choices": dict(movers)})
    offers.append({"kind": "eliminate", "label": "Eliminate", "section": "6.5", "units": list(mine)})
    return offers


def overstack_side(state: State) -> str:
    """The side that has to clear the first overstacked hex."""
    return counter(state.stacks[state.overstack.hexes[0]][0]).side


def displace(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§6.5: move a unit out of an overstacked hex; that may overstack the next."""
    only(command, "unit", "hex")
    unit = want_unit(command, play.state, seat)
    hex_ = want_hex(command)
    already = play.state.overstack.hexes
    _check_surplus(play.state, unit)
    if hex_ not in refuges(play.state, unit):
        raise Refused(
            "no-refuge",
            "6.5",
            "A displaced unit moves one hex towards its supply, and not into an enemy zone of control.",
        )
    origin = play.state.units[unit].at
    play.emit(UnitDisplaced(unit, origin, hex_))
    play.enter((hex_,), seat)
    if is_overstacked(play.state.stacks[hex_]) and hex_ not in already:
        play.change_morale(play.state.stacks[hex_], -1, "6.5")
    _look_again(play)


def eliminate(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§6.5, §8.8: the owner may give up a unit instead of moving it; corps are lost for good by attrition or combat."""
    only(command, "unit")
    unit = want_unit(command, play.state, seat)
    _check_surplus(play.state, unit)
    play.emit(UnitGivenUp(unit))
    _look_again(play)


def arrange(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§6.6: choose which unit of a stack is on top, where everybody sees it."""
    only(command, "hex", "units")
    hex_ = want_hex(command)
    units = want_units(command, play.state, seat)
    if sorted(units) != sorted(play.state.stacks.get(hex_, ())):
        raise Refused("not-the-stack", "6.6", "List every unit in the hex, the top one first.")
    if units == play.state.stacks[hex_]:
        raise Refused("as-it-lies", "6.6", "The stack is already in that order.")
    play.emit(StackArranged(hex_, units))


def arrange_offer(state: State, seat: str) -> list[JsonObject]:
    """§6.6: the hexes whose order the owner may change."""
    hexes: list[str] = [h for h in state.hexes if len(state.stacks[h]) > 1 and state.holder(h) == seat]
    if not hexes:
        return []
    return [{"kind": "arrange", "label": "Choose the top unit", "section": "6.6", "hexes": [*hexes]}]


def stance(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§6.2: say beforehand whether an HQ helps to defend its hex or stays out; nobody but its owner is told."""
    only(command, "unit", "helps")
    unit = want_unit(command, play.state, seat)
    helps = want_flag(command, "helps")
    if counter(unit).kind != "hq":
        raise Refused("not-an-hq", "6.2", f"{name_of(unit)} is not an HQ: only an HQ may stay out of a defence.")
    if not is_on_map(play.state, unit):
        raise Refused("not-on-map", "6.2", f"{name_of(unit)} is not on the map.")
    if helps == play.state.units[unit].helps:
        kept = "helps to defend" if helps else "stays out of the fight"
        raise Refused("no-change", "6.2", f"{name_of(unit)} already {kept}.")
    play.emit(StanceTaken(unit, helps))


def stance_offer(state: State, seat: str) -> list[JsonObject]:
    """§6.2: the HQs whose part in a defence the owner may choose."""
    staffs = [u for u in state.on_map(seat) if counter(u).kind == "hq"]
    if not staffs:
        return []
    return [{"kind": "stance", "label": "Help to defend or stay out", "section": "6.2", "units": [*sorted(staffs)]}]


def _surplus(state: State) -> tuple[str, ...]:
    """§6.5: the units of the first overstacked hex of whose kind there are too many: its owner chooses among them."""
    units = state.stacks[state.overstack.hexes[0]]
    kinds: list[str] = []
    if corps_equivalents(units) > MAX_CORPS:
        kinds += [*CORPS, "fort"]
    if hqs_among(units) > MAX_HQ:
        kinds.append("hq")
    return tuple(u for u in units if counter(u).kind in kinds)


def _check_surplus(state: State, unit: str) -> None:
    if unit not in _surplus(state):
        crowded = board().label(state.overstack.hexes[0])
        raise Refused("not-surplus", "6.5", f"Choose a surplus unit in the overstacked hex {crowded}.")


def _look_again(play: Play) -> None:
    play.emit(OverstackFound(overstacked_hexes(play.state)))
