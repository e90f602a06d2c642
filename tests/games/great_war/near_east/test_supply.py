"""§11.0 in the Near East: heat, coasts, the Sinai, and towns beyond the column."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.facts import Event
from rules.great_war.facts.expedition import ExpeditionSent
from rules.great_war.facts.kut import KutEntered
from rules.great_war.facts.pipeline import PipelineMoved
from rules.great_war.facts.weather import NearEastWeatherDetermined
from rules.great_war.game import GAME
from rules.great_war.position.changes import relocate, with_near_east
from rules.great_war.position.control import occupied_hexes
from rules.great_war.position.state import AVAILABLE, LATER, State
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES
from rules.great_war.supply import near_east
from rules.great_war.supply.sources import open_sources
from rules.great_war.supply.starving import starved_units
from rules.great_war.supply.tracing import (
    IN,
    UNSUPPLIED,
    by_a_port,
    feeds,
    is_supplied_hex,
    supplied_hexes,
    supply_of,
    would_supply,
)
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from tests.games.great_war.kit import before_set_up as in_europe
from tests.games.great_war.kit import moved, not_moved, ways
from tests.games.great_war.near_east.kit import placed, set_up, to_movement

MAY, JUNE = 10, 11
BRITISH, HQ = "br-10in", "br-hq-20crp"
SECOND_HQ, HQ_OF_IRAQ = "br-hq-21crp", "br-hq-13crp"
TURK = "tu-1"


def on(turn: int, *taken: str) -> State:
    """The set-up in the weather of a turn, a division before the canal, some hexes in the other side's hands."""
    state = relocate(set_up(), ["tu-36"], "NE4107")
    return replace(state, weather=dict(state.printed.charts.turns[turn - 1].further), taken=state.taken ^ {*taken})


@pytest.mark.parametrize(("across", "expected"), [("", IN), ("NC2942 NC2943 NC2844", UNSUPPLIED)])
def test_11_6_a_line_runs_over_lake_urmia(across: str, expected: str) -> None:
    """§11.6: a lake hex is no sea: with Turks on every shore beside them, Russians draw supply from Tabriz over it; not
    when the far shore is Turkish too."""
    state, here = set_up(), "NC2742"
    board = state.printed.board
    there = [u for hex_ in ("NC2741", "NC2842", "NC2942") for u in state.stacks[hex_]]
    turks = (u for u in state.units if u.startswith("tu-") and state.units[u].at.startswith("NC"))
    beside = [n for n in board.lattice.around(here) if board.land[board.index[n]]]
    stacks = dict(zip([*beside, *across.split()], turks, strict=False))
    state = placed(relocate(state, there, LATER), {**stacks, here: "ru-20"})
    assert supply_of(state, "ru-20") == expected
    assert (board.index[here] in supplied_hexes(state, "RU", False)) == (expected == IN)


def test_12_2_heat_stops_lines_in_the_desert() -> None:
    """§12.2: lines run into it and not on: those before the canal have none in June; nobody in the Caucasus suffers."""
    assert supply_of(on(MAY), "tu-36") == IN
    june = on(JUNE)
    assert supply_of(june, "tu-36") == UNSUPPLIED
    board = june.printed.board
    lost = supplied_hexes(on(MAY), "TU", False) - supplied_hexes(june, "TU", False)
    assert {board.front[i] for i in lost} <= {"egypt", "iraq"}
    into = supplied_hexes(june, "TU", False) & near_east.hot_desert(june)
    assert into, "a line ends in desert"
    assert near_east.hot_desert(june) is near_east.hot_desert(june)


def test_12_2_after_the_heat_all_is_as_before() -> None:
    """§12.2: fields that are kept are those that are found again."""
    june = on(JUNE)
    for nation in ("BR", "RU", "TU"):
        first = supplied_hexes(on(MAY), nation, False)
        supplied_hexes(june, nation, False)
        again = replace(june, weather=dict(june.printed.charts.turns[MAY - 1].further))
        assert supplied_hexes(again, nation, False) == first


