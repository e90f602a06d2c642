"""§1.3, §2.0, §3.2: the sides, the map and the counters as everything else reads them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rules.hexes.sheet import Sheet
from rules.schlieffens_war.combat.column_shifts import attack_factor, defence_factor, terrain_shifts
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.movement.allowance import allowance
from rules.schlieffens_war.position.state import factor
from rules.schlieffens_war.printed.board import Board
from rules.schlieffens_war.printed.counters import CORPS
from rules.schlieffens_war.printed.data import FOLDER, Printed
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import (
    Steady,
    at,
    board,
    counter,
    denied,
    field,
    loaded,
    order,
    position,
    printed,
    steps,
)

MEADOW = """
10  G. G. F. F. F. F.
11  G. G. F. F. F. F.
12  G. G. F. F. F. F.
"""


# --- §1.3 Sides ---------------------------------------------------------------------------------------------------


def test_germany_plays_against_belgium_britain_and_france() -> None:
    """§1.3: one seat has the German units, the other those of the three allies."""
    sides = {c.nation: c.side for c in printed().counters.values()}
    assert sides == {"GE": GERMAN, "FR": ENTENTE, "BR": ENTENTE, "BE": ENTENTE}
    assert [seat.id for seat in GAME.scenarios[0].seats] == [GERMAN, ENTENTE]


def test_nobody_orders_the_other_sides_units(lay: Lay) -> None:
    """§1.3: a player moves the units of his own side only."""
    lay(field(MEADOW))
    state = position("german.movement", {"1001": "ge-ii", "1006": "fr-1"})
    denied(state, GERMAN, "not-your-unit", "5.0", "move", units=["fr-1"], path=["1005"], forced=False)


# --- §2.1 The map -------------------------------------------------------------------------------------------------


def test_numbers_find_places_example() -> None:
    """§2.1: every hex has a number of its own; Antwerp's is 0812, and 0804 is the Ruhr."""
    assert board().name["0812"] == "Antwerp"
    assert "Ruhr" in board().name["0804"]
    assert len(set(board().lattice.ids)) == len(board().lattice.ids)


@pytest.mark.parametrize(("a", "b"), [("1413", "1513"), ("1212", "1313"), ("1010", "1111"), ("1810", "1910")])
def test_rivers_that_the_print_left_doubtful(a: str, b: str) -> None:
    """§2.1: four hexsides that look doubtful on the map are rivers."""
    assert board().is_river(a, b)
    assert board().is_river(b, a)


def test_a_unit_is_in_one_hex_at_a_time(lay: Lay) -> None:
    """§2.1: who moves leaves the hex behind him."""
    lay(field(MEADOW))
    state = order(position("german.movement", {"1001": "ge-ii ge-iii"}), GERMAN, "move",
                  units=["ge-ii"], path=["1002", "1003"], forced=False)  # fmt: skip
    assert state.stacks == {"1001": ("ge-iii",), "1003": ("ge-ii",)}
    assert at(state, "ge-ii") == "1003"


def test_a_fortress_city_is_both(lay: Lay) -> None:
    """§2.1: a city with the mark of a heavy fortress defends as a city and as a fortress."""
    lay(field("10  G. Fh F.\n11  G. Fc F.\n12  G. F. F."))
    assert "1002" in board().cities & board().fortresses
    state = position("german.combat", {"1001": "ge-ii", "1002": "fr-1", "1101": "ge-iii", "1102": "fr-2"})
    fortress = GAME.consult(state, GERMAN, {"kind": "attack", "units": ["ge-ii"], "target": "1002"})
    city = GAME.consult(state, GERMAN, {"kind": "attack", "units": ["ge-iii"], "target": "1102"})
    assert isinstance(fortress, dict)
    assert isinstance(city, dict)
    assert [(s["section"], s["columns"]) for s in fortress["shifts"]] == [("11.13", -1), ("11.14", -1)]
    assert [(s["section"], s["columns"]) for s in city["shifts"]] == [("11.13", -1)]


