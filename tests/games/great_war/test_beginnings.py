"""How matches begin, and what is printed for it, checked figure by figure against what the rulebook lists."""

from __future__ import annotations

import pytest

from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.plans import AUGUST_1914, PLANS
from rules.great_war.restrictions.first_turns import code_of
from rules.great_war.strategic.victory import lost_cities, points
from rules.great_war.works.trenches import group_drm
from rules.kernel.fast_replace import replace
from tests.games.great_war.boards import Board, apart, straight
from tests.games.great_war.combined.kit import before_set_up as combined
from tests.games.great_war.kit import before_set_up as europe
from tests.games.great_war.kit import set_up
from tests.games.great_war.near_east.kit import before_set_up as near_east
from tests.games.great_war.test_campaign import stood

OPENED = {
    "1915": europe, "1917": europe, "combined-1915": combined, "combined-1917": combined,
    "near-east-1915": near_east, "near-east-1917": near_east,
}  # fmt: skip
PLAYED_IN_EUROPE = ("central-chlorine", "serb-typhus", "u-boat-c", "rigid-planning-c", "austrian-polish-division")
PLAYED_IN_BOTH = ("armenian-massacres", "enver-offensive")


def opened(scenario: str) -> State:
    """A scenario before its first decision."""
    return OPENED[scenario](scenario)


# --- 18.12 ------------------------------------------------------------------------------------------------------------


def test_18_12_the_edge_of_the_map_in_france_is_worth_points() -> None:
    """§18.12, §18.11, §11.33: the French edge, from 5701 round to 3629, while the Central Powers have it."""
    board = Board("great-war-west")
    rim = {h for h, row in board.hexes.items() if row["country"] == "FR" and len(board.near(h)) < 6}
    edge = {h for h in rim if int(h[:2]) <= 57}
    assert edge == {*straight("3601", "3629")} | {f"{row}01" for row in range(36, 58)}
    state = replace(set_up(), taken=frozenset())
    numbers = state.printed.board
    before = points(state)
    assert {numbers.index[f"W{h}"] for h in edge} <= numbers.victory
    assert points(replace(state, taken=frozenset(f"W{h}" for h in edge))) == before + len(edge)


# --- 19.21 ------------------------------------------------------------------------------------------------------------


def begun(nation: str, code: str = "") -> dict[str, str]:
    """Where the units of a nation and code stand when the campaign begins, headquarters too."""
    state = stood()
    mine = [u for u in state.on_map(ALLIED) if state.counter(u).nation == nation]
    return {u: state.units[u].at for u in mine if not code or code_of(state, u) == code}


def test_19_21_the_belgians_and_the_small_allies_stand_where_they_must() -> None:
    """§19.21: all Belgians in Antwerp but the 4th Division, in Namur; Lille has its own; Montenegro and Serbia stay at
    home."""
    belgians = begun("BE")
    assert belgians.pop("be-4") == "W6221"
    assert {*belgians.values()} == {"W6819"}
    assert [*begun("FR", "L").values()] == ["W6413"]
    east = Board("great-war-east").of("country")
    for nation in ("MN", "SE"):
        found = begun(nation)
        assert found
        assert {east[at[1:]] for at in found.values()} == {nation}


@pytest.mark.parametrize(
    ("nation", "code", "centre"), [("BR", "B", "W6316"), ("RU", "1", "E5620"), ("RU", "2", "E4816")]
)
def test_19_21_armies_round_a_town(nation: str, code: str, centre: str) -> None:
    """§19.21: the British at Mons, the Russian 1st and 2nd Armies at Kovno and Warsaw: there, or beside it."""
    found = begun(nation, code)
    assert found
    assert max(apart(centre[1:], at[1:]) for at in found.values()) <= 1


def test_19_21_armies_along_a_border() -> None:
    """§19.21: French F units beside Belgium, Luxembourg or Germany, ten of them at most north of row 53; Russian S
    units beside Austria-Hungary."""
    for nation, code, prefix, name, beyond in (
        ("FR", "F", "W", "great-war-west", {"BE", "LU", "GE"}),
        ("RU", "S", "E", "great-war-east", {"AH"}),
    ):
        board, found = Board(name), begun(nation, code)
        assert found
        for at in found.values():
            hex_ = at.removeprefix(prefix)
            assert board.hexes[hex_]["country"] == nation
            assert beyond & {board.hexes[n]["country"] for n in board.near(hex_)}, at
    french = begun("FR", "F")
    assert sum(int(at[1:3]) > 53 for at in french.values()) <= 10


def test_19_21_fortress_units_stand_in_forts_by_twos() -> None:
    """§19.21: the V units of France and Russia, in forts of their own country, two to a hex at most."""
    for nation, name in (("FR", "great-war-west"), ("RU", "great-war-east")):
        board, places = Board(name), [*begun(nation, "V").values()]
        assert places
        for at in places:
            row = board.hexes[at[1:]]
            assert row["fortress"], at
            assert row["country"] == nation
            assert places.count(at) <= 2


