"""§16: what brings nations down, and what is left of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.great_war.collapse.national_collapse import fall
from rules.great_war.facts.movement import HexesTaken
from rules.great_war.facts.resources import PointsReceived
from rules.great_war.facts.revolutions import NationCollapsed, NationSurrendered
from rules.great_war.game import GAME
from rules.great_war.position.state import DEAD, OUT, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.income import income
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from tests.games.great_war.field import AROUND, field, fight, resolved
from tests.games.great_war.kit import PLACES, at, before_set_up, moved, position, refused, told, told_with
from tests.games.great_war.strategic.kit import played, put, strategic

BUCHAREST, SOFIA, PARIS = PLACES.bucharest, PLACES.sofia, PLACES.paris


def fallen(stacks: Mapping[str, str] | None = None, *taken: str, **fields: Any) -> tuple[str, ...]:
    """The nations that come down with these hexes taken and these units on the map."""
    state = strategic("M", stacks, **fields)
    state = replace(state, taken=state.taken | {*taken}, strategic_state=replace(state.strategic_state, turn=""))
    return played(lambda play, _: fall(play), state)[0].strategic_state.collapsed


def at_war(**more: str) -> dict[str, str]:
    """The sides of 1915, with others besides."""
    return {**before_set_up().sides, **more}


def americans(number: int) -> dict[str, str]:
    """That many full divisions in two hexes of France."""
    state = before_set_up()
    found = [u for u in state.units if state.counter(u).nation == "US" and state.counter(u).is_division]
    hexes = ("W4606", "W4607")
    stacks = {hexes[0]: " ".join(found[: min(3, number)]), hexes[1]: " ".join(found[3:number])}
    return {h: units for h, units in stacks.items() if units}


def test_16_2_france_falls_with_all_of_paris() -> None:
    """§16.2: two of its hexes are not enough; six full U.S. divisions in France save her, five do not."""
    sides = at_war(US=ALLIED)
    assert fallen(None, *PARIS) == ("FR",)
    assert fallen(None, *PARIS[:2]) == ()
    assert fallen(americans(5), *PARIS, sides=sides) == ("FR",)
    assert fallen(americans(6), *PARIS, sides=sides) == ()


def test_16_2_russians_in_germany_save_france() -> None:
    """§16.2: a city or a fort there that only Britons stand in is not Russia's."""
    board = before_set_up().printed.board
    german = board.by_country["GE"] & board.by_front["east"]
    city = min(board.ids[i] for i in board.cities & german)
    fort = min(board.ids[i] for i in frozenset(board.forts) & german)
    for hex_ in (city, fort):
        assert fallen(None, *PARIS, hex_) == ()
    assert fallen({city: "br-1"}, *PARIS, city) == ("FR",)
    assert fallen({city: "br-1 ru-25"}, *PARIS, city) == ()


@pytest.mark.parametrize(
    ("kind", "saves"), [("city", True), ("fort", True), ("edge of the map", False), ("town", False)]
)
def test_16_2_what_russians_must_hold_in_germany(kind: str, saves: bool) -> None:
    """§16.2, §18.14: a city or a fort. The edge of the map is a city for victory points alone."""
    board = before_set_up().printed.board
    forts, german = frozenset(board.forts), board.by_country["GE"] & board.by_front["east"]
    found = {
        "city": board.cities - forts,
        "fort": forts - board.cities,
        "edge of the map": board.edges - board.cities - forts,
        "town": board.towns - board.cities - forts - board.edges,
    }[kind]
    assert (fallen(None, *PARIS, min(board.names(found & german))) == ()) == saves


