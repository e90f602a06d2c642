"""The program plays the combined game: Europe by its habits, the Near East by its own, and men go between the two."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rules.great_war.players import attacking, between, posts
from rules.great_war.players.front import line_of
from rules.great_war.players.sight import NEAR_EAST, NEAR_WEST, Sight, Unit, abroad, read
from rules.great_war.position.changes import relocate
from rules.great_war.position.control import controlled_hexes
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES
from rules.kernel.fast_replace import replace
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import SeatClient
from tests.games.great_war.combined.kit import GAME, STARTS, until
from tests.games.great_war.test_campaign import coded, placed
from tests.games.great_war.test_general import Game
from tests.thorough import THOROUGH, at_least_one, in_the_sweep, sample_of

THERE = ("NC", "NE", "NI")
BERLIN, KIEV, CALAIS = "E5102", "E4129", "W6707"


@cache
def played(scenario: str) -> Game:
    """A beginning and its first turn; from May 1915 in the sweep two, and the strategic turn after them."""
    end = GAME.new_match(scenario, {}).turn + (2 if scenario == "combined-1915" and THOROUGH else 1)
    return Game("combined", scenario, GAME).play(lambda state: state.turn >= end)


def seen(state: State, side: str) -> Sight:
    """The table from a seat."""
    return read(GAME.view(state, side), side, state.printed)


@pytest.mark.parametrize("scenario", sample_of(STARTS, 2))
def test_it_plays_the_first_turn_from_every_beginning(scenario: str) -> None:
    """§19.12: nothing is refused, and no question is left to chance; from 1915 on both sides move on both maps."""
    game = played(scenario)
    kinds = Counter(str(command["kind"]) for _, command in game.told)
    assert kinds["deal"] == 2
    for side in SIDES:
        to = {str(c["path"][-1])[:2] for seat, c in game.told if c["kind"] == "move" and seat == side}  # type: ignore[index]
        assert any(name.startswith(("W", "E")) for name in to)
        assert scenario == "combined-campaign" or not to.isdisjoint(THERE), side


@in_the_sweep
def test_it_plays_a_strategic_turn() -> None:
    """§4.3: with the reserve and the surrender die among its steps."""
    game = played("combined-1915")
    assert game.state.strategic == "E"
    kinds = Counter(str(command["kind"]) for _, command in game.told)
    assert {"attack", "place", "replace", "declare", "end_phase"} <= kinds.keys()


def test_it_knows_who_holds_what() -> None:
    """§7.12: the Near East is read on six fronts as it is on three."""
    for scenario in ("combined-1915", "combined-1917"):
        state = played(scenario).state
        there = abroad(state.printed.board)
        for side in SIDES:
            assert seen(state, side).ours & there == controlled_hexes(state, side) & there


def test_lines_do_not_cross_the_sea() -> None:
    """§3.13: what a theatre needs in Europe and in the Near East is told apart."""
    sight = seen(played("combined-1915").state, ALLIED)
    for part in at_least_one(sight.parts):
        line = line_of(sight, part)
        assert line.need
        assert all(sight.near(i) == (part in (NEAR_WEST, NEAR_EAST)) for i in line.need)


def test_ottoman_cities_abroad_count_for_surrender_alone() -> None:
    """§18.13, §5.62: Constantinople is an aim as a city, Baghdad as a place of surrender, Mosul is neither."""
    sight = seen(played("combined-1915").state, ALLIED)
    board = sight.board
    assert board.index[sight.board.places.constantinople] in sight.aims
    assert board.surrender <= sight.aims
    home = board.cities & board.by_country["TU"]
    assert all(i in board.surrender or i in board.victory for i in home & sight.aims if sight.near(i))


# --- who goes between the maps ----------------------------------------------------------------------------------------


def sends(
    state: State, side: str, lacks: float, pressure: float, monkeypatch: pytest.MonkeyPatch, only: str = ""
) -> JsonObject | None:
    """What the program sends if fronts there lack so much and those of Europe are pressed so hard."""
    sight = seen(state, side)
    monkeypatch.setattr(posts, "lacks", lambda *_: lacks)
    for part in ("west", "east"):
        line_of(sight, part).__dict__["pressure"] = pressure
    found: dict[str, object] = {str(o["kind"]): o for o in GAME.legal(state, side)["offers"]}  # type: ignore[index, call-overload, union-attr]
    offers = {kind: offer for kind, offer in found.items() if only in ("", kind)}
    return between.send(SeatClient(GAME, state, side), sight, offers, set())


def test_russians_go_where_they_are_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """§9.24: to the Caucasus while the east is at ease; not while it is pressed; out of the box to either."""
    state = relocate(until("combined-1915", "allied.rail"), ["ru-1gd", "ru-2gd"], KIEV)
    assert (sends(state, ALLIED, 1.5, 0.8, monkeypatch) or {}).get("kind") == "to_transfer"
    assert (sends(state, ALLIED, 0.9, 0.8, monkeypatch) or {}).get("kind") != "to_transfer"
    assert (sends(state, ALLIED, 1.5, 1.3, monkeypatch) or {}).get("kind") != "to_transfer"
    inside = relocate(state, ["ru-1gd"], "transfer")
    for lacks, pressure, maps in ((1.5, 0.8, THERE), (0.5, 1.3, ("E",))):
        found = sends(inside, ALLIED, lacks, pressure, monkeypatch) or {}
        assert found.get("kind") == "from_transfer"
        assert str(found["to"]).startswith(maps)


def test_the_british_sail_to_egypt_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """§9.55: from France while Egypt lacks men, or has no army for Palestine and the west is at ease; home when the
    west is pressed hard."""
    monkeypatch.setattr(between, "_behind", _there)
    state = relocate(until("combined-1916", "allied.rail"), ["br-9na"], CALAIS)
    egypt = state.printed.board.coast_of_egypt
    for lacks, pressure in ((1.5, 1.1), (0.9, 0.9)):
        found = sends(state, ALLIED, lacks, pressure, monkeypatch, "sail") or {}
        assert found.get("kind") == "sail"
        assert state.printed.board.index[str(found["to"])] in egypt
    home = sends(state, ALLIED, 0.4, 1.3, monkeypatch, "sail") or {}
    assert home.get("kind") == "sail"
    assert str(home["to"]).startswith(("W", "E"))
    assert sends(state, ALLIED, 0.9, 1.3, monkeypatch, "sail") is None


def _there(sight: Sight, names: frozenset[str], part: str) -> list[list[Unit]]:
    """One British unit at sea's edge in a part of the war, whatever its line needs."""
    able = (
        u for i in sorted(sight.mine) for u in sight.mine[i] if u.id in names and sight.part[i] == part and u.fights
    )
    return [[u] for u in able if u.nation == "BR"]


