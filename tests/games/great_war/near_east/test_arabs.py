"""§6.7, §6.25 to §6.27, §7.13, §15.81, §15.83: the Arab Northern Army, and Lawrence."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.chits_played.arabs import rising_hexes
from rules.great_war.chits_played.lawrence import rides
from rules.great_war.chits_played.settling import why_no_event
from rules.great_war.combat.odds import odds_of_attack
from rules.great_war.facts.arabs import ArabsRaised, HexHeld, LawrenceHunted, LawrenceRaids
from rules.great_war.facts.chits import BACK, GONE, EventLasts
from rules.great_war.game import GAME
from rules.great_war.movement.rails import why_no_train
from rules.great_war.movement.railways import journeys
from rules.great_war.movement.reach import no_dice
from rules.great_war.play import Play
from rules.great_war.position.changes import dead, relocate, with_near_east
from rules.great_war.position.control import controlled_hexes, controller
from rules.great_war.position.secrecy import HIDDEN
from rules.great_war.position.state import LATER, State
from rules.great_war.position.strategic_state import StrategicState
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.national import off_limits_of
from rules.great_war.supply.tracing import IN, supply_of
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.kit import moved, refused, told, told_with
from tests.games.great_war.near_east.events import bought, phase, where
from tests.games.great_war.near_east.events_kit import up_to, with_chit
from tests.games.great_war.near_east.kit import before_set_up, ended, set_up, to_movement

ARMY, RISES = "ab-army", "NE1812"
"""Desert east of the Dead Sea."""
REPUBLIC = {"allied_pool": "armenian-republic"}
HELPERS = ["br-10in", "br-11in", "br-12inbd", "br-16inbd", "br-17inbd"]


def risen(hex_: str = RISES) -> State:
    """The first movement of May 1915, with the Arabs in play."""
    state = with_chit(to_movement(), "arab-northern-army", "allied.play")
    return GAME.evolve(GAME.evolve(state, ArabsRaised(ARMY, hex_)), HexHeld(hex_))


def riding(hands: str = "open") -> State:
    """Lawrence may raid, as the trains of the Central Powers are about to run."""
    return up_to(replace(with_chit(to_movement(), "lawrence", "allied.play"), hands=hands), "raid")


# --- where they rise and go -------------------------------------------------------------------------------------------


def test_6_7_they_rise_in_the_desert_of_palestine() -> None:
    """§6.7: in no other ground, not in the Sinai or in Egypt, and not where Turks are."""
    state = to_movement()
    board = state.printed.board
    found = rising_hexes(state)
    assert len(found) == 105
    assert {board.terrain[board.index[h]] for h in found} == {"desert"}
    assert {board.country[board.index[h]] for h in found} == {"TU"}
    assert RISES not in rising_hexes(relocate(state, ["tu-36"], RISES))


def test_6_7_they_do_not_rise_where_there_is_no_room() -> None:
    """§6.7, §7.23: beside five of the Allies, and not beside six."""
    six = [*HELPERS, "br-30inbd"]
    assert RISES in rising_hexes(relocate(to_movement(), HELPERS, RISES))
    assert RISES not in rising_hexes(relocate(to_movement(), six, RISES))


def test_7_13_the_arabs_hold_the_hex_that_they_stand_in_and_no_other() -> None:
    """§7.13, §15.81: what they leave is again whose it was, as they march and as they fall."""
    state = risen()
    board = state.printed.board
    assert controller(state, RISES) == ALLIED
    assert board.index[RISES] in controlled_hexes(state, ALLIED)
    assert board.index[RISES] not in controlled_hexes(state, CENTRAL)
    gone = moved(state, ALLIED, ARMY, "NE1811 NE1810")
    assert [controller(gone, h) for h in (RISES, "NE1811", "NE1810")] == [CENTRAL, CENTRAL, ALLIED]
    assert "NE1810" in GAME.view(gone, CENTRAL)["control"][ALLIED]
    fallen = dead(gone, [ARMY])
    assert fallen.units[ARMY].at == LATER
    assert controller(fallen, "NE1810") == CENTRAL
    assert fallen.taken == to_movement().taken


def test_7_13_what_others_of_the_allies_enter_stays_theirs() -> None:
    """§7.13: the British come to the Arabs' hex; it is Allied when these have left it."""
    state = relocate(risen(), ["br-10in"], "NE1813")
    entering = Play(state, no_dice)
    entering.enter([RISES], ALLIED, ["br-10in"])
    state = relocate(entering.state, ["br-10in"], RISES)
    gone = moved(state, ALLIED, ARMY, "NE1811")
    assert controller(gone, RISES) == ALLIED
    assert controller(gone, "NE1811") == ALLIED
    assert controller(moved(gone, ALLIED, ARMY, "NE1810"), "NE1811") == CENTRAL


