"""§20.3 No. 10 Von Moltke the Elder: a war in the east, with Belgium in peace and a victory of its own."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rules.great_war.engine import ENGINE
from rules.great_war.facts.pre_war import BritainEntered
from rules.great_war.game import GAME
from rules.great_war.play import Play
from rules.great_war.players.front import effort, on_the_march
from rules.great_war.players.sight import read
from rules.great_war.position.control import barred_hexes, controller, forts
from rules.great_war.position.state import AVAILABLE, LATER, OUT, PhaseFrame, State
from rules.great_war.pre_war import drawing
from rules.great_war.pre_war.terms import expeditionary, still_westward
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic import u_boats
from rules.great_war.strategic.initiative import has_line
from rules.great_war.strategic.morale import shake_france
from rules.great_war.strategic.steps import check_victory
from rules.great_war.strategic.victory import judge_plan, points, sudden_death
from rules.great_war.supply.tracing import shut_to, supplied_hexes
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.kit import FAIR, at, before_set_up, not_moved, refused, told, told_with
from tests.games.great_war.strategic.kit import played
from tests.games.great_war.test_campaign import coded, halfway
from tests.games.great_war.test_events_lasting import ended, haig
from tests.games.great_war.test_pre_war import EVENTS, drawn, in_force, revealed

pytestmark = pytest.mark.xdist_group("great-war-set-ups")
MOLTKE = "central-10"
AACHEN, BELOW_AACHEN, MONS, ALSACE = "W6526", "W6426", "W6316", "W3930"


@cache
def plan() -> State:
    """The plan is revealed: the Allied set-up comes next."""
    return revealed("1", "10")


@cache
def germans_to_place() -> State:
    """The Allies stand."""
    return told(told(plan(), ALLIED, "deal"), ALLIED, "end_phase")


@cache
def dealt() -> State:
    """The Central Powers stand by one click."""
    return told(germans_to_place(), CENTRAL, "deal")


@cache
def begun() -> State:
    """The first movement of August 1914."""
    state = told(dealt(), CENTRAL, "end_phase")
    return replace(state, cursor=(PhaseFrame("first-movement"),), weather=FAIR)


def strategic_turn(letter: str, start: State | None = None, **strategic_state: Any) -> State:
    """The beginning of a strategic turn, with the armies as they were set up."""
    start = start or begun()
    turn = next(t.number for t in start.printed.charts.turns if t.then == letter)
    kept = replace(start.strategic_state, turn=letter, **strategic_state)
    return replace(start, turn=turn, strategic=letter, strategic_state=kept, cursor=(PhaseFrame("victory"),))


def _asked_next(state: State) -> State:
    """Where the match waits for someone again."""
    play = Play(state, Dice(()))
    ENGINE.settle(play)
    return play.state


# --- which events it goes with ----------------------------------------------------------------------------------------


def test_not_with_holland_albert_or_the_navy() -> None:
    """§20.3 No. 10: three of its own side are barred; the British expeditions and Roosevelt come to nothing."""
    barring = {e.id for e in EVENTS.values() if drawing.exclude_each_other(EVENTS[MOLTKE], e)}
    assert barring == {"central-5", "central-6", "central-7"}
    for undone in ("5", "6", "7", "10"):
        assert revealed(f"{undone} 1", "10").pre_war.played == ("allied-1", MOLTKE)


# --- the German set-up ------------------------------------------------------------------------------------------------


def test_a_hundred_attack_factors_go_east() -> None:
    """§20.3 No. 10: W combat units are set up as E units, a hundred attack factors at least, and not one less."""
    state, mine = germans_to_place(), [u for u in coded("GE", "W") if before_set_up().face(u).attack == 4]
    east = _east(state, mine[0])
    assert refused(state, CENTRAL, "place", unit=mine[0], hex="E5102").code == "outside"
    for n, unit in enumerate(mine[:25]):
        assert still_westward(state) == 100 - 4 * n
        state = told(state, CENTRAL, "assign", unit=unit, to=east)
    assert still_westward(state) == 0
    state = told(state, CENTRAL, "place", unit=mine[0], hex="E5102")
    state = told(state, CENTRAL, "deal")
    assert {u for u in coded("GE", "W") if at(state, u)[0] == "E"} == {*mine[:25]}, "no more than were sent"
    short = told(state, CENTRAL, "assign", unit=mine[0], to=_east(state, mine[0]))
    short = told(short, CENTRAL, "place", unit=mine[0], hex=ALSACE)
    answer = refused(short, CENTRAL, "end_phase")
    assert (answer.code, answer.section) == ("not-eastward", "20.3")
    assert "4 attack factors" in answer.text


def _east(state: State, unit: str) -> str:
    """The only other army that a unit can be sent to."""
    asked = {"kind": "slot", "order": "assign", "slot": "to", "chosen": {"unit": unit}}
    options: Any = GAME.consult(state, CENTRAL, asked)
    return str(options["options"]["of"][0])


def test_headquarters_may_go_east() -> None:
    """§20.3 No. 10: as many of the west's as the player likes; garrisons and the armies of the east stay theirs."""
    state = germans_to_place()
    hqs = [u for u in state.groups if u.startswith("ge-hq") and state.printed.arrivals[u].setup == "W"]
    assert len(hqs) == 7
    for hq in hqs:
        state = told(state, CENTRAL, "assign", unit=hq, to=_east(state, hq))
    state = told(state, CENTRAL, "deal")
    assert {at(state, hq)[0] for hq in hqs} == {"E"}
    for other in (coded("GE", "E")[0], coded("GE", "X")[0]):
        assert refused(state, CENTRAL, "assign", unit=other, to=_east(germans_to_place(), hqs[0])).code == "fixed"
    plain = halfway()
    assert refused(plain, CENTRAL, "assign", unit=hqs[0], to=_east(germans_to_place(), hqs[0])).code == "fixed"