@pytest.mark.parametrize(
    ("stacks", "fact"),
    [
        ({"NE4011": "br-11in", "NE3611": "br-cd-1", "NE3410": "br-12inbd"}, PipelineMoved(ALLIED, "NE3611")),
        ({"NI1845": BRITISH, "NI2252": "tu-35", "NI2552": "tu-37"}, KutEntered()),
        ({"NE4107": "tu-36"}, NearEastWeatherDetermined("hot", "fair")),
    ],
)
def test_11_1_what_is_kept_of_supply_is_found_again_when_only_such_a_fact_has_come(
    stacks: dict[str, str], fact: Event
) -> None:
    """§11.53, §14.21, §12.2: the pipeline, the fort of Kut or the heat change who is in supply, though nobody has moved
    and no hex has changed hands."""
    state = with_near_east(placed(set_up(), stacks), pipeline="", kut=False)
    before = {side: starved_units(state, side) for side in SIDES}
    after = GAME.evolve(state, fact)
    now = {side: starved_units(after, side) for side in SIDES}
    assert now != before
    read = GAME.load_state(GAME.dump_state(after))
    assert now == {side: starved_units(read, side) for side in SIDES}


def test_11_33_hamadan_feeds_russians_from_the_hour_of_the_expedition() -> None:
    """§11.33, §17.21: and none before."""
    state = replace(to_movement(), turn=17)
    iraq = [i for i in sorted(state.printed.board.by_front["iraq"]) if state.printed.board.land[i]]
    assert not any(is_supplied_hex(state, "RU", i) for i in iraq)
    after = GAME.evolve(state, ExpeditionSent(("ru-39",), "NI2436"))
    fed = {i for i in iraq if is_supplied_hex(after, "RU", i)}
    assert state.printed.board.index["NI2436"] in fed


@pytest.mark.parametrize(("turn", "hot"), [(JUNE, {"NE", "NI"}), (JUNE + 1, {"NE", "NI", "NC"}), (MAY, set[str]())])
def test_12_12_each_map_has_heat_by_its_own_letter(turn: int, hot: set[str]) -> None:
    """§12.2, §12.12, ruling: in June the deserts of Egypt and Iraq are hot, in July that of the Caucasus too."""
    state = on(turn)
    assert {state.printed.board.ids[i][:2] for i in near_east.hot_desert(state)} == hot


@pytest.mark.parametrize(("hex_", "expected"), [("NI2543", IN), ("NE4107", UNSUPPLIED)])
def test_11_32_the_gendarmes_need_no_line_in_persia(hex_: str, expected: str) -> None:
    """§11.32, §15.81: Persians are in supply all over Persia; Turks beside them are not, nor are they elsewhere."""
    state = placed(on(JUNE), {hex_: "tu-gndm tu-37"})
    assert [supply_of(state, unit) for unit in ("tu-gndm", "tu-37")] == [expected, UNSUPPLIED]


def test_12_2_towns_in_hot_desert_feed_nobody() -> None:
    """§12.2: in June Auja hands nothing on, as it does in May."""
    june = on(JUNE)
    auja = june.printed.board.index["NE2909"]
    assert auja in near_east.hands_on_nothing(june, CENTRAL)
    assert auja not in near_east.hands_on_nothing(on(MAY), CENTRAL)
    assert auja in near_east.hands_on_nothing(june, ALLIED) - near_east.hands_on_nothing(on(MAY), ALLIED)


def test_12_11_the_heat_of_the_track_counts_before_anyone_has_looked_at_it() -> None:
    """§12.11, §4.2 (docs/rulings): in the Event and New Units Phases of June."""
    unseen = replace(set_up(), turn=JUNE, weather={})
    assert near_east.hot_desert(unseen) == near_east.hot_desert(on(JUNE))
    assert not near_east.hot_desert(replace(unseen, turn=MAY))


def test_12_2_a_headquarters_in_hot_desert_feeds_its_own_hex_alone() -> None:
    """§12.2, §11.22: its line, which may be of any length, comes into the desert and goes no further: whoever is with
    it is in supply, and who is beside it in desert is not; on cool ground both are. A march may end with it."""
    hq, desert = HQ_OF_IRAQ, "NE3509"
    june = on(JUNE)
    board = june.printed.board
    hot = near_east.hot_desert(june)
    beside = next(board.ids[i] for i in board.lines[board.index[desert]] if i in hot)
    with_it = placed(june, {desert: f"{hq} br-10in", beside: "br-11in"})
    assert [supply_of(with_it, unit) for unit in ("br-10in", "br-11in")] == [IN, UNSUPPLIED]
    assert board.index[desert] in supplied_hexes(with_it, "BR", False)
    assert supply_of(relocate(with_it, [hq], AVAILABLE), "br-10in") == UNSUPPLIED
    may = replace(with_it, weather=dict(june.printed.charts.turns[MAY - 1].further), turn=MAY)
    assert [supply_of(may, unit) for unit in ("br-10in", "br-11in")] == [IN, IN]
    ends = would_supply(with_it, "br-10in", (hq, "br-10in"))
    assert ends(board.index[desert])


