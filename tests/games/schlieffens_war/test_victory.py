"""§4.0 How to win."""

from __future__ import annotations

import pytest

from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import Steady, board, denied, field, loaded, offer, order, position

WEST = """
10  G. G. F. F. F* FP F. F.
11  Gc G. F. F. F* FP F. F.
12  G. G. F. F. F. F. F. F.
"""
"""Paris in 1006 and 1106, its perimeter in 1005 and 1105 too, a German city in 1101."""


def ending(turn: int, stacks: dict[str, str] | None = None, **changes: object) -> State:
    """What follows when the Entente ends its movement this turn, and nobody has anything to attack."""
    state = position("entente.movement", stacks or {}, turn=turn, **changes)  # type: ignore[arg-type]
    return order(state, ENTENTE, "end_phase", Steady(6))


def finish(state: State, seat: str) -> State:
    """Ends the phases of a seat one after the other, as long as it is the one to decide."""
    while GAME.deciders(state) == (seat,):
        state = order(state, seat, "end_phase", Steady(6))
    return state


def result(state: State) -> tuple[str | None, str] | None:
    """(winner, section) of a match that is over."""
    ended = GAME.outcome(state)
    return (ended.winner, ended.section) if ended else None


def verdict(state: State) -> str:
    """Why a match that is over has ended."""
    ended = GAME.outcome(state)
    assert ended is not None
    return ended.reason


# --- §4.1 Paris endangered ----------------------------------------------------------------------------------------


def test_a_german_in_the_perimeter_endangers_paris(lay: Lay) -> None:
    """§4.1: Paris is endangered in the moment when a German unit enters a hex of its perimeter, and remains so."""
    lay(field(WEST))
    state = position("german.movement", {"1003": "ge-ii"})
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1004"], forced=False)
    assert not state.paris_endangered
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1005"], forced=False)
    assert state.paris_endangered
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1004"], forced=False)
    assert state.paris_endangered


def test_passing_through_the_perimeter_is_enough(lay: Lay) -> None:
    """§4.1: a hex entered on the way counts like the last one."""
    lay(field(WEST))
    state = position("german.movement", {"1204": "ge-c1"})
    state = order(state, GERMAN, "move", units=["ge-c1"], path=["1105", "1204", "1203"], forced=False)
    assert state.paris_endangered


def test_zones_of_control_and_frenchmen_do_not_endanger_paris(lay: Lay) -> None:
    """§4.1: it takes a German unit inside the perimeter; standing next to it is not enough."""
    lay(field(WEST))
    state = position("german.movement", {"1003": "ge-ii"})
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1004"], forced=False)
    assert not state.paris_endangered
    state = position("entente.movement", {"1004": "fr-1"})
    state = order(state, ENTENTE, "move", units=["fr-1"], path=["1005"], forced=False)
    assert not state.paris_endangered


def test_advance_and_probe_endanger_paris_too(lay: Lay) -> None:
    """§4.1: entering is entering, in the Combat Phase as well."""
    lay(field(WEST))
    state = position("german.combat", {"1004": "ge-gd ge-ii ge-iii", "1005": "fr-grd1"}, reduced=["fr-grd1"])
    state = order(state, GERMAN, "attack", units=["ge-gd", "ge-ii", "ge-iii"], target="1005")
    assert not state.paris_endangered
    assert order(state, GERMAN, "advance", Steady(6), units=["ge-ii"]).paris_endangered
    state = position("german.combat", {"1004": "ge-ii", "1006": "fr-1"})
    assert order(state, GERMAN, "probe", Steady(6), units=["ge-ii"], hex="1005").paris_endangered


def test_thirteen_points_without_paris_endangered_are_a_draw(lay: Lay) -> None:
    """§4.1: whatever the points, the Germans do not win unless they have endangered Paris (ruling: it is a draw)."""
    lay(field(WEST))
    assert result(ending(10, vp=13)) == (None, "4.1")
    assert result(ending(10, vp=25)) == (None, "4.1")
    assert result(ending(10, vp=13, paris_endangered=True)) == (GERMAN, "4.7")


