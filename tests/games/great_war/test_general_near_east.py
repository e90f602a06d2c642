"""The program plays the Near East alone: posts, columns, the reserve, the boxes, and orders that cost the match."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from rules.great_war.facts.chits import EventLasts
from rules.great_war.facts.offensives import OffensiveObeyed
from rules.great_war.game import GAME
from rules.great_war.players import assault, columns, enver, headquarters, near_east, posts, schemes
from rules.great_war.players.front import distances, line_of, strength
from rules.great_war.players.muster import Muster
from rules.great_war.players.odds import against
from rules.great_war.players.sight import NEAR_EAST, NEAR_WEST, Sight, read
from rules.great_war.position.control import controlled_hexes
from rules.great_war.position.state import RESERVE, TRANSIT, State
from rules.great_war.printed.board import CANAL
from rules.great_war.printed.fronts import EGYPT
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient
from tests.games.great_war.test_general import Game
from tests.thorough import sample_of


@cache
def a_turn(scenario: str) -> Game:
    """A scenario to the end of its first turn."""
    first = GAME.new_match(scenario, {}).turn
    return Game("near-east", scenario).play(lambda state: state.turn > first)


@cache
def to_may() -> Game:
    """The campaign from November 1914 to the end of April 1915: two strategic turns."""
    return Game("near-east", "near-east-campaign").play(lambda state: state.turn > 9)


def seen(state: State, side: str) -> Sight:
    """The table from a seat."""
    return read(GAME.view(state, side), side, state.printed)


@pytest.mark.parametrize("scenario", sample_of([f"near-east-{year}" for year in (1915, 1916, 1917, 1918)], 2))
def test_it_plays_the_first_turn_of_every_year(scenario: str) -> None:
    """§19.8: nothing is refused, and no question is left to chance."""
    kinds = Counter(str(command["kind"]) for _, command in a_turn(scenario).told)
    assert kinds["deal"] == 2
    assert kinds["move"] > 3


def test_it_plays_from_november_to_april() -> None:
    """§4.3: strategic turns with their reserve; Turks go on from the box to the fronts."""
    kinds = Counter(str(command["kind"]) for _, command in to_may().told)
    assert {"move", "attack", "place", "from_transit", "release_reserve", "buy_event"} <= kinds.keys()
    assert len(to_may().state.boxes[RESERVE]) >= near_east.USUAL_RESERVE


def test_it_knows_who_holds_what() -> None:
    """§7.12: as the rules have it, Persia, Sinai and Basra with their printed sides among it."""
    for state in (a_turn("near-east-1915").state, to_may().state):
        for side in SIDES:
            assert seen(state, side).ours == controlled_hexes(state, side)


def test_posts_are_held_where_the_enemy_can_come() -> None:
    """§3.13: towns and stacks before the enemy need men; ground that nobody can reach soon needs none."""
    sight = seen(to_may().state, ALLIED)
    board = sight.board
    needs = {**line_of(sight, NEAR_WEST).need, **line_of(sight, NEAR_EAST).need}
    assert all(i in sight.ours or i in sight.mine for i in needs)
    assert all(posts.danger(sight, i) > 0 or i in sight.aims for i in needs)
    assert needs[board.index["NC3653"]] >= posts.GARRISON, "Baku, whoever is near"
    assert board.index["NC4743"] not in needs, "Vladikavkaz, far behind"
    assert any(i in board.towns for i in needs)


def test_it_does_not_march_where_nothing_feeds_it() -> None:
    """§11.22, §11.53, §12.2: Sinai feeds nobody before the pipeline comes, and no desert in the heat."""
    sight = seen(a_turn("near-east-1915").state, ALLIED)
    middle = sight.board.index["NE3411"]
    assert middle not in posts.fed_hexes(sight)
    laid = {**sight.view["near_east"], "pipeline": {"hex": "NE3611", "next": "NE3311"}}
    towns = ("NE3611", "NE4011")
    lost = [h for h in sight.view["control"][CENTRAL] if h not in towns]
    ours = {CENTRAL: lost, ALLIED: [*sight.view["control"][ALLIED], *towns]}
    tracks = {**sight.view["tracks"], "weather": {"south": "fair", "caucasus": "fair"}}
    view = {**sight.view, "near_east": laid, "control": ours, "tracks": tracks}
    assert middle in posts.fed_hexes(replace(sight, view=view, theirs={}, memo={}))


def test_in_the_heat_the_desert_hands_on_nothing() -> None:
    """§12.2: neither side marches by its towns then."""
    sight = seen(a_turn("near-east-1915").state, CENTRAL)
    fed = {}
    for weather in ("hot", "fair"):
        tracks = {**sight.view["tracks"], "weather": {"south": weather, "caucasus": "fair"}}
        fed[weather] = posts.fed_hexes(replace(sight, view={**sight.view, "tracks": tracks}, memo={}))
    assert fed["hot"] < fed["fair"]


def test_heat_snow_and_trenches_spoil_an_attack() -> None:
    """§12.2, §14.53: the program weighs them."""
    sight = seen(a_turn("near-east-1915").state, ALLIED)

    def judged(weather: JsonObject, trenches: list[str], hex_: str) -> int:
        tracks = {**sight.view["tracks"], "weather": weather}
        marks = {**sight.view["near_east"], "trenches": trenches}
        view = {**sight.view, "tracks": tracks, "near_east": marks}
        return against(replace(sight, view=view, memo={}), sight.board.index[hex_])

    assert judged({"south": "fair", "caucasus": "fair"}, [], "NE2913") == 0
    assert judged({"south": "hot", "caucasus": "fair"}, [], "NE2913") == -2
    assert judged({"south": "hot", "caucasus": "fair"}, ["NE2913"], "NE2913") == -3
    assert judged({"south": "fair", "caucasus": "snow"}, [], "NC3835") == -2
    assert judged({"south": "fair", "caucasus": "hot"}, [], "NC3835") == 0


@cache
def at_the_reserve() -> State:
    """The first reserve of the scenario of 1916, as the dice have been thrown."""
    return Game("near-east", "near-east-1916").play(lambda state: state.phase.key == "reserve").state


def reserve_filled(short: int, *earned: str) -> JsonObject | None:
    """What the program does for a reserve that lacks that number, with towns whose fall is remembered."""
    held = len(at_the_reserve().boxes[RESERVE])
    rear = replace(at_the_reserve().near_east, required=held + short, earned=earned)
    state = replace(at_the_reserve(), near_east=rear)
    offers = {str(offer["kind"]): offer for offer in GAME.legal(state, CENTRAL)["offers"]}  # type: ignore[call-overload, index, union-attr]
    return near_east.answer(SeatClient(GAME, state, CENTRAL), seen(state, CENTRAL), offers)


def test_turkey_fills_its_reserve_only_as_far_as_it_must() -> None:
    """§5.38, §5.61: from the maps come as many as make surrender impossible; divisions on their way come anyhow."""
    assert seen(at_the_reserve(), CENTRAL).view["near_east"]["surrender"]["total"] == 11
    few = reserve_filled(15)
    assert few is not None
    assert len(few["units"]) == 12, "three that are missing, Van and a six are ten"  # type: ignore[arg-type]
    many = reserve_filled(15, "baghdad", "jerusalem")
    assert many is not None
    assert len(many["units"]) == 15  # type: ignore[arg-type]
    one = reserve_filled(1)
    assert one is not None
    assert {*one["units"]}.isdisjoint(at_the_reserve().on_map(CENTRAL))  # type: ignore[misc]
    released = reserve_filled(-5)
    assert released is not None
    assert released["kind"] == "release_reserve"
    assert len(released["units"]) == len(at_the_reserve().boxes[RESERVE]) - near_east.USUAL_RESERVE  # type: ignore[arg-type]


def test_enver_is_obeyed() -> None:
    """§6.30: three units attack together in the Caucasus on the turn on which the offensive is ordered."""
    state = to_may().state
    ordered = GAME.evolve(state, EventLasts(enver.ENVER, state.turn))
    assert enver.binds(seen(ordered, CENTRAL))
    assert not enver.binds(seen(ordered, ALLIED))
    game = Game("enver", "near-east-campaign")
    game.state = ordered
    game.play(lambda now: now.turn > state.turn)
    assert game.state.ended is None
    assert game.facts[OffensiveObeyed] >= 1


def test_columns_take_towns() -> None:
    """§8.0: by May 1915 towns have changed hands, each side's among them."""
    state = to_may().state
    board = state.printed.board
    taken = {h for h in state.taken if board.index[h] in board.towns}
    assert any(board.country[board.index[h]] == "TU" for h in taken)


