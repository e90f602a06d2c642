"""The rules in our own words (help.toml): nothing is left out, and what an example computes is what the engine does."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from rules.schlieffens_war.combat.retreat import retreat_paths
from rules.schlieffens_war.command import in_command
from rules.schlieffens_war.facts.battle import CombatRolled, ConcentricRolled, OddsFound
from rules.schlieffens_war.facts.heavy_artillery import MarkerRolled
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.stacking import refuges
from rules.schlieffens_war.supply import supply_of
from rules.schlieffens_war.zoc import in_ezoc
from tests.games.schlieffens_war.kit import Steady, board, charts, happened, order, position, refused, told

TOP = Path(__file__).parents[3]
RULES = TOP / "rules" / "schlieffens_war"
PAGE = TOP / "static" / "games" / "schlieffens-war"
CHARTS = ("combat", "heavy_artillery", "attrition", "terrain")

Entry = Mapping[str, Any]


def read(name: str) -> dict[str, Any]:
    """A data file of the rules."""
    return tomllib.loads((RULES / name).read_text(encoding="utf-8"))


HELP: Sequence[Entry] = read("help.toml")["rules"]
SECTIONS: Sequence[Entry] = read("sections.toml")["sections"]
BY_SECTION: Mapping[str, Entry] = {entry["section"]: entry for entry in HELP}


def example(section: str) -> str:
    """The example of a section, in one line."""
    return " ".join(BY_SECTION[section]["example"].split())


def cited(files: Iterable[Path], pattern: str) -> set[str]:
    """The section numbers that stand in some files as values, not in comments."""
    return {number for file in files for number in re.findall(pattern, file.read_text(encoding="utf-8"))}


# --- nothing is left out ----------------------------------------------------------------------------------------------


def test_every_section_has_an_entry_in_its_order() -> None:
    """One for each section of the rulebook, and none twice; headings of chapters that code cites come in between."""
    listed = [entry["section"] for entry in HELP]
    numbers = [section["number"] for section in SECTIONS]
    assert [n for n in listed if n in numbers] == numbers
    assert listed == sorted(listed, key=lambda n: [int(part) for part in n.split(".")])
    assert len(BY_SECTION) == len(listed)


def test_every_number_that_is_cited_opens_an_entry() -> None:
    """Refusals, orders, events, prompts and the page cite no section without one."""
    found = cited(RULES.rglob("*.py"), r'"(\d+\.\d+)"')
    found |= cited(PAGE.rglob("*.js"), r"'(\d+\.\d+)'")
    assert {"5.0", "9.0", "11.20"} <= found
    assert found <= BY_SECTION.keys()


def test_entries_without_a_section_of_the_rulebook_have_a_title() -> None:
    """Where sections.toml has no title, the entry brings its own."""
    titled = {section["number"] for section in SECTIONS}
    assert all(entry.get("title") for entry in HELP if entry["section"] not in titled)


def test_every_reference_leads_to_an_entry() -> None:
    """§-numbers in texts and examples are whole numbers of sections."""
    for entry in HELP:
        said = entry["text"] + entry.get("example", "")
        named = re.findall(r"§\s*([\d.]*\d)", said)
        assert len(named) == said.count("§"), entry["section"]
        assert set(named) <= BY_SECTION.keys() - {entry["section"]}, entry["section"]


def test_every_rule_has_an_example() -> None:
    """Only sections with nothing to enforce do without."""
    without = {entry["section"] for entry in HELP if not entry.get("example", "").strip()}
    assert without == {section["number"] for section in SECTIONS if not section.get("rule", True)}
    assert all(entry["text"].strip() for entry in HELP)


def test_every_first_number_has_a_chapter() -> None:
    """The headings are those of the sections, no more."""
    assert read("help.toml")["chapters"].keys() == {entry["section"].partition(".")[0] for entry in HELP}


def test_charts_are_those_of_the_game() -> None:
    """Each of the four printed tables belongs to a section, and nothing else does."""
    assert {entry["chart"] for entry in HELP if "chart" in entry} == set(CHARTS)


@pytest.mark.parametrize("entry", HELP, ids=lambda entry: entry["section"])
def test_a_hex_with_a_name_is_that_place(entry: Entry) -> None:
    """``Aachen (1007)`` is what the map calls 1007."""
    b = board()
    said = " ".join((entry["text"] + entry.get("example", "")).split())
    for name, hex_ in re.findall(r"([\w\-É]+) \((\d{4})\)", said):
        assert b.name[hex_].endswith(name), (entry["section"], name, hex_)
    assert all(hex_ in b.lattice.index for hex_ in re.findall(r"\b[0-3]\d[0-2]\d\b", said) if hex_ != "1914")


# --- marches ----------------------------------------------------------------------------------------------------------


def reach(unit: str, hex_: str, others: Mapping[str, str] | None = None, **changes: Any) -> dict[str, Any]:
    """Where the unit can go from the hex, as the planner says it."""
    seat = "german" if unit.startswith("ge") else "entente"
    state = position(f"{seat}.movement", {hex_: unit, **(others or {})}, **changes)
    return cast(dict[str, Any], GAME.consult(state, seat, {"kind": "move", "units": [unit]}))


@pytest.mark.parametrize(
    ("section", "unit", "origin", "end", "cost"),
    [
        ("2.9", "ge-c2", "1011", "1015", 5),
        ("10.4", "ge-gd", "1107", "1109", 3),
        ("10.5", "fr-col", "1910", "1810", 3),
        ("10.5", "fr-5", "1809", "1810", 2),
        ("10.7", "ge-depot-2", "1007", "1109", 2),
    ],
)
def test_marches_cost_what_the_examples_say(section: str, unit: str, origin: str, end: str, cost: int) -> None:
    """§10.4, §10.5, §10.7: on the map of August 1914."""
    assert reach(unit, origin)["hexes"][end]["cost"] == cost
    assert re.search(rf"\b{cost}\b", example(section))


def test_the_example_of_zones() -> None:
    """§7.1: from 1709 to Montmédy by Longwy only, for 3 MP."""
    found = reach("ge-v", "1709", {"1710": "fr-4"})["hexes"]["1609"]
    assert (found["path"], found["cost"]) == (["1608", "1609"], 3)


def test_the_example_of_a_zone_that_a_fortress_takes_away() -> None:
    """§7.0: Metz is in the zone of the 6th Corps; 1908 is in none."""
    state = position("german.movement", {"1807": "ge-xvi ge-fort-metz", "1908": "fr-6"})
    assert in_ezoc(state, "1807", "german")
    assert not in_ezoc(state, "1908", "entente")


def test_the_examples_of_tiring() -> None:
    """§10.2: of 4 MP two are free, of the 2 of a fatigued corps one is."""
    fresh = reach("ge-ii", "1011")["hexes"]
    tired = reach("ge-ii", "1011", fatigued=["ge-ii"])["hexes"]
    assert {found["band"] for found in fresh.values() if found["cost"] <= 2} == {"free"}
    assert {found["band"] for found in fresh.values() if found["cost"] == 3} == {"tiring"}
    assert {found["band"] for found in tired.values() if found["cost"] == 2} == {"tiring"}


def test_the_example_of_a_forced_march() -> None:
    """§10.6: Kortrijk is 5 MP from Louvain."""
    state = position("german.movement", {"1011": "ge-ii ge-hq-1"})
    plan = cast(dict[str, Any], GAME.consult(state, "german", {"kind": "move", "units": ["ge-ii"]}))
    assert (plan["hexes"]["1015"]["cost"], plan["hexes"]["1015"]["band"]) == (5, "forced")


def test_the_examples_of_closed_hexes() -> None:
    """§3.2, §6.3, §10.8: the Netherlands, a French stack, and Arras for Belgians."""
    assert reach("ge-ii", "0907")["refused"]["0908"]["code"] == "closed"
    allied = reach("br-i", "1213", {"1214": "fr-1", "1314": "fr-fort-maubeuge"}, turn=5)
    assert allied["refused"]["1214"]["section"] == "6.3"
    assert {"1115", "1215", "1314"} <= allied["hexes"].keys()
    belgian = reach("be-1", "1116")
    assert "1316" in belgian["hexes"]
    assert belgian["refused"]["1317"]["section"] == "10.8"


def test_the_example_of_an_overfull_hex() -> None:
    """§6.5: from Reims to Épernay."""
    state = position("entente.movement", {"1813": "fr-1 fr-2 fr-3 fr-10"})
    assert "1914" in refuges(state, "fr-1")


# --- supply and command -----------------------------------------------------------------------------------------------

GERMAN_BELGIUM = frozenset({"1109", "1110", "1111", "1011", "1010"})


@pytest.mark.parametrize(
    ("section", "stacks", "unit", "supply"),
    [
        ("7.2", {"1612": "fr-hq-5", "1610": "fr-2", "1511": "ge-xii"}, "fr-2", "out"),
        ("7.2", {"1612": "fr-hq-5", "1610": "fr-2", "1511": "ge-xii", "1611": "fr-11"}, "fr-2", "in"),
        ("8.2", {"1722": "ge-c2", "1922": "fr-hq-5"}, "fr-hq-5", "in"),
        ("8.3", {"1813": "fr-hq-5", "1512": "fr-1"}, "fr-1", "in"),
        ("8.4", {"1020": "br-hq", "1018": "br-i"}, "br-hq", "in"),
        ("8.4", {"1020": "br-hq", "1018": "br-i"}, "br-i", "in"),
        ("8.5", {"1116": "be-hq", "1118": "be-1"}, "be-1", "in"),
        ("8.6", {"1007": "ge-depot-2", "1111": "ge-hq-2"}, "ge-hq-2", "in"),
        ("8.6", {"1007": "ge-depot-2", "1011": "ge-hq-2"}, "ge-hq-2", "out"),
    ],
)
def test_the_examples_of_supply(section: str, stacks: Mapping[str, str], unit: str, supply: str) -> None:
    """§7.2, §8.2 to §8.6: on the map of August 1914; in the German examples the way is in German hands."""
    taken = GERMAN_BELGIUM if unit.startswith("ge") else frozenset[str]()
    assert supply_of(position("german.admin", stacks, taken=taken), unit) == supply
    assert all(place in example(section) for place in stacks)


def test_the_examples_of_command() -> None:
    """§6.7, §7.5, §8.3: three hexes for a German HQ, two out of supply; past Sedan only with friends in between."""
    german = {"1109": "ge-hq-2", "1311": "ge-x"}
    assert in_command(position("german.movement", german), "ge-x")
    assert not in_command(position("german.movement", german, out=["ge-hq-2"]), "ge-x")
    french = {"1612": "fr-hq-5", "1610": "fr-2", "1511": "ge-xii"}
    assert not in_command(position("entente.movement", french), "fr-2")
    assert in_command(position("entente.movement", {**french, "1611": "fr-11"}), "fr-2")
    assert not in_command(position("entente.movement", {"1813": "fr-hq-5", "1512": "fr-1"}), "fr-1")


# --- combat -----------------------------------------------------------------------------------------------------------

LONGWY = {"1608": "fr-4 fr-5", "1607": "ge-v ge-xiii ge-xvi ge-hq-5"}
LOUVAIN = {"1010": "ge-ii ge-iii ge-hq-1", "1111": "ge-iv", "1011": "be-1"}
MONTMEDY = {"1608": "ge-v ge-xiii ge-hq-5", "1609": "fr-4"}


def odds(stacks: Mapping[str, str], attackers: str, target: str, **changes: Any) -> OddsFound:
    """What the engine finds when they attack."""
    seat = "german" if attackers.startswith("ge") else "entente"
    state = position(f"{seat}.combat", stacks, **changes)
    events = told(state, seat, "attack", Steady(3), units=attackers.split(), target=target)[1]
    return cast(OddsFound, happened(events, OddsFound)[0])


@pytest.mark.parametrize(
    ("section", "stacks", "attackers", "target", "changes"),
    [
        ("11.8", LONGWY, "ge-v ge-xiii ge-xvi ge-hq-5", "1608", {}),
        ("11.11", LONGWY, "ge-v ge-xiii ge-xvi ge-hq-5", "1608", {}),
        ("11.13", {"1012": "be-1 be-2", "1011": "ge-ii ge-iii"}, "ge-ii ge-iii", "1012", {}),
        (
            "11.14",
            {"1809": "fr-5 fr-fort-verdun", "1710": "ge-v ge-xiii ge-xvi ge-hq-5"},
            "ge-v ge-xiii ge-xvi ge-hq-5",
            "1809",
            {},
        ),
        ("11.16", MONTMEDY, "ge-v ge-xiii", "1609", {"elan": ["ge-v", "ge-xiii"], "fatigued": ["fr-4"]}),
        ("11.24", {"1915": "ge-ii", "2015": "fr-1 fr-3"}, "fr-1 fr-3", "1915", {"turn": 9}),
        ("11.9", {"1012": "be-1", "1011": "ge-ii ge-iii"}, "ge-ii ge-iii", "1012", {"out": ["be-1"]}),
    ],
)
def test_the_examples_of_odds(
    section: str, stacks: Mapping[str, str], attackers: str, target: str, changes: dict[str, Any]
) -> None:
    """§11.8 to §11.16, §11.24: the column that the example names is the one that is rolled on."""
    found = odds(stacks, attackers, target, **changes)
    assert charts().crt.columns[found.column] in example(section)


def test_the_example_of_a_river() -> None:
    """§11.12: a column for the river, none when a corps comes over dry land."""
    across = odds(LOUVAIN, "ge-ii ge-iii", "1011")
    assert [section for _, section, _ in across.shifts] == ["11.12"]
    assert not odds(LOUVAIN, "ge-ii ge-iii ge-iv", "1011").shifts


def test_the_example_of_odds_below_the_table() -> None:
    """§11.9: 2 against 9 loses two steps without a die."""
    state = position("entente.combat", {"1710": "fr-grd3", "1610": "ge-gd ge-x"})
    events = told(state, "entente", "attack", units=["fr-grd3"], target="1610")[1]
    result = cast(CombatRolled, happened(events, CombatRolled)[0])
    assert (result.die, result.attacker, result.defender) == (None, 2, 0)


def test_the_example_of_a_concentric_attack() -> None:
    """§11.15: Laon from opposite sides, two columns for a 5."""
    laon = {"1614": "fr-1 fr-3", "1615": "ge-ii ge-hq-1", "1613": "ge-iii ge-iv ge-hq-2"}
    state = position("german.combat", laon)
    events = told(state, "german", "attack", Steady(5), units=["ge-ii", "ge-iii", "ge-iv"], target="1614")[1]
    before, shift, after = (
        cast(Any, happened(events, event)[0]) for event in (OddsFound, ConcentricRolled, CombatRolled)
    )
    columns = charts().crt.columns
    assert shift.columns == 2
    assert f"at {columns[before.column]}" in example("11.15")
    assert f"to {columns[after.column]}" in example("11.15")


@pytest.mark.parametrize(
    ("section", "column", "die", "result"), [("11.17", "4:1", 2, (1, 2)), ("11.19", "2:1", 6, (0, 2))]
)
def test_the_examples_of_results(section: str, column: str, die: int, result: tuple[int, int]) -> None:
    """§11.17, §11.19: what the table says there."""
    crt = charts().crt
    assert crt.result(crt.columns.index(column), die) == result
    assert all(part in example(section) for part in (f"Column {column}, die {die}", "{}/{}".format(*result)))


def test_the_example_of_siege_artillery() -> None:
    """§11.23: at Liège a coup of 5 and guns of 4 are three columns."""
    liege = {"1108": "ge-vii ge-x ge-viir ge-hq-2", "1109": "be-3 be-fort-liege"}
    before = position("german.combat", liege)
    party = ["ge-vii", "ge-x", "ge-viir", "ge-hq-2"]
    state, events = told(before, "german", "attack", units=party, target="1109")
    found = cast(OddsFound, happened(events, OddsFound)[0])
    columns = charts().crt.columns
    assert f"{found.attack} attack {found.defence} in" in example("11.23")
    assert f"shifted to {columns[found.column]} by" in example("11.23")
    shots = told(state, "german", "bombard", Steady(5), coup=True, artillery=True)[1]
    assert [cast(MarkerRolled, shot).columns for shot in happened(shots, MarkerRolled)] == [2, 2]
    assert charts().bombardment[5 - 1] + charts().bombardment[4 - 1] == 3
    assert f"to {columns[found.column + 3]}." in example("11.23")


def attacked_at_1710() -> State:
    """§7.3, §11.21: the French in 1710 after their first step, one loss still due."""
    stacks = {"1710": "fr-4 fr-5", "1610": "ge-ii ge-iii ge-hq-1", "1609": "ge-iv ge-vii"}
    party = ["ge-ii", "ge-iii", "ge-hq-1", "ge-iv", "ge-vii"]
    state = order(position("german.combat", stacks), "german", "attack", Steady(5), units=party, target="1710")
    return order(state, "entente", "lose", units=["fr-4"])


def test_the_examples_of_retreat() -> None:
    """§7.3, §11.21: to 1810 or Verdun, and never to 1709."""
    state = attacked_at_1710()
    assert state.battle is not None
    assert set(retreat_paths(state, state.battle)) == {("1810",), ("1809",)}
    assert in_ezoc(state, "1709", "entente")


def test_the_example_of_attacks_without_command() -> None:
    """§11.4: from Longwy and 1610 together only under an HQ."""
    state = position("german.combat", {"1609": "fr-4", "1608": "ge-v", "1610": "ge-xiii"})
    assert refused(state, "german", "attack", units=["ge-v", "ge-xiii"], target="1609").section == "11.4"


def test_the_example_of_a_probe() -> None:
    """§11.1: from Longwy into 1709, from zone to zone."""
    state = position("german.combat", {"1608": "ge-v", "1609": "fr-4"})
    assert in_ezoc(state, "1608", "german")
    assert in_ezoc(state, "1709", "german")
    assert order(state, "german", "probe", units=["ge-v"], hex="1709").units["ge-v"].at == "1709"


def test_the_example_of_plan_xvii() -> None:
    """§4.4: an attack out of 2006 into 2005 counts."""
    state = position("entente.combat", {"2006": "fr-21 fr-20 fr-16", "2005": "ge-i-bav"})
    after = order(state, "entente", "attack", Steady(4), units=["fr-21", "fr-20", "fr-16"], target="2005")
    assert after.plan_xvii == 1
