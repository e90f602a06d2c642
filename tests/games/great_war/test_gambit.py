"""§20.2 No. 7 Fisher's Gambit: the British land on the Baltic, each clause by itself."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from rules.great_war.chits_played.settling import why_no_event
from rules.great_war.combat.declaring import why_not_attack
from rules.great_war.facts import FACT_KINDS
from rules.great_war.game import GAME
from rules.great_war.movement.eligibility import why_not_move
from rules.great_war.movement.rails import why_no_ship, why_no_train
from rules.great_war.players import PLAYERS
from rules.great_war.position.control import controller
from rules.great_war.position.state import State
from rules.great_war.pre_war.terms import expeditionary
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ALLIED_RAIL, CENTRAL_RAIL, SECOND_MOVEMENT
from rules.great_war.restrictions.first_turns import ASHORE as ASHORE_TODAY
from rules.great_war.restrictions.first_turns import NO_RAIL_YET
from rules.great_war.strategic import transfers
from rules.great_war.strategic.victory import points
from rules.great_war.supply.tracing import IN, UNSUPPLIED, by_a_port, supply_of
from rules.kernel.fast_replace import replace
from rules.kernel.players import SeatClient
from tests.games.chance import Dice
from tests.games.great_war.field import fight
from tests.games.great_war.kit import at, before_set_up, refused, told, told_with
from tests.games.great_war.strategic.kit import strategic
from tests.games.great_war.test_campaign import coded, placed
from tests.games.great_war.test_pre_war import drawn, in_force

pytestmark = pytest.mark.xdist_group("great-war-set-ups")
COAST = "E5403"
ASHORE = {"taken": frozenset({COAST}), "landings": frozenset({COAST})}


def begun(*dice: int, central: str = "8", plan: str = "none") -> tuple[State, Any]:
    """The Gambit and an event of the Central Powers are revealed: the Allied set-up comes next."""
    state = told(
        drawn("7 1 4", f"{central} 1 9" if central != "8" else "8 1 9"), CENTRAL, "announce_pre_war", event=plan
    )
    state = told(state, ALLIED, "choose_pre_war", first="allied-7", second="none")
    return told_with(state, CENTRAL, "choose_pre_war", Dice(dice), first=f"central-{central}", second="none")


@cache
def landed() -> State:
    """The same after a four."""
    return begun(4)[0]


def baltic(stacks: dict[str, str], key: str, turn: int = 3, **fields: Any) -> State:
    """A turn of 1914 with nobody on the map but these units, and the British in the Baltic."""
    return in_force(placed(stacks, key, turn=turn, **{**ASHORE, **fields}), "allied-7")


def without(state: State) -> State:
    """The same position in a war without pre-war events."""
    return in_force(state)


# --- how it begins ----------------------------------------------------------------------------------------------------


def test_20_2_7_the_british_are_set_up_on_the_baltic() -> None:
    """§20.2 No. 7: all of August's in E5403, which is the Allies' before the Germans are set up, and closed to them."""
    state = landed()
    force = expeditionary(state)
    assert refused(state, ALLIED, "place", unit=force[0], hex="W6316").code == "outside"
    state = told(state, ALLIED, "deal")
    assert {at(state, u) for u in force} == {COAST}
    assert controller(state, COAST) == ALLIED
    state = told(told(state, ALLIED, "end_phase"), CENTRAL, "deal")
    eastern = next(u for u in coded("GE", "E") if state.counter(u).is_combat)
    assert refused(state, CENTRAL, "place", unit=eastern, hex=COAST).code == "outside"
    assert at(told(state, CENTRAL, "place", unit=eastern, hex="E5402"), eastern) == "E5402"
    state = told(state, CENTRAL, "end_phase")
    assert state.phase.key == "allied.new-units"
    assert {supply_of(state, u) for u in force} == {IN}
    assert GAME.load_state(GAME.dump_state(state)) == state


@pytest.mark.parametrize(("die", "few", "lost"), [(1, "", 3), (3, "", 3), (4, "", 4), (6, "", 6),
                                                  (1, "2", 1), (2, "2", 1), (4, "2", 2), (5, "2", 3)])  # fmt: skip
def test_20_2_7_what_the_royal_navy_loses(die: int, few: str, lost: int) -> None:
    """§20.2 No. 7, §20.3 No. 2: the die, at least three; half of it against a small German fleet."""
    state, facts = begun(die, central=few or "8", plan=f"central-{few}" if few else "none")
    assert points(state) == state.chit_state.victory == lost
    assert FACT_KINDS.load(FACT_KINDS.dump(facts[-2])) == facts[-2]
    told_of = [line for fact in facts if (line := GAME.narrate(state, fact, state, CENTRAL)) is not None]
    (line,) = (line for line in told_of if line.get("dice") == [{"die": die, "for": "ships lost"}])
    assert (line["kind"], line["section"], line["side"], line["hexes"]) == ("pre-war", "20.2", ALLIED, [COAST])


@pytest.mark.parametrize("plan", ["3", "4"])
def test_20_3_3_six_points_without_a_die(plan: str) -> None:
    """§20.3 Nos. 3 and 4: against a larger navy, or more U-boats, the Gambit costs six."""
    state, _ = begun(central=plan, plan=f"central-{plan}")
    assert (points(state), state.draws) == (6, 0)


def test_20_2_7_what_it_is_not_played_with() -> None:
    """§20.2 No. 7, §20.3 Nos. 7 and 10: not beside another plan for the British. The High Seas Fleet does not stop it,
    but Moltke does: then no die is rolled, and nobody lands."""
    state = told(drawn("7 5 6", "8 1 9"), CENTRAL, "announce_pre_war", event="none")
    for other in ("allied-5", "allied-6"):
        assert refused(state, ALLIED, "choose_pre_war", first="allied-7", second=other)
    fleet, _ = begun(5, central="7")
    assert fleet.pre_war.played == ("allied-7",)
    first = expeditionary(fleet)[0]
    assert at(told(fleet, ALLIED, "place", unit=first, hex=COAST), first) == COAST
    at_peace, _ = begun(central="10")
    assert "allied-7" not in at_peace.pre_war.played
    assert (at_peace.chit_state.victory, controller(at_peace, COAST)) == (0, CENTRAL)


# --- the first turn ---------------------------------------------------------------------------------------------------


def test_20_2_7_the_british_stay_on_the_first_turn() -> None:
    """§20.2 No. 7: they neither march, attack nor sail; on the second turn they do all of it."""
    stacks = {COAST: "br-1 br-2", "E5402": "ge-3"}
    for turn in (1, 2):
        march = baltic(stacks, "first-movement", turn, west=CENTRAL)
        attack = baltic(stacks, "first.east.attacks", turn, west=CENTRAL)
        sail = baltic(stacks, ALLIED_RAIL, turn)
        if turn == 1:
            assert why_not_move(march, "br-1", "east") == ASHORE_TODAY
            assert why_not_attack(attack, "br-1", "E5402") == why_no_ship(sail, "br-1") == ASHORE_TODAY
        else:
            assert told(march, ALLIED, "move", units=["br-1"], path=["E5303"])
            assert fight(attack, "br-1 br-2", target="E5402", seat=ALLIED)
            assert told(sail, ALLIED, "sail", units=["br-1"], to="W6709")
    russian = baltic({"E5620": "ru-25"}, "first-movement", 1, west=CENTRAL)
    assert told(russian, ALLIED, "move", units=["ru-25"], path=["E5619"])


def test_20_2_7_a_dozen_by_rail_to_berlin_and_stettin() -> None:
    """§20.2 No. 7, §19.55: on the first turn trains carry twelve units to these two cities, and nobody anywhere else;
    the Allies have none."""
    first = ["ge-3", "ge-4", "ge-5", "ge-6", "ge-7", "ge-8"]
    second = ["ge-9", "ge-10", "ge-11", "ge-12", "ge-13", "ge-14"]
    stacks = {"W6526": " ".join(first), "E5514": " ".join(second), "W6830": "ge-15", "W4908": "fr-12"}
    state = baltic(stacks, CENTRAL_RAIL, 1)
    assert why_no_train(without(state), "ge-3") == why_no_train(state, "fr-12") == NO_RAIL_YET
    assert refused(state, CENTRAL, "rail", units=first, to="E4707").section == "20.2"
    asked = {"kind": "slot", "order": "rail", "slot": "to", "chosen": {"units": first}}
    options: Any = GAME.consult(state, CENTRAL, asked)
    assert {*options["options"]["of"]} == {"E5102", "E5205"}
    state = told(state, CENTRAL, "rail", units=first, to="E5102")
    assert refused(state, CENTRAL, "rail", units=[*second, "ge-15"], to="E5205")
    state = told(state, CENTRAL, "rail", units=second, to="E5205")
    assert (at(state, "ge-3"), at(state, "ge-9")) == ("E5102", "E5205")
    assert refused(state, CENTRAL, "rail", units=["ge-15"], to="E5205").code == "no-capacity"
    question: Any = GAME.legal(state, CENTRAL)
    assert "no units more" in question["detail"]
    later = baltic(stacks, CENTRAL_RAIL, 2)
    assert at(told(later, CENTRAL, "rail", units=["ge-15"], to="E4707"), "ge-15") == "E4707"


def test_20_2_7_the_program_sends_men_to_berlin_and_stettin() -> None:
    """§20.2 No. 7, §18.3: four and three of those whom nobody misses; without it Berlin falls on the second turn."""
    stacks = {COAST: "br-1 br-2", "W6830": "ge-3 ge-4 ge-5 ge-6 ge-7", "W6526": "ge-8 ge-9 ge-10", "W6524": "be-1"}
    state = baltic(stacks, CENTRAL_RAIL, 1)
    general = PLAYERS["general"]()
    while state.phase.key == CENTRAL_RAIL:
        command: Any = general.command(SeatClient(GAME, state, CENTRAL), random.Random(1))
        state = told(state, CENTRAL, **command)
    assert [len(state.stacks.get(h, ())) for h in ("E5102", "E5205")] == [4, 3]


# --- the landing place ------------------------------------------------------------------------------------------------


def test_20_2_7_a_port_and_a_source_until_it_is_lost() -> None:
    """§20.2 No. 7: all Allies sail there and are fed from there; a hex that the Central Powers have held is a port
    still when it is retaken, and no source."""
    stacks = {"W6709": "fr-12 br-3", "E6120": "ru-25", COAST: "br-1"}
    state = baltic(stacks, ALLIED_RAIL)
    for unit in ("fr-12", "br-3", "ru-25"):
        there = told(state, ALLIED, "sail", units=[unit], to=COAST)
        assert supply_of(there, unit) == IN
    assert refused(without(state), ALLIED, "sail", units=["ru-25"], to=COAST)
    attacked = baltic({"E5402": "ge-3", "E5303": "br-1"}, SECOND_MOVEMENT, west=CENTRAL)
    lost = told(attacked, CENTRAL, "move", units=["ge-3"], path=[COAST])
    assert controller(lost, COAST) == CENTRAL
    assert supply_of(lost, "br-1") == UNSUPPLIED
    retaken = baltic({COAST: "br-1", "W6709": "fr-12"}, ALLIED_RAIL, spoiled=lost.spoiled)
    assert supply_of(retaken, "br-1") == UNSUPPLIED
    assert refused(retaken, ALLIED, "sail", units=["fr-12"], to=COAST).section == "11.85"
    fed = replace(retaken, taken=frozenset({COAST, "E5404", "E5405", "E5406", "E5306", "E5305", "E5205", "E5206"}))
    assert at(told(fed, ALLIED, "sail", units=["fr-12"], to=COAST), "fr-12") == COAST


def test_20_2_7_the_allies_keep_from_the_edge_of_the_map() -> None:
    """§20.2 No. 7: they attack into Germany's edge hexes of the eastern map, and neither march nor advance there."""
    edge = "E5401"
    open_ = baltic({"E5402": "br-1 br-2"}, "first-movement", west=CENTRAL)
    assert refused(open_, ALLIED, "move", units=["br-1"], path=[edge]).code == "map-edge"
    assert told(without(open_), ALLIED, "move", units=["br-1"], path=[edge])
    manned = baltic({"E5402": "br-1 br-2 br-3 br-5", edge: "ge-3"}, "first.east.attacks", west=CENTRAL)
    after, _ = fight(manned, "br-1 br-2 br-3 br-5", 6, target=edge, seat=ALLIED)
    assert after.phase.key == "first.east.attacks"
    assert edge not in after.taken
    assert controller(after, edge) == CENTRAL


