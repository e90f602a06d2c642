"""§19.61: the first turn of the campaign in the Near East."""

from __future__ import annotations

from rules.great_war.combat.odds import odds_of_attack
from rules.great_war.movement.rails import why_no_ship, why_no_train
from rules.great_war.movement.transit import why_not_out
from rules.great_war.position.changes import relocate
from rules.great_war.position.state import ARABIA, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import refused
from tests.games.great_war.near_east.kit import ended, set_up, until

CAMPAIGN = "near-east-campaign"


def a_turn_later(state: State) -> State:
    """The same position on the turn after that."""
    return replace(state, turn=7)


def snow_drm(state: State, side: str, unit: str, target: str) -> int:
    """What the snow adds to the die of that unit's attack."""
    odds = odds_of_attack(state, side, [unit], target, state.stacks[target], {})
    return sum(number for _, section, number in odds.drms if section == "12.2")


def test_19_61_no_trains_and_no_ships_on_the_first_turn() -> None:
    """§19.61: neither is offered, the orders are refused, and on the next turn both go."""
    state = until(set_up(CAMPAIGN), "allied.rail")
    british = next(u for u in state.on_map(ALLIED) if state.counter(u).nation == "BR" and state.counter(u).kind != "hq")
    state = relocate(state, (british,), "NI2252")
    assert refused(state, ALLIED, "sail", units=[british], hex="NE2804").section == "19.61"
    sailing, later = why_no_ship(state, british), why_no_ship(a_turn_later(state), british)
    assert sailing is not None
    assert (sailing.section, later) == ("19.61", None)
    turks = ended(state)
    assert turks.phase.key == "central.rail"
    towns = [u for u in turks.on_map(CENTRAL) if why_no_train(a_turn_later(turks), u) is None]
    assert towns
    assert {refusal.section for u in towns if (refusal := why_no_train(turks, u))} == {"19.61"}
    assert len([u for u in towns if why_no_train(turks, u)]) == len(towns)
    where = turks.units[towns[0]].at
    assert refused(turks, CENTRAL, "rail", units=[towns[0]], hex=where).section == "19.61"


def test_19_61_nor_out_of_arabia() -> None:
    """§19.61, §9.16: the boxes belong to these maps."""
    state = until(set_up(CAMPAIGN), "central.rail")
    unit = state.boxes[ARABIA][0]
    assert refused(state, CENTRAL, "out_of_arabia", units=[unit], hex="NE1125").section == "19.61"
    assert why_not_out(a_turn_later(state), unit, ARABIA) is None


def test_19_61_russians_do_not_mind_the_snow() -> None:
    """§19.61, §12.2: Turks do, and Russians do from the next turn on."""
    state = until(set_up(CAMPAIGN), "first-movement")
    assert state.weather["caucasus"] == "snow"
    russian, turk, to, back = "ru-20", "tu-33", "NC4235", "NC4234"
    state = relocate(relocate(state, (russian,), back), (turk,), to)
    assert snow_drm(state, ALLIED, russian, to) == 0
    assert snow_drm(state, CENTRAL, turk, back) == -2
    assert snow_drm(a_turn_later(state), ALLIED, russian, to) == -2
