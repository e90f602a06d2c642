"""Two commanders a side: rules of the book that speak of one player, where each of two has units of his own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.kernel.messages import Refusal
from rules.kernel.teams.state import TeamState
from rules.schlieffens_war.position.state import REMOVED, TURN_3, TURN_7, State
from rules.schlieffens_war.teams import GAME
from tests.games.schlieffens_war.arena import EAST, PLAIN, SOUTH_EAST, TARGET, WEST, before_battle
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import Dice, field, loaded, plain, position

RIGHT, LEFT, FRENCH, NORTH = "german-right", "german-left", "entente-east", "entente-north"
GERMANY = plain(range(10, 15), "G. G. G. G. F. F.")
FRANCE = plain(range(10, 15), "F. " * 10)
HOME_RAIL = [("1201", "1202", "1203")]
WEST_RAIL = [("1210", "1209", "1208", "1207", "1206")]


def table(inner: State) -> TeamState[State]:
    """The position in a match of two commanders a side that begins today."""
    return TeamState("campaign-teams", inner, edition=GAME.edition)


def give(state: Any, seat: str, kind: str, dice: Dice | None = None, **arguments: object) -> Any:
    """The position after a command. AssertionError when it is refused."""
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, dice or loaded())
    assert not isinstance(answer, Refusal), answer.text
    return answer.states[-1]


def denied(state: Any, seat: str, kind: str, **arguments: object) -> str:
    """The code of the refusal of a command."""
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, loaded())
    assert isinstance(answer, Refusal), "it was taken"
    return answer.code


def test_9_4_the_chief_sends_corps_of_the_other_wing_east(lay: Lay) -> None:
    """§9.4: any two of the side; nobody else sends them, and the phase does not end without them."""
    lay(field(GERMANY, rails=HOME_RAIL))
    state = table(position("german.regroup", {"1202": "ge-ii ge-vi", "1203": "ge-viii ge-v"}, turn=7))
    assert denied(state, LEFT, "withdraw", units=["ge-vi", "ge-viii"]) == "not-your-command"
    assert denied(state, LEFT, "refuse_withdrawal") == "not-your-command"
    assert denied(state, RIGHT, "end_phase") == "withdraw-first"
    waiting = give(state, LEFT, "end_phase")
    assert waiting.inner.phase.key == "german.regroup"
    sent = give(waiting, RIGHT, "withdraw", units=["ge-vi", "ge-viii"])
    assert {sent.inner.units[u].at for u in ("ge-vi", "ge-viii")} == {REMOVED}
    assert give(sent, RIGHT, "end_phase").inner.phase.key == "german.movement"


def test_each_commander_may_look_at_their_next_turn_and_has_orders_of_their_own(lay: Lay) -> None:
    """decisions/0040: the side whose turn it is not; at random a commander gives nothing that is another's."""
    lay(field(GERMANY, rails=HOME_RAIL))
    state = table(position("german.movement", {"1202": "ge-ii ge-vi", "1203": "ge-viii ge-v"}))
    ahead = GAME.next_turn_position(state, NORTH)
    assert ahead is not None
    assert ahead.inner.phase.key.startswith("entente.")
    for seed in range(6):
        drawn = GAME.random_in(state, LEFT, "", Random(seed))
        assert not isinstance(GAME.decide(state, LEFT, drawn, loaded(3)), Refusal)


def test_9_2_the_commander_of_the_north_lands_the_bef(lay: Lay) -> None:
    """§9.2, §6.7: it is of his command."""
    lay(field(FRANCE.replace("10 F.", "10 Fp"), names={"1001": "Dunkirk"}))
    boxes = dict.fromkeys(("br-i", "br-hq"), TURN_3)
    state = table(position("entente.regroup", {"1205": "fr-7"}, turn=3, boxes=boxes))
    assert denied(state, FRENCH, "reinforce", unit="br-i", hex="1001") == "not-your-command"
    assert give(state, NORTH, "reinforce", unit="br-i", hex="1001").inner.units["br-i"].at == "1001"


def test_9_3_only_the_commander_of_the_6th_army_is_kept_until_it_has_come(lay: Lay) -> None:
    """§9.3: the other may end the phase for his part; it goes on until the army has come."""
    lay(field(FRANCE))
    boxes = dict.fromkeys(("fr-na", "fr-hq-6"), TURN_7)
    state = table(position("entente.regroup", {"1205": "fr-1 fr-7"}, turn=7, boxes=boxes))
    assert denied(state, NORTH, "reinforce", unit="fr-na", hex="1010") == "not-your-command"
    state = give(give(state, FRENCH, "reinforce", unit="fr-na", hex="1010"), NORTH, "end_phase")
    assert denied(state, FRENCH, "end_phase") == "sixth-army-first"
    state = give(give(state, FRENCH, "reinforce", unit="fr-hq-6", hex="1210"), FRENCH, "end_phase")
    assert state.inner.phase.key != "entente.regroup"


def test_9_5_each_regroups_his_own_units_of_a_hex(lay: Lay) -> None:
    """§9.5, §6.7: under any HQ of their nation."""
    lay(field(FRANCE, rails=WEST_RAIL))
    state = table(position("entente.regroup", {"1206": "fr-7 fr-1 fr-hq-1"}, turn=4, fatigued=["fr-7", "fr-1"]))
    for seat, units in ((FRENCH, ["fr-1"]), (FRENCH, ["fr-7", "fr-1"]), (NORTH, ["fr-7"])):
        assert denied(state, seat, "remove_fatigue", units=units) == "not-your-command"
    state = give(give(state, NORTH, "remove_fatigue", units=["fr-1"]), FRENCH, "remove_fatigue", units=["fr-7"])
    assert [state.inner.units[u].morale for u in ("fr-7", "fr-1")] == [0, 0]


