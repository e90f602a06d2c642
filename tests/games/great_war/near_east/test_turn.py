"""A turn of the Near East alone, thin: new units, weather, movement, trains and ships, combat, the strategic turn."""

from __future__ import annotations

import random

import pytest

from rules.great_war.combat.odds import AttackOdds, odds_of_attack
from rules.great_war.facts.weather import NearEastWeatherDetermined
from rules.great_war.game import GAME
from rules.great_war.movement.allowance import allowance
from rules.great_war.movement.rails import ports_for, why_no_ship
from rules.great_war.movement.railways import capacity_of, journeys, on_lines
from rules.great_war.new_units.orders import why_not
from rules.great_war.position.changes import relocate
from rules.great_war.position.state import AVAILABLE, RESERVE, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.stacking import why_too_many
from rules.great_war.strategic.emergency import why_none
from rules.great_war.strategic.income import income
from rules.great_war.strategic.us_entry import us_joins
from rules.great_war.supply.starving import unsupplied_units
from rules.great_war.supply.tracing import IN, supplied_hexes, supply_of
from rules.great_war.turn.weather import weather_on
from rules.great_war.works.trenches import is_hampered
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from tests.games.great_war.invariants import check, check_numbers
from tests.games.great_war.kit import refused, told
from tests.games.great_war.near_east.kit import placed, set_up, to_movement
from tests.games.great_war.strategic.kit import played


def on(state: State, turn: int) -> State:
    """The same position in the weather of another turn."""
    track = state.printed.charts.turns[turn - 1].further
    return replace(state, turn=turn, weather=dict(track))


# --- new units, weather -----------------------------------------------------------------------------------------------


def test_13_29_reinforcements_go_to_their_box() -> None:
    """§13.29: those that are due with "Turkey" on their back go into the reserve as the phase begins, and onto no map.
    Only the Central Powers' own phase takes them there."""
    before, after = set_up(), told(set_up(), ALLIED, "end_phase")
    due = ("tu-20", "tu-24", "tu-42")
    found = why_not(before, "tu-20")
    assert found == Refusal("for-a-box", "13.29", "The unit goes to the Turkish Required Reserve, not onto a map.")
    assert {before.units[u].at for u in due} == {AVAILABLE}
    assert {after.units[u].at for u in due} == {RESERVE}
    assert len(after.boxes[RESERVE]) == len(before.boxes[RESERVE]) + len(due)
    assert refused(after, CENTRAL, "place", units=["tu-20"], hex="NC4332").section == "13.11"


def test_12_12_only_the_weather_of_the_near_east_is_told() -> None:
    """§12.12: both zones, without a die; the fact says so to everyone."""
    state = to_movement()
    assert state.weather == {"south": "fair", "caucasus": "fair"}
    assert weather_on(state, "iraq") == weather_on(state, "egypt") == "fair"
    june = on(state, 11)
    assert (weather_on(june, "iraq"), weather_on(june, "caucasus")) == ("hot", "fair")
    line = GAME.narrate(state, NearEastWeatherDetermined("hot", "fair"), june, ALLIED)
    assert line is not None
    assert line["section"] == "12.12"


# --- movement ---------------------------------------------------------------------------------------------------------


def test_8_14_allowances_are_doubled_in_egypt_alone() -> None:
    """§8.14: in the western theatre; for headquarters and whoever is beside the enemy too."""
    state = to_movement()
    for unit, times in (("br-10in", 2), ("br-cd-1", 2), ("tu-36", 2), ("br-12inbd", 1), ("ru-4tks", 1), ("tu-1", 1)):
        assert allowance(state, unit) == times * state.face(unit).ma, unit
    beside = placed(state, {"NE3910": "br-10in br-hq-13crp", "NE3911": "tu-36"})
    for unit in ("br-10in", "br-hq-13crp", "tu-36"):
        assert allowance(beside, unit) == 2 * state.face(unit).ma, unit


def test_4_21_which_side_moves_where() -> None:
    """§4.21, §21.21: the Allies have the initiative in Egypt, the Central Powers in the Caucasus and Iraq."""
    state = to_movement()
    assert {*GAME.deciders(state)} == {ALLIED, CENTRAL}
    assert refused(state, ALLIED, "move", units=["br-6bd"], path=["NI2049"]).section == "8.11"
    assert told(state, ALLIED, "move", units=["br-10in"], path=["NE4207"]).units["br-10in"].at == "NE4207"
    assert told(state, CENTRAL, "move", units=["tu-38"], path=["NI2049"]).units["tu-38"].at == "NI2049"


