"""§3.3 The odds of an attack before it begins: the same sums as in the battle, and how often it is won."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

from rules.kernel.messages import Refusal
from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import State
from tests.games.powers_1914.kit import changes, fight, go, order, position


def asked(state: State, units: list[str], area: str = "champagne", seat: str = "central") -> Any:
    """The planner's answer."""
    before = GAME.dump_state(state)
    answer = GAME.consult(state, seat, cast(Any, {"kind": "attack", "units": units, "area": area}))
    assert GAME.dump_state(state) == before
    return answer


def sums(fighters: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """Unit to what changes its die."""
    return {f["unit"]: {m["section"]: m["value"] for m in f["modifiers"]} for f in fighters}


def test_3_3_the_sums_are_those_of_the_battle_itself() -> None:
    """§3.3: two to one, aircraft, generals, progress, the tactical card and the ring, before anyone has moved."""
    state = position(
        {"alsace": "GE 4 infantry 1 aircraft mackensen", "champagne": "FR 1 infantry 1 aircraft petain",
         "paris": "FR 1 infantry"},
        modern={"GE.infantry": 1, "FR.infantry": 2}, tactics={"central": ("champagne",), "entente": ()},
    )  # fmt: skip
    units = [*state.at("alsace")]
    answer = asked(state, units)
    state = go(state, "central", units, "champagne")
    _, events = fight(state, "central", "GE.infantry.1", "FR.infantry.1", 3, 3)
    assert sums(answer["attackers"])["GE.infantry.1"] == changes(events, "attacker")
    assert sums(answer["defenders"])["FR.infantry.1"] == changes(events, "defender")
    assert {f["unit"] for f in answer["attackers"]} == {*units} - {"GE.general.mackensen"}
    assert "FR.general.petain" not in {f["unit"] for f in answer["defenders"]}


def test_3_3_units_of_several_fields_are_reckoned_together() -> None:
    """§3.3.2, §3.3.9: from all sides at once, each by its own way, the ring closed behind them."""
    places = {"brussels": "BE 1 infantry", "picardy": "GE 1 infantry", "champagne": "GE 1 infantry",
              "rhineland": "GE 1 infantry"}  # fmt: skip
    state = position(places, flags={"picardy": "GE", "champagne": "GE"})
    answer = asked(state, [u for u in state.units if u.startswith("GE")], "brussels")
    assert sums(answer["defenders"])["BE.infantry.1"] == {"3.3.7": 3, "3.3.9": -5}
    assert sums(answer["attackers"])["GE.infantry.1"] == {"3.3.5": 1}


def test_3_3_in_a_battle_the_question_tells_what_reinforcements_would_change() -> None:
    """§3.3.2: with those who fight there already."""
    state = position({"alsace": "GE 2 infantry", "champagne": "FR 1 infantry", "paris": "FR 1 infantry"})
    state = go(state, "central", "GE.infantry.1", "champagne")
    answer = asked(state, ["GE.infantry.2"])
    assert sums(answer["attackers"]) == {"GE.infantry.1": {"3.3.5": 1}, "GE.infantry.2": {"3.3.5": 1}}


@pytest.mark.parametrize(("attack", "defence", "win"), [
    ("GE 1 infantry", "FR 1 infantry", 83), ("GE 1 artillery", "FR 1 infantry", 83),
    ("GE 2 infantry", "FR 1 infantry", round(1000 * (6 + 4 + 26 * 3 / 36) / 36)),
])  # fmt: skip
def test_3_3_4_the_forecast_of_small_battles_by_hand(attack: str, defence: str, win: int) -> None:
    """§3.3.4: 3 of 36 against the three points; with two 6 win, 4 ties leave one standing, else the second tries."""
    state = position({"alsace": attack, "champagne": defence, "paris": "FR 1 infantry"})
    answer = asked(state, [*state.at("alsace")])
    assert answer["forecast"] == {"win": win, "lose": 1000 - win, "of": 1000}


def test_3_3_4_the_forecast_sends_the_best_first() -> None:
    """§3.3.4: modern infantry before the gun, pair by pair, worked out here in another way."""
    places = {"alsace": "GE 1 infantry 1 artillery", "champagne": "FR 2 infantry", "paris": "FR 1 infantry"}
    state = position(places, modern={"GE.infantry": 2})

    def throw(edge: int) -> tuple[float, float, float]:
        ends = [a + edge - d for a in range(1, 7) for d in range(1, 7)]
        return sum(x > 0 for x in ends) / 36, sum(x == 0 for x in ends) / 36, sum(x < 0 for x in ends) / 36

    best, gun, crowd = throw(2 - 3), throw(-3), throw(2 - 3 + 1)
    gun_beats_one, gun_beats_two = gun[0], gun[0] * gun[0]
    two_beat_one = crowd[0] + crowd[1] + crowd[2] * gun_beats_one
    exact = best[0] * two_beat_one + best[1] * gun_beats_one + best[2] * gun_beats_two
    assert asked(state, [*state.at("alsace")])["forecast"]["win"] == round(1000 * exact)


def test_3_3_4_the_forecast_is_what_battles_bring() -> None:
    """§3.3.4: fought out by the rules three hundred times."""
    places = {"alsace": "GE 5 infantry 1 aircraft mackensen", "champagne": "FR 2 infantry", "paris": "FR 1 infantry"}
    start = position(places, modern={"GE.infantry": 1})
    units = [*start.at("alsace")]
    told = asked(start, units)["forecast"]["win"]
    begun, rng, won = go(start, "central", units, "champagne"), random.Random(14), 0
    for _ in range(300):
        state = begun
        while state.battle is not None:
            pairs = cast(Any, GAME.legal(state, "central")["offers"])[0]["pairs"]
            unit, targets = next((u, t) for u, t in pairs.items() if "infantry" in u)
            state, _ = fight(state, "central", unit, targets[0], rng.randint(1, 6), rng.randint(1, 6))
        won += state.control["champagne"] == "GE"
    assert abs(won / 300 - told / 1000) < 0.08


def test_3_3_13_a_raid_has_sums_and_no_forecast() -> None:
    """§3.3.13: aircraft fight as long as they like and go home."""
    state = position({"alsace": "GE 1 aircraft richthofen", "champagne": "FR 1 infantry 1 aircraft"})
    answer = asked(state, ["GE.aircraft.1", "GE.general.richthofen"])
    assert (answer["raid"], answer["forecast"]) == (True, None)
    assert sums(answer["attackers"]) == {"GE.aircraft.1": {"3.3.6": 1, "3.3.10": 2}}


def test_3_3_ships_are_reckoned_at_sea() -> None:
    """§3.3.1: transports there do not fight."""
    state = position({"north-sea": "GE 2 ship", "channel": "BR 1 ship 3 infantry"})
    answer = asked(state, ["GE.ship.1", "GE.ship.2"], "channel")
    assert sums(answer["attackers"])["GE.ship.1"] == {"3.3.5": 1}
    assert answer["forecast"]["win"] > 700


@pytest.mark.parametrize(("units", "area", "code"), [
    (["GE.infantry.1"], "paris", "too-far"), (["GE.infantry.1"], "bavaria", "nothing-to-fight"),
    (["GE.infantry.2"], "champagne", "has-moved"), (["FR.infantry.1"], "champagne", "not-your-unit"),
    (["GE.infantry.1"], "nowhere", "no-such-area"), ([], "champagne", "nothing-chosen"),
    ("GE.infantry.1", "champagne", "malformed"),
])  # fmt: skip
def test_3_3_what_cannot_be_attacked_is_not_reckoned(units: Any, area: str, code: str) -> None:
    """§3.3: in the words of the move that would be refused."""
    places = {"alsace": "GE 2 infantry", "champagne": "FR 1 infantry", "paris": "FR 1 infantry"}
    answer = asked(position(places, spent=["GE.infantry.2"]), units, area)
    assert isinstance(answer, Refusal)
    assert answer.code == code


def test_3_3_nobody_joins_the_enemys_battle() -> None:
    """§3.3.2: while an ally fights, your own plans wait."""
    state = position({"alsace": "GE 1 infantry", "champagne": "FR 1 infantry", "paris": "FR 1 infantry"})
    state = order(state, "central", "move", units=["GE.infantry.1"], path=["champagne"])
    answer = asked(state, ["FR.infantry.2"], "champagne", "entente")
    assert isinstance(answer, Refusal)
    assert answer.code == "battle-first"
