"""§22.8 Breakdown counters: corps that break down into two divisions, and divisions that join again."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.empires_alliances.facts.breakdown import BrokenDown
from rules.empires_alliances.game import GAME
from rules.empires_alliances.invasions.invaders import ready_to_invade
from rules.empires_alliances.movement.breakdown import breakable, is_division, pairs
from rules.empires_alliances.position.state import State, War
from rules.empires_alliances.printed.board import BROKEN, LATER, POOL
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.match_options import OptionRefused
from rules.kernel.messages import Decided
from tests.games.empires_alliances.moving import ALONE, phase
from tests.games.empires_alliances.politics import settled
from tests.games.empires_alliances.shores import GARRISON
from tests.games.empires_alliances.table import put, refused, told
from tests.thorough import sample_of

HEX, NEXT = "2848", "2849"
CORPS = "ge-a1"


def moving(places: dict[str, str], turn: str = "1914-10", side: str = "central", **more: Any) -> State:
    """A side's Movement Phase with the option."""
    return phase(side, places, turn, options=("breakdown",), **more)


def broken(state: State, unit: str = CORPS) -> State:
    """After a corps has broken down."""
    return told(state, state.side_of(unit), "break_down", unit=unit)


def halves(state: State, hex_: str = HEX) -> list[str]:
    """The divisions in a hex."""
    return sorted(u for u in state.stacks.get(hex_, ()) if is_division(state, u))


def joining(state: State) -> State:
    """The movement has been ended; divisions may join."""
    state = told(state, state.player, "end_phase")
    assert state.phase.step.endswith(".recombine")
    return state


@pytest.mark.parametrize(
    ("unit", "side", "figures"),
    [
        ("ge-a1", "central", ["3-4-4", "3-4-4"]),
        ("fr-a1", "allied", ["2-3-4", "3-4-4"]),
        ("ru-cav1", "allied", ["1-1-4", "2-2-4"]),
    ],
)
def test_22_81_what_corps_break_down_into(unit: str, side: str, figures: list[str]) -> None:
    state = moving({unit: HEX}, side=side)
    after = broken(state, unit)
    assert sorted(str(after.counter(u).figures) for u in halves(after)) == figures
    assert after.units[unit].at == BROKEN


def test_22_81_16_1_stosstruppen_break_down_as_infantry() -> None:
    """Their divisions are none, and the corps that they join into is one again. They are among the three."""
    third, fourth = corps("GE", "4-6-4", 2)
    state = moving({"ge-s1": HEX, **dict.fromkeys(("ge-a1", third, fourth), NEXT)}, "1918-05", scenario="1918")
    after = broken(state, "ge-s1")
    assert sorted(str(after.counter(u).figures) for u in halves(after)) == ["2-3-4", "3-4-4"]
    assert not any(after.counter(u).kind == "stosstruppen" for u in halves(after))
    three = broken(broken(after, "ge-a1"), third)
    assert refused(three, "central", "break_down", unit=fourth) == ("no-more", "22.81")
    both = joining(after)
    again = told(both, "central", "recombine", pair="+".join(halves(both)))
    assert again.units["ge-s1"].at == HEX


def corps(nation: str, figures: str, number: int) -> list[str]:
    """Corps of a country by what is printed on them."""
    units = moving({}).printed.units.values()
    return [c.id for c in units if c.nation == nation and c.size == "XXX" and str(c.figures) == figures][:number]


def test_22_81_three_german_corps_and_no_more() -> None:
    strong, middling, weak = corps("GE", "6-8-4", 2), corps("GE", "5-7-4", 1), corps("GE", "4-6-4", 2)
    hexes = ("2848", "2849", "2948", "2949", "3049")
    state = moving(dict(zip([*strong, *middling, *weak], hexes, strict=True)))
    state = broken(state, strong[0])
    # The sheet has three counters of 3-4-4: a second 6-8-4 needs two of them.
    assert refused(state, "central", "break_down", unit=strong[1]) == ("no-counters", "22.8")
    state = broken(broken(state, middling[0]), weak[0])
    assert refused(state, "central", "break_down", unit=weak[1]) == ("no-more", "22.81")
    assert not [u for u in breakable(state, "central") if state.counter(u).nation == "GE"]


