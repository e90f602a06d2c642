"""§13.8: where units retreat, and what becomes of those who cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.empires_alliances.attacks.targets import enemy_fort_in
from rules.empires_alliances.combat.joining import ask
from rules.empires_alliances.combat.losses import hex_of_lane, pairing_of
from rules.empires_alliances.combat.no_way_back import TWO_HEXES, refused_around, why_not_back
from rules.empires_alliances.countries.economy import add_half
from rules.empires_alliances.facts.combat import Held, Retreated, Scattered, StageReached, attack_of
from rules.empires_alliances.movement.entering import drive_out
from rules.empires_alliances.play import Play, name_of, no_units, own
from rules.empires_alliances.position.frames import Fight
from rules.empires_alliances.position.state import FOE, Points, State
from rules.empires_alliances.printed.counters import FIELD, SIEGE, TANK
from rules.empires_alliances.restrictions.bans import is_closed_to_retreats
from rules.empires_alliances.restrictions.endings import why_not_leave_watch
from rules.empires_alliances.restrictions.western_allies import are_apart
from rules.empires_alliances.stacking import has_room, why_too_many
from rules.empires_alliances.supply.lengths import lengths_for
from rules.empires_alliances.supply.paths import can_pass
from rules.empires_alliances.terrain.zones import fort_in, ground_unit_hexes, zone
from rules.kernel.lattice import OFF_BOARD
from rules.kernel.messages import Json, Refusal, Refused
from rules.kernel.players import Rng
from rules.kernel.procedure.options import Fitting, Path, SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

Way = tuple[str, ...]
"""One hex, or two where the first has no room (§13.84)."""
NOT_GOING = Refusal("not-retreating", "13.81", "That unit is not retreating now.")
APART = Refusal("retreat-apart", "13.81", "Choose units from one hex.")
NO_FORT = Refusal("no-fort", "15.12", "None of the units that retreat is in a fort.")


# --- ways back ----------------------------------------------------------------------------------------------------


def legal_hexes(state: State, unit: str, from_: str) -> tuple[str, ...]:
    """§13.83: the hexes beside one into which a unit can retreat without being eliminated, by number."""
    side, board = state.side_of(unit), state.board
    a, hostile = board.index(from_), zone(state, FOE[side])
    found = []
    for b in board.lattice.neighbours[a]:
        if b == OFF_BOARD or b in hostile or not _may_stand(state, side, a, b):
            continue
        found.append(board.lattice.ids[b])
    return tuple(sorted(found))


def _may_stand(state: State, side: str, a: int, b: int) -> bool:
    """§13.83, §6.3: whether nothing but a zone keeps a retreat out of a hex. Aircraft alone do not: they fly."""
    if not can_pass(state, a, b) or b in ground_unit_hexes(state, FOE[side]):
        return False
    return enemy_fort_in(state, state.board.lattice.ids[b], side) is None


def ways_back(state: State, units: Sequence[str]) -> Mapping[str, Way]:
    """§13.81 to §13.84, §18.41: where units of one hex may retreat together: end to way.

    A hex without room is entered only where none has room, and left again for one that has. Of what is left, land that
    is closed to the units gives way to other land, hexes of the other western ally's to others, and longer lines of
    supply to those that are no longer (docs/rulings); of two hexes that holds for each.
    """
    first = units[0]
    from_ = state.units[first].at
    legal = legal_hexes(state, first, from_)
    roomy = [h for h in legal if has_room(state, h, units)]
    alone = [h for h in legal if all(has_room(state, h, (u,)) for u in units)]
    if alone:
        return {h: (h,) for h in preferred_by_all(state, units, from_, alone) if h in roomy}
    onward = {
        on: (over, on)
        for over in preferred_by_all(state, units, from_, legal)
        for on in legal_hexes(state, first, over)
        if on != from_ and has_room(state, on, units)
    }
    return {on: onward[on] for on in preferred_by_all(state, units, from_, [*onward])}


def preferred_by_all(state: State, units: Sequence[str], from_: str, hexes: Sequence[str]) -> tuple[str, ...]:
    """§13.82, §18.33: of hexes those to which each of some units must retreat if possible; one of a country speaks for
    all."""
    speakers = {state.counter(unit).nation: unit for unit in units}
    first, *others = (preferred_hexes(state, unit, from_, hexes) for unit in speakers.values())
    common = tuple(h for h in first if all(h in other for other in others))
    return tuple(h for h in common if why_not_leave_watch(state, units, h) is None) or common


def preferred_hexes(state: State, unit: str, from_: str, hexes: Sequence[str]) -> tuple[str, ...]:
    """§13.82, §18.41, §18.43: of hexes those to which a unit must retreat if possible."""
    index = state.board.index
    open_ = [h for h in hexes if not is_closed_to_retreats(state, unit, index(h))] or [*hexes]
    alone = [h for h in open_ if not are_apart(state, h, (unit, *state.stacks.get(h, ())))] or open_
    lengths = lengths_for(state, state.side_of(unit), index(from_))
    now = lengths.get(index(from_))
    if now is None:
        return tuple(alone)
    return tuple([h for h in alone if lengths.get(index(h), now + 1) <= now] or alone)


def in_fort(state: State, unit: str) -> bool:
    """§15.12: whether a unit stands in a fort of its side and may ignore a retreat."""
    hex_ = state.units[unit].at
    return fort_in(state, hex_) is not None and enemy_fort_in(state, hex_, state.side_of(unit)) is None


# --- what comes about by itself -----------------------------------------------------------------------------------


def retreat_what_must(play: Play, frame: Fight) -> bool:
    """§13.83, §13.84, §15.12: units with no way back are lost, or stay in their fort; one way for all is taken."""
    state, hex_ = play.state, hex_of_lane(play.state, frame)
    if not frame.going:
        return False
    if _is_surprised(state, hex_, frame):
        play.emit(Scattered(hex_, frame.going, "22.13"))
        return True
    stuck = cut_off(state, frame.going)
    if stuck:
        _stay_or_fall(play, hex_, stuck)
        return True
    return _only_way(play, hex_, frame)


def ready_to_go(state: State, going: Sequence[str]) -> tuple[str, ...]:
    """§13.81: those of units that retreat who have a way just now."""
    return tuple(u for u in going if ways_back(state, (u,)))


def cut_off(state: State, going: Sequence[str]) -> tuple[str, ...]:
    """§13.83, §13.84: those who have no way, not even when the others who go make room; all if nobody can begin."""
    ready = frozenset(ready_to_go(state, going))
    stuck = tuple(u for u in going if u not in ready)
    return tuple(u for u in stuck if not _could_wait(state, u, going)) or (() if ready else stuck)


def _could_wait(state: State, unit: str, going: Sequence[str]) -> bool:
    """§13.84: whether a hex beside a unit has room once others who retreat have left it."""

    def stay(hex_: str) -> tuple[str, ...]:
        return tuple(u for u in state.stacks.get(hex_, ()) if u not in going)

    return any(
        why_too_many(state, h, (*stay(h), unit)) is None for h in legal_hexes(state, unit, state.units[unit].at)
    )  # fmt: skip


def _stay_or_fall(play: Play, hex_: str, stuck: tuple[str, ...]) -> None:
    state = play.state
    held = tuple(u for u in stuck if in_fort(state, u))
    lost = tuple(u for u in stuck if u not in held)
    if held:
        play.emit(Held(hex_, held))
    if lost:
        crowded = any(legal_hexes(state, u, state.units[u].at) for u in lost)
        purses = points_back(state, lost) if state.option("retreat-into-zones") else {}
        section = "22.9" if purses else "13.84" if crowded else "13.83"
        play.emit(Scattered(hex_, lost, section, purses or None))


def _only_way(play: Play, hex_: str, frame: Fight) -> bool:
    """§13.81: all who go stand in one hex and have one way together: they take it."""
    state, going = play.state, frame.going
    if len({state.units[u].at for u in going}) > 1 or any(in_fort(state, u) for u in going):
        return False
    ways = [ways_back(state, (u,)) for u in going]
    if any(dict(way) != dict(ways[0]) for way in ways) or len(ways[0]) != 1:
        return False
    together = ways_back(state, going)
    if len(together) != 1:
        return False
    (way,) = together.values()
    _go_back(play, hex_, going, way)
    return True


def _go_back(play: Play, hex_: str, units: tuple[str, ...], way: Way) -> None:
    """§13.81, §6.3: units retreat; aircraft of the enemy's that are alone where they come lose their base."""
    state = play.state
    drive_out(play, way, state.side_of(units[0]))
    play.emit(Retreated(hex_, units, (state.units[units[0]].at, *way)))


