"""§11.7: invasions of random shores by programs, from the port to the end of the Combat Phase: every order that is on
offer can be filled, is taken, is told and comes back from storage."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from rules.empires_alliances.engine import ENGINE
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import AT_SEA
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Decided
from tests.contract.games.empires_alliances import check_position
from tests.games.empires_alliances.shores import ASIA, CONSTANTINOPLE, GALLIPOLI, LONDON, SAROS, SMYRNA, TOULON, ready
from tests.games.empires_alliances.table import put
from tests.thorough import sample_of

SHORES = (GALLIPOLI, ASIA, SAROS, SMYRNA, CONSTANTINOPLE, "1641", "2151", "2152", "4242", "4342", "5924")
FIELDS = 3
"""Random positions of a seed."""
MOST = 150
"""Commands after which a Combat Phase should be over."""
MARCHES = ("move", "dig", "overrun", "send_aircraft", "rebase")
WAR = {"TU": "central", "IT": "allied", "BU": "central"}
TAKEN = {"2151": "central", "2152": "central"}


def random_shores(rng: random.Random) -> State:
    """Enemies on some shores, Allied stacks beside them on others, and units in ports."""
    ports = {
        "fr-a3": TOULON,
        "fr-art-2": TOULON,
        "gb-bd-2-3-4-1": "4144",
        "gb-art-1": "4144",
        "gb-cav1": LONDON,
        "gb-1": LONDON,
    }
    state = ready(ports, turn="1916-06", at_war=WAR, taken=TAKEN)
    turks = [f"tu-{n}" for n in range(1, 13)]
    for hex_ in SHORES:
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            unit = turks.pop(rng.randrange(len(turks))) if turks else None
            if unit is not None:
                state = put(state, {unit: hex_}, trench=rng.randint(0, 1), shaken=rng.choice((0, 0, 0, 1)))
    beside = "6023"
    state = put(state, {"fr-30": beside, "fr-art-3": beside, "fr-air-1": "4144"})
    taken = {**state.control, beside: "allied"}
    if rng.randrange(2):
        state = follow(state, replace(state, options={**state.options, "retreat-into-zones": "on"}))
    return follow(state, replace(state, control=taken))


@pytest.mark.parametrize("seed", sample_of(range(4), 2))
def test_11_7_every_invasion_comes_to_an_end(seed: int) -> None:
    rng, seen = random.Random(seed), Counter[str]()
    for _ in range(FIELDS):
        state = random_shores(rng)
        for _ in range(MOST):
            if not state.lanes and not state.phase.step.startswith(("allied.move", "allied.crowded", "allied.attacks")):
                break
            seat = GAME.deciders(state)[0]
            kinds = [order.kind for at, order in ENGINE.ways(state, seat) if order.open(at)]
            for at, order in ENGINE.ways(state, seat):
                if order.kind in kinds and order.kind in ("invade", "invade_two", "press_on", "cancel_invasion"):
                    assert ENGINE.fill(at, order, rng) is not None, f"{order.kind} cannot be filled"
            command = GAME.random_command(state, seat, rng)
            if command["kind"] in MARCHES:
                invasions = [k for k in ("invade", "invade_two") if k in kinds]
                wanted = rng.choice(invasions) if invasions else "end_phase"
                if wanted in kinds:
                    at, order = next((a, o) for a, o in ENGINE.ways(state, seat) if o.kind == wanted)
                    command = ENGINE.fill(at, order, rng) or command
            answer = GAME.decide(state, seat, command, lambda _, sides: rng.randint(1, sides))
            assert isinstance(answer, Decided), (command, answer)
            seen[str(command["kind"])] += 1
            for before, event, after in answer.facts(state):
                seen[event.kind] += 1
                GAME.narrate(before, event, after, seat)
                assert GAME.load_event(json.loads(json.dumps(GAME.dump_event(event)))) == event
            state = answer.states[-1]
            check_position(state)
            assert GAME.load_state(GAME.dump_state(state)) == state
            GAME.view(state, seat)
        else:
            raise AssertionError("the Combat Phase never ends")
        assert not state.boxes[AT_SEA], "nobody stays at sea"
    assert seen["sailed"] == FIELDS
    assert seen["landed"] + seen["fight-resolved"] + seen["invasion-die"] > FIELDS
