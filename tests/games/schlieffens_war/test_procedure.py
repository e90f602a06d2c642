"""§5.0 Turn sequence: what comes after what, who decides, and what happens by itself."""

from __future__ import annotations

import pytest

from rules.kernel.messages import Refusal
from rules.schlieffens_war.facts import Event
from rules.schlieffens_war.facts.battle import CombatRolled, ConcentricRolled, DefendersChosen, OddsFound
from rules.schlieffens_war.facts.combat import AttackDeclared
from rules.schlieffens_war.facts.heavy_artillery import ArtillerySpent
from rules.schlieffens_war.facts.movement import HexesTaken
from rules.schlieffens_war.facts.procedure import PhaseBegan, PhaseClosed
from rules.schlieffens_war.facts.stacking import OverstackFound, StackArranged, TheirsOverstackFound
from rules.schlieffens_war.facts.supply import AttritionRolled, SupplyJudged
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.phases import LAST_TURN, PHASES, STAGES
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from rules.schlieffens_war.sequence import BATTLE, TREE
from tests.games.schlieffens_war.arena import EAST, TARGET, before_battle
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import (
    Steady,
    at,
    denied,
    field,
    happened,
    loaded,
    morale,
    options,
    order,
    position,
    steps,
    told,
)

LAND = """
10  Gc G. G. F. F. F. F. F.
11  G. G. G. F. F. F. F. F.
12  G. G. G. F. F. F. F. F.
"""
RAILS = [("1001", "1002", "1003"), ("1104", "1105", "1106", "1107", "1108")]
SUPPLIED = {"1002": "ge-hq-1", "1106": "fr-hq-5"}
"""A German HQ beside a rail of the east side, a French one on a rail of the west side."""


def walk(state: State) -> list[str]:
    """The steps that the match goes through until the same turn's end, all phases ended at once."""
    seen = [state.phase.key]
    turn = state.turn
    while state.turn == turn and GAME.deciders(state):
        state, events = told(state, GAME.deciders(state)[0], "end_phase", Steady(6))
        seen += [b.key for b in happened(events, PhaseBegan) if isinstance(b, PhaseBegan)]
    return seen


# --- §5.1 The outline ---------------------------------------------------------------------------------------------


def test_the_outline_of_a_turn() -> None:
    """§5.1: the German player turn, the Entente's, each of four phases, and the end of the turn."""
    assert [(step.key, step.side) for step in TREE.step("turn").leaves()] == [
        ("german.regroup", GERMAN),
        ("german.movement", GERMAN),
        ("german.combat", GERMAN),
        ("german.admin", GERMAN),
        ("entente.regroup", ENTENTE),
        ("entente.movement", ENTENTE),
        ("entente.combat", ENTENTE),
        ("entente.admin", ENTENTE),
        ("end", None),
    ]


def test_a_turn_runs_in_the_order_of_the_outline(lay: Lay) -> None:
    """§5.1: every turn from the second on goes through all the phases."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", SUPPLIED | {"1003": "ge-ii", "1104": "fr-1"}, turn=4)
    keys = [step.key for step in TREE.step("turn").leaves()]
    assert walk(state) == [*keys[1:], "german.regroup", "german.movement"]


def test_nobody_regroups_on_turn_1(lay: Lay) -> None:
    """§5.1: both sides skip their Regroup and Reinforcement Phase on the first turn."""
    lay(field(LAND, rails=RAILS))
    state = position(
        "german.movement", SUPPLIED | {"1003": "ge-ii", "1104": "fr-1"}, turn=1, fatigued=["ge-ii", "fr-1"]
    )
    assert walk(state)[:8] == [
        "german.movement", "german.combat", "german.admin", "entente.movement", "entente.combat", "entente.admin",
        "end", "german.regroup",
    ]  # fmt: skip


def test_after_the_set_up_the_germans_move(lay: Lay) -> None:
    """§5.1: the first decision of the game proper is the German Movement Phase of turn 1."""
    lay(field(LAND))
    state = position("german.setup", {"1001": "ge-hq-1"}, turn=1)
    state = order(state, GERMAN, "end_phase")
    assert (state.turn, state.phase.key) == (1, "german.movement")


def test_a_phase_that_is_over_stays_over(lay: Lay) -> None:
    """§5.1: nobody goes back to a phase he has finished, and only the active player acts in one."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", SUPPLIED | {"1003": "ge-ii", "1104": "fr-1"})
    denied(state, ENTENTE, "not-your-turn", "5.0", "end_phase")
    denied(state, ENTENTE, "not-your-turn", "5.0", "move", units=["fr-1"], path=["1105"], forced=False)
    denied(state, "spectator", "not-your-turn", "5.0", "end_phase")
    denied(state, GERMAN, "wrong-step", "10.0", "attack", units=["ge-ii"], target="1104")
    state = order(state, GERMAN, "end_phase")
    assert state.phase.key == "german.combat"
    denied(state, GERMAN, "wrong-step", "11.0", "move", units=["ge-ii"], path=["1002"], forced=False)


