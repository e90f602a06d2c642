"""Chapter 20: pre-war events are drawn in secret, played together, and change what they say."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from rules.great_war.chits_played.settling import settle, why_no_event
from rules.great_war.collapse.turkey import turkey_enters
from rules.great_war.combat.odds import odds_of_attack
from rules.great_war.facts.warfare import UBoatsRolled
from rules.great_war.game import GAME
from rules.great_war.players import PLAYERS
from rules.great_war.position.control import barred_hexes as closed_land
from rules.great_war.position.control import controller, forts
from rules.great_war.position.pre_war_state import PreWarState
from rules.great_war.position.state import DEAD, LATER, OUT, PhaseFrame, State
from rules.great_war.pre_war.drawing import exclude_each_other, pool
from rules.great_war.pre_war.terms import arrives_on, expeditionary
from rules.great_war.printed.board import HOLLAND
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.national import off_limits
from rules.great_war.setup.orders import grounds
from rules.great_war.strategic import income, transfers, u_boats
from rules.great_war.strategic.morale import shake_france
from rules.great_war.strategic.us_entry import us_joins
from rules.great_war.strategic.victory import check_victory, points, winning_points
from rules.kernel.fast_replace import replace
from rules.kernel.game import REFEREE, SPECTATOR
from rules.kernel.messages import Refusal
from rules.kernel.players import SeatClient
from tests.games.chance import Dice
from tests.games.great_war.kit import FAIR, at, before_set_up, refused, told, told_with
from tests.games.great_war.strategic.kit import played, strategic
from tests.games.great_war.test_campaign import coded, placed
from tests.games.great_war.test_events import phase

pytestmark = pytest.mark.xdist_group("great-war-set-ups")
EVENTS = before_set_up().printed.chits.pre_war


@cache
def opened() -> State:
    """The campaign with pre-war events, before they are drawn."""
    return GAME.new_match("campaign", {"pre_war": True})


def drawn(allied: str, central: str) -> State:
    """Both sides have drawn: numbers of events, those of the other side left out of the names."""
    hands = {
        ALLIED: tuple(f"allied-{n}" for n in allied.split()),
        CENTRAL: tuple(f"central-{n}" for n in central.split()),
    }
    return replace(opened(), pre_war=replace(opened().pre_war, drawn=hands), cursor=(PhaseFrame("pre-war.plans"),))


def revealed(allied: str = "", central: str = "") -> State:
    """Both sides have played some of theirs: the Allied set-up comes next."""
    naval = [n for n in central.split() if n in ("2", "3", "4")]
    spare_a, spare_c = (("1", "4", "8", "10"), ("1", "8", "9", "7"))
    mine = allied.split() or [next(n for n in spare_a if n != "4")]
    theirs = central.split() or ["8"]
    state = drawn(" ".join(dict.fromkeys([*mine, *spare_a][:3])), " ".join(dict.fromkeys([*theirs, *spare_c][:3])))
    state = told(state, CENTRAL, "announce_pre_war", event=f"central-{naval[0]}" if naval else "none")
    for seat, numbers in ((ALLIED, mine), (CENTRAL, theirs)):
        names = [f"{seat}-{n}" for n in numbers]
        names.sort(key=lambda name: name != state.pre_war.announced)
        state = told(state, seat, "choose_pre_war", first=names[0], second=names[1] if len(names) > 1 else "none")
    return state


def in_force(state: State, *events: str) -> State:
    """A position of any time with these events in force."""
    return replace(state, pre_war=PreWarState(wanted=True, revealed=True, played=events))


# --- drawing and choosing ---------------------------------------------------------------------------------------------


class NoLuck:
    """Who draws a command at random has no answer of his own."""

    def randrange(self, stop: int) -> int:
        """Nothing is left to chance."""
        raise AssertionError(f"one of {stop} at random")


@pytest.mark.parametrize(
    ("allied", "central", "announced", "played_"),
    [
        ("7 10 9", "3 5 9", "", ({"allied-9"}, {"central-9"})),
        ("4 6 8", "2 7 9", "central-2", ({"allied-8", "allied-4"}, {"central-2", "central-7"})),
        ("2 7 10", "2 3 4", "central-2", ({"allied-10"}, {"central-2"})),
        ("5 6 7", "3 4 10", "", ({"allied-6"}, {"central-10"})),
    ],
)
def test_20_1_the_general_plays_what_it_has_a_use_for(
    allied: str, central: str, announced: str, played_: tuple[set[str], set[str]]
) -> None:
    """An event that costs more than it brings is played only where there is nothing else; nothing is left to chance."""
    state = drawn(allied, central)
    while not state.pre_war.revealed:
        seat = GAME.deciders(state)[0]
        command: Any = PLAYERS["general"]().command(SeatClient(GAME, state, seat), NoLuck())  # type: ignore[arg-type]
        state = told(state, seat, **command)
    assert state.pre_war.announced == announced
    assert tuple(set(state.pre_war.chosen[side]) for side in (ALLIED, CENTRAL)) == played_


def test_20_1_the_general_draws() -> None:
    command = PLAYERS["general"]().command(SeatClient(GAME, opened(), GAME.deciders(opened())[0]), NoLuck())  # type: ignore[arg-type]
    assert command == {"kind": "draw_pre_war"}


def test_20_1_three_are_drawn_for_each_side() -> None:
    """§20.1: by the dice of the match, from ten a side, none twice."""
    state = told(opened(), ALLIED, "draw_pre_war", Dice([1, 1, 1, 2, 2, 2]))
    assert state.pre_war.drawn[ALLIED] == ("allied-1", "allied-2", "allied-3")
    assert len({*state.pre_war.drawn[CENTRAL]}) == 3
    assert state.draws == 6
    for side in (ALLIED, CENTRAL):
        assert [e.number for e in pool(opened(), side)] == [*range(1, 11)]
        assert {e.id for e in pool(state, side)}.isdisjoint(state.pre_war.drawn[side])


def test_20_0_of_the_campaign_alone() -> None:
    """§20.0: and only when the players have agreed on it."""
    assert GAME.new_match("campaign", {}).phase.key == "allied.set-up"
    with pytest.raises(ValueError, match="campaign"):
        GAME.new_match("1916", {"pre_war": True})
    with pytest.raises(ValueError, match="true or false"):
        GAME.new_match("campaign", {"pre_war": "yes"})


def test_20_1_choices_are_sealed() -> None:
    """§20.1: what a side has drawn, and what it has chosen before the other has, tells the other nothing."""
    start = told(drawn("1 4 8", "1 8 9"), CENTRAL, "announce_pre_war", event="none")
    one = told(start, ALLIED, "choose_pre_war", first="allied-1", second="allied-8")
    two = told(start, ALLIED, "choose_pre_war", first="allied-4", second="none")
    others = {**two.pre_war.drawn, ALLIED: ("allied-2", "allied-4", "allied-10")}
    three = replace(two, pre_war=replace(two.pre_war, drawn=others))
    for viewer in (CENTRAL, SPECTATOR):
        assert GAME.view(one, viewer) == GAME.view(two, viewer) == GAME.view(three, viewer)
    assert GAME.legal(one, CENTRAL) == GAME.legal(two, CENTRAL) == GAME.legal(three, CENTRAL)
    assert GAME.view(one, ALLIED) != GAME.view(two, ALLIED)
    assert refused(one, ALLIED, "choose_pre_war", first="allied-4", second="none").code == "not-your-turn"
    both = told(one, CENTRAL, "choose_pre_war", first="central-9", second="none")
    assert both.pre_war.played == ("allied-1", "allied-8", "central-9")
    assert both.phase.key == "allied.set-up"
    shown: Any = GAME.view(both, CENTRAL)["pre_war"]
    assert shown["chosen"] == {ALLIED: ["allied-1", "allied-8"], CENTRAL: ["central-9"]}
    assert shown["drawn"] == {CENTRAL: ["central-1", "central-8", "central-9"]}
    referee: Any = GAME.view(one, REFEREE)["pre_war"]
    assert referee["chosen"] == {ALLIED: ["allied-1", "allied-8"]}


def test_20_1_the_log_tells_a_draw_to_its_own_side() -> None:
    """§20.1: nobody else is told which event it was, or what was rolled for it."""
    before = opened()
    state, events = told_with(before, ALLIED, "draw_pre_war", Dice([1] * 6))
    for viewer, lines in ((ALLIED, 3), (CENTRAL, 3), (SPECTATOR, 0)):
        said = [GAME.narrate(before, event, state, viewer) for event in events]
        assert sum(line is not None and line["kind"] == "pre-war" for line in said) == lines


def test_20_3_naval_plans_are_announced() -> None:
    """§20.3: before the Allies choose; one that was not announced is not played, an announced one is. Being asked tells
    nothing; who has drawn nothing else names one of them."""
    state = drawn("1 4 8", "3 4 9")
    assert GAME.deciders(state) == (CENTRAL,)
    assert GAME.deciders(drawn("1 4 8", "1 8 9")) == (CENTRAL,)
    assert refused(state, CENTRAL, "announce_pre_war", event="central-9")
    kept = told(state, CENTRAL, "announce_pre_war", event="none")
    assert refused(kept, CENTRAL, "choose_pre_war", first="central-3", second="none")
    named = told(state, CENTRAL, "announce_pre_war", event="central-3")
    hidden = "Your choice stays hidden until both sides have chosen."
    assert GAME.legal(kept, ALLIED)["detail"] == hidden
    assert (
        GAME.legal(named, ALLIED)["detail"]
        == f"The Central Powers have announced {EVENTS['central-3'].title}. {hidden}"
    )
    assert refused(named, CENTRAL, "choose_pre_war", first="central-9", second="none")
    assert refused(named, CENTRAL, "choose_pre_war", first="central-3", second="central-4")
    assert told(named, CENTRAL, "choose_pre_war", first="central-3", second="central-9").pre_war.chosen
    assert refused(drawn("1 4 8", "2 3 4"), CENTRAL, "announce_pre_war", event="none")


def test_20_11_events_that_bar_each_other() -> None:
    """§20.11: neither of two is played beside the other; a side may be left with nothing by the other's choice."""
    assert exclude_each_other(EVENTS["allied-5"], EVENTS["allied-6"])
    assert exclude_each_other(EVENTS["central-10"], EVENTS["central-6"])
    assert not exclude_each_other(EVENTS["allied-1"], EVENTS["allied-2"])
    state = told(drawn("5 6 1", "7 8 9"), CENTRAL, "announce_pre_war", event="none")
    assert refused(state, ALLIED, "choose_pre_war", first="allied-5", second="allied-6")
    state = revealed("6", "7")
    assert state.pre_war.played == ("central-7",)


