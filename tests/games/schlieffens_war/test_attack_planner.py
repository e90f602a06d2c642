"""§6.6, §11.8: the attack planner: right where all is seen, within bounds where something is not, and blind to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel.messages import Refusal
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war import kit
from tests.games.schlieffens_war.arena import (
    EAST,
    NORTH_EAST,
    PLAIN,
    TARGET,
    WEST,
    assault,
    before_battle,
    odds_of,
    rolled,
    stage,
    with_result,
)
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import Steady, charts, counter, field, offer, told
from tests.games.schlieffens_war.scenes import SIDE_UNITS, Scene, laid, scenes
from tests.thorough import THOROUGH

CLEAR = PLAIN.format(target="F.")


def plan(state: State, seat: str, units: Sequence[str], target: str = TARGET, **question: object) -> dict[str, Any]:
    """The planner's answer."""
    answer = GAME.consult(state, seat, {"kind": "attack", "units": [*units], "target": target, **question})
    assert not isinstance(answer, Refusal), answer
    return dict(answer)


def not_planned(state: State, seat: str, **question: object) -> Refusal:
    """The refusal of a question."""
    answer = GAME.consult(state, seat, {"kind": "attack", **question})
    assert isinstance(answer, Refusal)
    return answer


# --- what it says -------------------------------------------------------------------------------------------------


def test_where_all_is_seen_the_plan_is_exact(lay: Lay) -> None:
    """§11.8: totals, odds, shifts and column as the attack will find them."""
    lay(field(PLAIN.format(target="Fr"), rivers=[(EAST, TARGET)]))
    state = before_battle({EAST: "ge-gd ge-ii ge-iii", TARGET: "fr-3"}, elan=["ge-gd", "ge-ii", "ge-iii"])
    answer = plan(state, GERMAN, ["ge-gd", "ge-ii", "ge-iii"])
    assert (answer["legal"], answer["refusal"]) == (True, None)
    assert (answer["attack"], answer["defence"], answer["concealed"]) == (13, [3, 3], 0)
    assert answer["odds"] == ["4:1", "4:1"]
    assert {s["section"]: s["columns"] for s in answer["shifts"]} == {"11.11": -1, "11.12": -1, "11.16": +1}
    assert (answer["base"], answer["final"], answer["heading"]) == ([4, 4], [3, 3], "3:1")
    assert answer["table"][2] == {"die": 3, "attacker": 1, "defender": 2}
    assert answer["automatic"] is None
    _, events = assault(state, "ge-gd ge-ii ge-iii", 1)
    assert rolled(events).column == 3


def test_the_mean_is_that_of_the_shown_column(lay: Lay) -> None:
    """§11.17: 3:1 costs 6/6 and 10/6 steps in the mean of the six dice."""
    lay(field(CLEAR))
    answer = plan(before_battle({EAST: "ge-ii ge-iii ge-iv", TARGET: "fr-1"}), GERMAN, ["ge-ii", "ge-iii", "ge-iv"])
    assert answer["heading"] == "3:1"
    assert answer["average"] == [round(5 / 6, 2), round(11 / 6, 2)]


def test_off_the_table_the_result_is_told(lay: Lay) -> None:
    """§11.9, §11.19: 2/0 below, 0/3 beyond, one more against the British."""
    lay(field(CLEAR))
    weak = plan(before_battle({EAST: "ge-c1", TARGET: "br-i"}, turn=4), GERMAN, ["ge-c1"])
    assert (weak["final"], weak["automatic"]) == ([-1, -1], "3/0")
    strong = before_battle({EAST: "ge-gd ge-ii ge-iii ge-hq-1", TARGET: "fr-grd4"})
    assert plan(strong, GERMAN, ["ge-gd", "ge-ii", "ge-iii", "ge-hq-1"])["automatic"] == "0/3"


