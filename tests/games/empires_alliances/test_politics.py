"""§18.2, §18.3, §2.7: conquest, garrisons and the points of the scenarios."""

from __future__ import annotations

from typing import Any

import pytest

from rules.empires_alliances.politics.conquest import countries_that_fall
from rules.empires_alliances.politics.garrisons import missing_garrisons
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import DECLARED_ON_NETHERLANDS, Spirit, State
from rules.empires_alliances.victory import conquest_wins, final_count, final_verdict, find_scored, score, sudden_death
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.moving import ALONE, phase
from tests.games.empires_alliances.politics import before_arrivals, in_the_war, settled
from tests.games.empires_alliances.table import deployed, empty, opened, passed_to, put, told


def held(state: State, side: str, *cities: str) -> State:
    """The position with these cities in the hands of a side."""
    hexes = [state.printed.places.cities[name].hex for name in cities]
    return replace(state, control={**state.control, **dict.fromkeys(hexes, side)})


@pytest.mark.parametrize(
    ("side", "cities", "falls"),
    [
        ("allied", ("Berlin",), ()),
        ("allied", ("Berlin", "Essen"), ("GE",)),
        ("central", ("Paris", "Lille", "Lyons"), ()),
        ("central", ("Lille", "Lyons", "Marseilles", "Rouen"), ()),
        ("central", ("Paris", "Lille", "Lyons", "Dijon", "Reims"), ()),
        ("central", ("Paris", "Lille", "Lyons", "Marseilles"), ("FR",)),
        ("central", ("Petrograd", "Moscow"), ()),
        ("central", ("Petrograd", "Moscow", "Kharkov"), ("RU",)),
        ("central", ("Cetinje",), ("MN",)),
        ("allied", ("Vienna", "Prague"), ()),
        ("allied", ("Vienna", "Budapest"), ("AH",)),
        ("central", ("Belgrade", "Nish", "Skoplje"), ()),
        ("central", ("Belgrade", "Nish", "Skoplje", "Monastir"), ("SE",)),
        ("central", ("Antwerp", "Brussels", "Ghent"), ()),
        ("central", ("Antwerp", "Brussels", "Ghent", "Liège"), ("BE",)),
    ],
)
def test_18_2_a_country_is_conquered_when_the_named_cities_are_lost(
    side: str, cities: tuple[str, ...], falls: tuple[str, ...]
) -> None:
    assert countries_that_fall(held(deployed(), side, *cities)) == falls


@pytest.mark.parametrize(
    ("nation", "side", "cities", "falls"),
    [
        ("IT", "central", ("Rome", "Venice", "Turin"), ()),
        ("IT", "central", ("Rome", "Milan"), ("IT",)),
        ("TU", "allied", ("Constantinople", "Smyrna", "Adrianople", "Eskishehir", "Konia"), ()),
        ("TU", "allied", ("Constantinople", "Smyrna", "Adrianople", "Eskishehir", "Konia", "Angora"), ("TU",)),
        ("RO", "central", ("Bucharest", "Constanta", "Craiova", "Galatz"), ()),
        ("RO", "central", ("Bucharest", "Constanta", "Craiova", "Galatz", "Jassy"), ("RO",)),
    ],
)
def test_18_2_of_those_who_enter_later_the_ottomans_may_keep_damascus(
    nation: str, side: str, cities: tuple[str, ...], falls: tuple[str, ...]
) -> None:
    joined = in_the_war(deployed("campaign"), **{nation: "allied" if side == "central" else "central"})
    assert countries_that_fall(held(joined, side, *cities)) == falls


def test_18_2_and_18_21_its_units_leave_at_the_end_of_the_segment() -> None:
    """§18.21: at the end of the segment in which the country is conquered."""
    state = passed_to(held(deployed(), "central", "Cetinje"), "central.attacks")
    after = told(state, "central", "end_phase")
    assert after.wars["MN"].conquered == after.turn
    assert {after.units[u].at for u in ("mn-1", "mn-2")} == {"out"}