# --- §4.2, §4.3 Sudden death --------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [1, 5, 9])
def test_german_paris_ends_the_game(lay: Lay, turn: int) -> None:
    """§4.2: one hex of Paris in German hands at the end of a turn before the last wins, whoever stands there."""
    lay(field(WEST))
    assert result(ending(turn, taken=frozenset({"1106"}))) == (GERMAN, "4.2")


def test_paris_is_not_won_before_the_turn_ends(lay: Lay) -> None:
    """§4.2: the Entente has its own player turn to take the hex back."""
    lay(field(WEST))
    state = position("german.movement", {"1005": "ge-ii", "1008": "fr-1"}, paris_endangered=True)
    state = finish(order(state, GERMAN, "move", units=["ge-ii"], path=["1006"], forced=False), GERMAN)
    assert state.active == ENTENTE
    assert result(state) is None
    assert result(finish(state, ENTENTE)) == (GERMAN, "4.2")


def test_paris_retaken_in_time_is_not_lost(lay: Lay) -> None:
    """§4.2: what counts is who controls the hex when the turn ends."""
    lay(field(WEST))
    state = position("entente.movement", {"1008": "fr-1"}, taken=frozenset({"1006"}), paris_endangered=True)
    state = order(state, ENTENTE, "move", units=["fr-1"], path=["1007", "1006"], forced=False)
    state = order(state, ENTENTE, "end_phase", Steady(6))
    assert result(state) is None
    assert state.turn == 3


def test_supply_does_not_matter_to_sudden_death(lay: Lay) -> None:
    """§4.2: a German unit out of supply holds Paris as well as any other."""
    lay(field(WEST))
    state = ending(4, {"1106": "ge-ii"}, taken=frozenset({"1106"}), out=["ge-ii"])
    assert result(state) == (GERMAN, "4.2")


def test_a_german_city_lost_ends_the_game(lay: Lay) -> None:
    """§4.3: one city of Germany in Entente hands at the end of a turn before the last, and the Entente has won."""
    lay(field(WEST))
    assert result(ending(3, taken=frozenset({"1101"}))) == (ENTENTE, "4.3")
    assert result(ending(3, taken=frozenset({"1102"}))) is None
    assert result(ending(3, {"1101": "fr-1"}, taken=frozenset({"1101"}), out=["fr-1"])) == (ENTENTE, "4.3")


def test_a_german_city_excuses_plan_xvii(lay: Lay) -> None:
    """§4.3: who holds a German city at the end of turn 7 wins without his seven attacks."""
    lay(field(WEST))
    assert result(ending(7, taken=frozenset({"1101"}), plan_xvii=0)) == (ENTENTE, "4.3")


def test_no_sudden_death_on_the_last_turn(lay: Lay) -> None:
    """§4.2, §4.3: both speak of turns before the tenth; at its end only points count (ruling)."""
    lay(field(WEST))
    assert result(ending(10, taken=frozenset({"1106"}), vp=0, paris_endangered=True)) == (ENTENTE, "4.7")
    assert result(ending(10, taken=frozenset({"1101"}), vp=14, paris_endangered=True)) == (GERMAN, "4.7")


def test_both_sudden_deaths_at_once(lay: Lay) -> None:
    """§4.2: when Paris and a German city are lost at the end of one turn, the Germans have won (ruling)."""
    lay(field(WEST))
    assert result(ending(5, taken=frozenset({"1106", "1101"}))) == (GERMAN, "4.2")


def test_a_match_that_is_over_takes_no_orders(lay: Lay) -> None:
    """§4.2: play stops at once."""
    lay(field(WEST))
    state = ending(4, {"1006": "ge-ii"}, taken=frozenset({"1006"}))
    assert GAME.deciders(state) == ()
    for seat in (GERMAN, ENTENTE):
        denied(state, seat, "over", "4.2", "end_phase")
        assert GAME.legal(state, seat)["offers"] == []


# --- §4.4 Plan XVII -----------------------------------------------------------------------------------------------