def test_printed_fortresses_of_the_forts_are_cities_too() -> None:
    """§2.1: the towns that have a fort counter bear both marks on the map."""
    forts = {c.setup for c in printed().counters.values() if c.kind == "fort"}
    assert forts
    assert forts <= board().cities & board().fortresses


def test_rails_change_neither_marches_nor_fights(lay: Lay) -> None:
    """§2.1: a railway matters to supply alone."""
    found = []
    for rails in ((), [("1001", "1002", "1003", "1004")]):
        lay(field("10  G. Gf F. F.\n11  G. Gr F. F.", rails=rails))
        state = position("german.movement", {"1001": "ge-ii"})
        reach = GAME.consult(state, GERMAN, {"kind": "move", "units": ["ge-ii"]})
        assert isinstance(reach, dict)
        costs = {h: r["cost"] for h, r in reach["hexes"].items()}
        found.append((costs, terrain_shifts(state, ["1001"], "1002")))
    assert found[0] == found[1]
    assert found[0][0]["1002"] == 2


# --- §2.3 to §2.9 Counters ----------------------------------------------------------------------------------------


def test_the_tenth_corps_example() -> None:
    """§2.3: the German X Corps belongs to the 2nd Army, fights with 4 and moves with 4."""
    tenth = counter("ge-x")
    assert (tenth.name, tenth.kind, tenth.army, tenth.strengths[0], tenth.ma) == (
        "X Corps", "infantry", "2", 4, 4,
    )  # fmt: skip
    state = position("german.movement", {"1001": "ge-x"})
    assert attack_factor(state, "ge-x") == defence_factor(state, "ge-x") == 4


def test_a_factor_in_parentheses_attacks_only_beside_a_corps(lay: Lay) -> None:
    """§2.3: an HQ adds its factor to an attack of a corps that it is stacked with, and to no other."""
    lay(field(MEADOW))
    alone = position("german.combat", {"1002": "ge-hq-1", "1103": "ge-ii", "1003": "fr-1"})
    denied(alone, GERMAN, "hq-alone", "11.7", "attack", units=["ge-hq-1"], target="1003")
    denied(alone, GERMAN, "hq-alone", "11.7", "attack", units=["ge-hq-1", "ge-ii"], target="1003")
    beside = position("german.combat", {"1002": "ge-hq-1 ge-ii", "1003": "fr-1"})
    plan = GAME.consult(beside, GERMAN, {"kind": "attack", "units": ["ge-hq-1", "ge-ii"], "target": "1003"})
    assert isinstance(plan, dict)
    assert plan["legal"]
    assert plan["attack"] == 3 + 4


def test_there_are_five_types_of_unit() -> None:
    """§2.5: infantry and cavalry corps, HQs, forts and depots; the corps are the units of manoeuvre."""
    kinds = {c.kind for c in printed().counters.values()}
    assert kinds == {"infantry", "cavalry", "hq", "fort", "depot"}
    assert {c.kind for c in printed().counters.values() if c.is_corps} == set(CORPS)
    assert {c.kind for c in printed().counters.values() if not c.is_mobile} == {"fort"}
    assert {c.nation for c in printed().counters.values() if c.kind == "depot"} == {"GE"}


def test_forts_neither_move_nor_attack(lay: Lay) -> None:
    """§2.5: a fort can do nothing but defend."""
    lay(field(MEADOW))
    state = position("german.movement", {"1001": "ge-fort-metz"})
    denied(state, GERMAN, "cannot-move", "2.5", "move", units=["ge-fort-metz"], path=["1002"], forced=False)
    state = position("german.combat", {"1002": "ge-fort-metz ge-ii", "1003": "fr-1"})
    denied(state, GERMAN, "forts-defend", "11.7", "attack", units=["ge-fort-metz"], target="1003")
    denied(state, GERMAN, "forts-defend", "11.7", "probe", units=["ge-fort-metz"], hex="1102")