def test_a_concentric_plan_ranges_over_its_die(lay: Lay) -> None:
    """§11.15: none to three columns."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-hq-1", WEST: "ge-iii ge-hq-2", TARGET: "fr-1"})
    answer = plan(state, GERMAN, ["ge-ii", "ge-iii"])
    assert answer["concentric"] == {"applies": True, "section": "11.15", "columns": [0, 3], "cases": [0, 1, 3]}
    assert [case["column"] for case in answer["cases"]] == [2, 3, 5]
    assert (answer["base"], answer["final"]) == ([2, 2], [2, 5])
    assert plan(state, GERMAN, ["ge-ii"])["concentric"]["applies"] is False


def test_what_lies_below_the_top_unit_widens_the_plan(lay: Lay) -> None:
    """§6.6: of a stack of three the top corps is seen; below may lie two corps, or one and an HQ, weak or strong."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-gd ge-ii ge-iii", TARGET: "fr-3 fr-1 fr-2"})
    answer = plan(state, GERMAN, ["ge-gd", "ge-ii", "ge-iii"])
    assert answer["concealed"] == 2
    assert answer["defence"] == [1 + 1, 3 + 4 + 2]
    assert answer["odds"] == ["1:1", "6:1"]
    assert answer["final"] == [0, 7]
    assert any(s["section"] == "6.6" for s in answer["shifts"])


def test_one_concealed_unit_leaves_the_top_corps_in_the_fight(lay: Lay) -> None:
    """§11.2, §11.16: of two both defend: a fatigued corps on top is a sure shift, a normal one rules out élan."""
    lay(field(CLEAR))
    stacks = {EAST: "ge-gd ge-ii", TARGET: "fr-3 fr-1"}
    tired = plan(before_battle(stacks, fatigued=["fr-3"]), GERMAN, ["ge-gd", "ge-ii"])
    assert {s["section"]: s["columns"] for s in tired["shifts"]} == {"11.16": +1}
    assert tired["defence"] == [3, 3 + 4], "what lies below may be an HQ that stays out (§6.2)"
    assert (tired["base"], tired["final"]) == ([1, 3], [2, 4])
    normal = plan(before_battle(stacks), GERMAN, ["ge-gd", "ge-ii"])
    assert normal["final"] == [1, 4]
    eager = plan(before_battle(stacks, elan=["fr-3"]), GERMAN, ["ge-gd", "ge-ii"])
    assert eager["final"] == [0, 4]


def test_germans_may_hide_depots(lay: Lay) -> None:
    """§11.8, §6.2: below a German corps may lie a depot, below a French one an HQ that stays out: no defence."""
    lay(field(CLEAR))
    state = before_battle({WEST: "fr-1 fr-2", TARGET: "ge-ii ge-depot-1"}, side=ENTENTE)
    assert plan(state, ENTENTE, ["fr-1", "fr-2"])["defence"] == [4, 4 + 5]
    state = before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1 fr-hq-1"})
    assert plan(state, GERMAN, ["ge-ii", "ge-iii"])["defence"] == [4, 4 + 4]


def test_the_plan_does_not_tell_whether_an_hq_helps(lay: Lay) -> None:
    """§6.2, §6.6: hidden below its corps, above them or below a depot, an HQ that stays out is planned for like one
    that helps; only one without corps or forts is sure to defend."""
    lay(field(CLEAR))
    for side, seat, units, target in (
        (GERMAN, GERMAN, ["ge-ii", "ge-iii"], "fr-hq-1 fr-1 fr-2"),
        (GERMAN, GERMAN, ["ge-ii", "ge-iii"], "fr-1 fr-hq-1"),
        (ENTENTE, ENTENTE, ["fr-1", "fr-2"], "ge-depot-1 ge-hq-1 ge-ii"),
        (ENTENTE, ENTENTE, ["fr-1", "fr-2"], "ge-hq-1"),
    ):
        stacks = {EAST if side == GERMAN else WEST: " ".join(units), TARGET: target}
        helping = before_battle(stacks, side=side)
        staying = before_battle(stacks, side=side, aside=["fr-hq-1", "ge-hq-1"])
        assert plan(helping, seat, units) == plan(staying, seat, units)
    above = before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-hq-1 fr-1"})
    assert plan(above, GERMAN, ["ge-ii", "ge-iii"])["defence"] == [1, 2 + 4]
    alone = before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-hq-1"}, aside=["fr-hq-1"])
    assert plan(alone, GERMAN, ["ge-ii", "ge-iii"])["defence"] == [2, 2]


