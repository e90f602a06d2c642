"""Chapter 6: events that last: commands from above, offensives that must be made, epidemics, Foch, the Paris Gun."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.combat.declaring import targets
from rules.great_war.facts.offensives import OffensivePassedUp
from rules.great_war.game import GAME
from rules.great_war.position.state import AVAILABLE, BattleFrame, State, UnitState
from rules.great_war.position.strategic_state import StrategicState
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ATTACKER_EVENTS
from rules.great_war.restrictions.event_bans import PARALYSIS, THE_CZAR, TYPHUS, lasts
from rules.great_war.strategic.victory import points
from rules.great_war.supply.tracing import IN, UNSUPPLIED, supply_of
from rules.great_war.units.shock import is_shock
from rules.kernel.fast_replace import replace
from rules.kernel.standing import StandingOrder
from tests.games.chance import Dice
from tests.games.great_war.field import AROUND, EAST, TARGET, Once, drms, field, fight, resolved
from tests.games.great_war.kit import before_set_up, position, refused, told, told_with, ways
from tests.games.great_war.test_events import drawn, phase
from tests.games.great_war.test_events_in_combat import BARE, holding

ALLIES_EAST, ALLIES_WEST = "second.east.attacks", "first.west.attacks"
NOW = position({}).turn


def lasting(state: State, effect: str, turns: int = 1) -> State:
    """The state with an effect that still works for some turns, this one included."""
    return replace(state, chit_state=replace(state.chit_state, lasting={effect: state.turn + turns - 1}))


def offered(state: State, seat: str, kind: str) -> Any:
    """The offer of an order in the question to a seat, None when it is not there."""
    offers: Any = GAME.legal(state, seat)["offers"]
    return next((o for o in offers if o["kind"] == kind), None)


# --- the Russian command (6.42, 6.43) ---------------------------------------------------------------------------------


def russians(defender: str, hq: str = "", **fields: Any) -> State:
    """Russians beside a hex of the Central Powers, in the Allied Combat Phase of the east."""
    return field({AROUND[0]: f"ru-1 {hq}".strip(), TARGET: defender}, ALLIES_EAST, **{"chits": BARE, **fields})


def test_6_43_a_paralysed_command_attacks_no_one_on_that_turn() -> None:
    """§6.43: the event works on the turn in which it is drawn, and leaves the game."""
    assert drawn(CENTRAL, "russian-paralysis").chit_state.lasting == {"russian-paralysis": NOW}
    state = lasting(russians("ah-1", "ru-hq-1"), "russian-paralysis")
    assert refused(state, ALLIED, "attack", units=["ru-1"], target=TARGET).code == "nobody"
    assert not targets(state, ALLIED, "east")
    assert targets(replace(state, turn=state.turn + 1), ALLIED, "east")
    romanians = field({AROUND[0]: "ro-1", TARGET: "ah-1"}, ALLIES_EAST, sides={**state.sides, "RO": ALLIED}, chits=BARE)
    assert targets(lasting(romanians, "russian-paralysis"), ALLIED, "east")


def test_6_43_brusilov_attacks_all_the_same_with_a_headquarters_and_not_germans() -> None:
    """§6.43: under the aegis of his offensive: against others than Germans, and the headquarters must support."""
    on = {"chits": {**BARE, "allied.play": {"brusilov-offensive": 1}}}
    assert not targets(lasting(russians("ah-1", **on), "russian-paralysis"), ALLIED, "east")
    assert not targets(lasting(russians("ge-8bvr", "ru-hq-1", **on), "russian-paralysis"), ALLIED, "east")
    state = lasting(russians("ah-1", "ru-hq-1", **on), "russian-paralysis")
    sides = {**state.sides, "RO": ALLIED}
    joint = lasting(russians("ah-1", "ro-1 ru-hq-1", sides=sides, **on), "russian-paralysis")
    assert refused(joint, ALLIED, "attack", units=["ru-1", "ro-1"], target=TARGET).code == "paralysis"
    state = told(state, ALLIED, "attack", units=["ru-1"], target=TARGET)
    refused(state, ALLIED, "support", hq="none")
    standing = {"attacker-support": StandingOrder("attacker-support", "nobody")}
    # A question would tell the other side that there is a headquarters: the one that must support does.
    assert GAME.answer_ahead(state, ALLIED, standing) == {"kind": "support", "hq": "ru-hq-1"}
    _, events = told_with(state, ALLIED, "support", Once(3), hq="ru-hq-1")
    assert drms(events)["6.28"] == 3


@pytest.mark.parametrize(
    ("fort", "defender", "attacked"),
    [("E3918", "", True), ("E3918", "ah-1", True), ("E5514", "", False), ("E5514", "ah-1", False)],
)
def test_6_43_14_11_brusilov_commands_attacks_on_forts_too_but_on_no_german_one(
    fort: str, defender: str, attacked: bool
) -> None:
    """§6.43, §6.28, §14.11: the unit that Przemysl has of its own is Austria's, and that of Königsberg is Germany's."""
    around = position({}).printed.board.lattice.around(fort)
    stacks = {around[0]: "ru-1 ru-hq-1"}
    state = position({**stacks, **({fort: defender} if defender else {})}, ALLIES_EAST, west=CENTRAL,
                     chits={**BARE, "allied.play": {"brusilov-offensive": 1}})  # fmt: skip
    index = state.printed.board.index[fort]
    state = replace(state, destroyed=state.destroyed - {fort}, taken=(state.taken | {around[0]}) - {fort})
    assert index in targets(state, ALLIED, "east")
    assert (index in targets(lasting(state, "russian-paralysis"), ALLIED, "east")) == attacked


def test_6_42_the_czar_forbids_attacks_on_german_infantry_in_russia_without_a_headquarters() -> None:
    """§6.42: with one in support they may; Austrians and Germans outside Russia are attacked freely."""
    on: dict[str, Any] = {"chits": {**BARE, "central.play": {"czar-takes-command": 1}}}
    free = russians("ge-8bvr ge-hq-8", **on)
    assert not targets(free, ALLIED, "east")
    assert refused(free, ALLIED, "attack", units=["ru-1"], target=TARGET).code == "nobody"
    assert targets(replace(free, strategic_state=replace(free.strategic_state, czar="J")), ALLIED, "east")
    assert targets(russians("ah-1", **on), ALLIED, "east")
    state = russians("ge-8bvr ge-hq-8", "ru-hq-1", **on)
    # A town near enough feeds the German headquarters itself (§11.22).
    state = replace(state, taken=state.taken | {"E4723"})
    state = told(state, ALLIED, "attack", units=["ru-1"], target=TARGET)
    refused(state, ALLIED, "support", hq="none")
    state = told(state, ALLIED, "support", hq="ru-hq-1")
    assert GAME.deciders(state) == (CENTRAL,)


def test_6_42_germans_out_of_supply_are_attacked_without_a_headquarters() -> None:
    """§6.42: one that could support may stay out of it; beside infantry in supply it must support."""
    on: dict[str, Any] = {"chits": {**BARE, "central.play": {"czar-takes-command": 1}}}
    starving = russians("ge-8bvr", "ru-hq-1", **on)
    fed = replace(starving, taken=starving.taken | {"E4723"})
    assert (supply_of(starving, "ge-8bvr"), supply_of(fed, "ge-8bvr")) == (UNSUPPLIED, IN)
    attacked, joined = (told(state, ALLIED, "attack", units=["ru-1"], target=TARGET) for state in (starving, fed))
    assert told(attacked, ALLIED, "support", Once(3), hq="none")
    refused(joined, ALLIED, "support", hq="none")


def test_6_42_what_is_hidden_below_the_top_unit_does_not_tell_whether_the_czar_forbids_it() -> None:
    """§6.42, §7.25: an Austrian below German infantry changes no answer to the Allied player before the attack."""
    on: dict[str, Any] = {"chits": {**BARE, "central.play": {"czar-takes-command": 1}}}
    twins = [russians(f"ge-8bvr {below}", **on) for below in ("ah-1", "ge-1gd")]
    assert twins[0].stacks[TARGET] != twins[1].stacks[TARGET]
    assert GAME.legal(twins[0], ALLIED) == GAME.legal(twins[1], ALLIED)
    whys = [refused(t, ALLIED, "attack", units=["ru-1"], target=TARGET) for t in twins]
    assert whys[0] == whys[1]


def test_6_42_the_event_lies_in_play_and_hastens_the_fall_of_the_czar() -> None:
    """§6.42: it is mandatory, and does not leave the game before the Czar falls."""
    state = drawn(CENTRAL, "czar-takes-command")
    assert state.chits["central.play"] == {"czar-takes-command": 1}
    assert THE_CZAR.section == "6.42"
    assert PARALYSIS.section == "6.43"


# --- typhus (6.57) ----------------------------------------------------------------------------------------------------


def border() -> tuple[str, str, str]:
    """A hex in Serbia, one in Austria-Hungary beside it, and another in Serbia beside the first."""
    board = position({}).printed.board
    for a in sorted(board.by_country["SE"]):
        out = [b for b in board.beside(a) if board.country[b] == "AH" and b not in board.alpine]
        inside = [b for b in board.beside(a) if board.country[b] == "SE"]
        if out and inside:
            return board.ids[a], board.ids[out[0]], board.ids[inside[0]]
    raise AssertionError("Serbia has a border")


def works_on(state: State, effect: str) -> list[int]:
    """How many turns from now an effect works on."""
    return [n for n in range(6) if lasts(replace(state, turn=state.turn + n), effect)]


def test_6_57_typhus_costs_serbia_its_points_and_lasts_the_next_three_turns() -> None:
    """§6.57: the points are lost at once. §21.28: the marker of 1915 is on Jan/Feb, so May is the last of the three."""
    state = drawn(CENTRAL, "serb-typhus", points={"SE": 4, "GE": 1})
    assert state.points["SE"] == 0
    assert works_on(state, "serb-typhus") == [1, 2, 3]
    assert works_on(before_set_up("1915"), "serb-typhus") == [0]


def test_6_57_no_unit_moves_over_the_border_of_serbia() -> None:
    """§6.57: neither in nor out; inside Serbia units move as ever."""
    home, abroad, inside = border()
    for seat, mover, start, shut in ((ALLIED, "se-1don", home, abroad), (CENTRAL, "ah-1", abroad, home)):
        state = lasting(position({start: mover}, "second-movement", west=seat), "serb-typhus")
        assert refused(state, seat, "move", units=[mover], path=[shut]) == TYPHUS
        assert shut not in ways(state, seat, mover)
    state = lasting(position({home: "se-1don"}, "second-movement", west=ALLIED), "serb-typhus")
    assert inside in ways(state, ALLIED, "se-1don")


def test_6_57_no_unit_attacks_into_or_out_of_serbia() -> None:
    """§6.57: units inside do not attack at all."""
    home, abroad, inside = border()
    for stacks, seat in (({home: "se-1don", abroad: "ah-1"}, ALLIED), ({home: "se-1don", abroad: "ah-1"}, CENTRAL),
                         ({home: "se-1don", inside: "ah-1"}, ALLIED)):  # fmt: skip
        state = position(stacks, "first.east.attacks", west=ALLIED if seat == CENTRAL else CENTRAL)
        assert targets(state, seat, "east")
        assert not targets(lasting(state, "serb-typhus"), seat, "east")
    assert TYPHUS.section == "6.57"


# --- influenza (6.58) -------------------------------------------------------------------------------------------------


def shock(number: int) -> list[str]:
    """Divisions that can be shock troops."""
    start = position({})
    return [u for u in start.units if start.counter(u).turned == "shock"][:number]


def with_shock(state: State, units: list[str]) -> State:
    """The state with these divisions as shock troops in hexes of Germany."""
    hexes = sorted(h for h in (state.printed.board.ids[i] for i in state.printed.board.by_country["GE"]) if h[0] == "W")
    places = dict(zip(units, hexes, strict=False))
    return replace(state, units={**state.units, **{u: UnitState(h, back=True) for u, h in places.items()}},
                   stacks={**state.stacks, **{h: (u,) for u, h in places.items()}})  # fmt: skip


def formed(state: State) -> State:
    """The state after the first shock-troop event."""
    return replace(state, chit_state=replace(state.chit_state, shock=1))


def test_6_58_influenza_turns_shock_troops_back_for_good() -> None:
    """§6.58: two dice; the Central Powers choose which, and a number beyond those there are is ignored."""
    ill = shock(5)
    state = with_shock(formed(phase("influenza")), ill)
    state = told(state, ALLIED, "buy_event", Dice([1, 1, 1]), nation="BR")
    assert GAME.deciders(state) == (CENTRAL,)
    refused(state, CENTRAL, "tire", units=ill[:1])
    after = told(state, CENTRAL, "tire", units=ill[:2])
    assert [is_shock(after, u) for u in ill] == [False, False, True, True, True]
    assert after.chit_state.tired == tuple(ill[:2])
    assert after.phase.key == "allied.new-units"
    few = with_shock(formed(phase("influenza")), ill[:1])
    others = {"ge-3": UnitState("E4913"), "ge-cav-1": UnitState("E4913", back=True)}
    few = replace(few, units={**few.units, **others}, stacks={**few.stacks, "E4913": tuple(others)})
    few = told(few, ALLIED, "buy_event", Dice([1, 6, 6]), nation="BR")
    assert few.chit_state.tired == (ill[0],)
    assert few.units["ge-cav-1"].back
    assert few.chit_state.lasting == {"influenza": few.turn}
    assert few.phase.key == "allied.new-units"


def test_6_58_influenza_before_any_shock_troops_rolls_nothing() -> None:
    """§6.58: its other effects happen, and it is used up."""
    state = told(phase("influenza"), ALLIED, "buy_event", Dice([1]), nation="BR")
    assert state.chit_state.lasting == {"influenza": state.turn}
    assert state.chit_state.sick == 0
    assert state.phase.key == "allied.new-units"


def test_6_58_no_unit_leaves_the_boxes_on_the_turn_of_influenza() -> None:
    """§6.58: for either side; on the next turn they do."""
    state = position({}, "allied.new-units")
    state = replace(state, units={**state.units, "fr-12": UnitState(AVAILABLE)})
    assert offered(state, ALLIED, "place")["refusal"] is None
    ill = lasting(state, "influenza")
    assert offered(ill, ALLIED, "place")["refusal"]["code"] == "nobody"
    assert refused(ill, ALLIED, "place", units=["fr-12"], hex="W5009").section == "13.11"
    for well in (replace(ill, turn=ill.turn + 1), lasting(state, "haig-offensive")):
        assert offered(well, ALLIED, "place")["refusal"] is None


# --- Foch (6.31) ------------------------------------------------------------------------------------------------------


def front(key: str, **fields: Any) -> State:
    """A Frenchman and a Briton side by side before a German in the west, the Allies with the initiative there."""
    return position({"W5117": "fr-12", "W5118": "br-1", "W5218": "ge-3"}, key, west=ALLIED,
                    chits={**BARE, "allied.play": {"foch": 1}}, **fields)  # fmt: skip


def test_6_31_foch_gives_any_allied_units_in_the_west_a_second_attack() -> None:
    """§6.31, §10.84: he is placed in the Movement Phase, and supplied units within two hexes attack once more."""
    state = front("first-movement")
    assert offered(state, ALLIED, "place_marker")["note"] == "Foch: units near it attack twice"
    state = told(state, ALLIED, "place_marker", hex="W5117")
    assert offered(state, ALLIED, "place_marker")["note"].startswith("Foch is in W5117,")
    assert state.chit_state.foch_at == "W5117"
    assert not state.marker_at
    again = replace(state, cursor=(replace(state.phase, key="first.west.again"),))
    assert GAME.deciders(again) == (ALLIED,)
    assert [{*units} for units in targets(again, ALLIED, "west").values()] == [{"fr-12", "br-1"}]
    after = told(again, ALLIED, "end_phase")
    assert after.chit_state.foch_at == ""
    assert after.chits["allied.play"] == {"foch": 1}


def test_6_31_foch_needs_his_event_and_the_western_front() -> None:
    """§6.31: without the event the Allies have no marker; with it not outside the Western Front map."""
    bare = replace(front("first-movement"), chits=BARE)
    assert offered(bare, ALLIED, "place_marker") is None
    eastern = position({"W5117": "fr-12", "E4924": "ru-26"}, "first-movement", west=CENTRAL,
                       chits=front("first-movement").chits)  # fmt: skip
    assert refused(eastern, ALLIED, "place_marker", hex="W5117").code == "other-theatre"
    italian = position({"W2517": "it-1"}, "first-movement", west=ALLIED, chits=front("first-movement").chits)
    assert refused(italian, ALLIED, "place_marker", hex="W2517").section in ("10.84", "3.11")
    assert told(holding(front("first-movement"), "foch"), ALLIED, "play_event", event="foch").chits["allied.play"]


# --- the Paris Gun (6.10) ---------------------------------------------------------------------------------------------


def test_6_10_the_paris_gun_counts_as_a_victory_hex_until_the_allies_are_in_its_hex() -> None:
    """§6.10: it is placed in the New Units Phase within eight hexes of Paris, and lost for good."""
    board = position({}).printed.board
    paris = ("W5008", "W5009", "W4908")
    away = {h: min(board.lattice.distance(h, p) for p in paris) for h in board.names(board.by_country["FR"])}
    state = position({}, "central.new-units", chits={**BARE, "central.hand": {"paris-gun": 1}},
                     taken=frozenset(h for h, hexes in away.items() if hexes >= 8))  # fmt: skip
    assert refused(state, CENTRAL, "play_event", event="paris-gun").code == "in-its-step"
    refused(state, CENTRAL, "place_gun", hex="W6830")
    near = offered(state, CENTRAL, "place_gun")["slots"][0]["options"]["of"]
    assert {away[h] for h in near} == {8}
    cut_off = replace(state, taken=frozenset({near[0]}))
    assert refused(cut_off, CENTRAL, "place_gun", hex=near[0])
    placed = told(state, CENTRAL, "place_gun", hex=near[0])
    assert points(placed) == points(state) + 1
    assert offered(placed, CENTRAL, "place_gun") is None


def test_6_10_the_gun_falls_the_instant_that_allied_units_enter() -> None:
    """§6.10: it has no strength and blocks nobody."""
    state = position({"W5116": "fr-12"}, "first-movement", west=ALLIED, taken=frozenset({"W5117"}),
                     chits={**BARE, "central.play": {"paris-gun": 1}})  # fmt: skip
    state = replace(state, chit_state=replace(state.chit_state, gun="W5117"))
    after = told(state, ALLIED, "move", units=["fr-12"], path=["W5117"])
    assert after.chit_state.gun == ""
    assert not after.chits["central.play"]
    assert points(after) < points(state)


# --- mandated offensives (6.30) ---------------------------------------------------------------------------------------


def haig(stacks: dict[str, str], key: str = ALLIES_WEST, **fields: Any) -> State:
    """British units before Germans in the west, with Haig's offensive on."""
    return lasting(position(stacks, key, west=ALLIED, chits=BARE, **fields), "haig-offensive", 3)


