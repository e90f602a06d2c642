"""§6.46, §6.64: British units that leave for Libya and for the west."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

from rules.great_war.chits_played.withdrawals import LIBYA, OFFENSIVE, best, may_go, units_to_name
from rules.great_war.combat.odds import odds_of_attack
from rules.great_war.facts import Event
from rules.great_war.facts.chits import ChitDrawn
from rules.great_war.facts.procedure import PhaseBegan
from rules.great_war.facts.strategic import StrategicTurnBegan
from rules.great_war.facts.withdrawals import UnitWithdrawn
from rules.great_war.game import GAME
from rules.great_war.movement.reach import no_dice
from rules.great_war.play import Play
from rules.great_war.position.changes import dead, relocate, with_near_east
from rules.great_war.position.state import AVAILABLE, AWAY, DEAD, LATER, OUT, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import DECLARE_EVENTS, SETTLE_OWN
from rules.great_war.strategic.income import collect
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.kit import at, refused, told, told_with
from tests.games.great_war.near_east.events import bought, phase, where
from tests.games.great_war.near_east.kit import set_up

BRITISH = tuple(u for u in set_up().units if set_up().counter(u).nation == "BR")


def having(**places: str) -> State:
    """May 1915 with no British units but these, by place: ``NE4208="br-42t"`` or ``available="br-7ybd"``."""
    state = relocate(set_up(), BRITISH, LATER)
    for place, units in places.items():
        mine = units.split()
        state = dead(relocate(state, mine, "NE4208"), mine) if place == DEAD else relocate(state, mine, place)
    return state


def revolt(start: State, chit: str = LIBYA, **fields: Any) -> tuple[State, Sequence[Event]]:
    """After the Central Powers have drawn the event."""
    state = phase(start=start, central_pool=chit, allied_pool="allied-no-event-c", fields=fields)
    return bought(state, CENTRAL, 1)


def offered(state: State) -> set[str]:
    """The units that the Allies may name."""
    offers: Any = GAME.legal(state, ALLIED)["offers"]
    (order,) = [o for o in offers if o["kind"] == "withdraw"]
    return set(order["slots"][0]["options"]["of"])


def named(state: State, *units: str) -> State:
    """After the Allies have named these, one by one."""
    for unit in units:
        assert unit in offered(state)
        state = told(state, ALLIED, "withdraw", unit=unit)
    return state


# --- Libyan Revolt ----------------------------------------------------------------------------------------------------


def test_6_46_three_factors_leave_egypt_first() -> None:
    """§6.46: never the two Indian divisions, nor units without an attack factor; the Central Powers wait."""
    state, events = revolt(having(NE4208="br-42t br-7ybd br-cd-1 br-10in", NI2252="br-33inbd", available="br-52t"))
    assert (state.phase.key, GAME.deciders(state)) == (SETTLE_OWN, (ALLIED,))
    assert [e.to for e in events if isinstance(e, ChitDrawn)] == ["out"]
    assert offered(state) == {"br-42t"}, "exactly three, and Egypt has them"
    for unit in ("br-10in", "br-cd-1", "br-52t", "br-33inbd", "br-7ybd", "tu-36", "nobody"):
        before = state
        no = refused(state, ALLIED, "withdraw", unit=unit)
        assert (no.code, no.section, "from Egypt first" in no.text) == ("not-due", "6.46", True)
        assert state == before
    after = named(state, "br-42t")
    assert (at(after, "br-42t"), after.near_east.away) == (AWAY, (("br-42t", "G"),))
    assert after.phase.key == "other-pool"
    assert where(after, LIBYA) == ""
    assert GAME.load_state(GAME.dump_state(after)) == after


def test_6_46_three_brigades_will_do() -> None:
    """§6.46: one by one, and the order says what is still due."""
    state, _ = revolt(having(NE4208="br-42t br-7ybd br-icbd br-7bd"))
    assert offered(state) == {"br-42t", "br-7ybd", "br-icbd", "br-7bd"}
    state = named(state, "br-7ybd")
    offers: Any = GAME.legal(state, ALLIED)["offers"]
    assert next(o for o in offers if o["kind"] == "withdraw")["note"] == "Still due: 2 attack factors"
    assert offered(state) == {"br-icbd", "br-7bd"}
    state = named(state, "br-icbd", "br-7bd")
    assert {unit for unit, _ in state.near_east.away} == {"br-7ybd", "br-icbd", "br-7bd"}
    assert at(state, "br-42t") == "NE4208"


def test_6_46_then_the_box_then_iraq() -> None:
    """§6.46: what Egypt has not comes from the Available Units Box, and only then from Iraq."""
    state, _ = revolt(having(NE4208="br-7ybd", available="br-icbd", NI2252="br-33inbd br-30inbd"))
    assert offered(state) == {"br-7ybd", "br-icbd", "br-33inbd", "br-30inbd"}
    offers: Any = GAME.legal(state, ALLIED)["offers"]
    (slot,) = next(o for o in offers if o["kind"] == "withdraw")["slots"]
    labels = slot["options"]["labels"]
    assert labels["br-7ybd"] == "British 7th Yeomanry Brigade, one factor, from Bitter Lake (N4208)"
    assert labels["br-icbd"] == "British Imperial Camel Brigade, one factor, from the Available Units Box"
    state = named(state, "br-33inbd")
    assert offered(state) == {"br-7ybd", "br-icbd"}
    named(state, "br-icbd", "br-7ybd")


def test_6_46_the_south_persia_rifles_stay() -> None:
    """§6.46, §3.26: British units go, and the Rifles are Persian; two factors of Iraq are all there is."""
    state, _ = revolt(having(NI2545="br-spr", NI2252="br-33inbd br-30inbd"))
    assert offered(state) == {"br-33inbd", "br-30inbd"}
    assert named(state, "br-33inbd", "br-30inbd").phase.key != SETTLE_OWN


def test_6_46_units_that_leave_by_an_event_of_their_own_are_not_taken_for_libya() -> None:
    """§6.46, §6.11: for the offensive in the west they are."""
    state = set_up()
    leaving = [u for chit in state.printed.chits.events.values() if chit.section == "6.11" for u in chit.units]
    assert {"br-10in", "br-11in"} <= {*leaving}
    assert not any(may_go(state, unit, LIBYA) for unit in leaving)
    assert all(may_go(state, unit, OFFENSIVE) for unit in leaving)


def test_6_46_in_may_1915_only_iraq_has_some() -> None:
    """§6.46: the two divisions in Egypt are spared, and the companies have no attack factor."""
    state, _ = revolt(set_up())
    assert {state.units[u].at for u in offered(state)} == {"NI2149", "NI2252"}


@pytest.mark.parametrize("units", ["br-33inbd", "br-33inbd br-30inbd"])
def test_6_46_as_many_as_there_are(units: str) -> None:
    """§6.46: fewer than three factors all go."""
    state, _ = revolt(having(NI2252=units, NE4208="br-10in br-cd-1"))
    state = named(state, *units.split())
    assert state.phase.key != SETTLE_OWN
    assert {unit for unit, _ in state.near_east.away} == {*units.split()}


def test_6_46_nobody_is_asked_where_nobody_can_go() -> None:
    """§6.46: the event is over as it is drawn."""
    state, events = revolt(having(NE4208="br-10in br-cd-1"))
    assert state.phase.key == "other-pool"
    assert not [e for e in events if e.kind == "chit-waits"]


def test_6_46_they_are_back_three_strategic_turns_later() -> None:
    """§6.46: in the box, from which they are placed as new units are; not a turn before."""
    state, _ = revolt(having(NE4208="br-42t"))
    state = named(state, "br-42t")
    assert (state.strategic, state.near_east.away[0][1]) == ("D", "G")
    assert told(state, CENTRAL, "end_phase").boxes[AWAY] == ("br-42t",)
    for letter, back in (("E", False), ("F", False), ("G", True), ("H", False)):
        play = Play(StrategicTurnBegan(letter).apply(state), Dice([]))
        collect(play, None)
        assert (at(play.state, "br-42t") == AVAILABLE) == back
        assert bool(play.state.near_east.away) != back
        lines = [GAME.narrate(state, e, play.state, CENTRAL) for e in play.events if e.kind == "returned-home"]
        assert bool(lines) == back


def test_6_46_everyone_sees_which_units_are_away() -> None:
    """§6.46: by name and turn; the log says it too."""
    state, _ = revolt(having(NE4208="br-42t"))
    after, events = told_with(state, ALLIED, "withdraw", unit="br-42t")
    shown: Any = GAME.view(after, CENTRAL)
    assert shown["near_east"]["away"] == [{"name": "British 42nd Territorial Division", "until": "G"}]
    lines = [line["text"] for e in events if (line := GAME.narrate(state, e, after, "spectator"))]
    assert lines[0] == "British 42nd Territorial Division leaves until strategic turn G."


# --- Kaiserschlacht ---------------------------------------------------------------------------------------------------

MANY = "br-42t br-52t br-53t br-54t"
RIDERS = "br-7ybd br-icbd br-7bd"


def in_1918(start: State, turn: int = 38) -> tuple[State, Sequence[Event]]:
    """After the Central Powers have drawn the offensive on a turn of 1918."""
    return revolt(start, OFFENSIVE, turn=turn)


def test_6_64_nine_factors_three_of_them_of_cavalry() -> None:
    """§6.64: from Egypt, and out of the game; the chit too."""
    state, _ = in_1918(having(NE4208=f"{MANY} {RIDERS} br-cd-1", NI2252="br-33inbd"))
    offers: Any = GAME.legal(state, ALLIED)["offers"]
    order = next(o for o in offers if o["kind"] == "withdraw")
    assert order["note"] == "Still due: 9 attack factors, 3 of them cavalry"
    assert offered(state) == {*MANY.split(), *RIDERS.split()}
    state = named(state, "br-42t", "br-52t")
    assert offered(state) == {*RIDERS.split()}
    state = named(state, *RIDERS.split())
    assert {at(state, u) for u in ("br-42t", "br-52t", *RIDERS.split())} == {OUT}
    assert state.near_east.away == ()
    assert state.near_east.owed == (0, 0)
    assert where(state, OFFENSIVE) == ""


def test_6_64_cavalry_comes_from_where_there_is_some() -> None:
    """§6.64: Egypt first, then Iraq, then the box, then the dead pile, for each; no South Persia Rifles, no French."""
    state, _ = in_1918(having(NE4208=f"{MANY} br-7ybd", NI2252="br-6bd br-spr", available="br-icbd", dead="br-7bd"))
    assert offered(state) == {*MANY.split(), "br-7ybd", "br-6bd", "br-icbd"}
    state, _ = in_1918(having(NE4208="br-42t br-7ybd", NI2252="br-52t br-spr", available="br-icbd", dead="br-7bd"))
    state = named(state, "br-7bd", "br-icbd", "br-7ybd", "br-52t", "br-42t")
    assert state.phase.key != SETTLE_OWN
    assert at(state, "br-spr") == "NI2252"


def test_6_64_more_cavalry_than_three_factors_may_go() -> None:
    """§6.64: after two brigades the division of three factors goes too, and then no more of cavalry is due."""
    state, _ = in_1918(having(NE4208="br-42t br-y br-7ybd br-icbd"))
    state = named(state, "br-7ybd", "br-icbd")
    assert offered(state) == {"br-y", "br-42t"}
    state = named(state, "br-y")
    offers: Any = GAME.legal(state, ALLIED)["offers"]
    assert next(o for o in offers if o["kind"] == "withdraw")["note"] == "Still due: 4 attack factors"
    assert state.near_east.owed == (4, 0)
    assert named(state, "br-42t").phase.key != SETTLE_OWN


def test_6_64_without_cavalry_others_go() -> None:
    """§6.64: still nine factors: three divisions."""
    state, _ = in_1918(having(NE4208=MANY))
    state = named(state, "br-42t", "br-52t", "br-53t")
    assert at(state, "br-54t") == "NE4208"


@pytest.mark.parametrize(("turn", "fate"), [(36, "waits"), (37, "begins"), (42, "begins"), (43, "void"), (46, "void")])
def test_6_64_at_the_first_chance_in_1918_and_before_august(turn: int, fate: str) -> None:
    """§6.64: drawn in 1917 it lies in play; drawn after July 1918 it is no event and leaves the game."""
    state, events = in_1918(having(NE4208=f"{MANY} {RIDERS}"), turn)
    (drawn,) = [e for e in events if isinstance(e, ChitDrawn)]
    assert drawn.void == (fate == "void")
    assert where(state, OFFENSIVE) == ("central.play" if fate == "waits" else "")
    assert (state.phase.key == SETTLE_OWN) == (fate == "begins")
    assert state.chit_state.lasting == ({OFFENSIVE: turn + 2} if fate == "begins" else {})


def test_6_64_drawn_in_1917_it_is_played_in_january_1918() -> None:
    """§6.64: as the Event Phase begins, before anyone has bought; the purchases are drawn when the units have gone."""
    waiting = phase(start=having(NE4208=f"{MANY} {RIDERS}"), central_play=OFFENSIVE, allied_pool="allied-no-event-c",
                    central_pool="central-no-event-c")  # fmt: skip
    early = replace(waiting, turn=36)
    assert where(told(early, ALLIED, "end_phase"), OFFENSIVE) == "central.play"
    play = Play(replace(waiting, turn=37), Dice([]))
    play.emit(PhaseBegan(DECLARE_EVENTS))
    state = told(play.state, ALLIED, "buy_event", nation="BR")
    state = told(state, CENTRAL, "buy_event", nation="TU")
    assert (state.phase.key, GAME.deciders(state)) == (SETTLE_OWN, (ALLIED,))
    assert state.chit_state.drawing == ((ALLIED, ALLIED, 1), (CENTRAL, CENTRAL, 1))
    state = named(state, "br-42t", "br-52t", *RIDERS.split()[:2])
    state, events = told_with(state, ALLIED, "withdraw", Dice([1, 1]), unit="br-7bd")
    assert [e.by for e in events if isinstance(e, ChitDrawn)] == [ALLIED, CENTRAL]
    assert state.phase.key == "allied.new-units"
    assert state.chit_state.lasting == {OFFENSIVE: 39}


@pytest.mark.parametrize(("turn", "suffers"), [(37, True), (38, True), (39, True), (40, False)])
def test_6_64_british_attacks_suffer_on_three_turns(turn: int, suffers: bool) -> None:
    """§6.64: in Egypt and Iraq and not in the Caucasus, beside whatever else there is against them; Russians and Turks
    do not."""
    state = replace(set_up(), turn=turn, weather={"south": "hot", "caucasus": "fair"})
    state = replace(state, chit_state=replace(state.chit_state, lasting={OFFENSIVE: 39}))
    for side, unit, target, hit in (
        (ALLIED, "br-10in", "NE3911", suffers), (ALLIED, "br-12inbd", "NI2049", suffers),
        (ALLIED, "ru-39", "NC3040", False), (ALLIED, "br-7ybd", "NC3040", False), (CENTRAL, "tu-36", "NE3810", False),
    ):  # fmt: skip
        there = relocate(
            relocate(relocate(state, ["ru-39", "br-7ybd"], "NC3041"), ["br-10in"], "NE3910"), ["tu-36"], "NE3811"
        )
        odds = odds_of_attack(there, side, [unit], target, [], {})
        found = {section: drm for _, section, drm in odds.drms}
        assert found.get("6.64") == (-2 if hit else None), unit
        assert odds.drm(-3) >= -3


# --- the rule of choice -----------------------------------------------------------------------------------------------


def test_6_64_the_best_choice_is_found() -> None:
    """§6.46, §6.64: against every set of units, looked at one by one."""
    rng = Random(7)
    for _ in range(60):
        lots = [[_unit(rng) for _ in range(rng.randrange(4))] for _ in range(3)]
        need = rng.choice([(3, 0), (9, 3), (5, 2)])
        units = [(n, unit) for n, lot in enumerate(lots) for unit in lot]
        keys = {_key(chosen, need, len(lots)) for k in range(len(units) + 1) for chosen in combinations(units, k)
                if sum(unit[0] for _, unit in chosen) <= need[0]}  # fmt: skip
        assert best(lots, need) == max(keys)


def _unit(rng: Random) -> tuple[int, int]:
    factors = rng.choice([1, 1, 2, 3])
    return factors, factors if rng.randrange(2) else 0


def _key(chosen: Any, need: tuple[int, int], places: int) -> tuple[int, int, tuple[int, ...]]:
    riders = min(need[1], sum(unit[1] for _, unit in chosen))
    total = sum(unit[0] for _, unit in chosen)
    return riders, total, tuple(sum(unit[0] for n, unit in chosen if n == place) for place in range(places))


def test_6_64_whatever_is_named_it_can_be_ended() -> None:
    """§6.46, §6.64: every way through the offers comes to the same number of factors."""
    start = having(NE4208="br-42t br-52t br-7ybd", NI2252="br-33inbd br-30inbd br-6bd", available="br-icbd br-53t")
    for effect, total in ((LIBYA, 3), (OFFENSIVE, 9)):
        for seed in range(12):
            rng, state, gone = Random(seed), start, 0
            state, _ = revolt(start, effect, turn=38)
            while state.phase.key == SETTLE_OWN:
                assert set(units_to_name(state, effect, state.near_east.owed)) == offered(state)
                state, events = told_with(state, ALLIED, "withdraw", unit=rng.choice(sorted(offered(state))))
                gone += sum(e.factors for e in events if isinstance(e, UnitWithdrawn))
            assert gone == total


def test_6_63_units_in_libya_when_it_is_removed_do_not_come_back() -> None:
    """§6.63, §6.46: "wherever it is" means there too; another that went with it returns on its letter."""
    state = relocate(set_up("near-east-1916"), ["br-42t", "br-icbd"], AWAY)
    state = with_near_east(state, away=(("br-42t", "J"), ("br-icbd", "J")))
    state = bought(phase(start=state, allied_pool="remove-42t"), ALLIED, 1)[0]
    assert at(state, "br-42t") == OUT
    assert state.near_east.away == (("br-icbd", "J"),)
    play = Play(replace(state, strategic_state=replace(state.strategic_state, turn="J")), no_dice)
    collect(play, None)
    assert (at(play.state, "br-42t"), at(play.state, "br-icbd")) == (OUT, AVAILABLE)