def test_a_stack_that_shows_only_a_depot_is_undefended(lay: Lay) -> None:
    """§6.6, §11.8: the topmost unit that fights would be seen: nothing stands against the attack, whatever its odds."""
    lay(field(PLAIN.format(target="Gh")))
    state = before_battle({WEST: "fr-1", TARGET: "ge-depot-1 ge-depot-2"}, side=ENTENTE, fatigued=["fr-1"])
    answer = plan(state, ENTENTE, ["fr-1"])
    assert (answer["defence"], answer["automatic"]) == ([0, 0], "0/3")
    assert answer["final"] == [len(charts().crt.columns)] * 2
    assert (answer["shifts"], answer["concentric"]["applies"]) == ([], False)
    lay(field(CLEAR))
    around = before_battle({WEST: "fr-1 fr-hq-1", EAST: "fr-2 fr-hq-2", TARGET: "ge-depot-1"}, side=ENTENTE)
    assert plan(around, ENTENTE, ["fr-1", "fr-2"])["concentric"]["applies"] is False
    covered = before_battle({WEST: "fr-1", TARGET: "ge-depot-1 ge-ii ge-iii"}, side=ENTENTE)
    answer = plan(covered, ENTENTE, ["fr-1"])
    assert (answer["defence"], answer["concealed"]) == ([4, 4 + 5], 1)


def test_siege_markers_widen_the_plan_when_they_are_counted_on(lay: Lay) -> None:
    """§11.23: up to two columns each, if the marker is there and the target may hold a fort."""
    lay(field(PLAIN.format(target="Bh")))
    state = before_battle({EAST: "ge-gd ge-ii ge-iii", TARGET: "be-fort-liege"})
    units = ["ge-gd", "ge-ii", "ge-iii"]
    assert plan(state, GERMAN, units)["final"] == [1, 1]
    assert plan(state, GERMAN, units, coup=False, artillery=False)["final"] == [1, 1]
    assert plan(state, GERMAN, units, coup=True, artillery=False)["final"] == [1, 3]
    assert plan(state, GERMAN, units, coup=True, artillery=True)["final"] == [1, 5]
    spent = replace(state, coup=False, artillery=(0, 3, 0))
    assert plan(spent, GERMAN, units, coup=True, artillery=True)["final"] == [1, 1]
    hungry = before_battle({EAST: "ge-gd ge-ii ge-iii", TARGET: "be-fort-liege"}, fortress=["ge-ii"])
    assert plan(hungry, GERMAN, units, coup=True, artillery=True)["final"] == [0, 0]
    open_city = before_battle({EAST: "ge-gd ge-ii ge-iii", TARGET: "be-1"})
    final = plan(open_city, GERMAN, units, coup=True, artillery=True)["final"]
    assert final[0] == final[1]


def test_the_entente_has_no_siege_markers_to_plan_with(lay: Lay) -> None:
    """§11.23: its questions may carry the flags, they change nothing."""
    lay(field(PLAIN.format(target="Gh")))
    state = before_battle({WEST: "fr-1 fr-2", TARGET: "ge-fort-metz"}, side=ENTENTE)
    assert plan(state, ENTENTE, ["fr-1", "fr-2"], coup=True, artillery=True)["final"] == [0, 0]