def test_6_30_the_offensives_bind_their_sides_on_the_three_turns_that_follow() -> None:
    """§6.30: not on that of the draw. Conrad's goes back to the pool while Italy is neutral (another test)."""
    assert works_on(drawn(ALLIED, "haig-offensive"), "haig-offensive") == [1, 2, 3]
    assert works_on(drawn(CENTRAL, "conrad-offensive"), "conrad-offensive") == [1, 2, 3]
    now = haig({"W5117": "br-1 br-2", "W5217": "ge-3"})
    drawn_now = replace(now, chit_state=replace(now.chit_state, lasting={"haig-offensive": NOW + 3}))
    assert ended(now).outcome is not None
    assert ended(drawn_now).outcome is None


def test_6_47_the_french_mutiny_bars_attacks_from_the_turn_of_the_draw_on() -> None:
    """§6.47: it may not be delayed, and lasts three turns in a row."""
    assert works_on(drawn(ALLIED, "french-mutiny"), "french-mutiny") == [0, 1, 2]


def test_6_30_haig_counts_british_attacks_at_even_odds_or_better() -> None:
    """§6.30: before any shift, and by British units alone."""
    strong = {"W5117": "br-1 br-2", "W5217": "ge-3"}
    after, _ = fight(haig(strong), "br-1 br-2", target="W5217", seat=ALLIED)
    assert after.chit_state.attacks == {"haig-offensive": 1}
    mixed, _ = fight(haig({**strong, "W5117": "br-1 br-2 fr-12"}), "br-1 br-2 fr-12", target="W5217", seat=ALLIED)
    assert mixed.chit_state.attacks == {}
    even = haig({"W5117": "br-1", "W5217": "ge-3"})
    assert even.face("br-1").attack == even.face("ge-3").defence
    assert fight(even, "br-1", target="W5217", seat=ALLIED)[0].chit_state.attacks == {"haig-offensive": 1}
    weak, _ = fight(haig({"W5117": "br-1", "W5217": "ge-3 ge-4 ge-5"}), "br-1", target="W5217", seat=ALLIED)
    assert weak.chit_state.attacks == {}
    east = haig({AROUND[0]: "br-1 br-2 br-3", TARGET: "ge-3"}, "second.east.attacks")
    elsewhere, events = fight(east, "br-1 br-2 br-3", target=TARGET, seat=ALLIED)
    assert resolved(events).attack >= resolved(events).defence
    assert elsewhere.chit_state.attacks == {}