def test_the_plan_in_one_click() -> None:
    """§20.3 No. 10, §19.31: a hundred factors with two hqs in the east, thirty divisions in the north, nobody in
    Belgium."""
    state, board = dealt(), dealt().printed.board
    sent = [u for u in coded("GE", "W") if at(state, u)[0] == "E"]
    assert 100 <= sum(state.face(u).attack for u in sent) < 104, "the last division brings it over a hundred"
    assert {board.country[board.index[at(state, u)]] for u in sent} == {"GE"}
    assert sum(at(state, f"ge-hq-{n}")[0] == "E" for n in range(1, 8)) == 2
    assert told(state, CENTRAL, "end_phase").phase.key == "allied.new-units"
    assert GAME.load_state(GAME.dump_state(state)) == state


# --- Belgium and Luxembourg -------------------------------------------------------------------------------------------


def test_belgium_and_luxembourg_are_nobodys() -> None:
    """§20.3 No. 10: no side controls a hex of them or a fort, neither has an army there, and all can see it."""
    state, board = begun(), begun().printed.board
    low = board.by_country["BE"] | board.by_country["LU"]
    assert {controller(state, board.ids[i]) for i in low} == {None}
    assert not low & (forts(state, ALLIED) | forts(state, CENTRAL))
    assert not low & {board.index[h] for h in state.stacks}
    assert {at(state, u) for u in state.units if state.counter(u).nation == "BE"} == {OUT}
    view: Any = GAME.view(state, ALLIED)
    assert {"BE", "BR", "LU"} <= {*view["tracks"]["neutral"]}
    assert not {"BE", "BR"} & view["tracks"]["sides"].keys()
    other: Any = GAME.view(revealed("1", "8"), ALLIED)
    assert not {"BE", "BR", "LU"} & {*other["tracks"]["neutral"]}


def test_no_unit_enters_belgium() -> None:
    """§20.3 No. 10, §11.6: neither side is set up in it or marches through it, and no line of supply runs there."""
    assert refused(plan(), ALLIED, "place", unit=coded("FR", "G")[0], hex=MONS).code == "outside"
    german = coded("GE", "W")[0]
    assert refused(germans_to_place(), CENTRAL, "place", unit=german, hex=BELOW_AACHEN).code == "outside"
    state, board = begun(), begun().printed.board
    low = board.by_country["BE"] | board.by_country["LU"]
    for side, nation in ((CENTRAL, "GE"), (ALLIED, "FR")):
        assert low <= barred_hexes(state, side)
        assert low <= shut_to(state, side)
        assert not low & supplied_hexes(state, nation, False)
    unit = next(u for u in state.stacks[AACHEN] if state.counter(u).is_combat)
    assert not_moved(state, CENTRAL, unit, BELOW_AACHEN).section == "20.3"