def test_one_factor_serves_attack_and_defence(lay: Lay) -> None:
    """§2.6: the printed factor is what a unit attacks and defends with."""
    lay(field(MEADOW))
    state = position("german.combat", {"1002": "ge-gd", "1003": "fr-2"}, reduced=["fr-2"])
    plan = GAME.consult(state, GERMAN, {"kind": "attack", "units": ["ge-gd"], "target": "1003"})
    assert isinstance(plan, dict)
    assert plan["attack"] == 5
    assert plan["defence"] == [2, 2]


def test_corps_have_a_full_and_a_reduced_side() -> None:
    """§2.7: the second step of a corps is the factor of its reduced side."""
    state = position("german.movement", {"1001": "ge-gd ge-iiir"}, reduced=["ge-iiir"])
    assert (factor(state, "ge-gd"), factor(state, "ge-iiir")) == (5, 1)
    assert {c.full for c in printed().counters.values() if c.is_corps} == {2}
    assert {c.full for c in printed().counters.values() if c.kind in ("hq", "depot")} == {1}


def test_verdun_is_replaced_by_its_second_counter_example(lay: Lay) -> None:
    """§2.7: the fort of Verdun has 4, then 3; its second counter goes on with 2."""
    lay(field(MEADOW))
    place = {"1002": "ge-gd ge-ii ge-iii", "1003": "fr-fort-verdun"}
    state = position("german.combat", place)
    assert factor(state, "fr-fort-verdun") == 4
    flipped = order(state, GERMAN, "attack", loaded(2), units=["ge-gd", "ge-ii", "ge-iii"], target="1003")
    assert factor(flipped, "fr-fort-verdun") == 3
    state = position("german.combat", place, reduced=["fr-fort-verdun"])
    replaced = order(state, GERMAN, "attack", loaded(1), units=["ge-gd", "ge-ii", "ge-iii"], target="1003")
    assert factor(replaced, "fr-fort-verdun") == 2


@pytest.mark.parametrize(
    ("unit", "box"),
    [("fr-grd1", "eliminated"), ("fr-hq-1", "eliminated"), ("fr-fort-maubeuge", "removed"), ("be-1", "removed")],
)
def test_where_units_go_that_lose_their_last_step(lay: Lay, unit: str, box: str) -> None:
    """§2.8: a reduced corps and an HQ go to the display and may return; forts never do, nor do Belgians (§9.5)."""
    lay(field(MEADOW))
    reduced = [unit] if counter(unit).full > 1 else []
    state = position("german.combat", {"1002": "ge-gd ge-ii ge-iii ge-hq-1", "1003": unit}, reduced=reduced)
    state = order(state, GERMAN, "attack", Steady(6), units=["ge-gd", "ge-ii", "ge-iii", "ge-hq-1"], target="1003")
    assert at(state, unit) == box
    assert steps(state, unit) == 0
    assert "1003" not in state.stacks


def test_a_depot_goes_to_the_display(lay: Lay) -> None:
    """§2.8: a depot is lost with its only step, and may return."""
    lay(field(MEADOW))
    state = position("entente.combat", {"1003": "fr-1", "1002": "ge-depot-1"})
    state = order(state, ENTENTE, "attack", units=["fr-1"], target="1002")
    assert at(state, "ge-depot-1") == "eliminated"


def test_the_first_loss_of_a_corps_flips_it(lay: Lay) -> None:
    """§2.8: a corps at full strength that loses a step stays on the map, reduced."""
    lay(field(MEADOW))
    state = position("german.combat", {"1002": "ge-gd ge-ii", "1003": "fr-2"})
    state = order(state, GERMAN, "attack", loaded(4), units=["ge-gd", "ge-ii"], target="1003")
    assert (at(state, "fr-2"), steps(state, "fr-2"), factor(state, "fr-2")) == ("1003", 1, 2)