FRONTIER = """
10  G. G. F. F. F.
11  G. G. F. B. F.
12  G. G. F. F. F.
"""


@pytest.mark.parametrize(
    ("turn", "made", "over"), [(6, 0, False), (7, 6, True), (7, 7, False), (7, 9, False), (8, 6, False)]
)
def test_seven_attacks_by_the_end_of_turn_7(lay: Lay, turn: int, made: int, over: bool) -> None:
    """§4.4: with fewer than seven attacks at the end of turn 7 the Germans have won; no other turn asks."""
    lay(field(WEST))
    assert result(ending(turn, plan_xvii=made)) == ((GERMAN, "4.4") if over else None)


def test_plan_xvii_does_not_need_paris_endangered(lay: Lay) -> None:
    """§4.4: the defeat stands by itself, as a penalty (ruling on §4.1)."""
    lay(field(WEST))
    assert result(ending(7, plan_xvii=6, paris_endangered=False)) == (GERMAN, "4.4")


def after_attack(stacks: dict[str, str], units: list[str], target: str, **changes: object) -> int:
    state = position("entente.combat", stacks, **changes)  # type: ignore[arg-type]
    return order(state, ENTENTE, "attack", Steady(1), units=units, target=target).plan_xvii


def test_a_french_attack_into_germany_counts(lay: Lay) -> None:
    """§4.4: an attack of French units alone on a hex in Germany is one of the seven, whatever comes of it."""
    lay(field(FRONTIER))
    assert after_attack({"1003": "fr-1", "1002": "ge-ii"}, ["fr-1"], "1002", plan_xvii=2) == 3


def test_an_attack_from_several_hexes_is_one(lay: Lay) -> None:
    """§4.4: attacks are counted, not hexes or units."""
    lay(field(FRONTIER))
    place = {"1003": "fr-1 fr-hq-5", "1103": "fr-2 fr-10", "1002": "ge-ii"}
    assert after_attack(place, ["fr-1", "fr-2", "fr-10"], "1002") == 1


def test_an_attack_that_needs_no_die_counts(lay: Lay) -> None:
    """§4.4: odds off the table are still an attack."""
    lay(field(FRONTIER))
    assert after_attack({"1003": "fr-grd1", "1002": "ge-gd ge-ii"}, ["fr-grd1"], "1002") == 1


def test_an_attack_by_frenchmen_inside_germany_counts(lay: Lay) -> None:
    """§4.4: it is the attacked hex that must lie in Germany, wherever the attack comes from."""
    lay(field(FRONTIER))
    assert after_attack({"1002": "fr-1", "1001": "ge-ii"}, ["fr-1"], "1001", taken=frozenset({"1002"})) == 1


def test_attacks_outside_germany_do_not_count(lay: Lay) -> None:
    """§4.4: not even when Germans stand there."""
    lay(field(FRONTIER))
    assert after_attack({"1004": "fr-1", "1003": "ge-ii"}, ["fr-1"], "1003") == 0
    assert after_attack({"1105": "fr-1", "1104": "ge-ii"}, ["fr-1"], "1104") == 0


def test_the_allies_of_france_spoil_the_count(lay: Lay) -> None:
    """§4.4: attacks by British or Belgian units, or with them, do not count."""
    lay(field(FRONTIER))
    assert after_attack({"1003": "br-i", "1002": "ge-ii"}, ["br-i"], "1002", turn=4) == 0
    place = {"1003": "br-i br-hq", "1103": "fr-1 fr-hq-5", "1002": "ge-ii"}
    assert after_attack(place, ["br-i", "fr-1"], "1002", turn=4) == 0


def test_probes_do_not_count(lay: Lay) -> None:
    """§4.4: nor does a probing attack into Germany."""
    lay(field(FRONTIER))
    state = position("entente.combat", {"1003": "fr-1", "1001": "ge-ii"})
    assert order(state, ENTENTE, "probe", Steady(6), units=["fr-1"], hex="1002").plan_xvii == 0


# --- §4.5 The eastern front ---------------------------------------------------------------------------------------


