"""Chapters 6 and 17: neutrals that enter the war, and the landings at Gallipoli and Salonika."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rules.great_war.chits_played.entries import deploy_turks, newcomers, open_to_deploy, units_to_set_up
from rules.great_war.chits_played.landings import watch, why_no_ships
from rules.great_war.facts.chits import ChitDrawn
from rules.great_war.facts.entry import LandingsClosed
from rules.great_war.facts.revolutions import NationCollapsed
from rules.great_war.game import GAME
from rules.great_war.movement.eligibility import why_not_move
from rules.great_war.movement.rails import why_no_ship
from rules.great_war.position.changes import relocate
from rules.great_war.position.control import barred_hexes, controlled_hexes, controller
from rules.great_war.position.state import AVAILABLE, DEAD, LATER, State, UnitState
from rules.great_war.printed.nations import ALLIED, CENTRAL, foe
from rules.great_war.stacking import crowded_hexes
from rules.great_war.supply.tracing import IN, has_supply, is_supplied_hex, supply_of
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from tests.games.chance import Dice
from tests.games.great_war.field import EAST, fight, resolved
from tests.games.great_war.kit import answer, at, moved, position, refused, set_up, told, told_with
from tests.games.great_war.strategic.kit import played
from tests.games.great_war.test_events import RICH, phase
from tests.games.great_war.test_events_in_combat import BARE

NEUTRALS = {n: s for n, s in position({}).sides.items() if n != "IT"}


def entered(side: str, chit: str, **fields: Any) -> State:
    """The New Units Phase of the turn in which a side has drawn this entry."""
    start = phase(**{side: chit}, **{"sides": NEUTRALS, **fields})
    return told(start, side, "buy_event", Dice([1]), nation="GE" if side == CENTRAL else "BR")


def on_to(state: State, key: str) -> State:
    """The same position in another step."""
    return replace(state, cursor=(replace(state.phase, key=key, done=()),))


# --- neutral entry (6.54, 17.11) --------------------------------------------------------------------------------------


def test_6_54_a_neutral_enters_in_the_new_units_phase_with_all_its_units() -> None:
    """§17.11: those of its entry and of earlier strategic turns wait to be set up; later ones come later."""
    state = entered(CENTRAL, "bulgarian-entry")
    assert state.phase.key == "allied.new-units"
    assert state.sides["BU"] == CENTRAL
    assert state.frozen == {"BU"}
    assert len(units_to_set_up(state, CENTRAL)) == 11
    assert not units_to_set_up(state, ALLIED)
    italy = entered(ALLIED, "italian-entry")
    later = [u for u in italy.units if italy.counter(u).nation == "IT" and italy.units[u].at == LATER]
    assert {italy.printed.arrivals[u].turn for u in later} == {"H", "J", "K", "L", "M", "P", "Q"}


def test_17_11_a_late_entrant_has_the_reinforcements_of_past_turns() -> None:
    """§17.11: Italy in 1917 sets up what came in 1916, and not what comes later."""
    early, late = (set(newcomers(replace(position({}), strategic=turn), "IT")) for turn in ("E", "L"))
    arrivals = position({}).printed.arrivals
    assert early < late
    assert {arrivals[u].turn for u in late - early} == {"F", "G", "H", "I", "J", "K", "L"} & {
        a.turn for u, a in arrivals.items() if u.startswith("it-")
    }


def test_7_14_its_country_passes_to_its_side_at_once() -> None:
    """§7.14: every hex of it."""
    state = entered(CENTRAL, "bulgarian-entry")
    assert state.printed.board.by_country["BU"] <= controlled_hexes(state, CENTRAL)


def test_17_11_its_units_are_set_up_anywhere_in_the_country_before_the_phase_ends() -> None:
    """§17.11: not elsewhere; the phase does not end before all are."""
    state = told(entered(CENTRAL, "bulgarian-entry"), ALLIED, "end_phase")
    assert refused(state, CENTRAL, "end_phase").code == "set-up-first"
    assert refused(state, CENTRAL, "place", units=["bu-1"], hex="E5102").section == "17.11"
    by_hand = told(state, CENTRAL, "place", units=["bu-1", "bu-2"], hex="E1819")
    assert by_hand.stacks["E1819"] == ("bu-1", "bu-2")
    done = told(by_hand, CENTRAL, "deploy")
    assert not units_to_set_up(done, CENTRAL)
    assert done.units["bu-1"].at == "E1819"
    assert told(done, CENTRAL, "end_phase").phase.key != "central.new-units"


@pytest.mark.parametrize(
    ("side", "chit", "nation"),
    [(CENTRAL, "bulgarian-entry", "BU"), (ALLIED, "greek-entry", "GK"), (ALLIED, "italian-entry", "IT"),
     (ALLIED, "allied-romanian-entry", "RO"), (CENTRAL, "central-romanian-entry", "RO")],
)  # fmt: skip
def test_17_11_one_click_sets_up_every_new_ally_within_the_limits(side: str, chit: str, nation: str) -> None:
    """§17.11, §7.23: in its own country, nobody left over, no hex too full, and on the border with the enemy."""
    state = entered(side, chit)
    state = state if side == ALLIED else told(state, ALLIED, "end_phase")
    state = told(state, side, "deploy")
    assert not units_to_set_up(state, side)
    board = state.printed.board
    mine = {u for u in state.on_map(side) if state.counter(u).nation == nation}
    assert mine
    assert all(board.country[board.index[state.units[u].at]] == nation for u in mine)
    assert not crowded_hexes(state, side)
    enemy = controlled_hexes(state, CENTRAL if side == ALLIED else ALLIED)
    border = {i for i in board.by_country[nation] if any(b in enemy for b in board.beside(i))} - board.alpine
    held = {board.index[h] for h in state.stacks}
    assert not border or len(border & held) >= min(len(border), len(mine)) // 2


def test_17_11_new_belligerents_stay_where_they_are_and_no_unit_goes_there_for_a_turn() -> None:
    """§17.11: neither side enters or attacks into the country; from the next turn on it is a member like others."""
    state = told(told(entered(CENTRAL, "bulgarian-entry"), ALLIED, "end_phase"), CENTRAL, "deploy")
    home = state.printed.board.by_country["BU"]
    assert home <= barred_hexes(state, ALLIED)
    assert home <= barred_hexes(state, CENTRAL)
    why = why_not_move(on_to(state, "first-movement"), "bu-1", "east")
    assert why is not None
    assert why.code == "just-entered"
    turn = told(on_to(state, "central.rail"), CENTRAL, "end_phase")
    assert turn.turn == state.turn + 1
    assert not turn.frozen
    assert not turn.chit_state.deploying
    assert not home & barred_hexes(turn, ALLIED)


def test_15_71_only_mountain_units_of_a_new_ally_are_set_up_in_alpine_hexes() -> None:
    """§15.71, §17.11: Italy's Alpini, and nobody else."""
    state = entered(ALLIED, "italian-entry")
    board = state.printed.board
    peaks = board.alpine & board.by_country["IT"]
    assert peaks <= open_to_deploy(state, "it-1alp")
    foot = next(u for u in state.boxes[AVAILABLE] if state.counter(u).nation == "IT" and u != "it-1alp"
                and state.counter(u).kind == "infantry")  # fmt: skip
    assert not peaks & open_to_deploy(state, foot)
    assert refused(state, ALLIED, "place", units=[foot], hex=min(board.names(peaks))).section == "17.11"


