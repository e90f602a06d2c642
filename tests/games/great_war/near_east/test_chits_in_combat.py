"""§6.18 to §6.24, §6.29, §6.37, §15.16: events of the Near East that change one attack."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.combat.event_chits import ATTACKER, DEFENDER, usable
from rules.great_war.combat.near_east_chits import by_russians, over_a_river
from rules.great_war.combat.odds import odds_of_attack
from rules.great_war.facts.combat import CombatResolved
from rules.great_war.game import GAME
from rules.great_war.position.state import BattleFrame, PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL, foe
from rules.great_war.printed.phases import ATTACKER_EVENTS, DEFENDER_EVENTS
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.field import Once
from tests.games.great_war.kit import refused, told, told_with
from tests.games.great_war.near_east.events import lots, where
from tests.games.great_war.near_east.test_combat import standing

FAIR = {"south": "fair", "caucasus": "fair"}
EGYPT = ({"NE3910": "br-10in", "NE3911": "tu-36"}, "br-10in", "NE3911")
DESERT = ({"NE3908": "br-10in", "NE3808": "tu-36"}, "br-10in", "NE3808")
IRAQ = ({"NI2149": "br-6bd br-17inbd br-16inbd br-12inbd", "NI2049": "tu-38"}, "br-17inbd br-16inbd", "NI2049")
CAUCASUS = ({"NC3041": "ru-39 ru-66", "NC3040": "tu-10"}, "ru-39 ru-66", "NC3040")


def ready(stacks: dict[str, str], side: str = ALLIED, **fields: Any) -> State:
    """The moment in which a side attacks on the front of these stacks, in fair weather."""
    west = next(iter(stacks)).startswith("NE")
    half = "first" if west == (side == ALLIED) else "second"
    chits = {f"{s}_{p}": fields.pop(f"{s}_{p}") for s in (ALLIED, CENTRAL) for p in ("hand", "play")
             if f"{s}_{p}" in fields}  # fmt: skip
    key = f"{half}.{'west' if west else 'east'}.attacks"
    given = {"weather": FAIR, "cursor": (PhaseFrame(key),), "chits": lots(**chits), **fields}
    return replace(standing(stacks), **given)


def fought(state: State, units: str, target: str, *events: str, side: str = ALLIED, die: int = 3) -> CombatResolved:
    """The result of an attack in which these events are used, each by whose it is."""
    now, facts = told_with(state, side, "attack", Once(die), units=units.split(), target=target)
    while not (found := [e for e in facts if isinstance(e, CombatResolved)]):
        assert now.battle is not None
        (seat,) = GAME.deciders(now)
        mine = [e for e in events if now.printed.chits.events[e].side == seat and e not in now.battle.chits]
        if "events" in now.battle.stage and mine:
            now, facts = told_with(now, seat, "use_event", Once(die), event=mine[0])
        elif "events" in now.battle.stage:
            now, facts = told_with(now, seat, "no_event", Once(die))
        else:
            raise AssertionError(f"{seat} is asked at {now.battle.stage}")
    return found[0]


def modifiers(result: CombatResolved) -> dict[str, int]:
    """By section what is added to the die."""
    return {section: drm for _, section, drm in result.drms}


@pytest.mark.parametrize(
    ("chit", "where_", "section", "drm"),
    [
        ("meinertzhagen", EGYPT, "6.19", 2), ("meinertzhagen", DESERT, "6.19", 2),
        ("palestinian-naval-bombardment", EGYPT, "6.20", 1),
        ("townshend", IRAQ, "6.21", 2), ("yudenich", CAUCASUS, "6.24", 2),
    ],
)  # fmt: skip
def test_6_19_an_allied_attack_gains(chit: str, where_: Any, section: str, drm: int) -> None:
    """§6.19 to §6.21, §6.24: on the front that stands on the chit; then it leaves the game."""
    stacks, units, target = where_
    state = ready(stacks, allied_hand=chit)
    result = fought(state, units, target, chit)
    assert modifiers(result)[section] == drm
    plain, _ = told_with(ready(stacks), ALLIED, "attack", Once(3), units=units.split(), target=target)
    assert chit not in plain.chits["allied.hand"]


def offered(state: State, units: str, target: str, side: str = ALLIED) -> tuple[str, ...]:
    """The events that are offered as an attack begins, of whoever is asked first."""
    now, _ = told_with(state, side, "attack", Once(3), units=units.split(), target=target)
    if now.battle is None or "events" not in now.battle.stage:
        return ()
    (seat,) = GAME.deciders(now)
    offers: Any = GAME.legal(now, seat)["offers"]
    use = next(o for o in offers if o["kind"] == "use_event")
    return tuple(use["slots"][0]["options"]["of"])


@pytest.mark.parametrize(
    ("chit", "where_"),
    [
        ("meinertzhagen", IRAQ), ("palestinian-naval-bombardment", DESERT), ("townshend", CAUCASUS),
        ("yudenich", IRAQ), ("iraq-flotilla", CAUCASUS),
    ],
)  # fmt: skip
def test_6_20_and_none_elsewhere(chit: str, where_: Any) -> None:
    """§6.19 to §6.24, §6.37: on another front, or away from the sea, the event is not offered, nor taken."""
    stacks, units, target = where_
    state = ready(stacks, allied_hand=f"{chit} meinertzhagen townshend yudenich")
    assert chit not in offered(state, units, target)
    now, _ = told_with(state, ALLIED, "attack", Once(3), units=units.split(), target=target)
    assert now.battle is not None
    before = now
    assert refused(now, ALLIED, "use_event", event=chit).section == "6.12"
    assert now == before


def test_6_21_townshend_comes_before_maude() -> None:
    """§6.21: once Maude is in play Townshend is of no use, and drawn then he is no event and leaves the game."""
    stacks, units, target = IRAQ
    assert offered(ready(stacks, allied_hand="townshend"), units, target) == ("townshend",)
    assert offered(ready(stacks, allied_hand="townshend", allied_play="maude"), units, target) == ()


def test_6_24_yudenich_leads_russians() -> None:
    """§6.24: no attack of British troops alone in the Caucasus; one in which Russians take part is theirs."""
    state = ready({"NC3041": "br-10in ru-39", "NC3040": "tu-10"})
    chit = state.printed.chits.events["yudenich"]
    for units, may in (("br-10in", False), ("br-10in ru-39", True)):
        frame = BattleFrame(ALLIED, tuple(units.split()), ("NC3041",), "NC3040", ("tu-10",), ATTACKER_EVENTS)
        assert by_russians(state, frame, chit) == may


@pytest.mark.parametrize(
    ("chit", "section", "drm"),
    [("von-der-goltz", "6.23", -2), ("kemal", "6.22", -1), ("turkish-determination-c", "6.18", -1)],
)
def test_6_23_the_defence_gains(chit: str, section: str, drm: int) -> None:
    """§6.18, §6.22, §6.23: in Iraq, which is Turkey, where Turks defend."""
    stacks, units, target = IRAQ
    assert modifiers(fought(ready(stacks, central_hand=chit), units, target, chit))[section] == drm


@pytest.mark.parametrize(("defenders", "usable_"), [("tu-gndm", False), ("tu-gndm tu-27", True), ("tu-27", True)])
def test_6_18_gendarmes_are_no_turks(defenders: str, usable_: bool) -> None:
    """§6.18, §3.26: the event is for Turkish units; Persian Gendarmes have its benefit only beside such."""
    frame = BattleFrame(ALLIED, ("br-33inbd",), ("NI2142",), "NI2141", tuple(defenders.split()), DEFENDER_EVENTS)
    state = ready({"NI2142": "br-33inbd", "NI2141": defenders}, central_hand="turkish-determination-c")
    assert (usable(state, frame, CENTRAL) == ("turkish-determination-c",)) == usable_


def test_6_22_kemal_defends_turkey_on_any_map() -> None:
    """§6.22, §6.23: in the Caucasus and in Palestine too, not in Persia; von der Goltz in Iraq alone."""
    hand = "kemal von-der-goltz"
    found = []
    for stacks, units, target in (
        ({"NC3739": "ru-39", "NC3738": "tu-23"}, "ru-39", "NC3738"),
        ({"NE2813": "br-10in", "NE2814": "tu-36"}, "br-10in", "NE2814"),
        ({"NC3041": "ru-39", "NC2940": "tu-1"}, "ru-39", "NC2940"),
        IRAQ,
    ):
        found.append(offered(ready(stacks, central_hand=hand), units, target))
    assert found == [("kemal",), ("kemal",), (), ("kemal", "von-der-goltz")]


# --- rivers, snow -----------------------------------------------------------------------------------------------------

RIVER = ({"NI1746": "br-17inbd br-16inbd", "NI1745": "tu-38"}, "br-17inbd br-16inbd", "NI1745")
NORTH = ({"NI0937": "br-17inbd br-16inbd", "NI0936": "tu-38"}, "br-17inbd br-16inbd", "NI0936")


def test_6_37_the_flotilla_takes_the_river_from_the_defender() -> None:
    """§6.37: one attack, south of column 44; in the plan and in the result; then the chit leaves the game."""
    stacks, units, target = RIVER
    state = ready(stacks, allied_hand="iraq-flotilla")
    river = "10.44"
    without, with_ = (fought(state, units, target, *events) for events in ((), ("iraq-flotilla",)))
    assert river in {section for _, section, _ in without.shifts}
    assert river not in {section for _, section, _ in with_.shifts}
    assert with_.column == without.column + 1
    assert with_.drms == without.drms
    asked = {"kind": "attack", "target": target, "units": units.split(), "events": ["iraq-flotilla"]}
    plan: Any = GAME.consult(state, ALLIED, asked)
    assert river not in {shift["section"] for shift in plan["shifts"]}
    after = told(told(state, ALLIED, "attack", units=units.split(), target=target), ALLIED, "use_event", Dice([3]),
                 event="iraq-flotilla")  # fmt: skip
    assert where(after, "iraq-flotilla") == ""


def test_6_37_only_in_the_south_and_over_a_river() -> None:
    """§6.37: in the north, and where some attackers come dry-shod, there is nothing to take away."""
    board = standing({}).printed.board
    for stacks, units, target in (NORTH, IRAQ):
        state = ready(stacks, allied_hand="iraq-flotilla townshend")
        assert offered(state, units, target) == ("townshend",)
    (origin,) = [h for h in NORTH[0] if h != NORTH[2]]
    a, b = board.index[origin], board.index[NORTH[2]]
    assert board.wades(a, board.neighbours[a].index(b)), "a river runs there"
    state = standing({})
    chit, here = state.printed.chits.events["iraq-flotilla"], board.index[RIVER[2]]
    (wet,) = [h for h in RIVER[0] if h != RIVER[2]]
    around = [n for n in board.neighbours[here] if n >= 0]
    dry = next(board.ids[n] for n in around if not board.wades(n, board.neighbours[n].index(here)))
    for origins, may in (((wet,), True), ((wet, dry), False)):
        frame = BattleFrame(ALLIED, tuple(RIVER[1].split()), origins, RIVER[2], ("tu-38",), ATTACKER_EVENTS)
        assert over_a_river(state, frame, chit) == may


def winter(turn: int, **fields: Any) -> State:
    """Russians before an attack in the snow of a turn."""
    return ready(CAUCASUS[0], weather={"south": "fair", "caucasus": "snow"}, turn=turn,
                 allied_hand="russian-winter-offensive", **fields)  # fmt: skip


@pytest.mark.parametrize(("turn", "may"), [(15, False), (16, True), (17, True), (18, False)])
def test_6_29_the_winter_offensive_is_played_in_two_turns_a_year(turn: int, may: bool) -> None:
    """§6.29: Nov/Dec and Jan/Feb, in an Allied Combat Phase."""
    state = winter(turn)
    if not may:
        assert refused(state, ALLIED, "play_event", event="russian-winter-offensive").section == "6.29"
        return
    other = replace(state, cursor=(PhaseFrame("first.east.attacks"),))
    for key in ("first.east.attacks", "second-movement"):
        other = replace(state, cursor=(PhaseFrame(key),))
        assert refused(other, ALLIED, "play_event", event="russian-winter-offensive").section == "6.29"
    after = told(state, ALLIED, "play_event", event="russian-winter-offensive")
    assert where(after, "russian-winter-offensive") == ""
    assert after.chit_state.lasting == {"russian-winter-offensive": turn}


def test_6_29_russians_attack_in_spite_of_the_snow() -> None:
    """§6.29, §12.2: on that turn, all their attacks in the Caucasus; an attack with others suffers, and so do Turks."""
    state = winter(16)
    _, units, target = CAUCASUS
    assert modifiers(fought(state, units, target))["12.2"] == -2
    after = told(state, ALLIED, "play_event", event="russian-winter-offensive")
    assert "12.2" not in modifiers(fought(after, units, target))
    later = replace(after, turn=17)
    assert modifiers(fought(later, units, target))["12.2"] == -2
    lasting = {"weather": state.weather, "turn": 16, "chit_state": after.chit_state}
    mixed = ready({"NC3041": "ru-39 br-10in", "NC3040": "tu-10"}, **lasting)
    for attackers, suffers in ((["ru-39"], False), (["ru-39", "br-10in"], True)):
        odds = odds_of_attack(mixed, ALLIED, attackers, "NC3040", ["tu-10"], {})
        assert ("12.2" in {section for _, section, _ in odds.drms}) == suffers
    turks = ready(CAUCASUS[0], CENTRAL, **lasting)
    assert modifiers(fought(turks, "tu-10", "NC3041", side=CENTRAL))["12.2"] == -2


# --- aircraft ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("where_", "flies"), [(EGYPT, True), (IRAQ, False), (CAUCASUS, False)])
def test_15_16_aircraft_of_the_near_east_fly_over_egypt(where_: Any, flies: bool) -> None:
    """§15.16, §6.3: three Allied, and one German against them; nowhere else."""
    stacks, units, target = where_
    planes = {"allied_play": "near-east-aircraft-k near-east-aircraft-o near-east-aircraft-o",
              "central_play": "german-near-east-aircraft"}  # fmt: skip
    now, facts = told_with(ready(stacks, **planes), ALLIED, "attack", Once(3), units=units.split(), target=target)
    assert (now.battle is not None and now.battle.stage == "attacker-air") == flies
    if not flies:
        (result,) = [e for e in facts if isinstance(e, CombatResolved)]
        assert "15.13" not in modifiers(result)
        return
    sent = ["near-east-aircraft-k.1", "near-east-aircraft-o.1"]
    now = told(now, ALLIED, "fly", aircraft=sent)
    assert GAME.deciders(now) == (foe(ALLIED),)
    after, facts = told_with(now, CENTRAL, "fly", Once(3), aircraft=["german-near-east-aircraft.1"])
    (result,) = [e for e in facts if isinstance(e, CombatResolved)]
    assert modifiers(result)["15.13"] == 1
    assert after.chit_state.flown == {
        "near-east-aircraft-k": 1, "near-east-aircraft-o": 1, "german-near-east-aircraft": 1,
    }  # fmt: skip


def test_6_0_every_combat_chit_of_the_near_east_has_its_condition() -> None:
    """§6.0: attack and defence chits with a rule are asked for in a fight."""
    events = standing({}).printed.chits.events.values()
    fights = [e for e in events if e.kind in ("attack", "defence") and e.mark]
    assert len(fights) == 6
    assert all((ATTACKER if e.side == ALLIED else DEFENDER).get(e.effect) for e in fights)
