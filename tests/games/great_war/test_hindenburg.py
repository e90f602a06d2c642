"""§14.3: the Hindenburg Line, from its markers to the battles for it."""

from __future__ import annotations

from rules.great_war.facts.movement import HexesTaken
from rules.great_war.game import GAME
from rules.great_war.position.control import forts
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.plans import AUGUST_1914
from rules.great_war.setup.opening import opening_position
from rules.great_war.supply.tracing import FORTRESS, supply_of
from rules.great_war.works.hindenburg import sites
from tests.games.great_war.field import WEST, field, fight, resolved, shifts
from tests.games.great_war.kit import answer, position, refused, told, told_with

LINE = ("W5717", "W5617", "W5517", "W5418")
"""A crooked row in the German rear; ``FRENCH`` is two hexes before it."""
ARGUMENTS = dict(zip(("first", "second", "third", "fourth"), LINE, strict=True))
STEP = "central.new-units"


def occupied_france(stacks: dict[str, str], **fields: object) -> State:
    """Belgium and the north of France are with the Central Powers."""
    start = position({}).printed.board
    taken = {h for h in start.ids if h[:1] == "W" and h[1:3].isdigit() and int(h[1:3]) >= 53 and int(h[3:]) > 12
             and start.country[start.index[h]] in ("FR", "BE")}  # fmt: skip
    lost = {start.ids[i] for i in start.forts if start.ids[i] in taken}
    given = {"strategic": "K", "taken": position({}).taken | taken, "destroyed": frozenset(lost), **fields}
    return position(stacks, STEP, **given)


def first_hexes(state: State) -> set[str]:
    """Where the line may begin."""
    offers = {o["kind"]: o for o in GAME.legal(state, CENTRAL)["offers"]}  # type: ignore[index, call-overload]
    return set(offers["build_line"]["slots"][0]["options"]["of"])


def test_14_31_four_markers_from_turn_k_on_once_in_the_game() -> None:
    """§14.31: in any New Units Phase after strategic turn K, all at the same time."""
    state = occupied_france({})
    assert refused(occupied_france({}, strategic="J"), CENTRAL, "build_line", **ARGUMENTS).code == "too-early"
    after, events = told_with(state, CENTRAL, "build_line", **ARGUMENTS)
    assert after.hindenburg == {*LINE}
    assert [GAME.narrate(state, e, after, ALLIED)["section"] for e in events] == ["14.31"]  # type: ignore[index]
    assert refused(after, CENTRAL, "build_line", **ARGUMENTS).code == "built"
    assert {after.printed.board.index[h] for h in LINE} <= forts(after, CENTRAL)


def test_14_31_the_hexes_lie_in_one_row() -> None:
    """§14.31: each next to the one before, none twice, however crooked."""
    state = occupied_france({})
    gap = {**ARGUMENTS, "second": "W5517"}
    assert refused(state, CENTRAL, "build_line", **gap).section == "14.31"
    assert refused(state, CENTRAL, "build_line", **{**ARGUMENTS, "third": LINE[0]}).section == "14.31"


def test_14_31_not_beside_the_allies_and_in_supply() -> None:
    """§14.31: neither Allied units nor their forts are next to it, and it is in supply and on the Western Front."""
    free = first_hexes(occupied_france({}))
    board = position({}).printed.board
    assert {*LINE} <= free
    assert not free & {*board.names(forts(position({}), CENTRAL))}, "a German fort needs no other"
    assert all(board.front[board.index[h]] == "west" for h in free)
    near = {"W5516", *board.lattice.around("W5516")}
    assert free - first_hexes(occupied_france({"W5516": "fr-12"})) >= near & free
    assert near & {*LINE}
    whole = occupied_france({}, destroyed=frozenset())
    standing = {board.ids[i] for i in forts(whole, ALLIED) if board.ids[i] in whole.taken}
    beside = {*standing, *(h for fort in standing for h in board.lattice.around(fort))}
    assert beside & free
    assert not beside & first_hexes(whole)
    at_home = first_hexes(occupied_france({}, taken=frozenset()))
    assert at_home
    assert {board.country[board.index[h]] for h in at_home} <= {"GE", "LU"}


def test_14_31_it_fights_as_a_heavy_fortification_and_feeds_no_unit() -> None:
    """§14.31, §10.43, §14.11: two columns, a unit of its own, no Fortress Supply; gone when the Allies are in it."""
    stacks = {"W5117": "fr-12 fr-13 fr-14 fr-15 fr-16 fr-17", "W5217": "ge-3"}
    state = field(stacks, WEST, hindenburg=frozenset({"W5217"}))
    _, events = fight(state, "fr-12 fr-13 fr-14 fr-15 fr-16 fr-17", 3, target="W5217", seat=ALLIED)
    assert shifts(events)["10.43"] == -2
    assert resolved(events).defence == state.face("ge-3").defence + 1
    assert supply_of(state, "ge-3") != FORTRESS
    assert HexesTaken(ALLIED, ("W5217",)).apply(state).hindenburg == frozenset()


def test_21_45_where_the_line_stands_at_the_start_it_is_not_built_again() -> None:
    """§21.45: 1917 has it in its place."""
    start = opening_position("1917", AUGUST_1914, STEP)
    assert start.hindenburg
    assert refused(start, CENTRAL, "build_line", **ARGUMENTS).code == "built"
    assert told(occupied_france({}), CENTRAL, "end_phase").phase.key != STEP
    assert answer(occupied_france({}), CENTRAL, "build_line", **ARGUMENTS).events


def test_14_31_in_supply_by_a_line_and_not_by_the_ground_alone() -> None:
    """§14.31: four hexes that the Central Powers hold behind the French army, clear of everyone, do not serve."""
    line = dict(zip(ARGUMENTS, ("W4504", "W4505", "W4506", "W4507"), strict=True))
    state = position({}, STEP, strategic="K", taken=frozenset({*position({}).taken, *line.values()}))
    assert refused(state, CENTRAL, "build_line", **line).section == "14.31"
    assert not sites(state) & {state.printed.board.index[h] for h in line.values()}
