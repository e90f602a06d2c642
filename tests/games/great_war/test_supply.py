"""Chapter 11: lines of supply, sources, ports, fortresses, and what becomes of those who have none."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from rules.great_war.facts.movement import UnitsMoved
from rules.great_war.facts.supply import UnsuppliedEliminated
from rules.great_war.game import GAME
from rules.great_war.play import Play
from rules.great_war.position.control import controller, home_side
from rules.great_war.position.state import DEAD, State
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES
from rules.great_war.printed.phases import SECOND_MOVEMENT
from rules.great_war.supply.starving import starved_units
from rules.great_war.supply.tracing import (
    FORTRESS,
    IN,
    UNSUPPLIED,
    has_supply,
    net,
    supplied_hexes,
    supply_of,
    survives,
)
from rules.kernel.fast_replace import replace
from rules.kernel.floods import disc
from rules.kernel.messages import Refusal
from tests.games.great_war.kit import (
    PLACES,
    at,
    before_set_up,
    belgian_antwerp,
    moved,
    position,
    set_up,
    told,
    told_with,
)
from tests.games.great_war.strategic.kit import played
from tests.thorough import sample_of


def ring(hex_: str, radius: int, names: str) -> dict[str, str]:
    """A ring of units round a hex, one in each land hex that is just so far away."""
    board = position({}).printed.board
    lattice = board.lattice
    found = sorted(lattice.within(hex_, radius) - lattice.within(hex_, radius - 1))
    land = [h for h in found if board.land[board.index[h]]]
    return dict(zip(land, names.split(), strict=False))


RUSSIANS = " ".join(f"ru-{n}" for n in range(25, 45))
GERMANS = " ".join(f"ge-{n}r" for n in (1, 5, 6, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26))


def without_towns(*kept: str) -> frozenset[str]:
    """All towns of Russia but these in the enemy's hands."""
    board = position({}).printed.board
    return frozenset(board.ids[i] for i in board.towns & board.by_country["RU"]) - {*kept}


def inland(distance: int) -> str:
    """A hex of Russia that many hexes from Kiev, and more than five from the edge."""
    board = position({}).printed.board
    edges = {board.ids[i] for i in board.edges}
    return next(
        h for h in sorted(board.lattice.within(KIEV, distance) - board.lattice.within(KIEV, distance - 1))
        if board.country[board.index[h]] == "RU" and not edges & board.lattice.within(h, 5)
    )  # fmt: skip


KIEV = "E4129"


@pytest.mark.parametrize(("distance", "expected"), [(4, IN), (5, UNSUPPLIED)])
def test_11_21_four_hexes_to_a_source_or_town(distance: int, expected: str) -> None:
    """§11.21, §11.22: a town of its side four hexes away feeds a unit; one five hexes away does not."""
    state = position({inland(distance): "ru-25"}, taken=without_towns(KIEV))
    assert supply_of(state, "ru-25") == expected
    assert supply_of(position({inland(4): "ru-25"}, taken=without_towns()), "ru-25") == UNSUPPLIED


def test_11_6_enemies_cut_lines() -> None:
    """§11.6: a unit that is surrounded has none; a gap of one hex lets the line through."""
    around = ring("E5219", 1, RUSSIANS)
    assert supply_of(position({"E5219": "ge-3", **around}), "ge-3") == UNSUPPLIED
    around.pop("E5218")
    assert supply_of(position({"E5219": "ge-3", **around}), "ge-3") == IN


def test_11_6_headquarters_cut_lines_too() -> None:
    """§11.6: enemy units of any kind do, a headquarters among them."""
    around = ring("E5219", 1, RUSSIANS)
    around["E5218"] = "ru-hq-1"
    assert supply_of(position({"E5219": "ge-3", **around}), "ge-3") == UNSUPPLIED


