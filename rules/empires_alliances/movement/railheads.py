"""§10.0 Advancing railheads: which hexes they may go on into, and the orders of §7.251."""

from __future__ import annotations

from collections.abc import Iterator

from rules.empires_alliances.facts.railheads import RailheadMoved, RailheadsListed
from rules.empires_alliances.play import Play, one_of
from rules.empires_alliances.position.control import controller, passed_rails, rail_side
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.counters import AIR
from rules.empires_alliances.supply.feeding import is_supplied
from rules.empires_alliances.supply.rails import networks
from rules.empires_alliances.supply.sources import sources_of
from rules.empires_alliances.terrain.weather import weather_in
from rules.empires_alliances.terrain.zones import occupied_hexes, zone
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import OneOf, Path, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask


@kept
def railheads_of(state: State, side: str) -> tuple[str, ...]:
    """§10.1, §10.3: the side's rail hexes from which a line leads into one of the other side's or a neutral's."""
    board, ids, passed = state.board, state.board.lattice.ids, passed_rails(state, side)
    return tuple(ids[a] for a in sorted(passed) if not board.rail_neighbours[a] <= passed)


def list_railheads(play: Play, frame: PhaseFrame) -> bool:
    """§7.251: the railheads that the phasing side has as it begins to advance them."""
    heads = railheads_of(play.state, play.state.player)
    if frame.closing or play.state.railheads or not heads:
        return False
    play.emit(RailheadsListed(heads))
    return True


