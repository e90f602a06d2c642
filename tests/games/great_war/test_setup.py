"""Set-up of May 1915: who holds what, lots, one click a side, and what may be changed by hand."""

from __future__ import annotations

from typing import Any

from rules.great_war.game import GAME
from rules.great_war.position.control import controller, forts
from rules.great_war.position.fog_of_war import is_visible
from rules.great_war.position.state import AVAILABLE, DEAD, LATER, OUT, POOL, State
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES
from rules.great_war.printed.phases import ALLIED_SETUP, CENTRAL_SETUP, LOT
from rules.great_war.setup.orders import unmanned_hexes
from rules.great_war.stacking import crowded_hexes
from rules.great_war.supply.starving import unsupplied_units
from tests.games.great_war.kit import at, before_set_up, lots, refused, set_up, told


def test_21_26_the_line_gives_the_points_on_the_track() -> None:
    """§18.11, §18.13, §21.26: six victory hexes are the Central Powers', and one of their cities is Allied."""
    state = before_set_up()
    board = state.printed.board
    won = {board.name[i] for i in board.victory if controller(state, board.ids[i]) == CENTRAL}
    assert len(won) == state.card.victory_points
    lost = [i for i in board.cities if board.country[i] in ("GE", "AH") and controller(state, board.ids[i]) == ALLIED]
    assert [board.name[i] for i in lost] == ["Lemberg"]


def test_21_11_forts_behind_the_enemys_line_are_destroyed() -> None:
    """§21.11: Liège and Przemyśl have fallen, Verdun has not."""
    state = before_set_up()
    names = {side: {state.printed.board.name[i] for i in forts(state, side)} for side in SIDES}
    assert "Verdun" in names[ALLIED]
    assert not {"Liège", "Przemyśl"} & names[ALLIED] | {"Przemyśl"} & names[CENTRAL]


def test_21_24_lots_are_drawn_for_the_russians() -> None:
    """§21.24: 106 units of the army are set up; dice say which of the others lie in the dead pile."""
    start = before_set_up()
    assert start.phase.key == LOT
    one, two = (told(start, ALLIED, "draw_lots", lots(start, die)) for die in (1, 3))
    for state in (one, two):
        assert state.phase.key == ALLIED_SETUP
        waiting = [u for u in state.boxes[POOL] if state.counter(u).nation == "RU" and state.counter(u).is_combat]
        assert len(waiting) == 106
        assert sum(state.counter(u).nation == "RU" for u in state.boxes[DEAD]) == 19
    assert one.boxes[DEAD] != two.boxes[DEAD]


def test_21_12_a_click_a_side() -> None:
    """§21.12, §7.21, §11.1: all stand, each hex of both fronts is manned, no hex is crowded, all are in supply."""
    state = set_up()
    assert state.boxes[POOL] == ()
    assert not state.groups
    for side in SIDES:
        assert crowded_hexes(state, side) == ()
    assert unsupplied_units(state) == ()


def test_21_25_the_numbers_of_the_fronts() -> None:
    """§21.25: 51 German combat units in the east, twenty of all kinds at most north of row 50; fifteen Austrians
    in Italy, ten on the Serbian border."""
    state = set_up()
    east = [u for u in state.on_map(CENTRAL) if at(state, u)[0] == "E"]
    assert sum(state.counter(u).nation == "GE" and state.counter(u).is_combat for u in east) == 51
    assert sum(state.counter(u).nation == "GE" and int(at(state, u)[1:3]) > 50 for u in east) <= 20
    board = state.printed.board
    italy = [u for u in state.on_map(CENTRAL) if board.front[board.index[at(state, u)]] == "italy"]
    assert len(italy) == 15


def test_21_26_units_of_turn_d_wait_in_the_box() -> None:
    """Ruling on §21.24 and §21.26: those of turn D are available, later ones are not."""
    state = before_set_up()
    arrivals = state.printed.arrivals
    waiting = {arrivals[u].turn for u in state.boxes[AVAILABLE]}
    assert waiting == {"D"}
    assert all(arrivals[u].turn != "D" or state.counter(u).nation in ("BU", "RO", "GK") for u in state.boxes[LATER])
    assert at(state, "fr-lfd") == OUT


