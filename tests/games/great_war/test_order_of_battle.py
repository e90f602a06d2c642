"""The units of the Great War and their order of appearance, against every count that the rulebook gives."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable
from functools import cache

import pytest

from rules.great_war.printed.arrivals import STRATEGIC
from rules.great_war.printed.counters import Counter, Face
from rules.great_war.printed.data import FOLDER, Printed
from tests.thorough import at_least_one

FIELD = ("infantry", "mountain", "cavalry")


@cache
def printed() -> Printed:
    """The files, read once."""
    return Printed.read(FOLDER)


def unit(id_: str) -> Counter:
    """A unit by its id."""
    return printed().counters[id_]


def of(nation: str, through: str | None = None, kinds: Iterable[str] = FIELD) -> list[Counter]:
    """Units of a nation in play by a strategic turn."""
    return list(printed().of(nation, through=through, kinds=tuple(kinds)))


def set_up(nation: str, code: str) -> list[Counter]:
    """The combat units with a set-up code."""
    return [u for u in of(nation) if printed().arrivals[u.id].setup == code]


def attack(units: Iterable[Counter]) -> int:
    """Attack factors together."""
    return sum(u.front.attack for u in units)


def faces(units: Iterable[Counter]) -> Tally[Face]:
    """How often each front face is among them."""
    return Tally(u.front for u in units)


# --- Germany ----------------------------------------------------------------------------------------------------------


def test_3_22_the_sample_division() -> None:
    """§3.22: the 8th Bavarian Reserve is a 3-4-4 of turn C that can be made shock troops, once."""
    sample = unit("ge-8bvr")
    assert (sample.front, sample.turned, sample.dots) == (Face(3, 4, 4), "shock", "back")
    assert printed().arrivals["ge-8bvr"].turn == "C"


def test_3_23_the_sample_headquarters() -> None:
    """§3.23: the 8th Army begins in the east with support 1 and movement 3, and without support when depleted."""
    sample = unit("ge-hq-8")
    assert sample.faces == (Face(0, 0, 3, 1), Face(0, 0, 3, 0))
    assert (printed().arrivals["ge-hq-8"].turn, printed().arrivals["ge-hq-8"].setup) == ("start", "E")


def test_3_23_most_headquarters_support_with_one() -> None:
    """§3.26, §10.41: one for most of those that support at all, and at least one of two, as the example has it."""
    support = Tally(u.front.support for u in printed().counters.values() if u.kind == "hq")
    assert support.keys() <= {0, 1, 2}
    assert support[2] >= 1
    assert support[1] > support[0] + support[2]


def test_21_45_german_divisions_through_turn_l() -> None:
    """§21.45: 151 in the west, 72 in the east, 3 before Salonika and 12 dead are all; so are 13 headquarters."""
    assert len(of("GE", "L")) == 151 + 72 + 3 + 12
    assert {u.label for u in of("GE", "L", ["hq"])} == {*map(str, range(1, 13)), "SUD"}


def test_21_45_half_of_the_eastern_divisions_can_be_strong() -> None:
    """§21.45: 36 of the 72 in the east need a defence of three; some divisions must have less for it to matter."""
    strong = sum(u.front.defence >= 3 for u in of("GE", "L"))
    assert strong >= 36
    assert len(of("GE", "L")) - strong > 12


def test_21_25_germans_of_may_1915() -> None:
    """§21.25: 51 units and six headquarters in the east, three dead, and the western line still held by the rest."""
    west = len(of("GE", "C")) - 51 - 3
    assert west >= 70
    assert len(of("GE", "C", ["hq"])) == 13


def test_21_35_germans_of_january_1916() -> None:
    """§21.35: 47 against Russia, four before Salonika, the rest in the west; the 11th and Süd are there."""
    assert len(of("GE", "G")) - 47 - 4 >= 100
    assert {"ge-hq-11", "ge-hq-sud"} <= {u.id for u in of("GE", "G", ["hq"])}


def test_21_55_germans_of_january_1918() -> None:
    """§21.55: no more than 190 go west and 12 to Italy; others must then be elsewhere."""
    assert 190 + 12 < len(of("GE", "O")) < 300


def test_20_3_the_german_west_can_be_thinned() -> None:
    """§20.3: W holds 100 attack factors for Moltke's plan, 16 or 12 for others, and 30 infantry divisions stay."""
    west = set_up("GE", "W")
    assert attack(west) >= 100
    assert sum(u.kind == "infantry" for u in west) >= 30
    strengths = Tally(u.front.attack for u in west)
    assert strengths[4] >= 4
    assert strengths[3] >= 4
    sent: list[Counter] = []
    for u in sorted(west, key=lambda u: -u.front.attack):
        if attack(sent) < 100:
            sent.append(u)
    assert sum(u.kind == "infantry" for u in west) - len(sent) >= 30