def test_a_plan_that_is_not_allowed_says_why_and_still_counts(lay: Lay) -> None:
    """§11.4: two hexes out of command: the odds are shown with the refusal."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", NORTH_EAST: "ge-iii", TARGET: "fr-1"})
    answer = plan(state, GERMAN, ["ge-ii", "ge-iii"])
    assert answer["legal"] is False
    assert (answer["refusal"]["code"], answer["refusal"]["section"]) == ("out-of-command", "11.4")
    assert answer["odds"] == ["2:1", "2:1"]


def test_a_plan_says_whether_it_counts_for_plan_xvii(lay: Lay) -> None:
    """§4.4: an all-French attack into Germany does, one with a British corps does not."""
    lay(field(PLAIN.format(target="G.")))
    state = before_battle({WEST: "fr-1", "1104": "br-i", TARGET: "ge-ii"}, side=ENTENTE, turn=4)
    assert plan(state, ENTENTE, ["fr-1"])["plan_xvii"] is True
    assert plan(state, ENTENTE, ["br-i"])["plan_xvii"] is False
    assert plan(state, ENTENTE, ["fr-1", "br-i"])["plan_xvii"] is False


def test_questions_that_make_no_sense_are_refused(lay: Lay) -> None:
    """§11.0: nobody there, your own hex, another's units, another step, a spectator."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1"})
    assert not_planned(state, GERMAN, units=["ge-ii"], target=WEST).code == "no-enemy"
    assert not_planned(state, GERMAN, units=["ge-ii"], target=EAST).code == "no-enemy"
    assert not_planned(state, GERMAN, units=["fr-1"], target=TARGET).code == "not-your-unit"
    assert not_planned(state, GERMAN, units=["ge-ii"], target=TARGET, coup="yes").code == "malformed"
    assert not_planned(state, GERMAN, units=["ge-ii"], target=TARGET, odds=1).code == "malformed"
    assert not_planned(state, ENTENTE, units=["fr-1"], target=EAST).code == "not-your-turn"
    assert not_planned(state, "spectator", units=["ge-ii"], target=TARGET).code == "not-your-turn"
    fighting = with_result(state, "ge-ii ge-iii", "2/0")
    assert not_planned(fighting, GERMAN, units=["ge-ii"], target=TARGET).code == "not-your-turn"


# --- its bounds ---------------------------------------------------------------------------------------------------


def endings(scene: Scene) -> list[tuple[int, int, int]]:
    """(column before shifts, defence, final column) of the attack for every choice that the defender has."""
    dice = Steady(scene.face)
    state, events = told(scene.state, scene.seat, "attack", dice, units=[*scene.attackers], target=TARGET)
    if stage(state) != "defenders":
        return [_ending(scene, state, events)]
    other = ENTENTE if scene.seat == GERMAN else GERMAN
    asked = offer(state, other, "defend")
    assert asked is not None
    return [
        _ending(scene, *told(state, other, "defend", dice, units=[*pair]))
        for pair in combinations(asked["units"], 2)  # type: ignore[arg-type]
    ]


def _ending(scene: Scene, state: State, events: Sequence[Any]) -> tuple[int, int, int]:
    found = odds_of(events)
    if stage(state) == "bombard":
        flags = {"coup": scene.coup, "artillery": scene.artillery}
        state, events = told(state, GERMAN, "bombard", Steady(scene.face), **flags)
    base = charts().crt.column_of(found.attack, found.defence)
    return base, found.defence, rolled(events).column


@settings(max_examples=250 if THOROUGH else 100, deadline=None, derandomize=True)
@given(scenes())
def test_the_true_column_lies_within_the_planned_ones(scene: Scene) -> None:
    """§6.6, §11.8: whatever is concealed, whoever defends, however the dice fall."""
    with pytest.MonkeyPatch.context() as patch:
        scene = laid(scene, patch)
        answer = plan(scene.state, scene.seat, scene.attackers, coup=scene.coup, artillery=scene.artillery)
        assert answer["legal"], answer["refusal"]
        for base, defence, column in endings(scene):
            assert answer["defence"][0] <= defence <= answer["defence"][1]
            assert answer["base"][0] <= base <= answer["base"][1]
            assert answer["final"][0] <= column <= answer["final"][1]
        if not answer["concealed"] and not answer["concentric"]["applies"] and not (scene.coup or scene.artillery):
            assert answer["final"][0] == answer["final"][1]


# --- its blindness ------------------------------------------------------------------------------------------------


