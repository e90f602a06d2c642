"""§11.0 Sea movement: who sails where, in whose ships, and what that takes of a unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from rules.empires_alliances.countries.boxes import bound_for, why_not_leave_box
from rules.empires_alliances.movement.on_foot import DEMORALISED, Group, one_hex_only
from rules.empires_alliances.play import name_of, place_name
from rules.empires_alliances.position.control import controller, is_neutral
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.position.usage import by_sea
from rules.empires_alliances.printed.counters import SIEGE, TANK
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.restrictions.ban import BY_SHIP, printed_in
from rules.empires_alliances.restrictions.bans import closed_to, why_entry_forbidden
from rules.empires_alliances.restrictions.entry import greece_is_open
from rules.empires_alliances.supply.sea import is_port_shut, sea_capacity, seas_of, serves
from rules.empires_alliances.terrain.zones import occupied_hexes, zone
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal, Refused

ATLANTIC, MEDITERRANEAN, BLACK_SEA = "Atlantic", "Mediterranean", "Black Sea"
SOUTH = frozenset({MEDITERRANEAN, BLACK_SEA})
"""§11.2, §11.3: seas that one sails between as soon as the straits are open."""
RUSSIA, GERMANY, NETHERLANDS = "RU", "GE", "NL"
SALONIKA = "Salonika"
NO_PORT = Refusal("no-port", "11.1", "There is no port.")


class Voyage(NamedTuple):
    """A way by sea. ``whole``: it takes a unit's whole phase, from where it began (§1.61, §11.2, §11.8); ``last``: a
    unit that lands goes no further (§2.64)."""

    carrier: str
    whole: bool = False
    last: bool = False
    evacuates: bool = False


class Ships(NamedTuple):
    """The ships of a power, and the seas that they sail."""

    power: str
    seas: frozenset[str]


def sea_left(state: State, power: str) -> int:
    """§11.6, §14.53: half corps that a country's ships can still carry in this phase."""
    whole = 2 * (sea_capacity(state, power) - state.kept.get(power, 0))
    return max(0, whole - state.used.get(by_sea(power), 0))


def ships_for(state: State, group: Group) -> tuple[Ships, ...]:
    """§11.3 to §11.5: whose ships can carry the group, capacity aside: its own first, then those with most room."""
    rule = state.turn_rule
    if not group.ships or (rule is not None and not rule.sea):
        return ()
    rows, own = state.printed.capacity, group.loads
    if group.side == CENTRAL:
        return (Ships(GERMANY, frozenset(rows[GERMANY].areas)),) if own.keys() == {GERMANY} else ()
    western = [p for p, row in rows.items() if row.sea and p != RUSSIA and state.allegiance.get(p) == ALLIED]
    western.sort(key=lambda power: (power not in own, -sea_left(state, power), power))
    found = [Ships(power, seas_of(state, power)) for power in western]
    if own.keys() == {RUSSIA}:
        found.insert(0, Ships(RUSSIA, frozenset(rows[RUSSIA].areas)))
    return tuple(found)


# --- ports ------------------------------------------------------------------------------------------------------------


def is_open_port(state: State, side: str, i: int) -> bool:
    """§11.1, §2.7, §2.65b: whether a side may use a port in this phase. Boxes with a port are their country's."""
    board, id_ = state.board, state.board.lattice.ids[i]
    if i not in board.ports:
        return False
    if id_ in board.boxes:
        country = str(board.boxes[id_]["country"])
        return side == ALLIED if not country else state.allegiance.get(country) == side
    if id_ not in state.held_rails:
        return False
    return not scheldt_closed(state, id_, side)


def scheldt_closed(state: State, hex_: str, side: str) -> bool:
    """§2.7, §2.65b: whether a hex is Antwerp, and ships cannot get there. §2.65 belongs to the campaign
    (docs/rulings)."""
    if is_port_shut(state, hex_, side):
        return True
    at_antwerp = hex_ == state.printed.charts.sailing.antwerp
    return (
        at_antwerp
        and NETHERLANDS in state.card.entries
        and controller(state, state.printed.charts.sailing.scheldt[0]) != side
    )


def calls_at(state: State, ships: Ships, i: int) -> frozenset[str]:
    """§11.3 to §11.5: the seas over which ships come to a port or beach."""
    return state.board.seas[i] & ships.seas if serves(state, ships.power, i) else frozenset()


