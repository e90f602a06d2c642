"""§13: random fields with every kind of unit, fought out by programs: each order on offer is filled and taken."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.empires_alliances.engine import ENGINE
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.counters import AIR
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Decided
from tests.contract.games.empires_alliances import check_position
from tests.games.empires_alliances.fields import BEHIND, A, B, C, T, phase
from tests.games.empires_alliances.table import put
from tests.thorough import sample_of

OPTIONS = {"infiltration": "on", "retreat-into-zones": "on"}
NATIONS = {"central": ("GE", "AH"), "allied": ("FR", "GB", "CA", "US")}
FIELDS = 8
"""Random fields of each side and seed."""
MOST = 400
"""Commands after which a Combat Phase should be over."""


def random_field(rng: random.Random, side: str) -> State:
    """A few units of each kind around T, in any condition, with aircraft of the attacker near by."""
    before = phase(f"{side}.attacks")
    wars = {**before.wars, "US": before.wars["FR"]}
    state = follow(before, replace(before, options=OPTIONS, wars=wars))
    counters = [*state.printed.units.values()]
    units = {s: [c for c in counters if c.nation in NATIONS[s]] for s in NATIONS}
    for hex_, of in ((T, FOE[side]), (BEHIND[1], FOE[side]), (A, side), (B, side), (C, side), (BEHIND[0], side)):
        kinds = Counter(c.kind for c in units[of])
        for kind in rng.sample(sorted(kinds), rng.randint(1, 4)):
            some = [c.id for c in units[of] if c.kind == kind and state.units[c.id].at not in state.stacks]
            wanted = rng.randint(1, 3) if kind in ("infantry", "stosstruppen") else 1
            if kind == AIR and hex_ in (A, B, T):
                continue
            for unit in rng.sample(some, min(wanted, len(some))):
                how = {
                    "trench": rng.randint(0, 2),
                    "unsupplied": rng.choice((0, 0, 1, 2)),
                    "shaken": rng.choice((0, 0, 0, 1)),
                }
                aim = {"sent": T} if kind == AIR and of == side else {}
                state = put(state, {unit: hex_}, **how, **aim)
    return state


@pytest.mark.parametrize("side", ["central", "allied"])
@pytest.mark.parametrize("seed", sample_of(range(3), 3))
def test_13_every_attack_comes_to_an_end(side: str, seed: int) -> None:
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(FIELDS):
        state = random_field(rng, side)
        for _ in range(MOST):
            if not state.lanes and state.phase.step != f"{side}.attacks":
                break
            seat = GAME.deciders(state)[0]
            command = GAME.random_command(state, seat, rng)
            for at, order in ENGINE.ways(state, seat):
                if state.lanes and order.when(at) is None and order.kind not in ("divide", "divide_air", "neutralise"):
                    assert ENGINE.fill(at, order, rng) is not None, f"{order.kind} cannot be filled"
            answer = GAME.decide(state, seat, command, lambda _, sides: rng.randint(1, sides))
            assert isinstance(answer, Decided), (command, answer)
            seen[str(command["kind"])] += 1
            for before, event, after in answer.facts(state):
                seen[event.kind] += 1
                GAME.narrate(before, event, after, seat)
            state = answer.states[-1]
            check_position(state)
            GAME.view(state, seat)
        else:
            raise AssertionError("the Combat Phase never ends")
    assert seen["fight-resolved"] > FIELDS
