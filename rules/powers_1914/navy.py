"""§3.3.14, §3.8, §3.2.7: ships against guns, ships against shipyards, ships against land units at sea."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.messages import Json, JsonObject, Refused
from rules.powers_1914 import conquest
from rules.powers_1914.battle import fight_json, roll_fight
from rules.powers_1914.data import (
    ARTILLERY,
    SHIP,
    SHIPYARD,
    board,
    foe,
    piece,
    place_name,
    the_place,
    unit_name,
)
from rules.powers_1914.events import ChallengeAnswered, ChallengeMade, UnitSpent, UnitsSunk, WorksChanged
from rules.powers_1914.play import Play, only, want_area, want_enemy, want_flag, want_unit
from rules.powers_1914.state import POOL, ChallengeFrame, State, of_kind
from rules.powers_1914.strength import duel_modifiers

# --- ships and guns (§3.3.14) -------------------------------------------------------------------------------------


def challengers(state: State, seat: str) -> list[str]:
    """§3.3.14: ships, and guns that have not moved or shot, which have not asked for a fight in this step."""
    return [
        u
        for u, now in state.units.items()
        if state.seat_of(u) == seat
        and now.at != POOL
        and u not in state.challenged
        and (piece(u).kind == SHIP or (piece(u).kind == ARTILLERY and not now.spent))
    ]


def opponents(state: State, unit: str) -> list[str]:
    """§3.3.14: enemy guns on the shores of a ship's sea, or ships off a gun's shores, that have not declined yet."""
    other = ARTILLERY if piece(unit).kind == SHIP else SHIP
    enemy = foe(state.side_of(unit))
    shores = board().coast[state.units[unit].at]
    return [t for a in shores for t in of_kind(state.units_of(a, enemy), other) if t not in state.challenged]


def must_fight(state: State, attacker: str, target: str) -> bool:
    """§3.3.14, §3.8: a gun beside its side's shipyard has no choice when ships come."""
    if piece(attacker).kind != SHIP:
        return False
    return holds_yard(state, state.units[target].at, state.side_of(target))


def holds_yard(state: State, area: str, side: str) -> bool:
    """Whether a shipyard of the side is there."""
    return any(w.kind == SHIPYARD and state.nations[w.nation].side == side for w in state.works.get(area, ()))