def test_6_54_romania_that_both_sides_draw_on_one_turn_never_enters() -> None:
    """§6.54: nor does it when an entry is drawn later."""
    start = phase("allied-romanian-entry", "central-romanian-entry", sides=NEUTRALS)
    state = told(start, CENTRAL, "buy_event", nation="GE")
    state = told(state, ALLIED, "buy_event", Dice([1, 1]), nation="BR")
    assert "RO" not in state.sides
    assert state.chit_state.never == ("RO",)
    later = replace(phase("allied-romanian-entry", sides=NEUTRALS), chit_state=replace(state.chit_state, declared={}))
    state, events = told_with(later, ALLIED, "buy_event", Dice([1]), nation="BR")
    assert next(e for e in events if isinstance(e, ChitDrawn)).void
    assert "RO" not in state.sides


def test_6_55_bulgaria_that_collapses_first_never_enters() -> None:
    """§6.54, §6.55: the collapse works at once, the entry only in the New Units Phase of the same turn."""
    start = phase("bulgarian-collapse", "bulgarian-entry", sides=NEUTRALS)
    state = told(start, CENTRAL, "buy_event", nation="GE")
    state = told(state, ALLIED, "buy_event", Dice([1, 1]), nation="BR")
    assert "BU" not in state.sides
    assert not units_to_set_up(state, CENTRAL)
    noted = GAME.milestone(start, NationCollapsed("BU", "6.55"), state)
    assert noted is not None
    assert (noted.kind, noted.what, noted.side) == ("collapsed", "BU", "")


