"""§20.0 to §20.3: pre-war events of the campaign on six fronts: the Near East, and a Turkey that hesitates."""

from __future__ import annotations

import pytest

from rules.great_war.chits_played import lawrence
from rules.great_war.chits_played.settling import why_no_event
from rules.great_war.collapse.turkey import turkey_enters
from rules.great_war.facts.chits import BACK
from rules.great_war.movement.expedition import why_not_sent
from rules.great_war.movement.transfer import why_not_in
from rules.great_war.movement.transit import why_not_off
from rules.great_war.position.changes import relocate
from rules.great_war.position.control import barred_hexes
from rules.great_war.position.pre_war_state import PreWarState
from rules.great_war.position.state import AVAILABLE_THERE, LATER, PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.before_november import HESITATES, at_peace
from rules.great_war.strategic import income, reserve, transfers, turkish_surrender
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from tests.games.great_war.combined.kit import GAME, at_war, done, refusal, set_up
from tests.games.great_war.invariants import check
from tests.games.great_war.strategic.kit import played

CAMPAIGN = "combined-campaign"
HESITANT = "allied-8"


def enters(state: State) -> tuple[State, list[object]]:
    """The state after Turkey has been asked whether it joins, and the facts."""
    after, facts = played(lambda play, _: turkey_enters(play), state)
    return after, [*facts]


def revealed(allied: tuple[int, ...], central: tuple[int, ...]) -> State:
    """Both sides have drawn these and others, and play these: the Allied set-up comes next."""
    state = GAME.new_match(CAMPAIGN, {"pre_war": True})
    assert state.phase.key == "pre-war.draw"
    hands = {}
    for side, mine, spare in ((ALLIED, allied, (1, 4, 10)), (CENTRAL, central, (1, 8, 9))):
        hands[side] = tuple(f"{side}-{n}" for n in [*dict.fromkeys((*mine, *spare))][:3])
    state = replace(state, pre_war=replace(state.pre_war, drawn=hands), cursor=(PhaseFrame("pre-war.plans"),))
    state = done(state, CENTRAL, {"kind": "announce_pre_war", "event": "none"})
    for side, mine in ((ALLIED, allied), (CENTRAL, central)):
        first, second = (f"{side}-{mine[0]}", f"{side}-{mine[1]}" if len(mine) > 1 else "none")
        state = done(state, side, {"kind": "choose_pre_war", "first": first, "second": second})
    return state


def dealt(state: State) -> State:
    """Both sides set up in one click."""
    for seat in (ALLIED, CENTRAL):
        state = done(done(state, seat, {"kind": "deal"}), seat, {"kind": "end_phase"})
    check(state)
    return state


def of_the_near_east(state: State) -> dict[str, str]:
    """Where the British who begin in the Near East are."""
    arrivals = state.printed.arrivals
    mine = (u for u in state.units if u.startswith("br-") and arrivals[u].turn == "start")
    return {u: state.units[u].at for u in mine if arrivals[u].map == "near-east"}


def test_20_0_of_the_campaign_alone() -> None:
    """§20.0: the campaign has them, the later beginnings do not, and neither has the Near East alone."""
    assert GAME.new_match(CAMPAIGN, {}).phase.key == "allied.set-up"
    for scenario in ("combined-1915", "near-east-campaign"):
        with pytest.raises(ValueError, match=r"20\.0"):
            GAME.new_match(scenario, {"pre_war": True})
    options = {s.id: [o["id"] for o in s.options] for s in GAME.scenarios}
    assert "pre_war" in options[CAMPAIGN]
    assert "pre_war" not in options["combined-1915"]


def test_20_1_drawn_by_command() -> None:
    """§20.1: three for each side, out of the same twenty as in Europe."""
    state = done(GAME.new_match(CAMPAIGN, {"pre_war": True}), ALLIED, {"kind": "draw_pre_war"})
    assert {side: len(mine) for side, mine in state.pre_war.drawn.items()} == {ALLIED: 3, CENTRAL: 3}


# --- the British of Egypt and Iraq ------------------------------------------------------------------------------------


