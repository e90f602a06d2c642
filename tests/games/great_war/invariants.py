"""What holds in every position of the Great War that commands lead to, whoever plays."""

from __future__ import annotations

from collections import Counter

from rules.great_war.position.control import controller
from rules.great_war.position.state import BOXES, OUT, State
from rules.great_war.restrictions.national import NATION_CAPS, off_limits_of


def check(state: State) -> None:
    """§7.1, §15.71, §16.11, §17.2: units are where they may be and in one place; points and chits are in bounds."""
    board = state.printed.board
    standing = [u for units in state.stacks.values() for u in units]
    assert len(standing) == len({*standing})
    assert {*standing} == {u for u, now in state.units.items() if now.at not in BOXES}
    for hex_, units in state.stacks.items():
        (side,) = {state.side(u) for u in units}
        assert all(state.units[u].at == hex_ for u in units)
        assert controller(state, hex_) == side, f"{side} stands in {hex_} and does not hold it"
        i = board.index[hex_]
        assert board.land[i]
        for unit in units:
            assert i not in off_limits_of(state, [unit]), f"{unit} in {hex_}"
            assert i not in board.alpine or state.counter(unit).kind == "mountain", f"{unit} in {hex_}"
    _check_gone(state)
    assert all(points >= 0 for points in state.points.values())
    chits: Counter[str] = Counter()
    for place in state.chits.values():
        assert all(number > 0 for number in place.values())
        chits.update(place)
    assert all(number <= state.printed.chits.events[chit].count for chit, number in chits.items())


def _check_gone(state: State) -> None:
    for unit, now in state.units.items():
        counter = state.counter(unit)
        if counter.people in state.strategic_state.surrendered:
            assert now.at == OUT, unit
        if counter.nation in state.strategic_state.collapsed and counter.kind == "hq" and "red" not in unit:
            assert now.at == OUT, unit
    assert not any(state.points.get(nation) for nation in state.strategic_state.collapsed)


def check_numbers(state: State) -> None:
    """§17.21, §17.31: no nation has more units in an area than may operate there, as long as the number holds."""
    board = state.printed.board
    for few in NATION_CAPS:
        if few.when(state):
            area = few.area(board)
            there = [
                u
                for hex_, units in state.stacks.items()
                if board.index[hex_] in area
                for u in units
                if state.counter(u).nation == few.nation
            ]
            assert len(there) <= few.most, (few.text, there)