def test_6_14_an_entry_and_then_the_collapse_out_of_the_other_pool() -> None:
    """§6.14, §6.54, §6.55: in June 1915 one side draws both. In either order the collapse is played first: the entry
    waits for the New Units Phase, and Bulgaria never enters."""
    entry_first, lines = _both_drawn(CENTRAL, "bulgarian-entry", "bulgarian-collapse")
    assert entry_first.chit_state.never == ("BU",)
    assert [text for text in lines if "Bulgaria" in text][-2:] == [
        "The Bulgarian army collapses.", "Bulgaria will never enter the war."]  # fmt: skip
    collapse_first, lines = _both_drawn(ALLIED, "bulgarian-entry", "bulgarian-collapse")
    assert "Drawn: Bulgarian Entry. It counts as No Event and leaves the game." in lines
    for state in (entry_first, collapse_first):
        assert state.phase.key == "allied.new-units"
        assert "BU" not in state.sides
        assert state.strategic_state.collapsed == ("BU",)
        assert not any(lot.get(c) for lot in state.chits.values() for c in ("bulgarian-entry", "bulgarian-collapse"))
        home = state.printed.board.by_country["BU"]
        assert home <= barred_hexes(state, CENTRAL) & barred_hexes(state, ALLIED)
        state = told(told(state, ALLIED, "end_phase"), CENTRAL, "end_phase")
        assert not any(state.counter(u).nation == "BU" for u in (*state.on_map(), *state.boxes[AVAILABLE]))


def test_6_14_romania_joins_a_side_whose_friend_has_just_collapsed() -> None:
    """§6.14, §16.8: it enters in the New Units Phase and falls the same instant: its divisions are set up and are weak,
    and it has neither headquarters nor points."""
    state, lines = _both_drawn(CENTRAL, "central-romanian-entry", "bulgarian-collapse")
    assert lines[-2:] == ["Romania joins the Central Powers.", "The Romanian army collapses."]
    state = told(told(state, ALLIED, "end_phase"), CENTRAL, "deploy")
    army = [u for u in state.on_map() if state.counter(u).nation == "RO"]
    assert len(army) == 24
    assert {state.face(u).attack for u in army} == {state.face(u).defence for u in army} == {1}
    assert not any(state.counter(u).kind == "hq" for u in army)
    assert state.points["RO"] == 0
    assert told(state, CENTRAL, "end_phase").phase.key == "first-movement"


def _both_drawn(side: str, entry: str, collapse: str) -> tuple[State, list[str]]:
    """A side draws from its own pool and from the other in June 1915, each with one chit; and what it is told."""
    chits = {**BARE, "central.pool": {entry: 1}, "allied.pool": {collapse: 1}}
    state = replace(june(), chits=chits, points=RICH)
    state = told(state, foe(side), "end_phase")
    lines: list[str] = []
    for nation in ("GE", "GE") if side == CENTRAL else ("BR", "BR"):
        after, facts = told_with(state, side, "buy_event", Dice([1]), nation=nation)
        for fact in facts:
            before, state = state, GAME.evolve(state, fact)
            line = GAME.narrate(before, fact, state, side)
            lines += [str(line["text"])] if line is not None else []
        state = after
    return state, lines