def challenge(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.3.14: ask an enemy gun or ship on a neighbouring field to fight; beside its shipyard it has to."""
    only(command, "unit", "target")
    state = play.state
    unit = want_unit(command, state, seat)
    target = want_enemy(command, state, seat)
    if unit not in challengers(state, seat):
        raise Refused("cannot-challenge", "3.3.14", f"{unit_name(unit)} cannot challenge anybody now.")
    if target in state.challenged:
        raise Refused("cannot-challenge", "3.3.14", f"{unit_name(target)} has already declined.")
    if target not in opponents(state, unit):
        raise Refused("no-such-target", "3.3.14", f"{unit_name(target)} is not an opponent in a neighbouring field.")
    forced = must_fight(state, unit, target)
    play.emit(ChallengeMade(unit, target, state.seat_of(target)))
    if forced:
        _duel(play)


def respond(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.3.14: fight, or do not."""
    only(command, "accept")
    accept = want_flag(command, "accept")
    frame = _challenge(play.state)
    if accept:
        _duel(play)
    else:
        play.emit(ChallengeAnswered(frame.attacker, frame.target, False))


def _challenge(state: State) -> ChallengeFrame:
    frame = state.top
    if not isinstance(frame, ChallengeFrame):
        raise TypeError("nobody was challenged")
    return frame


def _duel(play: Play) -> None:
    frame = _challenge(play.state)
    state = play.state
    ours = duel_modifiers(state, frame.attacker, False)
    theirs = duel_modifiers(state, frame.target, True)
    area = state.units[frame.target].at
    play.emit(ChallengeAnswered(frame.attacker, frame.target, True))
    roll_fight(play, area, (frame.attacker, ours), (frame.target, theirs))


def consult_duel(state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
    """§3.3.14: both sides' modifiers and the odds, for one who could ask for a fight or is asked to."""
    unit, target = question.get("unit"), question.get("target")
    if not isinstance(unit, str) or not isinstance(target, str) or not _at_odds(state, seat, unit, target):
        raise Refused("no-battle", "3.3", "You are not attacking.")
    return fight_json(unit, target, False, duel_modifiers(state, unit, False), duel_modifiers(state, target, True))


def _at_odds(state: State, seat: str, unit: str, target: str) -> bool:
    frame = state.top
    if isinstance(frame, ChallengeFrame):
        return (unit, target) == (frame.attacker, frame.target)
    return unit in challengers(state, seat) and target in opponents(state, unit)


# --- ships and shipyards (§3.8) -----------------------------------------------------------------------------------


def raids(state: State, seat: str) -> dict[str, list[str]]:
    """§3.8: ships and the enemy shipyards that they could take, no gun protecting them."""
    found: dict[str, list[str]] = {}
    enemy = foe(state.seats[seat])
    for unit, now in state.units.items():
        if piece(unit).kind == SHIP and state.seat_of(unit) == seat and now.at != POOL:
            yards = [a for a in board().coast[now.at] if holds_yard(state, a, enemy) and not _guns(state, a, enemy)]
            if yards:
                found[unit] = yards
    return found


def _guns(state: State, area: str, side: str) -> list[str]:
    return of_kind(state.units_of(area, side), ARTILLERY)


def raid(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.8: take over or destroy a shipyard from the sea; guns that protect it have to be fought first.

    One on friendly ground goes back to the nation that holds the ground.
    """
    only(command, "unit", "area", "take")
    state = play.state
    unit = want_unit(command, state, seat)
    area = want_area(command)
    take = want_flag(command, "take")
    enemy = foe(state.seats[seat])
    if piece(unit).kind != SHIP or area not in board().coast[state.units[unit].at]:
        raise Refused("not-adjacent", "3.8", "Only ships reach a shipyard, from a sea beside it.")
    if not holds_yard(state, area, enemy):
        raise Refused("no-shipyard", "3.8", f"There is no enemy shipyard in {place_name(area)}.")
    if _guns(state, area, enemy):
        raise Refused("guns-protect", "3.8", f"Guns protect the shipyard in {place_name(area)}: fight them first.")
    ground = state.control[area]
    captor = ground if state.nations[ground].side == state.seats[seat] else piece(unit).nation
    play.emit(UnitSpent(unit))
    play.emit(WorksChanged(SHIPYARD, area, captor if take else ""))


# --- land units at sea (§3.2.7) -----------------------------------------------------------------------------------


def helpless(state: State, seat: str) -> dict[str, str]:
    """§3.2.7: seas in which a ship of the seat has unprotected enemy land units before it, and that ship."""
    enemy = foe(state.seats[seat])
    found: dict[str, str] = {}
    for unit, now in state.units.items():
        mine = piece(unit).kind == SHIP and state.seat_of(unit) == seat and now.at != POOL
        if mine and state.troops(now.at, enemy) and not state.ships(now.at, enemy):
            found.setdefault(now.at, unit)
    return found


def sink(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.2.7, §3.3.11: sink or capture all unprotected enemy land units in a sea, without a fight."""
    only(command, "area", "capture")
    state = play.state
    area = want_area(command)
    capture = want_flag(command, "capture")
    ship = helpless(state, seat).get(area)
    if ship is None:
        raise Refused(
            "nobody-helpless",
            "3.2.7",
            f"Your ships can reach no unprotected enemies in {the_place(area)}.",
        )
    enemy = foe(state.seats[seat])
    units = tuple(state.troops(area, enemy))
    guns = len(of_kind(units, ARTILLERY)) if capture else 0
    gained = state.free_units(piece(ship).nation, ARTILLERY, guns)
    play.emit(UnitsSunk(state.seats[seat], area, units, capture, gained))
    conquest.abandon(play, area, enemy)


def navy_offers(state: State, seat: str) -> list[JsonObject]:
    """§3.3.14, §3.8, §3.2.7: what ships, and the guns that they face, may do."""
    offers: list[JsonObject] = []
    duels: JsonObject = {u: [*opponents(state, u)] for u in challengers(state, seat) if opponents(state, u)}
    if duels:
        offers.append({"kind": "challenge", "label": "Ship against gun", "section": "3.3.14", "pairs": duels})
    yards: JsonObject = {u: [*areas] for u, areas in raids(state, seat).items()}
    if yards:
        offers.append({"kind": "raid", "label": "Raid a shipyard", "section": "3.8", "ships": yards})
    seas: list[Json] = [*helpless(state, seat)]
    if seas:
        offers.append({"kind": "sink", "label": "Sink or capture", "section": "3.2.7", "areas": seas})
    return offers


def respond_offers(state: State, frame: ChallengeFrame) -> list[JsonObject]:
    """§3.3.14: the answer to a challenge."""
    return [
        {
            "kind": "respond",
            "label": "Answer",
            "section": "3.3.14",
            "attacker": frame.attacker,
            "target": frame.target,
            "area": state.units[frame.target].at,
        }
    ]