def test_11_22_headquarters_hand_supply_on() -> None:
    """§11.22: to units of its nation in its hex and beside it, as long as a line of any length runs from it; it needs a
    line of four hexes itself, as all units do, or another headquarters."""
    far, none = inland(5), without_towns()
    beside, *_ = position({}).printed.board.lattice.around(far)
    alone = position({far: "ru-25", beside: "ru-26"}, taken=none)
    assert {supply_of(alone, "ru-25"), supply_of(alone, "ru-26")} == {UNSUPPLIED}
    led = position({far: "ru-25 ru-hq-1", beside: "ru-26"}, taken=none)
    assert [supply_of(led, u) for u in ("ru-25", "ru-26", "ru-hq-1")] == [IN, IN, UNSUPPLIED]
    for there in ({far: "ru-25 ru-hq-1 ru-hq-2"}, {far: "ru-25 ru-hq-1", beside: "ru-hq-2"}):
        both = position(there, taken=none)
        assert {supply_of(both, u) for u in ("ru-25", "ru-hq-1", "ru-hq-2")} == {IN}
    near, *_ = sorted(
        position({}).printed.board.lattice.within(KIEV, 4) & position({}).printed.board.lattice.within(far, 1)
    )
    assert supply_of(position({near: "ru-hq-1"}, taken=without_towns(KIEV)), "ru-hq-1") == IN
    foreign = position({far: "ru-25", beside: "fr-hq-1"}, taken=none)
    assert supply_of(foreign, "ru-25") == UNSUPPLIED


def test_11_22_a_headquarters_traces_no_line_over_the_alps() -> None:
    """§11.22, §11.6: mountain units come to it over the Alps; with nothing but the Alps behind it, it feeds nobody."""
    board = position({}).printed.board
    valley, peak = "W2616", "W2617"
    lost = position({}).taken | {board.ids[i] for i in board.towns & board.by_front["italy"]}
    taken = frozenset(h for h in lost if board.country[board.index[h]] == "AH")
    fed = position({valley: "ah-hq-1", peak: "ah-59 ah-8"}, taken=taken)
    assert [supply_of(fed, u) for u in ("ah-hq-1", "ah-59", "ah-8")] == [UNSUPPLIED, IN, UNSUPPLIED]
    assert supply_of(position({peak: "ah-59"}, taken=taken), "ah-59") == UNSUPPLIED
    italians = ["it-1", "it-2", "it-3", "it-4", "it-5", "it-6"]
    low = [board.ids[i] for i in board.lines[board.index[valley]] if i not in board.alpine]
    cut = position({valley: "ah-60 ah-hq-1", peak: "ah-59", **dict(zip(low, italians, strict=False))}, taken=taken)
    assert [supply_of(cut, u) for u in ("ah-hq-1", "ah-59", "ah-60")] == [UNSUPPLIED, UNSUPPLIED, UNSUPPLIED]
    for state in (fed, cut):
        for i in (board.index[valley], board.index[peak]):
            assert (i in supplied_hexes(state, "AH", True)) == has_supply(state, "AH", True, i)


def test_11_6_a_line_runs_over_a_lake() -> None:
    """§11.6: a lake hex is no sea: with enemies on both shores beside them, units draw supply across it in any weather;
    not when the far shore is the enemy's too."""
    lake, board = "E6624", position({}).printed.board
    here, across = board.ids[board.neighbours[board.index[lake]][0]], board.lattice.around(lake)
    shores = {h for h in board.lattice.around(here) if board.land[board.index[h]]}
    near, far = dict(zip(sorted(shores), GERMANS.split(), strict=False)), {*across} - shores - {here}
    assert supply_of(position({here: "ru-25", **near}), "ru-25") == IN
    others = dict(zip(sorted(far), GERMANS.split()[len(near) :], strict=False))
    assert supply_of(position({here: "ru-25", **near, **others}), "ru-25") == UNSUPPLIED


def test_11_33_the_landings_supply_the_western_allies() -> None:
    """§11.33, §6.52: Cape Hellas supplies British and French units in May 1915, and nobody once it is lost."""
    state = position({"E1022": "br-63rn fr-1"})
    assert {supply_of(state, u) for u in ("br-63rn", "fr-1")} == {IN}
    lost = position({"E1022": "br-63rn fr-1"}, spoiled=frozenset({"E1022", "E1122"}))
    assert {supply_of(lost, u) for u in ("br-63rn", "fr-1")} == {UNSUPPLIED}


def test_11_33_serbs_live_on_their_towns() -> None:
    """§11.33: any town of Serbia supplies Serbian units; other Allies none. Montenegro feeds its own."""
    board = position({}).printed.board
    town = next(board.ids[i] for i in sorted(board.towns & board.by_country["SE"]))
    state = position({town: "se-1don", board.ids[min(board.by_country["MN"])]: "mn-1"})
    assert supply_of(state, "se-1don") == IN
    assert supply_of(state, "mn-1") == IN
    assert supply_of(position({town: "ru-25", **ring(town, 1, GERMANS)}), "ru-25") == UNSUPPLIED
    assert supply_of(position({town: "se-1don", **ring(town, 1, GERMANS)}), "se-1don") == IN