def test_the_view_shows_where_the_turn_stands(lay: Lay) -> None:
    """§5.1: the phases of the turn with what is done, under way, to come and skipped."""
    lay(field(LAND))
    phases = GAME.view(position("german.combat", {"1003": "ge-ii"}, turn=1), GERMAN)["phases"]
    assert isinstance(phases, list)
    assert [p["state"] for p in phases] == ["skipped", "done", "now", "todo", "skipped", "todo", "todo", "todo", "todo"]
    phases = GAME.view(position("entente.regroup", {"1003": "ge-ii"}, turn=2), ENTENTE)["phases"]
    assert [p["state"] for p in phases] == ["done"] * 4 + ["now"] + ["todo"] * 4


# --- §5.2 Regroup and reinforcement -------------------------------------------------------------------------------


def test_regrouping_begins_on_turn_2(lay: Lay) -> None:
    """§5.2: from the second turn on the active player may take fatigue off, restore steps and bring units back."""
    lay(field(LAND, rails=RAILS))
    place = SUPPLIED | {"1003": "ge-ii ge-iii", "1108": "fr-1"}
    state = position("entente.movement", place, fatigued=["ge-ii"], reduced=["ge-iii"], eliminated=["ge-vi"])
    state = order(state, ENTENTE, "end_phase")
    assert (state.turn, state.phase.key) == (3, "german.regroup")
    assert options(state, GERMAN, "remove_fatigue")["of"] == ["ge-ii"]
    assert options(state, GERMAN, "restore")["of"] == ["ge-iii"]
    assert options(state, GERMAN, "return")["of"] == ["ge-vi"]
    assert options(state, GERMAN, "return", "hex", unit="ge-vi")["of"] == ["1001"]


def test_regrouping_of_units_without_need_is_passed_over(lay: Lay) -> None:
    """§5.2: the phase asks nobody who has nothing to do in it."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", SUPPLIED | {"1003": "ge-ii", "1108": "fr-1"})
    state = order(state, GERMAN, "end_phase")
    assert (state.phase.key, GAME.deciders(state)) == ("entente.movement", (ENTENTE,))


@pytest.mark.parametrize(("turn", "box", "unit"), [(3, "turn-3", "br-i"), (7, "turn-7", "fr-hq-6")])
def test_reinforcements_come_on_turns_3_and_7(lay: Lay, turn: int, box: str, unit: str) -> None:
    """§5.2: the Entente's phase of those turns asks where the BEF lands and where the 6th Army comes in."""
    text = "10 Gc G. F. F. Fp\n11 G. G. F. F. F."
    lay(field(text, names={"1005": "Calais"}, rails=[("1001", "1002")]))
    for now, key in ((turn - 1, "entente.movement"), (turn, "entente.regroup")):
        state = position("german.movement", {"1001": "ge-ii"}, turn=now, boxes={unit: box}, plan_xvii=7, withdrawn=True)
        state = order(state, GERMAN, "end_phase", Steady(6))
        assert state.phase.key == key
    assert options(state, ENTENTE, "reinforce")["of"] == [unit]