def test_20_1_at_random_to_the_set_up() -> None:
    """§20.1: whatever is drawn and chosen, both sides come to their first turn."""
    for seed in (1, 4, 9):
        rng, state = random.Random(seed), opened()
        dice = _dice(rng)
        while state.phase.key != "allied.new-units":
            seat = rng.choice(GAME.deciders(state))
            command = GAME.random_command(state, seat, rng)
            if "set-up" in state.phase.key:
                command = {"kind": "deal"} if state.waiting(seat) else {"kind": "end_phase"}
            answer = GAME.decide(state, seat, command, dice)
            assert not isinstance(answer, Refusal), (command, answer, state.pre_war)
            state = answer.states[-1]
        assert GAME.load_state(GAME.dump_state(state)) == state


def _dice(rng: random.Random) -> Callable[[int, int], int]:
    return lambda _draw, sides: rng.randrange(sides) + 1


# --- the Allies (§20.2) -----------------------------------------------------------------------------------------------


def test_20_2_1_czar_michael() -> None:
    """§20.2 No. 1: the Czar never takes command."""
    chit = before_set_up().printed.chits.events["czar-takes-command"]
    assert why_no_event(before_set_up(), chit) == ""
    assert why_no_event(in_force(before_set_up(), "allied-1"), chit) == "out"