def ended(state: State) -> State:
    """The state at the end of the turn, after the Allied attacks in the west are over."""
    state = told(state, ALLIED, "end_phase")
    return told(replace(state, cursor=(replace(state.phase, key="central.rail", done=()),)), CENTRAL, "end_phase")


def test_6_30_a_side_that_could_attack_and_does_not_forfeits_the_match() -> None:
    """§6.30: at the end of the turn; the question warns of it before the attacks are ended."""
    state = haig({"W5117": "br-1 br-2", "W5217": "ge-3"})
    ending = offered(state, ALLIED, "end_phase")
    assert ending["slots"] == []
    (warning,) = ending["warnings"]
    title = state.printed.chits.events["haig-offensive"].title
    assert warning == {
        "text": f"{title}: British units on the Western Front must still make 2 attacks at 1:1 or better before shifts"
        " this turn. If they can and do not, you lose the match.",
        "section": "6.30",
    }
    after = ended(state)
    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.section) == (CENTRAL, "6.30")
    assert after.outcome.reason == f"{title}: the attacks that were ordered were not made."


def test_6_30_the_question_says_that_conrad_asks_for_an_attack_at_any_odds() -> None:
    """§6.30: of one attack, and of no odds."""
    state = lasting(position({}, "second.west.attacks", west=ALLIED, chits=BARE), "conrad-offensive", 3)
    (warning,) = offered(state, CENTRAL, "end_phase")["warnings"]
    assert "on the Italian Front must still make one attack this turn." in warning["text"]


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"W2517": "it-1alp", "W2518": "ah-59"},
        {"W3603": "br-cav-1", "W3604": "ge-4"},
        {"W3603": "br-cav-1 fr-12", "W3604": "ge-4"},
    ],
    ids=["Italy", "rider", "rider with the French"],
)
def test_6_30_an_enemy_whom_no_british_attack_does_not_hide_another(elsewhere: dict[str, str]) -> None:
    """§6.30: Austrians before the Italians, or Germans before cavalry alone; what can be attacked elsewhere counts."""
    assert ended(haig(elsewhere)).outcome is None
    after = ended(haig({**elsewhere, "W5117": "br-1", "W5217": "ge-3"}))
    assert after.outcome is not None
    assert after.outcome.section == "6.30"