@cache
def june() -> State:
    """The Event Phase of June 1915, after a May in which nobody did anything."""
    state = set_up()
    while state.phase.key != "declare-events":
        state = told(state, GAME.deciders(state)[0], "end_phase")
    return state


def test_6_54_greece_opens_albania_and_brings_the_turks_of_europe_out() -> None:
    """§6.54, §17.13, §17.4: if neither landing has been played."""
    state = entered(ALLIED, "greek-entry", turkey=False)
    assert state.balkans
    assert state.turkey
    assert {state.units[u].at for u in state.units if state.counter(u).nation == "TU"} >= {"E1023", "E1024"}


# --- Gallipoli (6.52) -------------------------------------------------------------------------------------------------


def landing(event: str, **fields: Any) -> State:
    """The Allied New Units Phase with this event in hand and divisions in the box."""
    given: dict[str, Any] = {"landings": frozenset(), "turkey": False, "points": RICH, **fields}
    state = position({}, "allied.new-units", chits={**BARE, "allied.hand": {event: 1}}, **given)
    return replace(state, units={**state.units, **dict.fromkeys(LANDERS, UnitState(AVAILABLE))})


LANDERS = ("br-1", "br-2", "br-3", "br-4", "br-5", "fr-1", "fr-2", "fr-3", "fr-4", "br-cav-1")


def test_6_52_four_british_divisions_and_one_french_land_at_gallipoli() -> None:
    """§6.52: the Turks of Europe are set up, the hexes are Allied and supply; the event is played once."""
    state = landing("gallipoli")
    assert (
        refused(state, ALLIED, "gallipoli", hellas=["br-1", "br-2", "br-3"], suvla=["br-4", "br-5"]).section == "6.52"
    )
    assert refused(state, ALLIED, "gallipoli", hellas=["fr-1"], suvla=["fr-2"]).code == "too-many"
    assert refused(state, ALLIED, "gallipoli", hellas=[], suvla=[]).code == "nobody"
    refused(state, ALLIED, "gallipoli", hellas=["br-1"], suvla=["br-1"])
    state, facts = told_with(state, ALLIED, "gallipoli", hellas=["br-1", "fr-1"], suvla=["br-2", "br-3"])
    assert any(GAME.bars_undo(fact) for fact in facts), "the enemy has units that he had not"
    assert state.stacks["E1022"] == ("br-1", "fr-1")
    assert state.stacks["E1122"] == ("br-2", "br-3")
    assert state.turkey
    assert state.holder("E1023") == CENTRAL
    assert controller(state, "E1022") == ALLIED
    index = state.printed.board.index
    assert has_supply(state, "BR", False, index["E1122"])
    assert not any(state.chits.values())
    assert not state.chit_state.closed


@pytest.mark.parametrize("event", ["gallipoli", "salonika"])
def test_6_52_6_53_who_may_land(event: str) -> None:
    """§6.52, §6.53: British and French divisions out of the box; no headquarters, no others, nobody who is dead or on
    his way, nobody at all without the event, and nobody out of the box in a month of influenza."""
    state = landing(event)
    waiting = dict.fromkeys(("br-hq-1", "it-1", "be-4"), UnitState(AVAILABLE))
    state = replace(state, units={**state.units, **waiting, "br-6": UnitState(DEAD)})

    def refusal(then: State, unit: str) -> str:
        chosen = {"units": [unit]} if event == "salonika" else {"hellas": [unit], "suvla": []}
        return refused(then, ALLIED, event, **chosen).code

    for unit in ("br-hq-1", "it-1", "be-4", "br-6"):
        assert refusal(state, unit)
    assert refusal(replace(state, chits=BARE), "br-1") == "not-held"
    ill = replace(state, chit_state=replace(state.chit_state, lasting={"influenza": state.turn}))
    assert refusal(ill, "br-1")
    lands = {"units": ["br-1"]} if event == "salonika" else {"hellas": ["br-1"], "suvla": []}
    assert not isinstance(answer(state, ALLIED, event, **lands), Refusal)