def why_not_to_box(state: State, group: Group, box: str) -> Refusal | None:
    """§1.64, §2.52: why a group may not sail to a box: only those fight there whose war it is."""
    nations = state.board.boxes[box].get("nations")
    if not isinstance(nations, list):
        return None
    # §2.67: in the campaign the British are there before the Ottoman Empire is at war.
    if not state.card.commitments and not all(nation in state.allegiance for nation in nations):
        return Refusal("not-at-war-there", "1.64", "There is no war there yet: the Ottoman Empire is neutral.")
    if not group.loads.keys() <= {*nations}:
        return Refusal("not-their-war", "2.52", "Those units do not fight there.")
    return None


def why_not_against_duty(state: State, group: Group, to: str) -> Refusal | None:
    """§2.67: why a group may not sail there: it must stay in its box, or is bound for another."""
    if group.at in state.board.boxes:
        refusal = why_not_leave_box(state, group.units)
        if refusal is not None:
            return refusal
    for unit in group.units:
        box = bound_for(state, unit)
        if box and box != to:
            name = place_name(state, box)
            return Refusal("bound-for-box", "2.67", f"{name_of(state, unit)} must sail to {name} first.")
    return None


# --- voyages ----------------------------------------------------------------------------------------------------------


@kept
def voyages(state: State, group: Group, i: int) -> Mapping[int, Voyage]:
    """§11.1 to §11.8: where ships can take the group from a port, beach or box, and in whose ships."""
    sailings = _sailings(state, group, i)
    if sailings is not None:
        return sailings
    return dict(_each(state, group, i))


def can_sail(state: State, group: Group, i: int) -> bool:
    """§11.1: whether ships can take the group anywhere from a port, beach or box."""
    sailings = _sailings(state, group, i)
    return bool(sailings) if sailings is not None else next(_each(state, group, i), None) is not None


def _each(state: State, group: Group, i: int) -> Iterator[tuple[int, Voyage]]:
    """§11.1 to §11.8: each landing, and in whose ships: those that are asked first."""
    found = set[int]()
    total = sum(group.loads.values())
    fleet = [ships for ships in ships_for(state, group) if sea_left(state, ships.power) >= total]
    if not fleet:
        return
    closed = closed_to(state, group.units, BY_SHIP) | _watched_ports(state, group) | _off_duty(state, group)
    for ships in fleet:
        seas = calls_at(state, ships, i)
        if not seas:
            continue
        # Where nobody may land it is not asked who sails there.
        for j, there in _landings(state, group.side, ships).items():
            if j != i and j not in found and j not in closed:
                voyage = _voyage(state, group, ships, (seas, there), i, j)
                if voyage is not None:
                    found.add(j)
                    yield j, voyage


@kept
def _landings(state: State, side: str, ships: Ships) -> Mapping[int, frozenset[str]]:
    """§11.1, §2.64: the ports at which these ships could land anyone of a side in this phase, each with the seas over
    which they come there."""
    salonika = state.board.index(_salonika(state)) if greece_is_open(state, side) else None

    def find(_: Previous[tuple[Any, ...], dict[int, frozenset[str]]] | None) -> dict[int, frozenset[str]]:
        open_ = (j for j in state.board.ports if j == salonika or is_open_port(state, side, j))
        return {j: there for j in open_ if (there := calls_at(state, ships, j))}

    # Few moves change which ports are open: those held are listed as the phase begins (§11.1).
    shut = scheldt_closed(state, state.printed.charts.sailing.antwerp, side)
    return state.memory.recall(("ports for ships", side, ships), (state.held_rails, state.wars, shut, salonika), find)


def _off_duty(state: State, group: Group) -> AbstractSet[int]:
    """§2.67: the ports that the duty of a group closes to it."""
    ports, ids = state.board.ports, state.board.lattice.ids
    if group.at in state.board.boxes and why_not_leave_box(state, group.units) is not None:
        return ports
    bound = {box for unit in group.units if (box := bound_for(state, unit))}
    return {j for j in ports if bound - {ids[j]}} if bound else frozenset()


def _watched_ports(state: State, group: Group) -> AbstractSet[int]:
    """§13.85: the hexes in enemy zones of control, to which demoralised units do not go; none for others."""
    return zone(state, FOE[group.side]) if group.shaken else frozenset()


