"""What holds in every position, worked out from the printed map and counters without the rules' own helpers."""

from __future__ import annotations

from collections import Counter as Tally

from rules.schlieffens_war.facts import Event
from rules.schlieffens_war.facts.movement import UnitsMoved
from rules.schlieffens_war.facts.procedure import PhaseBegan
from rules.schlieffens_war.facts.stacking import UnitGivenUp
from rules.schlieffens_war.facts.victory import AttackCounted
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import BOXES, ELIMINATED, REMOVED, BattleFrame, OverstackFrame, State
from rules.schlieffens_war.printed.counters import Counter
from rules.schlieffens_war.printed.data import AUGUST_1914, PLANS

PRINTED = PLANS[AUGUST_1914]

BEF_FORTS = ("Liège", "Maubeuge")
FORCED_MARCH_MP = 2
FOES = {"german": "entente", "entente": "german"}


def units_in(state: State, hex_: str) -> list[Counter]:
    """The counters in a hex."""
    return [PRINTED.counters[u] for u in state.stacks.get(hex_, ())]


def check_position(state: State) -> None:
    """What holds after every command."""
    _everyone_is_somewhere(state)
    _hexes_are_shared_by_friends(state)
    _conditions(state)
    _score(state)
    _cursor(state)


def check_fact(before: State, event: Event, after: State) -> None:
    """What holds for every event."""
    _nobody_comes_back_from_the_dead(before, event, after)
    _tracks_only_grow(before, event, after)
    match event:
        case PhaseBegan():
            assert not _overstacked(before), f"a phase ended with {_overstacked(before)} over the limits (§6.1)"
        case UnitsMoved():
            _way(before, event)
        case AttackCounted():
            _plan_xvii(before)


# --- positions ----------------------------------------------------------------------------------------------------


def _everyone_is_somewhere(state: State) -> None:
    assert list(state.units) == list(PRINTED.counters), "units came or went"
    stacked = Tally(u for units in state.stacks.values() for u in units)
    assert not [u for u, n in stacked.items() if n > 1], "a unit stands twice"
    for hex_, units in state.stacks.items():
        assert units, f"an empty stack at {hex_}"
        assert PRINTED.board.is_playable(hex_), f"units at {hex_}, where none may stand"
        for unit in units:
            assert state.units[unit].at == hex_, f"{unit} lies at {hex_} and says {state.units[unit].at}"
    for unit, now in state.units.items():
        assert (now.at in BOXES) != (unit in stacked), f"{unit}: {now.at}"


def _hexes_are_shared_by_friends(state: State) -> None:
    for hex_ in state.stacks:
        here = units_in(state, hex_)
        assert len({c.side for c in here}) == 1, f"both sides in {hex_}"
        nations = {c.nation for c in here}
        if len(nations) > 1:
            mobile = {c.nation for c in here if c.kind != "fort"}
            assert mobile == {"BR"}, f"§6.3: {sorted(nations)} in {hex_}"
            assert PRINTED.board.name[hex_] in BEF_FORTS, f"§8.4: British beside a fort in {hex_}"


def _conditions(state: State) -> None:
    for unit, now in state.units.items():
        c = PRINTED.counters[unit]
        corps = c.kind in ("infantry", "cavalry")
        assert now.morale in ((-1, 0, 1) if corps else (0,)), f"{unit}: morale {now.morale}"
        assert now.supply in ("in", "out", "fortress"), f"{unit}: {now.supply}"
        assert 0 <= now.spent <= c.ma + FORCED_MARCH_MP, f"{unit}: {now.spent} MP spent"
        if now.at in (ELIMINATED, REMOVED):
            withdrawn = now.at == REMOVED and state.withdrawn and c.nation == "GE" and corps
            assert now.steps == 0 or withdrawn, f"{unit} is out of play with {now.steps} steps"
        else:
            assert 1 <= now.steps <= len(c.strengths), f"{unit}: {now.steps} steps"
        if now.at in BOXES:
            assert c.kind != "fort" or now.at == REMOVED, f"a fort in {now.at}"
            continue
        if c.kind == "fort":
            assert now.at == c.setup, f"{unit} moved to {now.at}"
        if c.kind == "depot":
            assert now.at in PRINTED.board.on_rail, f"§10.7: {unit} off the rails at {now.at}"
        if c.nation == "BE":
            assert now.at in PRINTED.board.belgian_area, f"§10.8: {unit} at {now.at}"


