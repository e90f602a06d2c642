"""§5.3: who comes back from the dead pile, for how much, and who does not."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.position.changes import dead
from rules.great_war.position.state import AVAILABLE, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.replacements import faces
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.kit import at, before_set_up, position, refused, told
from tests.games.great_war.strategic.kit import buried, put, strategic

NEW_ARMY = [
    c.id
    for c in before_set_up().printed.counters.values()
    if c.nation == "BR" and c.kind == "infantry" and c.label.endswith("NA")
]
RICH = dict.fromkeys(("GE", "AH", "TU", "BR", "FR", "IT", "RU", "SE", "BE"), 6)


def replacing(letter: str = "E", stacks: dict[str, str] | None = None, **fields: object) -> State:
    """The phase, with points for everyone."""
    return strategic(letter, stacks, "replacement", **{"points": RICH, **fields})


def test_5_33_a_step_for_a_point() -> None:
    """§5.31, §5.33: a dead division goes to the Available Units Box; only the own nation pays (§5.35)."""
    state = buried(replacing(), "fr-12", "ge-3")
    after = told(state, ALLIED, "replace", unit="fr-12", points=1)
    assert at(after, "fr-12") == AVAILABLE
    assert after.points["FR"] == RICH["FR"] - 1
    assert refused(after, ALLIED, "replace", unit="fr-12", points=1).code == "not-dead"
    assert refused(after, ALLIED, "replace", unit="ge-3", points=1).code == "not-your-unit"
    poor = buried(replacing(points={"BR": 9, "GE": 1}), "fr-12")
    assert refused(poor, ALLIED, "replace", unit="fr-12", points=1).code == "no-points"
    both = told(told(after, ALLIED, "end_phase"), CENTRAL, "end_phase", Dice([1]))
    assert both.phase.key != "replacement"


def test_5_33_several_units_of_a_nation_are_rebuilt_by_one_order() -> None:
    """§5.33 to §5.36: for a point each, no more than the nation has, and one Canadian step at most among them."""
    state = buried(
        replacing(points={"FR": 3, "BR": 6}), "fr-12", "fr-13", "fr-14", "fr-15", "br-1cnd", "br-2cnd", "br-8"
    )
    after = told(state, ALLIED, "rebuild", nation="FR", units=["fr-12", "fr-14", "fr-13"])
    assert [at(after, u) for u in ("fr-12", "fr-13", "fr-14", "fr-15")] == [AVAILABLE] * 3 + [at(state, "fr-15")]
    assert after.points["FR"] == 0

    def code(now: State, nation: str, *units: str) -> str:
        return refused(now, ALLIED, "rebuild", nation=nation, units=[*units]).code

    assert code(state, "FR", "fr-12", "fr-13", "fr-14", "fr-15") == "too-much"
    assert code(state, "FR", "fr-12", "br-8") == "another-nation"
    assert code(state, "FR") == "too-little"
    assert code(state, "BR", "br-1cnd", "br-2cnd") == "one-step"
    told(state, ALLIED, "rebuild", nation="BR", units=["br-1cnd", "br-8"])
    assert code(state, "FR", "fr-12", "ge-3") == "not-your-unit"
    offer: Any = next(o for o in GAME.legal(state, ALLIED)["offers"] if o["kind"] == "rebuild")  # type: ignore[index, union-attr]
    assert offer["slots"][0]["options"]["of"] == ["BR", "FR"]


def test_5_13_points_that_will_be_lost_are_named_before() -> None:
    """§5.13: beyond ten nothing is kept. While something can be bought with them, the end of the phase warns."""

    def ending(state: State) -> Any:
        offers: Any = GAME.legal(state, CENTRAL)["offers"]
        return next(o for o in offers if o["kind"] == "end_phase")

    rich = buried(replacing(points={"GE": 15, "FR": 20}), "ge-3")
    assert ending(rich)["slots"] == []
    (warning,) = ending(rich)["warnings"]
    assert (warning["section"], warning["text"]) == (
        "5.13",
        "Of 15 German points, 5 are lost when this strategic turn ends: a nation keeps at most 10.",
    )
    assert not ending(buried(replacing(points={"GE": 10}), "ge-3"))["warnings"]
    idle = replacing(points={"GE": 11})
    assert not ending(idle)["warnings"], "nothing can be done about it"
    assert "Of 11 German points, 1 is lost" in str(GAME.legal(idle, CENTRAL)["detail"])


def test_5_32_dots_are_not_replaced() -> None:
    """§5.32: a unit with a dot stays dead; the full side of British two-step units has one."""
    dotted = next(
        u
        for u, c in before_set_up().printed.counters.items()
        if c.dots == "front" and c.nation == "BR" and c.back is None
    )
    state = buried(replacing(stacks={"W6411": "br-2*"}), dotted, "br-1")
    assert refused(state, ALLIED, "replace", unit=dotted, points=1).code == "dot"
    assert faces(state, "br-1") == {1: True}
    after = told(state, ALLIED, "replace", unit="br-1", points=1)
    assert after.units["br-1"].back
    assert refused(state, ALLIED, "restore", unit="br-2").code == "dot"


def test_5_31_reduced_units_in_supply_are_made_whole() -> None:
    """§5.31: Bulgarians on the map, in supply at that instant; a whole one from the dead pile costs two."""
    bulgarian = next(u for u, c in before_set_up().printed.counters.items() if c.nation == "BU" and c.steps == 2)
    sides = {**before_set_up().sides, "BU": CENTRAL}
    fields = {"sides": sides, "points": {"BU": 2, "GE": 1}}
    state = replacing(stacks={"E1819": f"{bulgarian}*"}, **fields)
    assert "Each nation pays" in question(state, CENTRAL)["detail"]
    after = told(state, CENTRAL, "restore", unit=bulgarian)
    assert not after.units[bulgarian].back
    assert after.points["BU"] == 1
    assert refused(after, CENTRAL, "restore", unit=bulgarian).code == "not-reduced"
    cut = replacing(stacks={"E4129": f"{bulgarian}*"}, **fields)
    assert refused(cut, CENTRAL, "restore", unit=bulgarian).code == "out-of-supply"
    assert "None of your units" in question(cut, CENTRAL)["detail"]
    dead_one = buried(replacing(**fields), bulgarian)
    assert faces(dead_one, bulgarian) == {1: True, 2: False}
    assert not told(dead_one, CENTRAL, "replace", unit=bulgarian, points=2).units[bulgarian].back


def test_5_34_headquarters_come_back_depleted_or_for_two() -> None:
    """§5.34: support side up for two points, but not on B and C; never in Russia after the Czar (§5.45)."""
    state = buried(replacing(), "ge-hq-1", "ru-hq-1")
    one = told(state, CENTRAL, "replace", unit="ge-hq-1", points=1)
    two = told(state, CENTRAL, "replace", unit="ge-hq-1", points=2)
    assert (one.units["ge-hq-1"].back, two.units["ge-hq-1"].back) == (True, False)
    assert (one.points["GE"], two.points["GE"]) == (5, 4)
    early = buried(replacing("C"), "ge-hq-1")
    dear = refused(early, CENTRAL, "replace", unit="ge-hq-1", points=2)
    assert (dear.code, dear.section) == ("not-that-many", "5.34")
    assert "depleted on strategic turns B and C" in dear.text
    poor = replace(state, points={**state.points, "GE": 1})
    assert refused(poor, CENTRAL, "replace", unit="ge-hq-1", points=2).text == (
        "There are not enough German resource points."
    )
    assert refused(state, CENTRAL, "replace", unit="ge-hq-1", points=3).section == "5.33"
    assert faces(state, "ru-hq-1") == {1: True, 2: False}
    after = buried(replacing("L", strategic_state={"czar": "K"}), "ru-hq-1")
    assert faces(after, "ru-hq-1") == {1: True}
    assert refused(after, ALLIED, "replace", unit="ru-hq-1", points=2).section == "5.45"


def test_5_32_shock_troops_come_back_as_infantry_and_riders_on_foot() -> None:
    """§5.32: dead shock divisions show the infantry side; converted cavalry stays on foot (§15.55)."""
    counters = before_set_up().printed.counters
    shock = next(u for u, c in counters.items() if c.turned == "shock")
    rider = next(u for u, c in counters.items() if c.turned == "infantry")
    state = dead(replacing(stacks={"W6526": f"{shock}* {rider}*"}), [shock, rider])
    for unit, back in ((shock, False), (rider, True)):
        assert told(state, CENTRAL, "replace", unit=unit, points=1).units[unit].back == back


@pytest.mark.parametrize(("first", "second"), [("br-1cnd", "br-2cnd"), ("br-1as", "br-nz"), ("br-2as", "br-4as")])
def test_5_36_one_canadian_and_one_anzac_step_a_phase(first: str, second: str) -> None:
    """§5.36: the second is refused in the phase; others of the Empire come as ever."""
    state = buried(replacing(), first, second, NEW_ARMY[6])
    after = told(state, ALLIED, "replace", unit=first, points=1)
    assert refused(after, ALLIED, "replace", unit=second, points=1).code == "one-step"
    assert at(told(after, ALLIED, "replace", unit=NEW_ARMY[6], points=1), NEW_ARMY[6]) == AVAILABLE


def test_5_36_the_first_five_british_lost_in_the_east() -> None:
    """§5.36: they are not rebuilt, the 42nd (Vr) like others; the sixth is, and Australians, and whoever falls in the
    west."""
    british = ["br-42t", *NEW_ARMY[:5]]
    state = position({"E1116": " ".join(british), "E1122": "br-1as fr-12", "W6411": NEW_ARMY[7]}, "second.attrition")
    state = dead(state, ["fr-12", "br-1as", NEW_ARMY[7], *british])
    assert "fr-12" not in state.strategic_state.fell
    assert state.strategic_state.stranded == tuple(british[:5])
    assert (state.strategic_state.fell["br-1as"], state.strategic_state.fell[NEW_ARMY[7]]) == ("east", "west")
    ready = replace(replacing(), units=state.units, strategic_state=replace(state.strategic_state, turn="E"))
    assert refused(ready, ALLIED, "replace", unit=british[0], points=1).code == "stranded"
    for unit in (british[5], "br-1as", NEW_ARMY[7]):
        assert at(told(ready, ALLIED, "replace", unit=unit, points=1), unit) == AVAILABLE


def test_16_11_no_unit_is_replaced_after_a_collapse() -> None:
    """§16.11: even while points could be named."""
    state = buried(replacing(strategic_state={"collapsed": ("RU",)}), "ru-25")
    assert refused(state, ALLIED, "replace", unit="ru-25", points=1).code == "collapsed"


def test_5_31_a_side_with_nobody_to_rebuild_is_told_so() -> None:
    """§5.31: it keeps its points."""
    nobody = replacing(stacks={"W5117": "fr-1"})
    assert "None of your units" in question(nobody, ALLIED)["detail"]
    assert "Each nation pays" in question(buried(nobody, "fr-12"), ALLIED)["detail"]
    # A unit that has lost a step, but whose full strength has a dot (§5.32).
    assert "None of your units" in question(replacing(stacks={"W6406": "br-1*"}), ALLIED)["detail"]


def question(state: State, seat: str) -> Any:
    """What a seat is asked."""
    return GAME.legal(state, seat)


def test_5_31_only_what_has_lost_a_step_on_the_map_is_made_whole() -> None:
    """§5.31: neither what is whole, nor what has but one step and shows its back, nor what waits in a box; the last
    point is enough, and none is too few."""
    bulgarian = next(u for u, c in before_set_up().printed.counters.items() if c.nation == "BU" and c.steps == 2)
    shock = next(u for u, c in before_set_up().printed.counters.items() if c.turned == "shock")
    fields: Any = {"sides": {**before_set_up().sides, "BU": CENTRAL}}
    state = replacing(stacks={"W6526": f"{shock}*", "E1819": f"{bulgarian}*"}, points={"GE": 3, "BU": 1}, **fields)
    assert refused(state, CENTRAL, "restore", unit=shock).code == "not-reduced"
    assert told(state, CENTRAL, "restore", unit=bulgarian).points["BU"] == 0
    waiting = put(replacing(points={"GE": 3, "BU": 1}, **fields), AVAILABLE, bulgarian, back=True)
    assert refused(waiting, CENTRAL, "restore", unit=bulgarian).code == "not-reduced"
    poor = replacing(stacks={"E1819": f"{bulgarian}*"}, points={"GE": 3}, **fields)
    assert refused(poor, CENTRAL, "restore", unit=bulgarian).code == "no-points"


def test_5_31_nobody_without_points_is_asked() -> None:
    """§5.31, §5.35: only who can pay; what a neutral nation may have asks nobody."""
    state = replacing(points={"FR": 0, "GE": 1, "GK": 3})
    assert GAME.deciders(state) == (CENTRAL,)


def test_5_13_each_nation_that_loses_points_is_named() -> None:
    """§5.13: in a sentence of its own."""
    state = buried(replacing(points={"GE": 12, "AH": 11}), "ge-3")
    offers: Any = GAME.legal(state, CENTRAL)["offers"]
    (warning,) = next(o for o in offers if o["kind"] == "end_phase")["warnings"]
    tail = "lost when this strategic turn ends: a nation keeps at most 10."
    assert warning["text"] == f"Of 12 German points, 2 are {tail} Of 11 Austro-Hungarian points, 1 is {tail}"