def test_7_23_canal_companies_share_a_hex_freely() -> None:
    """§7.23: they count for nothing."""
    state = set_up()
    companies = [f"br-cd-{n}" for n in range(1, 5)]
    assert (
        why_too_many(state, [*companies, "br-10in", "br-11in", "br-12inbd", "br-16inbd", "br-17inbd", "br-18inbd"])
        is None
    )


def test_9_12_trains_of_each_front() -> None:
    """§9.12, §9.22, §9.23: by front and nation; in Egypt only in Egypt, in Iraq only after Maude."""
    state = to_movement()
    index = state.printed.board.index
    wanted = {"tu-1": "near-east-central", "ru-4tks": "caucasus", "br-10in": "egypt", "br-6bd": "iraq"}
    assert {unit: capacity_of(state, unit).id for unit in wanted} == wanted
    assert on_lines(state, "tu-1", index["NI1845"])
    assert on_lines(state, "br-10in", index["NE4206"])
    assert not on_lines(state, "br-10in", index["NE2913"])
    assert not on_lines(state, "br-6bd", index["NI2252"])
    assert not on_lines(state, "ru-4tks", index["NC4332"])
    maude = replace(state, chits={**state.chits, "allied.play": {**state.chits["allied.play"], "maude": 1}})
    assert on_lines(maude, "br-6bd", index["NI2252"])


def test_9_13_no_train_goes_to_another_front() -> None:
    """§9.13: only by the transit box."""
    state = set_up()
    board = state.printed.board
    unit = next(u for u in state.on_map(CENTRAL) if state.units[u].at == "NI1845")
    assert {board.front[i] for i in journeys(state, (unit,)).cost} == {"iraq"}


def test_9_53_ports_and_ships() -> None:
    """§9.52, §9.53, §9.54, §9.56: the coast west of the canal and Basra; nobody on the Black Sea."""
    state = set_up()
    board = state.printed.board
    ports = ports_for(state, "BR")
    assert board.index["NI2252"] in ports
    assert board.coast_of_egypt <= ports
    words = "NE4212 NE4213 NE4313 NE4413 NE4513 NE4514 NE4515 NE4615 NE4616"
    assert set(words.split()) == {board.ids[i] for i in board.coast_of_egypt}
    assert "caucasus" not in {board.front[i] for i in ports}
    assert [fleet.units for fleet in state.printed.ships] == [3]
    assert isinstance(why_no_ship(state, "ru-4tks"), Refusal)


def test_9_56_headquarters_are_never_shipped_there() -> None:
    """§9.56: those of the Near East alone stay on their map; combat units in the same port sail."""
    state = relocate(set_up(), ("br-hq-13crp", "br-18inbd"), "NI2252")
    refusal = why_no_ship(state, "br-hq-13crp")
    assert refusal is not None
    assert refusal.section == "9.56"
    assert why_no_ship(state, "br-18inbd") is None


def test_5_71_no_nation_outside_the_variant_joins() -> None:
    """§5.71, §19.8: the United States have no part in it, whatever turn it is."""
    state = set_up()
    state = replace(state, strategic_state=replace(state.strategic_state, turn="P"))
    assert state.strategic_state.us_entry <= state.strategic_state.turn
    assert played(us_joins, state)[1] == []


# --- supply -----------------------------------------------------------------------------------------------------------


def test_11_33_everyone_is_supplied_at_the_start() -> None:
    """§11.31 to §11.33: British by Basra, Turks in Kut, Persians anywhere in Persia."""
    state = set_up()
    assert unsupplied_units(state) == ()
    assert all(supply_of(state, unit) == IN for unit in ("br-6bd", "br-33inbd", "tu-27", "tu-gndm", "ru-pc", "br-cd-4"))


# --- combat -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "drm"), [(10, 0), (11, -2)])
def test_12_2_heat_in_iraq(turn: int, drm: int) -> None:
    """§12.2, §14.47: attacks in hot weather; nobody has European trenches there."""
    state = on(told(to_movement(), CENTRAL, "move", units=["tu-38"], path=["NI2049"]), turn)
    odds = odds_of_attack(state, CENTRAL, ["tu-38"], "NI2149", state.stacks["NI2149"], {})
    assert sum(number for _, section, number in odds.drms if section == "12.2") == drm
    assert not any(section == "14.42" for _, section, _ in odds.drms)