# --- the sea ----------------------------------------------------------------------------------------------------------


def test_20_2_7_german_ports_are_towns_like_others() -> None:
    """§20.2 No. 7, §11.41, §13.27: no Baltic port feeds Germans or brings new units; their own cities do."""
    lines = frozenset({"E6120"})
    state = baltic({"E6120": "ge-3"}, "central.new-units", taken=ASHORE["taken"] | lines)
    assert supply_of(without(state), "ge-3") == IN
    assert supply_of(state, "ge-3") == UNSUPPLIED
    koenigsberg = state.printed.board.index["E5514"]
    assert by_a_port(without(state), "GE", koenigsberg)
    assert not by_a_port(state, "GE", koenigsberg)
    new = replace(state, units={**state.units, "ge-4": state.units["ge-4"]._replace(at="available")})
    assert at(told(without(new), CENTRAL, "place", units=["ge-4"], hex="E6120"), "ge-4") == "E6120"
    assert refused(new, CENTRAL, "place", units=["ge-4"], hex="E6120").code == "no-way-in"
    assert at(told(new, CENTRAL, "place", units=["ge-4"], hex="E5514"), "ge-4") == "E5514"


def test_20_2_7_ships_on_the_baltic() -> None:
    """§20.2 No. 7, §9.52: Russians and others sail from port to port, six units in a phase; on the Black Sea nothing
    changes."""
    stacks = {"E6120": "ru-25 ru-26 ru-27 ru-28", "W6709": "fr-12 fr-13 fr-14", "E3031": "ru-29"}
    state = baltic(stacks, ALLIED_RAIL, taken=ASHORE["taken"] | {"E5514"}, destroyed=frozenset({"E5514"}))
    assert refused(without(state), ALLIED, "sail", units=["ru-25"], to="E6116").code == "no-port"
    russians = ["ru-25", "ru-26", "ru-27", "ru-28"]
    state = told(state, ALLIED, "sail", units=russians, to="E5514")
    assert refused(state, ALLIED, "sail", units=["fr-12", "fr-13", "fr-14"], to="E7030").code == "no-capacity"
    state = told(state, ALLIED, "sail", units=["fr-12", "fr-13"], to="E7030")
    assert at(state, "fr-12") == "E7030"
    assert {supply_of(state, u) for u in (*russians, "fr-12", "fr-13")} == {IN}
    assert refused(baltic(stacks, ALLIED_RAIL), ALLIED, "sail", units=["ru-29"], to="E6120").code == "no-port"