def test_7_13_a_hex_that_was_allied_before_the_arabs_came_stays_so() -> None:
    """§7.13: while they are there and when they have gone; and no march but theirs gives back what they hold."""
    before = risen()
    state = moved(replace(before, taken=before.taken | {"NE1811"}), ALLIED, ARMY, "NE1811")
    assert [controller(state, h) for h in (RISES, "NE1811")] == [CENTRAL, ALLIED]
    assert not state.near_east.arab_hold
    assert controller(moved(state, ALLIED, ARMY, "NE1810"), "NE1811") == ALLIED
    other = relocate(before, ["tu-36"], "NE1728")
    assert (controller(other, RISES), other.near_east.arab_hold) == (ALLIED, RISES)


def test_7_13_beside_british_the_arabs_take_what_they_cross() -> None:
    """§7.13: the stack takes all of its way, and the Arabs hold nothing by themselves then."""
    state = moved(relocate(risen(), ["br-10in"], RISES), ALLIED, f"{ARMY} br-10in", "NE1811 NE1810")
    assert [controller(state, h) for h in (RISES, "NE1811", "NE1810")] == [CENTRAL, ALLIED, ALLIED]
    assert not state.near_east.arab_hold


def test_7_13_they_hold_what_they_advance_into() -> None:
    """§10.71, §7.13: the one hex, and give back the one that they came from."""
    state = relocate(up_to(risen("NE1812"), "first.west.attacks"), HELPERS, "NE1812")
    state = relocate(state, ["tu-36"], "NE1811")
    attackers = [ARMY, *HELPERS]
    state, _ = told_with(state, ALLIED, "attack", Dice([6, 6]), units=attackers, target="NE1811")
    assert state.units["tu-36"].at == "dead"
    state = told(state, ALLIED, "advance", units=[ARMY])
    assert [controller(state, h) for h in ("NE1812", "NE1811")] == [CENTRAL, ALLIED]


def test_15_81_the_arabs_need_no_supply_and_stay_in_the_empire() -> None:
    """§15.81, §11.33, §17.21: anywhere in Palestine, and not beyond it."""
    state = risen("NE1406")
    assert supply_of(state, ARMY) == IN
    board = state.printed.board
    open_ = {i for front in board.by_front.values() for i in front} - off_limits_of(state, [ARMY])
    assert {(board.front[i], board.country[i]) for i in open_ if board.land[i]} == {("egypt", "TU")}


def test_6_7_the_allies_say_where_as_soon_as_it_is_drawn() -> None:
    """§6.7, §6.12: it must be played, whoever draws it, and is answered before anything else is drawn."""
    for buyer in (ALLIED, CENTRAL):
        start = phase(allied_pool="arab-northern-army", central_pool="kemal")
        state, _ = bought(start, buyer, 1)
        if buyer == CENTRAL:
            state = told(state, CENTRAL, "buy_event", Dice([1]), nation="TU")
        assert state.phase.key == ("settle-own" if buyer == ALLIED else "settle-other")
        assert GAME.deciders(state) == (ALLIED,)
        assert refused(state, ALLIED, "armenian_republic", hex="NC3238").code == "not-drawn"
        assert refused(state, ALLIED, "raise_arabs", hex="NE2616").code == "not-desert"
        after = told(state, ALLIED, "raise_arabs", hex=RISES)
        assert (after.units[ARMY].at, where(after, "arab-northern-army")) == (RISES, "allied.play")
        assert controller(after, RISES) == ALLIED
        assert after.near_east.arab_hold == RISES
        assert after.phase.key not in ("settle-own", "settle-other")


def test_6_26_the_atrocity_is_drawn() -> None:
    """§6.26: it works this turn if the army is there, and goes back if not."""
    start = phase(central_pool="turkish-atrocity")
    state, _ = bought(start, CENTRAL, 1)
    assert where(state, "turkish-atrocity") == "central.pool"
    there = GAME.evolve(start, ArabsRaised(ARMY, RISES))
    state, _ = bought(there, CENTRAL, 1)
    assert where(state, "turkish-atrocity") == ""
    assert state.chit_state.lasting["turkish-atrocity"] == state.turn