@pytest.mark.parametrize("sixth", ["us-hq-1", "us-tc", "us-4*", "us-4 in Belgium"])
def test_16_2_units_that_do_not_count_as_the_sixth_american_division_in_france(sixth: str) -> None:
    """§16.2: headquarters and tanks are no divisions; a division that is reduced or in Belgium does not count."""
    unit, _, abroad = sixth.partition(" ")
    stacks = {"W4606": "us-1 us-2 us-26", "W4607": "us-42 us-3"}
    assert fallen({**stacks, "W4608": "us-4"}, *PARIS, sides=at_war(US=ALLIED)) == ()
    there = {**stacks, "W6611" if abroad else "W4608": unit}
    assert fallen(there, *PARIS, sides=at_war(US=ALLIED)) == ("FR",)


def test_16_2_france_is_judged_when_paris_falls() -> None:
    """§16.2: once she has stood, fewer Americans later change nothing; until Paris is freed and falls again."""
    stood, facts = played(
        lambda play, _: fall(play), strategic("M", americans(6), sides=at_war(US=ALLIED), taken={*PARIS})
    )
    assert [fact.kind for fact in facts] == ["france-stood"]
    gone = replace(stood, units={u: now._replace(back=True) for u, now in stood.units.items()})
    assert played(lambda play, _: fall(play), gone)[1] == []
    freed = HexesTaken(ALLIED, ("W5008",)).apply(gone)
    again = HexesTaken(CENTRAL, ("W5008",)).apply(freed)
    fell, facts = played(lambda play, _: fall(play), again)
    assert fell.strategic_state.collapsed == ("FR",)
    assert [fact.kind for fact in facts] == ["collapsed"], "and is not said to stand"


def test_16_4_belgium_falls_with_its_last_hex() -> None:
    """§16.4."""
    board = before_set_up().printed.board
    every = board.names(board.by_country["BE"])
    assert fallen(None, *every) == ("BE",)
    assert fallen(None, *(h for h in every if h != "W6611")) == ()


@pytest.mark.parametrize(
    ("taken", "falls"),
    [
        (("E3606",), True),
        (("E3310",), True),
        (("W2615", "W2230"), True),
        (("W2615",), False),
        (("W2230",), False),
    ],
)
def test_16_5_austria_falls_with_its_cities(taken: tuple[str, ...], falls: bool) -> None:
    """§16.5: Vienna or Budapest; Trent and Trieste both."""
    assert fallen(None, *taken) == (("AH",) if falls else ())


def test_16_5_three_supplied_units_at_the_edge_of_the_italian_map() -> None:
    """§16.5: in one hex that is not alpine; two are too few, and so are three out of supply."""
    board = before_set_up().printed.board
    state = before_set_up()
    units = [u for u in state.units if state.counter(u).nation == "IT" and state.counter(u).is_division][:3]
    edge = board.edges & board.by_front["italy"] & board.by_country["AH"]
    hills, flat = min(board.names(edge & board.alpine)), "W1929"
    road = board.names(board.by_country["AH"] & board.by_front["italy"])
    trent = {h for h in road if h != "W2615"}
    assert fallen({flat: " ".join(units)}, *trent) == ("AH",)
    assert fallen({flat: " ".join(units[:2])}, *trent) == ()
    assert fallen({hills: " ".join(units)}, *trent) == ()
    assert fallen({flat: " ".join(units)}, flat) == ()
    assert fallen({"W3215": "it-1alp it-2alp it-3alp"}, *trent) == (), "alpine, though they are in supply there"
    assert fallen({flat: "ah-3 ah-8 ah-1"}) == (), "its own three hold it"


def test_16_5_the_third_unit_that_comes_to_the_edge_is_seen_at_once() -> None:
    """§16.5: that nobody falls is kept from command to command, and a unit that joins two others takes no hex."""
    board, edge = before_set_up().printed.board, "W1929"
    held = board.names(board.by_country["AH"] & board.by_front["italy"] - {board.index["W2615"]})
    state = position({edge: "it-1 it-2", "W1930": "it-3", "W2030": "it-5"}, taken=before_set_up().taken | {*held})
    waits = moved(state, ALLIED, "it-5", "W2029")
    assert waits.strategic_state.collapsed == ()
    assert moved(waits, ALLIED, "it-3", edge).strategic_state.collapsed == ("AH",)


