"""§5.6, §16.61, §16.62: the die for Turkey's surrender, its modifiers by name, and what it brings."""

from __future__ import annotations

import pytest

from rules.great_war.collapse.immediate import apply_immediate_effects
from rules.great_war.facts.revolutions import NationSurrendered
from rules.great_war.game import GAME
from rules.great_war.play import Play
from rules.great_war.position.changes import relocate, with_near_east
from rules.great_war.position.control import controller
from rules.great_war.position.state import ARABIA, AVAILABLE, LATER, OUT, RESERVE, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.surrender_modifiers import modifiers, modifiers_seen
from rules.great_war.strategic.turkish_surrender import close, roll_surrender, surrender_due
from rules.hexes.odds import Modifier
from rules.kernel.endings import MatchEnded
from rules.kernel.fast_replace import replace
from rules.kernel.messages import JsonObject
from tests.games.chance import Dice
from tests.games.great_war import kit
from tests.games.great_war.kit import told
from tests.games.great_war.near_east.kit import placed, set_up, to_movement, until
from tests.games.great_war.strategic.kit import buried, holding, played, put

VAN, BAGHDAD, JERUSALEM, DAMASCUS, BEIRUT, BAKU = "NC3338", "NI1540", "NE2416", "NE1728", "NE2430", "NC3653"
VAN_HELD: Modifier = ("The Allies hold Van in supply", "5.62", 1)


def on(letter: str, state: State | None = None, **fields: object) -> State:
    """The set-up while a strategic turn is taken."""
    state = state or set_up()
    return replace(state, strategic_state=replace(state.strategic_state, turn=letter), **fields)


def names(state: State) -> dict[str, int]:
    """The modifiers by name."""
    return {text: number for text, _, number in modifiers(state)}


# --- the modifiers (§5.62) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", ["campaign", "1915", "1916", "1917", "1918"])
def test_5_62_the_tracks_of_the_starts_are_what_their_positions_come_to(start: str) -> None:
    """§21.26, §21.36, §21.46, §21.65: the surrender modifier that each scenario prints: towns that are Allied, and
    Jerusalem's earlier fall. Arabia and the reserve are not short anywhere, the 58th in its box least of all."""
    state = set_up(f"near-east-{start}")
    assert sum(number for _, _, number in modifiers(state)) == state.card.surrender


def test_5_62_van_counts_at_the_start_of_1915() -> None:
    """§5.62, §21.26: one, by name and section."""
    assert modifiers(set_up()) == (VAN_HELD,)


def test_5_62_towns_count_while_they_are_allied_and_in_supply() -> None:
    """§5.62: of five towns each that is Allied and fed; lost again it counts no more; cut off it does not count."""
    state = placed(set_up(), {BEIRUT: "br-10in"})
    assert names(state) == {"The Allies hold Van in supply": 1}
    # The table cannot tell, and says so.
    assert [text for text, _, _ in modifiers_seen(state)] == [
        "The Allies hold Van (if it is in supply)", "The Allies hold Beirut (if it is in supply)"
    ]  # fmt: skip
    board = state.printed.board
    assert {board.ids[i] for i in board.surrender} == {VAN, BAGHDAD, JERUSALEM, DAMASCUS, BEIRUT}
    back = replace(set_up(), taken=set_up().taken - {VAN})
    assert modifiers(back) == ()


def test_5_62_the_58th_counts_though_it_has_fallen_and_waits_again() -> None:
    """§5.62, §5.33: once it has come into play Arabia needs five, wherever it lies after that."""
    state = buried(put(set_up("near-east-1917"), "NE1728", "tu-58"), "tu-58")
    state = replace(until(state, "replacement"), points={"TU": 2})
    state = told(state, CENTRAL, "replace", unit="tu-58", points=1)
    assert state.units["tu-58"].at == AVAILABLE
    assert len(state.boxes[ARABIA]) == 4
    assert names(state)["Too few Turkish units in Arabia"] == 1


@pytest.mark.parametrize(("gone", "later", "short"), [(0, True, False), (1, True, True), (0, False, True)])
def test_5_62_arabia_needs_four_and_five_after_the_58th(gone: int, later: bool, short: bool) -> None:
    """§5.62: fewer add one; the 58th counts from when it is on a map or in a box of Turkey's, not in the Available
    Units Box."""
    state = set_up()
    state = put(state, LATER, *state.boxes[ARABIA][:gone])
    state = put(state, AVAILABLE if later else ARABIA, "tu-58")
    if not later:
        state = put(state, LATER, state.boxes[ARABIA][0])
    assert len(state.boxes[ARABIA]) == 4 - gone
    assert ("Too few Turkish units in Arabia" in names(state)) == short