def test_21_12_the_set_up_by_hand() -> None:
    """§21.12, §21.24: a unit goes where its group may; French and British units share no hex, six fill one."""
    state = told(before_set_up(), ALLIED, "draw_lots", lots(before_set_up()))
    state = told(state, ALLIED, "place", unit="br-8", hex="W6411")
    assert at(state, "br-8") == "W6411"
    assert refused(state, ALLIED, "place", unit="fr-12", hex="W6411").code == "not-together"
    assert refused(state, ALLIED, "place", unit="br-27", hex="W5117").code == "outside"
    assert refused(state, ALLIED, "place", unit="be-1", hex="W6710").code == "outside"
    assert refused(state, ALLIED, "place", unit="fr-12", hex="W5218").code == "outside"
    assert refused(state, ALLIED, "place", unit="ge-3", hex="W5118").code == "not-your-unit"
    state = told(state, ALLIED, "place", unit="br-8", hex="W6310")
    assert "W6411" not in state.stacks
    for unit in ("fr-12", "fr-13", "fr-14", "fr-15", "fr-16", "fr-17"):
        state = told(state, ALLIED, "place", unit=unit, hex="W5117")
    assert refused(state, ALLIED, "place", unit="fr-18", hex="W5117").code == "overstacked"
    assert refused(state, ALLIED, "end_phase").code == "not-all-placed"


def test_21_12_several_units_of_an_army_are_set_up_by_one_order() -> None:
    """§21.12, §7.21: each as if it came after the others: in one area, with room for all, and of those that wait."""
    state = told(before_set_up(), ALLIED, "draw_lots", lots(before_set_up()))
    three = ["br-8", "br-27", "br-4"]
    after = told(state, ALLIED, "place_together", units=three, hex="W6411")
    assert [after.units[u].at for u in three] == ["W6411"] * 3
    alone = state
    for unit in three:
        alone = told(alone, ALLIED, "place", unit=unit, hex="W6411")
    assert alone.stacks["W6411"] == after.stacks["W6411"]

    def code(now: State, **order: Any) -> str:
        return refused(now, ALLIED, "place_together", **order).code

    seven = [u for u in state.waiting(ALLIED) if u.startswith("br-") and state.counter(u).kind == "infantry"][:7]
    assert code(state, units=seven, hex="W6411") == "overstacked"
    assert code(state, units=three, hex="W5117") == "outside"
    assert code(state, units=["br-8", "be-1"], hex="W6411") == "several-armies"
    assert code(state, units=["br-8", "br-8"], hex="W6411") == "malformed"
    assert code(state, units=["ge-3"], hex="W6411") == "not-your-unit"
    assert code(after, units=three, hex="W6310") == "placed"
    assert code(state, units=[], hex="W6411") == "too-few"


def test_21_12_the_offer_parts_the_units_as_the_card_does() -> None:
    """§21.12, §19.2: each unit that is set up is in one part, under the words of its group, on the map too."""
    state = told(before_set_up(), ALLIED, "draw_lots", lots(before_set_up()))
    for now in (state, told(state, ALLIED, "place", unit="br-8", hex="W6411")):
        (offer,) = (o for o in GAME.legal(now, ALLIED)["offers"] if o["kind"] == "place")
        parts = {part["title"]: part["units"] for part in offer["groups"]}
        assert sorted(u for units in parts.values() for u in units) == sorted(offer["slots"][0]["options"]["of"])
        assert "br-8" in parts["British, Western Front"]
        assert "be-1" in parts["Belgian, Furnes (W6811) and W6810"]


def test_19_2_the_parts_of_august_1914_bear_their_codes() -> None:
    """§19.2: a letter names an area, a hex of its own is named by its place, and who has neither is at home."""
    state = GAME.new_match("campaign", {})
    for seat in (ALLIED, CENTRAL):
        (offer,) = (o for o in GAME.legal(state, seat)["offers"] if o["kind"] == "place")
        titles = {part["title"] for part in offer["groups"]}
        if seat == ALLIED:
            assert {"French, area G", "Belgian, Namur (W6221)", "Serbian, at home"} <= titles
            state = told(told(state, ALLIED, "deal"), ALLIED, "end_phase")
        assert all(title.strip() == title and ", " in title for title in titles)


def test_21_12_units_change_groups_by_hand() -> None:
    """§21.24, §21.12: which five French units lie in the dead pile is the player's choice; lots are not."""
    state = told(before_set_up(), ALLIED, "deal", lots(before_set_up()))
    gone = next(u for u in state.boxes[DEAD] if state.counter(u).nation == "FR")
    place = at(state, "fr-12")
    state = told(state, ALLIED, "exchange", unit="fr-12", other=gone)
    assert (at(state, "fr-12"), at(state, gone)) == (DEAD, place)
    lost = next(u for u in state.boxes[DEAD] if state.counter(u).nation == "RU")
    standing = next(u for u in state.on_map(ALLIED) if state.counter(u).nation == "RU")
    assert refused(state, ALLIED, "exchange", unit=standing, other=lost).code in ("no-exchange", "not-offered")


