"""The three scenario cards, the campaign's boxes and the options, held to the rulebook."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Mapping

import pytest

from rules.empires_alliances.printed.data import FOLDER, Printed
from rules.empires_alliances.printed.scenarios import Group, Scenario
from rules.hexes.sheet import Sheet
from tests.thorough import at_least_one

SECTORS = {
    "A": "1 0 1 5 2 1 0 2 0 0",
    "B": "5 2 0 7 1 0 2 3 0 1",
    "C": "2 0 1 6 1 0 0 3 0 0",
    "D": "0 0 0 0 9 0 0 1 0 0",
    "E": "0 0 0 0 5 0 0 0 1 0",
}
"""§3.41: Stosstruppen 5-7-4, infantry 6-8-4, 5-7-4, 4-6-4, 4-6-3, cavalry, artillery 4-4-3, 3-3-3, 2-2-3, siege."""
GERMAN = (
    "stosstruppen 5-7-4",
    "infantry 6-8-4",
    "infantry 5-7-4",
    "infantry 4-6-4",
    "infantry 4-6-3",
    "cavalry 4-4-5",
    "field-artillery 4-4-3",
    "field-artillery 3-3-3",
    "field-artillery 2-2-3",
    "siege-artillery 3-2-3",
)
FRENCH_SECTORS = {
    "F": "0 5 0 0 0 0 2 0 0",
    "G": "0 3 1 2 0 0 2 1 0",
    "H": "0 3 1 2 0 0 2 0 0",
    "I": "0 1 0 2 0 0 1 0 0",
    "J": "2 3 0 0 1 1 0 0 1",
}
"""§3.42: infantry 5-7-4, 4-6-4, 4-6-3, 3-5-3, cavalry, artillery 4-4-3, 3-3-3, siege, tanks."""
FRENCH = (
    "infantry 5-7-4",
    "infantry 4-6-4",
    "infantry 4-6-3",
    "infantry 3-5-3",
    "cavalry 3-3-5",
    "field-artillery 4-4-3",
    "field-artillery 3-3-3",
    "siege-artillery 3-2-3",
    "tank 2-2-2",
)
BRITISH_SECTORS = {"K": "1 4 0 0 2 0", "L": "1 5 1 1 1 2"}
"""§3.43: infantry 5-7-4, 4-6-4, cavalry, artillery 4-4-3, 3-3-3, tanks; Canadians in K, Australians in L."""
BRITISH = (
    "infantry 5-7-4",
    "infantry 4-6-4",
    "cavalry 3-3-5",
    "field-artillery 4-4-3",
    "field-artillery 3-3-3",
    "tank 2-2-2",
)


def counted(group: Group) -> Mapping[str, int]:
    return {f"{spec.kind} {spec.figures}": number for spec, number in group.counts}


def corps(group: Group) -> int:
    return sum(n for spec, n in group.counts if spec.kind in ("infantry", "stosstruppen", "cavalry"))


@pytest.mark.parametrize(
    ("sectors", "kinds"), [(SECTORS, GERMAN), (FRENCH_SECTORS, FRENCH), (BRITISH_SECTORS, BRITISH)]
)
def test_3_41_to_3_43_sector_sums(printed: Printed, sectors: Mapping[str, str], kinds: tuple[str, ...]) -> None:
    groups = printed.scenarios["1918"].groups
    for id_, numbers in at_least_one(sectors.items()):
        wanted = {kind: int(n) for kind, n in zip(kinds, numbers.split(), strict=True) if n != "0"}
        assert counted(groups[id_]) == wanted, id_


def test_3_41_sector_b_is_full_and_j_in_corps(printed: Printed) -> None:
    """Three corps a hex; in B five field artillery units beside full stacks, in J one place for artillery is free."""
    groups, stacking = printed.scenarios["1918"].groups, printed.charts.stacking
    guns = {id_: sum(n for spec, n in groups[id_].counts if spec.kind == "field-artillery") for id_ in ("B", "J")}
    for id_ in ("B", "J"):
        assert corps(groups[id_]) == stacking.units * len(groups[id_].hexes)
    assert guns["B"] == len(groups["B"].hexes) * stacking.artillery
    assert guns["J"] == len(groups["J"].hexes) * stacking.artillery - 1


def test_3_63_sector_a_has_room_once_two_corps_hold_belgium(printed: Printed) -> None:
    """Ten corps, nine places, two garrisons: Brussels and Antwerp."""
    card = printed.scenarios["1918"]
    (row,) = card.garrisons
    places = printed.charts.stacking.units * len(card.groups["A"].hexes)
    assert (row.group, row.cities, row.corps) == ("A", ("Brussels", "Antwerp"), 2)
    assert corps(card.groups["A"]) == 10 > places == 9
    assert corps(card.groups["A"]) - row.corps <= places


@pytest.mark.parametrize("id_", ["1914", "1918"])
def test_stacks_of_a_set_up_have_room(printed: Printed, id_: str) -> None:
    """§6.1: infantry and cavalry of all groups find places at once, three a hex, each in a hex of its own group."""
    card = printed.scenarios[id_]
    board = Sheet.read(FOLDER)
    places: dict[str, list[str]] = {}
    for group in card.groups.values():
        hexes = where(printed, board, group)
        number = corps(group) or sum(printed.units[u].kind in ("infantry", "cavalry") for u in group.units)
        number -= sum(row.corps for row in card.garrisons if row.group == group.id)
        for k in range(number if hexes else 0):
            places[f"{group.id} {k}"] = hexes
    assert len(places) > len(card.groups)
    assert matched(places, printed.charts.stacking.units) == len(places)


@pytest.mark.parametrize(("side", "city"), [("GE", "Essen"), ("FR", "Paris")])
def test_3_66_the_lines_of_march_1918_are_in_supply_in_mud(printed: Printed, side: str, city: str) -> None:
    """§14.2, §20.22: from each hex of a sector four hexes at most to rails that lead to a full source.

    No rail hex of the path lies beside the enemy's sectors, and no other but where friends stand. The city is one of a
    network of three (§14.3).
    """
    board, card = Sheet.read(FOLDER), printed.scenarios["1918"]
    index, neighbours = board.lattice.index, board.lattice.neighbours
    german, allied = (
        {index[h] for g in card.groups.values() if (g.nation == "GE") == ours for h in g.hexes}
        for ours in (True, False)
    )
    mine, theirs = (german, allied) if side == "GE" else (allied, german)
    watched = {n for h in theirs for n in neighbours[h]} | theirs
    rails: dict[int, set[int]] = {}
    for a, b in board.rails:
        if not {a, b} & watched:
            rails.setdefault(a, set()).add(b)
    net = reached({index[printed.places.cities[city].hex]}, lambda h: rails.get(h, set()))
    majors = [c for c in printed.places.of(side, "major") if c.hex and index[c.hex] in net]
    assert len(majors) >= printed.charts.supply.full_network
    land = ({index[h] for h in printed.places.countries} - watched) | mine
    overland = printed.charts.weathers["mud"].overland
    assert mine <= reached(net, lambda h: {n for n in neighbours[h] if n in land}, overland)


def reached(start: set[int], ways: Callable[[int], set[int]], most: int = 10_000) -> set[int]:
    """The hexes at most that many steps from these."""
    found, edge = set(start), set(start)
    for _ in range(most):
        edge = {n for h in edge for n in ways(h)} - found
        if not edge:
            break
        found |= edge
    return found


def where(printed: Printed, board: Sheet, group: Group) -> list[str]:
    """The hexes of a group at home; none for a box."""
    if group.city:
        return [printed.places.cities[group.city].hex]
    if not group.near:
        return list(group.hexes)
    found = {board.lattice.index[group.near]}
    for _ in range(group.within):
        found |= {n for h in found for n in board.lattice.neighbours[h] if n >= 0}
    ids = [board.hexes[h]["hex"] for h in sorted(found)]
    return [h for h in ids if printed.places.countries.get(h) == ("FR" if group.nation == "US" else group.nation)]


def matched(places: Mapping[str, list[str]], most: int) -> int:
    """How many find a place, by augmenting paths."""
    held: dict[str, list[str]] = {}

    def place(who: str, seen: set[str]) -> bool:
        for hex_ in places[who]:
            if hex_ in seen:
                continue
            seen.add(hex_)
            here = held.setdefault(hex_, [])
            if len(here) < most:
                here.append(who)
                return True
            for k, other in enumerate(here):
                if place(other, seen):
                    here[k] = who
                    return True
        return False

    return sum(place(who, set()) for who in places)


def opening_points(card: Scenario, held: set[str]) -> int:
    """Points of the scenario's count, if the Central Powers hold these enemy cities and no own city is lost."""
    (count,) = (c for c in card.counts.values() if c.turn == card.last)
    return sum(count.keeps.values()) + sum(p for city, p in count.gains.items() if city in held)