def test_11_33_valona_supplies_italians_alone() -> None:
    """§11.33: once the Balkans are open; other Allies beside it have nothing from it, nor have Italians before."""
    board = position({}).printed.board
    beside = next(board.ids[i] for i in board.lines[board.index[PLACES.valona]] if board.country[i] == "AL")
    for balkans, expected in ((True, [IN, UNSUPPLIED, UNSUPPLIED]), (False, [UNSUPPLIED] * 3)):
        state = position({beside: "it-1 fr-12 br-8"}, balkans=balkans)
        assert [supply_of(state, unit) for unit in ("it-1", "fr-12", "br-8")] == expected


def test_11_33_salonika_supplies_serbians_who_have_lost_their_country() -> None:
    """§11.33: they come to no other landing place, and other Balkan Allies not to this one."""
    board = position({}).printed.board
    lost = position({}).taken | {board.ids[i] for i in board.by_country["SE"]}
    beside = next(board.ids[i] for i in board.lines[board.index[PLACES.salonika]] if board.country[i] == "GK")
    stacks = {beside: "se-1don mn-1", PLACES.salonika: "fr-12"}
    for landing, expected in ((PLACES.salonika, [IN, UNSUPPLIED]), (PLACES.cape_hellas, [UNSUPPLIED] * 2)):
        state = position({**stacks, landing: "fr-12"}, balkans=True, taken=lost)
        state = replace(state, landings=frozenset({landing}))
        assert [supply_of(state, unit) for unit in ("se-1don", "mn-1")] == expected


@pytest.mark.parametrize(("unit", "expected"), [("br-8", IN), ("be-1", IN), ("fr-12", UNSUPPLIED)])
def test_11_44_channel_ports(unit: str, expected: str) -> None:
    """§11.44: British and Belgian units are supplied within four hexes of a Channel port, French are not."""
    cut = ring("W6609", 2, GERMANS)
    for port in ("W6709", "W6707"):
        cut.pop(port, None)
    state = position({"W6609": unit, **cut})
    assert supply_of(state, unit) == expected


def test_11_44_every_ally_in_a_port() -> None:
    """§11.44: a unit in a port of the Western Front is supplied, whatever stands round it."""
    state = position({"W6709": "fr-12", **ring("W6709", 1, GERMANS)})
    assert supply_of(state, "fr-12") == IN


def test_11_41_konigsberg_supplies_germans() -> None:
    """§11.41: within four hexes of it, by sea, when the land is cut off."""
    cut = ring("E5514", 3, RUSSIANS)
    state = position({"E5415": "ge-3", "E5414": "ah-8", **cut})
    assert supply_of(state, "ge-3") == IN
    assert supply_of(state, "ah-8") == UNSUPPLIED


def test_11_51_a_fort_of_its_own_nation_feeds_a_unit() -> None:
    """§11.51, §14.13: surrounded in Verdun the French have Fortress Supply, British none; a ruin feeds nobody."""
    state = position({})
    board = state.printed.board
    fort = next(board.ids[i] for i in board.forts if board.name[i] == "Verdun")
    cut = ring(fort, 1, GERMANS)
    held = position({fort: "fr-12 br-8", **cut}, SECOND_MOVEMENT)
    assert [supply_of(held, u) for u in ("fr-12", "br-8")] == [FORTRESS, UNSUPPLIED]
    fallen = position({fort: "fr-12", **cut}, SECOND_MOVEMENT, destroyed=frozenset({fort}))
    assert supply_of(fallen, "fr-12") == UNSUPPLIED


def test_11_6_mountain_units_trace_over_the_alps() -> None:
    """§11.6, §15.71: only they are supplied in alpine hexes."""
    state = position({})
    board = state.printed.board
    peak = next(
        board.ids[i] for i in sorted(board.alpine)
        if board.country[i] == "AH" and any(b in board.towns for b in board.lines[i])
    )  # fmt: skip
    held = position({peak: "ah-59 ah-8"})
    assert [supply_of(held, u) for u in ("ah-59", "ah-8")] == [IN, UNSUPPLIED]


