"""§1.1, §13.1, §20.1, §3.62, decisions/0042, 0051, 0052: two commanders a side, a fight in each theatre at once."""

from __future__ import annotations

import dataclasses
import random
from functools import cache
from typing import Any

import pytest

from rules.empires_alliances.combat.declaring import open_targets
from rules.empires_alliances.facts.politics import DEPLOYMENT
from rules.empires_alliances.facts.setup import Placed
from rules.empires_alliances.game import GAME as ALONE
from rules.empires_alliances.position.forces import members_of
from rules.empires_alliances.position.frames import NationFrame
from rules.empires_alliances.position.state import Points, State
from rules.empires_alliances.position.theatres import EAST, ITALY, NORTH, SOUTH, WEST, region_of
from rules.empires_alliances.printed.board import SET_UP as WAITING
from rules.empires_alliances.teams import GAME, POLICY, divide
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Decided, Refusal
from rules.kernel.teams.state import TeamState
from tests.games.empires_alliances.fields import FRENCH, GERMANS, A, T, field, phase, stood
from tests.games.empires_alliances.moving import phase as phase_of
from tests.games.empires_alliances.shores import CONSTANTINOPLE, invaded, ready
from tests.games.empires_alliances.table import DIE, deployed, passed_to, put
from tests.games.empires_alliances.test_arrivals import september
from tests.games.empires_alliances.test_breakdown import CORPS, broken, halves, joining, moving

CW, CE, AW, AE = "central-west", "central-east", "allied-west", "allied-east"
LAYOUT = "1914-west-and-east"
R, BESIDE_R = "3124", "3123"
"""Open ground in Russia."""
RUSSIANS, AUSTRIANS = ("ru-12", "ru-13"), ("ah-2", "ah-3", "ah-4")
ON_THE_LINE, EAST_OF_IT, WEST_OF_IT = "2329", "2328", "2229"
"""German hexes beside each other: the weather line goes between the second and the others."""
BOTH = {**stood(GERMANS, A), **stood(FRENCH[:1], T), **stood(AUSTRIANS, BESIDE_R), **stood(RUSSIANS[:1], R)}


def shared(inner: State, layout: str = LAYOUT) -> Any:
    """A position with two commanders a side."""
    return TeamState(layout, divide(inner, GAME.layouts[layout]), edition=GAME.edition)


@cache
def both_fight() -> Any:
    """Two attacks that can be made in August 1914, one in France and one in Russia."""
    return shared(field(BOTH))


def give(state: Any, seat: str, kind: str, dice: tuple[int, ...] = (), **arguments: object) -> Any:
    """The position after a command, stored and loaded. AssertionError when it is refused."""
    faces = iter(dice)
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, lambda _, __: next(faces, DIE))
    assert isinstance(answer, Decided), answer
    for event in answer.events:
        state = GAME.evolve(state, GAME.load_event(GAME.dump_event(event)))
    assert GAME.dump_state(state) == GAME.dump_state(answer.states[-1])
    return GAME.load_state(GAME.dump_state(state))


def denied(state: Any, seat: str, kind: str, **arguments: object) -> tuple[str, str]:
    """Code and section of the refusal of a command. AssertionError when it is taken."""
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, lambda _, __: DIE)
    assert isinstance(answer, Refusal), "it was taken"
    return answer.code, answer.section


def offered(state: Any, seat: str, lane: str = "") -> list[str]:
    """The orders that stand before a seat in a lane."""
    offers: Any = GAME.legal_in(state, seat, lane)["offers"]
    return [offer["kind"] for offer in offers if offer["refusal"] is None]


def in_the_west(state: Any) -> Any:
    """The position after the attack in France was declared."""
    return give(state, CW, "attack", hex=T, units=[*GERMANS])


def in_the_east(state: Any) -> Any:
    """The position after the attack in Russia was declared."""
    return give(state, CE, "attack", hex=R, units=[*AUSTRIANS])


# --- who commands what ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hex_", "region"), [(T, WEST), (R, EAST), (EAST_OF_IT, EAST), (WEST_OF_IT, WEST), ("3732", ITALY), ("3731", EAST)]
)
def test_20_1_the_weather_line_divides_the_map_and_italy_has_a_part_of_its_own(hex_: str, region: str) -> None:
    assert region_of(phase("central.attacks"), hex_) == region