def test_the_germans_get_no_reinforcements() -> None:
    """§5.2: nobody but the Entente has units on the turn track."""
    state = GAME.new_match("campaign", {})
    assert state.in_box("turn-3", GERMAN) == state.in_box("turn-7", GERMAN) == ()


# --- §5.3 Movement ------------------------------------------------------------------------------------------------


def test_none_some_or_all_may_move(lay: Lay) -> None:
    """§5.3: the phase can end at once, and who stood still gains a level of morale."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", SUPPLIED | {"1003": "ge-ii", "1103": "ge-iii"}, fatigued=["ge-iii"])
    state = order(state, GERMAN, "end_phase", Steady(6))
    assert (morale(state, "ge-ii"), morale(state, "ge-iii")) == (1, 0)


def test_marching_beyond_half_the_allowance_tires(lay: Lay) -> None:
    """§5.3: two of four MP cost nothing, three cost a level of morale."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", SUPPLIED | {"1003": "ge-ii ge-iii"})
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1004", "1005"], forced=False)
    state = order(state, GERMAN, "move", units=["ge-iii"], path=["1103", "1203", "1204"], forced=False)
    state = order(state, GERMAN, "end_phase", Steady(6))
    assert (morale(state, "ge-ii"), morale(state, "ge-iii")) == (0, -1)


def test_forced_marches_tire_and_may_reduce(lay: Lay) -> None:
    """§5.3: a forced march costs a level of morale, and a step on a 1 or 2."""
    lay(field(LAND, rails=RAILS))
    path = ["1004", "1005", "1106", "1107", "1108"]
    state = position("german.movement", {"1002": "ge-hq-1", "1003": "ge-ii"}, elan=["ge-ii"])
    state = order(state, GERMAN, "move", loaded(2), units=["ge-ii"], path=path, forced=True)
    assert steps(state, "ge-ii") == 1
    assert morale(order(state, GERMAN, "end_phase", Steady(6)), "ge-ii") == 0


# --- §5.4 Combat --------------------------------------------------------------------------------------------------


def test_no_unit_has_to_attack(lay: Lay) -> None:
    """§5.4: the phase may end with enemies next to each other and nothing done."""
    lay(field(LAND, rails=RAILS))
    state = position("german.combat", SUPPLIED | {"1003": "ge-ii", "1004": "fr-1"})
    denied(state, GERMAN, "wrong-step", "11.0", "defend", units=["ge-ii"])
    state = order(state, GERMAN, "end_phase", Steady(6))
    assert (state.phase.key, steps(state, "fr-1")) == ("entente.movement", 2)


def test_only_neighbours_fight(lay: Lay) -> None:
    """§5.4: a unit attacks what is adjacent to it."""
    lay(field(LAND, rails=RAILS))
    state = position("german.combat", {"1002": "ge-ii", "1003": "ge-iii", "1004": "fr-1"})
    denied(state, GERMAN, "not-adjacent", "11.0", "attack", units=["ge-ii", "ge-iii"], target="1004")
    denied(state, GERMAN, "no-enemy", "11.0", "attack", units=["ge-iii"], target="1104")


def test_units_in_command_join_from_several_hexes(lay: Lay) -> None:
    """§5.4: units of different hexes attack together only if all of them are in command."""
    lay(field(LAND, rails=RAILS))
    place = {"1003": "ge-ii ge-iii", "1104": "ge-vi", "1004": "fr-1"}
    alone = position("german.combat", place)
    denied(alone, GERMAN, "out-of-command", "11.4", "attack", units=["ge-ii", "ge-vi"], target="1004")
    state = order(alone, GERMAN, "attack", Steady(6), units=["ge-ii", "ge-iii"], target="1004")
    assert state.units["ge-iii"].fought
    led = position("german.combat", place | {"1103": "ge-hq-1"})
    plan = GAME.consult(led, GERMAN, {"kind": "attack", "units": ["ge-ii", "ge-vi"], "target": "1004"})
    assert isinstance(plan, dict)
    assert plan["legal"]