def test_18_31_major_cities_of_the_enemy_and_those_named_need_a_corps_or_two_divisions() -> None:
    state = held(empty(deployed()), "central", "Lille", "Brussels", "Ghent")
    assert missing_garrisons(state, "central") == ("Brussels", "Lille")
    brussels = state.printed.places.cities["Brussels"].hex
    guns = put(state, {"ge-art-1": brussels})
    assert "Brussels" in missing_garrisons(guns, "central"), "guns are no garrison"
    division = put(state, {"ge-cav1xx": brussels})
    assert "Brussels" in missing_garrisons(division, "central")
    corps = put(state, {"ge-a1": brussels})
    assert missing_garrisons(corps, "central") == ("Lille",)


def test_18_31_a_garrison_of_americans_is_two_divisions_as_of_others() -> None:
    """§9.5, §11.6, §14.4 and §15.24 except American divisions; §18.31 does not."""
    state = held(in_the_war(empty(deployed("campaign")), US="allied"), "allied", "Cologne")
    cologne = state.printed.places.cities["Cologne"].hex
    assert missing_garrisons(put(state, {"us-1": cologne}), "allied") == ("Cologne",)
    assert missing_garrisons(put(state, {"us-1": cologne, "us-2": cologne}), "allied") == ()


def test_18_32_each_missing_garrison_costs_a_point_of_the_next_turn() -> None:
    """Lille is major and Brussels is named; Ghent is neither. Once the point is paid nothing is left of it."""
    taken = held(passed_to(deployed(), "central.attacks"), "central", "Lille", "Brussels", "Ghent")
    after = told(put(taken, {**ALONE, "be-6": "2250", "be-cav1": "2250"}), "central", "end_phase")
    assert after.short == {"GE": 2}
    september = before_arrivals("1914-09", "central", after)
    paid = settled(september)
    without = settled(replace(september, short={}))
    assert without.purses["GE"].infantry - paid.purses["GE"].infantry == 2
    assert paid.short == {}


def test_2_71_the_campaign_is_over_when_both_enemies_or_germany_are_conquered() -> None:
    state = replace(deployed(), scenario="campaign")

    def conquered(*nations: str) -> State:
        wars = {n: w._replace(conquered=1) if n in nations else w for n, w in state.wars.items()}
        return replace(state, wars=wars)

    assert conquest_wins(conquered("FR")) is None
    both, germany = conquest_wins(conquered("FR", "RU")), conquest_wins(conquered("GE"))
    assert both is not None
    assert germany is not None
    assert (both.winner, germany.winner) == ("central", "allied")
    assert conquest_wins(replace(conquered("GE"), scenario="1914")) is None


def test_2_71_the_campaign_ends_as_the_last_city_is_entered() -> None:
    """In the midst of a Movement Phase: of Germany, and of Russia after France; in 1914 it goes on."""
    cities = deployed().printed.places.cities
    berlin, essen, kharkov = (cities[name].hex for name in ("Berlin", "Essen", "Kharkov"))

    def entered(side: str, unit: str, hex_: str, scenario: str = "campaign", **more: Any) -> State:
        board = deployed().board
        near = next(
            board.lattice.ids[a]
            for side_, a in enumerate(board.lattice.neighbours[board.index(hex_)])
            if a in board.land and board.passable[board.index(hex_)][side_]
        )
        state = phase(side, {unit: near}, scenario=scenario, **more)
        return told(state, side, "move", units=[unit], path=[hex_])

    assert entered("allied", "fr-a1", essen).ended is None
    germany = entered("allied", "fr-a1", essen, taken={berlin: "allied"})
    assert germany.ended is not None
    assert (germany.ended[0], germany.ended[2]) == ("allied", "2.71")
    assert entered("allied", "fr-a1", essen, "1914", taken={berlin: "allied"}).ended is None
    taken = {cities[name].hex: "central" for name in ("Petrograd", "Moscow")}
    assert entered("central", "ge-a1", kharkov, taken=taken).ended is None
    wars = opened("campaign").wars
    beaten = {**wars, "FR": wars["FR"]._replace(conquered=4)}
    both = entered("central", "ge-a1", kharkov, taken=taken, wars=beaten)
    assert both.ended is not None
    assert (both.ended[0], both.ended[2]) == ("central", "2.71")