def test_11_71_a_capital_lost_once_is_a_town() -> None:
    """§11.71: Bucharest or Berlin never is a source again; a hex at the edge is one as soon as it is retaken."""
    board = position({}).printed.board
    for near, source, lost in (("E5103", "E5102", True), ("W7033", "W7034", False)):
        seat = ALLIED
        unit = "ru-25" if near[0] == "E" else "fr-12"
        key = SECOND_MOVEMENT if near[0] == "E" else "first-movement"
        state = position({near: f"{unit} {'ru-hq-1' if near[0] == 'E' else 'fr-hq-1'}"}, key)
        state = _into(state, seat, unit, source)
        assert (source in state.spoiled) == lost
        assert controller(state, source) == seat
    assert board.index["E5102"] in board.supply["CP"]


def _into(state: State, seat: str, unit: str, hex_: str) -> State:
    """A unit that enters a hex by what entering brings, wherever its supply may come from."""
    from rules.great_war.play import Play

    play = Play(state, lambda draw, sides: 1)
    play.enter([hex_], seat)
    assert unit in play.state.units
    return play.state


def test_11_84_units_of_both_sides_are_eliminated_at_once() -> None:
    """§4.2, §11.84: after the attacks in both theatres those without supply die, unless Germans break out."""
    around = ring("E5219", 1, RUSSIANS)
    state = position({"E5219": "ge-3", **around, "W5117": "fr-12", "W5318": "ge-4"}, "first.east.attacks")
    assert state.west == ALLIED
    state = told(state, CENTRAL, "end_phase")
    assert state.phase.key == "first.attrition"
    after, events = told_with(state, CENTRAL, "end_phase")
    (gone,) = [e for e in events if isinstance(e, UnsuppliedEliminated)]
    assert "ge-3" in gone.units
    assert at(after, "ge-3") == DEAD
    assert at(after, "ge-4") == "W5318"
    assert after.phase.key == SECOND_MOVEMENT


def test_11_82_a_surrounded_unit_moves_to_where_it_is_fed() -> None:
    """§11.82, §8.26: out of supply it moves as others do, and ends in supply."""
    around = ring("E5219", 1, RUSSIANS)
    around.pop("E5218")
    state = position({"E5219": "ge-3", **around})
    assert at(moved(state, CENTRAL, "ge-3", "E5218"), "ge-3") == "E5218"
    assert told(state, CENTRAL, "end_phase")


def test_11_2_what_is_kept_is_what_is_found() -> None:
    """§11.2, §11.6: in the course of a random game the kept nets and lines are those of a state without memory."""
    rng, state = random.Random(3), set_up()
    for n in range(60):
        seat = rng.choice(GAME.deciders(state))
        command = GAME.random_command(state, seat, rng)
        answer = GAME.decide(state, seat, command, lambda draw, sides: 1 + draw % sides)
        assert not isinstance(answer, Refusal)
        state = answer.states[-1]
        kept = {side: list(starved_units(state, side)) for side in SIDES}
        if n % 8 == 7:
            fresh = GAME.load_state(GAME.dump_state(state))
            assert kept == {side: list(starved_units(fresh, side)) for side in SIDES}
    fresh = GAME.load_state(GAME.dump_state(state))
    ground = [i for hexes in state.printed.board.by_front.values() for i in hexes]
    for nation in ("GE", "FR", "BR", "RU", "IT", "SE"):
        for mountain in (False, True):
            assert net(state, nation, mountain).among(ground) == net(fresh, nation, mountain).among(ground)
            fed = supplied_hexes(state, nation, mountain)
            assert fed == supplied_hexes(fresh, nation, mountain)
            assert [i in fed for i in ground[::7]] == [has_supply(state, nation, mountain, i) for i in ground[::7]]