def test_6_30_a_fort_that_is_seen_adds_to_the_odds() -> None:
    """§6.30, §14.11: four factors against four and a fort are less than even; without the fort they are not."""
    stacks = {"W5027": "br-1", "W5126": "ge-3"}
    whole = haig(stacks)
    assert whole.face("br-1").attack == whole.face("ge-3").defence
    assert ended(whole).outcome is None
    assert ended(haig(stacks, destroyed=frozenset({"W5126"}))).outcome is not None


@pytest.mark.parametrize("stacks", [{}, {"W5117": "br-cav-1", "W5217": "ge-1gd"},
                                    {"W5117": "fr-12 fr-13 fr-14", "W5217": "ge-3"},
                                    {"W5117": "br-cav-1 br-cav-2 br-cav-3 fr-12 fr-13", "W5217": "ge-3"}])  # fmt: skip
def test_6_30_nobody_forfeits_for_attacks_that_were_impossible(stacks: dict[str, str]) -> None:
    """§6.30: no enemy near, an enemy who is seen to be too strong, no British units, or cavalry that may not attack
    by itself."""
    after = ended(haig(stacks))
    assert after.outcome is None
    assert after.turn == NOW + 1


@pytest.mark.parametrize("companion", ["br-cav-1", "br-exp"])
def test_6_30_cavalry_and_tanks_count_only_where_they_may_go_along(companion: str) -> None:
    """§6.30, §15.54, §15.22: their factor makes the odds even with infantry of their hex, and is no help from another
    hex."""
    board = position({}).printed.board
    other = next(h for h in board.names(board.beside(board.index["W5217"])) if h != "W5117")
    state = haig({"W5117": f"br-19na {companion}", "W5217": "ge-3"})
    assert state.face("br-19na").attack + state.face(companion).attack == state.face("ge-3").defence
    after = ended(state)
    assert after.outcome is not None
    assert after.outcome.section == "6.30"
    assert after.turn == state.turn, "no turn follows"
    assert ended(haig({"W5117": "br-19na", other: companion, "W5217": "ge-3"})).outcome is None