@st.composite
def hidden_pairs(draw: Any) -> tuple[State, State, tuple[str, ...], str]:
    """Two positions that differ only in what lies below the top corps of the target: (one, other, attackers, seat)."""
    seat = draw(st.sampled_from([GERMAN, ENTENTE]))
    other = ENTENTE if seat == GERMAN else GERMAN
    nation = draw(st.sampled_from(["GE"] if other == GERMAN else ["FR", "BR"]))
    own = [u for kind in ("corps", "hq", "depot") for u in SIDE_UNITS[other][kind] if counter(u).nation == nation]
    top = draw(st.sampled_from([u for u in own if counter(u).is_corps]))
    below = [u for u in own if u != top]
    count = draw(st.integers(1, 2))
    one, two = (draw(st.lists(st.sampled_from(below), min_size=count, max_size=count, unique=True)) for _ in range(2))
    mine = ["ge-gd", "ge-ii", "ge-hq-1"] if seat == GERMAN else ["fr-6", "fr-col", "fr-hq-6"]
    moods = {u: draw(st.sampled_from([[], ["elan"], ["fatigued"]])) for u in {*one, *two}}

    def build(hidden: list[str]) -> State:
        elsewhere = {u: "pool" for kinds in SIDE_UNITS[other].values() for u in kinds if u not in (top, *hidden)}
        return before_battle(
            {(EAST if seat == GERMAN else WEST): " ".join(mine), TARGET: " ".join([top, *hidden])},
            side=seat,
            turn=5,
            boxes=elsewhere,
            elan=[u for u in hidden if "elan" in moods[u] and counter(u).is_corps],
            fatigued=[u for u in hidden if "fatigued" in moods[u] and counter(u).is_corps],
            reduced=[u for u in hidden if counter(u).full > 1 and u in one[:1]],
            out=[u for u in hidden if u in two[:1]],
        )

    attackers = tuple(mine[: draw(st.integers(1, 3))])
    return build(one), build(two), attackers, seat


@settings(max_examples=150 if THOROUGH else 60, deadline=None, derandomize=True)
@given(hidden_pairs())
def test_the_plan_knows_no_more_than_the_player(pair: tuple[State, State, tuple[str, ...], str]) -> None:
    """§6.6: two positions that look the same to a player get the same plan and the same offers."""
    one, two, attackers, seat = pair
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kit, "PLAN", kit.with_printed(board=field(CLEAR)))
        one, two = (replace(state, plan=kit.PLAN) for state in (one, two))
        assert GAME.view(one, seat) == GAME.view(two, seat)
        assert plan(one, seat, attackers) == plan(two, seat, attackers)
        assert GAME.legal(one, seat) == GAME.legal(two, seat)


def test_a_fort_is_known_whatever_is_put_on_top(lay: Lay) -> None:
    """§3.1, §6.6, §11.23: both sides saw it in its hex, and it cannot go away: it counts, and so do the siege guns."""
    lay(field(PLAIN.format(target="Bh")))
    units = ["ge-gd", "ge-ii", "ge-iii"]

    def below(unit: str, **more: Any) -> dict[str, Any]:
        state = before_battle({EAST: "ge-gd ge-ii ge-iii ge-hq-1", TARGET: f"be-1 {unit}"}, **more)
        return plan(state, GERMAN, units, coup=True, artillery=True)

    fort = below("be-fort-liege")
    corps = counter("be-1").strengths[0]
    assert (fort["fort"], fort["concealed"]) == ("Liège fort", 0)
    assert fort["defence"] == [corps + counter("be-fort-liege").strengths[0]] * 2
    assert [s["text"] for s in fort["shifts"] if s["section"] == "11.23"] == ["Coup de main", "Heavy artillery"]
    worn = below("be-fort-liege", reduced=["be-fort-liege"])
    assert worn["defence"][0] < fort["defence"][0], "its losses were taken in the open"
    open_city = below("be-2")
    assert open_city["fort"] is None
    assert not any(s["section"] == "11.23" for s in open_city["shifts"]), "no fort could have come there"


# --- what is likely -----------------------------------------------------------------------------------------------