def test_20_2_the_garrisons_of_egypt_stay() -> None:
    """§20.2 Nos. 5 and 7, §20.3 No. 7: only the expeditionary force of Europe lands elsewhere, or comes later."""
    usual = of_the_near_east(dealt(revealed((1,), (8,))))
    assert usual.keys() == {
        "br-10in", "br-11in", "br-16inbd", "br-17inbd", "br-18inbd", "br-cd-1", "br-cd-2", "br-cd-3", "br-cd-4",
    }  # fmt: skip
    gambit = dealt(revealed((7,), (8,)))
    assert of_the_near_east(gambit) == usual
    assert gambit.units["br-1"].at == "E5403"
    fleet = dealt(revealed((1,), (7,)))
    assert of_the_near_east(fleet) == usual
    assert (fleet.units["br-1"].at, fleet.pre_war.due["br-1"]) == (LATER, "B")
    ports = revealed((5,), (8,))
    assert refusal(ports, ALLIED, {"kind": "send_later", "units": ["br-10in"]}).section == "20.2"
    assert done(ports, ALLIED, {"kind": "send_later", "units": ["br-1"]}).pre_war.due["br-1"] == "A"


def test_20_2_6_a_larger_force_for_europe() -> None:
    """§20.2 No. 6: those of B and C come on A if they come to Europe; brigades for the Near East on their own turn."""
    due = revealed((6,), (8,)).pre_war.due
    arrivals = revealed((6,), (8,)).printed.arrivals
    assert {"br-7", "br-8", "br-63rn"} <= due.keys()
    assert {arrivals[u].map for u in due} == {"europe"}


def test_20_3_10_britain_keeps_out_of_the_war() -> None:
    """§20.3 No. 10: none of its units is there in August; those of the Near East come to their own box on B, and the
    war begins there without a battle before."""
    state = dealt(revealed((1,), (10,)))
    assert "BR" not in state.sides
    mine = of_the_near_east(state)
    assert {*mine.values()} == {LATER}
    on_b = replace(
        state,
        strategic_state=replace(state.strategic_state, turn="B"),
        strategic="B",
        sides={**state.sides, "BR": ALLIED},
    )
    after, _ = played(income.collect, on_b)
    assert {after.units[u].at for u in mine} == {AVAILABLE_THERE}
    early = replace(after, cursor=(PhaseFrame("allied.new-units"),), turn=5)
    placing = {"kind": "place", "units": ["br-10in"], "hex": "NE4206"}
    assert refusal(early, ALLIED, placing).section == "7.12"
    november = at_war(early, 6)
    assert done(november, ALLIED, placing).units["br-10in"].at == "NE4206"


def test_20_2_2_no_forts_in_the_caucasus_either() -> None:
    """§20.2 No. 2: all fortifications of Russia are gone, Batum's and Alexandropol's too; the heavy one of Kars is
    not."""
    gone = revealed((2,), (8,)).destroyed
    assert {"NC4041", "NC4436"} <= gone
    assert "NC4039" not in gone


def test_20_2_9_the_italian_entry_is_the_first_of_two() -> None:
    """§20.2 No. 9, §6.11: it is picked in Jan/Feb 1915, and the point buys one more, which is drawn."""
    state = set_up(CAMPAIGN)
    gas = next(c.id for c in state.printed.chits.events.values() if c.side == ALLIED and c.kind == "gas")
    pools = {**state.chits, "allied.pool": {"italian-entry": 1, gas: 1}, "central.pool": {}}
    in_force = PreWarState(wanted=True, revealed=True, played=("allied-9",))
    state = replace(state, turn=7, chits=pools, points={"FR": 1}, pre_war=in_force)
    state = replace(state, cursor=(PhaseFrame("declare-events"),))
    after = done(state, ALLIED, {"kind": "buy_italian_entry", "nation": "FR"})
    assert "IT" in after.sides
    assert after.chits["allied.pool"] == {}
    assert after.chits["allied.hand"] == {gas: 1}


# --- Turkey in October 1914, and one that hesitates -------------------------------------------------------------------


def test_17_1_turkey_joins_in_october() -> None:
    """§17.1, §5.12: neutral until then, so that nobody enters it; everyone is told when it joins."""
    state = set_up(CAMPAIGN)
    assert state.near_east.neutral
    assert "TU" in GAME.view(state, ALLIED)["tracks"]["neutral"]  # type: ignore[index, operator, call-overload]
    board = state.printed.board
    europe = board.by_country["TU"] & board.by_front["east"]
    assert europe <= barred_hexes(state, ALLIED)
    assert europe <= barred_hexes(state, CENTRAL)
    september, _ = enters(replace(state, turn=4))
    assert september.near_east.neutral
    october, facts = enters(replace(state, turn=5))
    assert [type(f).__name__ for f in facts] == ["TurkeyEntered"]
    assert not october.near_east.neutral
    assert october.sides["TU"] == CENTRAL
    assert "TU" not in GAME.view(october, ALLIED)["tracks"]["neutral"]  # type: ignore[index, operator, call-overload]
    assert europe.isdisjoint(barred_hexes(october, ALLIED))
    assert europe <= barred_hexes(october, CENTRAL)
    assert at_peace(october)
    assert not at_peace(replace(october, turn=6))
    assert enters(october)[1] == []
    assert GAME.load_state(GAME.dump_state(state)) == state


