"""§19.5, §19.6: a match on six fronts from August 1914 to January 1915, played by commands."""

from __future__ import annotations

from collections import Counter
from random import Random

from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.messages import Refusal
from tests.games.great_war.combined.kit import GAME, set_up
from tests.games.great_war.invariants import check, check_numbers

CAMPAIGN = "combined-campaign"
JANUARY_1915, NOVEMBER_1914 = 7, 6
BEFORE_IT_ENDS = 9
"""Commands of ten that are anything; with the tenth a side ends its step where it may."""


class Played:
    """A match by players who do anything, with what happened in it."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.state = set_up(CAMPAIGN)
        self.facts = Counter[tuple[str, int]]()
        self.peace: dict[str, str] = {}

    def play(self) -> None:
        """Commands until January 1915, or until a side has won."""
        while self.state.turn < JANUARY_1915 and self.state.ended is None:
            before = self.state
            self.command()
            if before.phase.key != self.state.phase.key:
                check(self.state)
                check_numbers(self.state)
            if before.turn < NOVEMBER_1914 == self.state.turn:
                self.peace = there(self.state)

    def command(self) -> None:
        """One, of a side that is asked; its facts are folded again one by one, and told to everyone."""
        state, rng = self.state, self.rng
        seat = rng.choice(GAME.deciders(state))
        found = GAME.decide(state, seat, GAME.random_command(state, seat, rng), self.die)
        if state.battle is None and rng.randrange(10) >= BEFORE_IT_ENDS:
            ends = GAME.decide(state, seat, {"kind": "end_phase"}, self.die)
            found = found if isinstance(ends, Refusal) else ends
        assert not isinstance(found, Refusal), found
        now = state
        for event in found.events:
            then, now = now, GAME.evolve(now, event)
            self.facts[event.kind, now.turn] += 1
            for viewer in (ALLIED, CENTRAL):
                GAME.narrate(then, event, now, viewer)
        self.state = found.states[-1]
        assert now == self.state

    def die(self, _: int, sides: int) -> int:
        """A die of the match."""
        return self.rng.randrange(sides) + 1

    def turns_of(self, kind: str) -> set[int]:
        """The turns on which a fact happened."""
        return {turn for name, turn in self.facts if name == kind}


def there(state: State) -> dict[str, str]:
    """Who stands where in the Near East."""
    return {u: now.at for u, now in state.units.items() if now.at.startswith("N") and now.at in state.stacks}


def test_19_6_from_august_1914_to_january_1915() -> None:
    """§4.2, §4.3, §17.1, §19.62: what must hold does after every step; Turkey joins in October; until November nobody
    moves in the Near East or comes there, and then both sides do; the first dice of the reserve and of the surrender
    are those of C."""
    for seed in range(8):
        match = Played(seed)
        match.play()
        if match.state.turn == JANUARY_1915:
            break
    state = match.state
    assert state.turn == JANUARY_1915, "no match came so far"
    assert GAME.load_state(GAME.dump_state(state)) == state
    assert match.turns_of("turkey-entered") == {5}
    assert match.peace == there(set_up(CAMPAIGN))
    assert there(state) != match.peace
    assert match.turns_of("near-east-weather") == {6}
    assert match.turns_of("weather") == {1, 2, 3, 4, 5, 6}
    assert match.facts["strategic-turn", 2] == match.facts["strategic-turn", 4] == match.facts["strategic-turn", 6] == 1
    assert match.turns_of("reserve-rolled") == match.turns_of("surrender-rolled") == {6}
    assert match.turns_of("revolution") == {2, 4, 6}
    assert (state.strategic, state.near_east.neutral) == ("C", False)
    assert match.turns_of("chit-drawn") == set()
    assert {"armenian-massacres", "italian-entry"} <= {*state.chits["central.pool"], *state.chits["allied.pool"]}