def _sailings(state: State, group: Group, i: int) -> Mapping[int, Voyage] | None:
    """§1.61, §1.62: the only ships of August 1914; None on other turns, and for the Central Powers in August-2."""
    if group.side != ALLIED:
        return {} if one_hex_only(state) else None
    turn = [sailing for sailing in state.card.sailings if sailing.turn == state.date.id]
    if not turn:
        return None
    found: dict[int, Voyage] = {}
    for sailing in turn:
        if state.board.lattice.ids[i] != sailing.box or not group.fresh or not group.ships:
            continue
        if sailing.most and len(group.units) + _landed_in(state, sailing.to) > sailing.most:
            continue
        to = state.board.index(state.printed.places.cities[sailing.to].hex)
        for ships in ships_for(state, group):
            if is_open_port(state, ALLIED, to) and sea_left(state, ships.power) >= sum(group.loads.values()):
                found.setdefault(to, Voyage(ships.power, whole=True, last=True))
    return found


def _landed_in(state: State, city: str) -> int:
    """§1.62: how many have landed in a city in this phase."""
    hex_ = state.printed.places.cities[city].hex
    return sum(state.units[u].carried in ("sea", "both") for u in state.stacks.get(hex_, ()))


def _voyage(
    state: State, group: Group, ships: Ships, calls: tuple[frozenset[str], frozenset[str]], i: int, j: int
) -> Voyage | None:
    """``calls``: the seas over which the ships come to either place. Duties of the group (§2.67) are no matter here."""
    board, side = state.board, group.side
    seas, there = calls
    if not there:
        return None
    id_ = board.lattice.ids[j]
    last = False
    if id_ in board.boxes:
        if why_not_to_box(state, group, id_) is not None:
            return None
    else:
        last = lands_first_at_salonika(state, side, id_)
    if not last and not is_open_port(state, side, j):
        return None
    joined = seas | SOUTH if seas & SOUTH and BLACK_SEA in ships.seas and ships.power != RUSSIA else seas
    near = bool(joined & there)
    if not is_open_port(state, side, i):
        # §11.8: into a port of the beach's own sea, and through no strait.
        return _evacuation(state, group, ships.power, i) if seas & there and not last else None
    if near:
        return Voyage(ships.power, last=last)
    if ships.power != RUSSIA and ATLANTIC in seas | there and SOUTH & (seas | there):
        return Voyage(ships.power, whole=True, last=True)
    return None


def lands_first_at_salonika(state: State, side: str, hex_: str) -> bool:
    """§2.64: whether a hex is Salonika, and a side lands there though it has not held the port. Nobody else's port may
    be entered so, nor this one once the enemy has it (§11.7)."""
    if hex_ in state.held_rails or not greece_is_open(state, side) or hex_ != _salonika(state):
        return False
    return controller(state, hex_) != FOE[side] and state.board.index(hex_) not in occupied_hexes(state, FOE[side])


def _salonika(state: State) -> str:
    return state.printed.places.cities[SALONIKA].hex


def _evacuation(state: State, group: Group, carrier: str, i: int) -> Voyage | None:
    """§11.8: a voyage from a beach."""
    if i not in state.board.beaches or any(state.counter(u).kind in (SIEGE, TANK) for u in group.units):
        return None
    return Voyage(carrier, whole=True, last=True, evacuates=True)


def sails_from(state: State, group: Group, i: int) -> bool:
    """Whether ships could take anyone on board in a hex or box."""
    return i in state.board.ports or i in state.board.beaches


def why_no_ship(state: State, group: Group, i: int, j: int) -> Refused:
    """§11.0: the refusal of a voyage that cannot be made."""
    refusal = (
        _why_none_sails(state, group, i)
        or _why_not_aboard(state, group, i)
        or _why_not_ashore(state, group, j)
        or _why_antwerp_shut(state, group.side, i, j)
        or _why_either_closed(state, group.side, i, j)
    )
    if refusal is not None:
        return refusal.raised()
    fleet = ships_for(state, group)
    calls = ((ships, (calls_at(state, ships, i), calls_at(state, ships, j))) for ships in fleet)
    if all(_voyage(state, group, ships, both, i, j) is None for ships, both in calls):
        return Refused("no-sea-there", _who_sails_where(state, group, i), "Their ships do not sail there from here.")
    return Refused("no-sea-capacity", "11.6", "Their ships can carry no more corps there this turn.")