def test_the_allowance_is_for_the_whole_turn(lay: Lay) -> None:
    """§2.9: what a unit has spent is gone until its next turn; it may not start again with its whole MA."""
    lay(field(MEADOW))
    state = position("german.movement", {"1001": "ge-ii", "1201": "ge-c1"})
    assert (allowance(state, "ge-ii"), allowance(state, "ge-c1")) == (4, 6)
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1002", "1003", "1004"], forced=False)
    denied(state, GERMAN, "too-far", "10.7", "move", units=["ge-ii"], path=["1005", "1006"], forced=False)
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1005"], forced=False)
    assert state.units["ge-ii"].spent == 4


# --- §3.2 Neutral nations -----------------------------------------------------------------------------------------

BORDER = """
10  N. N. N. B. F.
11  G. G. G. L. F.
12  G. G. ~. F. F.
"""


def test_neutral_land_is_never_entered(lay: Lay) -> None:
    """§3.2: nobody moves, probes or attacks into the Netherlands or Switzerland."""
    lay(field(BORDER))
    state = position("german.movement", {"1102": "ge-ii"})
    denied(state, GERMAN, "no-such-hex", "3.2", "move", units=["ge-ii"], path=["1002"], forced=False)
    denied(state, GERMAN, "no-such-hex", "3.2", "move", units=["ge-ii"], path=["1203"], forced=False)
    state = position("german.combat", {"1103": "ge-ii", "1104": "fr-1"})
    denied(state, GERMAN, "no-such-hex", "3.2", "probe", units=["ge-ii"], hex="1003")
    denied(state, GERMAN, "no-such-hex", "3.2", "attack", units=["ge-ii"], target="1003")


def test_a_short_cut_over_neutral_land_is_not_found(lay: Lay) -> None:
    """§3.2: no reach runs over the Netherlands."""
    lay(field("10  G. N. B.\n11  G. N. B.\n12  G. G. B."))
    reach = GAME.consult(position("german.movement", {"1001": "ge-ii"}), GERMAN, {"kind": "move", "units": ["ge-ii"]})
    assert isinstance(reach, dict)
    assert "1102" not in reach["hexes"]
    assert reach["hexes"]["1203"]["path"] == ["1101", "1201", "1202", "1203"]


def test_belgium_and_luxembourg_are_at_war(lay: Lay) -> None:
    """§3.2: their neutrality is over when the game begins: Germans march in on turn 1."""
    lay(field(BORDER))
    state = position("german.movement", {"1103": "ge-ii"}, turn=1)
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1104", "1004"], forced=False)
    assert at(state, "ge-ii") == "1004"


# --- files with slips ---------------------------------------------------------------------------------------------

HEX = {"surface": "land", "country": "FR", "name": "", "city": "", "fortress": "", "port": "", "perimeter": ""}


def test_a_slip_in_the_map_names_its_line() -> None:
    """§2.1: unknown ground, and rivers between hexes that do not touch, are found when the map is read."""
    hexes = [(2, {**HEX, "hex": "1001", "terrain": "clear"}), (3, {**HEX, "hex": "1003", "terrain": "clear"})]
    with pytest.raises(ValueError, match=r"hexes.csv:2: terrain cannot be 'swamp'"):
        Board(Sheet("even", [(2, {**HEX, "hex": "1001", "terrain": "swamp"})], [], []))
    with pytest.raises(ValueError, match=r"hexsides.csv:7: 1001 and 1003 are not neighbours"):
        Sheet("even", hexes, [(7, {"a": "1001", "b": "1003", "river": "Aisne", "sea": ""})], [])
    with pytest.raises(ValueError, match=r"rails.csv:9: 1001 and 1002"):
        Sheet("even", hexes, [], [(9, {"a": "1001", "b": "1002"})])


def test_a_slip_among_the_counters_names_its_line(tmp_path: Path) -> None:
    """§2.3: a counter without a number for its factor is found when the counters are read."""
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    lines = (tmp_path / "counters.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "counters.csv").write_text("\n".join([lines[0], lines[1].replace("4/2", "four")]), encoding="utf-8")
    with pytest.raises(ValueError, match=r"counters.csv:2"):
        Printed.read(tmp_path)