def _is_surprised(state: State, hex_: str, frame: Fight) -> bool:
    """§22.13 (3): whether defenders who would have to retreat are eliminated: aircraft support the attack on them."""
    if not attack_of(state, hex_).surprise or state.side_of(frame.going[0]) == state.player:
        return False
    return bool(pairing_of(state, hex_, frame).air)


def points_back(state: State, units: Sequence[str]) -> dict[str, Points]:
    """§22.9: half the attack factors of units that retreat into an enemy zone where a friendly ground unit stands.

    Each purse is as it is then, and never fuller than its limit (§17.21).
    """
    factors: dict[str, list[int]] = {}
    for unit in units:
        counter = state.counter(unit)
        if legal_hexes(state, unit, state.units[unit].at) or not _is_beside_friends(state, unit):
            continue
        kind = {FIELD: 1, SIEGE: 1, TANK: 2}.get(counter.kind, 0)
        factors.setdefault(state.printed.nations[counter.nation].points, [0, 0, 0])[kind] += counter.figures.attack
    # A country without replacement points of its own has no purse to put them into.
    return {purse: add_half(state, purse, *lost) for purse, lost in factors.items() if purse in state.printed.limits}


def _is_beside_friends(state: State, unit: str) -> bool:
    """§22.9: whether a hex in an enemy zone beside the unit is held by a friendly ground unit."""
    side, board = state.side_of(unit), state.board
    a, friendly = board.index(state.units[unit].at), ground_unit_hexes(state, side)
    return any(b in friendly and _may_stand(state, side, a, b) for b in board.lattice.neighbours[a] if b != OFF_BOARD)


