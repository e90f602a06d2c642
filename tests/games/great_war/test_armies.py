"""A set-up in one click: legal as by hand, and armies where they stood in the war (scenarios/great-war/scenarios)."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product
from pathlib import Path

import pytest

from rules.great_war.game import GAME, start_match
from rules.great_war.position.state import AVAILABLE, DEAD, POOL, State
from rules.great_war.printed.armies import read_armies
from rules.great_war.printed.data import FOLDER
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES
from rules.great_war.printed.plans import AUGUST_1914, EARLIER, PLANS
from rules.great_war.printed.scenarios import PLACES
from rules.great_war.setup.orders import check_place, group_of, to_place
from rules.great_war.stacking import crowded_hexes
from rules.great_war.supply.starving import unsupplied_units
from rules.kernel.messages import Refusal
from tests.games.great_war.kit import at, refused, told
from tests.games.great_war.test_pre_war import revealed
from tests.thorough import at_least_one, sample_of

pytestmark = pytest.mark.xdist_group("great-war-set-ups")
SCENARIOS = PLANS[AUGUST_1914].variants["europe"].scenarios
BOXED = {"dead": DEAD, "box": AVAILABLE}


def dealt(state: State, seat: str) -> State:
    """The state after one click of a side; the die falls on each side in turn."""
    found = GAME.decide(state, seat, {"kind": "deal"}, lambda draw, sides: draw % sides + 1)
    assert not isinstance(found, Refusal), found
    return found.states[-1]


def both(state: State) -> tuple[State, State, State]:
    """The clicks of both sides, and the first turn after them."""
    allied = dealt(state, ALLIED)
    central = dealt(told(allied, ALLIED, "end_phase"), CENTRAL)
    return allied, central, told(central, CENTRAL, "end_phase")


@cache
def clicked(id_: str) -> tuple[State, State, State]:
    """A scenario with one click a side."""
    return both(start_match(id_, AUGUST_1914))


def hand_would_do(state: State, seat: str) -> None:
    """§21.12: each unit stands where it may be placed by hand, with the others there."""
    for unit in to_place(state, seat):
        check_place(state, unit, at(state, unit))


@pytest.mark.parametrize("id_", SCENARIOS)
def test_21_12_one_click_is_legal_and_complete(id_: str) -> None:
    """§19.2, §19.3, §21.12: by the checks of a set-up by hand; everyone stands, in supply, no hex crowded."""
    allied, central, state = clicked(id_)
    for seat, after in ((ALLIED, allied), (CENTRAL, central)):
        hand_would_do(after, seat)
        assert after.waiting(seat) == ()
    assert (state.boxes[POOL], unsupplied_units(state)) == ((), ())
    assert [crowded_hexes(state, side) for side in SIDES] == [(), ()]


@pytest.mark.parametrize("id_", SCENARIOS)
def test_21_12_one_click_is_the_same_every_time(id_: str) -> None:
    """With the same lots, and after whatever had been placed by hand before."""
    allied, central, _ = clicked(id_)
    assert dealt(allied, ALLIED) == allied
    assert dealt(central, CENTRAL) == central


@pytest.mark.parametrize("id_", SCENARIOS)
def test_21_12_armies_stand_where_the_files_say(id_: str) -> None:
    """Each unit in one of the hexes of its army, or in its box: no row asks what the scenario does not allow."""
    state = clicked(id_)[1]
    told_of = {u: army for army in state.card.armies if not army.event for u in army.units}
    for unit, army in told_of.items():
        assert at(state, unit) in (*army.hexes, BOXED.get(army.to)) or unit in state.lots, (army.name, at(state, unit))
    assert {state.counter(u).nation for u in told_of if state.counter(u).kind == "hq"} >= {"BR", "FR", "AH", "GE"}


@pytest.mark.parametrize("id_", ["campaign", "1915"])
def test_21_12_the_first_two_are_told_whole(id_: str) -> None:
    """§19.2, §21.2: who is in no file has the hexes that the scenario itself names."""
    state = clicked(id_)[1]
    for unit in at_least_one({*state.on_map()} - state.card.stood.keys()):
        group = group_of(state, unit)
        assert group is None or len(group.hexes) == 1 or group.code[:1] == "W" or group.code == "L", unit


def test_21_12_a_plan_without_armies_is_set_up_by_sectors() -> None:
    """A folder that knows no armies, as those of earlier matches, has a legal click too."""
    allied, central, state = both(start_match("1915", EARLIER[0]))
    assert state.card.armies == ()
    hand_would_do(allied, ALLIED)
    hand_would_do(central, CENTRAL)


def test_21_12_one_click_after_units_have_changed_places() -> None:
    """§21.12: who was among the dead in the files and changed places with another joins its nation's sector."""
    state = start_match("1917", AUGUST_1914)
    state = told(state, ALLIED, "deal")
    state = told(state, ALLIED, "end_phase")
    state = told(state, CENTRAL, "exchange", unit="ge-12", other="ge-2lw")
    after = dealt(state, CENTRAL)
    hand_would_do(after, CENTRAL)
    assert (at(after, "ge-12"), at(after, "ge-2lw")[0]) == (DEAD, "W")
    assert told(after, CENTRAL, "end_phase").boxes[POOL] == ()