def test_everything_obeys_someone() -> None:
    """What no theatre has is the commander in chief's."""
    state = both_fight()
    units = state.inner.units
    for unit in units:
        side, command = POLICY.command_of(state.inner, unit) or ("", "")
        if side:
            chief = {"central": CW, "allied": AW}[side]
            where = units[unit].at
            expected = chief if where in state.inner.off_map else f"{side}-{_theatre(state.inner, where)}"
            assert GAME.commander(state, unit) == expected, (unit, command)
    assert GAME.commander(state, "ge-a1") == CW
    assert GAME.commander(state, "ah-2") == CE
    assert GAME.commander(state, "central.staff") == CW
    assert POLICY.command_of(state.inner, T) is None


def _theatre(state: State, hex_: str) -> str:
    return "east" if region_of(state, hex_) == EAST else "west"


def test_italy_may_be_the_easts() -> None:
    inner = replace(put(phase("central.attacks"), {"ah-2": "3732", "ge-a1": T}), scenario="campaign")
    for layout, commander in (("campaign-west-and-east", CW), ("campaign-italy-in-the-east", CE)):
        state = shared(inner, layout)
        assert GAME.commander(state, "ah-2") == commander
        assert GAME.commander(state, "ge-a1") == CW
        opening = GAME.new_match(layout, {})
        assert opening.inner.theatres == state.inner.theatres


def test_3_62_in_1918_the_french_sector_is_another_commanders() -> None:
    state = GAME.new_match("1918-north-and-south", {})
    rows = state.inner.board.row
    index = state.inner.board.index
    assert region_of(state.inner, next(h for h in state.inner.board.lattice.ids if rows[index(h)] == 24)) == NORTH
    assert region_of(state.inner, next(h for h in state.inner.board.lattice.ids if rows[index(h)] == 25)) == SOUTH
    assert (GAME.deciders(state)[0]).startswith("allied")


def test_a_march_hands_a_unit_over() -> None:
    """A corps that crosses the weather line obeys the commander there."""
    state = shared(field({"ge-a1": WEST_OF_IT, "ge-a2": EAST_OF_IT, "fr-32": T, "ru-12": R}, "central.move"))
    over = [EAST_OF_IT]
    assert denied(state, CE, "move", units=["ge-a1"], path=over)[0] == "not-your-command"
    state = give(state, CW, "move", units=["ge-a1"], path=over)
    assert GAME.commander(state, "ge-a1") == CE


def test_a_handed_over_unit_obeys_its_new_commander() -> None:
    state = shared(field({"ge-a1": WEST_OF_IT, "ge-a2": EAST_OF_IT, "fr-32": T, "ru-12": R}, "central.move"))
    state = give(state, CW, "lend", units=["ge-a1"], to=CE)
    give(state, CE, "move", units=["ge-a1"], path=[EAST_OF_IT])
    assert denied(state, CW, "move", units=["ge-a1"], path=[])[0] == "not-your-turn", "he has nobody left to move"


# --- the set-up (decisions/0063) --------------------------------------------------------------------------------------


def opening(edition: int = GAME.edition) -> Any:
    """August 1914 before anyone has set up."""
    return dataclasses.replace(GAME.new_match(LAYOUT, {}), edition=edition)