def test_refusing_the_eastern_front_loses(lay: Lay) -> None:
    """§4.5: a German player who will not give up two corps on turn 7 has lost."""
    lay(field(FRONTIER))
    state = position("german.regroup", {"1001": "ge-ii ge-iii"}, turn=7)
    state = order(state, GERMAN, "refuse_withdrawal")
    assert result(state) == (ENTENTE, "4.5")


def test_the_phase_of_turn_7_does_not_end_without_the_corps(lay: Lay) -> None:
    """§4.5: nobody forfeits by a slip: the phase ends by sending the corps or by refusing."""
    lay(field(FRONTIER))
    state = position("german.regroup", {"1001": "ge-ii ge-iii"}, turn=7)
    denied(state, GERMAN, "withdraw-first", "9.4", "end_phase")
    sent = order(state, GERMAN, "withdraw", units=["ge-ii", "ge-iii"])
    assert (sent.phase.key, result(sent)) == ("german.movement", None)


def test_a_german_who_cannot_send_two_corps_loses(lay: Lay) -> None:
    """§4.5: with too few fit corps nothing is left but the forfeit."""
    lay(field(FRONTIER))
    state = position("german.regroup", {"1001": "ge-ii ge-iiir"}, turn=7)
    assert offer(state, GERMAN, "withdraw") is None
    denied(state, GERMAN, "unfit", "9.4", "withdraw", units=["ge-ii", "ge-iiir"])
    denied(state, GERMAN, "withdraw-first", "9.4", "end_phase")
    assert result(order(state, GERMAN, "refuse_withdrawal")) == (ENTENTE, "4.5")


def test_nobody_forfeits_on_another_turn(lay: Lay) -> None:
    """§4.5: the demand is for turn 7 alone, and for the Germans."""
    lay(field(FRONTIER))
    state = position("german.regroup", {"1001": "ge-ii ge-iii"}, turn=6, fatigued=["ge-ii"])
    denied(state, GERMAN, "nothing-due", "9.4", "refuse_withdrawal")
    state = position("entente.regroup", {"1005": "fr-1"}, turn=7, boxes={"fr-hq-6": "turn-7"})
    denied(state, ENTENTE, "nothing-due", "9.4", "refuse_withdrawal")


# --- §4.6 Points --------------------------------------------------------------------------------------------------

CITIES = """
10  G. G. Fc B. Bh F. L. FP
11  Gc G. F. Bc B. F. Lc F.
12  G. G. F. F. F. F. F. F.
"""


def march(state: State, unit: str, *path: str) -> State:
    seat = state.active or ""
    return order(state, seat, "move", units=[unit], path=[*path], forced=False)


def test_each_city_taken_is_a_point(lay: Lay) -> None:
    """§4.6: a point for every city of France or Belgium that the Germans enter, also in passing."""
    lay(field(CITIES))
    state = position("german.movement", {"1002": "ge-c1"})
    state = march(state, "ge-c1", "1003", "1104")
    assert state.vp == 2
    assert march(state, "ge-c1", "1004", "1005").vp == 3


def test_a_point_is_lost_with_the_city(lay: Lay) -> None:
    """§4.6: a city recaptured by the Entente takes its point along, and so each time."""
    lay(field(CITIES))
    state = position("entente.movement", {"1203": "fr-1"}, vp=4, taken=frozenset({"1003"}))
    state = march(state, "fr-1", "1103", "1003")
    assert (state.vp, state.controller("1003")) == (3, ENTENTE)
    state = march(position("german.movement", {"1002": "ge-ii"}, vp=3), "ge-ii", "1003")
    assert state.vp == 4


def test_a_city_held_already_is_no_new_point(lay: Lay) -> None:
    """§4.6: walking through a city that you hold changes nothing."""
    lay(field(CITIES))
    state = position("german.movement", {"1002": "ge-ii"}, vp=1, taken=frozenset({"1003"}))
    assert march(state, "ge-ii", "1003").vp == 1