@pytest.mark.parametrize("theatre", sample_of(["west", "east"], 2))
def test_11_2_supply_is_worked_out_again_for_every_unit_that_it_changes_for(theatre: str) -> None:
    """§11.2, §11.22: enemies go anywhere, singly and over sources, ports and narrow ground; some of ours too. Whoever
    is not asked again is supplied as he would be found to be."""
    rng, start = random.Random(theatre), position({})
    board = start.printed.board
    ground = sorted(i for i in board.by_front[theatre] if home_side(start, board.country[i]))
    special = sorted(board.towns.union(*board.supply.values(), *board.marked.values()).intersection(ground))
    nations = {"west": ("FR", "BR", "BE"), "east": ("RU",)}[theatre]
    names = [u for u, c in sorted(start.printed.counters.items()) if c.nation in nations and c.is_combat]
    enemies = [u for u, c in sorted(start.printed.counters.items()) if c.nation == "GE" and c.is_combat]
    hexes = iter(rng.sample(ground, 200))
    units = [*rng.sample(names, 80), *rng.sample(enemies, 60)]
    state = position({board.ids[next(hexes)]: unit for unit in units})
    hungry = set()
    for n in range(200):
        side = ALLIED if n % 5 == 0 else CENTRAL
        unit = rng.choice([u for u in units if state.side(u) == side])
        there = rng.choice([i for i in (ground, special)[n % 4 == 0] if board.ids[i] not in state.stacks])
        play = Play(state, _no_dice)
        play.emit(UnitsMoved(side, (unit,), (at(state, unit), board.ids[there]), 0, ()))
        play.enter((board.ids[there],), side)
        state = play.state
        kept = starved_units(state, ALLIED)
        assert kept == starved_units(GAME.load_state(GAME.dump_state(state)), ALLIED), n
        hungry.add(kept)
    assert len(hungry) > 10


def walked(state: State, unit: str, *path: str) -> State:
    """The state when a unit of the Central Powers has gone along hexes, however far they lie apart."""
    play = Play(state, _no_dice)
    play.emit(UnitsMoved(CENTRAL, (unit,), (at(state, unit), *path), 0, ()))
    play.enter(path, CENTRAL)
    return play.state


def besieged(hex_: str, radius: int, nation: str) -> tuple[dict[str, str], Iterator[str]]:
    """A German in every hex at a distance from one, and in the sources of a nation that are nearer; and the other
    Germans."""
    start = position({})
    board = start.printed.board
    germans = iter(u for u, c in start.printed.counters.items() if c.nation == "GE" and c.is_combat)
    within = [disc(board.lines, board.index[hex_], steps, (), ()) for steps in (radius - 1, radius)]
    sources = {i for word in ("AL", nation) for i in board.supply.get(word, ())} & within[0]
    return {h: next(germans) for h in board.names(frozenset(within[1] - within[0] | sources)) if h != hex_}, germans


def test_11_22_a_town_that_was_walked_through_feeds_no_unit() -> None:
    """§11.22, §7.1: the enemy takes a unit's only town, and goes on to where he is five hexes from it."""
    state = position({"W5519": "fr-1", "W5020": "ge-1"})
    assert starved_units(state, ALLIED) == ()
    assert starved_units(walked(state, "ge-1", "W5120", "W5021"), ALLIED) == (("fr-1", UNSUPPLIED),)