def test_1_4_each_commander_sets_up_the_armies_of_their_ground_and_ends_that() -> None:
    """In one press too; the other's are shown below their own, pale, with the reason."""
    state = opening()
    assert GAME.deciders(state) == (AW, AE)
    legal: Any = GAME.legal(state, AE)
    groups = next(o for o in legal["offers"] if o["kind"] == "place")["groups"]
    assert [g["title"] for g in groups if g["seat"] == AE][:2] == ["Russian 1st Army", "Russian 2nd Army"]
    assert [g["seat"] for g in groups] == sorted((g["seat"] for g in groups), key=lambda seat: seat != AE)
    theirs = next(g for g in groups if g["seat"] == AW)
    assert theirs["whose"] == "Commanded by Allies in the west."
    assert {legal["why_not"][unit]["code"] for unit in theirs["units"]} == {"not-your-command"}
    assert {*theirs["waiting"]} <= {*theirs["units"]}
    french, russian = theirs["units"][0], groups[0]["units"][0]
    place = {"place": "3028", "unit": french}
    assert denied(state, AE, "place", **place)[0] == "not-your-command"
    assert denied(state, AE, "end_set_up")[0] == "still-to-place"

    state = give(state, AE, "set_up_all")
    where = state.inner.units
    assert all(where[u].at != WAITING for g in groups if g["seat"] == AE for u in g["units"])
    assert all(where[u].at == WAITING for g in groups if g["seat"] == AW for u in g["units"])
    assert denied(state, AE, "set_up_all")[0] == "all-placed"
    assert "set_up_all" not in offered(state, AE)
    assert denied(state, AW, "take_back", unit=russian)[0] == "not-your-command"
    state = give(state, AE, "end_set_up")
    assert GAME.deciders(state) == (AW,)
    assert denied(state, AW, "end_set_up")[0] == "still-to-place"
    state = give(give(state, AW, "set_up_all"), AW, "end_set_up")
    assert GAME.deciders(state) == (CW, CE), "the side is ready when both are"


def test_3_44_what_a_whole_set_up_must_hold_is_for_the_staff_to_see_to() -> None:
    """Once all units stand, whoever has the staff cannot end a set-up without a Belgian division in 2152; the other
    commander is done with their own."""
    state: Any = GAME.new_match("1918-north-and-south", {})
    chief, other = (s for s in GAME.deciders(state) if s.startswith("allied"))
    for seat in (chief, other):
        state = give(state, seat, "set_up_all")
    inner = state.inner
    for unit in members_of(inner, inner.card.groups["be-yser"]):
        inner = Placed(unit, "2153").apply(inner)
    state = dataclasses.replace(state, inner=inner)
    assert denied(state, chief, "end_set_up") == ("too-few-there", "3.44")
    state = give(state, other, "end_set_up")
    assert GAME.deciders(state) == (chief,)


def test_1_4_armies_are_handed_over_before_they_are_set_up() -> None:
    """By army: whoever has them then places them."""
    state = opening()
    lend: Any = next(o for o in GAME.legal(state, AE)["offers"] if o["kind"] == "lend")  # type: ignore[index, call-overload, union-attr]
    army = next(g for g in lend["groups"] if g["title"] == "Serbian 1st Army")["units"]
    assert denied(state, AW, "lend", units=["de-none"], to=AE)[0] == "not-your-command"
    state = give(state, AE, "lend", units=army, to=AW)
    state = give(state, AW, "set_up_all")
    assert all(state.inner.units[unit].at != WAITING for unit in army)


@pytest.mark.parametrize("edition", [0, 1])
def test_a_match_that_began_before_goes_on_as_it_began(edition: int) -> None:
    """Everyone sets up for everyone, and the chief ends it."""
    state = opening(edition)
    state = give(state, AE, "set_up_all")
    assert not any(
        now.at == WAITING for unit, now in state.inner.units.items() if state.inner.side_of(unit) == "allied"
    )
    assert denied(state, AE, "end_set_up")[0] == "not-your-command"
    assert "appoint" not in offered(state, AW)
    state = give(state, AW, "end_set_up")
    assert state.inner.phase.step == "central.set-up"


def test_2_63_duties_of_the_staff_go_from_hand_to_hand() -> None:
    """The chief may take them back, and whoever holds one may give it on."""
    state = opening()
    assert denied(state, AE, "appoint", office="countries", to=AE)[0] == "not-your-command"
    assert denied(state, AW, "appoint", office="chits", to=AE)[0] == "not-your-command"
    state = give(state, AW, "appoint", office="countries", to=AE)
    deployment = replace(state.inner, cursor=(*state.inner.cursor, NationFrame(DEPLOYMENT, "SE")))
    joined = dataclasses.replace(state, inner=deployment)
    assert GAME.deciders(joined) == (AE,)
    assert "set_up_all" in {o["kind"] for o in GAME.legal(joined, AE)["offers"]}  # type: ignore[index, call-overload, union-attr]
    assert denied(joined, AW, "set_up_all")[0] == "not-your-command"
    assert GAME.deciders(give(joined, AW, "appoint", office="countries", to=AW)) == (AW,)