def test_6_52_units_that_land_in_turkey_are_supplied_there() -> None:
    """§6.52, §11.33: the hexes are Turkey's until the landing, which makes them sources and does not spoil them."""
    state = landing("gallipoli", taken=frozenset(), spoiled=frozenset())
    state = told(state, ALLIED, "gallipoli", hellas=["br-1"], suvla=["fr-1"])
    assert not state.spoiled
    assert (supply_of(state, "br-1"), supply_of(state, "fr-1")) == (IN, IN)


@pytest.mark.parametrize(("fell", "lands"), [("west", False), ("east", True), ("", True)])
@pytest.mark.parametrize("event", ["gallipoli", "salonika"])
def test_5_36_british_divisions_that_fell_in_the_west_do_not_land_in_the_east(
    event: str, fell: str, lands: bool
) -> None:
    """§5.36, §6.52, §6.53: rebuilt, they come back on the front where they were destroyed."""
    state = landing(event)
    state = replace(state, strategic_state=replace(state.strategic_state, fell={"br-1": fell} if fell else {}))
    order = {"units": ["br-1"]} if event == "salonika" else {"hellas": ["br-1"], "suvla": []}
    assert isinstance(answer(state, ALLIED, event, **order), Refusal) != lands


@pytest.mark.parametrize("event", ["gallipoli", "salonika"])
def test_5_36_units_marked_vr_that_fell_in_the_west_land_in_the_east(event: str) -> None:
    """§3.26, §5.36: the New Zealanders may come back on any front, and so take part in either landing."""
    state = landing(event)
    state = replace(state, units={**state.units, "br-nz": UnitState(AVAILABLE)},
                    strategic_state=replace(state.strategic_state, fell={"br-nz": "west"}))  # fmt: skip
    order = {"units": ["br-nz"]} if event == "salonika" else {"hellas": ["br-nz"], "suvla": []}
    assert at(told(state, ALLIED, event, **order), "br-nz") != AVAILABLE


def test_6_52_not_after_salonika() -> None:
    """§6.52: an event that is still held then is of no use."""
    state = landing("gallipoli")
    state = replace(state, chits={**state.chits, "allied.play": {"salonika": 1}})
    assert refused(state, ALLIED, "gallipoli", hellas=["br-1"], suvla=["br-2"]).code == "too-late"


def test_6_52_a_landing_that_nobody_can_make_is_not_offered() -> None:
    """§6.52: the divisions come out of the box; where none waits there the order could not be finished."""
    full = landing("gallipoli")
    empty = replace(full, units={**full.units, **dict.fromkeys(LANDERS, UnitState(LATER))})
    found = [any(o["kind"] == "gallipoli" for o in GAME.legal(s, ALLIED)["offers"]) for s in (full, empty)]  # type: ignore[index, call-overload, union-attr]
    assert found == [True, False]
    bare = replace(landing("gallipoli"), units=position({}).units)
    assert refused(bare, ALLIED, "gallipoli", hellas=[], suvla=[]).code == "nobody"


@pytest.mark.parametrize("waiting", [True, False])
def test_6_53_salonika_may_be_played_with_nobody_to_land(waiting: bool) -> None:
    """§6.53: up to four divisions land, so none need: Greece and Albania are open then and the Turks of Europe are set
    up, but Salonika, where nobody is, supplies no one."""
    state = landing("salonika")
    if not waiting:
        state = replace(state, units={**state.units, **dict.fromkeys(LANDERS, UnitState(LATER))})
    offers: Any = GAME.legal(state, ALLIED)["offers"]
    [offer] = [o for o in offers if o["kind"] == "salonika"]
    assert "With nobody there" in offer["help"]
    after = told(state, ALLIED, "salonika", units=[])
    assert after.balkans
    assert after.turkey
    assert after.chits["allied.play"] == {"salonika": 1}
    assert not after.landings
    assert "E1116" not in after.stacks
    assert "GK" not in after.sides


