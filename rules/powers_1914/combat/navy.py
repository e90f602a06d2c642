"""§3.3.14, §3.8, §3.2.7: ships against guns, ships against shipyards, ships against land units at sea."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.messages import JsonObject, Refused
from rules.kernel.procedure.options import Flag, OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.powers_1914.combat.battle import fight_json, roll_fight
from rules.powers_1914.combat.strength import duel_modifiers
from rules.powers_1914.conquest import conquest
from rules.powers_1914.facts.navy import ChallengeAnswered, ChallengeLapsed, ChallengeMade, UnitsSunk
from rules.powers_1914.facts.production import WorksChanged
from rules.powers_1914.play import Play, among, check_area, check_enemy, check_own, only
from rules.powers_1914.position.frames import ChallengeFrame
from rules.powers_1914.position.state import POOL, State
from rules.powers_1914.printed.pieces import ARTILLERY, SHIP, SHIPYARD, foe

# --- ships and guns (§3.3.14) -------------------------------------------------------------------------------------


def challengers(state: State, seat: str) -> list[str]:
    """§3.3.14: ships, and guns that have not moved or shot, which still have a fight to ask for or to force."""
    mine = (u for u in state.units if state.seat_of(u) == seat)
    return [u for u in mine if _may_challenge(state, u) and (u not in state.challenged or opponents(state, u))]


def _may_challenge(state: State, unit: str) -> bool:
    now, kind = state.units[unit], state.piece(unit).kind
    return now.at != POOL and (kind == SHIP or (kind == ARTILLERY and not now.spent))


def opponents(state: State, unit: str) -> list[str]:
    """§3.3.14: enemy guns on the shores of a ship's sea, or ships off a gun's shores, that have not declined yet.

    A unit asks once in this step; guns that have no choice it may fight before and after that, one by one.
    """
    other = ARTILLERY if state.piece(unit).kind == SHIP else SHIP
    enemy = foe(state.side_of(unit))
    shores = state.printed.board.coast[state.units[unit].at]
    near = [t for a in shores for t in state.of_kind(state.units_of(a, enemy), other) if t not in state.challenged]
    return [t for t in near if unit not in state.challenged or must_fight(state, unit, t)]


def must_fight(state: State, attacker: str, target: str) -> bool:
    """§3.3.14, §3.8: a gun beside its side's shipyard has no choice when ships come."""
    if state.piece(attacker).kind != SHIP:
        return False
    return holds_yard(state, state.units[target].at, state.side_of(target))


def holds_yard(state: State, area: str, side: str) -> bool:
    """Whether a shipyard of the side is there."""
    return any(w.kind == SHIPYARD and state.nations[w.nation].side == side for w in state.works.get(area, ()))


def askers(at: At[State], _: Choices) -> OneOf:
    """§3.3.14: which units may challenge; offered are those with an enemy opposite."""
    state = at.state

    def check(unit: str) -> None:
        check_own(state, at.seat, unit)
        if unit not in challengers(state, at.seat):
            raise Refused("cannot-challenge", "3.3.14", f"{state.names.unit(unit)} has no one to challenge now.")

    return among(lambda: duels(state, at.seat), check)


def challengeable(at: At[State], chosen: Choices) -> OneOf:
    """§3.3.14: which units may be challenged."""
    state, there = at.state, opponents(at.state, chosen.name("unit"))
    names = state.names

    def check(target: str) -> None:
        check_enemy(state, at.seat, target)
        if target in state.challenged:
            raise Refused("cannot-challenge", "3.3.14", f"{names.unit(target)} has already declined.")
        if target in there:
            return
        if chosen.name("unit") in state.challenged:
            text = f"{names.unit(chosen.name('unit'))} has already asked for a fight this turn."
            raise Refused("cannot-challenge", "3.3.14", text)
        raise Refused("no-such-target", "3.3.14", f"{names.unit(target)} is not an opponent in a neighbouring field.")

    return among(lambda: there, check)