def test_19_21_the_french_reserve_stands_west_of_the_meuse() -> None:
    """§19.21: the G units in France or Belgium, none of them beyond the hexes that carry the river on, or at Liège."""
    west, found = Board("great-war-west"), begun("FR", "G")
    assert found
    for at in found.values():
        assert west.hexes[at[1:]]["country"] in ("FR", "BE")
        assert at not in ("W6424", "W6524")
        # The river is carried on by the sides of 4323, 4223, 4122 and 4022: they lie east of it.
        for rim in ("4323", "4223", "4122", "4022"):
            assert at[1:3] != rim[:2] or int(at[3:]) < int(rim[2:]), at


# --- 21.28 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "variant", "marks", "played"),
    [
        ("1915", "europe", {""}, PLAYED_IN_EUROPE),
        ("combined-1915", "combined", {"", "NE"}, (*PLAYED_IN_EUROPE, *PLAYED_IN_BOTH)),
        ("near-east-1915", "near-east", {"NE", "NE*"}, (*PLAYED_IN_BOTH, "turkish-points-c", "central-initiative-c")),
    ],
)
def test_21_28_the_central_pool_of_1915(scenario: str, variant: str, marks: set[str], played: tuple[str, ...]) -> None:
    """§21.28: all C chits of the game that is played, less one of each that has been played before May 1915."""
    chits = PLANS[AUGUST_1914].variant(variant).chits.events.values()
    left = {
        c.id: c.count for c in chits if c.side == CENTRAL and c.pool == "C" and (c.everywhere or c.mark in marks)
    }  # fmt: skip
    for id_ in played:
        left[id_] -= 1
    assert opened(scenario).chits["central.pool"] == {id_: n for id_, n in left.items() if n}


def test_21_28_what_was_played_before_may_1915_still_works() -> None:
    """§21.28: typhus since Jan/Feb 1915, a U-boat in its box, the Polish division with the Austrians in the east."""
    for scenario in ("1915", "combined-1915"):
        state = opened(scenario)
        dates = [turn.date for turn in state.printed.charts.turns]
        # §6.57: it lasts for two turns more than the one it is put on, and the last is counted: May.
        assert state.chit_state.lasting["serb-typhus"] == dates.index("Jan/Feb 1915") + 1 + 3
        assert state.chits["central.play"]["u-boat-c"] == 1
    state = set_up()
    at = state.units["ah-pl"].at
    assert at.startswith("E")
    assert at in state.stacks


# --- 21.46 ------------------------------------------------------------------------------------------------------------

DEVASTATED = {"W6012", "W5912", "W5812", "W5813", "W5711", "W5712", "W5612", "W5613"}


@pytest.mark.parametrize("scenario", ["1917", "combined-1917", "near-east-1917"])
def test_21_46_the_turn_of_april_1917(scenario: str) -> None:
    """§21.46: strategic turn L is over, and the Allies have the initiative in the west."""
    state = opened(scenario)
    assert state.printed.charts.turns[state.turn - 1].date == "Apr 1917"
    assert (state.strategic, state.west) == ("L", ALLIED)


@pytest.mark.parametrize("scenario", ["1917", "combined-1917"])
def test_21_46_tracks_and_markers_of_april_1917(scenario: str) -> None:
    """§21.46: points and cities, trenches, resource hexes at work, and eight hexes laid waste."""
    state = opened(scenario)
    assert (state.card.victory_points, state.card.allied_cities, state.card.retaken) == (10, 0, 0)
    assert points(state) == 10
    assert lost_cities(state) == ()
    drms = {group: group_drm(state, group) for group in ("anglo-belgian", "french", "german", "central", "allied")}
    assert drms == {"anglo-belgian": -2, "french": -2, "german": -2, "central": -1, "allied": -1}
    assert {*state.devastated} == DEVASTATED
    board = state.printed.board
    working = {board.name[board.index[h]]: since for h, since in state.strategic_state.working.items()}
    assert {*working} == {"Lens", "Longwy", "Mons", "Ploesti"}
    assert working["Ploesti"] == "N"
    assert all(since < state.strategic for name, since in working.items() if name != "Ploesti")


@pytest.mark.parametrize("scenario", ["combined-1917", "near-east-1917"])
def test_21_46_tracks_of_the_near_east_in_april_1917(scenario: str) -> None:
    """§21.46: six Turks are required in reserve, surrender stands at two, the pipeline at El Arish; no points there."""
    state = opened(scenario)
    kept = state.near_east
    assert (kept.required, state.card.surrender, kept.pipeline, kept.hexes_held) == (6, 2, "NE3311", 0)
    if scenario == "near-east-1917":
        assert state.points == {"BR": 0, "RU": 0, "TU": 0}