def test_9_5_the_stages_of_regrouping_are_those_of_the_side(lay: Lay) -> None:
    """§9.5: all units finish one kind of action before any begins another, whoever commands them."""
    lay(field(FRANCE, rails=WEST_RAIL))
    stacks = {"1206": "fr-7 fr-1 fr-hq-1"}
    state = table(position("entente.regroup", stacks, turn=4, fatigued=["fr-7"], reduced=["fr-1"]))
    state = give(state, NORTH, "restore", units=["fr-1"])
    assert denied(state, FRENCH, "remove_fatigue", units=["fr-7"]) == "too-late"


def test_11_1_an_attack_ends_the_time_for_probes_of_both(lay: Lay) -> None:
    """§11.1: probes are declared before any attack of the phase."""
    lay(field(PLAIN.format(target="F.")))
    stacks = {EAST: "ge-ii", "1001": "ge-viii", TARGET: "fr-grd1", "1003": "fr-8"}
    state = table(before_battle(stacks, reduced=["fr-grd1"]))
    give(state, LEFT, "probe", units=["ge-viii"], hex="1002")
    state = give(state, RIGHT, "attack", loaded(6), units=["ge-ii"], target=TARGET)
    state = give(state, RIGHT, "advance", units=[])
    assert denied(state, LEFT, "probe", units=["ge-viii"], hex="1002") == "probes-over"


def probers(state: Any, seat: str) -> list[str]:
    """Who may probe by the offer of a seat; nobody where a probe is not offered."""
    found: Any = GAME.legal(state, seat)["offers"]
    probes = [offer for offer in found if offer["kind"] == "probe"]
    return sorted(probes[0]["choices"]) if probes else []


def test_11_1_an_hq_probes_only_with_a_corps_of_its_own_commander(lay: Lay) -> None:
    """§11.1, §11.7: an HQ needs a corps beside it; one that another commands cannot be ordered along."""
    lay(field(PLAIN.format(target="F.")))
    alone = table(before_battle({EAST: "ge-ii ge-hq-6", WEST: "fr-1"}))
    assert (probers(alone, LEFT), probers(alone, RIGHT)) == ([], ["ge-ii"])
    assert denied(alone, LEFT, "probe", units=["ge-hq-6", "ge-ii"], hex=TARGET) == "not-your-command"
    state = table(before_battle({EAST: "ge-ii ge-hq-6", SOUTH_EAST: "ge-viii ge-hq-1", WEST: "fr-1"}))
    assert probers(state, LEFT) == ["ge-viii"]
    question = {"kind": "slot", "order": "probe", "slot": "units", "chosen": {}}
    answer: Any = GAME.consult(state, LEFT, question)
    assert answer["options"]["of"] == ["ge-viii"]
    mine = table(before_battle({EAST: "ge-viii ge-hq-6", WEST: "fr-1"}))
    assert probers(mine, LEFT) == ["ge-hq-6", "ge-viii"]
    assert give(mine, LEFT, "probe", units=["ge-hq-6", "ge-viii"], hex=TARGET).inner.units["ge-hq-6"].at == TARGET


def test_10_6_an_hq_of_the_other_wing_commands_a_forced_march(lay: Lay) -> None:
    """§10.6, §6.7: any HQ of the nation does."""
    lay(field(FRANCE))
    state = table(position("german.movement", {"1204": "ge-ii ge-hq-6"}))
    path = ["1205", "1206", "1207", "1208", "1209"]
    state = give(state, RIGHT, "move", loaded(3), units=["ge-ii"], path=path, forced=True)
    assert state.inner.units["ge-ii"].at == "1209"


def test_11_2_who_chooses_the_defenders_and_who_answers_for_them(lay: Lay) -> None:
    """§11.2, §11.20: the commander of the top unit chooses; from then on the first defender's is asked."""
    lay(field(PLAIN.format(target="F.")))
    state = table(before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1 fr-7 fr-21"}))
    state = give(state, RIGHT, "attack", units=["ge-ii", "ge-iii"], target=TARGET)
    assert GAME.deciders(state) == (NORTH,)
    assert denied(state, FRENCH, "defend", units=["fr-7", "fr-21"]) == "not-your-command"
    state = give(state, NORTH, "defend", loaded(6), units=["fr-7", "fr-21"])
    assert GAME.deciders(state) == (FRENCH,)


@pytest.mark.parametrize("hq", ["ge-hq-1", "ge-hq-6"])
def test_11_4_units_of_one_command_in_two_hexes_attack_under_an_hq_of_either(lay: Lay, hq: str) -> None:
    """§11.4, §6.7: nobody else has to join in for that, since the HQ itself does not attack."""
    lay(field(PLAIN.format(target="F.")))
    stacks = {EAST: "ge-ii", SOUTH_EAST: "ge-iii", TARGET: "fr-7"}
    attack = {"units": ["ge-ii", "ge-iii"], "target": TARGET}
    assert denied(table(before_battle(stacks)), RIGHT, "attack", **attack) == "out-of-command"
    state = give(table(before_battle({**stacks, "1201": hq})), RIGHT, "attack", loaded(6), **attack)
    assert state.inner.battle is not None
