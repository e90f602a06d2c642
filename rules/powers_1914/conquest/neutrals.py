"""§3.12 Neutral countries: an announced attack brings their army to the other side; cards bring them to your own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rules.kernel.messages import Json, JsonObject, Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import capital, listing
from rules.powers_1914.facts.neutrals import NationJoined, UnitsRaised
from rules.powers_1914.play import Play
from rules.powers_1914.position.state import AT_PEACE, ATTACKED, SHUT, State
from rules.powers_1914.position.tally import least_seat
from rules.powers_1914.printed.pieces import FREE_LAND, SHIP, foe


def attackable(state: State) -> list[str]:
    """§3.12.1, §3.12.3, §3.12.4: neutrals that may be attacked; Luxembourg is entered without a word."""
    return [n for n, now in state.nations.items() if now.status == AT_PEACE and n != FREE_LAND]


NOT_NEUTRAL = Refusal("not-neutral", "3.12.1", "That is not a neutral country that you can attack.")


def why_not_attack(state: State, nation: str) -> Refusal:
    """§3.12.1, §3.12.3, §3.12.4: why no attack is announced on a country."""
    if nation == FREE_LAND:
        return Refusal("not-neutral", "3.12.3", "Luxembourg can be entered without announcing an attack.")
    if nation in state.printed.board.belongs and state.nations[nation].status == SHUT:
        text = f"{capital(state.names.the_nation(nation))} takes no part in this war: it cannot be attacked."
        return Refusal("not-neutral", "3.12.4", text)
    return NOT_NEUTRAL


def neutral_lands(at: At[State], _: Choices) -> OneOf:
    """§3.12.1: whom an attack may be announced on."""
    names = attackable(at.state)
    return OneOf(names, why=partial(why_not_attack, at.state), labels={n: at.state.names.nation(n) for n in names})


def announce(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.12.1, §3.12.2: announce an attack on a neutral: its army appears and fights for the other side."""
    nation, enemy = chosen.name("nation"), foe(at.state.seats[at.seat])
    play.emit(NationJoined(nation, enemy, least_seat(at.state, enemy), ATTACKED, "3.12.1"))
    stand_up(play, nation, "3.12.2")


def stand_up(play: Play, nation: str, section: str) -> None:
    """§3.12.2, §3.14.9: a neutral's army on its fields; a ship only where no enemy is."""
    for muster in play.state.printed.armies[nation]:
        if play.state.units_of(muster.area, foe(play.state.nations[nation].side)):
            continue
        for arm, count in muster.counts.items():
            units = play.state.free_units(nation, arm, count)
            if units:
                play.emit(UnitsRaised(units, muster.area, section))


def announce_hand(at: At[State]) -> JsonObject | None:
    """§3.12.1: which neutrals may be attacked."""
    nations: list[Json] = [*attackable(at.state)]
    return {"nations": nations} if nations else None


ANNOUNCE: Order[State] = Order(
    "announce", "Attack a neutral", "3.12.1", announce,
    (Slot("nation", "choice", neutral_lands, "Choose a country to attack"),),
    hand=announce_hand, form=True,
)  # fmt: skip


def consult_neutral(state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
    """What a neutral would bring, for a player who thinks of attacking it."""
    answer = describe(state, ANNOUNCE.read(At(state, seat), question).name("nation"), state.seats[seat])
    leader = capital(state.the_seat(least_seat(state, foe(state.seats[seat]))))
    return {**answer, "commander": f"{leader} will command its army against you."}


def describe(state: State, nation: str, enemy: str) -> JsonObject:
    """What a neutral brings against a side: its lands, their coins, its army."""
    return {"name": state.names.nation(nation), "coins": _coins(state, nation), "army": {**_army(state, nation, enemy)}}


def _army(state: State, nation: str, enemy: str) -> dict[str, int]:
    """§3.12.2, §3.14.9: its units, but for the ships that find enemies before their port."""
    army: dict[str, int] = {}
    for muster in state.printed.armies.get(nation, ()):
        if state.units_of(muster.area, enemy):
            continue
        for arm, count in muster.counts.items():
            army[arm] = army.get(arm, 0) + count
    return army


def _coins(state: State, nation: str) -> int:
    board = state.printed.board
    return sum(board.areas[a].coins for a in board.belongs.get(nation, ()))


def brings(state: State, nation: str, enemy: str) -> str:
    """§3.14.9: what a country brings against a side whose entry is paid for, and who commands it."""
    units = [f"{n} {arm}{'s' if arm == SHIP and n > 1 else ''}" for arm, n in _army(state, nation, enemy).items()]
    money = f"{_coins(state, nation)} coins a turn"
    return f"It brings {listing([*units, money])}; you command its army and receive its money."
