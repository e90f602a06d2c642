"""§5.4 in the Near East alone: the track by which the Czar falls, and the Bolsheviks after him."""

from __future__ import annotations

import pytest

from rules.great_war.combat.declaring import why_not_attack
from rules.great_war.game import GAME
from rules.great_war.movement.eligibility import AT_PEACE, why_not_move
from rules.great_war.position.changes import russians_fought
from rules.great_war.position.control import barred_hexes, beside_russians
from rules.great_war.position.state import DEAD, LATER, OUT, PhaseFrame, State, UnitState
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.national import over_cap
from rules.great_war.stacking import why_too_many
from rules.great_war.strategic.near_east_victory import controlled_there
from rules.great_war.strategic.revolutions import (
    bolshevik_modifiers,
    cities_taken,
    czar_modifiers,
    enough,
    may_come,
    roll_revolution,
    russian_brigades,
)
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from tests.games.great_war import kit
from tests.games.great_war.near_east.kit import placed, set_up, to_movement
from tests.games.great_war.strategic.kit import played

TIFLIS = "NC4243"


def on(letter: str, **strategic_state: object) -> State:
    """The set-up while a strategic turn is taken."""
    state = set_up()
    return replace(state, strategic_state=replace(state.strategic_state, turn=letter, **strategic_state))


@pytest.mark.parametrize(("letter", "least"), [("E", None), ("I", None), ("J", 6), ("L", 3), ("N", 1)])
def test_5_43_the_czar_falls_by_the_track(letter: str, least: int | None) -> None:
    """§5.43: a die from J on, with a range that grows; cities of Russia in the enemy's hands alone are added."""
    state = on(letter)
    assert may_come(state) == (least is not None)
    if least is not None:
        assert enough(state) == least
    assert czar_modifiers(state) == ()
    lost = replace(state, taken=state.taken | {TIFLIS})
    assert czar_modifiers(lost) == (("Russian cities", 1),)


def test_5_44_the_bolsheviks_come_on_seven() -> None:
    """§5.44: on every turn after his fall; Turkish cities that Russians hold count against it."""
    state = on("L", czar="J")
    assert may_come(state)
    assert enough(state) == 7
    assert not may_come(on("M", czar="J", bolsheviks="L"))
    board = state.printed.board
    before, trebizond = cities_taken(state), board.index["NC4332"]
    taken = replace(state, taken=state.taken | {"NC4332"})
    assert cities_taken(taken) == before | {trebizond}
    assert ("cities in Russian hands", -len(before) - 1) in bolshevik_modifiers(taken)


@pytest.mark.parametrize(("hex_", "counts"), [("NC3338", False), (TIFLIS, True)])
def test_5_44_attacks_on_russians_count_in_russia(hex_: str, counts: bool) -> None:
    """§5.44: on those elsewhere in the Near East they do not."""
    state = set_up()
    state = replace(state, units={**state.units, "ru-4tks": UnitState(hex_)})
    fought = russians_fought(state, ["tu-1"], ["ru-4tks"])
    assert (state.turn in fought.strategic_state.attacked) == counts
    cossacks = russians_fought(state, ["ru-pc"], ["tu-1"])
    assert not cossacks.strategic_state.attacking, "Persian Cossacks are no Russians"
    assert russians_fought(state, ["ru-4tks"], ["tu-1"]).strategic_state.attacking == (state.turn,)
    assert state.sides["TU"] == CENTRAL


# --- Russia's collapse and the treaty (§16.3, §5.46) ------------------------------------------------------------------


def test_16_3_brigades_leave_with_the_collapse() -> None:
    """§16.3: all Russian brigades, on the map, in boxes and to come; divisions and cavalry corps stay with a strength
    of one, Persian Cossacks with their own, and the army's headquarters and points are gone."""
    state = replace(on("L", czar="J", attacking=(10,)), points={"RU": 3, "BR": 1, "TU": 0})
    brigades = {u for u in state.units if state.counter(u).nation == "RU" and state.counter(u).size == "BD"}
    assert {state.units[u].at for u in brigades} - {DEAD, LATER}
    after, events = played(roll_revolution, state, 6)
    assert [event.kind for event in events] == ["revolution", "collapsed", "brigades-left"]
    assert {state.units[u].at for u in brigades} != {OUT}
    assert {after.units[u].at for u in brigades} == {OUT}
    assert after.units["ru-4tks"].at == state.units["ru-4tks"].at
    assert (after.face("ru-4tks").attack, after.face("ru-4tks").defence, after.points["RU"]) == (1, 1, 0)
    assert after.face("ru-pc") == state.face("ru-pc") != after.face("ru-pc").weak
    line = GAME.narrate(state, events[2], after, "spectator")
    assert line is not None
    assert str(line["text"]) == f"{len(brigades)} Russian brigades leave the game."


def test_16_3_in_europe_they_stay() -> None:
    """§16.3: the sentence is about the games with the Near East."""
    state = kit.before_set_up()
    assert russian_brigades(state) == ()


