"""Fits what the staff of Powers of 1914 judges positions by (decisions/0085) to games between officers of mixed habits.

python -m tools.fit_prospects austria-russia --games 300

It prints the weights as ``rules/powers_1914/players/prospects.py`` has them, and how far to trust them.
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections.abc import Iterator
from dataclasses import replace

from app.analysis.fitting import Sample, fit
from rules.kernel import dice
from rules.kernel.messages import Refusal
from rules.kernel.players import SeatClient
from rules.powers_1914.game import GAME
from rules.powers_1914.players import prospects
from rules.powers_1914.players.greedy import Greedy
from rules.powers_1914.players.habits import OFFICER, Habits
from rules.powers_1914.printed.pieces import CENTRAL, SIDES

PURCHASE = "purchase"
RESULTS = {side: 1 if side == CENTRAL else -1 for side in SIDES}


def mixed(rng: random.Random) -> Habits:
    """An officer's habits, some of them those of a recruit or more than an officer dares: positions of all kinds are to
    come up."""
    return replace(
        OFFICER,
        risk=rng.choice([0.1, 0.25, 0.25, 0.4]),
        guard=rng.choice([2, 4, 4, 6]),
        margin=rng.choice([0, 3, 3, 5]),
        shaky=rng.choice([30, 40, 60]),
        relief=rng.choice([True, True, True, False]),
        shield=rng.choice([0, 10, 10, 30]),
    )


def samples(scenario: str, number: int) -> Iterator[Sample]:
    """What is measured as each turn of a game begins but the first, in which nothing has happened."""
    rng = random.Random(f"fit/{scenario}/{number}")
    sitting = {side: Greedy(mixed(rng)) for side in SIDES}
    chance = dice.chance(hashlib.sha256(f"{scenario}{number}".encode()).digest())
    state, rows = GAME.new_match(scenario, {}), dict[int, tuple[dict[str, float], float]]()
    while seats := GAME.deciders(state):
        if state.phase.key == PURCHASE and state.turn > 1 and state.turn not in rows:
            view = GAME.view(state, seats[0])
            rows[state.turn] = prospects.measures(view, state.printed), state.turn / int(str(view["turns"]))
        decided = GAME.decide(state, seats[0], _order(sitting, state, seats[0], rng), chance)
        if isinstance(decided, Refusal):
            raise RuntimeError(decided.text)
        state = decided.states[-1]
    outcome = GAME.outcome(state)
    result = 0 if outcome is None or outcome.winner is None else RESULTS[outcome.winner]
    yield from (Sample(number, leads, part, result) for leads, part in rows.values())


def _order(sitting: dict[str, Greedy], state: object, seat: str, rng: random.Random) -> dict[str, object]:
    command = sitting[seat].command(SeatClient(GAME, state, seat), rng)
    if command is None:
        raise RuntimeError("in a scenario for two nobody leaves anything to allies")
    return {**command}


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario")
    parser.add_argument("--games", type=int, default=300)
    asked = parser.parse_args()
    found = [sample for number in range(asked.games) for sample in samples(asked.scenario, number)]
    fitted = fit(found, [asked.scenario], (SIDES[0], SIDES[1]))
    for title, weight in fitted.model.weights.items():
        print(f'"{title}": ({weight.early / weight.scale:.4f}, {weight.late / weight.scale:.4f}),')
    print(f"lean {fitted.model.lean}; {len(found)} turns; loss {fitted.loss:.3f}, plain {fitted.plain:.3f}")
    for many, said, came in fitted.calibration:
        print(f"  {many:5} turns: said {said:.2f}, came {came:.2f}")


if __name__ == "__main__":
    main()