def test_6_30_conrad_asks_for_any_attack_on_the_italian_front() -> None:
    """§6.30: an attack that is possible at whatever odds is to be made; where nobody is near, nobody forfeits. Ending
    the attacks of the other theatre passes nothing up, nor does Foch's attack come too late to make it good."""
    board = position({}).printed.board
    start, target = next(
        (board.ids[a], board.ids[b])
        for a in sorted(board.by_front["italy"] & board.by_country["AH"] - board.alpine)
        for b in board.beside(a)
        if board.country[b] == "IT" and b not in board.alpine
    )
    counters = position({}).printed.counters
    weak = next(u for u, c in counters.items() if c.nation == "AH" and c.kind == "infantry" and c.front.attack == 1)
    assert counters["it-1"].front.defence > counters[weak].front.attack
    for stacks, passed in (({start: weak, target: "it-1"}, ("conrad-offensive",)), ({start: "ah-53"}, ()),
                           ({"E4913": "ah-53", "E4914": "ru-26"}, ())):  # fmt: skip
        state = lasting(position(stacks, "second.west.attacks", west=ALLIED, chits=BARE), "conrad-offensive", 3)
        assert told(state, CENTRAL, "end_phase").chit_state.passed_up == passed
    state = haig({"W5117": "br-1 br-2", "W5217": "ge-3", "E4923": "ge-4", "E4924": "ru-26"}, "second.east.attacks")
    assert told(state, ALLIED, "end_phase").chit_state.passed_up == ()
    again = haig({"W5117": "br-1 br-2", "W5217": "ge-3"}, "first.west.again")
    noted = replace(again, chit_state=replace(again.chit_state, passed_up=("haig-offensive",), foch_at="W5117"))
    assert not any(isinstance(fact, OffensivePassedUp) for fact in told_with(noted, ALLIED, "end_phase")[1])
    late = replace(
        state, chit_state=replace(state.chit_state, passed_up=("haig-offensive",), attacks={"haig-offensive": 2})
    )
    rails = replace(late, cursor=(replace(late.phase, key="central.rail", done=()),))
    assert told(rails, CENTRAL, "end_phase").outcome is None