def test_1_71_the_opening_position_is_a_draw_of_ten_points() -> None:
    state = deployed()
    assert score(state, final_count(state)) == 20
    assert final_verdict(state).winner == ""


def test_1_71_a_city_out_of_supply_counts_half() -> None:
    state = deployed()
    count = final_count(state)
    lille = state.printed.places.cities["Lille"].hex
    alone = put(state, {"ge-a2": lille})
    assert score(alone, count) == 21, "Lille lies far behind the French lines"


@pytest.mark.parametrize(
    ("halves", "winner"),
    [(15, "allied"), (16, "allied"), (19, "allied"), (20, ""), (23, ""), (24, "central"), (27, "central")],
)
def test_1_72_the_levels_of_victory(halves: int, winner: str) -> None:
    from rules.empires_alliances.victory import LEVELS

    assert LEVELS[final_count(deployed()).level(halves / 2)][0] == winner


def test_2_72_sudden_death_comes_at_the_ends_of_1914_and_1916_only() -> None:
    state = replace(deployed(), scenario="campaign")
    numbers = {turn: state.printed.turns[turn].number for turn in ("1914-11", "1914-12", "1916-12")}
    assert sudden_death(replace(state, turn=numbers["1914-11"])) is None
    assert sudden_death(replace(state, turn=numbers["1914-12"])) is None, "ten points are no victory"
    lost = held(state, "allied", "Metz")
    metz = state.printed.places.cities
    bare = put(
        empty(lost),
        {f"fr-a{n}": metz[name].hex for n, name in ((1, "Metz"), (2, "Strassburg"), (3, "Cologne"))},
    )
    ended = sudden_death(replace(bare, turn=numbers["1914-12"]))
    assert ended is not None
    assert (ended.winner, ended.section) == ("allied", "2.72")
    quiet = sudden_death(replace(state, turn=numbers["1916-12"]))
    assert quiet is not None
    assert quiet.winner == "allied", "the Central Powers hold nothing of the list of 1916"


@pytest.mark.parametrize(
    ("length", "conquered", "after"),
    [
        ("full", ("FR", "SE"), ("", "2.73")),
        ("extended", ("FR",), None),
        ("extended", ("FR", "IT", "SE"), None),
        ("extended", ("FR", "IT", "SE", "RO"), None),
        ("extended", ("FR", "IT", "SE", "RO", "NL"), ("central", "22.12")),
        ("extended", ("RU",), None),
        ("extended", ("RU", "BU"), ("allied", "22.12")),
    ],
)
def test_22_12_the_extended_campaign_goes_on_into_1919_between_seven_points_and_sixteen(
    length: str, conquered: tuple[str, ...], after: tuple[str, str] | None
) -> None:
    """§2.73: 10 for France, 8 for Russia, 3 for Italy, 1 for Serbia and Rumania, -1 for Bulgaria, 1 for the Dutch."""
    start = in_the_war(empty(deployed("campaign")), IT="allied", RO="allied", BU="central", US="allied")
    wars = {n: w._replace(conquered=40) if n in conquered else w for n, w in start.wars.items()}
    deeds = frozenset({f"{DECLARED_ON_NETHERLANDS}allied"} if "NL" in conquered else ())
    more = {"wars": wars, "deeds": deeds, "options": {"length": length} if length != "full" else {}}
    december = start.printed.turns["1918-12"].number
    state = replace(start, turn=december, cursor=(PhaseFrame("end"),), **more)  # type: ignore[arg-type]
    ended = settled(state)
    if after is None:
        assert ended.ended is None
        assert ended.date.id == "1919-01"
    else:
        assert ended.ended is not None
        assert (ended.ended[0], ended.ended[2]) == after


@pytest.mark.parametrize(("length", "last"), [("short", "1916-12"), ("full", "1918-12"), ("extended", "1919-09")])
def test_2_1_2_8_22_12_the_last_turn_ends_with_a_level_and_the_one_before_does_not(length: str, last: str) -> None:
    start = in_the_war(empty(deployed("campaign")), IT="allied", RO="allied", BU="central", US="allied")
    number = start.printed.turns[last].number
    options = {"length": length} if length != "full" else {}
    before = settled(replace(start, turn=number - 1, cursor=(PhaseFrame("end"),), options=options))
    assert (before.ended, before.turn) == (None, number)
    end = settled(replace(start, turn=number, cursor=(PhaseFrame("end"),), options=options)).ended
    assert end is not None
    assert end[1].endswith("an Allied major victory.")
    assert end[2] == ("2.8" if length == "short" else "2.73")