def test_one_attack_for_each_unit_and_on_each_enemy(lay: Lay) -> None:
    """§5.4: in a player turn a unit attacks once and is attacked once; the next player turn starts afresh."""
    lay(field(LAND, rails=RAILS))
    place = SUPPLIED | {"1003": "ge-ii ge-vi", "1103": "ge-iii", "1004": "fr-1 fr-2", "1104": "fr-3"}
    state = position("german.combat", place)
    state = order(state, GERMAN, "attack", loaded(5), units=["ge-ii"], target="1004")
    state = order(state, ENTENTE, "lose", units=["fr-1"])
    while GAME.deciders(state) == (ENTENTE,):
        state = order(state, ENTENTE, "lose", units=["fr-2"])
    denied(state, GERMAN, "has-fought", "11.5", "attack", units=["ge-ii"], target="1104")
    denied(state, GERMAN, "attacked-before", "11.5", "attack", units=["ge-vi"], target="1004")
    state = order(state, GERMAN, "end_phase", Steady(6))
    assert state.active == ENTENTE
    while state.phase.key != "entente.combat":
        state = order(state, ENTENTE, "end_phase", Steady(6))
    assert not any(u.fought or u.attacked for u in state.units.values())


def test_the_phase_ends_by_itself_without_an_enemy_near(lay: Lay) -> None:
    """§5.4: a Combat Phase in which nobody could attack or probe is passed over."""
    lay(field(LAND, rails=RAILS))
    state = order(position("german.movement", SUPPLIED | {"1003": "ge-ii"}), GERMAN, "end_phase", Steady(6))
    assert state.phase.key == "entente.movement"


# --- §5.5 Administration ------------------------------------------------------------------------------------------


def test_the_active_side_is_judged(lay: Lay) -> None:
    """§5.5: the German Administrative Phase marks German units, and leaves the Entente's as they were."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1002": "ge-hq-1", "1203": "ge-ii", "1208": "fr-1"}, out=["ge-hq-1"])
    state = order(state, GERMAN, "end_phase", Steady(6))
    assert (state.units["ge-ii"].supply, state.units["ge-hq-1"].supply) == ("in", "in")
    assert state.units["fr-1"].supply == "in"
    lonely = position("german.movement", {"1204": "ge-ii", "1208": "fr-1"})
    lonely = order(lonely, GERMAN, "end_phase", Steady(6))
    assert (lonely.units["ge-ii"].supply, lonely.units["fr-1"].supply) == ("out", "in")
    lonely = order(lonely, ENTENTE, "end_phase", Steady(6))
    assert lonely.units["fr-1"].supply == "out"


def test_attrition_follows_the_judgement(lay: Lay) -> None:
    """§5.5: who has just been marked rolls at once, on a 1 or 2 he loses a step; who came into supply does not roll."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1002": "ge-hq-1", "1003": "ge-iii", "1208": "ge-ii"}, out=["ge-iii"])
    state, events = told(state, GERMAN, "end_phase", loaded(2))
    rolls = happened(events, AttritionRolled)
    assert [(r.unit, r.die, r.lost) for r in rolls if isinstance(r, AttritionRolled)] == [("ge-ii", 2, 1)]
    assert (steps(state, "ge-ii"), steps(state, "ge-iii")) == (1, 2)
    judged = next(i for i, x in enumerate(events) if isinstance(x, SupplyJudged))
    assert judged < events.index(rolls[0])


def test_fortresses_are_never_out_of_supply(lay: Lay) -> None:
    """§5.5: neither heavy fortresses nor who stands in them are marked or roll; forts are never marked at all."""
    lay(field("10 G. G. F. Fh F. F.\n11 G. G. F. F. F. F."))
    state = position("entente.movement", {"1004": "fr-1 fr-fort-verdun", "1106": "fr-fort-toul"})
    state, events = told(state, ENTENTE, "end_phase")
    assert state.units["fr-1"].supply == "fortress"
    assert state.units["fr-fort-verdun"].supply == state.units["fr-fort-toul"].supply == "in"
    assert happened(events, AttritionRolled) == []


# --- §5.6 The end of the turn -------------------------------------------------------------------------------------


