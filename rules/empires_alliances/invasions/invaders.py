"""§11.71, §2.68a, §11.6: which units may invade, where, in what company, and in whose ships."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.empires_alliances.attacks.attackers import is_weary
from rules.empires_alliances.attacks.strength import kinds_among
from rules.empires_alliances.countries.boxes import bound_for, why_not_leave_box
from rules.empires_alliances.facts.invasion import LISTED, InvadersListed
from rules.empires_alliances.invasions.shores import beside, is_held, seas_to
from rules.empires_alliances.invasions.spacing import why_no_invasion
from rules.empires_alliances.movement.allowance import why_not_move
from rules.empires_alliances.movement.on_foot import half_corps
from rules.empires_alliances.movement.ships import is_open_port, sea_left
from rules.empires_alliances.play import Play, name_of, place_name
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import State
from rules.empires_alliances.position.usage import by_sea
from rules.empires_alliances.printed.counters import FIELD, RANKS
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.restrictions.ban import BY_SHIP, power_of
from rules.empires_alliances.restrictions.bans import why_attack_forbidden, why_entry_forbidden
from rules.empires_alliances.restrictions.endings import why_not_end_move, why_not_leave_watch
from rules.empires_alliances.restrictions.western_allies import are_apart
from rules.empires_alliances.stacking import why_too_many
from rules.empires_alliances.supply.feeding import is_supplied
from rules.empires_alliances.supply.sea import WESTERN, seas_of
from rules.empires_alliances.terrain.zones import in_ezoc, zone
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal

HALVES = 2
TOO_MANY_CORPS = Refusal(
    "too-many-invaders", "2.68", "At most three infantry or cavalry corps may take part in an invasion."
)
TOO_MANY_GUNS = Refusal("too-many-guns", "2.68", "At most one field artillery unit may take part in an invasion.")
NO_SHIPS = Refusal(
    "no-sea-capacity", "11.6", "The ships of the Western Allies can carry no more corps there this turn."
)
APART = Refusal("british-and-french", "18.41", "British and French units cannot stack here.")


# --- one unit -------------------------------------------------------------------------------------------------------


def why_no_invader(state: State, unit: str) -> Refusal | None:
    """§11.71, §2.67: why a unit may invade no hex in this phase; None when it may."""
    counter, now, name = state.counter(unit), state.units[unit], name_of(state, unit)
    if counter.nation not in state.printed.charts.invasions.nations:
        return Refusal(
            "wrong-nation", "11.71", "Only British, Canadian, Australian, French and American units can invade."
        )
    if counter.kind not in RANKS and counter.kind != FIELD:
        return Refusal("no-invader", "11.71", "Siege artillery, tanks and aircraft cannot invade.")
    refusal = why_not_move(state, unit)
    if refusal is not None:
        return refusal
    if now.began or now.spent or now.carried:
        return Refusal("moved-before", "11.71", f"{name} has already moved this phase.")
    if not is_open_port(state, ALLIED, state.board.index(now.at)):
        return Refusal("not-in-port", "11.71", f"{name} is not in a friendly port.")
    refusal = _why_not_fit(state, unit)
    if refusal is not None:
        return refusal
    if now.at in state.board.boxes and (refusal := why_not_leave_box(state, (unit,))) is not None:
        return refusal
    box = bound_for(state, unit)
    if box:
        return Refusal("bound-for-box", "2.67", f"{name} must sail to {place_name(state, box)} first.")
    return None


def _why_not_fit(state: State, unit: str) -> Refusal | None:
    """§11.71: why a unit in a port did not begin the phase in supply and out of enemy zones."""
    if LISTED in state.used:
        return None if unit in state.embarking else Refusal(
            "not-fit-to-sail", "11.71",
            f"{name_of(state, unit)} began this phase out of supply or in an enemy zone of control.",
        )  # fmt: skip
    at = state.units[unit].at
    if state.board.is_hex(at) and in_ezoc(state, at, ALLIED):
        return Refusal("watched-port", "11.71", f"{name_of(state, unit)} is in an enemy zone of control.")
    if not is_supplied(state, unit):
        return Refusal("unsupplied", "11.71", f"{name_of(state, unit)} is out of supply.")
    return None


def list_invaders(play: Play, frame: PhaseFrame) -> bool:
    """§11.71: who begins the Allied Movement Phase so that they may invade, on a turn when anyone may."""
    state = play.state
    if frame.closing or LISTED in state.used or why_no_invasion(state, state.player) is not None:
        return False
    play.emit(InvadersListed(tuple(u for u in _in_ports(state) if _why_not_fit(state, u) is None)))
    return True


def _in_ports(state: State) -> Iterator[str]:
    board, nations = state.board, state.printed.charts.invasions.nations
    ports = frozenset(board.lattice.ids[i] for i in board.ports if is_open_port(state, ALLIED, i))
    return (u for u, now in state.units.items() if now.at in ports and state.counter(u).nation in nations)


def why_not_invade(state: State, unit: str, hex_: str) -> Refusal | None:
    """§11.71, §13.85, §21.33 and what closes hexes: why a unit may not invade this hex; None when it may."""
    return why_no_invader(state, unit) or _why_not_there(state, unit, hex_)


def _why_not_there(state: State, unit: str, hex_: str) -> Refusal | None:
    board, now, name = state.board, state.units[unit], name_of(state, unit)
    index, begins = board.index(hex_), board.index(now.at)
    sea = seas_to(state, hex_)
    if not board.seas[begins] & sea:
        where = " or ".join(sorted(sea))
        text = f"Units that invade {place_name(state, hex_)} must begin in a port of the {where}."
        return Refusal("other-sea", "11.71", text)
    refusal = why_entry_forbidden(state, unit, index, BY_SHIP) or why_not_end_move(state, (unit,), hex_)
    if refusal is not None:
        return refusal
    if now.shaken and index in zone(state, CENTRAL):
        return Refusal("demoralised", "13.85", "Demoralised units may not enter an enemy zone of control.")
    if is_held(state, hex_):
        # §13.1, §11.72: who cannot attack cannot invade a hex that must be attacked.
        if now.shaken:
            return Refusal("demoralised", "13.85", f"{name} is demoralised and cannot attack.")
        if is_weary(state, unit):
            return Refusal("low-morale", "21.33", f"{name} has low morale and may not attack.")
        refusal = why_attack_forbidden(state, unit, index)
        if refusal is not None:
            return refusal
    return NO_SHIPS if charges(state, hex_, (unit,)) is None else None


@kept
def ready_to_invade(state: State) -> tuple[str, ...]:
    """§11.71: the units in ports that may invade some hex, in the order of the counter sheet."""
    units = state.embarking if LISTED in state.used else frozenset(_in_ports(state))
    return tuple(u for u in state.units if u in units and why_no_invader(state, u) is None)


@kept
def invaders_to(state: State, hex_: str) -> tuple[str, ...]:
    """§11.71: the units that may invade a hex now, in the order of the counter sheet."""
    return tuple(u for u in ready_to_invade(state) if _why_not_there(state, u, hex_) is None)


def why_nobody(state: State, hex_: str) -> Refusal | None:
    """§11.71: why most of the units in ports may not invade a hex; None where there are none."""
    found = (_why_not_there(state, u, hex_) for u in ready_to_invade(state))
    reasons = [why for why in found if why is not None]
    return max(reasons, key=reasons.count) if reasons else None


# --- units together -------------------------------------------------------------------------------------------------


def ranks_in_halves(state: State, units: Iterable[str]) -> int:
    """§2.68a, §2.68c: infantry and cavalry in half corps; artillery does not count."""
    return sum(half_corps(state, u) for u in kinds_among(state, units, RANKS))


def charges(state: State, hex_: str, units: Sequence[str]) -> Mapping[str, int] | None:
    """§11.6, §11.3: what ships of which countries carry, in half corps; None where they cannot carry all.

    Each goes in its country's ships while these have room, then in those with most (docs/rulings); the large first.
    """
    sea = seas_to(state, hex_) | state.board.seas[state.board.index(hex_)]
    fleets = {
        power: sea_left(state, power)
        for power in WESTERN
        if state.allegiance.get(power) == ALLIED and seas_of(state, power) & sea
    }
    found: dict[str, int] = {}
    for unit in sorted(units, key=lambda u: -half_corps(state, u)):
        load, own = half_corps(state, unit), power_of(state, unit)
        able = [power for power, room in fleets.items() if room >= load]
        if not able:
            return None
        power = min(able, key=lambda p: (p != own, -fleets[p], p))
        fleets[power] -= load
        found[by_sea(power)] = found.get(by_sea(power), 0) + load
    return found


def why_not_together(state: State, parties: Sequence[tuple[str, Sequence[str]]]) -> Refusal | None:
    """§2.68a, §11.72, §11.6, §6.1, §18.33, §18.41, §2.67: why these may not invade together, each party its hex."""
    chart, every = state.printed.charts.invasions, [u for _, units in parties for u in units]
    if ranks_in_halves(state, every) > HALVES * chart.corps:
        return TOO_MANY_CORPS
    if len(kinds_among(state, every, frozenset((FIELD,)))) > chart.artillery:
        return TOO_MANY_GUNS
    for hex_, units in parties:
        if are_apart(state, hex_, units):
            return APART
        refusal = why_too_many(state, hex_, units)
        if refusal is not None:
            return Refusal("overstacked", "11.72", f"One stack invades a hex. {refusal.text}")
    for box in state.board.boxes:
        leaving = [u for u in every if state.units[u].at == box]
        refusal = why_not_leave_box(state, leaving) if leaving else None
        if refusal is not None:
            return refusal
    watch = why_not_leave_watch(state, every, parties[0][0])
    if watch is not None:
        return watch
    return None if charges(state, parties[0][0], every) is not None else NO_SHIPS


def can_take(state: State, hex_: str, units: Sequence[str]) -> bool:
    """§13.652: whether these are enough to invade a hex: one that is held wants infantry or cavalry."""
    return bool(kinds_among(state, units, RANKS) if is_held(state, hex_) else units)


def someone_for_another(state: State, hex_: str, units: Sequence[str]) -> bool:
    """§2.68a: whether someone could invade a hex next to one that these invade."""
    return any(
        why_not_together(state, ((hex_, units), (other, (unit,)))) is None
        for other in beside(state, hex_)
        for unit in invaders_to(state, other)
        if unit not in units and can_take(state, other, (unit,))
    )
