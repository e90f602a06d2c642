"""§17.21 The Russian expedition to Persia, §17.4 Hamadan, §11.33 what supplies it there."""

from __future__ import annotations

from functools import cache

import pytest

from rules.great_war.combat.declaring import why_not_attack
from rules.great_war.facts.expedition import ExpeditionHome, ExpeditionSent
from rules.great_war.game import GAME
from rules.great_war.movement.expedition import able_to_go, expedition, who_returns
from rules.great_war.new_units.orders import ways_in
from rules.great_war.position.changes import dead
from rules.great_war.position.state import AVAILABLE, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ALLIED_RAIL, RETURN, SECOND_MOVEMENT
from rules.great_war.restrictions.national import off_limits_of
from rules.great_war.supply.starving import starved_units
from rules.great_war.supply.tracing import FORTRESS, IN, UNSUPPLIED, supply_of
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import before_set_up as in_europe
from tests.games.great_war.kit import refused, told, told_with
from tests.games.great_war.near_east.kit import placed, set_up, to_movement, until

HAMADAN, TABRIZ = "NI2436", "NC3045"
JANUARY_1916 = 17
THREE = ["ru-4tks", "ru-5tks", "ru-cav-1cau"]


@cache
def to_trains() -> State:
    """The Allied part of the first Strategic Movement Phase."""
    return until(to_movement(), ALLIED_RAIL)


def in_1916(turn: int = JANUARY_1916) -> State:
    """The same in another year."""
    return replace(to_trains(), turn=turn)


def sent(*units: str) -> State:
    """The expedition in Hamadan, by an order of January 1916."""
    return told(in_1916(), ALLIED, "send_expedition", units=[*(units or THREE)])


def in_persia(stacks: dict[str, str], *units: str) -> State:
    """The end of that turn, with units elsewhere."""
    state = placed(sent(*units), stacks)
    for side in (ALLIED, CENTRAL):
        state = told(state, side, "end_phase")
    return state


# --- out --------------------------------------------------------------------------------------------------------------


def test_17_21_up_to_three_go_to_hamadan() -> None:
    """§17.21: by one order, at once; everyone sees it, and the log names them as far as a viewer may know them."""
    state = in_1916()
    after, facts = told_with(state, ALLIED, "send_expedition", units=THREE)
    assert facts[0] == ExpeditionSent(tuple(THREE), HAMADAN)
    assert {after.units[u].at for u in THREE} == {HAMADAN}
    assert expedition(after) == tuple(after.stacks[HAMADAN])
    assert GAME.load_state(GAME.dump_state(after)) == after
    for viewer in (ALLIED, CENTRAL, "spectator"):
        assert GAME.view(after, viewer)["near_east"]["expedition"] == "out"
        line = GAME.narrate(state, facts[0], after, viewer)
        assert line is not None
        assert (line["section"], line["hexes"]) == ("17.21", [HAMADAN])
        assert ("other" in line["text"]) == (viewer != ALLIED)


@pytest.mark.parametrize(
    ("units", "code"),
    [
        ([*THREE, "ru-66"], "wrong-number"), ([], None), (["ru-2caubd"], "bound"), (["ru-arm-1"], "bound"),
        (["ru-pc"], "bound"), (["br-10in"], "bound"), (["tu-1"], None), (["ru-hq-cau"], None), ("ru-66", None),
        (["ru-66", "ru-66"], None),
    ],
)  # fmt: skip
def test_17_21_who_may_not_go(units: object, code: str | None) -> None:
    """§17.21, §3.26: no more than three, nobody marked C, no people but Russians, nobody of another front."""
    state = in_1916()
    refusal = refused(state, ALLIED, "send_expedition", units=units)
    assert code in (None, refusal.code)
    assert "ru-66" in able_to_go(state)


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (lambda: in_1916(JANUARY_1916 - 1), "too-early"),
        (lambda: replace(in_1916(30), strategic_state=replace(in_1916().strategic_state, czar="L")), "czar-fallen"),
        (lambda: replace(in_1916(), taken=in_1916().taken | {TABRIZ}), "no-tabriz"),
        (lambda: sent(), "sent-before"),
        (lambda: dead(sent(), THREE), "sent-before"),
        (lambda: dead(in_1916(), able_to_go(in_1916())), "nobody"),
    ],
)
def test_17_21_when_it_may_be_sent(state: object, code: str) -> None:
    """§17.21: once, from January 1916 until the Fall of the Czar, with Tabriz in Allied hands."""
    assert callable(state)
    assert refused(state(), ALLIED, "send_expedition", units=["ru-66"]).code == code
    assert "send_expedition" not in {offer["kind"] for offer in GAME.legal(state(), ALLIED)["offers"]}
    assert "send_expedition" in {offer["kind"] for offer in GAME.legal(in_1916(), ALLIED)["offers"]}


def test_17_21_the_other_side_sends_nobody() -> None:
    """§17.21, §4.2: nor do the Allies in another step; in Europe the order is refused."""
    assert refused(in_1916(), CENTRAL, "send_expedition", units=["ru-66"])
    early = replace(to_movement(), turn=JANUARY_1916)
    assert refused(early, ALLIED, "send_expedition", units=["ru-66"])
    assert refused(in_europe(), ALLIED, "send_expedition", units=["ru-1"])


# --- there ------------------------------------------------------------------------------------------------------------