def test_11_45_coasts_of_the_caucasus() -> None:
    """§11.45: the Black Sea feeds Russians and Turks in a hex of its coast, the Caspian Russians."""
    state = set_up()
    board = state.printed.board
    places = state.printed.near_east
    assert places is not None
    trebizond, baku = board.index[places.trebizond], board.index[places.baku]
    assert trebizond in board.coasts["black-sea"]
    assert baku in board.coasts["caspian"]
    assert board.coasts["black-sea"].isdisjoint(board.coasts["caspian"])
    assert by_a_port(state, "TU", trebizond)
    assert by_a_port(state, "RU", baku)
    assert not by_a_port(state, "BR", trebizond)
    assert not board.coasts["caspian"] & near_east.coasts(board, "TU")


def test_11_53_towns_of_the_sinai_hand_nothing_on() -> None:
    """§11.53: not to the Allies without the pipeline; who stands in one may use it; the Central Powers use them all."""
    state = on(MAY, "NE4011")
    board = state.printed.board
    romani = board.index["NE4011"]
    assert romani in near_east.hands_on_nothing(state, ALLIED)
    assert not near_east.hands_on_nothing(state, CENTRAL)
    assert near_east.sinai_coast(board) == {board.index[h] for h in ("NE4011", "NE3611", "NE3311", "NE3112")}


def test_11_22_no_town_beyond_the_column_before_gaza_or_beersheba() -> None:
    """§11.22: either opens the rest of Palestine to the Allies."""
    before, after = on(MAY), on(MAY, "NE2711")
    jaffa, gaza = (before.printed.board.index[h] for h in ("NE2718", "NE2913"))
    assert jaffa in near_east.hands_on_nothing(before, ALLIED)
    assert gaza not in near_east.hands_on_nothing(before, ALLIED)
    assert jaffa not in near_east.hands_on_nothing(after, ALLIED)


def test_8_26_no_march_ends_in_a_town_that_feeds_no_unit() -> None:
    """§8.26, §11.22: a British division may not end its march in Jaffa while Gaza and Beersheba are Turkish, even if
    nobody is there: it would starve. Once one of the two is Allied the town feeds it."""
    state = placed(to_movement(), {"NE2717": "br-10in"})
    found = not_moved(state, ALLIED, "br-10in", "NE2718")
    assert (found.code, found.section) == ("unsupplied", "8.26")
    assert "NE2718" not in ways(state, ALLIED, "br-10in")
    opened = replace(state, taken=state.taken ^ {"NE2711"})
    assert supply_of(moved(opened, ALLIED, "br-10in", "NE2718"), "br-10in") == IN


@pytest.mark.parametrize("hex_", ["NE3112", "NE3311", "NE3611", "NE4011"])
def test_8_26_a_march_may_end_in_a_town_of_the_sinai_coast(hex_: str) -> None:
    """§8.26, §11.53: units in such a town may use it, pipeline or not."""
    board = to_movement().printed.board
    beside = next(i for i in board.lines[board.index[hex_]] if i not in occupied_hexes(to_movement(), CENTRAL))
    state = placed(to_movement(), {board.ids[beside]: "br-10in"})
    assert supply_of(moved(state, ALLIED, "br-10in", hex_), "br-10in") == IN


def test_12_2_the_layer_for_the_next_turn() -> None:
    """§12.2, §12.12: in May it is laid over the map as heat will have it in June, with who will be in want; the layer
    of today stays as it is. In Europe, and on the last turn, there is none."""
    state = relocate(set_up(), ["tu-36"], "NE4107")
    asked = {"kind": "overlay", "name": "supply-next"}
    today: Any = GAME.consult(state, CENTRAL, {"kind": "overlay", "name": "supply"})
    coming: Any = GAME.consult(state, CENTRAL, asked)
    june: Any = GAME.consult(on(JUNE), CENTRAL, {"kind": "overlay", "name": "supply"})
    assert coming == june
    assert "tu-36" in coming["units"]
    assert "tu-36" not in today["units"]
    assert GAME.consult(state, CENTRAL, {"kind": "overlay", "name": "supply"}) == today
    for other in (in_europe(), replace(state, turn=46)):
        assert isinstance(GAME.consult(other, CENTRAL, asked), Refusal)