def test_a_neutral_belgium_does_not_end_a_line() -> None:
    """§5.84, §20.3 No. 10: the rule names the Channel, Holland and the edges of the map."""
    state, board = begun(), begun().printed.board
    border = {i for i in board.by_country["FR"] if any(board.country[b] == "LU" for b in board.beside(i))}
    southern = {i for i in board.by_country["FR"] & board.by_front["west"] if int(board.ids[i][1:3]) <= 56}
    row = {i for i in southern if any(board.country[b] in ("GE", "LU", "CH") for b in board.lines[i])} | border
    french = iter(u for u in state.units if u.startswith("fr-") and state.counter(u).is_combat)
    stacks = {board.ids[i]: (next(french),) for i in sorted(row)}
    units = {**state.units, **{us[0]: state.units[us[0]]._replace(at=h) for h, us in stacks.items()}}
    assert not has_line(replace(state, stacks=stacks, units=units), ALLIED)


# --- the British ------------------------------------------------------------------------------------------------------


def test_the_british_come_on_strategic_turn_b() -> None:
    """§20.3 No. 10: neither the force of August nor the units of A before; on B both, and the British fight."""
    force = expeditionary(plan())
    others = [u for u in plan().units if u.startswith("br-") and plan().printed.arrivals[u].turn == "A"]
    assert others
    assert {at(begun(), u) for u in (*force, *others)} == {LATER}
    on_a = _asked_next(strategic_turn("A"))
    assert "BR" not in on_a.sides
    assert {at(on_a, u) for u in (*force, *others)} == {LATER}
    on_b = _asked_next(strategic_turn("B"))
    assert on_b.sides["BR"] == ALLIED
    assert {at(on_b, u) for u in (*force, *others)} == {AVAILABLE}
    there = replace(
        on_b, cursor=(PhaseFrame("allied.new-units"),), strategic_state=replace(on_b.strategic_state, turn="")
    )
    assert at(told(there, ALLIED, "place", units=[force[0]], hex="W6707"), force[0]) == "W6707"
    assert refused(there, ALLIED, "place", units=[force[0]], hex="W6819").code == "not-yours"
    assert "BR" not in _asked_next(strategic_turn("A", on_a)).sides


def test_the_british_lose_the_point_of_a() -> None:
    """§20.3 No. 10, §5.12: nothing on A, the point of B on B."""
    assert begun().printed.charts.income("BR", "A") == 1
    assert not _asked_next(strategic_turn("A")).points.get("BR")
    assert _asked_next(strategic_turn("B")).points["BR"] == begun().printed.charts.income("BR", "B")


def test_the_plan_is_not_judged_once_the_match_is_over() -> None:
    """§20.3 No. 10: the United States may come in by the same fact that has ended it."""
    state = begun()
    assert played(lambda play, _: judge_plan(play), state)[0].ended is not None
    over = replace(state, ended=("", "The players agreed on a draw.", ""))
    assert played(lambda play, _: judge_plan(play), over)[1] == []


def test_the_log_tells_what_is_neutral_and_who_joins() -> None:
    """§20.3 No. 10: both sides read it."""
    choosing = told(drawn("1 4 8", "8 9 10"), CENTRAL, "announce_pre_war", event="none")
    choosing = told(choosing, ALLIED, "choose_pre_war", first="allied-1", second="none")
    state, facts = told_with(choosing, CENTRAL, "choose_pre_war", first=MOLTKE, second="central-8")
    said: list[Any] = [GAME.narrate(choosing, fact, state, ALLIED) for fact in facts]
    terms = (
        "Belgium and Luxembourg are neutral: no unit may enter them. The British join the Allies on strategic turn B."
    )
    assert terms in [line["text"] for line in said if line is not None]
    before = strategic_turn("B")
    after, facts = played(check_victory, before)
    assert [type(fact) for fact in facts] == [BritainEntered]
    for viewer in (ALLIED, CENTRAL):
        line: Any = GAME.narrate(before, facts[0], after, viewer)
        assert line["text"] == "The British join the Allies."
        shown: Any = GAME.view(plan(), viewer)
        assert shown["titles"][MOLTKE].startswith("Von Moltke the Elder: ")


# --- victory ----------------------------------------------------------------------------------------------------------


def _french(number: int) -> frozenset[str]:
    """That many victory hexes of France, none of them at the edge of the map (§18.12)."""
    board = before_set_up().printed.board
    return frozenset(sorted(board.ids[i] for i in board.victory - board.edges if board.country[i] == "FR")[:number])


def test_america_comes_later() -> None:
    """§20.3 No. 10: the marker begins on P."""
    assert plan().strategic_state.us_entry == "P"