def test_paris_luxembourg_and_german_cities_have_no_points(lay: Lay) -> None:
    """§4.6: points are for cities of Belgium and France; Paris is left out (§4.7), Luxembourg is a town (ruling)."""
    lay(field(CITIES))
    assert board().victory_cities == {"1003", "1005", "1104"}
    state = march(position("german.movement", {"1006": "ge-c1"}), "ge-c1", "1107", "1007", "1008")
    assert (state.vp, state.controller("1107"), state.controller("1008")) == (0, GERMAN, GERMAN)
    state = march(position("entente.movement", {"1002": "fr-1"}), "fr-1", "1102", "1101")
    assert (state.vp, state.controller("1101")) == (0, ENTENTE)


def test_advancing_into_a_city_takes_its_point(lay: Lay) -> None:
    """§4.6: a city is captured in the Combat Phase as well."""
    lay(field(CITIES))
    state = position("german.combat", {"1002": "ge-gd ge-ii ge-iii ge-hq-1", "1003": "fr-grd1"}, reduced=["fr-grd1"])
    state = order(state, GERMAN, "attack", loaded(6), units=["ge-gd", "ge-ii", "ge-iii", "ge-hq-1"], target="1003")
    assert state.vp == 0
    assert order(state, GERMAN, "advance", Steady(6), units=["ge-ii"]).vp == 1


def test_the_printed_map_has_25_cities_to_take() -> None:
    """§4.7: Belgium and France have 25 cities beside Paris."""
    assert len(board().victory_cities) == 25
    assert len(board().paris) >= 1
    assert board().paris <= board().perimeter


# --- §4.7 The last turn -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "winner"),
    [(-1, ENTENTE), (0, ENTENTE), (10, ENTENTE), (11, None), (12, None), (13, GERMAN), (25, GERMAN)],
)
def test_the_points_decide_after_turn_10(lay: Lay, points: int, winner: str | None) -> None:
    """§4.7: ten points or fewer lose for the Germans, eleven and twelve are a draw, thirteen win."""
    lay(field(WEST))
    assert result(ending(10, vp=points, paris_endangered=True)) == (winner, "4.7")


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (0, "The Germans hold no cities; with ten or fewer they lose."),
        (1, "The Germans hold one city; with ten or fewer they lose."),
        (9, "The Germans hold 9 cities; with ten or fewer they lose."),
        (11, "The Germans hold 11 cities: a draw."),
    ],
)
def test_the_verdict_counts_in_english(lay: Lay, points: int, words: str) -> None:
    """§4.7: one city is one city."""
    lay(field(WEST))
    assert verdict(ending(10, vp=points, paris_endangered=True)) == words


@pytest.mark.parametrize(("made", "words"), [(0, "none"), (1, "only 1"), (6, "only 6")])
def test_the_verdict_on_plan_xvii_counts_in_english(lay: Lay, made: int, words: str) -> None:
    """§4.4: no attack at all is none of the seven."""
    lay(field(WEST))
    text = verdict(ending(7, plan_xvii=made))
    assert text == f"France made {words} of the seven attacks that Plan XVII demands."


def test_the_points_do_not_decide_earlier(lay: Lay) -> None:
    """§4.7: thirteen cities on turn 9 win nothing yet."""
    lay(field(WEST))
    state = ending(9, vp=20, paris_endangered=True)
    assert result(state) is None
    assert state.turn == 10


def test_the_view_shows_how_the_match_stands(lay: Lay) -> None:
    """§4.7: both players and spectators see points, attacks, Paris and what they are measured by."""
    lay(field(WEST))
    state = position("german.movement", {"1003": "ge-ii"}, vp=6, plan_xvii=5, paris_endangered=True)
    for viewer in (GERMAN, ENTENTE, "spectator"):
        assert GAME.view(state, viewer)["tracks"] == {
            "vp": 6, "vp_to_win": 13, "vp_to_draw": 11, "plan_xvii": 5, "plan_xvii_needed": 7, "paris_endangered": True,
        }  # fmt: skip
    won = GAME.view(ending(4, taken=frozenset({"1006"})), "spectator")["outcome"]
    assert won == {"winner": GERMAN, "reason": "German troops hold Paris.", "section": "4.2"}
