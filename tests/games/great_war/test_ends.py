"""§8.26: what is offered as an end of a march and what the order takes, from whatever position: the same, both ways."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.movement.orders import able
from rules.great_war.movement.reach import ends_of, group_of, may_stay, ways_of
from rules.great_war.position.state import State
from rules.great_war.position.theatres import mover_in
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import FIRST_MOVEMENT
from rules.great_war.supply.tracing import UNSUPPLIED, supply_of
from rules.kernel.messages import Refusal
from tests.games.great_war.invariants import check
from tests.games.great_war.kit import answer, at, moved, position, set_up
from tests.thorough import THOROUGH

THEATRES = ("west", "east")


def _ends(state: State, seat: str, units: list[str]) -> dict[str, Any]:
    asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": units}}
    found: Any = GAME.consult(state, seat, asked)
    assert not isinstance(found, Refusal), found
    return found["options"]  # type: ignore[no-any-return]


def _thinned(rng: random.Random) -> State:
    """May 1915 with most of one side dead, so that towns and headquarters lie open behind it."""
    state = set_up()
    away = [u for u in state.on_map() if state.counter(u).is_combat and rng.random() < 0.75]
    stacks: dict[str, str] = {}
    for hex_, units in state.stacks.items():
        kept = [u for u in units if u not in away]
        if kept:
            stacks[hex_] = " ".join(kept)
    return position(stacks, taken=state.taken, spoiled=state.spoiled, destroyed=state.destroyed)


def _walk(state: State, start: str, rng: random.Random) -> list[str]:
    """Any way at all, offered or not, over a few hexes."""
    board, path = state.printed.board, [start]
    for _ in range(rng.randrange(1, 6)):
        beside = [board.ids[b] for b in board.neighbours[board.index[path[-1]]] if b >= 0]
        path.append(beside[rng.randrange(len(beside))])
    return path[1:]


def _agrees(state: State, seat: str, units: list[str], path: list[str], options: dict[str, Any]) -> bool:
    """Whether a march was taken; if so its end was offered, its units are in supply, and all is in order after it."""
    found = answer(state, seat, "move", units=units, path=path)
    if isinstance(found, Refusal):
        return False
    after: State = found.states[-1]
    assert path[-1] in options["ways"], (
        f"{units} to {path} was taken and not offered: {options['refused'].get(path[-1])}"
    )
    assert all(supply_of(after, u) != UNSUPPLIED for u in units)
    check(after)
    return True


@pytest.mark.parametrize("seed", range(60 if THOROUGH else 1))
def test_8_26_what_is_offered_is_taken_and_what_is_taken_was_offered(seed: int) -> None:
    """§8.26: every end on offer is taken by the way shown; a way at random that is taken ends where one was offered."""
    rng = random.Random(seed)
    state, refusals, unoffered = _thinned(rng), 0, 0
    for seat, theatre in ((s, t) for s in (ALLIED, CENTRAL) for t in THEATRES):
        if mover_in(state, theatre, FIRST_MOVEMENT) != seat:
            continue
        for unit in rng.sample(able(state, seat, theatre), 25):
            options = _ends(state, seat, [unit])
            for path in rng.sample([*options["ways"].values()], min(4, len(options["ways"]))):
                assert _agrees(state, seat, [unit], path, options), path
            for path in [_walk(state, at(state, unit), rng) for _ in range(12)]:
                if path[-1] not in options["ways"]:
                    unoffered += 1
                refusals += not _agrees(state, seat, [unit], path, options)
    assert refusals
    assert unoffered


def test_8_26_what_a_march_opens_is_offered() -> None:
    """§8.26, §11.22: through an empty enemy town to a hex that is out of supply until it is taken."""
    opened = 0
    for seed in range(3):
        state = _thinned(random.Random(seed))
        for unit in able(state, CENTRAL, "east"):
            group = group_of(state, [unit], CENTRAL, "east")
            before = may_stay(state, group)
            for i, march in ends_of(state, group, ways_of(state, group)):
                if not before(i) and opened < 40:
                    opened += 1
                    way = [state.printed.board.ids[j] for j in march.way]
                    after = moved(state, CENTRAL, unit, " ".join(way))
                    assert supply_of(after, unit) != UNSUPPLIED
    assert opened