def test_15_83_another_army_rises_in_the_next_replacement_phase() -> None:
    """§15.83, §6.7: at no cost, untried, where the Allies say; the step passes by itself while none has fallen."""
    fallen = dead(risen(), [ARMY])
    state = up_to(fallen, "arabs")
    assert GAME.deciders(state) == (ALLIED,)
    no = refused(state, ALLIED, "raise_arabs", hex="NE4211")
    assert (no.code, no.section) == ("not-desert", "6.7")
    assert refused(state, CENTRAL, "raise_arabs", hex="NE1810").code == "not-your-turn"
    after, events = told_with(state, ALLIED, "raise_arabs", Dice((1, 1)), hex="NE1811")
    assert after.units[ARMY].at == "NE1811"
    assert not after.near_east.arabs_due
    assert after.points == state.points
    assert "chit-settled" not in [e.kind for e in events]
    assert GAME.view(after, CENTRAL)["stacks"]["NE1811"][0]["attack"] is None
    line = GAME.narrate(state, events[0], after, CENTRAL)
    assert line is not None
    assert line["section"] == "6.7"
    assert refused(up_to(to_movement(), "replacement"), ALLIED, "raise_arabs", hex="NE1811").code


# --- Lawrence ---------------------------------------------------------------------------------------------------------


def test_6_25_lawrence_is_laid_down_like_other_lasting_events() -> None:
    """§6.25: at any time; from then on he rides."""
    held = with_chit(to_movement(), "lawrence", "allied.hand")
    laid = told(held, ALLIED, "play_event", event="lawrence")
    assert laid.chits["allied.play"]["lawrence"] == 1
    assert up_to(laid, "raid").phase.key == "raid"
    assert up_to(held, "central.rail").phase.key == "central.rail"


def test_6_25_his_raid_shuts_a_town_to_trains() -> None:
    """§6.25: out of it, into it and through it, this turn alone; a city is none of his."""
    state = riding()
    assert GAME.deciders(state) == (ALLIED,)
    for other in ("NE2416", "NE3311", "NE1811"):
        # A city, a town of the Sinai, and no town.
        no = refused(state, ALLIED, "raid", hex=other)
        assert (no.code, no.section) == ("no-town", "6.25")
    state = relocate(relocate(state, ["tu-36"], "NE2617"), ["tu-37"], "NE2419")
    before = up_to(state, "central.rail")
    after, events = told_with(state, ALLIED, "raid", hex="NE2617")
    assert events[0] == LawrenceRaids("NE2617")
    assert after.phase.key == "central.rail"
    assert why_no_train(before, "tu-36") is None
    raided = why_no_train(after, "tu-36")
    assert raided is not None
    assert raided.code == "raided"
    assert refused(after, CENTRAL, "rail", units=["tu-37"], to="NE2617").code == "raided"
    town = state.printed.board.index["NE2617"]
    assert town in journeys(before, ("tu-37",)).cost
    assert town not in journeys(after, ("tu-37",)).cost
    assert not up_to(after, "first-movement").near_east.raided


def test_6_25_no_unit_comes_out_of_arabia_into_a_raided_town() -> None:
    """§6.25, §9.16: that is movement by rail as well."""
    state = riding()
    free = told(state, ALLIED, "end_phase")
    assert told(free, CENTRAL, "out_of_arabia", units=["tu-21"], to="NE1921").units["tu-21"].at == "NE1921"
    raided = told(state, ALLIED, "raid", hex="NE1921")
    assert refused(raided, CENTRAL, "out_of_arabia", units=["tu-21"], to="NE1921").section == "6.25"
    assert told(raided, CENTRAL, "out_of_arabia", units=["tu-21"], to="NE1728").units["tu-21"].at == "NE1728"


@pytest.mark.parametrize(
    ("order", "hex_", "label"),
    [
        ("raid", "NE1921", "Deraa (N1921)"),
        ("raise_arabs", RISES, "N1812"),
        ("armenian_republic", "NC3842", "Erivan (N3842)"),
    ],
)
def test_6_25_hexes_are_offered_by_name(order: str, hex_: str, label: str) -> None:
    """§3.11: as the map has them."""
    state = {
        "raid": riding,
        "raise_arabs": lambda: up_to(dead(risen(), [ARMY]), "arabs"),
        "armenian_republic": lambda: bought(phase(fields={"strategic_state": red()}, **REPUBLIC), ALLIED, 1)[0],
    }[order]()
    found: Any = GAME.consult(state, ALLIED, {"kind": "slot", "order": order, "slot": "hex", "chosen": {}})
    assert found["options"]["labels"][hex_] == label