def test_5_62_the_army_of_islam_wants_turks_alone_in_baku() -> None:
    """§5.62, §6.45: four, unless Turkish units and no others stand there."""
    state = holding(set_up(), "army-of-islam")
    assert names(state)["The Army of Islam does not hold Baku"] == 4
    assert "The Army of Islam does not hold Baku" not in names(placed(state, {BAKU: "tu-36"}))
    assert names(placed(state, {BAKU: "tu-36 ge-601bn"}))["The Army of Islam does not hold Baku"] == 4
    assert "The Army of Islam does not hold Baku" not in names(set_up())
    below = placed(state, {BAKU: "tu-36 ge-601bn"})
    assert below.stacks[BAKU][0] == "tu-36"
    seen = [text for text, _, _ in modifiers_seen(below)]
    assert "The Army of Islam does not hold Baku" not in seen, "§7.25: nobody is told of the battalion below"


def test_5_62_each_missing_division_of_the_reserve_adds_one() -> None:
    """§5.38, §5.62: eleven asked for, eight there; none for a reserve that is too large."""
    state = with_near_east(set_up(), required=11)
    assert len(state.boxes[RESERVE]) == 8
    assert names(state)["The Turkish reserve has too few divisions"] == 3
    assert modifiers(with_near_east(state, required=2)) == (VAN_HELD,)


@pytest.mark.parametrize(
    ("turn", "hex_", "earned"),
    [
        (6, BAGHDAD, ()),
        (10, BAGHDAD, ("baghdad",)), (16, BAGHDAD, ("baghdad",)), (17, BAGHDAD, ()), (10, JERUSALEM, ("jerusalem",)),
        (36, JERUSALEM, ("jerusalem",)), (37, JERUSALEM, ()), (10, DAMASCUS, ()),
    ],
)  # fmt: skip
def test_5_62_what_is_taken_in_time_is_kept(turn: int, hex_: str, earned: tuple[str, ...]) -> None:
    """§5.62: Baghdad in 1915, Jerusalem before 1918, at once, and still when the town is lost again."""
    state = placed(replace(set_up(), turn=turn), {hex_: "br-10in"})
    before = state
    state, events = played(lambda play, _: apply_immediate_effects(play), state)
    assert state.near_east.earned == earned
    assert [event.kind for event in events] == ["modifier-earned"] * len(earned)
    for event in events:
        line = GAME.narrate(before, event, state, "spectator")
        assert line is not None
        assert line["section"] == "5.62"
    lost = placed(relocate(state, ["br-10in"], OUT), {hex_: "tu-36"})
    assert len(modifiers(lost)) == 1 + len(earned)
    again, events = played(lambda play, _: apply_immediate_effects(play), placed(lost, {hex_: "br-11in"}))
    assert again.near_east.earned == earned


def test_5_62_earned_modifiers_have_their_figures() -> None:
    """§5.62: three for Baghdad, one for Jerusalem, one for the Alpine Corps."""
    state = with_near_east(set_up(), earned=("jerusalem", "baghdad", "alpine-corps"))
    assert [number for _, _, number in modifiers(state)] == [1, 1, 3, 1]
    assert {section for _, section, _ in modifiers(state)} == {"5.62"}


def test_5_62_the_table_sees_them_before_the_die() -> None:
    """§5.62: each with its section, and what the die must come to."""
    track: JsonObject = GAME.view(with_near_east(set_up(), required=9), CENTRAL)["near_east"]  # type: ignore[assignment]
    surrender: JsonObject = track["surrender"]  # type: ignore[assignment]
    assert (surrender["total"], surrender["arabia"]) == (11, {"required": 4, "held": 4})
    assert surrender["modifiers"] == [
        {"text": "The Allies hold Van (if it is in supply)", "section": "5.62", "drm": 1},
        {"text": "The Turkish reserve has too few divisions", "section": "5.38", "drm": 1},
    ]


# --- the die (§5.61) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("letter", "due"), [("A", False), ("B", False), ("C", True), ("R", True)])
def test_5_61_a_die_from_c_on(letter: str, due: bool) -> None:
    """§5.61: while Turkey fights; never in Europe, where it falls with Constantinople (§5.63)."""
    assert surrender_due(on(letter)) == due
    state = on(letter)
    assert not surrender_due(replace(state, strategic_state=replace(state.strategic_state, surrendered=("TU",))))
    europe = kit.position({})
    assert not surrender_due(replace(europe, strategic_state=replace(europe.strategic_state, turn=letter)))