@pytest.mark.parametrize(("port", "river"), [("E5412", ["E5512"]), ("E5205", ["E5406", "E5306", "E5305", "E5206"]),
                                             ("E5514", [])])  # fmt: skip
def test_20_2_7_inland_ports_feed_with_their_way_to_the_sea(port: str, river: list[str]) -> None:
    """§20.2 No. 7: Danzig with E5512, Stettin with four hexes down the Oder; every one of them is needed. Königsberg
    needs none. All Allies are fed there, though Germans stand all round."""
    board = before_set_up().printed.board
    ours = {port, *river}
    ring = sorted({board.ids[b] for h in ours for b in board.beside(board.index[h])} - ours)
    germans = dict(zip(ring, (u for u in coded("GE", "W") if u[3:].isdigit()), strict=False))
    for unit in ("br-1", "ru-25"):
        for lacking in (*river, ""):
            held = frozenset(ours - {lacking})
            state = baltic({**germans, port: unit}, "first-movement", taken=held, destroyed=held, west=CENTRAL)
            assert supply_of(state, unit) == (UNSUPPLIED if lacking else IN)
        assert not river or at(told(state, ALLIED, "move", units=[unit], path=[river[-1]]), unit) == river[-1]


# --- elsewhere --------------------------------------------------------------------------------------------------------


def test_20_2_7_no_jutland() -> None:
    """§20.2 No. 7: the battle counts as a No Event, and its chit leaves the game."""
    chit = before_set_up().printed.chits.events["jutland"]
    assert why_no_event(before_set_up(), chit) == ""
    assert why_no_event(in_force(before_set_up(), "allied-7"), chit) == "out"


def test_20_2_7_six_points_to_russia_and_six_more_through_the_straits() -> None:
    """§20.2 No. 7, §5.17: British and French together."""
    for taken, rich in ((frozenset[str](), 6), (frozenset({"E1328"}), 12)):
        state = in_force(strategic("E", key="transfers", points={"BR": 9, "FR": 9}, taken=taken), "allied-7")
        after = told(state, ALLIED, "transfer", giver="BR", taker="RU", points=4)
        assert transfers.points_left(after, "FR", "RU") == rich - 4