def test_15_41_shock_troops() -> None:
    """§15.41, §21.64: more than the six of the first event, those of the Near East among them, each a 6-4-5."""
    shock = [u for u in of("GE") if u.turned == "shock"]
    assert len(shock) > 6 * 4
    assert {"ge-1", "ge-25", "ge-26", "ge-37", "ge-50", "ge-8bvr"} <= {u.id for u in shock}
    assert {u.back for u in shock} == {Face(6, 4, 5)}
    assert {u.id for u in shock if u.dots != "back"} == {"ge-ak"}
    assert unit("ge-ak").kind == "mountain"


def test_15_55_german_cavalry_turns_to_infantry() -> None:
    """§15.55: every German cavalry division and no other."""
    turning = {u.id for u in printed().counters.values() if u.turned == "infantry"}
    assert turning == {u.id for u in of("GE", kinds=["cavalry"])}
    assert len(turning) == 11


def test_15_31_anti_tank_regiments() -> None:
    """§15.31, §15.32: three, without attack, with defence one."""
    assert [u.front for u in of("GE", kinds=["anti-tank"])] == [Face(0, 1, 4)] * 3


def test_15_2_tanks() -> None:
    """§15.21 to §15.26: of four nations, with a modifier of one or two; two of them are never replaced."""
    tanks = [u for u in printed().counters.values() if u.kind == "tank"]
    assert {u.nation for u in tanks} == {"BR", "FR", "US", "GE"}
    assert {u.drm for u in tanks} == {1, 2}
    assert {u.id for u in tanks if not u.replaced("front")} == {"br-exp", "ge-pz"}
    assert all(printed().arrivals[u.id].turn == "event" for u in tanks)


# --- their allies -----------------------------------------------------------------------------------------------------


def test_21_25_austrians_of_may_1915() -> None:
    """§21.25: 15 in Italy, one on E2912, 10 facing Serbia and 7 dead leave an eastern front; 4 headquarters."""
    cavalry = [u for u in of("AH", "C") if u.kind == "cavalry"]
    assert {(u.front, u.size) for u in cavalry} == {(Face(1, 1, 6), "CRP")}
    assert len(cavalry) >= 3
    assert len(of("AH", "C")) - (15 + 1 + 10 + 7) >= 25
    assert len(of("AH", "C", ["hq"])) == 4


def test_21_45_austrians_of_april_1917() -> None:
    """§21.35, §21.45: 20 in Italy with the 88th, 2 before Salonika, 2 dead, and an eastern front left."""
    assert "ah-88kb" in {u.id for u in of("AH", "L")}
    assert len(of("AH", "G")) - (19 + 3 + 4 + 2) >= 35
    assert len(of("AH", "L")) - (20 + 2 + 2) >= 50
    assert len(of("AH", "O")) >= 30 + 40


def test_6_6_the_polish_division() -> None:
    """§6.6: comes with its event and is never replaced."""
    assert printed().arrivals["ah-po"].turn == "event"
    assert not unit("ah-po").replaced("front")


def test_21_45_ten_bulgarian_divisions() -> None:
    """§21.35, §21.45: eight before Salonika and two in Romania are all; each has two steps (§3.26)."""
    assert len(of("BU")) == 8 + 2
    assert {u.steps for u in of("BU")} == {2}
    assert len(of("BU", kinds=["hq"])) == 1


def test_21_25_ten_turks_in_europe() -> None:
    """§21.25, §21.35, §21.45: nine 2-4 and the 19th: one dead, six on E1024 and three on E1023."""
    turks = of("TU")
    assert faces(turks) == {Face(2, 2, 4): 9, Face(3, 4, 4): 1}
    assert len(turks) == 1 + 6 + 2 + 1 == 4 + 5 + 1
    assert {printed().arrivals[u.id].setup for u in turks} == {"E1023", "E1024"}
    at = Tally(printed().arrivals[u.id].setup for u in turks)
    assert max(at.values()) <= 6
    assert (unit("tu-19").turned, unit("tu-19").back) == ("later", Face(2, 2, 4))


# --- the Allies -------------------------------------------------------------------------------------------------------


def test_19_21_belgians() -> None:
    """§19.21: one stack in Antwerp and the 4th Division in Namur; two hexes hold all of them in 1915 (§21.25)."""
    homes = Tally(printed().arrivals[u.id].setup for u in of("BE"))
    assert homes["W6221"] == 1
    assert printed().arrivals["be-4"].setup == "W6221"
    assert homes["W6819"] == len(of("BE")) - 1 <= 6