def _score(state: State) -> None:
    held = {h for h in PRINTED.board.victory_cities if h in state.taken}
    assert state.vp == len(held), f"{state.vp} points for {sorted(held)}"
    assert state.plan_xvii >= 0
    assert 1 <= state.turn <= 10
    for hex_ in state.stacks:
        side = units_in(state, hex_)[0].side
        german_soil = PRINTED.board.country[hex_] == "GE"
        assert (side == "german") == (german_soil != (hex_ in state.taken)), f"§3.3: {side} in {hex_}, not theirs"
        if side == "german" and hex_ in PRINTED.board.perimeter:
            assert state.paris_endangered, f"§4.1: Germans at {hex_}"


def _cursor(state: State) -> None:
    assert len(GAME.deciders(state)) == (state.ended is None), "one side decides until the end, and none after it"
    assert len(state.cursor) <= 2
    top = state.cursor[-1]
    if isinstance(top, OverstackFrame):
        assert set(top.hexes) == _overstacked(state)
    if isinstance(top, BattleFrame):
        sides = {PRINTED.counters[u].side for u in top.attackers}
        assert len(sides) == 1
        assert not set(top.attackers) & {*top.defenders, *top.bystanders}
        lost = [u for u in top.attackers if state.units[u].at in BOXES and state.units[u].steps]
        assert not lost, f"attackers off the map alive: {lost}"


def _overstacked(state: State) -> set[str]:
    """§6.2, counted again: more than three corps and forts, or more than one HQ."""
    full = set()
    for hex_ in state.stacks:
        kinds = Tally(c.kind for c in units_in(state, hex_))
        if kinds["infantry"] + kinds["cavalry"] + kinds["fort"] > 3 or kinds["hq"] > 1:
            full.add(hex_)
    return full


# --- events -------------------------------------------------------------------------------------------------------


def _nobody_comes_back_from_the_dead(before: State, event: Event, after: State) -> None:
    if after.units is before.units:
        return
    for unit, was in before.units.items():
        now = after.units[unit]
        if was is now:
            continue
        c = PRINTED.counters[unit]
        if was.at == REMOVED:
            assert now.at == REMOVED, f"{unit} came back from out of play"
        if was.steps and not now.steps:
            corps = c.kind in ("infantry", "cavalry")
            given_up = isinstance(event, UnitGivenUp)
            for_good = c.kind == "fort" or c.nation == "BE" or (corps and was.supply == "out" and not given_up)
            expected = REMOVED if for_good else ELIMINATED
            assert now.at == expected, f"§8.8, §9.5: {unit} was lost {was.supply} of supply and is in {now.at}"


def _tracks_only_grow(before: State, event: Event, after: State) -> None:
    assert after.turn in (before.turn, before.turn + 1)
    assert before.plan_xvii <= after.plan_xvii <= before.plan_xvii + 1
    assert after.plan_xvii == before.plan_xvii or before.turn <= 7, "§4.4: counted after turn 7"
    assert after.paris_endangered >= before.paris_endangered
    assert before.coup >= after.coup
    assert after.withdrawn >= before.withdrawn
    rolled = getattr(event, "draw", None) is not None
    assert after.draws == before.draws + rolled


def _way(before: State, event: UnitsMoved) -> None:
    """§7.1, §10.3, §10.4: a move runs over open sides past no enemy, and zones of control stop it."""
    b, lattice = PRINTED.board, PRINTED.board.lattice
    side = PRINTED.counters[event.units[0]].side
    hostile = {
        n
        for hex_ in before.stacks
        if _projects(before, hex_) and units_in(before, hex_)[0].side == FOES[side]
        for n in lattice.around(hex_)
    }
    for n, (a, to) in enumerate(zip(event.path, event.path[1:], strict=False)):
        i = lattice.index[a]
        assert lattice.index[to] in lattice.neighbours[i], f"§10.1: {a} to {to}"
        assert b.open_side(i, lattice.side(a, to)), f"§10.4: no way from {a} to {to}"
        assert before.holder(to) in (None, side), f"§10.3: enemies at {to}"
        assert not (a in hostile and to in hostile), f"§7.1: from zone to zone, {a} to {to}"
        assert n == 0 or a not in hostile, f"§7.1: on from {a}"


def _projects(state: State, hex_: str) -> bool:
    """§7.0, counted again."""
    kinds = {c.kind for c in units_in(state, hex_)}
    return bool(kinds & {"infantry", "cavalry"}) and "fort" not in kinds and hex_ not in PRINTED.board.fortresses


def _plan_xvii(before: State) -> None:
    frame = before.battle
    assert frame is not None
    assert all(PRINTED.counters[u].nation == "FR" for u in frame.attackers), "§4.4: not all French"
    assert PRINTED.board.country[frame.target] == "GE", "§4.4: not into Germany"