def _why_none_sails(state: State, group: Group, i: int) -> Refusal | None:
    """§3.67, §11.1, §1.61, §1.62, §11.4: why no ship carries a group, wherever to."""
    rule = state.turn_rule
    if rule is not None and not rule.sea:
        return Refusal("no-ships", "3.67", "No ships sail this turn.")
    if not group.ships:
        return Refusal("carried-already", "11.1", "A unit may go by sea only once a phase.")
    if _sailings(state, group, i) is not None:
        section = printed_in(state, "1.61" if one_hex_only(state) else "1.62")
        text = "This turn only the units of London and Algiers may sail, each to its port."
        return Refusal("no-ships", section, text)
    return None if ships_for(state, group) else Refusal("no-ships", "11.4", "They have no ships that sail.")


def _why_not_aboard(state: State, group: Group, i: int) -> Refusal | None:
    """§11.1, §11.8: why ships take nobody of a group on board where it stands."""
    board = state.board
    if i in board.ports:
        return None
    if i not in board.beaches:
        return NO_PORT
    if any(state.counter(u).kind in (SIEGE, TANK) for u in group.units):
        return Refusal("too-heavy", "11.8", "Siege artillery and tanks cannot be evacuated.")
    return None


def _why_not_ashore(state: State, group: Group, j: int) -> Refusal | None:
    """§11.1, §13.85 and what restricts units: why a group does not land in a hex or box, whoever carries it."""
    if j not in state.board.ports:
        return NO_PORT
    for unit in group.units:
        refusal = why_entry_forbidden(state, unit, j, BY_SHIP)
        if refusal is not None:
            return refusal
    if j in _watched_ports(state, group):
        return DEMORALISED
    id_ = state.board.lattice.ids[j]
    to_box = why_not_to_box(state, group, id_) if id_ in state.board.boxes else None
    return to_box or why_not_against_duty(state, group, id_)


def _why_antwerp_shut(state: State, side: str, i: int, j: int) -> Refusal | None:
    """§2.7, §2.65: why ships do not come to Antwerp, if a voyage begins or ends there."""
    ends = (state.board.lattice.ids[k] for k in (i, j))
    antwerp = next((hex_ for hex_ in ends if scheldt_closed(state, hex_, side)), None)
    if antwerp is None:
        return None
    if is_port_shut(state, antwerp, side):
        return Refusal("scheldt", "2.7", "Antwerp cannot be used: an enemy holds the mouth of the Scheldt.")
    mouth = place_name(state, state.printed.charts.sailing.scheldt[0])
    return Refusal("scheldt", "2.65", f"Ships can use Antwerp only if their side controls {mouth}.")


def _why_either_closed(state: State, side: str, i: int, j: int) -> Refusal | None:
    """§11.1, §2.64: why one of the two ports of a voyage is closed to a side; from a beach there is only the other."""
    first = lands_first_at_salonika(state, side, state.board.lattice.ids[j])
    closed = None if first else _why_port_closed(state, side, j)
    return closed or (_why_port_closed(state, side, i) if i in state.board.ports else None)


def _why_port_closed(state: State, side: str, i: int) -> Refusal | None:
    """§11.1, §18.11, §2.64: why ships of a side call at no port in a hex or box; None when they may."""
    if is_open_port(state, side, i):
        return None
    hex_ = state.board.lattice.ids[i]
    if hex_ in state.board.boxes or not is_neutral(state, i):
        return Refusal("port-not-held", "11.1", "Both ports must have been held when the phase began.")
    first = state.card.salonika_from
    if side == ALLIED and first and hex_ == _salonika(state):
        return Refusal("neutral", "2.64", f"The Allies land at Salonika from {state.printed.turns[first].name} on.")
    return Refusal("neutral", "18.11", "Units cannot enter a neutral country.")


def _who_sails_where(state: State, group: Group, i: int) -> str:
    """§11.3 to §11.5, §11.8: the section that says where the ships of a group sail from a hex."""
    if i not in state.board.ports:
        return "11.8"
    if group.side == CENTRAL:
        return "11.4"
    return "11.5" if group.loads.keys() == {RUSSIA} else "11.3"
