"""Programs that share a side: money put together, battles fought together, garrisons that nobody leaves twice."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace
from typing import Any, cast

import pytest

from rules.kernel.messages import Decided
from rules.kernel.players import SeatClient
from rules.powers_1914.game import GAME
from rules.powers_1914.players import PLAYERS, allied, marches, purchases, shelf
from rules.powers_1914.players.bot_view import BotView
from rules.powers_1914.players.greedy import Greedy
from rules.powers_1914.position.state import State
from rules.powers_1914.printed.pieces import AIRCRAFT, ARTILLERY, INFANTRY
from tests.games.powers_1914.kit import offer, order, position


def asked(player: Any, state: State, seat: str, partners: Collection[str] = ()) -> dict[str, Any] | None:
    """What a player answers, whose program plays the partners too."""
    client = SeatClient(GAME, state, seat, partners=frozenset(partners) - {seat})
    return cast("dict[str, Any] | None", player.command(client, random.Random(1)))


def bought(state: State) -> State:
    """The position after all seats of the Central Powers have ended their purchases, asked in turns."""
    players = {seat: PLAYERS["greedy"]() for seat in state.seats_of("central")}
    for _ in range(60):
        open_ = [s for s in GAME.deciders(state) if s in players]
        if not open_:
            return state
        seat, command = next(
            ((s, command) for s in reversed(open_) if (command := asked(players[s], state, s, players)) is not None),
            ("", {}),
        )
        assert seat, "everyone waits for someone else"
        decided = GAME.decide(state, seat, command, lambda draw, sides: 1)
        assert isinstance(decided, Decided), (seat, command, decided)
        state = decided.states[-1]
    raise AssertionError("the purchases do not end")


@pytest.mark.parametrize("seat", ["central-1", "central-2", "central-3", "entente-3"])
def test_3_6_a_player_reads_off_the_board_what_the_shop_offers(seat: str) -> None:
    """§3.6, §3.7, §3.9: for an ally it must, since the rules offer a seat its own goods only."""
    state = position({"galicia": "AH 2 infantry", "poland": "GE 3 infantry"}, scenario="classic-1-6", step="purchase",
                     money=200, flags={"poland": "GE", "silesia": "RU"}, recruits={"vienna": 1, "berlin": 4},
                     modern={"GE.infantry": 2, "AH.infantry": 1})  # fmt: skip
    table = BotView(GAME.view(state, seat), seat, state.printed)
    nations = shelf.buyers(table, [seat])
    buy, modernise = (cast("Any", offer(state, seat, kind)) for kind in ("buy", "modernise"))
    land = {INFANTRY, ARTILLERY, AIRCRAFT}
    assert {(i["nation"], i["unit"], i["area"]) for i in shelf.units(table, nations)} == {
        (i["nation"], i["unit"], i["area"]) for i in buy["items"] if i["unit"] in land
    }
    rooms = {(i["nation"], i["area"]): i["most"] for i in shelf.units(table, nations) if i["unit"] == INFANTRY}
    assert rooms == {(i["nation"], i["area"]): i["most"] for i in buy["items"] if i["unit"] == INFANTRY}
    assert {(i["nation"], i["unit"], i["price"]) for i in shelf.progress(table, nations)} == {
        (i["nation"], i["unit"], i["price"]) for i in modernise["items"]
    }


@pytest.mark.parametrize(("card", "area"), [("romania-1", ""), ("ireland-1", "ireland")])
def test_3_14_9_and_which_cards_could_be_used(card: str, area: str) -> None:
    """§3.14.7, §3.14.9: as the rules offer them to a seat with money, whoever holds the island."""
    for flags in ({}, {area: "GE"} if area else {}):
        state = position({}, scenario="classic-1-4", step="purchase", money=100, flags=flags)
        state = replace(state, hands={**state.hands, "central": (card,)})
        offers = cast("Any", offer(state, "central-1", "use_card"))
        usable = [i["card"] for i in offers["items"] if i["refusal"] is None]
        assert [
            i["card"] for i in shelf.cards(BotView(GAME.view(state, "central-1"), "central-1", state.printed))
        ] == usable


def test_3_5_the_money_goes_where_a_capital_is_in_danger() -> None:
    """§3.5, §3.7: Germany has the coins, Vienna the Russians before it."""
    places = {"vienna": "AH 2 infantry", "galicia": "RU 6 infantry", "berlin": "GE 9 infantry"}
    state = position(places, scenario="classic-1-4", step="purchase", turn=14, flags={"galicia": "RU"})
    state = bought(replace(state, money={**state.money, "central-1": 24}))
    assert sum(u.startswith("AH.") for u in state.units) == 2 + 3


def test_3_5_the_allies_end_with_what_they_had_together() -> None:
    """§3.5: gifts lose nothing, and what is bought for all costs no more than there was."""
    state = position({"galicia": "AH 12 infantry", "rhineland": "GE 12 infantry"}, scenario="classic-1-6",
                     step="purchase", money=17)  # fmt: skip
    after = bought(state)
    levels = [after.level(n, INFANTRY) for n in ("AH", "GE", "BU", "OT")]
    assert sum(levels) >= 1, "17 coins alone modernise nothing, 51 do"
    spent = 18 * sum(after.level(n, arm) for n in after.nations for arm in (INFANTRY, ARTILLERY))
    spent += sum({INFANTRY: 6, ARTILLERY: 14, AIRCRAFT: 10}[u.split(".")[1]] for u in after.units.keys() - state.units)
    assert sum(after.money[s] for s in after.seats_of("central")) == 3 * 17 - spent


@pytest.mark.parametrize("seat", ["central-1", "central-2", "central-3"])
def test_3_5_no_money_goes_to_a_person(seat: str) -> None:
    """§3.5: among people a program keeps its coins; with one partner it gives to that partner alone."""
    state = position({"galicia": "AH 12 infantry", "rhineland": "GE 12 infantry"}, scenario="classic-1-6",
                     step="purchase", money=60)  # fmt: skip
    alone = asked(Greedy(), state, seat)
    assert alone is not None
    assert alone["kind"] != "give"
    partners = {"central-2", "central-3"}
    if seat == "central-3":
        assert asked(Greedy(), state, seat, partners) == {"kind": "give", "to": "central-2", "amount": 60}
    elif seat == "central-2":
        assert asked(Greedy(), state, seat, partners) is None, (
            "it waits for its partner's money, not for the first seat's"
        )
        state = order(state, "central-3", "give", to="central-2", amount=60)
        told = asked(Greedy(), state, seat, partners)
        assert told is not None
        assert told.get("to") != "central-1"


def test_3_5_a_seat_without_allies_keeps_its_plan() -> None:
    """§3.5: the list of one seat from the board is the list from the offers."""
    state = position({"galicia": "AH 6 infantry", "rhineland": "GE 6 infantry"}, step="purchase", money=60)
    table = BotView(GAME.view(state, "central"), "central", state.printed)
    offers: Any = GAME.legal(state, "central")["offers"]
    offered = purchases.shopping_list(table, 60, {o["kind"]: o["items"] for o in offers if "items" in o})
    nations = shelf.buyers(table, ["central"])
    read = purchases.shopping_list(
        table, 60, {"buy": shelf.units(table, nations), "modernise": shelf.progress(table, nations)}
    )
    assert offered == read != []


def test_3_3_2_allies_attack_together_what_neither_would_alone() -> None:
    """§3.3.2: six Germans with a province to keep do not go for three Belgians; beside six Austrians they do."""
    germans = {"rhineland": "GE 6 infantry", "brussels": "BE 3 infantry", "paris": "FR 4 infantry",
               "champagne": "FR 1 infantry"}  # fmt: skip
    both = {**germans, "luxembourg": "AH 6 infantry"}
    assert _battles(position(germans, scenario="classic-1-4")) == set()
    assert _battles(position(both, scenario="classic-1-4", flags={"luxembourg": "AH"})) == {"central-1", "central-2"}


def _battles(state: State) -> set[str]:
    """The seats whose units fought at Brussels in the Central Powers' step."""
    players = {seat: Greedy() for seat in state.seats_of("central")}
    fought: set[str] = set()
    rng = random.Random(3)
    for _ in range(60):
        seats = [s for s in GAME.deciders(state) if s in players]
        if state.phase.key != "central.action" or not seats:
            break
        rng.shuffle(seats)
        seat, command = next((s, c) for s in [*seats, *seats] if (c := asked(players[s], state, s)) is not None)
        decided = GAME.decide(state, seat, command, lambda draw, sides: sides if draw % 2 == 0 else 1)
        assert isinstance(decided, Decided), (seat, command, decided)
        state = decided.states[-1]
        if state.battle is not None and state.battle.area == "brussels":
            fought |= {state.seat_of(u) for u in state.battle.attackers}
    return fought