def test_6_52_at_the_start_of_the_phase() -> None:
    """§6.52, §6.53: nobody lands at Gallipoli when other units have been placed in the phase; Salonika comes at any
    time in it."""
    state = landing("gallipoli")
    offers: Any = GAME.legal(state, ALLIED)["offers"]
    [offer] = [o for o in offers if o["kind"] == "gallipoli"]
    assert "before you place other units" in offer["help"]
    later = told(state, ALLIED, "place", units=["br-5"], hex="W6707")
    assert refused(later, ALLIED, "gallipoli", hellas=["br-1"], suvla=["br-2"]).code == "not-first"
    assert at(told(state, ALLIED, "gallipoli", hellas=["br-1"], suvla=["br-2"]), "br-1") == "E1022"
    salonika = told(landing("salonika"), ALLIED, "place", units=["br-5"], hex="W6707")
    assert at(told(salonika, ALLIED, "salonika", units=["br-1"]), "br-1") == "E1116"


def test_6_52_the_central_powers_never_enter_the_landing_hexes() -> None:
    """§6.52: they attack them from E1023; the Allies go there."""
    state = position({"E1023": "tu-5"}, turkey=True)
    index = state.printed.board.index
    assert {index["E1022"], index["E1122"]} <= barred_hexes(state, CENTRAL)
    assert not {index["E1022"], index["E1122"]} & barred_hexes(state, ALLIED)


@pytest.mark.parametrize("beach", ["E1022", "E1122"])
def test_6_52_the_central_powers_attack_the_landing_hexes_and_do_not_advance(beach: str) -> None:
    """§6.52: from E1023 alone, as the Allies attack that hex from both."""
    turks = "tu-5 tu-7 tu-9 tu-11 tu-12 tu-15"
    state = position({"E1023": turks, "E1123": "tu-16", beach: "br-cav-1"}, EAST, west=ALLIED, turkey=True)
    assert refused(state, CENTRAL, "attack", units=["tu-16"], target=beach)
    after, _ = fight(state, turks, 6, target=beach, seat=CENTRAL)
    assert beach not in after.stacks
    assert after.battle is None, "nobody may advance"
    ashore = position({"E1023": "tu-5", "E1123": "tu-16", beach: "br-2"}, EAST, west=CENTRAL, turkey=True)
    assert refused(ashore, ALLIED, "attack", units=["br-2"], target="E1123")
    assert resolved(fight(ashore, "br-2", target="E1023", seat=ALLIED)[1])


def test_11_33_a_landing_hex_that_the_allies_leave_supplies_no_unit_any_more() -> None:
    """§11.33: for good, though they come back."""
    stacks, beaches = {"E1022": "br-1", "E1023": "br-2", "E1122": "br-3"}, frozenset({"E1022", "E1122"})
    start = position(stacks, "second-movement", landings=beaches, turkey=True)
    assert not played(lambda play, _: watch(play), start)[1]
    left = moved(start, ALLIED, "br-1", "E1023")
    assert left.spoiled == start.spoiled | {"E1022"}
    back = moved(left, ALLIED, "br-1", "E1022")
    assert back.spoiled == left.spoiled
    hellas = start.printed.board.index["E1022"]
    for state, fed in ((start, True), (back, False)):
        assert is_supplied_hex(replace(state, landings=frozenset({"E1022"})), "FR", hellas) == fed


def test_6_52_nobody_follows_when_a_beach_is_empty_and_turks_stand_behind() -> None:
    """§6.52: for good; with both beaches held, if only by a headquarters, others follow by sea."""
    both = told(landing("gallipoli"), ALLIED, "gallipoli", hellas=["br-1"], suvla=["br-2"])
    one = told(landing("gallipoli"), ALLIED, "gallipoli", hellas=["br-1"], suvla=[])
    assert not both.chit_state.closed
    assert one.chit_state.closed
    hq = replace(both, stacks={**both.stacks, "E1122": ("br-hq-1",)},
                    units={**both.units, "br-hq-1": UnitState("E1122"), "br-2": UnitState(AVAILABLE)})  # fmt: skip
    assert not played(lambda play, _: watch(play), hq)[1]
    bare = replace(both, stacks={h: u for h, u in both.stacks.items() if h != "E1122"},
                   units={**both.units, "br-2": UnitState(AVAILABLE)})  # fmt: skip
    assert played(lambda play, _: watch(play), bare)[1]
    free = replace(bare, stacks={h: u for h, u in bare.stacks.items() if h != "E1023"})
    assert LandingsClosed() not in played(lambda play, _: watch(play), free)[1]
    for state, why in ((both, None), (one, "landing-closed")):
        sailing = on_to(replace(state, turn=state.turn + 1), "allied.rail")
        sailing = replace(sailing, units={**sailing.units, "br-3": UnitState("W6707")},
                          stacks={**sailing.stacks, "W6707": ("br-3",)})  # fmt: skip
        if why is None:
            assert told(sailing, ALLIED, "sail", units=["br-3"], to="E1022").units["br-3"].at == "E1022"
        else:
            assert refused(sailing, ALLIED, "sail", units=["br-3"], to="E1022").code == why


