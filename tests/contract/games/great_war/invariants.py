"""What holds in every position, worked out from the printed boards and counters without the rules' own helpers."""

from __future__ import annotations

from collections import Counter as Tally

from rules.great_war.facts import Event
from rules.great_war.facts.movement import UnitsMoved
from rules.great_war.facts.procedure import PhaseBegan, TurnBegan
from rules.great_war.facts.revolutions import RedArmyFormed
from rules.great_war.game import GAME
from rules.great_war.position.state import BattleFrame, PhaseFrame, State

BOXES = ("pool", "available", "dead", "out", "later")
THERE = {"arabia": ("tu-",), "reserve": ("tu-",), "transit": ("tu-", "ge-"), "transfer": ("ru-",), "away": ("br-",)}
"""§9.13, §9.16, §9.24, §5.38, §6.46: boxes of the Near East, and whose units may be in them."""
OF_BOTH = ("near-east-available", "near-east-dead")
"""§5.35: the boxes of the maps of the Near East in the combined game."""
FOES = {"central": "allied", "allied": "central"}
BOUGHT = ("u-boat-c", "u-boat-g", "u-boat-k", "u-boat-o")
MOST_UNITS = 6
UNCOUNTED = ("hq", "tank", "anti-tank")
FOR_GOOD = ("infantry", "provisional", "later")


def check_position(state: State) -> None:
    """What holds after every command."""
    _everyone_is_somewhere(state)
    _hexes_are_shared_by_friends(state)
    _conditions(state)
    _chits_and_points(state)
    _cursor(state)


def check_fact(before: State, event: Event, after: State) -> None:
    """What holds for every event."""
    rolled = getattr(event, "draw", None) is not None
    assert after.draws == before.draws + rolled
    assert after.turn == before.turn + isinstance(event, TurnBegan)
    assert after.strategic >= before.strategic, "strategic turns go by their letters"
    for unit, was in before.units.items():
        now = after.units[unit]
        # §15.93: counters of the Red Army wait out of the game from the collapse of Russia on.
        if was is not now and was.at == "out" and not isinstance(event, RedArmyFormed):
            assert now.at == "out" or before.counter(unit).nation not in before.sides or not before.sides, (
                f"{unit} came back from out of the game by {type(event).__name__}"
            )
    if isinstance(event, UnitsMoved):
        _way(before, event)
    if isinstance(event, PhaseBegan) and before.phase.key.endswith("-movement"):
        assert not _overstacked(before), f"§8.23: the phase ended with too many units in {_overstacked(before)}"


def _everyone_is_somewhere(state: State) -> None:
    board = state.printed.board
    assert list(state.units) == list(state.printed.counters), "units came or went"
    stacked = Tally(u for units in state.stacks.values() for u in units)
    assert not [u for u, n in stacked.items() if n > 1], "a unit stands twice"
    for hex_, units in state.stacks.items():
        assert units, f"an empty stack at {hex_}"
        assert board.land[board.index[hex_]], f"§3.11, §8.34: units at {hex_}"
        assert all(state.units[u].at == hex_ for u in units), f"{hex_} does not know where its units are"
    for unit, now in state.units.items():
        boxed = now.at in BOXES or unit.startswith(THERE.get(now.at, ("-",)))
        boxed |= now.at in OF_BOTH and state.scenario.startswith("combined-")
        # §6.8: Armenians who rise where Turks stand are in no stack until the fight is over.
        if unit != state.near_east.rising:
            assert boxed != (unit in stacked), f"{unit}: {now.at}"
        if state.turn > state.card.turn:
            assert now.at != "pool", f"§21.12: {unit} was never set up"


def _hexes_are_shared_by_friends(state: State) -> None:
    for hex_, units in state.stacks.items():
        sides = {state.sides.get(state.counter(u).nation) for u in units}
        assert len(sides) == 1, f"both sides in {hex_}"
        assert sides <= {*FOES}, f"§17.11: neutral units in {hex_}: {units}"
        kinds = [state.counter(u).is_combat for u in units]
        assert kinds == sorted(kinds, reverse=True), f"§7.25: a headquarters on a combat unit in {hex_}"


def _conditions(state: State) -> None:
    moving = state.phase.key.endswith("-movement")
    for unit, now in state.units.items():
        c = state.counter(unit)
        assert not now.back or c.back is not None, f"{unit} has no back"
        if now.at in (*BOXES, *THERE, *OF_BOTH):
            quiet = (now.spent, now.began, now.near, now.fought, now.attacked)
            assert quiet == (0, "", False, False, False), f"{unit} in {now.at}: {now}"
        if now.at == "dead":
            assert not now.back or c.turned in FOR_GOOD, f"§10.63: {unit} lies dead with its back up"
        if not moving:
            assert not now.began, f"§8.16: {unit} moves outside of its phase"


def _chits_and_points(state: State) -> None:
    assert all(n >= 0 for n in state.points.values()), f"§5.12: debts: {state.points}"
    for place, lot in state.chits.items():
        assert all(n > 0 for n in lot.values()), f"{place}: {lot}"
    whole = Tally[str]()
    for lot in state.chits.values():
        whole.update(lot)
    printed = state.printed.chits.events
    for chit, n in whole.items():
        assert n <= printed[chit].count or chit in BOUGHT, f"§3.24: {n} of {chit}, and {printed[chit].count} printed"


def _cursor(state: State) -> None:
    deciders = GAME.deciders(state)
    assert bool(deciders) == (state.ended is None), "someone decides until the end, and nobody after it"
    assert set(deciders) <= {*FOES}
    assert isinstance(state.cursor[0], PhaseFrame)
    assert len(state.cursor) <= 2
    battle = state.cursor[-1]
    if isinstance(battle, BattleFrame):
        assert battle.side in FOES
        assert {state.side(u) for u in battle.attackers} == {battle.side}
        assert {state.side(u) for u in battle.defenders} <= {FOES[battle.side]}
        assert not {*battle.attackers} & {*battle.defenders}


def _overstacked(state: State) -> set[str]:
    """§7.23, counted again; battalions of storm troops and companies of the canal count for nothing, and collapsed
    nations part elsewhere."""
    full = set()
    for hex_, units in state.stacks.items():
        here = [state.counter(u) for u in units]
        counted = [c for c in here if c.kind not in UNCOUNTED and not (c.nation == "GE" and c.size == "BN")
                   and not c.id.startswith("br-cd-")]  # fmt: skip
        kinds = Tally(c.kind for c in here)
        if len(counted) > MOST_UNITS or any(kinds[k] > 1 for k in UNCOUNTED):
            full.add(hex_)
    return full


def _way(before: State, event: UnitsMoved) -> None:
    """§8.1, §8.21: a move goes from hex to hex past no enemy combat unit, and its units start together."""
    board = before.printed.board
    assert {before.units[u].at for u in event.units} == {event.path[0]}
    for a, b in zip(event.path, event.path[1:], strict=False):
        assert b in board.lattice.around(a), f"§8.1: {a} to {b}"
        there = before.stacks.get(b, ())
        assert not there or before.side(there[0]) == event.side or not before.counter(there[0]).is_combat, (
            f"§8.21: through the enemy in {b}"
        )