def test_the_next_turn_begins(lay: Lay) -> None:
    """§5.6: without a decision the marker goes on by one and the Germans regroup or move."""
    lay(field(LAND, rails=RAILS))
    state = order(position("entente.movement", SUPPLIED, turn=4), ENTENTE, "end_phase", Steady(6))
    assert (state.turn, state.phase.key) == (5, "german.movement")
    assert GAME.view(state, GERMAN)["date"] == "18–21 August 1914"


def test_sudden_death_comes_after_the_entente_has_played(lay: Lay) -> None:
    """§5.6: the conditions are looked at when both player turns are over, not after the German one."""
    lay(field("10 G. G. F. FP F.\n11 Gc G. F. F. F."))
    state = position("german.movement", {"1001": "ge-ii"}, turn=9, taken=frozenset({"1004"}))
    state = order(state, GERMAN, "end_phase", Steady(6))
    assert (state.ended, state.phase.key) == (None, "entente.movement")
    assert order(state, ENTENTE, "end_phase", Steady(6)).ended == (GERMAN, "German troops hold Paris.", "4.2")


def test_the_game_ends_with_turn_10(lay: Lay) -> None:
    """§5.6: after the tenth turn there is no eleventh: the winner is determined."""
    lay(field(LAND, rails=RAILS))
    state = order(position("entente.movement", SUPPLIED, turn=10), ENTENTE, "end_phase", Steady(6))
    assert state.ended is not None
    assert (state.turn, state.ended[0], GAME.deciders(state)) == (10, ENTENTE, ())


def test_plan_xvii_and_the_eastern_front_are_asked_on_turn_7(lay: Lay) -> None:
    """§5.6: the one at the end of the turn, the other in the German regrouping."""
    lay(field(LAND, rails=RAILS))
    state = position("entente.movement", SUPPLIED, turn=7, plan_xvii=6)
    assert order(state, ENTENTE, "end_phase", Steady(6)).ended == (
        GERMAN, "France made only 6 of the seven attacks that Plan XVII demands.", "4.4",
    )  # fmt: skip
    state = order(position("entente.movement", SUPPLIED, turn=6), ENTENTE, "end_phase", Steady(6))
    assert (state.phase.key, state.turn) == ("german.regroup", 7)
    assert order(state, GERMAN, "refuse_withdrawal").ended == (
        ENTENTE, "The Germans did not send two corps to the eastern front.", "4.5",
    )  # fmt: skip


# --- taking back --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "turn", "barred"),
    [
        ("german.setup", 1, True),
        ("german.movement", 1, True),
        ("entente.movement", 1, True),
        ("german.regroup", 2, True),
        ("entente.regroup", 2, True),
        ("german.movement", 2, False),
        ("entente.movement", 2, False),
        ("german.combat", 2, False),
        ("entente.combat", 1, False),
    ],
)
def test_a_player_turn_that_was_passed_on_is_not_taken_back(key: str, turn: int, barred: bool) -> None:
    """§5.1: where the turn goes to the other side nothing before can be taken back; within your own it can."""
    assert GAME.bars_undo(PhaseBegan(key, turn)) is barred


@pytest.mark.parametrize(
    ("event", "barred"),
    [
        (ConcentricRolled(0, 3, 1), True),
        (AttritionRolled("ge-ii", 0, 3, 0), True),
        (ArtillerySpent(0, None, None, 2), False),
        (AttackDeclared(("ge-ii",), ("1003",), "1004"), True),
        (DefendersChosen(("fr-1",), ()), True),
        (OverstackFound(("1003",)), False),
        (TheirsOverstackFound(("1003",)), True),
        (PhaseClosed("german.movement"), False),
        (HexesTaken(GERMAN, ("1004",), 1), False),
        (StackArranged("1003", ("ge-ii", "ge-iii")), False),
    ],
)
def test_dice_and_what_was_shown_are_not_taken_back(event: Event, barred: bool) -> None:
    """§5.1: nobody redoes what rolled a die or showed him something; a march can be taken back."""
    assert GAME.bars_undo(event) is barred