def test_22_81_limits_count_what_is_broken_down_at_a_time() -> None:
    light, heavy = corps("AH", "3-5-3", 1), corps("AH", "4-6-3", 2)
    places = dict(zip([*light, *heavy], ("3427", "3428", "3429"), strict=True))
    state = broken(moving(places), light[0])
    state = broken(state, heavy[0])
    assert refused(state, "central", "break_down", unit=heavy[1]) == ("no-more", "22.81")


def test_22_82_only_before_anyone_has_moved_and_only_with_the_option() -> None:
    state = moving({CORPS: HEX, "ge-a2": NEXT})
    moved = told(state, "central", "move", units=["ge-a2"], path=["2850"])
    assert refused(moved, "central", "break_down", unit=CORPS) == ("too-late", "7.231")
    assert refused(phase("central", {CORPS: HEX}), "central", "break_down", unit=CORPS) == ("not-played", "22.8")
    assert refused(state, "central", "break_down", unit="ge-art-1")[0] in ("no-breakdown", "not-on-map")
    assert refused(state, "central", "break_down", unit="fr-a1")[0] in ("not-your-unit", "not-on-map")


def test_22_82_divisions_move_apart_and_join_in_one_hex_at_the_end() -> None:
    state = broken(moving({CORPS: HEX, "ge-a2": NEXT}))
    one, other = halves(state)
    apart = told(state, "central", "move", units=[one], path=[NEXT])
    assert not pairs(apart, "central")
    assert not told(apart, "central", "end_phase").phase.step.endswith(".recombine")
    state = told(apart, "central", "move", units=[other], path=[NEXT])
    state = joining(state)
    assert refused(state, "central", "recombine", pair=f"{other}+{one}")[0] == "no-pair"
    after = told(state, "central", "recombine", pair=f"{one}+{other}")
    assert (after.units[CORPS].at, after.units[one].at, after.units[other].at) == (NEXT, LATER, LATER)
    assert CORPS in after.stacks[NEXT]
    assert not after.phase.step.endswith(".recombine"), "nothing is left to join"


def test_22_82_no_unit_has_to_join() -> None:
    state = joining(broken(moving({CORPS: HEX})))
    after = told(state, "central", "end_phase")
    assert len(halves(after)) == 2
    assert after.phase.step == "central.attacks"


def test_22_83_hunger_is_inherited_and_the_hungrier_counts() -> None:
    state = broken(put(moving({CORPS: HEX}), {CORPS: HEX}, unsupplied=1))
    one, other = halves(state)
    assert [state.units[u].unsupplied for u in (one, other)] == [1, 1]
    state = joining(put(state, {one: HEX}, unsupplied=2))
    assert told(state, "central", "recombine", pair=f"{one}+{other}").units[CORPS].unsupplied == 2


def test_22_84_demoralised_units_do_neither() -> None:
    state = put(moving({CORPS: HEX}), {CORPS: HEX}, shaken=1)
    assert refused(state, "central", "break_down", unit=CORPS) == ("demoralised", "22.84")
    state = broken(moving({CORPS: HEX}))
    one, _ = halves(state)
    assert not pairs(put(state, {one: HEX}, shaken=1), "central")


def test_22_8_a_lost_division_lies_in_the_pool_and_its_twin_may_join_another() -> None:
    """Docs/rulings: figures tell which two belong together."""
    state = broken(moving({CORPS: HEX, "ge-a2": NEXT}))
    one, other = halves(state)
    lost = put(state, {one: POOL})
    assert lost.units[CORPS].at == BROKEN
    assert not pairs(lost, "central")
    assert pairs(put(lost, {one: HEX}), "central") == ((*sorted((one, other)), CORPS),)


def test_22_8_entrenchments_are_kept_and_the_shallower_counts() -> None:
    state = put(moving({CORPS: HEX}, "1916-02", scenario="campaign"), {CORPS: HEX}, trench=2)
    state = broken(state)
    one, other = halves(state)
    assert [state.units[u].trench for u in (one, other)] == [2, 2]
    state = joining(put(state, {one: HEX}, trench=1))
    assert told(state, "central", "recombine", pair=f"{one}+{other}").units[CORPS].trench == 1


def test_22_8_corps_that_august_binds_by_name_stay_together() -> None:
    plan = phase("allied", {"fr-a1": "2950"}, "1914-08-1", options=("breakdown", "plan-17"))
    assert refused(plan, "allied", "break_down", unit="fr-a1") == ("bound-by-name", "22.82")
    garrison = moving({"ge-lw4": "2745"}, "1914-08-1")
    assert refused(garrison, "central", "break_down", unit="ge-lw4")[0] in ("no-breakdown", "bound-by-name")