def test_nothing_else_wins() -> None:
    """§20.3 No. 10, §18.1 to §18.3: not twenty points, less than none, Berlin, the shaken French or the end of 1919."""
    won = strategic_turn("E", replace(begun(), taken=_french(20)))
    lost = strategic_turn("E", replace(begun(), taken=frozenset({"E5102", "W6729", "W6730"})))
    assert (points(won), points(lost) < 0) == (20, True)
    for state in (won, lost):
        assert played(check_victory, state)[0].ended is None
        assert sudden_death(state) is None
    assert sudden_death(replace(lost, pre_war=replace(lost.pre_war, played=()))) is not None
    late = replace(begun(), turn=32, chits={**begun().chits, "allied.play": {"french-mutiny": 1}})
    late = replace(late, strategic_state=replace(late.strategic_state, collapsed=("RU",)), taken=_french(19))
    french = sorted(_french(20) - _french(19))
    stood = Play(late, Dice(()))
    stood.enter(french, CENTRAL)
    shake_france(stood)
    assert stood.state.ended is None
    plain = Play(replace(late, pre_war=replace(late.pre_war, played=())), Dice([6]))
    plain.enter(french, CENTRAL)
    shake_france(plain)
    assert plain.state.ended is not None


def test_a_side_can_still_forfeit() -> None:
    """§20.3 No. 10, §6.30: the attacks that Haig orders are made, or the match is lost."""
    state = in_force(haig({"W5117": "br-1 br-2", "W5217": "ge-3"}), MOLTKE)
    over = ended(state).ended
    assert over is not None
    assert (over[0], over[2]) == (CENTRAL, "6.30")


@pytest.mark.parametrize(
    ("hexes", "cities", "treaty", "winner"),
    [(8, 0, "O", CENTRAL), (7, 0, "O", ALLIED), (8, 0, "", ALLIED), (9, 1, "O", CENTRAL), (8, 1, "O", ALLIED)],
)
def test_judged_when_america_joins(hexes: int, cities: int, treaty: str, winner: str) -> None:
    """§20.3 No. 10: eight points, lost cities taken off, and peace with Russia; anything less is an Allied victory."""
    taken = _french(hexes) | frozenset({"E5514"} if cities else ())
    state = strategic_turn("P", replace(begun(), taken=taken), treaty=treaty)
    assert points(state) == hexes - cities
    over, _ = played(check_victory, state)
    assert over.ended is not None
    assert (over.ended[0], over.ended[2]) == (winner, "20.3")
    assert ENGINE.deciders(_asked_next(state)) == ()
    early = strategic_turn("O", replace(begun(), taken=taken), treaty=treaty)
    assert played(check_victory, early)[0].ended is None


def test_judged_when_u_boats_bring_america_in() -> None:
    """§20.3 No. 10, §5.22: sinkings may bring that day nearer."""
    chits = {**begun().chits, "central.play": {"u-boat-c": 1}}
    start = replace(begun(), chits=chits, taken=_french(8))
    state = strategic_turn("O", start, treaty="N")
    assert played(u_boats.sail, state, 3)[0].ended is None
    over, _ = played(u_boats.sail, state, 4)
    assert over.ended is not None
    assert over.ended[0] == CENTRAL


# --- the program ------------------------------------------------------------------------------------------------------


def test_the_program_looks_east() -> None:
    """§20.3 No. 10: it does not march west, and calls off the U-boats that would end the game."""
    state = begun()
    sight = read(GAME.view(state, CENTRAL), CENTRAL, state.printed)
    assert not on_the_march(sight)
    assert effort(sight) == "east"
    low = state.printed.board.by_country["BE"] | state.printed.board.by_country["LU"]
    assert low <= sight.closed
    assert not low & (sight.ours | sight.enemys | sight.forts | sight.enemy_forts)


def test_orders_tell_what_is_still_to_be_sent() -> None:
    """§20.3 No. 10: beside the order that sends units, for whoever sets up the Germans."""
    question: Any = GAME.legal(germans_to_place(), CENTRAL)
    notes = {offer["kind"]: offer["note"] for offer in question["offers"]}
    assert notes["assign"] == "100 attack factors more to the east"
    done: Any = GAME.legal(dealt(), CENTRAL)
    assert {offer["kind"]: offer["note"] for offer in done["offers"]}["assign"] == ""
    state, facts = told_with(germans_to_place(), CENTRAL, "deal")
    assert len(facts) > 25
    assert still_westward(state) == 0