def test_16_5_austria_falls_with_her_allies() -> None:
    """§16.5, §16.6, §16.7: Bulgaria with Sofia, Turkey with a landing; with both gone Austria-Hungary goes too."""
    sides = at_war(BU=CENTRAL)
    assert fallen(None, SOFIA, sides=sides) == ("BU",)
    assert fallen({"E1124": "br-1"}, "E1124") == ("TU",)
    assert fallen({"E1124": "br-1"}, "E1124", SOFIA, sides=sides) == ("TU", "BU", "AH")
    assert fallen(None, "E1328", SOFIA, sides=sides) == ("BU", "AH")


def test_16_0_that_nobody_falls_is_judged_again_when_the_turn_goes_on_or_a_nation_joins() -> None:
    """§16.8: the answer is kept from state to state, and neither moves a unit nor takes a hex."""
    neutral = strategic("M", strategic_state={"czar": "L"}, sides=at_war(), taken=frozenset({BUCHAREST}))
    assert played(lambda play, _: fall(play), neutral)[0].strategic_state.collapsed == ()
    joined = follow(neutral, replace(neutral, sides=at_war(RO=ALLIED)))
    assert played(lambda play, _: fall(play), joined)[0].strategic_state.collapsed == ("RO",)
    same_turn = strategic("M", strategic_state={"czar": "M"}, sides=at_war(RO=ALLIED), taken=frozenset({BUCHAREST}))
    assert played(lambda play, _: fall(play), same_turn)[0].strategic_state.collapsed == ()
    later = follow(same_turn, replace(same_turn, strategic_state=replace(same_turn.strategic_state, turn="N")))
    assert played(lambda play, _: fall(play), later)[0].strategic_state.collapsed == ("RO",)


def test_16_8_romania_falls_with_bucharest() -> None:
    """§16.8: as an ally of Russia after the fall of the Czar; on the other side also with Austria or Bulgaria."""
    allied, central = at_war(RO=ALLIED), at_war(RO=CENTRAL, BU=CENTRAL)

    def after(**strategic_state: Any) -> tuple[str, ...]:
        state = strategic("M", strategic_state=strategic_state, sides=allied, taken=frozenset({BUCHAREST}))
        return played(lambda play, _: fall(play), state)[0].strategic_state.collapsed

    assert after() == ()
    assert after(czar="M") == ()
    assert after(czar="L") == ("RO",)
    assert fallen(None, BUCHAREST, sides=central) == ("RO",)
    assert fallen(None, SOFIA, sides=central) == ("BU", "RO")
    assert fallen(None, "E3606", sides=central) == ("AH", "RO")
    assert fallen(None, "E3606", SOFIA, sides=allied) == ("AH",)


@pytest.mark.parametrize("path", [["E1124"], ["E1124", "E1024"]])
def test_16_6_turkey_falls_when_allied_units_occupy_the_straits(path: list[str]) -> None:
    """§16.6: the instant that they do, though they go on from there; not while they stand beside it."""
    state = position({"E1123": "br-1", "E1022": "br-2", "E1122": "br-3"}, west=CENTRAL)
    assert "TU" not in moved(state, ALLIED, "br-1", "E1024").strategic_state.collapsed
    after = told(state, ALLIED, "move", units=["br-1"], path=path)
    assert (at(after, "br-1"), after.strategic_state.collapsed) == (path[-1], ("TU",))


def test_5_63_turkey_surrenders_with_constantinople() -> None:
    """§5.63, §16.61, §16.62: all its units leave the game, on the map and off it; its points are gone."""
    state = put(strategic("M", {"E1329": "tu-5"}, points={"TU": 4}, taken=frozenset({"E1328"})), DEAD, "tu-7")
    after, facts = played(lambda play, _: fall(play), state)
    assert facts == [NationSurrendered("TU", "5.63")]
    assert {at(after, u) for u in after.units if after.counter(u).nation == "TU"} == {OUT}
    assert after.points["TU"] == 0
    assert "TU" not in income(after)