def test_11_33_hamadan_supplies_it_and_nobody_else() -> None:
    """§11.33: as a source of its own, once it is there; British units have nothing of it."""
    state = sent()
    assert all(supply_of(state, unit) == IN for unit in THREE)
    assert supply_of(placed(state, {"NI2437": "ru-4tks"}), "ru-4tks") == IN
    british = placed(state, {"NI2437": "br-16inbd", "NI2252": "tu-27", "NI2552": "tu-38"})
    assert supply_of(british, "br-16inbd") == UNSUPPLIED
    assert starved_units(british, ALLIED) == starved_units(GAME.load_state(GAME.dump_state(british)), ALLIED)


def test_11_71_hamadan_is_lost_for_good() -> None:
    """§11.71: once the Central Powers have been in it, it is no source any more, but a town."""
    state = placed(sent(), {"NI2437": " ".join(THREE)})
    lost = placed(state, {HAMADAN: "tu-27"})
    assert HAMADAN in lost.spoiled
    assert supply_of(lost, "ru-4tks") == UNSUPPLIED
    back = placed(placed(lost, {"NI2137": "tu-27"}), {HAMADAN: "ru-4tks"})
    assert supply_of(back, "ru-4tks") == UNSUPPLIED


def test_17_4_no_unit_enters_hamadan_before() -> None:
    """§17.4: by move or otherwise; afterwards both sides may, whatever becomes of the expedition."""
    state = set_up()
    here = state.printed.board.index[HAMADAN]
    for unit in ("tu-1", "br-10in", "br-spr", "tu-gndm"):
        assert here in off_limits_of(state, [unit])
        for later in (sent(), dead(sent(), THREE)):
            assert here not in off_limits_of(later, [unit])
    near = placed(to_movement(), {"NI2336": "tu-27"})
    assert refused(near, CENTRAL, "move", units=["tu-27"], path=[HAMADAN]).section == "17.4"


def test_17_21_only_the_expedition_operates_in_iraq() -> None:
    """§17.21: it marches and attacks there; other Russians, and those rebuilt, do not come."""
    state = sent()
    iraq = state.printed.board.by_front["iraq"]
    assert not off_limits_of(state, ["ru-4tks"]) & iraq
    assert iraq <= off_limits_of(state, ["ru-66"])
    assert iraq <= off_limits_of(dead(state, ["ru-4tks"]), ["ru-4tks"])
    beside = placed(state, {"NI2437": "tu-27"})
    assert why_not_attack(beside, "ru-4tks", "NI2437") is None
    moving = until(replace(state, cursor=to_movement().cursor), SECOND_MOVEMENT)
    assert told(moving, ALLIED, "move", units=["ru-4tks"], path=["NI2335"]).units["ru-4tks"].at == "NI2335"


# --- home -------------------------------------------------------------------------------------------------------------


def test_17_21_it_comes_home_whole() -> None:
    """§17.21: at the end of a turn, to the box; it comes in again in the Caucasus, and no Russian goes to Iraq."""
    state = in_persia({"NI2437": "ru-4tks"})
    assert state.phase.key == RETURN
    assert GAME.deciders(state) == (ALLIED,)
    assert refused(state, CENTRAL, "bring_home")
    after, facts = told_with(state, ALLIED, "bring_home")
    (home,) = (fact for fact in facts if isinstance(fact, ExpeditionHome))
    assert {*home.units} == {*THREE}
    assert {after.units[u].at for u in THREE} == {AVAILABLE}
    assert GAME.view(after, CENTRAL)["near_east"]["expedition"] == "home"
    line = GAME.narrate(state, home, after, CENTRAL)
    assert line is not None
    assert line["section"] == "17.21"
    board = after.printed.board
    assert {board.front[board.index[h]] for h in ways_in(after, ("ru-4tks",))} == {"caucasus"}
    assert board.by_front["iraq"] <= off_limits_of(after, ["ru-4tks"])
    assert refused(replace(after, cursor=in_1916().cursor), ALLIED, "send_expedition", units=["ru-66"]).code == (
        "sent-before"
    )


def test_17_21_it_may_stay() -> None:
    """§17.21: the question comes back on the next turn."""
    state = told(in_persia({}), ALLIED, "end_phase")
    assert state.near_east.expedition == "out"
    assert state.phase.key != RETURN
    assert GAME.deciders(until(state, RETURN)) == (ALLIED,)


def test_17_21_all_or_nobody() -> None:
    """§17.21 (docs/rulings): while any of them is out of supply, or only on Fortress Supply, nobody is asked."""
    shut = in_persia({"NI1845": "ru-4tks", "NI1744": "tu-27"})
    assert {supply_of(shut, unit) for unit in THREE} == {IN, FORTRESS}
    assert shut.phase.key != RETURN
    assert in_persia({"NI1845": "ru-4tks"}).phase.key == RETURN


def test_17_21_fallen_units_are_not_waited_for() -> None:
    """§17.21: all that survive go; without any there is nothing to ask, and nobody follows them."""
    state = dead(sent(), ["ru-5tks"])
    for side in (ALLIED, CENTRAL):
        state = told(state, side, "end_phase")
    after, facts = told_with(state, ALLIED, "bring_home")
    (home,) = (fact for fact in facts if isinstance(fact, ExpeditionHome))
    assert {*home.units} == {"ru-4tks", "ru-cav-1cau"}
    assert after.units["ru-5tks"].at != AVAILABLE
    gone = dead(sent(), THREE)
    for side in (ALLIED, CENTRAL):
        gone = told(gone, side, "end_phase")
    assert gone.phase.key != RETURN


def test_5_46_after_the_treaty_it_stays() -> None:
    """§5.46 (docs/rulings): Russian units move no more, not even home."""
    state = in_persia({})
    assert who_returns(state, state.phase)
    assert not who_returns(replace(state, strategic_state=replace(state.strategic_state, treaty="M")), state.phase)