def test_11_22_a_town_is_cut_off_far_from_the_unit() -> None:
    """§11.22: the last gap is shut in a ring that is seven hexes away from a unit and its town."""
    ring_, _ = besieged("W6510", 7, "FR")
    gap = sorted(ring_)[len(ring_) // 2]
    unit = ring_.pop(gap)
    state = position({**ring_, "W6510": "fr-1", "W2015": unit})
    assert starved_units(state, ALLIED) == ()
    assert starved_units(walked(state, unit, gap), ALLIED) == (("fr-1", UNSUPPLIED),)


def test_11_31_the_last_source_is_lost_far_from_the_unit() -> None:
    """§11.31: the enemy comes to the only source of a pocket, which is seven hexes away from a unit by its town."""
    ring_, others = besieged("E3134", 8, "RU")
    unit = next(others)
    state = position({**ring_, "E3329": "ru-1", "E4801": unit})
    assert starved_units(state, ALLIED) == ()
    assert starved_units(walked(state, unit, "E3134"), ALLIED) == (("ru-1", UNSUPPLIED),)


def _no_dice(draw: int, sides: int) -> int:
    raise AssertionError("nobody rolls")


def test_11_31_a_source_serves_its_own_map_alone() -> None:
    """§11.31: Austria's edges on the Italian Front lost, nobody lives there by the Ruhr; one edge left feeds all."""
    board = position({}).printed.board
    edges = [board.ids[i] for i in sorted(board.edges & board.by_front["italy"] & board.by_country["AH"])
             if i not in board.alpine]  # fmt: skip
    held = position({}).taken

    def fed(*lost: str) -> list[str]:
        state = position({"W2230": "ah-53", "W5526": "ge-3"}, taken=held | {*lost})
        return [supply_of(state, "ah-53"), supply_of(state, "ge-3")]

    assert fed() == [IN, IN]
    assert fed(*edges[1:]) == [IN, IN]
    assert fed(*edges) == [UNSUPPLIED, IN]


def test_11_72_a_town_that_is_retaken_hands_supply_on_again() -> None:
    """§11.72: Kiev with the enemy feeds nobody, and feeds as ever once it is Russian again."""
    lost = position({inland(4): "ru-25"}, taken=without_towns(KIEV) | {KIEV})
    assert supply_of(lost, "ru-25") == UNSUPPLIED
    held = position({inland(4): "ru-25"}, taken=without_towns(KIEV))
    assert supply_of(held, "ru-25") == IN
    # §14.63: a devastated town is still a source.
    assert supply_of(replace(held, devastated=frozenset({KIEV})), "ru-25") == IN


def test_11_72_a_march_that_takes_a_town_feeds_those_who_starved() -> None:
    """§11.72, §7.13: they are in supply as soon as it is taken, those too far off are not, and the enemy's are as
    before."""
    far, near = inland(5), inland(4)
    beside = next(iter(sorted({*position({}).printed.board.lattice.within(KIEV, 1)} - {KIEV})))
    stacks = {near: "ru-25", far: "ru-26", beside: "ru-27", "W5318": "ge-4"}
    state = position(stacks, SECOND_MOVEMENT, taken=without_towns(KIEV) | {KIEV})
    assert {*dict(starved_units(state, ALLIED))} == {"ru-25", "ru-26", "ru-27"}
    enemies = starved_units(state, CENTRAL)
    after = moved(state, ALLIED, "ru-27", KIEV)
    assert KIEV not in after.taken
    assert {*dict(starved_units(after, ALLIED))} == {"ru-26"}
    assert starved_units(after, CENTRAL) == enemies


def test_11_22_a_headquarters_that_marches_off_leaves_those_beside_it_without() -> None:
    """§11.22: it supplies its own hex and those round it, wherever it comes to."""
    lattice, here = position({}).printed.board.lattice, inland(5)
    beside = sorted(lattice.within(here, 1) - {here})
    hq = next(h for h in beside if lattice.distance(h, KIEV) == 5)
    away = next(h for h in sorted(lattice.within(hq, 1)) if lattice.distance(h, here) == 2)
    further = next(h for h in sorted(lattice.within(away, 1)) if lattice.distance(h, here) == 3
                   and lattice.distance(h, KIEV) > 4)  # fmt: skip
    # Two of them: each has its supply from the other.
    stacks = {here: "ru-25", hq: "ru-hq-1 ru-hq-2", further: "ru-26"}
    state = position(stacks, SECOND_MOVEMENT, taken=without_towns(KIEV))
    assert {*dict(starved_units(state, ALLIED))} == {"ru-26"}
    after = moved(state, ALLIED, "ru-hq-1 ru-hq-2", away)
    assert {*dict(starved_units(after, ALLIED))} == {"ru-25"}


def test_11_24_a_source_feeds_any_number() -> None:
    """§11.24: a whole army lives on one town."""
    here = inland(4)
    state = position({here: "ru-25 ru-26 ru-27 ru-28 ru-29 ru-30"}, taken=without_towns(KIEV))
    assert {supply_of(state, u) for u in state.stacks[here]} == {IN}


def test_11_13_supply_is_judged_again_in_each_attrition_phase() -> None:
    """§11.11, §11.13: not as units stood before: one that has been joined to its side meanwhile lives."""
    around = ring("E5219", 1, RUSSIANS)
    state = position({"E5219": "ge-3", **around}, "first.attrition")
    assert "ge-3" in dict(starved_units(state, CENTRAL))
    free = {h: u for h, u in around.items() if h not in ("E5218", "E5119", "E5118")}
    assert "ge-3" not in dict(starved_units(position({"E5219": "ge-3", **free}, "first.attrition"), CENTRAL))


def antwerp(stacks: Mapping[str, str], **fields: Any) -> State:
    """Antwerp still Belgian, and its fort whole."""
    return position(stacks, SECOND_MOVEMENT, **{**belgian_antwerp(), **fields})


def test_11_52_belgians_live_on_in_antwerp() -> None:
    """§11.52: cut off from everything, their fort in ruins, they are not eliminated there while it is theirs; others
    are. They ride no train."""
    around, ruin = ring(PLACES.antwerp, 1, GERMANS), before_set_up().destroyed | {PLACES.antwerp}
    state = antwerp({PLACES.antwerp: "be-1", **around}, destroyed=ruin)
    assert controller(state, PLACES.antwerp) == ALLIED
    assert supply_of(state, "be-1") == UNSUPPLIED
    assert survives(state, "be-1")
    fallen, _ = played(lambda play, _: play.enter([PLACES.antwerp], CENTRAL), antwerp({}))
    assert not survives(replace(state, spoiled=fallen.spoiled), "be-1")
    assert [PLACES.antwerp in before_set_up(scenario).spoiled for scenario in ("campaign", "1915")] == [False, True]
    french = antwerp({PLACES.antwerp: "fr-12", **around}, destroyed=ruin)
    assert supply_of(french, "fr-12") == UNSUPPLIED
    assert not survives(french, "fr-12")


def test_11_44_a_closed_port_is_no_source() -> None:
    """§11.44, §11.51: with Germans in all six hexes beside Antwerp nothing comes up the Scheldt. Belgians have their
    fort (§14.13) and nobody else has anything; within four hexes nobody is supplied from there."""
    army = {PLACES.antwerp: "be-1 br-8 fr-12"}
    open_ = antwerp(army)
    assert [supply_of(open_, u) for u in ("be-1", "br-8", "fr-12")] == [IN, IN, IN]
    shut = antwerp({**army, **ring(PLACES.antwerp, 1, GERMANS)})
    assert [supply_of(shut, u) for u in ("be-1", "br-8", "fr-12")] == [FORTRESS, UNSUPPLIED, UNSUPPLIED]
    here = shut.printed.board.index[PLACES.antwerp]
    assert not any(here in supplied_hexes(shut, nation, False) for nation in ("BE", "BR", "FR"))
    assert {*dict(starved_units(shut, ALLIED))} == {"be-1", "br-8", "fr-12"}


def test_11_44_what_closes_antwerp() -> None:
    """§11.44: a German who has passed through a marked hex, or one who stands in one of the second edition's four;
    having passed through these is nothing."""
    far = {h: u for h, u in ring(PLACES.antwerp, 2, GERMANS).items() if h not in ("W6817", "W6917")}
    far |= {"W6816": "ge-27", "W6716": "ge-28"}
    marked, fourth = "W6918", "W6820"

    def found(more: Mapping[str, str], *passed: str) -> str:
        state = antwerp({PLACES.antwerp: "br-8", **far, **more})
        return supply_of(replace(state, taken=state.taken | {*passed}), "br-8")

    assert found({}) == IN
    assert found({}, marked) == UNSUPPLIED
    assert found({}, fourth) == IN
    assert found({fourth: "ge-33"}) == UNSUPPLIED


def test_11_44_a_port_closes_and_opens_as_germans_come_and_go() -> None:
    """§11.44: what was found of it before a march is looked for again after it."""
    far = {h: u for h, u in ring(PLACES.antwerp, 2, GERMANS).items() if h not in ("W6817", "W6917")}
    far |= {"W6816": "ge-27", "W6716": "ge-28"}
    state = antwerp({PLACES.antwerp: "br-8", "W6818": "be-2", **far, "W6720": "ge-33 ge-34"})
    assert "br-8" not in dict(starved_units(state, ALLIED))
    came = moved(state, CENTRAL, "ge-33", "W6719")
    assert {*dict(starved_units(came, ALLIED))} == {"br-8", "be-2"}
    gone = moved(came, CENTRAL, "ge-33", "W6720")
    assert "br-8" not in dict(starved_units(gone, ALLIED))


def test_11_2_a_field_that_was_found_before_is_that_of_now() -> None:
    """§11.2: nations that trace alike share what is found, also after a march that takes the enemy's ground."""
    state = position({"E4715": "ge-3", "E4015": "ah-1", "E4016": "ru-26"})
    for path in ("E4716", "E4717", "E4716"):
        fields = {nation: supplied_hexes(state, nation, False) for nation in ("GE", "AH", "TU", "RU", "FR")}
        loaded = GAME.load_state(GAME.dump_state(state))
        assert fields == {nation: supplied_hexes(loaded, nation, False) for nation in fields}
        assert all(
            (i in fields["AH"]) == has_supply(state, "AH", False, i) for i in range(0, len(state.printed.board.ids), 7)
        )
        state = moved(state, CENTRAL, "ge-3", path)