def hesitant(turn: int = 9, key: str = "first-movement") -> State:
    """April 1915 after the set-up of August 1914, Turkey still neutral; ground of nobody's taken."""
    played_ = PreWarState(wanted=True, revealed=True, played=(HESITANT,))
    state = replace(set_up(CAMPAIGN), turn=turn, pre_war=played_, strategic="D", weather={}, west=CENTRAL)
    return replace(state, strategic_state=replace(state.strategic_state, turn="D"), cursor=(PhaseFrame(key),))


def test_20_2_8_turks_wait_for_turkey() -> None:
    """§20.2 No. 8, §7.1: they neither move nor come in, nobody attacks them, and nobody enters their land."""
    state = hesitant()
    assert at_peace(state)
    board = state.printed.board
    turk = next(u for u in state.on_map(CENTRAL) if state.units[u].at.startswith("NE"))
    assert state.west == CENTRAL
    home = board.index[state.units[turk].at]
    on = next(board.ids[b] for b in board.neighbours[home] if b >= 0 and board.land[b] and board.country[b] == "TU")
    assert refusal(state, CENTRAL, {"kind": "move", "units": [turk], "path": [on]}).section == "20.2"
    held = {board.index[h] for h in state.stacks} | {*board.forts}
    here, there = next(
        (board.ids[a], board.ids[b])
        for a in sorted(board.by_country["RU"] & board.by_front["caucasus"])
        for b in board.walks[a]
        if board.country[b] == "TU" and b not in held
    )
    border = relocate(state, ["ru-20"], here)
    enter = refusal(border, ALLIED, {"kind": "move", "units": ["ru-20"], "path": [there]})
    assert (enter.code, enter.section) == ("not-open", "20.2")
    beside = relocate(relocate(hesitant(key="first.east.attacks"), ["ru-20"], here), ["tu-10"], there)
    assert refusal(beside, ALLIED, {"kind": "attack", "units": ["ru-20"], "target": there}).section == "20.2"
    train = hesitant(key="central.rail")
    berlin = relocate(train, ["ge-1"], "E5102")
    assert refusal(berlin, CENTRAL, {"kind": "to_transit", "units": ["ge-1"]})
    assert why_not_off(berlin, "ge-1") == HESITATES
    damascus = relocate(train, ["tu-23"], "NE1728")
    assert refusal(damascus, CENTRAL, {"kind": "to_transit", "units": ["tu-23"]})
    assert why_not_off(damascus, "tu-23") == HESITATES
    arabia = train.boxes["arabia"][0]
    order: dict[str, object] = {"kind": "out_of_arabia", "units": [arabia], "to": "NE1728"}
    assert refusal(train, CENTRAL, order).section == "20.2"
    landing = replace(hesitant(key="allied.new-units"), chits={
        **state.chits, "allied.play": {"russian-amphibious-campaign": 1},
    })  # fmt: skip
    waiting = relocate(landing, ["ru-20"], AVAILABLE_THERE)
    ashore: dict[str, object] = {"kind": "russian_landing", "unit": "ru-20", "hex": "NC4433"}
    assert refusal(waiting, ALLIED, ashore).section == "6.38"


def test_19_62_the_allies_move_on_their_ground_from_november() -> None:
    """§7.12, §19.62, §20.2 No. 8: nothing that is printed holds them longer. They march in Russia, are placed, and go
    by rail, by sea and by the transfer box; before November 1914 they do not."""
    for turn, section in ((9, ""), (5, "19.62")):
        state = relocate(hesitant(turn), ["ru-20"], "NC3939")
        march: dict[str, object] = {"kind": "move", "units": ["ru-20"], "path": ["NC4039"]}
        assert done_or_section(state, march) == section
        boxed = relocate(hesitant(turn, "allied.new-units"), ["br-10in"], AVAILABLE_THERE)
        placed: dict[str, object] = {"kind": "place", "units": ["br-10in"], "hex": "NE4206"}
        assert done_or_section(boxed, placed) == section.replace("19.62", "7.12")
        rails = hesitant(turn, "allied.rail")
        port = relocate(rails, ["br-1"], "W6707")
        assert done_or_section(port, {"kind": "sail", "units": ["br-1"], "to": "NE4313"}) == section
        egypt = relocate(rails, ["br-10in"], "NE4313")
        assert done_or_section(egypt, {"kind": "rail", "units": ["br-10in"], "to": "NE4206"}) == section
        assert done_or_section(egypt, {"kind": "sail", "units": ["br-10in"], "to": "W6707"}) == section
        kiev = relocate(rails, ["ru-1gd"], "E4129")
        assert (why_not_in(kiev, "ru-1gd") is None) == (not section)
    assert why_not_sent(hesitant(17, "allied.rail")) is None


