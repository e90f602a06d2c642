"""§7.25 in the Near East: where a headquarters lies below others tells the other side nothing."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.position.changes import relocate
from rules.great_war.position.state import LATER, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import Chance, JsonObject, Refusal
from tests.games.great_war.near_east.kit import placed, set_up, until
from tests.games.great_war.test_fog_of_war import all_told

FROM, TARGET, BESIDE, FAR = "NE2912", "NE2812", "NE2712", "NE1921"
"""Before Gaza, and Deraa, which is far away."""
ARMY_GROUP, DIVISION = "tu-hq-yag", "tu-13"
STAGES: tuple[tuple[str, str, JsonObject], ...] = (
    ("first.west.attacks", ALLIED, {"kind": "attack", "target": TARGET, "units": ["br-52t", "br-53t"]}),
    ("defender-support", CENTRAL, {"kind": "support", "hq": "none"}),
    ("defender-events", CENTRAL, {"kind": "no_event"}),
)
"""By its step who does what in the attack."""


def twin(*, near: bool) -> State:
    """An attack on two Turks: below the stack beside them lies the army group, or a division in whose place it is
    elsewhere."""
    below, away = (ARMY_GROUP, DIVISION) if near else (DIVISION, ARMY_GROUP)
    stacks = {FROM: "br-52t br-53t", TARGET: "tu-1 tu-2", BESIDE: f"tu-4 tu-6 {below}", FAR: f"tu-8 tu-10 {away}"}
    units = " ".join(stacks.values()).split()
    return placed(relocate(until(set_up("near-east-1917"), "first.west.attacks"), units, LATER), stacks)


def always(die: int) -> Chance:
    return lambda draw, sides: die


@pytest.mark.parametrize("viewer", [ALLIED, SPECTATOR])
def test_7_25_an_attack_does_not_tell_where_the_army_group_is(viewer: str) -> None:
    """§7.25, §10.46: views, questions, layers, lines, who is asked and how many dice are rolled are the same, whether
    the army group could have supported the defence or not, as long as it does not."""
    pair = [twin(near=near) for near in (True, False)]
    for step, seat, command in STAGES:
        assert [state.battle.stage if state.battle else state.phase.key for state in pair] == [step, step]
        assert [GAME.deciders(state) for state in pair] == [(seat,), (seat,)]
        answers: list[Any] = [GAME.decide(state, seat, command, always(3)) for state in pair]
        assert not any(isinstance(answer, Refusal) for answer in answers), answers
        lines = [
            [GAME.narrate(before, event, after, viewer) for before, event, after in answer.facts(state)]
            for state, answer in zip(pair, answers, strict=True)
        ]
        assert lines[0] == lines[1]
        pair = [answer.states[-1] for answer in answers]
        assert all_told(pair[0], viewer) == all_told(pair[1], viewer)
    assert all(state.battle is None for state in pair)


def test_10_46_the_army_group_supports_the_turks_beside_it() -> None:
    """§10.46: beside them it may, far away it is refused with its reason."""
    for near in (True, False):
        found: Any = GAME.decide(twin(near=near), ALLIED, STAGES[0][2], always(3))
        answer = GAME.decide(found.states[-1], CENTRAL, {"kind": "support", "hq": ARMY_GROUP}, always(3))
        assert isinstance(answer, Refusal) != near