def test_6_30_attacks_that_were_made_are_enough_and_the_next_turn_asks_again() -> None:
    """§6.30: two a turn; what was made is forgotten when the turn ends."""
    state = haig({"W5117": "br-1 br-2", "W5217": "ge-3"})
    done = replace(state, chit_state=replace(state.chit_state, attacks={"haig-offensive": 2}))
    assert not offered(done, ALLIED, "end_phase")["warnings"]
    after = ended(done)
    assert after.outcome is None
    assert after.chit_state.attacks == {}


def test_6_30_conrad_adds_two_to_the_first_attack_of_his_first_turn() -> None:
    """§6.30: on the Italian Front, by Austro-Hungarian units alone; not to the second, nor on the next turn."""
    state = position({}, "second.west.attacks", west=ALLIED, chits=BARE)
    board = state.printed.board
    here = next(
        (a, b)
        for a in sorted(board.by_front["italy"] & board.by_country["AH"] - board.alpine)
        for b in board.beside(a)
        if board.country[b] == "IT" and b not in board.alpine
    )
    start, target = board.ids[here[0]], board.ids[here[1]]
    frame = BattleFrame(CENTRAL, ("ah-1",), (start,), target, ("it-1",), ATTACKER_EVENTS)
    state = position({start: "ah-1", target: "it-1"}, "second.west.attacks", west=ALLIED,
                     chits={**BARE, "central.hand": {"central-chlorine": 1}})  # fmt: skip
    state = replace(lasting(state, "conrad-offensive", 3), cursor=(*state.cursor, frame))
    after, events = told_with(state, CENTRAL, "no_event", Once(3))
    assert drms(events)["6.30"] == 2
    assert after.chit_state.attacks == {"conrad-offensive": 1}
    weak = replace(state, stacks={**state.stacks, target: ("it-1", "it-2", "it-3")},
                   units={**state.units, **dict.fromkeys(("it-2", "it-3"), state.units["it-1"])},
                   cursor=(*state.cursor[:-1], replace(frame, defenders=("it-1", "it-2", "it-3"))))  # fmt: skip
    after_weak, events = told_with(weak, CENTRAL, "no_event", Once(3))
    assert resolved(events).attack < resolved(events).defence
    assert after_weak.chit_state.attacks == {"conrad-offensive": 1}
    east = lasting(position({AROUND[3]: "ah-1", TARGET: "ru-1"}, EAST, chits=BARE), "conrad-offensive", 3)
    _, events = fight(east, "ah-1", target=TARGET)
    assert "6.30" not in drms(events)
    second = replace(state, chit_state=replace(state.chit_state, attacks=after.chit_state.attacks))
    for other in (replace(state, turn=state.turn + 1), second):
        _, events = told_with(other, CENTRAL, "no_event", Once(3))
        assert "6.30" not in drms(events)


def test_6_58_6_30_nothing_lasts_longer_than_it_should() -> None:
    """§6.30, §6.57: the state holds the last turn of each effect, and nothing asks for it afterwards."""
    state = haig({"W5117": "br-1 br-2", "W5217": "ge-3"})
    late = replace(state, turn=state.turn + 3, strategic_state=StrategicState())
    assert not offered(late, ALLIED, "end_phase")["warnings"]
