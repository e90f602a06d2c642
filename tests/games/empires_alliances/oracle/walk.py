"""Matches by chance, each fact of which is laid before the judges of its chapter."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.empires_alliances.facts import Event
from rules.empires_alliances.facts.aircraft import Rebased
from rules.empires_alliances.facts.combat import FightLosses, FightResolved, Retreated
from rules.empires_alliances.facts.invasion import Sailed
from rules.empires_alliances.facts.movement import Marched, Travelled
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.state import State
from rules.kernel import dice
from rules.kernel.messages import Decided, JsonObject
from tests.contract.games.empires_alliances import stretch
from tests.games.empires_alliances.oracle.after_combat import overcrowded, wrong_retreat
from tests.games.empires_alliances.oracle.capacities import Carried, wrong_load
from tests.games.empires_alliances.oracle.casualties import wrong_losses, wrong_owed
from tests.games.empires_alliances.oracle.combat import wrong_fight
from tests.games.empires_alliances.oracle.ground import FOES, wrong_zone
from tests.games.empires_alliances.oracle.journeys import wrong_journey
from tests.games.empires_alliances.oracle.marches import wrong_march
from tests.games.empires_alliances.oracle.supply import wrong_supply

FULL_AFTER = (".attacks", ".railheads")
"""§6.2: the steps that begin when stacking is judged."""


@dataclass
class Compared:
    """What was compared, by kind, and where the rules part from the oracle."""

    seen: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    carried: Carried = field(default_factory=Carried)
    """What trains and ships have carried in the phase."""

    def note(self, kind: str, found: Iterator[str], where: object) -> None:
        """One comparison more, with whatever is wrong in it."""
        self.seen[kind] += 1
        self.wrong += [f"{what}: {where}" for what in found]


def compare(into: Compared, state: State, fact: Event, after: State) -> None:
    """A fact with the position before and after it."""
    match fact:
        case Marched():
            into.note("march", wrong_march(state, fact), fact)
        case Travelled() | Sailed() | Rebased():
            into.carried.add(state, fact)
            into.note("load", wrong_load(into.carried, after), fact)
            if isinstance(fact, Travelled):
                into.note("journey", wrong_journey(state, fact, after), fact)
        case FightResolved():
            into.note("fight", wrong_fight(state, fact), fact)
            into.note(f"owed by {fact.result}", wrong_owed(state, fact), fact)
        case FightLosses():
            into.note("losses", wrong_losses(state, fact), fact)
        case Retreated():
            into.note("retreat", wrong_retreat(state, fact), fact)
        case _ if fact.kind == "step":
            into.carried = Carried() if after.phase.step.endswith(".move") else into.carried
            if after.phase.step.endswith(FULL_AFTER):
                into.note("stacking", overcrowded(after), after.phase)
        case _:
            pass


def walk(scenario: str, options: JsonObject, seed: int, commands: int, every: int) -> Compared:
    """A match by chance, of a number of commands; supply is compared after one in ``every`` of them."""
    rng, chance = random.Random(seed), dice.chance(dice.key(stretch.SECRET, f"oracle {seed}", {}))
    state: State = GAME.new_match(scenario, options)
    found = Compared()
    for number in range(commands):
        if state.ended:
            break
        seat = GAME.deciders(state)[0]
        answer = GAME.decide(state, seat, _command(state, seat, rng), chance)
        if not isinstance(answer, Decided):
            continue
        for fact, after in zip(answer.events, answer.states, strict=True):
            compare(found, state, fact, after)
            state = after
        if number % every == 0 and state.stacks and not state.phase.step.endswith("set-up"):
            for side in FOES:
                found.note("zone", wrong_zone(state, side), (number, state.date.id, state.weather))
                found.note("supply", wrong_supply(state, side), (number, state.date.id, state.weather))
    return found


def _command(state: State, seat: str, rng: random.Random) -> JsonObject:
    """At random; armies are set up in one click."""
    if not state.lanes and state.phase.step.endswith("set-up"):
        offers = GAME.legal(state, seat)["offers"]
        at_once = any(o["kind"] == "set_up_all" and not o["refusal"] for o in offers)  # type: ignore[union-attr, index, call-overload]
        return {"kind": "set_up_all" if at_once else "end_set_up"}
    return stretch.command(GAME, state, seat, rng)