def test_1_7_august_1914_begins_at_ten_points_a_draw(printed: Printed) -> None:
    card = printed.scenarios["1914"]
    assert opening_points(card, set()) == 10
    assert card.counts["december-1914"].level(10) == "draw"


def test_3_7_march_1918_begins_at_nine_points_a_draw(printed: Printed) -> None:
    """Lille and Saint-Quentin lie in German sectors, the garrisons hold Brussels and Antwerp."""
    card = printed.scenarios["1918"]
    mine = {h for g in card.groups.values() if g.nation == "GE" for h in g.hexes}
    held = {name for name, city in printed.places.cities.items() if city.hex in mine} | {*card.garrisons[0].cities}
    assert opening_points(card, held) == 9
    assert card.counts["november-1918"].level(9) == "draw"
    assert len(card.counts["november-1918"].gains) == 10


@pytest.mark.parametrize(
    ("id_", "count", "points", "level"),
    [
        ("1914", "december-1914", 7.5, "allied-major"),
        ("1914", "december-1914", 8, "allied-minor"),
        ("1914", "december-1914", 9.5, "allied-minor"),
        ("1914", "december-1914", 11, "draw"),
        ("1914", "december-1914", 13, "central-minor"),
        ("1914", "december-1914", 13.5, "central-major"),
        ("campaign", "short", 3, "allied-major"),
        ("campaign", "short", 5, "allied-minor"),
        ("campaign", "short", 6, "draw"),
        ("campaign", "short", 9, "central-major"),
        ("campaign", "december-1918", 10, "allied-minor"),
        ("campaign", "december-1918", 16, "central-minor"),
        ("campaign", "december-1918", 17, "central-major"),
        ("1918", "november-1918", 6, "allied-major"),
        ("1918", "november-1918", 10, "draw"),
        ("1918", "november-1918", 12, "central-minor"),
        ("1918", "november-1918", 13, "central-major"),
    ],
)
def test_1_72_2_73_2_8_3_72_levels(printed: Printed, id_: str, count: str, points: float, level: str) -> None:
    """Half a point between two rows counts as the lower one."""
    assert printed.scenarios[id_].counts[count].level(points) == level


