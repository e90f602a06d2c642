"""§11.21: losses turned into hexes of retreat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import Path
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import quantity
from rules.schlieffens_war.combat.battle import abandon_depots, battle_of
from rules.schlieffens_war.facts.battle import StackRetreated
from rules.schlieffens_war.play import Play, hex_in_play
from rules.schlieffens_war.position.fog_of_war import visible_units
from rules.schlieffens_war.position.state import BattleFrame, State
from rules.schlieffens_war.printed.sides import BE, foe
from rules.schlieffens_war.stacking import is_overstacked, may_share
from rules.schlieffens_war.supply import nearest_source
from rules.schlieffens_war.zoc import in_ezoc


def retreating_units(state: State, frame: BattleFrame) -> tuple[str, ...]:
    """§11.20: the mobile defenders, HQs that stayed out among them, retreat as one stack; depots are no defenders."""
    return tuple(
        u for u in state.stacks.get(frame.target, ()) if state.counter(u).is_mobile and state.counter(u).kind != "depot"
    )


def may_retreat(state: State, frame: BattleFrame) -> bool:
    """§11.20, §11.21: whether the losses still due can be turned into hexes of retreat now."""
    return bool(retreat_paths(state, frame))


def retreat_paths(state: State, frame: BattleFrame) -> list[tuple[str, ...]]:
    """§11.21: every way back of as many hexes as losses are due, each hex as near to supply as such a way can be.

    None before the first step is lost, none out of a fort or heavy fortress.
    """
    units = _free_to_go(state, frame)
    return _ways_back(state, units, (frame.target,), frame.defender_due) if units else []


def _free_to_go(state: State, frame: BattleFrame) -> tuple[str, ...]:
    """§11.20, §11.21: who retreats: nobody before the first step, nor out of a fort or heavy fortress."""
    stack = state.stacks.get(frame.target, ())
    if not frame.hits or frame.defender_due <= 0 or frame.target in state.printed.board.fortresses:
        return ()
    return () if any(state.counter(u).kind == "fort" for u in stack) else retreating_units(state, frame)


def _ways_back(state: State, units: Sequence[str], behind: tuple[str, ...], hexes: int) -> list[tuple[str, ...]]:
    """§11.21: the ways of that many ``hexes`` on from the last one ``behind``, first of all by the nearest to supply.

    A hex from which the rest of the retreat cannot be made is not open to it.
    """
    if not hexes:
        return [()]
    rest = {
        h: _ways_back(state, units, (*behind, h), hexes - 1)
        for h in open_retreats(state, units, behind[-1])
        if h not in behind
    }
    steps, index = nearest_source(state, state.counter(units[0]).nation, None), state.printed.board.lattice.index
    distance = {h: steps.get(index[h], 10_000) for h, ways in rest.items() if ways}
    nearest = min(distance.values(), default=0)
    return [(h, *way) for h in distance if distance[h] == nearest for way in rest[h]]


def open_retreats(state: State, units: Sequence[str], here: str) -> list[str]:
    """§7.3, §10.8, §11.21: neighbours without enemies or their zones, in which the stack would be within the limits."""
    near = _neighbours_behind(state, units, here)
    return [h for h in near if not is_overstacked(state, (*state.stacks.get(h, ()), *units))]


def _neighbours_behind(state: State, units: Sequence[str], here: str) -> Iterator[str]:
    """§7.3, §10.8, §6.3: neighbours in which the stack could be, stacking limits aside."""
    b = state.printed.board
    side = state.counter(units[0]).side
    for j in b.ways[b.lattice.index[here]]:
        hex_ = b.lattice.ids[j]
        if state.holder(hex_) == foe(side) or in_ezoc(state, hex_, side):
            continue
        if any(state.counter(u).nation == BE for u in units) and hex_ not in b.belgian_area:
            continue
        if all(may_share(state, u, hex_) for u in units):
            yield hex_


def may_seem_to_retreat(state: State, frame: BattleFrame) -> bool:
    """§6.6: whether the other side must think that the stack may retreat: it does not know how full a hex is in which
    units are concealed."""
    units = _free_to_go(state, frame)
    return bool(units) and _seems_to_lead(state, units, (frame.target,), frame.defender_due)


def _seems_to_lead(state: State, units: Sequence[str], behind: tuple[str, ...], hexes: int) -> bool:
    """§6.6, §11.21: whether a way of that many hexes on seems to be open, where only the units that are seen count."""
    if not hexes:
        return True
    seen = visible_units(state, foe(state.counter(units[0]).side))
    for hex_ in _neighbours_behind(state, units, behind[-1]):
        there = [u for u in (*state.stacks.get(hex_, ()), *units) if u in seen]
        open_ = hex_ not in behind and not is_overstacked(state, there)
        if open_ and _seems_to_lead(state, units, (*behind, hex_), hexes - 1):
            return True
    return False


def why_not_retreat(at: At[State]) -> Refusal | None:
    """§11.20, §11.21: why the stack cannot retreat."""
    if retreat_paths(at.state, battle_of(at.state)):
        return None
    return Refusal(
        "no-retreat",
        "11.21",
        "The stack cannot retreat: it is in a fort, has not taken its first loss, or has no open route.",
    )


def _ways(at: At[State], _: Choices) -> Path:
    """§11.21: every way back, whole."""
    paths = retreat_paths(at.state, battle_of(at.state))

    def check(path: tuple[str, ...]) -> None:
        if tuple(hex_in_play(at.state, h) for h in path) not in paths:
            raise Refused(
                "wrong-retreat", "11.21", "A retreat covers one hex for each remaining loss and leads towards supply."
            )

    ways: dict[str, list[tuple[str, ...]]] = {}
    for path in paths:
        ways.setdefault(path[-1], []).append(path)
    others = {end: its[1:] for end, its in ways.items() if len(its) > 1}
    return Path(check, {end: its[0] for end, its in ways.items()}, others=others)


def retreat(play: Play, at: At[State], chosen: Choices) -> None:
    """§11.21: turn the losses still due into hexes of retreat along a path."""
    frame, path = battle_of(play.state), chosen.names("path")
    play.emit(StackRetreated(retreating_units(play.state, frame), (frame.target, *path)))
    play.enter(path, at.seat)
    abandon_depots(play, frame, "11.21")


RETREAT: Order[State] = Order(
    "retreat", "Retreat", "11.21", retreat, (Slot("path", "path", _ways, "Choose the hex to retreat to"),),
    when=why_not_retreat, note=lambda at: quantity(battle_of(at.state).defender_due, "hex", "hexes"),
)  # fmt: skip