def test_9_56_no_ships_sail_on_the_turn_of_a_landing() -> None:
    """§9.56: on the next turn they do."""
    state = told(landing("gallipoli"), ALLIED, "gallipoli", hellas=["br-1"], suvla=["br-2"])
    sailing = on_to(state, "allied.rail")
    sailing = replace(sailing, units={**sailing.units, "br-3": UnitState("W6707")},
                      stacks={**sailing.stacks, "W6707": ("br-3",)})  # fmt: skip
    assert why_no_ship(sailing, "br-3") == why_no_ships(sailing)
    assert refused(sailing, ALLIED, "sail", units=["br-3"], to="E1022").code == "nobody"
    assert why_no_ship(replace(sailing, turn=sailing.turn + 1), "br-3") is None


# --- Salonika (6.53) --------------------------------------------------------------------------------------------------


def test_6_53_salonika_opens_greece_and_albania_to_both_sides() -> None:
    """§6.53: Greece stays neutral, its army does not appear, and Salonika supplies the Allies."""
    state = landing("salonika")
    greece, index = state.printed.board.by_country["GK"], state.printed.board.index
    assert greece <= barred_hexes(state, ALLIED)
    assert refused(state, ALLIED, "salonika", units=["br-1", "br-2"]).code == "too-many"
    state = told(state, ALLIED, "salonika", units=["fr-1", "fr-2", "fr-3", "br-1"])
    assert {*state.stacks["E1116"]} == {"fr-1", "fr-2", "fr-3", "br-1"}
    assert "GK" not in state.sides
    assert state.balkans
    assert state.turkey
    for side in (ALLIED, CENTRAL):
        assert not greece & barred_hexes(state, side)
    assert has_supply(state, "FR", False, index["E1116"])
    assert state.chits["allied.play"] == {"salonika": 1}


def test_6_53_divisions_come_from_gallipoli_too_and_only_while_greece_is_neutral() -> None:
    """§6.53: out of the box or from either landing hex."""
    state = replace(landing("salonika"), landings=frozenset({"E1022", "E1122"}))
    beached = replace(landing("gallipoli"), units={**state.units, "br-1": UnitState("E1022")})
    beached = replace(beached, stacks={"E1022": ("br-1",)})
    assert refused(beached, ALLIED, "gallipoli", hellas=["br-1"], suvla=["br-2"]).section == "6.52"
    ashore = replace(state, units={**state.units, "br-1": UnitState("E1022")}, stacks={"E1022": ("br-1",)})
    after = told(ashore, ALLIED, "salonika", units=["br-1", "fr-1"])
    assert after.units["br-1"].at == "E1116"
    assert "E1022" not in after.stacks
    late = replace(state, sides={**state.sides, "GK": ALLIED})
    assert refused(late, ALLIED, "salonika", units=["fr-1"]).code == "too-late"