ATTACKS = {"caucasus": ("ru-4tks", "NC3441", "NC3541"), "egypt": ("tu-36", "NE4011", "NE4111")}
"""By front who attacks, from where, and whom: enemies beside each other."""


@pytest.mark.parametrize(
    ("front", "weather", "drm"),
    [
        ("caucasus", "snow", -2), ("caucasus", "hot", 0), ("caucasus", "wet", 0), ("caucasus", "fair", 0),
        ("egypt", "hot", -2), ("egypt", "fair", 0),
    ],
)  # fmt: skip
def test_12_2_snow_in_the_caucasus_and_heat_in_egypt(front: str, weather: str, drm: int) -> None:
    """§12.2: snow is hard on attackers in the Caucasus, and heat is not; in Egypt heat is. What the weather is like on
    the other maps is of no matter."""
    unit, from_, target = ATTACKS[front]
    side, enemy = (ALLIED, "tu-33") if front == "caucasus" else (CENTRAL, "br-10in")
    state = placed(to_movement(), {from_: unit, target: enemy})
    zone, other = ("caucasus", "south") if front == "caucasus" else ("south", "caucasus")
    state = replace(state, weather={zone: weather, other: "snow" if zone == "south" else "hot"})
    odds = odds_of_attack(state, side, [unit], target, state.stacks[target], {})
    assert sum(number for _, section, number in odds.drms if section == "12.2") == drm


def test_10_55_heat_goes_no_further_than_the_floor() -> None:
    """§10.55, §12.2, ruling: with a trench and the heat against it an attack has -3; a concentric one gets back its
    own."""
    against = (("Hot", "12.2", -2), ("Trenches", "14.53", -1), ("Offensive in the west", "6.64", -2))
    floor = set_up().printed.charts.combat.defender_floor
    assert AttackOdds(1, 1, 0, (), against, 1).drm(floor) == -3
    assert AttackOdds(1, 1, 0, (), (*against, ("Concentric attack", "10.53", 1)), 1).drm(floor) == -2


def test_15_54_british_cavalry_is_free_there() -> None:
    """§15.54: whatever the turn."""
    state = replace(set_up(), strategic="H")
    assert not is_hampered(state, "br-6bd")
    assert is_hampered(state, "tu-cav-1bd")


# --- the strategic turn, and all of it --------------------------------------------------------------------------------


def test_5_12_points_of_the_near_east() -> None:
    """§5.12, §5.15, §19.8: of three nations; nobody calls emergency replacements."""
    state = set_up()
    state = replace(state, strategic_state=replace(state.strategic_state, turn="E"))
    assert income(state) == {"TU": 2, "BR": 2, "RU": 1}
    assert all(isinstance(why_none(state, side), Refusal) for side in (ALLIED, CENTRAL))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_may_june_and_the_strategic_turn_can_be_played(seed: int) -> None:
    """§4.2, §4.3, §19.8: by players who do anything; what must hold does, and what is stored comes back."""
    state, rng, steps = set_up(), random.Random(seed), set[str]()
    while state.turn < 12 and state.ended is None:
        seat = rng.choice(GAME.deciders(state))
        command = GAME.random_command(state, seat, rng)
        found = GAME.decide(state, seat, command, lambda _, sides: rng.randint(1, sides))
        assert not isinstance(found, Refusal), (command, found)
        for event in found.events:
            before, state = state, GAME.evolve(state, event)
            steps.add(state.phase.key)
            GAME.narrate(before, event, state, ALLIED)
        check(state)
        check_numbers(state)
        if not len(found.events) % 3:
            fresh = GAME.load_state(GAME.dump_state(state))
            for nation in ("BR", "RU", "TU"):
                assert supplied_hexes(state, nation, False) == supplied_hexes(fresh, nation, False)
            assert unsupplied_units(state) == unsupplied_units(fresh)
    assert state.strategic == "E"
    assert "transfers" in steps
    assert not {"u-boats", "bombing", "red-army", "declare-initiative", "choose-marker"} & steps
    assert GAME.load_state(GAME.dump_state(state)) == state
    for viewer in (ALLIED, CENTRAL, "spectator"):
        assert GAME.view(state, viewer)["turn"] == state.turn