@pytest.mark.parametrize(
    ("kind", "arguments", "code", "section"),
    [
        ("move", {"units": ["ge-ii"], "path": ["1103"]}, "malformed", "10.1"),
        ("move", {"units": ["ge-ii"], "path": ["1002"], "forced": "no"}, "malformed", "10.1"),
        ("move", {"units": ["ge-ii"], "path": [], "forced": False}, "malformed", "10.1"),
        ("move", {"units": ["ge-ii"], "path": "1103", "forced": False}, "malformed", "10.1"),
        ("move", {"units": ["ge-ii"], "path": ["1103"] * 201, "forced": False}, "malformed", "10.1"),
        ("move", {"units": ["ge-ii"], "path": ["9999"], "forced": False}, "no-such-hex", "3.2"),
        ("move", {"units": "ge-ii", "path": ["1103"], "forced": False}, "malformed", "10.1"),
        ("move", {"units": ["ge-ii"] * 61, "path": ["1103"], "forced": False}, "malformed", "10.1"),
        ("move", {"units": ["ge-ii", "ge-ii"], "path": ["1103"], "forced": False}, "malformed", "10.1"),
        ("move", {"units": [], "path": ["1103"], "forced": False}, "nothing-chosen", "5.0"),
        ("move", {"units": [["ge-ii"]], "path": ["1103"], "forced": False}, "malformed", "10.1"),
        ("move", {"units": ["ge-zz"], "path": ["1103"], "forced": False}, "not-your-unit", "5.0"),
        ("move", {"units": ["?1004.1"], "path": ["1103"], "forced": False}, "not-your-unit", "5.0"),
        ("move", {"units": ["ge-ii", "ge-hq-1"], "path": ["1103"], "forced": False}, "not-together", "10.1"),
        ("move", {"units": ["ge-v"], "path": ["1103"], "forced": False}, "not-on-map", "10.0"),
        ("end_phase", {"now": True}, "malformed", "5.0"),
        ("cheat", {}, "wrong-step", "10.0"),
    ],
)
def test_orders_that_make_no_sense(lay: Lay, kind: str, arguments: dict[str, object], code: str, section: str) -> None:
    """§5.1: whatever comes in from outside is checked whole, and what does not fit changes nothing."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", SUPPLIED | {"1003": "ge-ii", "1104": "fr-1"}, eliminated=["ge-v"])
    denied(state, GERMAN, code, section, kind, **arguments)


def test_scenarios_that_do_not_exist() -> None:
    """§5.1: there is one scenario, and it has no options."""
    with pytest.raises(ValueError, match="skirmish"):
        GAME.new_match("skirmish", {})
    with pytest.raises(ValueError, match="short"):
        GAME.new_match("campaign", {"short": True})


def test_plans_are_for_the_decision_that_is_due(lay: Lay) -> None:
    """§5.1: moves are planned in your own Movement Phase, attacks in your own Combat Phase, on an enemy."""
    lay(field(LAND, rails=RAILS))
    place = SUPPLIED | {"1003": "ge-ii", "1004": "fr-1"}
    attack = {"kind": "attack", "units": ["ge-ii"], "target": "1004"}
    for step, seat, question, code in (
        ("german.movement", GERMAN, attack, "not-your-turn"),
        ("german.combat", GERMAN, {"kind": "move", "units": ["ge-ii"]}, "not-your-turn"),
        ("german.combat", ENTENTE, {**attack, "units": ["fr-1"], "target": "1003"}, "not-your-turn"),
        ("german.combat", GERMAN, {**attack, "target": "1104"}, "no-enemy"),
        ("german.combat", GERMAN, {**attack, "target": "1003"}, "no-enemy"),
    ):
        answer = GAME.consult(position(step, place), seat, question)
        assert isinstance(answer, Refusal)
        assert answer.code == code


def test_units_that_do_not_move_stay(lay: Lay) -> None:
    """§5.3: a unit that does not move stays in its hex through all phases."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", SUPPLIED | {"1003": "ge-ii"})
    assert at(order(state, GERMAN, "end_phase", Steady(6)), "ge-ii") == "1003"