def test_worst_likely_and_best_each_have_their_column_and_results(lay: Lay) -> None:
    """§11.8, §11.17: for every case the defence, the odds before the shifts, the column after them and its losses."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-gd ge-ii ge-iii", TARGET: "fr-3 fr-1"})
    answer = plan(state, GERMAN, ["ge-gd", "ge-ii", "ge-iii"])
    cases = {case["case"]: case for case in answer["cases"]}
    assert [*cases] == ["worst", "likely", "best"]
    assert [cases["worst"]["defence"], cases["best"]["defence"]] == answer["defence"][::-1]
    assert [cases["worst"]["column"], cases["best"]["column"]] == answer["final"]
    crt = charts().crt
    for i, case in enumerate(cases.values()):
        assert case["odds"] == crt.heading(crt.column_of(answer["attack"], case["defence"]))
        shifts = sum(s.get("cases", [s["columns"]] * 3)[i] for s in answer["shifts"])
        assert case["column"] == crt.column_of(answer["attack"], case["defence"]) + shifts
        assert case["heading"] == crt.heading(case["column"])
        losses = [crt.result(case["column"], die) for die in range(1, 7)]
        assert [(r["attacker"], r["defender"]) for r in case["table"]] == losses
    assert answer["heading"] == cases["likely"]["heading"]


def test_what_is_likely_is_the_middle_of_the_units_that_nobody_sees(lay: Lay) -> None:
    """§6.6: only what is out of sight somewhere counts, and the more of it is weak the weaker the likely defence."""
    lay(field(CLEAR))
    french = [u for u in SIDE_UNITS[ENTENTE]["corps"] if counter(u).nation == "FR"]
    weak = [u for u in french if counter(u).strengths[0] == 2]
    strong = [u for u in french if counter(u).strengths[0] == 4 and u != "fr-1"]

    def likely(unseen: Sequence[str]) -> int:
        state = before_battle(
            {EAST: "ge-gd ge-ii ge-iii", TARGET: f"fr-1 {unseen[0]}"}, boxes=dict.fromkeys(unseen[1:], "pool")
        )
        answer = plan(state, GERMAN, ["ge-gd", "ge-ii", "ge-iii"])
        assert answer["concealed"] == 1
        return int(answer["cases"][1]["defence"])

    top = counter("fr-1").strengths[0]
    assert likely(weak[:3]) == top + 2
    assert likely([*strong[:3], weak[0]]) == top + 4
    assert likely([weak[0], *strong[:3]]) == top + 4, "it does not matter which of them lies there"


def test_the_plan_does_not_tell_concealed_british(lay: Lay) -> None:
    """§6.6, §11.19, §8.4: the extra loss counts where a British unit is seen, and at worst where one is possible."""
    lay(field(PLAIN.format(target="Fh"), names={TARGET: "Maubeuge"}))
    units = ["ge-gd", "ge-ii", "ge-iii"]
    hidden = before_battle({EAST: " ".join(units), TARGET: "fr-fort-maubeuge br-i"}, turn=4, boxes={"fr-1": "pool"})
    french = before_battle({EAST: " ".join(units), TARGET: "fr-fort-maubeuge fr-1"}, turn=4, boxes={"br-i": "pool"})
    assert plan(hidden, GERMAN, units) == plan(french, GERMAN, units)
    worst = plan(hidden, GERMAN, units)["cases"][0]
    assert worst["automatic"] == f"{charts().crt.below[0] + 1}/{charts().crt.below[1]}", "at worst they are British"
    fort = counter("fr-fort-maubeuge").strengths[0]
    assert plan(hidden, GERMAN, units)["defence"] == [fort, fort + 5]
    seen = before_battle({EAST: " ".join(units), TARGET: "br-i fr-fort-maubeuge"}, turn=4)
    assert plan(seen, GERMAN, units)["table"][5]["attacker"] >= 1


def test_the_plan_knows_no_more_of_a_british_hq_beside_a_fort_than_that_it_may_help(lay: Lay) -> None:
    """§11.19, §6.2: kept out of the fight it costs the Germans nothing, and only its owner knows."""
    lay(field(PLAIN.format(target="Fh"), names={TARGET: "Maubeuge"}))
    units = ["ge-gd", "ge-ii", "ge-iii"]
    stacks = {EAST: " ".join(units), TARGET: "br-hq fr-fort-maubeuge"}
    out, helping = before_battle(stacks, turn=4, aside=["br-hq"]), before_battle(stacks, turn=4)
    assert plan(out, GERMAN, units) == plan(helping, GERMAN, units)
    cases = plan(out, GERMAN, units)["cases"]
    assert [c["table"][5]["attacker"] - charts().crt.result(c["column"], 6)[0] for c in cases] == [1, 1, 0]