def done_or_section(state: State, command: dict[str, object]) -> str:
    """Empty where the Allies' command is taken, else the section that refuses it."""
    found = GAME.decide(state, ALLIED, command, lambda draw, sides: 1)
    return found.section if isinstance(found, Refusal) else ""


def test_20_2_8_no_dice_and_no_points_for_a_neutral() -> None:
    """§5.38, §5.61, §5.12, §5.17: no reserve, no surrender, no points of its own or from Germany; Russia is helped
    through the straits."""
    state = hesitant()
    assert not reserve.reserve_due(state)
    assert not turkish_surrender.surrender_due(state)
    assert "TU" not in income.income(state)
    assert transfers.straits_open(state, "RU")
    rich = replace(state, points={"GE": 6})
    always = {**transfers.CONDITIONS, "overland": lambda *_: True}
    assert transfers.points_left(rich, "GE", "TU", always) == 0
    assert transfers.points_left(rich, "GE", "AH", always) == 6
    joined = replace(state, near_east=replace(state.near_east, neutral=False))
    assert reserve.reserve_due(joined)
    assert turkish_surrender.surrender_due(joined)
    assert not transfers.straits_open(joined, "RU")
    assert "TU" in income.income(joined)
    assert transfers.points_left(replace(joined, points={"GE": 6}), "GE", "TU", always) == 6


def test_20_2_8_events_of_the_near_east_go_back() -> None:
    """§20.2 No. 8: those that need a war there are no events until there is one; Lawrence does not ride."""
    state = hesitant()
    events = state.printed.chits.events
    joined = replace(state, near_east=replace(state.near_east, neutral=False))
    for id_ in ("armenian-massacres", "arab-northern-army", "enver-offensive-c", "army-of-islam"):
        chit = events.get(id_) or next(c for c in events.values() if c.effect == id_ or c.id.startswith("enver"))
        assert why_no_event(state, chit) == BACK, id_
        assert why_no_event(joined, chit) == "", id_
    # It rises against the British in Egypt, whatever Turkey does, and may not be delayed (§6.46).
    assert why_no_event(state, events["libyan-revolt"]) == ""
    in_play = {**state.chits, "allied.play": {"lawrence": 1}}
    assert not lawrence.rides(replace(state, chits=in_play))
    assert lawrence.rides(replace(joined, chits=in_play))


def test_20_2_8_ten_points_bring_it_in() -> None:
    """§20.2 No. 8, §17.13: points, or a landing at Gallipoli, and the maps open at once; not in October by itself."""
    state = hesitant(6)
    board = state.printed.board
    assert enters(state)[1] == []
    french = sorted(board.ids[i] for i in board.victory if board.country[i] == "FR")
    won, facts = enters(replace(state, taken=frozenset(french[:10])))
    assert [type(f).__name__ for f in facts] == ["TurkeyEntered"]
    assert not at_peace(won)
    landing = replace(hesitant(key="allied.new-units"), chits={**state.chits, "allied.hand": {"gallipoli": 1}})
    landing = relocate(landing, ["br-8"], "available")
    after = done(landing, ALLIED, {"kind": "gallipoli", "hellas": ["br-8"], "suvla": []})
    assert after.turkey
    assert not after.near_east.neutral
    assert not at_peace(after)


def test_5_12_points_of_october_and_later() -> None:
    """§5.12, §17.1: on C Turkey receives what the charts give it; before it joins nothing."""
    state = set_up(CAMPAIGN)
    on_c = replace(state, turn=7, strategic="C", strategic_state=replace(state.strategic_state, turn="C"))
    assert "TU" not in income.income(on_c)
    joined = replace(on_c, near_east=replace(on_c.near_east, neutral=False))
    due = on_c.printed.charts.income("TU", "C")
    assert income.income(joined).get("TU", 0) == due