def test_3_2_allies_march_one_after_the_other() -> None:
    """§3.2, §3.7: the second waits until the first is done, so that they do not both leave the same garrison."""
    enemies = {"brussels": "BE 9 infantry", "england": "BR 9 infantry", "scotland": "BR 9 infantry",
               "poland": "RU 9 infantry", "riga": "RU 9 infantry"}  # fmt: skip
    places = {**enemies, "kiel": "AH 5 infantry", "rhineland": "GE 1 infantry"}
    state = position(places, scenario="classic-1-4")
    player = Greedy()
    assert asked(player, state, "central-2") is None
    command = asked(player, order(state, "central-1", "end_phase"), "central-2")
    assert command is not None
    assert command["kind"] == "move"


def test_3_7_the_nearer_allys_men_relieve_his_capital() -> None:
    """§3.7: Germany does not empty its western front for Vienna while Austrians stand beside the city."""
    places = {"vienna": "AH 2 infantry", "bohemia": "AH 15 infantry", "rhineland": "GE 8 infantry",
              "berlin": "GE 20 infantry", "galicia": "RU 4 infantry"}  # fmt: skip
    near = position(places, scenario="classic-1-4", flags={"galicia": "RU"})
    far = position({a: t for a, t in places.items() if a != "bohemia"}, scenario="classic-1-4",
                   flags={"galicia": "RU"})  # fmt: skip
    sent = []
    for state in (near, far):
        table = BotView(GAME.view(state, "central-1"), "central-1", state.printed)
        moves = marches.orders(table, {"berlin": 20, "vienna": 2})
        sent.append(sum(len(m.units) for m in moves if m.goal == "vienna"))
    assert sent[0] == 0 < sent[1]