# --- two fights at once (decisions/0051) ------------------------------------------------------------------------------


def test_13_1_both_commanders_fight_at_once() -> None:
    state = both_fight()
    assert GAME.deciders(state) == (CW, CE)
    state = in_the_east(in_the_west(state))
    assert {*state.inner.lanes} == {T, R}
    for one, other, hex_, asked in ((CW, CE, T, "demoralise"), (CE, CW, R, "lose")):
        assert hex_ in GAME.lanes(state, one)
        assert hex_ not in GAME.lanes(state, other)
        assert [kind for kind in offered(state, one, hex_) if kind != "appoint"] == [asked]
    assert denied(state, CW, "lose", units=["ah-2"], lane=R)[0] == "not-your-command"
    before = state.inner.lanes[T]
    state = give(state, CE, "lose", units=["ah-2", "ah-3"], lane=R)
    assert (R in state.inner.lanes, state.inner.lanes[T]) == (False, before), "the other fight waits for its answer"
    state = give(state, CW, "demoralise", units=["ge-a1"], lane=T)
    assert offered(state, CW, T) == ["retreat", "appoint"], "the chief may hand duties over at any time"


def test_13_1_an_answer_for_a_lane_that_is_not_open_is_refused() -> None:
    state = in_the_west(both_fight())
    assert denied(state, CE, "together", lane=R)[0] == "no-lane"
    assert denied(state, CE, "together", lane="zz")[0] == "no-lane"
    assert denied(state, CE, "together", lane=7)[0] == "malformed"


def test_13_63_one_fight_at_a_time_in_a_theatre() -> None:
    """Who could attack nothing else meanwhile is not asked by the phase."""
    state = shared(field({**BOTH, "ge-a4": "2552", "fr-33": "2453"}))
    assert {T, "2453", R} <= {*open_targets(state.inner, "central")}
    state = in_the_west(state)
    assert {*open_targets(state.inner, "central")} & {T, "2453", R} == {R}
    assert denied(state, CW, "attack", hex="2453", units=["ge-a4"], lane="")[0] == "not-your-turn"
    assert GAME.lanes(state, CW) == (T,)
    assert "" in GAME.lanes(state, CE)


def test_13_84_no_fight_so_near_another_that_a_retreat_could_touch_it() -> None:
    """The hexes lie in two theatres, and five hexes apart at most."""
    near = {**stood(GERMANS, WEST_OF_IT), "fr-32": ON_THE_LINE, "ge-a4": "2526", "fr-33": "2427"}
    state = shared(field(near))
    assert (region_of(state.inner, ON_THE_LINE), region_of(state.inner, "2427")) == (WEST, EAST)
    assert {*open_targets(state.inner, "central")} == {ON_THE_LINE, "2427"}
    state = give(state, CW, "attack", hex=ON_THE_LINE, units=[*GERMANS])
    assert denied(state, CE, "attack", hex="2427", units=["ge-a4"], lane="")[0] == "not-your-turn"
    assert GAME.lanes(state, CE) == ()
    why = GAME.decide(state, CE, {"kind": "end_phase", "lane": ""}, lambda _, __: DIE)
    assert isinstance(why, Refusal)
    assert why.text == "A fight that is still open comes first."


def test_7_24_each_ends_the_fighting_separately() -> None:
    state = in_the_west(both_fight())
    state = give(state, CE, "end_phase", lane="")
    assert GAME.lanes(state, CE) == ()
    assert GAME.view(state, "central")["team"]["ended"] == [CE]  # type: ignore[index, call-overload]
    rng = random.Random(1)
    while T in state.inner.lanes:
        seat = next(s for s in GAME.deciders(state) if T in GAME.lanes(state, s))
        state = give(state, seat, **GAME.random_in(state, seat, T, rng))  # type: ignore[arg-type]
    assert state.inner.phase.step != "central.attacks", "nobody else had anything to attack"