def test_15_25_a_tank_takes_no_place_on_a_front_where_it_never_goes() -> None:
    """§15.25, §21.12: the French tanks do not change places with a division that goes to Italy, placed or not."""
    state = start_match("1918", AUGUST_1914)
    assert refused(state, ALLIED, "exchange", unit="fr-aac", other="fr-23").code == "no-exchange"
    assert told(state, ALLIED, "exchange", unit="fr-12", other="fr-23").groups["fr-12"] == state.groups["fr-23"]


def strength(state: State, unit: str) -> int:
    """Attack and defence as printed on its front."""
    face = state.counter(unit).front
    return face.attack + face.defence


@pytest.mark.parametrize("id_", SCENARIOS)
def test_21_24_the_dead_are_ordinary(id_: str) -> None:
    """§21.24, §21.25, §21.34, §21.45: of those that the rules leave to choose nobody is of his nation's best."""
    state = clicked(id_)[1]
    dead = [u for u in state.boxes[DEAD] if u not in state.lots and state.counter(u).nation in state.sides]
    for nation in {state.counter(u).nation for u in dead}:
        standing = [strength(state, u) for u in state.on_map() if state.counter(u).nation == nation]
        mine = [u for u in dead if state.counter(u).nation == nation and nation not in ("SE", "RO")]
        assert all(strength(state, u) < max(standing) for u in mine), (nation, mine)
        assert not any("Guard" in state.counter(u).name for u in mine)
    assert state.units.get("ge-ak") is None or at(state, "ge-ak") != DEAD


def test_19_31_germany_in_august_1914() -> None:
    """§19.31: from north to south the 1st Army before Aachen to the 7th in Alsace, the Guard with the 2nd."""
    state = clicked("campaign")[2]
    assert {at(state, u) for u in ("ge-hq-1", "ge-3", "ge-17")} == {"W6526"}
    assert at(state, "ge-1gd") == at(state, "ge-2gd") == at(state, "ge-hq-2")
    rows = [int(at(state, f"ge-hq-{n}")[1:3]) for n in range(1, 8)]
    assert rows == sorted(rows, reverse=True)
    assert {at(state, "ge-28"), at(state, "ge-29")} == {"W4031"}, "XIV Corps before Mülhausen"
    assert (at(state, "ge-hq-8")[0], at(state, "ge-31")[0], at(state, "ge-37")) == ("E", "W", "E5215")


def test_19_31_no_gap_from_aachen_to_muelhausen() -> None:
    """§19.31: Luxembourg, Trier and Saarbrücken are not left open: each army touches the next, two hexes at most
    from one stack to another."""
    state = clicked("campaign")[2]
    line = [f"W{h}" for h in (6526, 6427, 6326, 6226, 6126, 6027, 5926, 5827, 5628, 5428, 5326, 5226, 5126, 5027, 4927,
                              4828, 4729, 4530, 4330, 4230, 4130, 4031)]  # fmt: skip
    lattice = state.printed.board.lattice
    assert all(any(state.counter(u).is_combat for u in state.stacks.get(h, ())) for h in line)
    assert all(lattice.distance(a, b) <= 2 for a, b in pairwise(line))
    assert {"W5629", "W5230"} <= state.stacks.keys(), "Trier and Saarbrücken"


def test_19_21_the_allies_in_august_1914() -> None:
    """§19.21: the French armies from Épinal to Mézières, Sordet's cavalry in front of the 5th, Russians by corps."""
    state = clicked("campaign")[2]
    rows = [int(at(state, f"fr-hq-{n}")[1:3]) for n in range(1, 6)]
    assert rows == sorted(rows)
    assert at(state, "fr-1") == at(state, "fr-cav-1") == "W5620"
    assert at(state, "fr-11") == at(state, "fr-39") == "W4926", "XX Corps before Nancy"
    assert at(state, "ru-28") == at(state, "ru-29")
    assert at(state, "ah-42hlw") == at(state, "ah-36")


def test_21_25_germany_in_may_1915() -> None:
    """§21.25: the 1st to the 7th Army in the west, in the order of that year, the others in the east, the Guard
    with the 11th."""
    state = clicked("1915")[2]
    assert {at(state, f"ge-hq-{n}")[0] for n in range(1, 8)} == {"W"}
    assert {at(state, f"ge-hq-{n}")[0] for n in ("8", "9", "10", "11", "12", "sud")} == {"E"}
    order = [int(at(state, f"ge-hq-{n}")[1:3]) for n in (4, 6, 2, 1, 7, 3)]
    assert order == sorted(order, reverse=True)
    assert at(state, "ge-1gd") == at(state, "ge-2gd") == at(state, "ge-hq-11") == "E3914"
    assert [at(state, f"ge-hq-{n}") for n in ("10", "8", "12", "9")] == ["E5418", "E5316", "E5114", "E4613"]