def test_16_11_a_collapsed_nation_is_given_nothing() -> None:
    """§16.11: its points are lost, its headquarters leave the game, and it acquires no points by any means."""
    state = strategic("M", {"W5411": "fr-1 fr-hq-1"}, points={"FR": 5})
    after = NationCollapsed("FR", "16.2").apply(state)
    assert (after.points["FR"], at(after, "fr-hq-1")) == (0, OUT)
    assert PointsReceived({"FR": 3, "BR": 1}).apply(after).points == {**after.points, "BR": 1}


def gone(state: State, *nations: str) -> State:
    """The position with these nations down."""
    return replace(state, strategic_state=replace(state.strategic_state, collapsed=nations))


def test_16_11_collapsed_nations_stack_with_nobody() -> None:
    """§16.11: what stands together must part in its theatre before the phase ends, as long as someone can go."""
    state = gone(position({"W5411": "fr-1 br-1"}), "FR")
    side = GAME.deciders(state)
    assert ALLIED in side
    assert refused(state, ALLIED, "end_phase").section == "16.11"
    told(moved(state, ALLIED, "br-1", "W5410"), ALLIED, "end_phase")
    apart = gone(position({"W5411": "fr-1", "W5410": "br-1"}), "FR")
    together = moved(apart, ALLIED, "br-1", "W5411")
    assert refused(together, ALLIED, "end_phase").section == "16.11"
    east = gone(position({"E6231": "ru-25 br-1"}), "RU")
    told(east, ALLIED, "end_phase")


def test_16_11_a_stack_that_cannot_part_need_not() -> None:
    """§16.11: with Germans in every hex round it nobody can go; let one of them off, and the stack parts."""
    here = "W5411"
    around = position({}).printed.board.lattice.around(here)
    ring = {hex_: f"ge-{n}" for n, hex_ in enumerate(around, 3)}
    shut_in = gone(position({here: "fr-1 br-1", **ring}), "FR")
    told(shut_in, ALLIED, "end_phase")
    ring.pop(around[0])
    assert refused(gone(position({here: "fr-1 br-1", **ring}), "FR"), ALLIED, "end_phase").code == "stands-alone"


def test_16_11_a_stack_that_was_made_in_this_phase_parts_though_no_unit_can_go_on() -> None:
    """§16.11: those who went there have ended their move, and those whom they joined devastate the hex."""
    stacks = {"W5411": "fr-1", "W5410": "br-1", "W5409": "br-2"}
    state = gone(position(stacks, devastating=("fr-1",)), "FR")
    state = moved(moved(state, ALLIED, "br-1", "W5411"), ALLIED, "br-2", "W5410")
    assert refused(state, ALLIED, "end_phase").code == "stands-alone"


def test_16_11_collapsed_nations_attack_alone() -> None:
    """§16.11: and with a strength of one."""
    state = gone(field({AROUND[3]: "ge-3", AROUND[4]: "ah-3", "E4923": "ru-25"}), "AH")
    assert (state.face("ah-3").attack, state.face("ah-3").defence) == (1, 1)
    assert refused(state, CENTRAL, "attack", units=["ge-3", "ah-3"], target="E4923").section == "16.11"
    assert resolved(fight(state, "ah-3")[1]).attack == 1


def test_16_0_a_nation_falls_within_the_command_that_takes_its_last_hex() -> None:
    """§16.0, §16.4: the instant that it happens, in the middle of the Movement Phase; nothing is taken back then."""
    board = before_set_up().printed.board
    rest = frozenset(board.names(board.by_country["BE"])) - {"W6611"}
    state = position({"W6612": "ge-3"}, taken=rest, west=CENTRAL)
    after, facts = told_with(state, CENTRAL, "move", units=["ge-3"], path=["W6611"])
    assert after.strategic_state.collapsed == ("BE",)
    assert any(GAME.bars_undo(fact) for fact in facts)