def asks(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§7.251: the phasing side, while a railhead can be advanced."""
    if frame.closing or not heads_that_go_on(state, state.player):
        return ()
    return (Ask(state.player, serial=""),)


def why_not(state: State, side: str, a: str, b: str) -> Refusal | None:
    """§10.2, §10.3: why a railhead may not go from a hex into the next along a line; None when it may."""
    board, i = state.board, state.board.index(b)
    if i not in {to for to, _ in board.rails[board.index(a)]}:
        return Refusal("no-line", "10.2", "No railway leads there.")
    if rail_side(state, b) == side:
        return Refusal("own-rails", "10.2", "That line is already yours.")
    if i in occupied_hexes(state, FOE[side]) or i in zone(state, FOE[side]):
        return Refusal("watched", "10.2", "An enemy unit is there, or has the line in its zone of control.")
    if controller(state, b) != side:
        return Refusal("not-controlled", "10.2", "You do not control that hex.")
    if board.country[i] not in state.allegiance:
        return Refusal("neutral-rails", "2.64", "That line cannot be used until its country enters the war.")
    if not any(_counts(state, unit, side) for unit in state.trodden.get(b, ())):
        return Refusal("nobody-came", "10.2", "None of your supplied ground units has been there this segment.")
    return None


def _counts(state: State, unit: str, side: str) -> bool:
    """§10.2: whether a unit that came through a hex lets the line follow: on the ground, and in supply."""
    on_map = state.units[unit].at not in state.off_map and state.side_of(unit) == side
    return on_map and state.counter(unit).kind != AIR and is_supplied(state, unit)


def limit_of(state: State, origin: str, path: tuple[str, ...]) -> int:
    """§10.4: hexes that a railhead advances in a turn: the worst weather of all that it goes through."""
    index = state.board.index
    through = [hex_ for hex_, head in state.railheads.items() if head == origin and hex_ != origin]
    hexes = (*through, *path) or (origin,)
    return min(weather_in(state, index(hex_)).railhead for hex_ in hexes)


def hexes_advanced(state: State, origin: str) -> int:
    """§10.4: hexes that a railhead has advanced in this phase, on all branches together (docs/rulings)."""
    return sum(head == origin and hex_ != origin for hex_, head in state.railheads.items())


@kept
def is_joined(state: State, side: str, head: str) -> bool:
    """§10.2: whether rails lead from a railhead to a source, free of enemies: no way over land takes their place."""
    index, sources = state.board.index(head), sources_of(state, side)
    line = next((piece for piece in networks(state, side) if index in piece), frozenset[int]())
    return not line.isdisjoint(sources.full) or not line.isdisjoint(sources.limited)


def check_path(state: State, side: str, head: str, path: tuple[str, ...]) -> None:
    """§10.2 to §10.4: refuse a way along which a railhead may not be advanced."""
    origin = state.railheads[head]
    if not path:
        raise Refused("no-line", "10.2", "Say where the railhead goes.")
    if len(set(path)) != len(path):
        raise Refused("own-rails", "10.2", "That line is already yours.")
    for a, b in zip((head, *path), path, strict=False):
        if b not in state.board.lattice.index:
            raise Refused("no-line", "10.2", "No railway leads there.")
        refusal = why_not(state, side, a, b)
        if refusal is not None:
            raise refusal.raised()
    most = limit_of(state, origin, path)
    if hexes_advanced(state, origin) + len(path) > most:
        raise Refused("too-far", "10.4", f"A railhead can advance at most {most} hexes in this weather.")


def ways_on(state: State, side: str, head: str) -> dict[str, tuple[str, ...]]:
    """§10.2 to §10.4: by end each way that a railhead may be advanced now."""
    found: dict[str, tuple[str, ...]] = {}
    front: list[tuple[str, ...]] = [()]
    while front:
        following: list[tuple[str, ...]] = []
        for path in front:
            for hex_ in _next(state, side, path[-1] if path else head):
                way = (*path, hex_)
                if hex_ in path or hex_ in found or not _fits(state, side, head, way):
                    continue
                found[hex_] = way
                following.append(way)
        front = following
    return found


def _next(state: State, side: str, hex_: str) -> Iterator[str]:
    ids = state.board.lattice.ids
    for b, _ in state.board.rails[state.board.index(hex_)]:
        if why_not(state, side, hex_, ids[b]) is None:
            yield ids[b]


def _fits(state: State, side: str, head: str, path: tuple[str, ...]) -> bool:
    try:
        check_path(state, side, head, path)
    except Refused:
        return False
    return True


@kept
def heads_that_go_on(state: State, side: str) -> tuple[str, ...]:
    """§10.2: the railheads that can be advanced now."""
    return tuple(
        head
        for head in sorted(state.railheads)
        if next(_next(state, side, head), None) and is_joined(state, side, head) and ways_on(state, side, head)
    )


def check_head(state: State, side: str, head: str) -> None:
    """§10.2: refuse a hex from which no railhead can be advanced."""
    if head not in state.railheads:
        raise Refused("no-railhead", "10.2", "You have no railhead there.")
    if not is_joined(state, side, head):
        raise Refused("cut-off", "10.2", "No line free of enemies leads from there to a source of supply.")
    if not ways_on(state, side, head):
        raise Refused("no-way-on", "10.2", "The railhead cannot be advanced.")


def _heads(at: At[State], _: Choices) -> OneOf:
    check = refused_by(lambda head: check_head(at.state, at.seat, head))
    return one_of(lambda: heads_that_go_on(at.state, at.seat), check)


def _ways(at: At[State], chosen: Choices) -> Path:
    head = chosen.name("head")
    return Path(
        lambda path: check_path(at.state, at.seat, head, path),
        ways_on(at.state, at.seat, head),
    )


def advance_railhead(play: Play, at: At[State], chosen: Choices) -> None:
    """§10.2, §10.3: a railhead is advanced along a line."""
    play.emit(RailheadMoved(at.seat, chosen.name("head"), chosen.names("path")))


def advance_all(play: Play, at: At[State], _: Choices) -> None:
    """§10.2: every railhead as far as it goes, the longest way of each first."""
    while heads := heads_that_go_on(play.state, at.seat):
        ways = ways_on(play.state, at.seat, heads[0])
        play.emit(RailheadMoved(at.seat, heads[0], max(ways.values(), key=len)))


ADVANCE_RAILHEAD: Order[State] = Order(
    "advance_railhead", "Advance a railhead", "10.2", advance_railhead,
    (Slot("head", "hex", _heads, "Choose a railhead"), Slot("path", "path", _ways, "Choose how far the railhead goes")),
)  # fmt: skip
ADVANCE_ALL: Order[State] = Order("advance_railheads", "Advance all railheads", "10.2", advance_all)