def test_20_2_2_plan_19() -> None:
    """§20.2 No. 2: light Russian forts are gone, heavy ones stand; on B and C Russian headquarters recover alone."""
    board = opened().printed.board
    standing = {board.name[i] for i in forts(revealed("2"), ALLIED) if board.country[i] == "RU"}
    assert standing == {board.name[i] for i, kind in board.forts.items() if kind == 2 and board.country[i] == "RU"}
    state = strategic("C", {"E5225": "ru-hq-1*", "W4908": "fr-hq-1*"})
    assert income.headquarters_to_restore(state) == ()
    assert income.headquarters_to_restore(in_force(state, "allied-2")) == ("ru-hq-1",)


def test_20_2_3_plan_michel() -> None:
    """§20.2 No. 3: F units on any border hex, in any number in the north."""
    unit, *others = coded("FR", "F")
    plain = revealed("1")
    assert refused(plain, ALLIED, "place", unit=unit, hex="W6216").code == "outside"
    state = told(revealed("3"), ALLIED, "place", unit=unit, hex="W6116")
    for n, other in enumerate(others[:12]):
        state = told(state, ALLIED, "place", unit=other, hex=("W5622", "W5425", "W5423")[n // 5])
    assert at(state, unit) == "W6116"


def test_20_2_4_defence_to_the_limit() -> None:
    """§20.2 No. 4: the French are ready in defence and not in attack, the Russians in neither."""
    state = in_force(placed({"W5125": "ge-1gd", "W5124": "fr-12"}), "allied-4")

    def early(units: list[str], target: str) -> list[int]:
        found = odds_of_attack(
            state, state.side(units[0]), units, target, state.stacks[target], {ALLIED: "", CENTRAL: ""}
        )
        return [n for _, section, n in found.shifts if section == "19.52"]

    assert (early(["ge-1gd"], "W5124"), early(["fr-12"], "W5125")) == ([], [-1])


def test_20_2_5_other_ports_for_the_british() -> None:
    """§20.2 No. 5: round the Channel ports and not at Mons, or on strategic turn A."""
    state = revealed("5")
    one, two, *_ = (u for u in expeditionary(state) if state.counter(u).is_combat)
    assert refused(state, ALLIED, "place", unit=one, hex="W6316").code == "outside"
    state = told(told(state, ALLIED, "place", unit=one, hex="W6912"), ALLIED, "send_later", units=[two])
    assert (at(state, two), arrives_on(state, two)) == (LATER, "A")
    _, facts = told_with(revealed("5"), ALLIED, "send_later", units=[two])
    told_of = [line for fact in facts if (line := GAME.narrate(state, fact, state, CENTRAL)) is not None]
    assert [(line["kind"], line["section"], line["side"]) for line in told_of] == [("pre-war", "20.2", ALLIED)]
    assert two not in told(state, ALLIED, "deal").stacks
    assert refused(revealed("1"), ALLIED, "send_later", units=[one])


def test_20_2_6_a_larger_force() -> None:
    """§20.2 No. 6: all British of B and C come on A."""
    state = revealed("6")
    arrivals = state.printed.arrivals
    mine = [u for u in state.units if state.counter(u).nation == "BR" and arrivals[u].turn in ("B", "C")]
    assert mine
    due = replace(state, strategic_state=replace(state.strategic_state, turn="A"))
    assert {*mine} <= {*income.units_due(due)}
    assert not {*mine} & {*income.units_due(replace(revealed("1"), strategic_state=due.strategic_state))}


def test_20_2_8_turkey_hesitates() -> None:
    """§20.2 No. 8: it joins for ten points, not in October, and lets the Allies' ships through until then."""
    board = opened().printed.board
    french = sorted(board.ids[i] for i in board.victory if board.country[i] == "FR")
    state = placed({}, turn=6, sides={n: s for n, s in opened().sides.items() if n != "TU"})
    assert [type(e).__name__ for e in _happens(state)] == ["TurkeyEntered"]
    waits = in_force(state, "allied-8")
    assert _happens(replace(waits, taken=frozenset(french[:9]))) == []
    assert [type(e).__name__ for e in _happens(replace(waits, taken=frozenset(french[:10])))] == ["TurkeyEntered"]
    assert transfers.straits_open(waits, "RU")
    assert not transfers.straits_open(state, "RU")


def _happens(state: State) -> list[object]:
    return [*played(lambda play, _: turkey_enters(play), state)[1]]


def test_20_2_10_roosevelt() -> None:
    """§20.2 No. 10: a four for the U-boats before K brings America in on the next turn; then the Allies have nine."""
    chits = {**before_set_up().chits, "central.play": {"u-boat-c": 1}}
    state = strategic("F", points={**before_set_up().points, "BR": 6}, chits=chits)
    assert played(u_boats.sail, in_force(state, "allied-10"), 4)[0].strategic_state.us_entry == "G"
    assert (
        played(u_boats.sail, in_force(state, "allied-10"), 3)[0].strategic_state.us_entry
        == state.strategic_state.us_entry
    )
    assert played(u_boats.sail, state, 4)[0].strategic_state.us_entry == "N"
    for letter, marker in (("J", "K"), ("K", "N")):
        then = in_force(replace(state, strategic_state=replace(state.strategic_state, turn=letter)), "allied-10")
        assert played(u_boats.sail, then, 4)[0].strategic_state.us_entry == marker
    assert (
        played(check_victory, replace(then, strategic_state=replace(then.strategic_state, turn="T")))[0].ended is None
    )
    late = replace(state, strategic_state=replace(state.strategic_state, turn="G", us_entry="G"))
    joined, _ = played(lambda play, _: us_joins(play), in_force(late, "allied-10"))
    for letter, over in (("O", False), ("P", True)):
        then, _ = played(check_victory, replace(joined, strategic_state=replace(joined.strategic_state, turn=letter)))
        assert (then.ended is not None) == over
        assert then.ended is None or (then.ended[0], then.ended[2]) == (CENTRAL, "20.2")
    usual = replace(state, strategic_state=replace(state.strategic_state, turn="T", us_entry="G", us_since="G"))
    assert played(check_victory, usual)[0].ended is None


# --- the Central Powers (§20.3) ---------------------------------------------------------------------------------------


def test_20_3_1_plan_r() -> None:
    """§20.3 No. 1: Austria's B units are set up as A units; no Serbian enters Austria-Hungary on the first turn."""
    state = told(told(revealed("1", "1"), ALLIED, "deal"), ALLIED, "end_phase")
    unit = coded("AH", "B")[0]
    assert refused(state, CENTRAL, "place", unit=unit, hex="E3310").code == "outside"
    assert at(told(state, CENTRAL, "place", unit=unit, hex="E3918"), unit) == "E3918"
    home = state.printed.board.index["E2512"] in off_limits(state, "SE", False)
    austria = state.printed.board.by_country["AH"] & state.printed.board.by_front["east"]
    assert not home
    assert austria <= off_limits(state, "SE", False)
    assert not austria <= off_limits(replace(state, turn=2), "SE", False)


def test_20_3_3_more_ships_and_fewer_men() -> None:
    """§20.3 No. 3: sixteen attack factors of W and E units begin in the dead pile, by hand or in one click."""
    state = told(told(revealed("1", "3"), ALLIED, "deal"), ALLIED, "end_phase")
    one = next(u for u in coded("GE", "W") if state.face(u).attack == 4)
    garrison = coded("GE", "X")[0]
    assert refused(state, CENTRAL, "not_raised", unit=garrison).code == "not-spare"
    by_hand = told(state, CENTRAL, "not_raised", unit=one)
    assert (at(by_hand, one), by_hand.pre_war.owed) == (DEAD, 12)
    assert refused(by_hand, CENTRAL, "end_phase").code in ("not-all-placed", "owed")
    done = told(by_hand, CENTRAL, "deal")
    assert done.pre_war.owed == 0
    gone = [u for u in done.boxes[DEAD] if done.counter(u).nation == "GE"]
    assert sum(done.face(u).attack for u in gone) == 16
    in_one = told(state, CENTRAL, "deal")
    chosen = [u for u in in_one.boxes[DEAD] if in_one.counter(u).nation == "GE"]
    assert {in_one.printed.arrivals[u].setup for u in chosen} == {"W"}
    assert max(in_one.face(u).attack + in_one.face(u).defence for u in chosen) < 8, "the Guard is the last to go"
    assert sum(in_one.face(u).attack == 3 for u in chosen) == 5, "as few as possible go"
    assert told(done, CENTRAL, "end_phase").phase.key == "allied.new-units"


@pytest.mark.parametrize(
    ("event", "die", "winner"),
    [
        ("", 1, CENTRAL),
        ("", 2, "draw"),
        ("central-3", 3, CENTRAL),
        ("central-3", 4, "draw"),
        ("central-4", 4, ALLIED),
        ("central-4", 3, "draw"),
    ],
)
def test_20_3_3_the_fleet_at_jutland(event: str, die: int, winner: str) -> None:
    """§20.3 Nos. 3 and 4, §6.50: two off the die with more ships, one on it with more U-boats."""
    state = in_force(before_set_up(), *([event] if event else []))
    chit = state.printed.chits.events["jutland"]
    assert played(lambda play, _: settle(play, chit), state, die)[0].chit_state.jutland == winner


def test_20_3_4_more_u_boats() -> None:
    """§20.3 No. 4: two dice, added; they are never called off."""
    chits = {**before_set_up().chits, "central.play": {"u-boat-c": 1}}
    state = strategic("F", points={**before_set_up().points, "BR": 9}, chits=chits)
    after, facts = played(u_boats.sail, in_force(state, "central-4"), 2, 5)
    assert [(fact.more, fact.die, fact.lost) for fact in facts if isinstance(fact, UBoatsRolled)] == [(2, 5, 7)]
    assert after.points["BR"] == 2
    assert after.draws == state.draws + 2
    assert u_boats.may_call_off(after, PhaseFrame("u-boats")) == ()
    assert u_boats.may_call_off(replace(after, pre_war=PreWarState()), PhaseFrame("u-boats"))


def test_20_3_6_albert_caves_in() -> None:
    """§20.3 No. 6: no Belgian army, no Belgian forts, America on P; Belgian cities win nothing and save from defeat."""
    state = revealed("1", "6")
    board = state.printed.board
    assert all(at(state, u) == OUT for u in state.units if state.counter(u).nation == "BE")
    assert not {i for i in forts(state, ALLIED) if board.country[i] == "BE"}
    assert state.strategic_state.us_entry == "P"
    both = told(told(told(state, ALLIED, "deal"), ALLIED, "end_phase"), CENTRAL, "deal")
    assert told(both, CENTRAL, "end_phase").phase.key == "allied.new-units"
    belgian = sorted(board.ids[i] for i in board.victory if board.country[i] == "BE")
    french = sorted(board.ids[i] for i in board.victory if board.country[i] == "FR")
    held = in_force(strategic("E", key="victory", taken=frozenset({*belgian, *french[:18]})), "central-6")
    assert (points(held), winning_points(held)) == (18 + len(belgian), 18)
    assert points(held) >= 20
    assert played(check_victory, held)[0].ended is None
    assert played(check_victory, replace(held, pre_war=PreWarState()))[0].ended is not None
    saved = in_force(strategic("E", key="victory", taken=frozenset({*belgian, "E5514"})), "central-6")
    assert played(check_victory, saved)[0].ended is None


def test_20_3_6_sudden_death_without_belgium() -> None:
    """§20.3 No. 6: nor do they count when French morale is tested."""
    board = before_set_up().printed.board
    belgian = sorted(board.ids[i] for i in board.victory if board.country[i] == "BE")
    french = sorted(board.ids[i] for i in board.victory - board.edges if board.country[i] == "FR")
    chits = {**before_set_up().chits, "allied.play": {"french-mutiny": 1}}
    state = strategic("P", key="first-movement", taken=frozenset({*belgian, *french[:14]}), chits=chits)
    state = replace(state, strategic_state=replace(state.strategic_state, captured=(french[0],), collapsed=("RU",)))
    won, _ = played(lambda play, _: shake_france(play), state, 5)
    assert won.ended is not None
    assert played(lambda play, _: shake_france(play), in_force(state, "central-6"), 5)[0].ended is None


def test_20_3_7_the_high_seas_fleet() -> None:
    """§20.3 No. 7: the British of August come on B, or on A and then to Le Havre alone."""
    state = revealed("1", "7")
    force = expeditionary(state)
    assert {at(state, u) for u in force} == {LATER}
    assert {arrives_on(state, u) for u in force} == {"B"}
    state = told(state, ALLIED, "send_later", units=[force[0]])
    due = replace(state, strategic_state=replace(state.strategic_state, turn="A"))
    assert {*force} & {*income.units_due(due)} == {force[0]}
    there = in_force(placed({}, "allied.new-units", turn=3, strategic="A", weather=FAIR), "central-7")
    there = replace(
        there,
        units={**there.units, force[0]: there.units[force[0]]._replace(at="available")},
        pre_war=replace(there.pre_war, due={force[0]: "A"}),
    )
    assert refused(there, ALLIED, "place", units=[force[0]], hex="W6606").code == "le-havre"
    assert at(told(there, ALLIED, "place", units=[force[0]], hex="W5801"), force[0]) == "W5801"


def test_20_3_8_the_goeben() -> None:
    """§20.3 No. 8: the French 3-4-4 units of A come on B."""
    state = revealed("1", "8")
    arrivals = state.printed.arrivals
    africans = [u for u in state.pre_war.due if state.counter(u).nation == "FR"]
    french = [u for u in state.units if state.counter(u).nation == "FR" and arrivals[u].turn == "A"]
    printed = {u: state.counter(u).front for u in french}
    assert {*africans} == {u for u, face in printed.items() if (face.attack, face.defence, face.ma) == (3, 4, 4)}
    assert {arrives_on(state, u) for u in french if u not in africans} == {"A"}
    assert all(arrivals[u].turn == "A" and arrives_on(state, u) == "B" for u in africans)
    on_a = income.units_due(replace(state, strategic_state=replace(state.strategic_state, turn="A")))
    assert not {*africans} & {*on_a}
    assert {*africans} <= {*income.units_due(replace(state, strategic_state=replace(state.strategic_state, turn="B")))}


def test_20_3_9_the_romanian_treaty() -> None:
    """§20.3 No. 9: the entry is in the pool from C on, and does not come once more on its own turn."""
    own = before_set_up().printed.chits.events["central-romanian-entry"].pool
    assert own != "C"
    for letter, there in (("C", 1), (own, 0)):
        state = replace(strategic(letter), scenario="campaign")
        found = income.chits_due(in_force(state, "central-9"))[CENTRAL]
        assert found.get("central-romanian-entry", 0) == there
        assert income.chits_due(state)[CENTRAL].get("central-romanian-entry", 0) == 1 - there


def test_20_2_9_the_italian_entry_without_a_draw() -> None:
    """§20.2 No. 9: in January and February 1915, for a point, out of the pool; sealed as any purchase."""
    pool = "italian-entry no-event-allied"
    state = in_force(phase(allied=pool, central="jutland", turn=7, sides=NEUTRAL_ITALY), "allied-9")
    bought = told(state, ALLIED, "buy_italian_entry", nation="BR")
    other = told(state, ALLIED, "buy_event", nation="BR")
    for viewer in (CENTRAL, SPECTATOR):
        assert GAME.view(bought, viewer) == GAME.view(other, viewer)
    done, facts = told_with(bought, CENTRAL, "end_phase")
    kinds = [fact.kind for fact in facts]
    assert kinds[kinds.index("purchases") + 1] == "chit-picked"
    assert done.chit_state.entering == ("italian-entry",)
    assert not done.chits["allied.pool"].get("italian-entry")
    assert done.chit_state.picked == ""
    both, _ = told_with(bought, CENTRAL, "buy_event", Dice([1, 3]), nation="GE")
    assert (both.sides["IT"], both.chit_state.jutland) == (ALLIED, "draw")
    for closed in (
        replace(state, turn=8),
        replace(state, pre_war=PreWarState()),
        replace(state, chits=other_pool(state)),
    ):
        assert refused(closed, ALLIED, "buy_italian_entry", nation="BR")
    assert refused(state, CENTRAL, "buy_italian_entry", nation="GE")


NEUTRAL_ITALY = {nation: side for nation, side in before_set_up().sides.items() if nation != "IT"}


def other_pool(state: State) -> dict[str, dict[str, int]]:
    """The chits with no Italian entry in the Allied pool."""
    return {**state.chits, "allied.pool": {"no-event-allied": 1}}


def test_20_3_2_fewer_ships_and_more_men() -> None:
    """§20.3 No. 2: the Germans of A and B are set up in the west or, if the player likes, in the east."""
    state = revealed("1", "2")
    arrivals = state.printed.arrivals
    early = [u for u in state.units if state.counter(u).nation == "GE" and arrivals[u].turn in ("A", "B")]
    assert early
    state = told(told(state, ALLIED, "deal"), ALLIED, "end_phase")
    board = state.printed.board
    west = told(state, CENTRAL, "deal")
    assert {at(west, u)[0] for u in early} == {"W"}
    asked = {"kind": "slot", "order": "assign", "slot": "to", "chosen": {"unit": early[0]}}
    options: Any = GAME.consult(state, CENTRAL, asked)
    assert [*options["options"]["labels"].values()] == ["Eastern Front"]
    sent = told(state, CENTRAL, "assign", unit=early[0], to=options["options"]["of"][0])
    berlin = "E5102"
    assert board.country[board.index[berlin]] == "GE"
    assert at(told(sent, CENTRAL, "place", unit=early[0], hex=berlin), early[0]) == berlin
    east = told(sent, CENTRAL, "deal")
    assert at(east, early[0])[0] == "E"
    begun = told(east, CENTRAL, "end_phase")
    assert not income.units_due(replace(begun, strategic_state=replace(begun.strategic_state, turn="A"))).count(
        early[0]
    )
    start = coded("GE", "W")[0]
    assert refused(state, CENTRAL, "assign", unit=start, to="0")


@pytest.mark.parametrize("die", [1, 3, 6])
def test_20_3_2_the_small_fleet_loses(die: int) -> None:
    """§20.3 No. 2, §6.50: the British win at Jutland whatever the die says."""
    state = in_force(before_set_up(), "central-2")
    chit = state.printed.chits.events["jutland"]
    assert played(lambda play, _: settle(play, chit), state, die)[0].chit_state.jutland == ALLIED


def test_20_3_5_germany_invades_holland() -> None:
    """§20.3 No. 5: Holland is open to both, W units begin in it; twelve factors of them and turn A leave the game."""
    neutral = revealed("1", "8")
    board = neutral.printed.board
    area = next(a for a in grounds(revealed("1", "5")).coded_areas if HOLLAND in a.countries)
    assert (area.nation, area.code, area.section) == ("GE", "W", "20.3")
    dutch = board.by_country["NL"]
    assert dutch <= closed_land(neutral, CENTRAL) & closed_land(neutral, ALLIED)
    state = revealed("1", "5")
    assert not dutch & (closed_land(state, CENTRAL) | closed_land(state, ALLIED))
    late = [u for u in state.units if state.counter(u).nation == "GE" and state.printed.arrivals[u].turn == "A"]
    assert late
    assert {at(state, u) for u in late} == {OUT}
    state = told(told(state, ALLIED, "deal"), ALLIED, "end_phase")
    one = next(u for u in coded("GE", "W") if state.face(u).attack == 4)
    assert refused(state, CENTRAL, "disband", unit=coded("GE", "E")[0]).code == "not-spare"
    by_hand, facts = told_with(state, CENTRAL, "disband", unit=one)
    assert all(GAME.narrate(state, fact, by_hand, ALLIED) for fact in facts)
    assert (at(by_hand, one), by_hand.pre_war.disbanded) == (OUT, 8)
    done = told(by_hand, CENTRAL, "deal")
    gone = [u for u in done.boxes[OUT] if u in coded("GE", "W")]
    assert sum(done.face(u).attack for u in gone) == 12
    near = "W6525"
    assert board.index[near] in dutch
    mover = next(u for u in coded("GE", "W") if u not in gone)
    placed_ = told(done, CENTRAL, "place", unit=mover, hex=near)
    begun = told(placed_, CENTRAL, "end_phase")
    assert controller(begun, near) == CENTRAL
    assert controller(begun, "W7018") == ALLIED
    assert GAME.load_state(GAME.dump_state(begun)) == begun
    fixed = told(told(neutral, ALLIED, "deal"), ALLIED, "end_phase")
    fixed = told(fixed, CENTRAL, "deal")
    assert refused(fixed, CENTRAL, "place", unit=mover, hex=near)