@pytest.mark.parametrize(
    ("german", "french", "halves", "winner"),
    [
        (("Lille", "Reims", "Nancy"), (), 26, None),
        (("Lille", "Reims", "Nancy", "Paris"), (), 27, "central"),
        ((), ("Metz", "Strassburg"), 16, None),
        ((), ("Metz", "Strassburg", "Cologne"), 14, "allied"),
    ],
)
def test_2_72_thirteen_and_a_half_points_win_at_once_and_eight_do_not_lose(
    german: tuple[str, ...], french: tuple[str, ...], halves: int, winner: str | None
) -> None:
    """Paris counts half: the corps in it can trace no path."""
    state = replace(deployed(), scenario="campaign")
    cities = state.printed.places.cities
    units = {f"{nation}-a{n}": cities[city].hex for nation, named in (("ge", german), ("fr", french))
             for n, city in enumerate(named, 1)}  # fmt: skip
    state = put(empty(replace(state, turn=state.printed.turns["1914-12"].number)), units)
    assert score(state, state.card.counts["december-1914"]) == halves
    ended = sudden_death(state)
    assert (ended.winner if ended else None) == winner


@pytest.mark.parametrize(
    ("length", "section", "level"), [("short", "2.8", "an Allied major victory"), ("full", "2.72", "win at once")]
)
def test_2_8_the_short_campaign_ends_with_a_level_where_the_long_one_has_sudden_death(
    length: str, section: str, level: str
) -> None:
    options = {"length": length} if length != "full" else {}
    state = replace(deployed("campaign"), options=options)
    december = replace(state, turn=state.printed.turns["1916-12"].number, cursor=(PhaseFrame("end"),))
    ended = settled(december).ended
    assert ended is not None
    assert (ended[0], ended[2]) == ("allied", section)
    assert level in ended[1]