@pytest.mark.parametrize(
    ("count", "below", "from_"),
    [("december-1914", 8, 13.5), ("december-1916", 3.5, 9), ("december-1918-extended", 7.5, 16)],
)
def test_2_72_22_12_sudden_deaths(printed: Printed, count: str, below: float, from_: float) -> None:
    found = printed.scenarios["campaign"].counts[count]
    assert (found.allied_wins_below, found.central_wins_from) == (below, from_)


def test_2_72b_every_other_major_city_but_lodz(printed: Printed) -> None:
    """Paris and Petrograd, Berlin and Vienna count two, the named minor ones are minor on the board."""
    found = printed.scenarios["campaign"].counts["december-1916"]
    assert found.except_ == ("Lodz",)
    for table in (found.gains, found.loses):
        assert table["major"] == 1
        for name, points in table.items():
            if name != "major":
                assert printed.places.cities[name].kind == ("major" if points == 2 else "minor")


def test_2_73_what_is_conquered_and_wearied(printed: Printed) -> None:
    found = printed.scenarios["campaign"].counts["december-1918"]
    assert found.conquered == {"FR": 10, "RU": 8, "IT": 3, "SE": 1, "RO": 1, "AH": -6, "TU": -1, "BU": -1}
    assert found.weariness == {"FR": 1, "GB": 1, "RU": 1, "AH": -1, "GE": -2}
    assert (sum(found.gains.values()), sum(found.loses.values())) == (17, 14)


def test_3_71_infantry_alone_counts_in_1918(printed: Printed) -> None:
    """§1.71 has cavalry too. Stosstruppen are infantry (§3.13): the rules ask the kind's family, not the word."""
    assert printed.scenarios["1918"].counts["november-1918"].by == ("infantry",)
    assert printed.scenarios["1914"].counts["december-1914"].by == ("infantry", "cavalry")


@pytest.mark.parametrize(
    ("first", "last", "turns"),
    [
        ("1914-08-1", "1914-12", 6),
        ("1914-08-1", "1916-12", 30),
        ("1914-08-1", "1918-12", 54),
        ("1914-08-1", "1919-09", 63),
        ("1918-03", "1918-11", 9),
    ],
)
def test_1_1_2_1_2_8_22_12_3_1_lengths(printed: Printed, first: str, last: str, turns: int) -> None:
    assert sum(first <= id_ <= last for id_ in printed.turns) == turns
    ends = {(card.first, card.last) for card in printed.scenarios.values()}
    ends |= {("1914-08-1", length.last) for length in printed.scenarios["campaign"].lengths.values()}
    assert (first, last) in ends


def test_1_49_3_46_railheads(printed: Printed) -> None:
    assert Tally({f: len(h) for f, h in printed.scenarios["1914"].railheads.items()}) == {
        "western": 6,
        "eastern": 7,
        "balkan": 3,
        "italian": 3,
    }
    assert printed.scenarios["1918"].railheads == {"western": ("2352", "2552", "2652", "2751", "2850", "3349")}


