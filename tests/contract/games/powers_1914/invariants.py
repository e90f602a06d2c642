"""What holds in every position, worked out from the printed board without the rules' own helpers."""

from __future__ import annotations

from collections import Counter as Tally

from rules.powers_1914.facts import Event
from rules.powers_1914.facts.battle import FightRolled
from rules.powers_1914.facts.movement import UnitsMoved
from rules.powers_1914.position.state import State
from rules.powers_1914.printed.plans import AS_PRINTED, PLANS

FOES = {"central": "entente", "entente": "central"}
SIDES = ("central", "entente")
PRINTED = PLANS[AS_PRINTED]
"""What lies before everyone in the matches of the suites."""


def kind(unit: str) -> str:
    """What is printed on a counter."""
    return PRINTED.pieces[unit].kind


def nation(unit: str) -> str:
    """Whose colour a counter has."""
    return PRINTED.pieces[unit].nation


def side(state: State, unit: str) -> str:
    """The side of a unit."""
    return state.nations[nation(unit)].side


def check_position(state: State) -> None:
    """What holds after every command."""
    _counters(state)
    _fields(state)
    _flags(state)
    _cards(state)
    _seats(state)


def check_fact(before: State, event: Event, after: State) -> None:
    """What holds for every event."""
    rolled = getattr(event, "draw", None) is not None
    assert after.draws == before.draws + rolled
    assert after.turn in (before.turn, before.turn + 1)
    assert len(after.deck) in (len(before.deck), len(before.deck) - 1)
    for who, count in before.captured.items():
        assert after.captured[who] >= count
    for level in before.modern:
        assert after.modern[level] >= before.modern[level], "§3.9: progress is never lost"
    if isinstance(event, UnitsMoved):
        _way(before, event)
    if isinstance(event, FightRolled):
        assert event.total == event.die + sum(m.value for m in event.modifiers)


def _counters(state: State) -> None:
    setting_up = state.phase.key in ("central.setup", "entente.setup")
    for unit, now in state.units.items():
        assert unit in PRINTED.pieces, f"§1.1: {unit}"
        n, k, label = PRINTED.pieces[unit]
        if k == "general":
            assert state.scenario not in PRINTED.generals[label].without, f"§3.11: {unit} is not used"
        if now.at == "pool":
            assert setting_up, f"{unit} was left in the pool"
            continue
        area = PRINTED.board.areas[now.at]
        assert k != "ship" or area.sea, f"{unit} on land in {now.at}"
        assert side(state, unit) in FOES, f"{unit} belongs to nobody"
        assert not state.nations[n].fallen, f"§3.10: {unit} of a conquered nation"
    works = Tally(w.kind for there in state.works.values() for w in there)
    for k, count in works.items():
        assert count <= PRINTED.works[k]
    for area_id, there in state.works.items():
        assert len({w.kind for w in there}) == len(there), f"two of a kind in {area_id}"


def _fields(state: State) -> None:
    battle = state.battle.area if state.battle else ""
    by_area: dict[str, list[str]] = {}
    for unit, now in state.units.items():
        by_area.setdefault(now.at, []).append(unit)
    for area, units in by_area.items():
        if area in ("pool", battle):
            continue
        for s in SIDES:
            generals = [u for u in units if side(state, u) == s and kind(u) == "general"]
            assert len(generals) <= 1, f"§3.11.2: {generals} in {area}"
        if PRINTED.board.areas[area].sea:
            fleets = {side(state, u) for u in units if kind(u) == "ship"}
            assert len(fleets) <= 1, f"both fleets in {area}"
        else:
            assert len({side(state, u) for u in units}) == 1, f"both sides in {area}: {units}"
    rock = [u for u in by_area.get("gibraltar", ()) if kind(u) in ("infantry", "artillery")]
    assert len(rock) <= (2 if battle == "gibraltar" else 1), f"§2.5: {rock}"


def _flags(state: State) -> None:
    waiting = {getattr(f, "area", "") for f in state.cursor}
    for area, flag in state.control.items():
        now = state.nations[flag]
        assert not now.fallen, f"§3.10: the flag of conquered {flag} in {area}"
        if area in waiting:
            continue
        for unit in state.units:
            if state.units[unit].at == area and kind(unit) in ("infantry", "artillery"):
                assert now.side == side(state, unit), f"{unit} under the flag of {flag} in {area}"
    assert state.control["switzerland"] == "CH", "§3.12.4"


def _cards(state: State) -> None:
    cards = [*state.deck, *state.discard]
    for s in SIDES:
        cards += [*state.hands[s], *state.buried[s], *state.kept[s]]
        assert 0 <= state.gas[s] <= 2
        assert len(state.tactics[s]) <= 2
    assert Tally(cards) == Tally(PRINTED.settings[state.scenario].deck), "cards came or went"


def _seats(state: State) -> None:
    assert all(m >= 0 for m in state.money.values()), f"debts: {state.money}"
    for n, now in state.nations.items():
        assert (now.side in FOES) == bool(now.seat), f"{n} at war without a seat"
        assert not now.seat or state.seats[now.seat] == now.side


def _way(before: State, event: UnitsMoved) -> None:
    b = PRINTED.board
    enemies = {before.units[u].at for u in before.units if side(before, u) == FOES[side(before, event.units[0])]}
    longest = 5 if any("richthofen" in u for u in event.units) else 4
    fast = all(kind(u) in ("aircraft", "general") for u in event.units)
    assert len(event.path) - 1 <= (longest if fast else 2), f"§3.2.1: {event.path}"
    for n, (a, to) in enumerate(zip(event.path, event.path[1:], strict=False)):
        assert to in b.near[a], f"§3.2.5: {a} to {to}"
        assert n == len(event.path) - 2 or to not in enemies, f"§3.2.2: through enemies in {to}"
    for unit in event.units:
        assert not before.units[unit].spent, f"§3.2.3: {unit} moves twice"
        if kind(unit) == "ship":
            assert all(b.areas[a].sea for a in event.path)