def test_21_12_each_side_changes_units_of_its_own() -> None:
    """§21.12: which ones is found for each side apart, in one match."""
    state = told(before_set_up(), ALLIED, "deal", lots(before_set_up()))
    asked = {"kind": "slot", "order": "exchange", "slot": "unit", "chosen": {}}
    for seat in (ALLIED, CENTRAL):
        found: Any = GAME.consult(state, seat, asked)
        assert {state.side(u) for u in found["options"]["of"]} == {seat}
        state = told(state, ALLIED, "end_phase") if seat == ALLIED else state


def test_21_24_a_hex_of_the_front_needs_a_unit() -> None:
    """§21.24: taking the only units of a hex away keeps the set-up open."""
    state = told(before_set_up(), ALLIED, "deal", lots(before_set_up()))
    for unit in state.stacks["W4229"]:
        free = next(h for h in ("W4128", "W4028", "W3928") if len(state.stacks.get(h, ())) < 5)
        state = told(state, ALLIED, "place", unit=unit, hex=free)
    assert unmanned_hexes(state, ALLIED) == ("W4229",)
    assert refused(state, ALLIED, "end_phase").code == "unmanned"


def test_21_13_the_central_powers_see_the_top_of_what_stands() -> None:
    """§21.13, §7.25: they set up second, and look beneath no stack outside their own countries."""
    state = told(told(before_set_up(), ALLIED, "deal", lots(before_set_up())), ALLIED, "end_phase")
    assert state.phase.key == CENTRAL_SETUP
    top, *below = state.stacks["W5117"]
    assert is_visible(state, top, CENTRAL)
    assert below
    assert not any(is_visible(state, u, CENTRAL) for u in below)
    assert all(is_visible(state, u, ALLIED) for u in below)
    assert refused(state, ALLIED, "deal").code == "not-your-turn"


def test_21_12_matches_begin_alike_and_remember_apart() -> None:
    """What lies where is laid out once; what is worked out later stays with its match."""
    one, other = GAME.new_match("1917", {}), GAME.new_match("1917", {})
    assert one == other
    assert one is not other
    before = {*other.memo}
    assert {*one.memo} == before
    forts(one, ALLIED)
    assert {*one.memo} > before
    assert {*other.memo} == before
    assert one.memory is not other.memory
    assert told(one, ALLIED, "deal") != other
    assert GAME.new_match("1917", {}) == other


def test_positions_go_to_json_and_back() -> None:
    """A set-up position is the same after storage."""
    state = set_up()
    assert GAME.load_state(GAME.dump_state(state)) == state


def test_21_28_6_6_the_polish_division_stands_against_the_russians() -> None:
    """§21.28, §6.6: it changes places neither with the dead nor with a unit on another front."""
    state = told(before_set_up(), ALLIED, "deal", lots(before_set_up()))
    state = told(told(state, ALLIED, "end_phase"), CENTRAL, "deal")
    board = state.printed.board
    assert board.front[board.index[at(state, "ah-po")]] == "east"
    italy = next(u for u in state.on_map(CENTRAL) if state.counter(u).nation == "AH" and at(state, u).startswith("W"))
    dead = next(u for u in state.boxes[DEAD] if state.counter(u).nation == "AH")
    for other in (italy, dead):
        assert refused(state, CENTRAL, "exchange", unit="ah-po", other=other).code == "no-exchange"


def test_21_25_no_brigade_and_no_mountain_unit_is_a_dead_infantry_division() -> None:
    """§21.25: four infantry divisions of Austria-Hungary."""
    state = told(before_set_up(), ALLIED, "deal", lots(before_set_up()))
    state = told(told(state, ALLIED, "end_phase"), CENTRAL, "deal")
    dead = next(u for u in state.boxes[DEAD] if state.counter(u).nation == "AH" and state.counter(u).kind == "infantry")
    standing = {u for u in state.on_map(CENTRAL) if state.counter(u).nation == "AH"}
    high = next(u for u in standing if state.counter(u).kind == "mountain")
    for other in (high, *({"ah-pl"} & standing)):
        assert refused(state, CENTRAL, "exchange", unit=dead, other=other).code == "no-exchange"