def test_15_91_units_of_the_caucasus_become_the_provisional_governments() -> None:
    """§15.91, §5.45: infantry has 1-2-3 from now on, wherever it is; Persians and Armenians are what they were."""
    state, events = played(roll_revolution, on("N"), 1)
    assert [event.kind for event in events] == ["revolution", "czar-fell"]
    for unit in ("ru-4tks", "ru-39", "ru-1cau", "ru-6"):
        face = state.face(unit)
        assert (face.attack, face.defence, face.ma) == (1, 2, 3), unit
    assert not state.units["ru-pc"].back
    assert state.face("ru-arm-1") == set_up().face("ru-arm-1")


def at_peace(stacks: dict[str, str]) -> State:
    """These units in the Caucasus after the treaty, in the first movement of a turn."""
    state = placed(to_movement(), stacks)
    return replace(
        state, strategic_state=replace(state.strategic_state, czar="J", bolsheviks="L", treaty="M", collapsed=("RU",))
    )


FRONT_LINE = {"NC4042": "ru-39", "NC3941": "tu-1", "NC4041": "ge-601bn"}


def test_5_46_turks_alone_fight_on_there() -> None:
    """§5.46: Russians neither move nor attack; Turks go beside them and attack them, Germans do neither."""
    state = at_peace(FRONT_LINE)
    assert why_not_move(state, "ru-39", "east") == AT_PEACE
    turk, german = why_not_attack(state, "tu-1", "NC4042"), why_not_attack(state, "ge-601bn", "NC4042")
    assert turk is None
    assert german is not None
    assert (german.code, german.section) == ("at-peace", "5.46")
    assert why_not_attack(state, "ru-39", "NC3941") is not None
    board = state.printed.board
    near = {board.ids[i] for i in beside_russians(state)}
    for area, refusal in over_cap(state, ["ge-601bn"]):
        if refusal.code == "at-peace":
            assert {board.ids[i] for i in area} == near
            break
    else:
        raise AssertionError("nothing is barred")
    assert not any(refusal.code == "at-peace" for _, refusal in over_cap(state, ["tu-1"]))
    assert barred_hexes(state, CENTRAL).isdisjoint(beside_russians(state))
    assert beside_russians(state) <= barred_hexes(state, ALLIED)


def test_16_11_persians_are_of_no_nation_that_collapses() -> None:
    """§3.26, §16.11, §5.46: after Russia's collapse the Cossacks stand apart from its units, and after the treaty they
    fight on; so do the Gendarmes when Turkey has collapsed."""
    state = at_peace({"NC3045": "ru-pc", "NC3145": "tu-1", "NC4042": "ru-39"})
    assert why_not_move(state, "ru-pc", "east") is None
    assert why_not_attack(state, "ru-pc", "NC3145") is None
    assert why_not_attack(state, "tu-1", "NC3045") is None
    apart = why_too_many(state, ("ru-pc", "ru-39"))
    assert apart is not None
    assert apart.section == "16.11"
    turkey = replace(state, strategic_state=replace(state.strategic_state, collapsed=("TU",)))
    assert turkey.face("tu-gndm") == state.face("tu-gndm") != turkey.face("tu-gndm").weak
    assert turkey.face("tu-1") == state.face("tu-1").weak
    assert why_too_many(turkey, ("tu-gndm", "tu-1")) is not None


def test_5_46_who_may_march_beside_them() -> None:
    """§5.46: a Turk by command; a German is refused with the section."""
    board, peace = to_movement().printed.board, at_peace({"NC4042": "ru-39"})
    near = beside_russians(peace)
    free = [i for i in near if board.ids[i] not in peace.stacks and board.front[i] == "caucasus"]
    pairs = [(board.ids[b], board.ids[a]) for a in free for b in board.walks[a] if b not in near]
    marched = 0
    for start, beside in pairs:
        state = at_peace({"NC4042": "ru-39", start: "tu-1"})
        if isinstance(kit.answer(state, CENTRAL, "move", units=["tu-1"], path=[beside]), Refusal):
            continue
        marched += 1
        german = at_peace({"NC4042": "ru-39", start: "ge-601bn"})
        assert kit.refused(german, CENTRAL, "move", units=["ge-601bn"], path=[beside]).section == "5.46"
    assert marched


def test_5_46_what_the_table_says_of_peace() -> None:
    """§5.46, §5.47: alone Turks fight on, and no German divisions are asked for in victory hexes."""
    state = replace(on("N", czar="J", bolsheviks="L"), cursor=(PhaseFrame("treaty"),))
    offers = GAME.legal(state, CENTRAL)["offers"]
    (offer,) = [o for o in offers if o["kind"] == "treaty"]  # type: ignore[union-attr, call-overload, index]
    assert "Turkish units alone" in offer["help"]  # type: ignore[call-overload, index, operator]
    assert "Victory hexes" not in offer["help"]  # type: ignore[call-overload, index, operator]


def test_5_47_alone_hexes_in_russia_are_held_without_germans() -> None:
    """§5.47, §18.4: after the treaty as before it (docs/rulings)."""
    state = placed(to_movement(), {"NC3653": "tu-1"})
    for treaty in ("", "M"):
        peace = replace(state, strategic_state=replace(state.strategic_state, czar="J", bolsheviks="L", treaty=treaty))
        assert state.printed.board.index["NC3653"] in controlled_there(peace)