def test_13_85_what_an_ally_must_still_do_keeps_the_chief_from_ending_the_step_for_all() -> None:
    """Decisions/0059: it is offered with the reason, and open when the duty is done."""
    places = {"ge-a1": A, "ah-2": BESIDE_R, "ru-12": R}
    state = shared(put(field(places, "central.move"), {"ah-2": BESIDE_R}, shaken=1))
    state = give(state, CW, "end_phase")
    (offer,) = (o for o in GAME.legal_in(state, CW, "")["offers"] if o["kind"] == "end_for_all")
    assert (offer["refusal"]["code"], offer["refusal"]["section"]) == ("must-leave", "13.85")
    assert denied(state, CW, "end_for_all") == ("must-leave", "13.85")
    away = next(h for h in ALONE.consult(state.inner, "central", {"kind": "slot", "order": "move", "slot": "path",
                "chosen": {"units": ["ah-2"]}})["options"]["ways"].values())  # fmt: skip
    assert "end_for_all" in offered(give(state, CE, "move", units=["ah-2"], path=away), CW)


def test_a_single_commander_has_one_fight_after_the_other() -> None:
    """§13.6: in a match with a seat a side nothing of this holds."""
    state = field(BOTH)
    answer = ALONE.decide(state, "central", {"kind": "attack", "hex": T, "units": [*GERMANS]}, lambda _, __: DIE)
    assert isinstance(answer, Decided)
    after = answer.states[-1]
    assert ALONE.lanes(after, "central") == (T,)
    assert not after.theatres


# --- attacks over the line --------------------------------------------------------------------------------------------


def joint() -> Any:
    """Units of both commanders beside an enemy on the weather line."""
    return shared(field({"ge-a1": WEST_OF_IT, "ge-a2": EAST_OF_IT, "fr-32": ON_THE_LINE, "ru-12": R}))


def test_13_61_an_attack_of_both_commanders_is_proposed_and_joined() -> None:
    state = joint()
    units = ["ge-a2", "ge-a1"]
    state = give(state, CE, "attack", hex=ON_THE_LINE, units=units)
    assert not state.inner.lanes, "it waits for the other"
    assert [*state.proposals] == [CE]
    state = give(state, CW, "join", **{"with": CE}, yes="yes")
    assert [*state.inner.lanes] == [ON_THE_LINE]
    assert ON_THE_LINE in GAME.lanes(state, CE), "led by whoever commands the first unit"
    assert ON_THE_LINE not in GAME.lanes(state, CW)
    assert offered(state, CE, ON_THE_LINE) == ["lose"]


def test_13_61_a_joint_attack_can_be_declined() -> None:
    state = give(joint(), CE, "attack", hex=ON_THE_LINE, units=["ge-a2", "ge-a1"])
    state = give(state, CW, "join", **{"with": CE}, yes="no")
    assert not state.proposals
    assert not state.inner.lanes


# --- the staff --------------------------------------------------------------------------------------------------------


def test_18_11_the_commander_in_chief_alone_declares_war() -> None:
    """The Netherlands lie in the west; on the Central side the chief has the west."""
    laid = put(passed_to(deployed("campaign"), "central.arrivals"), {"ge-a1": T, "ge-a2": R})
    state = shared(laid, "campaign-west-and-east")
    assert "declare_war" in offered(state, CW)
    assert "declare_war" not in offered(state, CE)
    assert denied(state, CE, "declare_war", nation="NL")[0] == "not-your-command"


def test_15_22_a_fort_is_given_up_by_the_commander_of_its_hex() -> None:
    """Metz lies in the west, Königsberg in the east."""
    state = shared(deployed())
    for fort, own, other in (("2850", CW, CE), ("2227", CE, CW)):
        assert denied(state, other, "remove_fort", hex=fort)[0] == "not-your-command"
        assert f"ge-fort-{fort}" not in give(state, own, "remove_fort", hex=fort).inner.forts


def test_22_82_divisions_are_joined_by_their_commander() -> None:
    """A pair in each theatre, so that both commanders are asked."""
    inner = joining(broken(broken(moving({CORPS: T, "ah-lw2": R})), "ah-lw2"))
    west, east = halves(inner, T), halves(inner, R)
    state = shared(inner)
    assert {*GAME.deciders(state)} == {CW, CE}
    assert denied(state, CE, "recombine", pair="+".join(west))[0] == "not-your-command"
    assert denied(state, CW, "recombine", pair="+".join(east))[0] == "not-your-command"
    assert give(state, CW, "recombine", pair="+".join(west)).inner.units[CORPS].at == T