@pytest.mark.parametrize(
    ("hex_", "lost"),
    [("NE4212", False), ("NE4513", False), ("NE4609", False), ("NE4606", False), ("NE4306", False),
     ("NE4309", True), ("NE4510", True)],
)  # fmt: skip
def test_11_71_egypt_at_its_coast_and_edge_is_a_source_again(hex_: str, lost: bool) -> None:
    """§11.71, §9.53: west of the canal all of the coast is port; that and the edge of the map supply again as soon as
    they are retaken. What lies between never does."""
    state = placed(set_up(), {hex_: "tu-36"})
    assert (hex_ in state.spoiled) == lost
    back = placed(placed(state, {"NE4107": "tu-36"}), {hex_: "br-10in"})
    board = back.printed.board
    assert (board.index[hex_] in open_sources(back, "BR")) != lost


@pytest.mark.parametrize("port", ["NI2252", "NI2552"])
def test_11_71_basra_and_abadan_are_ports_and_feed_the_british_again(port: str) -> None:
    """§11.71, §9.55: not while they are lost, but as soon as they are retaken; no other nation, then or ever."""
    state = placed(set_up(), {port: "tu-36"})
    here = state.printed.board.index[port]
    assert here in open_sources(set_up(), "BR")
    assert here not in open_sources(state, "BR")
    back = placed(placed(state, {"NI2152": "tu-36"}), {port: "br-6bd"})
    assert here in open_sources(back, "BR")
    assert here not in open_sources(back, "RU")


def test_europe_has_none_of_it() -> None:
    """§19.8: no set is made there for what is not."""
    state = in_europe()
    board = state.printed.board
    assert not board.desert
    assert not board.coasts
    assert near_east.hands_on_nothing(state, ALLIED) is near_east.hot_desert(state)
    assert not near_east.hot_desert(state)


@pytest.mark.parametrize(("hex_", "there", "apart"), [("NE3708", IN, UNSUPPLIED), ("NE3608", IN, UNSUPPLIED),
                                                      ("NE3508", UNSUPPLIED, UNSUPPLIED)])  # fmt: skip
def test_11_21_headquarters_have_a_line_of_six_hexes(hex_: str, there: str, apart: str) -> None:
    """§11.21, §11.22: a British headquarters in the Sinai lives five and six hexes from the canal, a division does not;
    beside it the division is fed wherever it is, for what it hands on comes any distance."""
    alone = placed(set_up(), {hex_: BRITISH})
    assert supply_of(alone, BRITISH) == apart
    led = placed(alone, {hex_: HQ})
    assert [supply_of(led, unit) for unit in (HQ, BRITISH)] == [there, IN]
    state = placed(to_movement(), {"NE3808" if there == IN else "NE3708": HQ})
    assert (hex_ in ways(state, ALLIED, HQ)) == (there == IN)
    if there != IN:
        found = not_moved(state, ALLIED, HQ, "NE3608 NE3508")
        assert (found.code, found.section) == ("unsupplied", "8.26")


@pytest.mark.parametrize("here", ["NI1548", "NI1648"])
def test_11_21_a_town_that_is_lost_five_or_six_hexes_away_is_noticed(here: str) -> None:
    """§11.21, §11.6: what was fed is looked at again as far as the line reaches; found from nothing it is the same."""
    state = placed(set_up(), {here: HQ_OF_IRAQ})
    assert HQ_OF_IRAQ not in dict(starved_units(state, ALLIED))
    state = placed(state, {"NI2150": TURK})
    starving = dict(starved_units(state, ALLIED))
    assert starving == dict(starved_units(GAME.load_state(GAME.dump_state(state)), ALLIED))
    assert starving[HQ_OF_IRAQ] == UNSUPPLIED


def test_11_22_two_headquarters_that_come_together_feed_each_other() -> None:
    """§11.22: on the march and by train they go where one alone would be out of supply."""
    state = placed(to_movement(), {"NE3708": f"{HQ} {SECOND_HQ}"})
    assert "NE3508" not in ways(state, ALLIED, HQ)
    assert "NE3508" in ways(state, ALLIED, f"{HQ} {SECOND_HQ}")
    here = state.printed.board.index["NE3508"]
    away = placed(state, {"NE4308": f"{HQ} {SECOND_HQ}"})
    assert not feeds(away, (HQ,), here)
    assert feeds(away, (HQ, SECOND_HQ), here)
