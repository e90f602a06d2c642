"""§10.7, §15.52: what opens and closes the way after an attack, and how far it leads; where cavalry rides before it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.great_war.combat.advance import further, open_hexes, why_not_advance
from rules.great_war.combat.battle import from_sources, way_forward, ways_back
from rules.great_war.facts.combat import UnitsAdvanced
from rules.great_war.game import GAME
from rules.great_war.position.pre_war_state import PreWarState
from rules.great_war.position.state import BattleFrame, State, UnitState
from rules.great_war.pre_war.terms import PLAN_R
from rules.great_war.printed.counters import ALPINE_CORPS
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ADVANCE, GO_ON
from rules.great_war.restrictions.national import CAPPED_NATIONS, off_limits_of
from rules.great_war.shown.combat_log import combat_line
from rules.great_war.supply.tracing import UNSUPPLIED, supply_of
from rules.great_war.works.trenches import drm_against
from tests.games.great_war.field import AROUND, TARGET, WEST, field
from tests.games.great_war.kit import position, refused, told

START, TRENCH = "W5117", "W5217"
"""Clear hexes of the Western Front, where the Germans of May 1915 dig as deep as -2."""
MARCH_1919 = 48


def attack(attackers: str, defenders: str, side: str = ALLIED, **stacks: str) -> tuple[State, BattleFrame]:
    """An attack on trenches in the west, about to be resolved."""
    state = field({START: attackers, TRENCH: defenders, **stacks}, WEST)
    return state, BattleFrame(side, tuple(attackers.split()), (START,), TRENCH, tuple(defenders.split()), ADVANCE)


def test_10_71_trenches_hold_the_allies_up_until_they_declare_the_initiative() -> None:
    """§10.71, §5.82: the restriction is lifted for them and not for the Central Powers."""
    state, frame = attack("fr-12", "ge-3")
    late = replace(state, strategic_state=replace(state.strategic_state, americans=True))
    assert not way_forward(state, frame)
    assert way_forward(late, frame)
    state, frame = attack("ge-3", "fr-12", CENTRAL)
    state = replace(state, strategic="E")
    assert not way_forward(replace(state, strategic_state=replace(state.strategic_state, americans=True)), frame)


def test_10_71_shallower_trenches_and_those_of_the_east_hold_no_unit_up() -> None:
    """§10.71: the French of May 1915 dig to -1 in the west; Germans to -2, which counts in the west alone."""
    state, frame = attack("ge-3", "fr-12", CENTRAL)
    assert drm_against(state, ["fr-12"], TRENCH) == -1
    assert way_forward(state, frame)
    east = field({AROUND[0]: "ru-26", TARGET: "ge-3"})
    assert drm_against(east, ["ge-3"], TARGET) == -2
    assert way_forward(east, BattleFrame(ALLIED, ("ru-26",), (AROUND[0],), TARGET, ("ge-3",), ADVANCE))


def test_10_71_an_event_of_the_defender_answers_that_of_the_attacker() -> None:
    """§10.71: gas opens the way, unless the defender has used an event as well."""
    state, frame = attack("fr-12", "ge-3")
    assert way_forward(state, replace(frame, chits=("allied-chlorine",)))
    assert not way_forward(state, replace(frame, chits=("allied-chlorine", "kemal")))


@pytest.mark.parametrize(("defenders", "open_"), [("ge-3", True), ("ge-3 ge-at-1", False)])
def test_10_71_tanks_open_the_way_though_they_are_out_of_supply(defenders: str, open_: bool) -> None:
    """§10.71, §15.24: what counts is that they attack and that no anti-tank unit is there, not their modifier."""
    state, frame = attack("br-8 br-rtc", defenders)
    assert way_forward(state, frame) == open_
    around = [h for h in state.printed.board.lattice.around(START) if h != TRENCH]
    ring = {h: f"ge-{n}" for n, h in enumerate(around, 5)}
    cut_off, frame = attack("br-8 br-rtc", defenders, **ring)
    assert way_forward(cut_off, frame) == open_


def test_10_71_15_24_15_33_an_anti_tank_unit_out_of_supply_takes_nothing_from_tanks() -> None:
    """§10.71, §15.24 (docs/rulings): it is in the hex and does not negate the modifier, so the way is open."""
    board = attack("br-8 br-rtc", "ge-3")[0].printed.board
    around = [h for h in board.lattice.around(TRENCH) if h != START]
    ring = {h: f"fr-{n}" for n, h in enumerate(around, 20)}
    state, frame = attack("br-8 br-rtc", "ge-3 ge-at-1", **ring)
    assert supply_of(state, "ge-at-1") == UNSUPPLIED
    assert way_forward(state, frame)


def test_10_72_allied_tanks_go_on_after_march_1919() -> None:
    """§10.72: then they advance two hexes as shock troops do; what attacks with them does not."""
    state, frame = attack("fr-12 br-rtc", "")
    state = replace(field({TRENCH: "fr-12 br-rtc"}, WEST), turn=MARCH_1919)
    frame = replace(frame, advanced=("fr-12", "br-rtc"))
    assert further(state, frame) == ()
    assert further(replace(state, turn=MARCH_1919 + 1), frame) == ("br-rtc",)


def test_10_72_the_second_hex_is_empty() -> None:
    """§10.72: neither friends nor enemies are in it."""
    state = field({TARGET: "ge-ak", AROUND[0]: "ge-3", AROUND[1]: "ru-26"})
    frame = BattleFrame(CENTRAL, ("ge-ak",), (AROUND[3],), TARGET, (), ADVANCE, advanced=("ge-ak",))
    assert {*AROUND} - {*open_hexes(state, frame)} == {AROUND[0], AROUND[1]}


def test_10_71_17_31_no_fifth_austrian_advances_beyond_row_48() -> None:
    """§17.31: four of them at most are north of it, however they come there."""
    south, north = "E4823", "E4923"
    there = {"E5023": "ah-1 ah-2 ah-3"}
    state = field({south: "ah-4", **there})
    assert why_not_advance(state, "ah-4", north) is None
    full = field({south: "ah-5", **there, "E5024": "ah-4"})
    refusal = why_not_advance(full, "ah-5", north)
    assert refusal is not None
    assert refusal.section == "17.31"


def test_10_72_an_enemy_fort_ends_the_second_hex_as_long_as_it_is_whole() -> None:
    """§10.72, §14.11: nobody stands in it, and still it is not entered; once it has fallen it is open ground."""
    start, fort = "E5519", "E5620"
    state = field({start: "ge-ak"})
    frame = BattleFrame(CENTRAL, ("ge-ak",), ("E5518",), start, (), ADVANCE, advanced=("ge-ak",))
    assert fort not in open_hexes(state, frame)
    fallen = replace(state, destroyed=state.destroyed | {fort})
    assert {*open_hexes(fallen, frame)} - {*open_hexes(state, frame)} == {fort}


def vacated(stacks: dict[str, str], attackers: str, target: str, **fields: object) -> State:
    """The question of the advance, after an attack of the Central Powers that has left nobody in the hex."""
    state = field(stacks, **fields)
    units = tuple(attackers.split())
    origins = tuple(sorted({state.units[u].at for u in units}))
    return replace(state, cursor=(*state.cursor, BattleFrame(CENTRAL, units, origins, target, (), ADVANCE)))


def test_10_71_17_31_of_two_austrians_each_may_advance_and_not_both() -> None:
    """§17.31: with three in the north one more goes there; the choice of units is judged as a whole."""
    south, north = "E4823", "E4923"
    state = vacated({south: "ah-4 ah-5", "E5023": "ah-1 ah-2 ah-3"}, "ah-4 ah-5", north)
    refusal = refused(state, CENTRAL, "advance", units=["ah-4", "ah-5"])
    assert (refusal.code, refusal.section) == ("too-many-there", "17.31")
    for unit in ("ah-4", "ah-5"):
        assert told(state, CENTRAL, "advance", units=[unit]).units[unit].at == north


def test_10_71_the_question_names_the_hex_and_takes_a_unit_at_least() -> None:
    """§10.71: with its town; who wants nobody to go holds, and names no units."""
    state = vacated({"E5519": "ge-ak"}, "ge-ak", "E5620", destroyed=frozenset({"E5620"}))
    question = GAME.legal(state, CENTRAL)
    name = state.printed.board.name[state.printed.board.index["E5620"]]
    assert name
    assert question["prompt"] == f"Advance into {name} (E5620)?"
    assert "none" in str(question["detail"])
    assert refused(state, CENTRAL, "advance", units=[]).code == "nothing-chosen"
    on = told(state, CENTRAL, "advance", units=["ge-ak"])
    assert refused(on, CENTRAL, "go_on", units=[], hex="E5621").code == "nothing-chosen"


def gone_on(start: str, **fields: object) -> set[str]:
    """Where the Alpine Corps may go on to from a hex that it has taken."""
    state = field({start: ALPINE_CORPS}, **fields)
    frame = BattleFrame(CENTRAL, (ALPINE_CORPS,), (), start, (), ADVANCE, advanced=(ALPINE_CORPS,))
    return {*open_hexes(state, frame)}


def test_10_72_17_11_the_second_hex_is_not_in_a_neutral_country() -> None:
    """§10.72, §17.11: Romania, until it is at war."""
    start, romania = "E2516", {"E2517", "E2417"}
    sides = position({}).sides
    assert not romania & gone_on(start)
    assert romania <= gone_on(start, sides={**sides, "RO": ALLIED})


def test_10_72_6_57_the_second_hex_is_not_across_the_border_of_serbia_with_typhus() -> None:
    """§6.57: neither in nor out, while it lasts."""
    abroad, serbia = "E2210", {"E2211", "E2310", "E2110"}
    chit_state, turn = position({}).chit_state, position({}).turn
    typhus = replace(chit_state, lasting={"serb-typhus": turn})
    assert serbia <= gone_on(abroad)
    assert not serbia & gone_on(abroad, chit_state=typhus)
    out = gone_on("E2310")
    assert abroad in out
    assert abroad not in gone_on("E2310", chit_state=typhus)


def test_10_72_units_that_go_on_may_enter_any_hex_beside_their_own() -> None:
    """§17.2, §17.3, §15.25: these bind shock troops and Allied tanks to whole fronts, no two of which touch, and the
    numbers of no nation among them but that of Americans beyond the west."""
    state = position({})
    board, counters = state.printed.board, state.printed.counters.values()
    tanks = {c.id for c in counters if c.kind == "tank" and state.sides.get(c.nation, ALLIED) == ALLIED}
    shock = {c.id for c in counters if c.turned == "shock"} | {ALPINE_CORPS}
    assert {state.counter(u).nation for u in shock} == {"GE"}
    assert {state.counter(u).nation for u in tanks} & CAPPED_NATIONS <= {"US"}
    for unit in tanks | shock:
        barred = off_limits_of(state, [unit])
        ground = {i for i in range(len(board.ids)) if board.land[i]} - barred
        assert ground
        assert not any(b in barred and board.land[b] for a in ground for b in board.beside(a))
        assert unit in shock or {board.front[a] for a in ground} == {"west"}


def test_10_72_shock_troops_that_go_on_need_not_all_go_to_one_hex() -> None:
    """§10.72: each of them may advance up to two hexes; a hex into which some have gone is no longer empty."""
    start = position({})
    two = [u for u in start.units if start.counter(u).turned == "shock" and u != ALPINE_CORPS][:2]
    frame = BattleFrame(CENTRAL, (*two, "ge-3"), (), TARGET, (), GO_ON, advanced=(*two, "ge-3"))
    state = field({TARGET: f"{two[0]}* {two[1]}* ge-3"})
    state = replace(state, cursor=(*state.cursor, frame))
    first, second = sorted(open_hexes(state, frame))[:2]
    state = told(state, CENTRAL, "go_on", units=[two[0]], hex=first)
    assert GAME.deciders(state) == (CENTRAL,)
    assert refused(state, CENTRAL, "go_on", units=[two[0]], hex=second).code == "cannot-advance"
    assert refused(state, CENTRAL, "go_on", units=[two[1]], hex=first).code
    after = told(state, CENTRAL, "go_on", units=[two[1]], hex=second)
    assert [after.units[u].at for u in (*two, "ge-3")] == [first, second, TARGET]
    assert after.battle is None
    assert told(state, CENTRAL, "hold").battle is None


ICE = ("E6425", "E6525")
"""Two hexes with a lake between them."""


@pytest.mark.parametrize(("weather", "crosses"), [("fair", False), ("wet", False), ("snow", True)])
def test_8_34_10_72_15_52_over_a_frozen_lake_units_go_on_and_cavalry_rides_away(weather: str, crosses: bool) -> None:
    """§8.34: in snow lake hexsides are crossed as if they were open ground, whoever crosses them."""
    here, there = ICE
    board = position({}).printed.board
    beside = next(board.ids[b] for b in board.beside(board.index[here]))
    fields = {"weather": {"west": "fair", "east": weather}}
    assert (there in gone_on(here, **fields)) == crosses
    away = field({here: "ru-cav-1", beside: "ge-3"}, **fields)
    full = {board.ids[b]: "" for b in board.beside(board.index[here]) if board.ids[b] != beside}
    fresh = iter(u for u, c in away.printed.counters.items() if c.nation == "RU" and c.kind == "infantry")
    stacks = {h: " ".join(next(fresh) for _ in range(6)) for h in full}
    away = field({here: "ru-cav-1", beside: "ge-3", **stacks}, **fields)
    assert (there in rides_to(away, "ru-cav-1", "ge-3")) == crosses


# --- cavalry rides back (15.52) ---------------------------------------------------------------------------------------


def rides_to(state: State, rider: str, attacker: str) -> set[str]:
    """Where cavalry may go before an attack of the Central Powers on it."""
    here, there = state.units[rider].at, state.units[attacker].at
    return {*ways_back(state, BattleFrame(CENTRAL, (attacker,), (there,), here, (rider,), "cavalry-retreat"))}


def test_15_52_cavalry_rides_towards_its_supply_as_long_as_a_hex_there_is_free() -> None:
    """§15.52: the hexes nearer to a source come first, whether an enemy or a full stack bars one; where none of them is
    left, any hex does."""
    west, town = AROUND[3], "E5023"
    plain = field({west: "ge-3", TARGET: "ru-cav-1"})
    assert rides_to(plain, "ru-cav-1", "ge-3") == {town}
    taken = field({west: "ge-3", TARGET: "ru-cav-1", town: "ge-4"})
    distance, index = from_sources(taken, "RU"), taken.printed.board.index
    assert rides_to(taken, "ru-cav-1", "ge-3") == {"E4823", "E4824"}
    assert {distance[index[h]] for h in ("E4823", "E4824")} == {distance[index[TARGET]] - 1}
    assert {distance[index[h]] for h in ("E4924", "E5024")} == {distance[index[TARGET]]}
    full = field({west: "ge-3", TARGET: "ru-cav-1", town: "ru-1 ru-2 ru-3 ru-4 ru-5 ru-6"})
    assert rides_to(full, "ru-cav-1", "ge-3") == {*AROUND} - {west, town}


def test_15_52_cavalry_rides_towards_a_source_of_its_own_side_and_not_to_an_empty_town_of_the_enemy() -> None:
    """§15.52: a supply source of any type, friendly controlled: beside the enemy's empty town it goes the other way,
    and to its own headquarters where that is nearer."""
    state = field({"E4922": "ge-3", TARGET: "ru-cav-1"})
    index = state.printed.board.index
    assert from_sources(state, "RU")[index["E5023"]] == 0
    assert rides_to(state, "ru-cav-1", "ge-3") == {"E5023"}
    lost = replace(state, taken=state.taken | {"E5023"})
    assert from_sources(lost, "RU")[index["E5023"]] > from_sources(lost, "RU")[index[TARGET]]
    assert rides_to(lost, "ru-cav-1", "ge-3") == {"E4823", "E4824"}
    hq = UnitState("E4924")
    with_hq = replace(lost, units={**lost.units, "ru-hq-1": hq}, stacks={**lost.stacks, hq.at: ("ru-hq-1",)})
    assert rides_to(with_hq, "ru-cav-1", "ge-3") == {hq.at}


@pytest.mark.parametrize("why", ["", "plan R", "typhus", "a later turn than plan R's"])
def test_15_52_serbs_do_not_ride_where_no_serb_may_go(why: str) -> None:
    """§15.52, §20.3 No. 1, §6.57: into Austria-Hungary, on the first turn after plan R, or with typhus at home."""
    enemies = {"E2311": "ah-1", "E2411": "ah-2", "E2211": "ah-3"}
    austria = {"E2210", "E2410"}
    state = replace(field({"E2310": "se-cav-1", **enemies}), turn=2 if why.startswith("a later") else 1)
    if "plan R" in why:
        state = replace(state, pre_war=PreWarState(wanted=True, revealed=True, played=(PLAN_R,)))
    if why == "typhus":
        state = replace(state, chit_state=replace(state.chit_state, lasting={"serb-typhus": 1}))
    assert rides_to(state, "se-cav-1", "ah-1") == (set() if why in ("plan R", "typhus") else austria)


def test_10_71_the_log_speaks_of_one_unit_and_of_several() -> None:
    """§10.71: one unit advances, several advance."""
    state = vacated({"E4823": "ah-4 ah-5"}, "ah-4 ah-5", "E4923")
    for units, verb in ((("ah-4",), "advances"), (("ah-4", "ah-5"), "advance")):
        event = UnitsAdvanced(CENTRAL, units, "E4923")
        line = combat_line(state, event, event.apply(state))
        assert line is not None
        assert f" {verb} into " in str(line["text"])
        assert line["section"] == "10.71"
    on = combat_line(state, further := UnitsAdvanced(CENTRAL, ("ah-4",), "E4924"), further.apply(state))
    assert on is not None
    assert on["section"] == "10.72"


def test_10_14_who_has_attacked_does_not_attack_again_from_the_hex_it_advanced_to() -> None:
    """§10.14, §10.71: an advance does not make it fresh; nor does cavalry that rode back count as unattacked."""
    state = field({AROUND[3]: "ge-3 ge-4", TARGET: "ru-cav-1", "E4930": "ru-26"})
    frame = BattleFrame(CENTRAL, ("ge-3",), (AROUND[3],), TARGET, (), ADVANCE)
    fought = state.units["ge-3"]._replace(fought=True, spent=2)
    state = replace(state, units={**state.units, "ge-3": fought}, cursor=(frame, *state.cursor))
    after = UnitsAdvanced(CENTRAL, ("ge-3",), AROUND[0]).apply(state)
    assert after.units["ge-3"] == fought._replace(at=AROUND[0])
    over = replace(after, cursor=after.cursor[1:])
    assert refused(over, CENTRAL, "attack", units=["ge-3"], target=TARGET).code == "has-fought"
    assert refused(over, CENTRAL, "attack", units=["ge-3", "ge-4"], target=TARGET).code == "has-fought"
    assert told(over, CENTRAL, "attack", units=["ge-4"], target=TARGET).battle is not None
