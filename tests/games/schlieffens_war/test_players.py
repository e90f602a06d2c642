"""The programs that play with a purpose: they go by the doors of a person, stay within the rules, and beat chance."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from app.programs.selfplay import Played, play
from rules.catalogue import GAMES
from rules.kernel.messages import Refusal
from rules.kernel.players import SeatClient
from rules.schlieffens_war.players import headquarters
from rules.schlieffens_war.players.assaults import Stand, best_assault
from rules.schlieffens_war.players.character import Station
from rules.schlieffens_war.players.common import plan_xvii
from rules.schlieffens_war.players.habits import Habits
from rules.schlieffens_war.players.marches import Marches, Way
from rules.schlieffens_war.players.marne import Marne
from rules.schlieffens_war.players.measured_board import measure
from rules.schlieffens_war.players.odds import outlook
from rules.schlieffens_war.players.sight import Piece, TurnView, read
from rules.schlieffens_war.players.wheel import Wheel
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war.kit import GAME, board, charts, counter, position, printed, with_printed
from tests.thorough import sample_of
from tools import course_of_1914

MEASURED = measure(board())

PAIRS = [("wheel", "marne"), ("drive", "riposte"), ("steady", "random"), ("random", "marne")]


@cache
def game_of(german: str, entente: str) -> Played:
    return play_anew(german, entente)


def play_anew(german: str, entente: str) -> Played:
    return play(GAMES["schlieffens-war"], "campaign", "players", 0, players={GERMAN: german, ENTENTE: entente})


def table_of(step: str, stacks: dict[str, str], **conditions: Any) -> TurnView:
    """What the German player sees of a drawn position."""
    return read(GAME.view(position(step, stacks, **conditions), GERMAN), GERMAN, {}, printed())


@pytest.mark.parametrize(("german", "entente"), sample_of(PAIRS, 4))
def test_a_whole_game_without_a_refused_command(german: str, entente: str) -> None:
    """Selfplay stops at the first refusal; who plays with a purpose beats who plays at random."""
    played = game_of(german, entente)
    if entente == "random":
        assert played.winner == GERMAN
    if german == "random":
        assert played.winner == ENTENTE


def test_the_same_seed_plays_the_same_game() -> None:
    assert play_anew("random", "marne").hash == game_of("random", "marne").hash


def test_milestones_tell_of_cities_and_of_the_end_of_each_turn() -> None:
    """§4.6: the points at the end are the cities taken less those lost; a state is noted once a turn."""
    played = game_of("wheel", "marne")
    states = [m for m in played.milestones if m.kind == "state"]
    assert [m.turn for m in states] == list(range(1, (played.turns or 0) + 1))
    count: Counter[str] = Counter()
    for m in played.milestones:
        if m.kind == "city":
            count[m.side] += len([h for h in m.names if h in printed().board.victory_cities])
    assert states[-1].figures["vp"] == count[GERMAN] - count[ENTENTE]
    assert states[-1].figures.keys() == {"vp", "paris", "xvii"}


def test_a_variant_of_the_wheel_takes_up_its_route_sooner() -> None:
    """On turn 1 the 3rd Army stays at its first place; three turns sooner it goes on to the second."""
    table = table_of("german.movement", {"1208": "ge-xi"})
    table = replace(table, taken={**table.taken, GERMAN: frozenset({"1208"})})
    corps = replace(table.corps()[0], army="3")
    goals = [Wheel().goal(replace(table, habits=Habits(sooner=n)), corps) for n in (0, 3)]
    assert goals == ["1208", "1310"]


def test_a_player_sees_no_more_than_its_seat_shows() -> None:
    """§6.6: what lies below the top unit of a stack changes nothing in what a player makes of the table."""
    one = table_of("german.combat", {"1509": "ge-x", "1510": "fr-1 fr-2"})
    other = table_of("german.combat", {"1509": "ge-x", "1510": "fr-1 fr-grd4"})
    assert one.foes == other.foes
    assert one.foes["1510"].corps == 2


def test_a_fort_that_fell_is_no_longer_reckoned_with() -> None:
    """§2.8: an eliminated fort stays away, and everyone can see it beside the map."""
    standing = table_of("german.combat", {"1210": "ge-x", "1211": "be-1 be-fort-namur"})
    assert standing.foes["1211"].fort
    fallen = table_of("german.combat", {"1210": "ge-x", "1211": "be-1"})
    assert fallen.foes["1211"].fort is ("be-fort-namur" not in fallen.gone)


def test_marches_count_rivers_and_rough_ground() -> None:
    """§10.4, §10.5: the field of marches is the sum of what each hex costs to enter."""
    for hex_ in ("1109", "1211", "2007"):
        for beside in MEASURED.around(hex_):
            assert MEASURED.march(beside, hex_) == 1, beside
    assert MEASURED.march("1109", "1109") == 0


def test_expected_results_are_the_means_of_the_printed_columns() -> None:
    """§11.17: the mean of a column; odds off the table need no die (§11.9)."""
    for column in range(len(charts().crt.columns)):
        results = [charts().crt.result(column, die) for die in range(1, 7)]
        look = outlook(charts(), column, 4, may_retreat=False)
        assert look.ours == pytest.approx(sum(a for a, _ in results) / 6)
        assert look.theirs == pytest.approx(sum(d for _, d in results) / 6)
    assert outlook(charts(), 9, 2, may_retreat=False).cleared == 1
    assert outlook(charts(), -1, 2, may_retreat=False).ours == 2


def test_the_best_assault_masses_and_goes_round() -> None:
    """§11.8, §11.15: more corps are worth more, and opposite hexsides are looked for."""
    table = table_of("german.combat", {"1508": "ge-x ge-vii", "1510": "ge-iii", "1509": "fr-10"})
    stands = [Stand(p, p.hex, 0) for p in table.corps()]
    plan = best_assault(table, table.foes["1509"], stands, 1.0, 0.0)
    assert plan is not None
    assert plan.units() == ["ge-iii", "ge-vii", "ge-x"]
    alone = best_assault(table, table.foes["1509"], stands[:1], 1.0, 0.0)
    assert alone is not None
    assert alone.net < plan.net


def test_the_french_pay_what_plan_xvii_asks_of_them() -> None:
    """§4.4: an attack into Germany is worth something to the Entente until seven are made, and never to the Germans."""
    german = table_of("german.combat", {"2004": "ge-x", "2005": "fr-1"})
    assert plan_xvii(german, "2004") == 0
    french = read(
        GAME.view(position("entente.combat", {"2004": "ge-x", "2005": "fr-1"}), ENTENTE), ENTENTE, {}, printed()
    )
    assert plan_xvii(french, "2004") > 0
    assert plan_xvii(french, "2106") == 0


def test_a_depot_feeds_two_hexes_over_land_and_twice_as_far_by_rail() -> None:
    """§8.6: a rail hex counts half, and nothing leads through a closed hex."""
    fed = headquarters.feeding_hexes(board(), ["1007"], frozenset())
    assert MEASURED.within("1007", 1) & frozenset(h for h in fed) == frozenset(
        h for h in MEASURED.within("1007", 1) if printed().board.is_playable(h)
    )
    assert max(MEASURED.apart("1007", h) for h in fed) > 2
    shut = headquarters.feeding_hexes(board(), ["1007"], frozenset(MEASURED.within("1007", 1)) - {"1007"})
    assert shut == {"1007"}


@pytest.mark.parametrize("name", ["wheel", "drive", "marne", "steady"])
def test_every_character_names_hexes_that_exist(name: str) -> None:
    """Posts and goals lie on ground that units can enter, on every turn."""
    board = printed().board
    character: Any = GAMES["schlieffens-war"].players[name]().own.character  # type: ignore[attr-defined]
    side = GERMAN if name in ("wheel", "drive") else ENTENTE
    stacks = {"1313": "ge-x ge-vii", "2018": "fr-1 fr-hq-5", "2106": "fr-20", "0914": "be-1", "1211": "be-fort-namur"}
    for turn in range(1, 11):
        table = read(GAME.view(position(f"{side}.movement", stacks, turn=turn), side), side, {}, printed())
        posts: list[Station] = [*character.posts(table), *character.line(table)]
        assert all(board.is_playable(p.hex) and p.corps > 0 for p in posts)
        assert all(board.is_playable(character.goal(table, p)) for p in table.corps())


def test_a_refused_question_leaves_a_player_without_an_answer_but_not_without_a_move() -> None:
    """A consult that is refused means that the unit stays."""
    state = position("german.movement", {"1509": "ge-x", "1510": "fr-1"})
    client = SeatClient(GAME, state, GERMAN)
    assert isinstance(client.consult({"kind": "move", "units": ["fr-1"]}), Refusal)
    command = GAMES["schlieffens-war"].players["steady"]().command(client, Zero())
    assert command["kind"] in ("move", "end_phase")


class Zero:
    """An rng that always draws the first."""

    def randrange(self, stop: int, /) -> int:
        return 0


def test_tables_of_many_games_count_first_falls_and_what_is_held_at_the_end() -> None:
    """Milestones become the tables of docs/balance.md: German cities do not count, a city won back is not held."""
    told = [
        (2, "city", ["1109"], GERMAN),
        (3, "city", ["1012", "1211"], GERMAN),
        (4, "city", ["1506"], ENTENTE),
        (4, "city", ["1012"], ENTENTE),
        (5, "city", ["1012"], GERMAN),
        (5, "city", ["1109"], ENTENTE),
    ]
    noted: list[dict[str, Any]] = [dict(zip(("turn", "kind", "names", "side"), m, strict=True)) for m in told]
    state = {"turn": 5, "kind": "state", "figures": {"vp": 2, "paris": 7, "xvii": 4}, "side": GERMAN}
    one = {"milestones": [*noted, state]}
    assert course_of_1914.first_falls(one) == {"Liège": 2, "Brussels": 3, "Namur": 3}
    assert course_of_1914.held_at_the_end(one) == {"Brussels", "Namur"}
    assert course_of_1914.standings(one) == [{"vp": 2, "paris": 7, "xvii": 4}]
    table = list(course_of_1914.dates([one]))
    assert "| Liège | 100 % | 2.0 | 0 % | 4 |" in table
    assert "| Maubeuge | 0 % | – | 0 % | 10 |" in table


def test_a_player_reckons_with_the_plan_that_lies_before_it() -> None:
    """§2.6: the walls of a fort that lies below are those printed for this match."""
    stacks = {"1210": "ge-x", "1211": "be-1 be-fort-namur"}
    state = position("german.combat", stacks)
    walls = replace(counter("be-fort-namur"), strengths=(8, 4))
    strong = replace(state, plan=with_printed(counters={**printed().counters, walls.id: walls}))
    foes = [read(GAME.view(s, GERMAN), GERMAN, {}, s.printed).foes["1211"] for s in (state, strong)]
    assert foes[1].defence - foes[0].defence == 8 - counter("be-fort-namur").strengths[0]


class Eager(Marne):
    """It has no posts and attacks whatever it can: the British one hex, the French the other."""

    def posts(self, table: TurnView) -> tuple[Station, ...]:
        return ()

    line = posts

    def prize(self, table: TurnView, hex_: str) -> float:
        return 20.0

    def joins(self, table: TurnView, corps: Piece, target: str) -> bool:
        return corps.nation == ("BR" if target == "1614" else "FR")


def test_two_attacks_do_not_meet_in_one_hex_with_two_nations() -> None:
    """§6.3: when the British have taken a hex for one attack, the French plan that would start there is made again."""
    between, homes = "1615", {"br-i": "1816", "fr-1": "1815"}
    targets = dict(zip(("1515", "1614"), ("ge-c1", "ge-c2"), strict=True))
    state = position("entente.movement", {**{h: u for u, h in homes.items()}, **targets}, turn=10, elan=homes)
    table = read(GAME.view(state, ENTENTE), ENTENTE, {}, state.printed)
    for target in targets:
        assert table.measured.apart(between, target) == 1
    reach = {
        unit: {home: Way(home, (), 0, "stay"), between: Way(between, (between,), 1, "free")}
        for unit, home in homes.items()
    }
    chosen = Marches(table, Eager(), reach, frozenset({between, *homes.values()})).plan()
    assert between in {way.hex for way in chosen.values()}, "one of them attacks"
    assert chosen["br-i"].hex != chosen["fr-1"].hex
