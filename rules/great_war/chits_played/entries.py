"""§6.54, §17.11 Neutral entry: who joins whom in the New Units Phase, and where its units are set up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle

from rules.great_war.facts.entry import EntryDue, NationEntered, NationStaysOut, TurksDeployed
from rules.great_war.facts.transport import UnitsArrived
from rules.great_war.play import Play
from rules.great_war.position.control import controlled_hexes, occupied_hexes
from rules.great_war.position.state import AVAILABLE, LATER, State
from rules.great_war.printed.arrivals import ENTRY, EUROPE
from rules.great_war.printed.chits import Chit
from rules.great_war.printed.nations import CENTRAL, foe
from rules.great_war.stacking import why_too_many
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal
from rules.kernel.procedure.orders import At, Choices, Order

GREECE, TURKEY = "GK", "TU"
TO_SET_UP = Refusal("set-up-first", "17.11", "First set up all units of the nation that has just entered.")
NOBODY_NEW = Refusal("nobody-new", "17.11", "No nation has just entered the war on your side.")


def due(play: Play, chit: Chit) -> None:
    """§6.54: an entry that is drawn waits for the New Units Phase of its turn."""
    play.emit(EntryDue(chit.id))


def enter(play: Play, _: object) -> bool:
    """§6.54, §17.11: all entries of the turn, as the New Units Phase begins. Says whether there were any.

    A nation that both sides have drawn, or that has collapsed meanwhile, never enters.
    """
    entering = play.state.chit_state.entering
    events = play.state.printed.chits.events
    for nation in dict.fromkeys(events[c].nation for c in entering):
        sides = {events[c].side for c in entering if events[c].nation == nation}
        if len(sides) > 1 or nation in play.state.strategic_state.collapsed:
            play.emit(NationStaysOut(nation))
            continue
        (side,) = sides
        board = play.state.printed.board
        foes = sorted(board.ids[i] for i in board.by_country[nation] & occupied_hexes(play.state, foe(side)))
        play.emit(NationEntered(nation, side, newcomers(play.state, nation), tuple(foes)))
        if nation == GREECE:
            deploy_turks(play)
    return bool(entering)


def newcomers(state: State, nation: str) -> tuple[str, ...]:
    """§17.11: all units that a nation enters with: those of its entry and of strategic turns gone by."""
    arrivals = state.printed.arrivals
    return tuple(
        u
        for u in state.boxes[LATER]
        if state.counter(u).nation == nation and (arrivals[u].turn == ENTRY or arrivals[u].by(state.strategic))
    )


def deploy_turks(play: Play) -> None:
    """§17.13: the Turks of Europe take up their places, once; those whose place an enemy holds wait in the box. After
    Turkey's surrender there are none, and their country is open anyway (docs/rulings)."""
    if play.state.turkey:
        return
    places = {}
    arrivals = play.state.printed.arrivals
    for unit in newcomers(play.state, TURKEY):
        if arrivals[unit].map != EUROPE:
            continue
        hex_ = arrivals[unit].setup
        places[unit] = hex_ if hex_ and play.state.holder(hex_) in (None, CENTRAL) else AVAILABLE
    play.emit(TurksDeployed(places))
    # §7.13: an enemy may have gone through one of these hexes.
    play.take([hex_ for hex_ in dict.fromkeys(places.values()) if hex_ != AVAILABLE], CENTRAL)


# --- setting up -------------------------------------------------------------------------------------------------------


def is_deploying(state: State, unit: str) -> bool:
    """§17.11: whether a unit is set up with its nation that has just entered."""
    return state.counter(unit).nation in state.chit_state.deploying and state.units[unit].at == AVAILABLE


@kept
def homeland(state: State, nation: str) -> frozenset[int]:
    """§17.11, §6.53: the hexes in which its units are set up: its country without hexes that the enemy is in."""
    board, side = state.printed.board, state.sides[nation]
    return frozenset(i for i in board.by_country[nation] if board.land[i]) - occupied_hexes(state, foe(side))


def open_to_deploy(state: State, unit: str) -> frozenset[int]:
    """§17.11, §15.71: those for one unit: alpine hexes for mountain units alone."""
    found = homeland(state, state.counter(unit).nation)
    return found if state.counter(unit).kind == "mountain" else found - state.printed.board.alpine


def units_to_set_up(state: State, side: str) -> tuple[str, ...]:
    """§17.11: the units that a side has still to set up with their nation."""
    if not state.chit_state.deploying:
        return ()
    mine = {n for n in state.chit_state.deploying if state.sides[n] == side}
    return tuple(u for u in state.boxes[AVAILABLE] if state.counter(u).nation in mine)


def sensible(state: State, side: str) -> Mapping[str, tuple[str, ...]]:
    """§17.11: a place for each unit: the border with the enemy first, hex by hex, headquarters in towns behind it."""
    places: dict[str, list[str]] = {}
    for nation in state.chit_state.deploying:
        mine = [u for u in units_to_set_up(state, side) if state.counter(u).nation == nation]
        if not mine:
            continue
        rows = _rows(state, nation)
        for unit in sorted(mine, key=lambda u: not state.counter(u).is_combat):
            fits = _first(state, unit, rows[state.counter(unit).is_combat], places)
            if fits is not None:
                places.setdefault(fits, []).append(unit)
    return {hex_: tuple(units) for hex_, units in places.items()}


def _rows(state: State, nation: str) -> Mapping[bool, Iterator[str]]:
    board, home = state.printed.board, homeland(state, nation)
    enemy = controlled_hexes(state, foe(state.sides[nation]))
    fronts = {i: sum(b in enemy for b in board.beside(i)) for i in home}
    border = sorted((i for i in home if fronts[i]), key=lambda i: (-fronts[i], board.ids[i]))
    towns = sorted(home & board.towns, key=lambda i: (i not in board.cities, board.ids[i]))
    inland = sorted(home - {*border, *towns}, key=lambda i: board.ids[i])

    def names(*rows: Iterable[int]) -> Iterator[str]:
        return cycle(dict.fromkeys(board.ids[i] for row in rows for i in row))

    # Combat units go round the border and the towns; where there are too many for these, round the whole country.
    return {True: names([*border, *towns] if border else [*towns, *inland]), False: names(towns, border, inland)}


def _first(state: State, unit: str, hexes: Iterator[str], places: Mapping[str, list[str]]) -> str | None:
    board, open_ = state.printed.board, open_to_deploy(state, unit)
    for _, hex_ in zip(range(len(open_) + len(board.towns) + 1), hexes, strict=False):
        there = (*state.stacks.get(hex_, ()), *places.get(hex_, ()), unit)
        if board.index[hex_] in open_ and why_too_many(state, there) is None:
            return hex_
    return next(
        (board.ids[i] for i in sorted(open_)
         if why_too_many(state, (*state.stacks.get(board.ids[i], ()), *places.get(board.ids[i], ()), unit)) is None),
        None,
    )  # fmt: skip


def deploy(play: Play, at: At[State], _: Choices) -> None:
    """§17.11: all that wait, in one click."""
    for hex_, units in sensible(play.state, at.seat).items():
        play.enter([hex_], at.seat)
        play.emit(UnitsArrived(at.seat, units, hex_))


DEPLOY: Order[State] = Order(
    "deploy", "Set up the new ally", "17.11", deploy, weight=8,
    when=lambda at: None if units_to_set_up(at.state, at.seat) else NOBODY_NEW,
    note=lambda at: f"{len(units_to_set_up(at.state, at.seat))} units",
    help="Places all its units at once: along its border with the enemy, and in its towns.",
)  # fmt: skip