def test_2_68_the_commander_in_chief_cancels_an_invasion_wherever_it_lands() -> None:
    """Constantinople lies in the east."""
    sailing = invaded(ready(), CONSTANTINOPLE, ["fr-a1"], [5])
    assert region_of(sailing, CONSTANTINOPLE) == EAST
    state = shared(sailing, "campaign-west-and-east")
    assert GAME.deciders(state) == (AW,)
    assert denied(state, AE, "cancel_invasion")[0] == "not-your-command"


def quota(state: Any, what: str) -> dict[str, Any]:
    """What the Central commanders read of a capacity."""
    view: Any = GAME.view(state, "central")["team"]
    return next(q for q in view["quotas"] if q["id"] == what)


def test_9_51_trains_kept_for_the_west_do_not_run_in_the_east() -> None:
    state = shared(phase_of("central", {"ge-a1": "2227", "ge-a2": "2640"}))
    assert (GAME.commander(state, "ge-a1"), GAME.commander(state, "ge-a2")) == (CE, CW)
    most = quota(state, "rail.GE")["most"]
    state = give(state, CW, "quota", what="rail.GE", to=CW, amount=most - 1)
    assert quota(state, "rail.GE")["seats"][CE]["may"] == 1, "half a corps"
    assert denied(state, CE, "move", units=["ge-a1"], path=["train", "2429"]) == ("kept", "9.51")
    state = give(state, CW, "move", units=["ge-a2"], path=["train", "2547"])
    assert quota(state, "rail.GE")["seats"][CW]["used"] == 2
    state = give(state, CW, "quota", what="rail.GE", to=CW, amount=0)
    give(state, CE, "move", units=["ge-a1"], path=["train", "2429"])


def test_17_24_points_kept_for_the_west_rebuild_no_unit_for_the_east() -> None:
    laid = put(september(), {"ge-a3": "pool", "ge-a4": "pool"})
    state = shared(replace(laid, purses={**laid.purses, "GE": Points(infantry=12)}))
    berlin = laid.printed.places.cities["Berlin"].hex
    assert "rebuild" in offered(state, CE)
    state = give(state, CW, "quota", what="points.GE.infantry", to=CW, amount=12)
    assert denied(state, CE, "rebuild", unit="ge-a3", place=berlin) == ("kept", "17.24")
    state = give(state, CW, "rebuild", unit="ge-a3", place=berlin)
    assert quota(state, "points.GE.infantry")["seats"][CW] == {"given": 12, "used": 6, "may": 6}
    state = give(state, CW, "quota", what="points.GE.infantry", to=CW, amount=0)
    asked: Any = {"kind": "slot", "order": "rebuild", "slot": "place", "chosen": {"unit": "ge-a4"}}
    places: Any = GAME.consult(state, CE, asked)
    give(state, CE, "rebuild", unit="ge-a4", place=places["options"]["of"][0])


# --- a whole month ----------------------------------------------------------------------------------------------------


def test_a_month_by_four_commanders() -> None:
    """Every command at random is legal, through set-up and August, with units handed over and shares given out."""
    state, rng = GAME.new_match(LAYOUT, {}), random.Random(1914)
    kinds, at_once = set[str](), 0
    for _ in range(4000):
        if state.inner.phase.step == "central.attacks":
            break
        deciders = GAME.deciders(state)
        seat = deciders[rng.randrange(len(deciders))]
        lane = rng.choice(GAME.lanes(state, seat) or ("",))
        command = GAME.random_in(state, seat, lane, rng)
        answer = GAME.decide(state, seat, command, lambda _, sides: 1 + rng.randrange(sides))
        assert isinstance(answer, Decided), (seat, command, answer)
        state = answer.states[-1]
        at_once = max(at_once, len(state.inner.lanes))
        kinds.add(str(command["kind"]))
    assert GAME.load_state(GAME.dump_state(state)) == state