@pytest.mark.parametrize(("die", "required", "happens"), [(6, 12, True), (5, 12, False), (6, 11, False)])
def test_5_61_eleven_is_enough(die: int, required: int, happens: bool) -> None:
    """§5.61: the die with all modifiers; the log tells the sum and each of them."""
    before = on("E", with_near_east(set_up(), required=required))
    after, events = played(lambda play, _: roll_surrender(play), before, die)
    assert (events[0].kind, ("TU" in after.strategic_state.surrendered)) == ("surrender-rolled", happens)
    line = GAME.narrate(before, events[0], after, "spectator")
    assert line is not None
    total = die + 1 + required - 8
    assert str(line["text"]).startswith(f"Turkish surrender roll {total}: Turkey ")
    assert "The Allies hold Van in supply +1" in str(line["text"])


def test_5_61_the_die_is_rolled_in_its_phase_by_itself() -> None:
    """§5.61: after the fortresses, on strategic turn E."""
    state = until(to_movement(), "replacement")
    seats = GAME.deciders(state)
    for seat in seats[:-1]:
        state = told(state, seat, "end_phase")
    found = GAME.decide(state, seats[-1], {"kind": "end_phase"}, Dice((6, 5, 3)))
    kinds = [event.kind for event in found.events]  # type: ignore[union-attr]
    assert kinds.index("surrender-rolled") > kinds.index("reserve-rolled")


# --- what it brings (§16.62) ------------------------------------------------------------------------------------------


def surrendered(state: State) -> State:
    """The position after a die that Turkey does not survive."""
    state = on("E", with_near_east(state, required=18))
    return played(lambda play, _: roll_surrender(play), state, 6)[0]


def test_16_62_turkish_units_leave_and_persians_stay() -> None:
    """§16.61, §16.62: from every map and box; the Gendarmes are Persian, and Germans stay."""
    state = surrendered(placed(set_up(), {DAMASCUS: "ge-601bn"}))
    turks = [u for u in state.units if state.counter(u).people == "TU"]
    assert {state.units[u].at for u in turks} == {OUT}
    assert not state.boxes[RESERVE]
    assert not state.boxes[ARABIA]
    assert state.units["tu-gndm"].at == "NI2040"
    assert state.units["ge-601bn"].at == DAMASCUS
    assert not state.points["TU"]


def test_16_62_what_turkeys_surrender_hands_over_earns_nothing_more() -> None:
    """§5.62, §16.62: Baghdad and Jerusalem pass in 1915, and there is no die any more that they could count for."""
    after = surrendered(set_up())
    assert [controller(after, hex_) for hex_ in (BAGHDAD, JERUSALEM)] == [ALLIED, ALLIED]
    _, events = played(lambda play, _: apply_immediate_effects(play), after)
    assert "modifier-earned" not in [event.kind for event in events]


def test_16_62_towns_of_egypt_and_iraq_pass_to_the_allies() -> None:
    """§5.61: all without units of the Central Powers that are no Turks; in the Caucasus none, and no open ground."""
    before = placed(set_up(), {DAMASCUS: "ge-601bn"})
    after = surrendered(before)
    board = after.printed.board
    for i in board.towns & (board.by_front["egypt"] | board.by_front["iraq"]):
        hex_ = board.ids[i]
        left = hex_ in (DAMASCUS, "NI2040")
        assert controller(after, hex_) == (CENTRAL if left else ALLIED), hex_
    same = [h for h in board.ids if board.index[h] in board.by_front["caucasus"] or _open_ground(before, h)]
    assert all(controller(after, h) == controller(before, h) for h in same)


def _open_ground(state: State, hex_: str) -> bool:
    board = state.printed.board
    i = board.index[hex_]
    return bool(board.front[i]) and board.land[i] and i not in board.towns


def test_16_61_turkey_out_of_the_war_is_the_allies_victory() -> None:
    """§18.4, §16.61: the match is over with the phase."""
    state = on("E", with_near_east(set_up(), required=18))
    state, events = played(close, state, 6)
    assert isinstance(events[-1], MatchEnded)
    assert (events[-1].winner, events[-1].section) == (ALLIED, "18.4")
    assert NationSurrendered("TU", "16.61") in events


def test_5_63_there_is_no_constantinople_there() -> None:
    """§5.63: alone Turkey surrenders by the die only: whatever the Allies hold brings nothing down by itself."""
    state = placed(set_up(), {BAGHDAD: "br-10in", JERUSALEM: "br-11in", DAMASCUS: "br-12inbd"})
    play = Play(state, Dice(()))
    apply_immediate_effects(play)
    assert not play.state.strategic_state.surrendered