def test_nobody_brings_the_germans_whose_coming_loses() -> None:
    """§18.4, §5.62: the shock divisions of 1918 and the Alpine Corps stay in the transit box."""
    game = a_turn("near-east-1918")
    waiting = {*game.state.boxes[TRANSIT]}
    assert {*game.state.printed.charts.major_effort} <= waiting
    assert not game.state.near_east.effort


# --- columns, attacks and headquarters --------------------------------------------------------------------------------


@cache
def at_the_move(scenario: str, side: str, part: str) -> Muster:
    """The first movement of a scenario in which a side moves in a part of the Near East, nothing of it planned."""
    theatre = "west" if part == NEAR_WEST else "east"

    def moves(state: State) -> bool:
        first = state.phase.key == "first-movement"
        has = GAME.view(state, side)["tracks"]["initiative"][theatre] == side  # type: ignore[call-overload, index]
        return state.phase.key.endswith("-movement") and side in GAME.deciders(state) and has == first

    state = Game("near-east", scenario).play(moves).state
    offers = GAME.legal(state, side)["offers"]
    able = next(o["slots"][0]["options"]["of"] for o in offers if o["kind"] == "move")  # type: ignore[index, union-attr, call-overload]
    return Muster(SeatClient(GAME, state, side), seen(state, side), part, frozenset(able))  # type: ignore[arg-type]