def test_6_53_salonika_without_a_garrison_supplies_no_unit_any_more() -> None:
    """§6.53: the instant that no combat unit is there, unless Greece has joined."""
    state = told(landing("salonika"), ALLIED, "salonika", units=["fr-1"])
    moving = replace(on_to(state, "second-movement"), west=ALLIED, turn=state.turn + 1)
    left = told(moving, ALLIED, "move", units=["fr-1"], path=["E1117"])
    assert "E1116" not in left.landings
    with_hq = replace(moving, stacks={**moving.stacks, "E1116": ("fr-1", "fr-hq-1")},
                      units={**moving.units, "fr-hq-1": UnitState("E1116")})  # fmt: skip
    assert "E1116" not in told(with_hq, ALLIED, "move", units=["fr-1"], path=["E1117"]).landings
    greek = replace(moving, sides={**moving.sides, "GK": ALLIED})
    assert "E1116" in told(greek, ALLIED, "move", units=["fr-1"], path=["E1117"]).landings


def test_6_53_greece_joins_with_what_the_enemy_has_not_taken() -> None:
    """§6.53, §17.11: hexes where the Central Powers stand stay theirs, and no Greeks are set up there."""
    state = told(landing("salonika"), ALLIED, "salonika", units=["fr-1"])
    start = phase("greek-entry", sides=state.sides, balkans=True, turkey=True)
    start = replace(start, units={**start.units, "ge-3": UnitState("E1117")}, stacks={"E1117": ("ge-3",)})
    joined = told(start, ALLIED, "buy_event", Dice([1]), nation="BR")
    assert controller(joined, "E1117") == CENTRAL
    assert controller(joined, "E1116") == ALLIED
    assert refused(joined, ALLIED, "place", units=["gk-1"], hex="E1117")
    ridden = replace(start, taken=start.taken | {"E1217"})
    joined_late = told(ridden, ALLIED, "buy_event", Dice([1]), nation="BR")
    assert controller(joined_late, "E1217") == CENTRAL
    retaken = told(joined_late, ALLIED, "place", units=["gk-1"], hex="E1217")
    assert (at(retaken, "gk-1"), controller(retaken, "E1217")) == ("E1217", ALLIED)
    assert "E1117" not in {h for h, u in told(joined, ALLIED, "deploy").stacks.items() if u[0].startswith("gk")}


def test_17_13_the_turks_of_europe_are_set_up_once() -> None:
    """§17.13: those whose place an enemy holds wait in the box; who has marched off since is not brought back."""
    start = position({"E1024": "br-1"}, turkey=False)
    out, _ = played(lambda play, _: deploy_turks(play), start)
    assert (at(out, "tu-19"), at(out, "tu-5")) == ("E1023", AVAILABLE)
    assert out.stacks["E1024"] == ("br-1",)
    gone = relocate(out, ["tu-19"], "E1124")
    assert not played(lambda play, _: deploy_turks(play), gone)[1]


def test_17_13_the_turks_of_europe_come_out_when_allied_units_enter_turkey() -> None:
    """§17.13: the instant that they do."""
    board = position({}).printed.board
    start, target = next(
        (board.ids[b], board.ids[a])
        for a in sorted(board.by_country["TU"])
        for b in board.beside(a)
        if board.country[b] in ("GK", "BU") and board.ids[a] not in ("E1022", "E1122")
    )
    country = board.country[board.index[start]]
    state = position({start: "fr-1", "E1022": "fr-2"}, "second-movement", west=ALLIED, turkey=False,
                     sides={**position({}).sides, country: ALLIED})  # fmt: skip
    after = told(state, ALLIED, "move", units=["fr-1"], path=[target])
    assert after.turkey
    assert GAME.view(after, ALLIED)["stacks"]


def test_17_13_the_turks_of_europe_come_out_though_the_allies_go_on_from_turkey() -> None:
    """§17.13: a unit that goes over a Turkish hex has entered it, wherever its move ends."""
    sides = {**position({}).sides, "RO": ALLIED, "BU": CENTRAL}
    bulgaria = {*position({}).printed.board.names(position({}).printed.board.by_country["BU"])}
    taken = frozenset({*position({}).taken, *bulgaria} - {"E1022", "E1122"})
    state = position({"E1625": "ro-1 ro-2"}, sides=sides, turkey=False, west=CENTRAL, taken=taken)
    past = told(state, ALLIED, "move", units=["ro-1"], path=["E1525", "E1626"])
    assert (at(past, "ro-1"), past.turkey) == ("E1626", True)