@pytest.mark.parametrize(("side", "points"), [("allied", [3]), ("central", [])])
def test_2_73_a_conquered_country_counts_on_the_side_that_it_is_printed_on(side: str, points: list[int]) -> None:
    """docs/rulings: Italy may have joined the other side (§22.2); it is no conquest of the Central Powers then."""
    state = in_the_war(empty(deployed("campaign")), IT=side)
    fallen = replace(state, wars={**state.wars, "IT": state.wars["IT"]._replace(conquered=state.turn)})
    italy = state.printed.nations["IT"].name
    assert [one.halves // 2 for one in find_scored(fallen, final_count(fallen)) if one.what == italy] == points


def worth(count: str, city: str, unit: str, **wars: str) -> int:
    """What a unit alone in a city brings by a count of the campaign, were the city fed; half of it where it is not."""
    state = in_the_war(empty(deployed("campaign")), **wars)
    there = put(state, {unit: state.printed.places.cities[city].hex})
    found = [one for one in find_scored(there, state.card.counts[count]) if one.what == city]
    return sum(one.halves if one.supplied else 2 * one.halves for one in found) // 2


@pytest.mark.parametrize(
    ("cities", "points"),
    [
        (("Paris", "Petrograd"), 2),
        (("Lille", "Lyons", "Marseilles", "Belgrade", "Moscow", "Kiev", "Warsaw"), 1),
        (("Verdun", "Dijon", "Le Havre", "Kovno", "Brest-Litovsk", "Smolensk"), 1),
        (("Lodz", "Reims", "Brussels", "Grodno", "Venice", "Rome"), 0),
    ],
)
def test_2_72_what_cities_bring_at_the_end_of_1916(cities: tuple[str, ...], points: int) -> None:
    assert {city: worth("december-1916", city, "ge-a1") for city in cities} == dict.fromkeys(cities, points)
    assert {worth("short", city, "ge-cav1") for city in cities} == {points}, "2.8"
    assert {worth("december-1916", city, "ge-art-1") for city in cities} == {0}


def test_2_72_cities_of_italy_count_once_it_is_an_allied_country() -> None:
    assert [worth("december-1916", city, "ah-1", IT="allied") for city in ("Venice", "Rome", "Milan")] == [1, 1, 1]
    assert worth("december-1916", "Venice", "fr-a1", IT="central") == 0, "and Venice is in no list of the other side"


@pytest.mark.parametrize(
    ("cities", "points"),
    [
        (("Berlin", "Vienna"), -2),
        (("Essen", "Budapest", "Prague"), -1),
        (("Aachen", "Saarbrücken", "Graz", "Sarajevo"), -1),
        (("Bremen", "Dresden", "Pola"), 0),
    ],
)
def test_2_72_what_lost_cities_cost_at_the_end_of_1916(cities: tuple[str, ...], points: int) -> None:
    assert {city: worth("december-1916", city, "fr-a1") for city in cities} == dict.fromkeys(cities, points)


@pytest.mark.parametrize(
    ("unit", "cities", "points"),
    [
        ("ge-a1", ("Paris", "Petrograd"), 2),
        ("ge-a1", ("Rouen", "Lille", "Verdun", "Nancy", "Dijon", "Moscow", "Riga", "Minsk", "Kiev", "Brussels"), 1),
        ("ge-a1", ("Warsaw", "Lodz", "Reims", "Antwerp", "Belgrade"), 0),
        ("fr-a1", ("Berlin", "Vienna"), -2),
        ("fr-a1", ("Posen", "Breslau", "Aachen", "Metz", "Strassburg", "Budapest", "Trieste", "Cracow"), -1),
        ("fr-a1", ("Essen", "Danzig", "Graz"), 0),
        ("fr-art-1", ("Berlin",), 0),
    ],
)
def test_2_73_what_cities_bring_and_cost_in_1918(unit: str, cities: tuple[str, ...], points: int) -> None:
    assert {city: worth("december-1918", city, unit) for city in cities} == dict.fromkeys(cities, points)


@pytest.mark.parametrize("side", ["allied", "central"])
def test_2_65_2_72_an_allied_war_on_the_netherlands_is_a_point_in_every_count_of_the_campaign(side: str) -> None:
    state = deployed("campaign")
    declared = replace(state, deeds=state.deeds | {f"{DECLARED_ON_NETHERLANDS}{side}"})
    for name in ("december-1914", "december-1916", "short", "december-1918"):
        count = state.card.counts[name]
        assert score(declared, count) - score(state, count) == (2 if side == "allied" else 0), name


def test_2_73_a_city_that_is_fed_counts_whole_and_none_of_a_conquered_country() -> None:
    state = deployed("campaign")
    count, metz = state.card.counts["december-1918"], state.printed.places.cities["Metz"].hex
    near = put(empty(state), {"fr-a1": metz})
    cut_off = put(near, {f"ge-a{n}": hex_ for n, hex_ in enumerate(state.board.lattice.around(metz), 1)})
    found = [next(one for one in find_scored(there, count) if one.what == "Metz") for there in (near, cut_off)]
    assert [(one.halves, one.supplied) for one in found] == [(-2, True), (-1, False)]
    lille = put(empty(state), {"ge-a1": state.printed.places.cities["Lille"].hex})
    wars = {**state.wars, "FR": state.wars["FR"]._replace(conquered=30)}
    assert score(replace(lille, wars=wars), count) == score(replace(empty(state), wars=wars), count) == 20


def test_2_73_weariness_counts_unless_the_country_has_surrendered() -> None:
    state = replace(deployed(), scenario="campaign")
    count = final_count(state)
    before = score(state, count)
    tired = replace(state, spirits={"FR": Spirit(2), "GE": Spirit(1)})
    assert score(tired, count) - before == 2 * (2 - 2)
    alone = replace(state, spirits={"FR": Spirit(2)})
    assert score(alone, count) - before == 4
    beaten = replace(alone, wars={**alone.wars, "FR": alone.wars["FR"]._replace(conquered=30)})
    assert score(beaten, count) - before == 20, "France is conquered: ten points, and nothing for weariness"