def mustered(scenario: str, side: str, part: str) -> Muster:
    """The same to be planned with."""
    found = at_the_move(scenario, side, part)
    return Muster(found.client, found.sight, part, found.offered)


def test_an_attack_is_gathered_from_all_sides() -> None:
    """§10.1: units of several hexes go before one enemy stack, where they can stand."""
    muster = mustered("near-east-1917", ALLIED, NEAR_WEST)
    board, before = muster.sight.board, {u.id: u.at for u in muster.free}
    assault.assault(muster)
    sent = {unit: to for (_, to), units in muster.moves.items() for unit in units}
    assert len(sent) > 1
    assert len({before[unit] for unit in sent}) > 1
    for to in {*sent.values()}:
        assert any(b in muster.sight.theirs for b in board.beside(to))
        assert posts.danger(muster.sight, to) <= columns.BRAVE * strength(muster.there[to])


def test_somebody_stands_where_the_pipeline_comes_next() -> None:
    """§11.53: the next town of Sinai is a post of the Allies, whoever is near, and none of the Turks'."""
    muster = mustered("near-east-1915", ALLIED, NEAR_WEST)
    town = muster.sight.board.index["NE4011"]
    assert posts.next_town(muster.sight) == {town}
    assert town not in muster.line.need, "it is the Turks' still"
    control = {ALLIED: [*muster.sight.view["control"][ALLIED], "NE4011"], CENTRAL: []}
    ours = replace(muster.sight, view={**muster.sight.view, "control": control}, memo={})
    assert posts.needs(ours, NEAR_WEST)[town] >= posts.WATCH
    assert not posts.next_town(seen(to_may().state, CENTRAL))
    assert schemes.prize(muster.sight, town) > schemes.prize(muster.sight, muster.sight.board.index["NE3811"])


def test_the_land_behind_the_canal_binds_no_divisions() -> None:
    """§18.4: every hex west of the canal counts, and it is held at its towns: divisions are free, companies stay."""
    muster = mustered("near-east-1916", ALLIED, NEAR_WEST)
    canal = [i for i, region in enumerate(muster.sight.board.region) if region == CANAL]
    bound = [u for i in canal for u in muster.sight.mine.get(i, ()) if u.fights and u not in muster.free]
    assert sum(u.attack for u in bound) <= 4
    assert {u.id for u in muster.free if u.at in canal}


def test_headquarters_go_after_the_army() -> None:
    """§10.46: one that is left behind at a base goes to where its nation fights."""
    muster = mustered("near-east-1917", ALLIED, NEAR_EAST)
    sight = muster.sight
    hq = next(u for units in sight.mine.values() for u in units if u.id == "br-hq-13crp")
    near = {hq.at, *(sight.board.index[h] for h in muster.ends(hq))}
    muster.there = {i: units for i, units in muster.there.items() if i not in near}
    far = distances(sight, [i for i, us in muster.there.items() if any(u.nation == "BR" and u.fights for u in us)])
    headquarters.place_headquarters(muster)
    to = next(to for (_, to), units in muster.moves.items() if hq.id in units)
    assert far[to] < far[hq.at]


def test_headquarters_are_where_most_can_attack() -> None:
    """§10.46: not apart from the army, and each with its own part of it."""
    muster = mustered("near-east-1918", ALLIED, NEAR_WEST)
    headquarters.place_headquarters(muster)
    sight = muster.sight

    def factors(i: int) -> float:
        return sum(u.attack for h in (i, *sight.board.beside(i)) for u in sight.mine.get(h, ()))

    moved = {at: to for (at, to), units in muster.moves.items() if any("hq" in u for u in units)}
    assert moved
    assert all(factors(to) >= factors(at) for at, to in moved.items())


def test_from_a_front_that_is_won_the_allies_sail() -> None:
    """§9.53: once Palestine and Syria have fallen nothing there calls for men, and the free go to the ports."""
    muster = mustered("near-east-1917", ALLIED, NEAR_WEST)
    sight = muster.sight
    assert not posts.is_won(sight, EGYPT)
    board = sight.board
    fallen = [board.ids[i] for i in sorted(board.surrender & board.by_front[EGYPT])]
    control = {ALLIED: [*sight.view["control"][ALLIED], *fallen], CENTRAL: sight.view["control"][CENTRAL]}
    won = replace(sight, view={**sight.view, "control": control}, memo={})
    assert posts.is_won(won, EGYPT)
    after = Muster(muster.client, won, NEAR_WEST, muster.offered)
    columns.embark(after)
    ports = [i for i in board.ports & won.ours if board.front[i] == EGYPT]
    far = distances(won, ports)
    assert after.moves
    assert all(far[to] < far[at] for at, to in after.moves)