def red() -> StrategicState:
    """The tracks of May 1915 as if the Bolsheviks had come to power."""
    return replace(to_movement().strategic_state, czar="D", bolsheviks="D")


def test_6_25_he_raids_once_between_two_strategic_turns() -> None:
    """§6.25: May brings a raid, and strategic turn E lets him ride again; June has none after May's."""
    state = told(riding(), ALLIED, "raid", hex="NE2617")
    turns = []
    for _ in range(90):
        if state.phase.key == "raid":
            turns.append(state.turn)
            break
        state = ended(state)
    assert turns == [12]


def test_6_25_once_the_arabs_have_risen_he_raids_no_more() -> None:
    """§6.25: be the army on the map or not; he rides with it, and adds one to its die."""
    state = with_chit(risen(), "lawrence", "allied.play")
    assert rides(with_chit(to_movement(), "lawrence", "allied.play"))
    assert not rides(state)
    assert not rides(dead(state, [ARMY]))
    assert up_to(state, "central.rail").phase.key == "central.rail"
    assert up_to(dead(state, [ARMY]), "central.rail").phase.key == "central.rail"
    facing = relocate(state, ["tu-36"], "NE1811")
    drms = odds_of_attack(facing, ALLIED, [ARMY], "NE1811", ["tu-36"], {}).drms
    assert ("Lawrence of Arabia", "6.25", 1) in drms
    alone = odds_of_attack(relocate(risen(), ["tu-36"], "NE1811"), ALLIED, [ARMY], "NE1811", ["tu-36"], {}).drms
    assert alone == ()
    in_defence = odds_of_attack(facing, CENTRAL, ["tu-36"], RISES, [ARMY], {}).drms
    assert "Lawrence of Arabia" not in {name for name, _, _ in in_defence}


def test_20_2_he_does_not_raid_a_neutral_empire() -> None:
    """§20.2 No. 8, §6.25: before Turkey is at war."""
    assert not rides(with_near_east(with_chit(to_movement(), "lawrence", "allied.play"), neutral=True))


@pytest.mark.parametrize(("die", "gone"), [(4, False), (5, True)])
def test_6_27_his_capture_cancels_the_raid(die: int, gone: bool) -> None:
    """§6.27: and on a five or six he never comes back; the event leaves the game either way."""
    state = told(with_chit(riding(), "lawrence-captured", "central.hand"), ALLIED, "raid", hex="NE2617")
    assert (state.phase.key, GAME.deciders(state)) == ("capture", (CENTRAL,))
    after, events = told_with(state, CENTRAL, "capture", Dice([die]))
    assert events[0] == LawrenceHunted("lawrence-captured", "lawrence", gone, state.draws, die)
    assert isinstance(events[0], GAME.final)
    assert not after.near_east.raided
    assert after.near_east.lawrence == "spent"
    assert ("lawrence" in after.chits["allied.play"]) != gone
    assert "lawrence-captured" not in after.chits["central.hand"]
    kept = told(state, CENTRAL, "end_phase")
    assert kept.near_east.raided == "NE2617"
    assert kept.chits["central.hand"]["lawrence-captured"] == 1


def test_6_27_where_hands_are_hidden_the_question_tells_nothing() -> None:
    """§6.27, §6.17: who holds any event is asked, and may not play what is not held."""
    other = told(with_chit(riding(HIDDEN), "von-der-goltz", "central.hand"), ALLIED, "raid", hex="NE2617")
    holds = told(with_chit(riding(HIDDEN), "lawrence-captured", "central.hand"), ALLIED, "raid", hex="NE2617")
    assert GAME.deciders(other) == GAME.deciders(holds) == (CENTRAL,)
    assert GAME.view(other, ALLIED) == GAME.view(holds, ALLIED)
    assert GAME.legal(other, ALLIED) == GAME.legal(holds, ALLIED)
    no = refused(other, CENTRAL, "capture")
    assert (no.code, no.section) == ("nothing-held", "6.27")
    openly = told(with_chit(riding(), "von-der-goltz", "central.hand"), ALLIED, "raid", hex="NE2617")
    assert openly.phase.key == "central.rail"