def all_gone(play: Play, frame: Fight) -> None:
    """§13.9: nobody is left to retreat; the attacker may advance."""
    play.emit(StageReached(hex_of_lane(play.state, frame), "advance"))


# --- what the owner decides ---------------------------------------------------------------------------------------


def asks_owner(state: State, frame: Fight) -> tuple[Ask, ...]:
    """§13.81: the owner of the units that retreat."""
    if not frame.going:
        return ()
    side = state.side_of(frame.going[0])
    attack = attack_of(state, hex_of_lane(state, frame))
    return tuple(Ask(a.seat, serial=f"{a.serial}.{len(frame.going)}") for a in ask(state, side, attack))


class Going(SomeOf):
    """Units of one hex that retreat together."""

    def pick(self, rng: Rng) -> list[Json] | None:
        """One of them."""
        names = [*self.names]
        return [names[rng.randrange(len(names))]] if names else None


def _going(at: At[State], _: Choices) -> Going:
    """§13.81: who is still to retreat."""

    ready = ready_to_go(at.state, at.frame.going)

    def check(_: State, unit: str) -> None:
        if unit not in ready:
            raise NOT_GOING.raised()

    why = own(at, check)
    together = _go_together(at.state, ready)
    return Going(Fitting(lambda: ready, why, fit=True), why=why, wrong_number=no_units("13.81"), proposed=together)


def _go_together(state: State, ready: Sequence[str]) -> tuple[str, ...]:
    """Of units that retreat those in the hex of the first, as many as one hex takes."""
    together: tuple[str, ...] = ()
    for unit in ready:
        more = (*together, unit)
        if state.units[unit].at == state.units[ready[0]].at and ways_back(state, more):
            together = more
    return together


def _ways(at: At[State], chosen: Choices) -> Path:
    """§13.81 to §13.84: where these units may retreat."""
    state, units = at.state, chosen.names("units")
    if len({state.units[u].at for u in units}) > 1:
        raise APART.raised()
    ways = ways_back(state, units)

    def check(path: Way) -> None:
        if ways.get(path[-1]) == path:
            return
        raise (TWO_HEXES if path[-1] in ways else why_not_back(state, units, path[-1])).raised()

    return Path(check, ways, refused=refused_around(state, units, ways))


def retreat(play: Play, at: At[State], chosen: Choices) -> None:
    """§13.81: units retreat."""
    _go_back(play, hex_of_lane(play.state, at.frame), chosen.names("units"), chosen.names("path"))


def _in_forts(at: At[State]) -> Iterator[str]:
    return (u for u in at.frame.going if in_fort(at.state, u))


def nobody_in_a_fort(at: At[State]) -> Refusal | None:
    """§15.12: nobody who goes back is in a fort."""
    return None if any(True for _ in _in_forts(at)) else NO_FORT


def _holders(at: At[State], _: Choices) -> SomeOf:
    """§15.12: those in forts who need not retreat."""

    def check(_: State, unit: str) -> None:
        if unit not in at.frame.going:
            raise NOT_GOING.raised()
        if not in_fort(at.state, unit):
            raise Refused("not-in-a-fort", "15.12", f"{name_of(at.state, unit)} is not in a fort and must retreat.")

    why: Callable[[str], Refusal | None] = own(at, check)
    return SomeOf(Fitting(lambda: _in_forts(at), why, fit=True), why=why, wrong_number=no_units("15.12"))


def hold(play: Play, at: At[State], chosen: Choices) -> None:
    """§15.12: units in a fort stay."""
    play.emit(Held(hex_of_lane(play.state, at.frame), chosen.names("units")))


RETREAT: Order[State] = Order(
    "retreat", "Retreat", "13.81", retreat,
    (Slot("units", "units", _going, "Choose the units that retreat"),
     Slot("path", "path", _ways, "Choose where they retreat")),
)  # fmt: skip
HOLD: Order[State] = Order(
    "hold", "Stay in the fort", "15.12", hold,
    (Slot("units", "units", _holders, "Choose the units that stay"),), when=nobody_in_a_fort,
)  # fmt: skip