def test_21_24_british_of_may_1915() -> None:
    """§21.24: those named are there by turn C; the 1st to 7th and the 29th have a step to lose (§5.32)."""
    by_c = {u.id for u in of("BR", "C")}
    assert {"br-1as", "br-nz", "br-29", "br-63rn", "br-42t", "br-52t", *(f"br-{n}" for n in range(1, 8))} <= by_c
    two = [u for u in of("BR") if u.steps == 2]
    assert {"br-29", *(f"br-{n}" for n in range(1, 8))} <= {u.id for u in two}
    assert all(not u.replaced("front") and u.replaced("back") for u in two)
    assert len(by_c) - 6 - 2 >= 10


def test_21_34_british_of_1916_and_after() -> None:
    """§21.34, §21.44, §21.54: a 3-4-4 and four 3-4 for Salonika, two cavalry divisions dead, those set aside."""
    by_step = Tally(u.back if u.steps == 2 else u.front for u in of("BR", "G"))
    assert by_step[Face(3, 4, 4)] >= 2
    assert by_step[Face(3, 3, 4)] >= 4 + 4
    assert sum(u.front == Face(1, 2, 6) for u in of("BR", "C")) >= 2
    assert {"br-13na", "br-42t", "br-52t", "br-53t", "br-54t", "br-7in"} <= {u.id for u in of("BR", "G")}
    assert {"br-3in", "br-7in", "br-10na", "br-60t"} <= {u.id for u in of("BR", "L")}
    assert printed().arrivals["br-10na"].turn == "D"
    assert printed().arrivals["br-74t"].turn == "O"
    assert {unit("br-3in").front, unit("br-7in").front} == {Face(3, 4, 4)}
    assert {unit(f"br-{t}").front for t in ("13na", "42t", "52t", "53t", "54t", "60t", "74t", "10na")} == {
        Face(3, 3, 4)
    }


def test_19_21_the_british_of_august() -> None:
    """§19.21: the B units fit into and round Mons."""
    assert 0 < len(set_up("BR", "B")) <= 7 * 6


def test_21_24_french() -> None:
    """§20.3, §21.24, §21.34, §21.44: the 3-4-4 of turn A, units for Salonika, those taken out of play."""
    africans = [u for u in of("FR") if printed().arrivals[u.id].turn == "A" and u.front == Face(3, 4, 4)]
    assert len(africans) >= 3
    assert {"fr-1", "fr-2", "fr-lfd", "fr-itl"} <= {u.id for u in of("FR", "C")}
    assert printed().arrivals["fr-lfd"].setup == "L"
    assert faces(of("FR", "G"))[Face(2, 3, 4)] >= 4
    assert faces(of("FR", "L"))[Face(2, 2, 4)] >= 2


def test_21_4_italians() -> None:
    """§21.34, §21.44: 2-4 divisions for Salonika; nobody before the entry of Italy (§17.11)."""
    italians = of("IT")
    assert faces(italians)[Face(2, 2, 4)] >= 2
    assert not [u for u in italians if printed().arrivals[u.id].turn == "start"]
    assert any(u.kind == "mountain" for u in italians)


def test_21_44_serbs() -> None:
    """§21.34, §21.44, §21.54: 2-4 mountain divisions, more than the five dead; a cavalry division; one headquarters."""
    divisions = [u for u in of("SE", "L") if u.kind == "mountain"]
    assert {u.front for u in divisions} == {Face(2, 2, 4)}
    assert len(divisions) > 5
    assert [u.front for u in of("SE") if u.kind == "cavalry"] == [Face(1, 1, 6)]
    assert [u.id for u in of("SE", kinds=["hq"])] == ["se-hq-se"]


def test_21_44_romanians() -> None:
    """§21.44: six 1-2-4 dead with the cavalry corps, and others left."""
    assert faces(of("RO"))[Face(1, 2, 4)] > 6
    assert [(u.front, u.size) for u in of("RO") if u.kind == "cavalry"] == [(Face(1, 1, 6), "CRP")]


def test_21_54_one_american_division() -> None:
    """§5.72, §21.54: of the turn +3 there is one, and none before: the United States entered on L, and it is O."""
    after = sorted(printed().arrivals[u.id].after_entry or 0 for u in of("US"))
    assert after.count(3) == 1
    assert after[0] == 3
    assert STRATEGIC.index("O") - STRATEGIC.index("L") == 3
    assert {u.steps for u in of("US")} == {2}


def test_5_82_six_american_divisions_come_in_time() -> None:
    """§5.82: the Allies can have six full ones soon after the first, and the 1st Army's date is set (§7.24)."""
    assert sum((printed().arrivals[u.id].after_entry or 0) <= 5 for u in of("US")) >= 6
    assert printed().arrivals["us-hq-1"].after_entry is not None


# --- Russia -----------------------------------------------------------------------------------------------------------