@pytest.mark.parametrize(("scenario", "seed"), sample_of([("1918", 2), ("1914", 1), ("campaign", 3)], 3))
def test_22_8_matches_at_random_lose_no_half(scenario: str, seed: int) -> None:
    """For each country as many halves are in play as its broken corps are worth; the others wait."""
    rng = random.Random(seed)

    class Dice:
        def randrange(self, stop: int) -> int:
            return rng.randrange(stop)

    state, broken_down = GAME.new_match(scenario, {"breakdown": True}), 0
    for _ in range(400):
        deciders = GAME.deciders(state)
        if not deciders:
            break
        command = GAME.random_command(state, deciders[0], Dice())
        if any(o["kind"] == "break_down" and not o.get("refusal") for o in GAME.legal(state, deciders[0])["offers"]):  # type: ignore[union-attr,index,call-overload]
            units = breakable(state, deciders[0])
            if units and rng.randrange(2):
                command = {"kind": "break_down", "unit": rng.choice(units)}
        answer = GAME.decide(state, deciders[0], command, lambda _, sides: rng.randint(1, sides))
        assert isinstance(answer, Decided), answer
        for event in answer.events:
            state = GAME.evolve(state, event)
            broken_down += event.kind == "broken-down"
        there = sum(is_division(state, u) and now.at != LATER for u, now in state.units.items() if now.at != "out")
        assert there == 2 * len(state.boxes[BROKEN])
    assert broken_down


def test_22_8_the_option_is_offered_everywhere() -> None:
    for scenario in ("1914", "campaign", "1918"):
        assert GAME.new_match(scenario, {"breakdown": True}).option("breakdown")
    with pytest.raises(OptionRefused):
        GAME.new_match("1918", {"breakdown": "on"})


def test_22_8_18_33_the_last_corps_on_the_italian_border_does_not_break_down() -> None:
    """At least one corps keeps watch; its halves are none, and could leave."""
    state = moving({"ah-12": "3636"})
    assert refused(state, "central", "break_down", unit="ah-13") == ("italian-border", "18.33")
    broken(put(state, {"ah-12": ALONE["ah-13"]}), "ah-13")
    broken(follow(state, replace(state, wars={**state.wars, "IT": War("allied", 1)})), "ah-13")


def test_22_82_corps_break_down_in_a_box_and_join_again_there() -> None:
    """§22.82 names no place for the one, and one place for the other (docs/rulings)."""
    places = {"gb-5": "britain", "fr-r7": "4353", **GARRISON}
    state = moving(places, side="allied", turn="1915-06", scenario="campaign")
    assert "gb-5" in breakable(state, "allied")
    after = broken(state, "gb-5")
    divisions = [u for u in after.in_box("britain", "allied") if is_division(after, u)]
    assert len(divisions) == 2
    line: Any = GAME.narrate(state, BrokenDown("gb-5", (divisions[0], divisions[1])), after, "allied")
    assert line["hexes"] == [], "a box is none"
    sailed = told(after, "allied", "move", units=divisions[:1], path=["ship", "2357"])
    assert [sailed.units[u].at for u in divisions] == ["2357", "britain"]
    again = joining(after)
    (pair,) = pairs(again, "allied")
    joined = told(again, "allied", "recombine", pair="+".join(pair[:2]))
    assert joined.units["gb-5"].at == "britain"


def test_22_82_2_67_a_corps_that_must_sail_to_a_box_stays_together_until_it_has() -> None:
    at_home = moving({"gb-t4": "britain"}, side="allied", turn="1915-07", scenario="campaign")
    assert refused(at_home, "allied", "break_down", unit="gb-t4") == ("bound-for-box", "2.67")
    there = moving({"gb-t4": "middle-east"}, side="allied", turn="1915-07", scenario="campaign")
    assert "gb-t4" in breakable(there, "allied")


def test_22_82_11_71_divisions_of_a_corps_that_began_the_phase_in_a_port_invade() -> None:
    state = moving({"fr-a1": "4355", "fr-a2": "4355"}, side="allied", turn="1916-05", scenario="campaign",
                   at_war={"IT": "central"})  # fmt: skip
    state = settled(state)
    after = broken(state, "fr-a1")
    divisions = halves(after, "4355")
    assert {*divisions} <= {*ready_to_invade(after)}
    assert "fr-a2" in ready_to_invade(after)