def test_germans_go_only_while_europe_is_at_ease(monkeypatch: pytest.MonkeyPatch) -> None:
    """§9.13, §16.62: and no more than a few, who are lost with Turkey."""
    state = relocate(until("combined-1916", "central.rail"), ["ge-1"], BERLIN)
    found = sends(state, CENTRAL, 1.5, 0.8, monkeypatch) or {}
    assert found.get("kind") == "to_transit"
    assert sends(state, CENTRAL, 0.9, 0.8, monkeypatch) is None
    pressed = sends(state, CENTRAL, 1.5, 1.3, monkeypatch) or {"units": ["tu-"]}
    assert str(pressed["units"][0]).startswith("tu-")  # type: ignore[index]


def test_a_train_of_the_near_east_that_is_full_takes_nobody() -> None:
    """§9.12, §9.14: then the box is offered to nobody on the eastern map either."""
    state = relocate(until("combined-1916", "central.rail"), ["ge-1"], BERLIN)
    full = replace(state, cursor=(replace(state.phase, used={"near-east-central": 4}),))
    for now, offered in ((state, True), (full, False)):
        kinds = {str(o["kind"]) for o in GAME.legal(now, CENTRAL)["offers"]}  # type: ignore[index, call-overload, union-attr]
        assert ("to_transit" in kinds) == offered
    found = GAME.decide(full, CENTRAL, {"kind": "to_transit", "units": ["ge-1"]}, lambda draw, sides: 1)
    assert isinstance(found, Refusal)
    assert found.code == "nobody"


def test_armies_that_do_not_fight_together_attack_apart() -> None:
    """§19.54: what the planner calls illegal is not declared: the program sends those that may go together."""
    first, second = coded("RU", "1")[0], coded("RU", "2")[0]
    state = placed({"E5318": first, "E5218": second, "E5317": "ge-3"}, "first.east.attacks", turn=2, west=CENTRAL)
    sight, client = seen(state, ALLIED), SeatClient(GAME, state, ALLIED)
    board = sight.board
    units = tuple(u for h in ("E5318", "E5218") for u in sight.mine[board.index[h]])
    chosen = attacking._together(client, sight, attacking.Plan(9.0, board.index["E5317"], units))
    assert chosen in ([], [first], [second])
    order: dict[str, object] = {"kind": "attack", "units": [first, second], "target": "E5317"}
    assert isinstance(GAME.decide(state, ALLIED, order, lambda draw, sides: 1), Refusal)
    later = replace(state, turn=3)
    both = attacking._together(
        SeatClient(GAME, later, ALLIED), seen(later, ALLIED), attacking.Plan(9.0, board.index["E5317"], units)
    )
    assert both == [first, second]
