"""Worked examples that need more than one chapter: the turn of 4.21, and the attack of 10.51."""

from __future__ import annotations

import pytest

from rules.great_war.combat.losses import may_lose
from rules.great_war.facts.combat import CombatResolved
from rules.great_war.game import GAME
from rules.great_war.position.state import State
from rules.great_war.printed.fronts import WEST as IN_THE_WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from tests.games.great_war.field import WEST, drms, field, fight, resolved
from tests.games.great_war.kit import position, told, told_with
from tests.games.great_war.test_events_in_combat import BARE, Once


def asked(state: State) -> list[tuple[str, str]]:
    """Which side is asked in which step, up to the trains: each ends its part at once."""
    found = []
    while "rail" not in state.phase.key:
        seat = GAME.deciders(state)[0]
        found.append((state.phase.key, seat))
        state = told(state, seat, "end_phase")
    return found


def test_4_21_the_turn_of_the_example() -> None:
    """§4.21, §5.85: with the Central Powers' initiative in the west they move and attack there first, and the Allies in
    the east; then the sides change theatres. The west is fought out before the east."""
    fronts = {"W5217": "ge-4", "W5117": "fr-12", "E4913": "ge-3", "E4914": "ru-26"}
    state = position(fronts, west=CENTRAL, weather={"west": "fair", "east": "fair"})
    attacks = [(key, seat) for key, seat in asked(state) if key.endswith("attacks")]
    assert attacks == [
        ("first.west.attacks", CENTRAL),
        ("first.east.attacks", ALLIED),
        ("second.west.attacks", ALLIED),
        ("second.east.attacks", CENTRAL),
    ]


def test_10_51_gas_and_aircraft_against_trenches_in_may_1915() -> None:
    """§10.51: two for gas and one for an air unit, less one for British trenches (§14.45), are two."""
    hand = {**BARE, "central.hand": {"central-chlorine": 1}, "central.play": {"german-aircraft-c": 1}}
    state = field({"W5217": "ge-4 ge-5", "W5117": "br-8 br-27"}, WEST, west=CENTRAL, chits=hand)
    state, _ = fight(state, "ge-4 ge-5", target="W5117")
    state = told(state, CENTRAL, "fly", aircraft=["german-aircraft-c.1"])
    _, events = told_with(state, CENTRAL, "use_event", Once(3), event="central-chlorine")
    found = drms(events)
    assert (found["6.13"], found["15.13"], sum(found.values())) == (2, 1, 2)
    table, at = state.printed.charts.combat.a.rows, resolved(events).column
    assert (resolved(events).attacker, resolved(events).defender) == (table[5][at].attacker, table[5][at].defender)


ANSWERS: dict[str, tuple[str, dict[str, object]]] = {
    "attacker-support": ("support", {"hq": "ge-hq-5"}),
    "defender-support": ("support", {"hq": "fr-hq-1"}),
    "attacker-air": ("fly", {"aircraft": ["german-aircraft-c.1"]}),
    "defender-air": ("fly", {"aircraft": ["french-aircraft-c.1"]}),
    "attacker-events": ("use_event", {"event": "central-chlorine"}),
    "reaction": ("no_event", {}),
    "advance": ("hold", {}),
}


@pytest.mark.parametrize(
    ("defenders", "after_the_die"),
    [
        ("fr-12 fr-13 fr-14", [("attacker-losses", CENTRAL), ("defender-losses", ALLIED)]),
        ("fr-12", [("reaction", ALLIED), ("advance", CENTRAL)]),
    ],
)
def test_10_3_the_order_inside_an_attack(defenders: str, after_the_die: list[tuple[str, str]]) -> None:
    """§10.3, §10.46, §15.13, §6.13, §10.62, §6.40, §10.71: headquarters, the attacker's first; aircraft likewise;
    events; the die; the attacker's losses before the defender's; what is played against the advance; the advance."""
    hand = {**BARE, "central.hand": {"central-chlorine": 1}, "central.play": {"german-aircraft-c": 1},
            "allied.hand": {"not-pass": 1}, "allied.play": {"french-aircraft-c": 1}}  # fmt: skip
    stacks = {"W5217": "ge-4 ge-5 ge-6 ge-3 ge-hq-5", "W5117": f"{defenders} fr-hq-1"}
    state = field(stacks, WEST, west=CENTRAL, chits=hand)
    state = told(state, CENTRAL, "attack", units=["ge-4", "ge-5", "ge-6", "ge-3"], target="W5117")
    found: list[tuple[str, str]] = []
    rolled_after = 0
    while state.battle is not None and len(found) < 12:
        stage, (seat, *_) = state.battle.stage, GAME.deciders(state)
        found.append((stage, seat))
        kind, given = ANSWERS.get(stage) or ("lose", {"unit": may_lose(state, state.battle, seat)[0]})
        state, events = told_with(state, seat, kind, Once(4), **given)
        if any(isinstance(event, CombatResolved) for event in events):
            rolled_after = len(found)
    before = [("attacker-support", CENTRAL), ("defender-support", ALLIED), ("attacker-air", CENTRAL),
              ("defender-air", ALLIED), ("attacker-events", CENTRAL)]  # fmt: skip
    assert found == [*before, *after_the_die]
    assert rolled_after == len(before)


def test_5_86_the_theatres_of_the_initiative() -> None:
    """§5.86, §5.81: the initiative in the west is that on the Western and Italian Fronts, and it lasts both halves."""
    board = position({}).printed.board
    of = {front: {board.theatre[i] for i in hexes} for front, hexes in board.by_front.items()}
    assert of["west"] == of["italy"] == {IN_THE_WEST}
    assert of["east"] == {"east"}
    state = position({"W5117": "fr-12", "E4913": "ge-3"}, west=CENTRAL)
    for _ in range(4):
        state = told(state, GAME.deciders(state)[0], "end_phase")
    assert state.west == CENTRAL