def test_1_41_only_the_fourth_army_may_stand_abroad(printed: Printed) -> None:
    """§1.4: every hex that a group names lies at home, but Luxembourg's of the German 4th Army."""
    countries = printed.places.countries
    abroad = {
        (g.id, h)
        for g in printed.scenarios["1914"].groups.values()
        for h in (*g.hexes, g.near)
        if h and countries[h] != g.nation
    }
    assert {id_ for id_, _ in abroad} == {"ge-army-4"}
    assert {countries[h] for _, h in abroad} == {"LU"}


def test_1_64_what_1914_leaves_out(printed: Printed) -> None:
    card = printed.scenarios["1914"]
    assert card.not_received == ("gb-t42", "in-ind10-11", "in-ind6")
    assert {printed.units[u].label for u in card.stays_in_box} == {"CAU1", "TRK2", "CAUCAV1"}
    assert not card.declarations
    assert not card.invasions


def test_2_4_the_campaign_sets_up_as_1914_does(printed: Printed) -> None:
    cards = printed.scenarios
    assert {*cards["1914"].groups} < {*cards["campaign"].groups}
    assert cards["campaign"].forts == cards["1914"].forts
    assert cards["campaign"].railheads == cards["1914"].railheads
    assert cards["campaign"].counts["december-1914"].gains == cards["1914"].counts["december-1914"].gains


@pytest.mark.parametrize(
    ("nation", "turn", "side"),
    [
        ("TU", "1914-11", "central"),
        ("IT", "1915-05", "allied"),
        ("BU", "1915-10", "central"),
        ("RO", "1916-08", "allied"),
        ("US", "1917-04", "allied"),
        ("GK", "1917-06", "allied"),
        ("NL", "", ""),
    ],
)
def test_2_63_entries(printed: Printed, nation: str, turn: str, side: str) -> None:
    """§2.63, §2.65; the country says the same. Italy, Rumania and Greece have no trains on that turn."""
    found = printed.scenarios["campaign"].entries[nation]
    assert (found.turn, found.side) == (turn, side)
    assert (printed.nations[nation].enters, printed.nations[nation].side) == (turn, side)
    assert found.rail == (nation not in ("IT", "RO", "GK"))


def test_18_2_conquests_name_cities_of_their_country(printed: Printed) -> None:
    for nation in printed.nations.values():
        for name in (*nation.cities, *nation.garrisons):
            assert printed.places.cities[name].country == nation.id
    assert len(printed.places.of("FR", "major")) >= printed.nations["FR"].majors == 4


def test_18_31_minor_cities_that_need_a_garrison(printed: Printed) -> None:
    named = {name for nation in printed.nations.values() for name in nation.garrisons}
    assert named == {"Brussels", "Skoplje", "Philippopolis", "Jassy", "Angora"}
    assert {printed.places.cities[name].kind for name in named} == {"minor"}


def test_1_67_options_that_1914_cannot_choose(printed: Printed) -> None:
    """§1.67 plays with three; §22.1 would shut them out. The campaign's are no business of 1914."""
    card = printed.scenarios["1914"]
    offered = {o.id for o in printed.options.values() if o.offered(card.features, card.compulsory)}
    assert offered == {"national-fronts", "supply-paths", "breakdown", "retreat-into-zones", "argonne"}


def test_22_1_excludes_the_three_plans_and_they_it(printed: Printed) -> None:
    options = printed.options
    plans = {"schlieffen-plan", "plan-17", "second-army"}
    assert {*options["flexible-mobilisation"].excludes} == plans
    assert all(options[id_].excludes == ("flexible-mobilisation",) for id_ in plans)


@pytest.mark.parametrize(
    ("option", "scenarios"),
    [
        ("length", {"campaign"}),
        ("variable-entry", {"campaign"}),
        ("flexible-mobilisation", {"campaign"}),
        ("plan-17", {"campaign"}),
        ("one-morale-roll", {"campaign", "1918"}),
        ("infiltration", {"campaign", "1918"}),
        ("argonne", {"1914", "campaign", "1918"}),
    ],
)
def test_22_what_an_option_needs(printed: Printed, option: str, scenarios: set[str]) -> None:
    found = {
        card.id
        for card in printed.scenarios.values()
        if printed.options[option].offered(card.features, card.compulsory)
    }
    assert found == scenarios


def test_22_every_optional_rule_is_an_option(printed: Printed) -> None:
    """§22.1 to §22.13; 22.12 is a length of the campaign."""
    sections = " ".join(o.section for o in printed.options.values())
    assert all(f"22.{n}" in sections for n in range(1, 14))
    assert printed.options["length"].choices == ("full", "short", "extended")


def test_22_3_fronts_of_each_nation_are_known(printed: Printed) -> None:
    fronts = printed.optional_rules.fronts
    assert all(front in fronts for nation in printed.nations.values() for front in nation.fronts)
    assert printed.nations["GE"].fronts == ()
    assert (fronts["western"].within, fronts["balkan"].within) == (7, 5)