def challenge(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.3.14: ask an enemy gun or ship on a neighbouring field to fight; beside its shipyard it has to."""
    unit, target = chosen.name("unit"), chosen.name("target")
    play.emit(ChallengeMade(unit, target, at.state.seat_of(target)))
    if must_fight(at.state, unit, target):
        _duel(play, ChallengeFrame(unit, target, at.state.seat_of(target)))


def duels(state: State, seat: str) -> dict[str, list[str]]:
    """§3.3.14: the units that could challenge, and whom."""
    return {u: others for u in challengers(state, seat) if (others := opponents(state, u))}


def duels_hand(at: At[State]) -> JsonObject | None:
    """§3.3.14: which units could fight which."""
    found: JsonObject = {u: [*others] for u, others in duels(at.state, at.seat).items()}
    return {"pairs": found} if found else None


CHALLENGE: Order[State] = Order(
    "challenge", "Ship against gun", "3.3.14", challenge,
    (Slot("unit", "unit", askers), Slot("target", "unit", challengeable)),
    hand=duels_hand, weight=8,
)  # fmt: skip


def respond(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.3.14: fight, or do not."""
    frame = _challenge(at)
    if chosen.flag("accept"):
        _duel(play, frame)
    else:
        play.emit(ChallengeAnswered(frame.attacker, frame.target, False))


def _challenge(at: At[State]) -> ChallengeFrame:
    if not isinstance(at.frame, ChallengeFrame):
        raise TypeError("no unit was challenged")
    return at.frame


def who_asks(at: At[State]) -> tuple[str, str]:
    """§3.3.14: which unit challenges which, where, and what either answer leads to."""
    state, frame, names = at.state, _challenge(at), at.state.names
    here, there = (names.the_place(state.units[u].at) for u in (frame.attacker, frame.target))
    return (
        f"{names.unit(frame.attacker)} challenges {names.unit(frame.target)}",
        f"From {here} against {there}. Both roll once; a tie destroys both. "
        "If you decline, you are not asked again this turn.",
    )


RESPOND: Order[State] = Order(
    "respond", "Answer", "3.3.14", respond, (Slot("accept", "flag", lambda _, __: Flag(yes="Fight", no="Decline")),),
    weight=12,
)  # fmt: skip


def lapses(play: Play, frame: ChallengeFrame) -> bool:
    """§3.3.14, §3.15.2: gas may take one of the two before the answer."""
    if {frame.attacker, frame.target} <= set(play.state.units):
        return False
    play.emit(ChallengeLapsed())
    return True


def _duel(play: Play, frame: ChallengeFrame) -> None:
    state = play.state
    ours, theirs = duel_modifiers(state, frame.attacker, frame.target)
    area = state.units[frame.target].at
    play.emit(ChallengeAnswered(frame.attacker, frame.target, True))
    roll_fight(play, area, (frame.attacker, ours), (frame.target, theirs))


def consult_duel(state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
    """§3.3.14: both sides' modifiers and the odds, for a unit that could challenge or is challenged."""
    only(question, "unit", "target", "capture")
    unit, target = question.get("unit"), question.get("target")
    if not isinstance(unit, str) or not isinstance(target, str) or not _at_odds(state, seat, unit, target):
        raise Refused("no-battle", "3.3", "You are not attacking.")
    return fight_json(unit, target, False, *duel_modifiers(state, unit, target))


def _at_odds(state: State, seat: str, unit: str, target: str) -> bool:
    frame = state.top
    if isinstance(frame, ChallengeFrame):
        return (unit, target) == (frame.attacker, frame.target)
    return unit in challengers(state, seat) and target in opponents(state, unit)


# --- ships and shipyards (§3.8) -----------------------------------------------------------------------------------


def raids(state: State, seat: str) -> dict[str, list[str]]:
    """§3.8: ships and the enemy shipyards that they could take, no gun protecting them."""
    board = state.printed.board
    found: dict[str, list[str]] = {}
    enemy = foe(state.seats[seat])
    for unit, now in state.units.items():
        if state.piece(unit).kind == SHIP and state.seat_of(unit) == seat and now.at != POOL:
            yards = [a for a in board.coast[now.at] if holds_yard(state, a, enemy) and not _guns(state, a, enemy)]
            if yards:
                found[unit] = yards
    return found


def _guns(state: State, area: str, side: str) -> list[str]:
    return state.of_kind(state.units_of(area, side), ARTILLERY)


def raiders(at: At[State], _: Choices) -> OneOf:
    """§3.8: ships; offered are those beside an enemy shipyard without guns."""

    def check(unit: str) -> None:
        check_own(at.state, at.seat, unit)
        if at.state.piece(unit).kind != SHIP:
            raise _not_beside()

    return among(lambda: raids(at.state, at.seat), check)


def _not_beside() -> Refused:
    return Refused("not-adjacent", "3.8", "Only ships in a neighbouring sea can reach a shipyard.")


def shipyards_in_reach(at: At[State], chosen: Choices) -> OneOf:
    """§3.8: enemy shipyards on the ship's sea; guns that protect one have to be fought first."""
    state, enemy = at.state, foe(at.state.seats[at.seat])
    names = state.names
    shores = state.printed.board.coast[state.units[chosen.name("unit")].at]

    def check(area: str) -> None:
        check_area(state, area)
        if area not in shores:
            raise _not_beside()
        if not holds_yard(state, area, enemy):
            raise Refused("no-shipyard", "3.8", f"There is no enemy shipyard in {names.the_place(area)}.")
        if _guns(state, area, enemy):
            text = f"Guns protect the shipyard in {names.the_place(area)}: fight them first."
            raise Refused("guns-protect", "3.8", text)

    return among(lambda: shores, check)


def raid(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.8: take over or destroy a shipyard from the sea. One on friendly ground goes back to the ground's nation.

    It is no fight, after which the ship could not move (§3.3.15).
    """
    state, unit, area = at.state, chosen.name("unit"), chosen.name("area")
    ground = state.control[area]
    captor = ground if state.nations[ground].side == state.seats[at.seat] else state.piece(unit).nation
    play.emit(WorksChanged(SHIPYARD, area, captor if chosen.flag("take") else ""))


RAID: Order[State] = Order(
    "raid", "Raid a shipyard", "3.8", raid,
    (
        Slot("unit", "unit", raiders, "Choose a ship"),
        Slot("area", "hex", shipyards_in_reach, "Choose a shipyard"),
        Slot("take", "flag", lambda _, __: Flag(yes="Capture it", no="Destroy it")),
    ),
    weight=8,
    help="No gun protects it, so no die is rolled, and the ship may still move if it has not. "
    "A captured shipyard builds nothing until you hold the field.",
)  # fmt: skip


# --- land units at sea (§3.2.7) -----------------------------------------------------------------------------------


def helpless(state: State, seat: str) -> dict[str, str]:
    """§3.2.7: seas in which a ship of the seat has unprotected enemy land units before it, and that ship."""
    enemy = foe(state.seats[seat])
    found: dict[str, str] = {}
    for unit, now in state.units.items():
        mine = state.piece(unit).kind == SHIP and state.seat_of(unit) == seat and now.at != POOL
        if mine and state.troops(now.at, enemy) and not state.ships(now.at, enemy):
            found.setdefault(now.at, unit)
    return found


def open_seas(at: At[State], _: Choices) -> OneOf:
    """§3.2.7: seas with unprotected enemies before the seat's ships."""
    seas = helpless(at.state, at.seat)

    def check(area: str) -> None:
        check_area(at.state, area)
        if area not in seas:
            text = f"Your ships can reach no unprotected enemies in {at.state.names.the_place(area)}."
            raise Refused("nobody-helpless", "3.2.7", text)

    return among(lambda: seas, check)


def sink(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.2.7, §3.3.11: sink or capture all unprotected enemy land units in a sea, without a fight."""
    state, area, capture = at.state, chosen.name("area"), chosen.flag("capture")
    ship, enemy = helpless(state, at.seat)[area], foe(state.seats[at.seat])
    units = tuple(state.troops(area, enemy))
    guns = len(state.of_kind(units, ARTILLERY)) if capture else 0
    gained = state.free_units(state.piece(ship).nation, ARTILLERY, guns)
    play.emit(UnitsSunk(state.seats[at.seat], area, units, capture, gained))
    conquest.abandon(play, area, enemy)


SINK: Order[State] = Order(
    "sink", "Sink or capture", "3.2.7", sink,
    (
        Slot("area", "hex", open_seas, "Choose a sea"),
        Slot("capture", "flag", lambda _, __: Flag(yes="Capture them", no="Sink them")),
    ),
    weight=8, help="No ship protects them: you sink or capture all of them.",
)  # fmt: skip