def test_6_26_the_atrocity_rouses_the_arabs_for_a_turn() -> None:
    """§6.26: one more on the die of their attacks; while they are not in play the event goes back to the pool."""
    state = GAME.evolve(relocate(risen(), ["tu-36"], "NE1811"), EventLasts("turkish-atrocity", 10))
    assert odds_of_attack(state, ALLIED, [ARMY], "NE1811", ["tu-36"], {}).drms == (("Turkish Atrocity", "6.26", 1),)
    later = replace(state, turn=11)
    assert odds_of_attack(later, ALLIED, [ARMY], "NE1811", ["tu-36"], {}).drms == ()
    chit = state.printed.chits.events["turkish-atrocity"]
    assert why_no_event(state, chit) == ""
    assert why_no_event(dead(state, [ARMY]), chit) == BACK
    assert why_no_event(to_movement(), chit) == BACK


def test_6_27_the_capture_comes_too_late_once_the_arabs_have_risen() -> None:
    """§6.27: a No Event that leaves the game."""
    chit = before_set_up().printed.chits.events["lawrence-captured"]
    assert why_no_event(to_movement(), chit) == ""
    assert why_no_event(risen(), chit) == GONE
    assert why_no_event(dead(risen(), [ARMY]), chit) == GONE


def test_14_53_arabs_that_enter_trenches_destroy_them() -> None:
    """§14.53, §6.36: though they hold no hex on their way; the Gaza line is never dug once they have been in it."""
    state = with_near_east(risen(), trenches=frozenset({"NE1811", "NE1710"}))
    state = moved(state, ALLIED, ARMY, "NE1811 NE1810")
    assert state.near_east.trenches == {"NE1710"}
    assert controller(state, "NE1811") == CENTRAL
    entering = Play(risen(), no_dice)
    entering.enter(["NE2712"], ALLIED, [ARMY])
    assert entering.state.near_east.gaza == "spoiled"


@pytest.mark.parametrize("viewer", [ALLIED, CENTRAL, "spectator"])
def test_6_25_everyone_sees_where_arabs_and_lawrence_are(viewer: str) -> None:
    """§6.25, §6.7, §6.38: the chit lies on the map or on the track."""

    def seen(state: State) -> Any:
        found: Any = GAME.view(state, viewer)["near_east"]
        return found["arabs"], found["lawrence"], found["landing"]

    assert seen(to_movement()) == ({"hex": None, "due": False}, None, "open")
    ready = riding()
    assert seen(ready)[1] == {"does": "ready", "hex": None}
    raided = told(ready, ALLIED, "raid", hex="NE2617")
    assert seen(raided)[1] == {"does": "spent", "hex": "NE2617"}
    beside = with_chit(risen(), "lawrence", "allied.play")
    assert seen(beside)[:2] == ({"hex": RISES, "due": False}, {"does": "arabs", "hex": None})
    assert seen(dead(beside, [ARMY]))[0] == {"hex": None, "due": True}
    fallen = replace(to_movement(), strategic_state=replace(to_movement().strategic_state, czar="D"))
    assert seen(fallen)[2] is None
    assert seen(with_near_east(to_movement(), landed=10))[2] == "made"


HAIFA, BESIDE_HAIFA = "NE2624", "NE2623"


def test_7_13_a_port_to_which_the_british_sail_stays_theirs() -> None:
    """§7.13, §9.51: the Arabs come to Haifa alone and hold it; the British who land there enter it, and it is still
    Allied when the Arabs have marched on."""
    state = relocate(set_up("near-east-1918"), ["ge-601bn", "tu-cav-3"], "NE1728")
    state = up_to(relocate(state, [ARMY], BESIDE_HAIFA), "second-movement")
    state = up_to(moved(state, ALLIED, ARMY, HAIFA), "allied.rail")
    assert state.near_east.arab_hold == HAIFA
    state, events = told_with(state, ALLIED, "sail", units=["br-2alhbd"], to=HAIFA)
    assert [e.kind for e in events] == ["transported", "hex-secured"]
    gone = moved(up_to(up_to(state, "first-movement"), "second-movement"), ALLIED, ARMY, BESIDE_HAIFA)
    assert gone.stacks[HAIFA] == ("br-2alhbd",)
    assert controller(gone, HAIFA) == ALLIED