def test_a_phase_passes_by_itself_only_where_everyone_sees_why(lay: Lay) -> None:
    """§5.2, §5.4, §6.6: a phase that no one was asked in would tell that no concealed unit can do anything."""
    lay(field("10  F. F. F. F. F. F. F. F."))
    open_ = position("german.combat", {"1001": "ge-ii", "1008": "fr-1"})
    concealed = position("german.combat", {"1001": "ge-ii", "1008": "fr-1 fr-2"})
    for state, waits in ((open_, "entente.movement"), (concealed, "entente.regroup")):
        assert order(state, "german", "end_phase", Steady(6)).phase.key == waits
    idle = GAME.legal(order(concealed, "german", "end_phase", Steady(6)), "entente")
    assert idle["prompt"] == "Nothing to do this phase"

    apart = {"1002": "fr-hq-1 fr-fort-toul", "1007": "ge-ii"}
    near = {"1002": "fr-hq-1 fr-fort-toul", "1003": "ge-ii"}
    alone = {"1002": "fr-hq-1", "1003": "ge-ii"}
    for stacks, waits in ((apart, "german.movement"), (near, "entente.combat"), (alone, "german.movement")):
        assert order(position("entente.movement", stacks), "entente", "end_phase", Steady(6)).phase.key == waits


def test_5_1_every_phase_is_a_step_of_the_outline_and_no_step_is_none() -> None:
    steps = {step.key: (step.side, step.called) for step in TREE.root.leaves()}
    assert steps == {key: (phase.side, phase.name) for key, phase in PHASES.items()}


def test_11_8_the_stages_of_an_attack_stand_in_the_sequence_in_their_order() -> None:
    assert tuple(step.key for step in BATTLE) == STAGES


def test_11_8_a_fact_that_ends_a_stage_leads_to_the_one_that_follows_in_the_sequence() -> None:
    state = before_battle({EAST: "ge-ii", TARGET: "fr-1"})
    for fact, stage in (
        (AttackDeclared(("ge-ii",), (EAST,), TARGET), "defenders"),
        (DefendersChosen(("fr-1",), ()), "odds"),
        (OddsFound(4, 3, 1, ()), "concentric"),
        (CombatRolled(1, None, None, 1, 1, 0), "defender_losses"),
    ):
        state = GAME.evolve(state, fact)
        assert state.battle is not None
        assert state.battle.step == stage


@pytest.mark.parametrize(
    ("step", "side", "turn", "following"),
    [
        ("entente.combat", GERMAN, 3, ("german.regroup", 4)),
        ("german.combat", ENTENTE, 3, ("entente.regroup", 3)),
        ("german.movement", ENTENTE, 1, ("entente.movement", 1)),
        ("german.combat", ENTENTE, LAST_TURN, ("entente.regroup", LAST_TURN)),
    ],
)
def test_5_1_in_the_enemys_turn_the_next_one_is_drafted(
    lay: Lay, step: str, side: str, turn: int, following: tuple[str, int]
) -> None:
    """§5.1: the Germans go first in a turn, so theirs is the next turn's; §9.5: nobody regroups on turn 1."""
    lay(field("10  G. G. F. F. F."))
    ahead = GAME.next_turn_position(position(step, {"1001": "ge-ii ge-hq-1", "1005": "fr-1 fr-hq-1"}, turn=turn), side)
    assert ahead is not None
    assert (ahead.phase.key, ahead.turn) == following


@pytest.mark.parametrize(
    ("step", "side", "turn"),
    [("german.movement", GERMAN, 3), ("entente.combat", GERMAN, LAST_TURN), ("entente.combat", "spectator", 3)],
)
def test_5_1_there_is_nothing_to_draft_in_your_own_turn_or_after_the_last(
    lay: Lay, step: str, side: str, turn: int
) -> None:
    """§5.1, §4.0: no turn of the Germans follows the Entente's last, and a spectator has none."""
    lay(field("10  G. G. F. F. F."))
    assert GAME.next_turn_position(position(step, {"1001": "ge-ii", "1005": "fr-1"}, turn=turn), side) is None