def test_3_3_no_march_is_ordered_while_an_allys_battle_goes_on() -> None:
    """§3.3: a player in the middle of its marches waits until the ally's battle is over."""
    places = {"kiel": "GE 4 infantry", "pomerania": "GE 4 infantry", "champagne": "FR 9 infantry",
              "trieste": "AH 2 infantry", "venetia": "IT 1 infantry"}  # fmt: skip
    state = position(places, scenario="classic-1-4")
    player = Greedy()
    first = asked(player, state, "central-1")
    assert first is not None
    assert first["kind"] == "move"
    state = order(state, "central-2", "move", units=["AH.infantry.1"], path=["venetia"])
    assert state.battle is not None
    assert asked(player, state, "central-1") is None


def test_3_3_2_no_more_come_up_than_the_battle_needs() -> None:
    """§3.3.2: six who attack one are enough, and the ally's men stay where they are; four are not."""
    sent = []
    for attackers in (6, 4):
        places = {"rhineland": f"GE {attackers} infantry", "luxembourg": "AH 9 infantry", "brussels": "BE 1 infantry",
                  "champagne": "FR 9 infantry"}  # fmt: skip
        state = position(places, scenario="classic-1-4", flags={"luxembourg": "AH"})
        men = [f"GE.infantry.{n}" for n in range(1, attackers + 1)]
        state = order(state, "central-1", "move", units=men, path=["brussels"])
        view = cast("dict[str, Any]", GAME.view(state, "central-2"))
        table = BotView(view, "central-2", state.printed)
        sent.append(sum(len(group) for group in allied.whom_to_bring(table, view["battle"])))
    assert sent[0] == 0 < sent[1]
