"""The charts, held to what the rulebook states of them and to the bounds within which the rest was rebuilt."""

from __future__ import annotations

import pytest

from rules.empires_alliances.printed.charts_shown import charts_shown
from rules.empires_alliances.printed.combat_table import COLUMNS, RESULTS, ROWS
from rules.empires_alliances.printed.data import Printed
from rules.empires_alliances.printed.ladder_charts import RAIL, WEATHER


def test_13_641_columns_from_one_to_five_to_seven_to_one(printed: Printed) -> None:
    assert COLUMNS == ("1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
    assert all(len(row) == len(COLUMNS) for row in printed.combat.rows.values())


def test_13_643_rows_from_minus_one_to_twelve(printed: Printed) -> None:
    assert [*printed.combat.rows] == [str(net) for net in range(-1, 13)]
    for net, row in ((-5, "-1"), (-1, "-1"), (0, "0"), (12, "12"), (15, "12")):
        assert tuple(printed.combat.result(column, net) for column in COLUMNS) == printed.combat.rows[row]


def test_13_643_a_net_nine_at_two_to_one_is_dd(printed: Printed) -> None:
    """The worked example."""
    assert printed.combat.result("2-1", 9) == "DD"


def test_13_73_nd_stands_in_the_one_to_one_column(printed: Printed) -> None:
    """The worked example."""
    assert "ND" in [printed.combat.result("1-1", net) for net in ROWS]


def test_13_7_never_kinder_to_the_defender_as_odds_or_roll_rise(printed: Printed) -> None:
    table = [[RESULTS.index(printed.combat.result(c, net)) for c in COLUMNS] for net in ROWS]
    assert all(row == sorted(row) for row in table)
    assert all(list(column) == sorted(column) for column in zip(*table, strict=True))


def test_13_7_every_result_can_come_up(printed: Printed) -> None:
    """Each of the eight is explained in §13.7. Ours: a defender is lost only where it is the smaller or as large."""
    found = {printed.combat.result(c, net) for c in COLUMNS for net in ROWS}
    assert found == {*RESULTS}
    weak = COLUMNS[: COLUMNS.index("1-1")]
    assert not any(printed.combat.result(c, net) in ("EX", "HX", "DE") for c in weak for net in ROWS)


def test_12_1_only_what_is_listed_hinders_an_automatic_victory(printed: Printed) -> None:
    """Forest, swamp and major cities; mountains are not in the list. 8, 10 and 12 to 1."""
    assert {g.id for g in printed.terrain.values() if g.hard} == {"forest", "swamp", "major"}
    found = printed.charts.automatic_victory
    assert (found.open, found.one, found.both) == (8, 10, 12)


def test_16_3_tanks_lose_their_modifier_where_it_is_said(printed: Printed) -> None:
    """§16.3: in forest, swamp and mountain; across a river they are halved."""
    assert {g.id for g in printed.terrain.values() if not g.tank_drm} == {"forest", "swamp", "mountain"}
    assert printed.charts.special.tank_river_quarters == 2


def test_20_23_a_river_weakens_attackers_but_not_by_half(printed: Printed) -> None:
    """§20.23 against §16.3, our reading."""
    assert 2 < printed.terrain["river"].quarters < 4


def test_1_61_no_ground_costs_more_than_two_points(printed: Printed) -> None:
    """§1.61 names two as what a hex may need at most."""
    assert max(g.mp for g in printed.terrain.values()) == 2
    assert printed.terrain["clear"].mp == 1


def test_22_7_rough_ground_costs_a_path_half_a_hex_more(printed: Printed) -> None:
    assert {g.id for g in printed.terrain.values() if g.half_hexes} == {"forest", "swamp", "mountain"}


def test_20_1_a_die_a_month_gives_both_zones_their_weather(printed: Printed) -> None:
    """Twelve months of ten faces. Ours: the east is never milder, and a higher die never makes it milder."""
    assert len(printed.weather) == 12
    for faces in printed.weather.values():
        ranks = [(WEATHER.index(west), WEATHER.index(east)) for west, east in faces]
        assert len(ranks) == 10
        assert all(west <= east for west, east in ranks)
        assert [west for west, _ in ranks] == sorted(west for west, _ in ranks)
        assert [east for _, east in ranks] == sorted(east for _, east in ranks)


def test_3_66_mud_in_march_is_on_the_table(printed: Printed) -> None:
    """§3.66: what the scenario of 1918 says of its first month could have been rolled."""
    assert ("mud", "mud") in printed.weather["march"]


def test_20_2_effects_of_weather(printed: Printed) -> None:
    """§20.21 to §20.23, §10.4: supply of 5, 4 and 3, railheads 3, 2 and 1, trains of 30 and 24."""
    found = printed.charts.weathers
    assert [(w.overland, w.railhead, w.rail_hexes) for w in found.values()] == [(5, 3, 30), (4, 2, 30), (3, 1, 24)]
    assert (found["mud"].from_five, found["snow"].freezes, found["snow"].invasions) == (3, True, False)


def test_9_5_rail_capacities(printed: Printed) -> None:
    """§9.51: Russia 9. §9.52: 3 for minor countries, 9 or 12 for powers; its examples name who is which."""
    rail = {n: c.rail for n, c in printed.capacity.items()}
    assert {*rail.values()} == {*RAIL} == {3, 9, 12}
    assert rail["RU"] == 9
    assert all(rail[n] == 3 for n in ("BE", "RO", "BU"))
    assert all(printed.capacity[n].major for n in ("GE", "AH", "FR", "GB", "IT"))
    assert printed.charts.movement.rail_of_minor_raised == 6


def test_1_62_two_thirds_of_a_capacity_are_whole(printed: Printed) -> None:
    """9 becomes 6; none leaves a fraction."""
    thirds = printed.scenarios["1914"].turn_rules["1914-08-2"].rail_thirds
    assert 9 * thirds / 3 == 6
    assert all(c.rail * thirds % 3 == 0 for c in printed.capacity.values())


def test_1_61_1_62_2_68_sea_capacities_carry_what_the_text_sails(printed: Printed) -> None:
    """Three British corps in August-1, two French in August-2, an invasion of three corps and artillery."""
    sea = {n: c.sea for n, c in printed.capacity.items()}
    invasion = printed.charts.invasions.corps + printed.charts.invasions.artillery
    assert sea["GB"] >= max(3, invasion)
    assert sea["FR"] >= 2
    assert printed.charts.movement.sea_corps_supplied == 6


def test_11_3_to_11_5_who_sails_where(printed: Printed) -> None:
    """British and French in Atlantic and Mediterranean, Germans in the Baltic, Russians in Baltic and Black Sea."""
    areas = {n: {*c.areas} for n, c in printed.capacity.items() if c.sea}
    assert areas["GB"] == areas["FR"] == {"Atlantic", "Mediterranean"}
    assert areas["GE"] == {"Baltic"}
    assert areas["RU"] == {"Baltic", "Black Sea"}
    assert not {"AH", "TU", "BU"} & {*areas}


def test_21_2_weariness_runs_from_one_to_fifteen_and_high_is_bad(printed: Printed) -> None:
    """§21.3: from no effect to surrender, in the order of the text."""
    assert len(printed.weariness) == 15
    assert (printed.weariness[0], printed.weariness[-1]) == ("NE", "S")
    assert {"NE", "R10", "R30", "M", "D", "S"} <= {*printed.weariness}


def test_21_2_without_modifiers_no_unit_surrenders_or_deserts(printed: Printed) -> None:
    """Ours: a plain die of ten cannot end a country's war."""
    assert not {"M", "D", "S"} & {*printed.weariness[:10]}


@pytest.mark.parametrize(
    ("nation", "year", "infantry", "artillery"),
    [
        ("GE", 1915, -1, 0),
        ("GE", 1916, -2, 0),
        ("GE", 1917, -4, 0),
        ("GE", 1918, -6, -1),
        ("GE", 1919, -6, -1),
        ("AH", 1915, 0, 0),
        ("AH", 1916, -1, 0),
        ("AH", 1917, -1, 0),
        ("AH", 1918, -2, -1),
        ("GB", 1915, -1, 0),
        ("GB", 1916, 0, 0),
        ("GB", 1917, -1, 0),
        ("GB", 1918, -1, 0),
    ],
)
def test_19_11_19_21_points_lost_at_sea(
    printed: Printed, nation: str, year: int, infantry: int, artillery: int
) -> None:
    """§19.11, §19.21, §22.12."""
    rows = printed.charts.economy_of(nation, f"{year}-05", 5)
    assert (sum(r.infantry for r in rows), sum(r.artillery for r in rows)) == (infantry, artillery)


def test_19_12_what_is_left_of_the_blockade_when_britain_is_conquered(printed: Printed) -> None:
    """§19.12: Austria-Hungary loses nothing in 1916 and one in 1917."""
    rows = {r.id: r for r in printed.charts.economy.values()}
    assert (rows["blockade-1916-ah"].conquered, rows["blockade-1917-ah"].conquered) == (0, -1)


@pytest.mark.parametrize(
    ("turn", "month", "routes"),
    [
        ("1915-05", 5, []),
        ("1915-06", 6, ["archangel"]),
        ("1916-09", 9, ["archangel"]),
        ("1916-10", 10, []),
        ("1917-04", 4, ["murmansk"]),
        ("1917-07", 7, ["archangel", "murmansk"]),
    ],
)
def test_19_31_routes_to_russia(printed: Printed, turn: str, month: int, routes: list[str]) -> None:
    """§19.31: by months and years. Where both are open only one brings aid."""
    rows = [r for r in printed.charts.economy_of("RU", turn, month) if r.id != "southern-route"]
    assert [r.id for r in rows] == routes
    assert all((r.infantry, r.artillery) == (1, 1) for r in rows)
    assert printed.charts.economy["archangel"].instead_of == "murmansk"


def test_19_32_five_hexes_of_the_straits(printed: Printed) -> None:
    assert printed.charts.invasions.straits == ("5918", "5919", "6019", "6025", "6124")


def test_2_68_invasions(printed: Printed) -> None:
    """§2.68: from March 1915, three corps and a field artillery unit, closed ports, two or four months, the table."""
    found = printed.charts.invasions
    assert (found.first, found.corps, found.artillery) == ("1915-03", 3, 1)
    assert (found.months_after_small, found.months_after_large) == (2, 4)
    names = {city.hex: city.name for city in printed.places.cities.values()}
    assert [names[hex_] for hex_ in found.closed] == ["Hamburg", "Bremen", "Antwerp", "Rouen", "Bordeaux"]
    assert [names[hex_] for hex_ in found.rolled_at] == ["Trieste", "Constantinople"]
    faces = [face for row in printed.charts.invasion_table for face in range(row.first, row.last + 1)]
    assert faces == list(range(1, 11))


def test_14_6_effects_by_level(printed: Printed) -> None:
    """§14.6: three quarters and a half of the strength; the zone goes at level 2."""
    one, two = printed.charts.unsupplied
    assert (one.quarters, one.mf_lost, one.zone) == (3, 1, True)
    assert (two.quarters, two.halved, two.zone, two.modifiers) == (2, True, False, False)


def test_7_4_morale_is_checked_each_quarter_from_december_1915(printed: Printed) -> None:
    checked = [t.id for t in printed.turns.values() if t.morale]
    assert checked[0] == "1915-12"
    assert {t.month for t in printed.turns.values() if t.morale} == {3, 6, 9, 12}
    assert len([t for t in checked if t <= "1918-12"]) == 13


def test_15_21_15_23_trenches_by_date(printed: Printed) -> None:
    """From October 1914, the second level from January 1916."""
    depth = {t.id: t.trenches for t in printed.turns.values()}
    assert (depth["1914-09"], depth["1914-10"], depth["1915-12"], depth["1916-01"]) == (0, 1, 1, 2)


def test_3_68_france_can_have_had_an_m_before_march_1918(printed: Printed) -> None:
    """§3.68: it begins with one behind it. With Lille lost and no Americans a 10 brings it in 1917."""

    def worst(turn: str) -> str:
        rows = printed.charts.weariness.values()
        mine = [r for r in rows if "FR" in (r.nations or ("FR",)) and r.first <= turn]
        added = sum(r.drm for r in mine if r.when in ("", "own-major-city-in-enemy-hands"))
        return printed.weariness[10 + added - 1]

    assert worst("1916-12") != "M"
    assert worst("1917-06") == "M"


def test_21_weariness_modifiers_that_the_text_names(printed: Printed) -> None:
    """§2.65c, §2.67b, §19.11, §19.12, §19.21, §19.32."""
    rows = printed.charts.weariness
    assert (rows["blockade"].first, rows["blockade-tightens"].first) == ("1918-03", "1918-09")
    assert rows["blockade"].when == rows["blockade-tightens"].when == "central-power"
    assert (rows["submarines"].nations, rows["submarines"].first) == (("GB",), "1917-03")
    assert rows["southern-route"].drm == -1
    assert rows["netherlands"].first == "1916-09"
    assert rows["middle-east"].first == "1916-06"


def test_19_32_economic_warfare_is_named_as_the_rules_name_it(printed: Printed) -> None:
    """The Southern route by its whole name, in the chart and in what a country gains."""
    titles = {row.id: row.title for row in printed.charts.economy.values()}
    assert titles["southern-route"] == "Southern route"
    assert {titles["blockade-1916-ah"], titles["submarines-1917"]} == {"Blockade", "Submarines"}
    (chart,) = (chart for chart in charts_shown(printed) if chart.id == "economy")
    assert {row[0] for row in chart.rows} == {*titles.values()}