def test_21_24_the_allies_in_may_1915() -> None:
    """§21.24: Ypres is British, Arras the 10th Army's, the Isonzo the 3rd's."""
    state = clicked("1915")[2]
    assert {state.counter(u).nation for u in state.stacks["W6612"]} == {"BR"}
    assert {"fr-1mrc", "fr-17", "fr-18"} <= {*state.stacks["W6211"]}
    assert at(state, "it-13")[1:3] < at(state, "it-7")[1:3]


@pytest.mark.parametrize("id_", ["1915", "1916", "1917", "1918"])
def test_21_25_the_german_armies_of_trench_warfare(id_: str) -> None:
    """§21.25, §21.35, §21.45, §21.55: the 4th in Flanders, then the 6th and 2nd, the 7th at Laon, the 3rd in Champagne
    and the 5th before Verdun; the 8th and 10th before the Russians."""
    state = clicked(id_)[2]
    assert [at(state, f"ge-hq-{n}")[:3] for n in (4, 5, 3)] == ["W67", "W54", "W54"]
    order = [int(at(state, f"ge-hq-{n}")[1:]) for n in (4, 6, 2, 7, 3)]
    assert [row // 100 for row in order] == sorted((row // 100 for row in order), reverse=True)
    assert {at(state, f"ge-hq-{n}")[0] for n in (8, 10, 11, "sud")} == {"E"}
    assert at(state, "ge-2gd")[0] == ("E" if id_ == "1915" else "W")


def test_21_34_later_armies_of_others() -> None:
    """§21.34, §21.44, §21.45, §21.54, §21.55: Verdun and Vimy, Riga, Doberdo, the Piave and Monastir."""
    early, middle, late = (clicked(id_)[2] for id_ in ("1916", "1917", "1918"))
    assert {at(early, "fr-72r"), at(early, "fr-51r")} == {"W5223", "W5224"}
    assert {at(middle, f"br-{n}cnd") for n in (1, 2, 3, 4)} == {"W6211"}
    assert at(middle, "ru-1lv") == "E6120"
    assert at(middle, "ah-hq-5")[0] == at(late, "ah-hq-5")[0] == "W"
    assert {state.counter(u).nation for state in (middle, late) for u in state.stacks["E1413"]} == {"BU"}
    assert at(late, "us-1") == "W4825"


@pytest.mark.parametrize(
    ("allied", "central"),
    sample_of([*product(("1", "3", "5", "6"), ("1 9", "2", "3 5", "5 2", "10", "10 2", "3 10"))], 3),
)
def test_20_0_one_click_after_pre_war_events(allied: str, central: str) -> None:
    """§20.2, §20.3: legal and complete whatever changes codes, armies and numbers before."""
    after_allies, after_central, _ = both(revealed(allied, central))
    hand_would_do(after_allies, ALLIED)
    hand_would_do(after_central, CENTRAL)


def test_20_3_germany_parts_with_none_of_its_best() -> None:
    """§20.3 Nos. 3 and 5: a smaller army means fewer reserve divisions."""
    state = both(revealed("1", "3"))[2]
    gone = [u for u in state.boxes[DEAD] if state.counter(u).nation == "GE"]
    assert sum(state.counter(u).front.attack for u in gone) == 16
    assert all(strength(state, u) < 8 for u in gone)


def test_armies_are_read_strictly(tmp_path: Path) -> None:
    """A unit of no name, one that stands twice, a hex that is none, an army without hexes: refused with the line."""
    state = clicked("campaign")[0]
    head = "nation,army,event,to,units,hexes,origin\n"
    good = "GE,1st Army,,area,3 4,W6526,history\n"
    hexes = state.printed.board.index

    def read(text: str) -> int:
        file = tmp_path / "armies.csv"
        file.write_text(head + text, encoding="utf-8")
        return len(read_armies(file, PLACES, ("central-10",), state.printed.counters, hexes))

    assert read(good) == 1
    for wrong in ("GE,A,,area,3 777,W6526,history\n", "GE,A,,area,3,W9999,history\n", "GE,A,,area,3,,history\n",
                  "GE,A,no-event,area,5,W6526,history\n", "GE,A,,nowhere,5,W6526,history\n",
                  "GE,A,,dead,5,W6526,history\n", "GE,A,,area,3,W6527,history\n"):  # fmt: skip
        with pytest.raises(ValueError, match=r"armies.csv:3"):
            read(good + wrong)
    assert read_armies(FOLDER / "none.csv", PLACES, (), {}, ()) == ()