def test_21_24_russians_of_may_1915() -> None:
    """§21.24: 106 drawn by lot for the line, and others left to be dead; those of the Caucasus are no part of it."""
    assert len(of("RU", "C")) > 106
    assert not {"ru-4tks", "ru-5tks", "ru-20", "ru-39", "ru-66", "ru-4cau"} & printed().counters.keys()


def test_21_34_russians_of_1916_and_1917() -> None:
    """§21.34, §21.44, §21.54: 15 dead in 1916; headquarters that leave in 1917; 80 provisional divisions for 1918."""
    assert len(of("RU", "G")) - 15 > 106
    assert {f"ru-hq-{a}" for a in ("7", "8", "9", "11", "gd")} <= {u.id for u in of("RU", "L", ["hq"])}
    assert sum(u.turned == "provisional" and u.kind != "cavalry" for u in of("RU", "O")) >= 80
    assert unit("ru-6").front == Face(2, 3, 4)


def test_15_91_every_russian_division_turns() -> None:
    """§15.91: to a 1-2-3 of the Provisional Government, but for the Serbian volunteers."""
    for u in at_least_one(of("RU", kinds=["infantry"])):
        red = printed().arrivals[u.id].turn == "red"
        expected = None if red or u.id == "ru-sv" else Face(1, 2, 3)
        assert u.back == expected, u.id


def test_15_93_the_red_army() -> None:
    """§15.93: 3-4-4 divisions enough for four good rolls, and a 0-2 headquarters for each turn from P to U."""
    red = [u for u in printed().counters.values() if printed().arrivals[u.id].turn == "red"]
    assert faces(u for u in red if u.is_combat) == {Face(3, 4, 4): 24}
    assert [u.faces for u in red if u.kind == "hq"] == [(Face(0, 0, 2), Face(0, 0, 2))] * 6


def test_19_21_russian_armies_fit() -> None:
    """§19.21: the 1st Army in and round Kovno, the 2nd in and round Warsaw, six to a hex (§7.23)."""
    for code in ("1", "2"):
        assert 6 < len(set_up("RU", code)) <= 7 * 6


def test_11_86_the_sixth_siberian() -> None:
    """§11.86: the division that Scheffer-Boyadel broke was at Lodz in November 1914."""
    assert printed().arrivals["ru-6sb"].by("C")


# --- history ----------------------------------------------------------------------------------------------------------


def numbered(nation: str, suffix: str = "") -> set[int]:
    """The numbers of a nation's divisions with a suffix, or with none."""
    labels = [u.label for u in of(nation, kinds=["infantry", "mountain"]) if u.label.endswith(suffix)]
    return {int(number) for label in labels if (number := label.removesuffix(suffix)).isdigit()}


def test_3_26_peacetime_divisions_are_all_there() -> None:
    """§3.26: every active division of August 1914 that fought in Europe has a counter, under its number."""
    assert set(range(1, 43)) <= numbered("GE")
    assert set(range(1, 7)) == {n for n in numbered("GE", "BV") if n <= 6}
    assert numbered("RU") >= set(range(1, 85)) - {20, 39, 66}
    assert numbered("FR") >= set(range(1, 44)) - {37, 38}
    assert numbered("AH") | numbered("AH", "LW") | numbered("AH", "HLW") >= set(range(1, 49))
    assert set(range(1, 9)) <= numbered("BR")


def test_19_21_the_expeditionary_force() -> None:
    """§19.21: four divisions and the cavalry stood at Mons; the 4th and the 6th came days and weeks after."""
    assert {u.label for u in set_up("BR", "B") if u.kind == "infantry"} == {"1", "2", "3", "5"}
    assert {u.id for u in of("BR", "A") if printed().arrivals[u.id].turn == "A"} == {"br-4", "br-6"}


# --- the whole sheet --------------------------------------------------------------------------------------------------


def test_3_21_the_sheet() -> None:
    """§3.21: more than 800 units of more than a dozen nations, each label once a nation and kind."""
    units = printed().counters.values()
    assert 800 < len(units) < 1480
    named = Tally((u.nation, u.kind, u.label) for u in units)
    assert [key for key, count in named.items() if count > 1] == []
    assert len({u.nation for u in units}) == 14


def test_21_24_no_unit_of_the_near_east() -> None:
    """§21.24 to §21.44: what the scenarios never enter in Europe is in no file of Europe."""
    eastern = {"br-10in", "br-11in", "br-13in", "br-14in", "br-75t", "ru-1cau", "ru-7cau", "ru-123", "ru-127"}
    assert not eastern & printed().counters.keys()


@pytest.mark.parametrize("letter", STRATEGIC[:15])
def test_4_3_reinforcements_until_1917(letter: str) -> None:
    """§3.5, §5.11: someone arrives on every strategic turn of the first three years and a half."""
    assert [a for a in printed().arrivals.values() if a.turn == letter]
