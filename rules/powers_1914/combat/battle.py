"""§3.3 Battle: pair by pair, the attacker choosing, until one side is gone or the attacker stops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.procedure.options import Flag, OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import capital
from rules.powers_1914.combat.strength import CAPTURABLE, attack_modifiers, chances, defence_modifiers
from rules.powers_1914.conquest import conquest
from rules.powers_1914.facts.battle import (
    BattleEnded,
    FightDecided,
    FightRolled,
    HelpDeclined,
    StanceSet,
    UnitsWithdrew,
)
from rules.powers_1914.facts.conquest import UnitsRemoved
from rules.powers_1914.movement.reach import FIGHTS_ALL, section_of_rising
from rules.powers_1914.play import NOT_THE_LEADER, Play, among, check_enemy, check_own
from rules.powers_1914.position.frames import BattleFrame
from rules.powers_1914.position.state import Modifier, State
from rules.powers_1914.printed.board import GIBRALTAR
from rules.powers_1914.printed.pieces import AIRCRAFT, ARTILLERY, GENERAL, SHIP, TROOPS, foe


def battle_of(state: State) -> BattleFrame:
    """The battle under way. TypeError when there is none."""
    if state.battle is None:
        raise TypeError("no battle is under way")
    return state.battle


def defenders(state: State, frame: BattleFrame) -> list[str]:
    """The enemies in the field, generals aside."""
    return [u for u in state.units_of(frame.area, foe(frame.side)) if state.piece(u).kind != GENERAL]


def whose(at: At[State]) -> tuple[str, str]:
    """§3.3, §3.3.2: the question of the leader; an ally reads which units attack which, and may bring units up or
    not."""
    state, frame, names = at.state, at.state.battle, at.state.names
    if frame is None or frame.seat == at.seat:
        return "Choose who fights whom", "Higher total wins; a tie destroys both."
    field, foes = names.the_place(frame.area), defenders(state, frame)
    held = f"{capital(field)} is held by {names.units(foes)}. " if foes else ""
    return (
        f"Bring up units to {field}?",
        f"{capital(state.the_seat(frame.seat))} leads the attack with {names.units(frame.attackers)}. {held}"
        "Units that you bring up fight under its command. You can also leave it to them: your ally does not wait.",
    )


def may_fight(state: State, unit: str, target: str) -> bool:
    """§3.3.13, §5.3: land units fight land units, ships ships, aircraft aircraft; modernised twice all.

    Land units at sea are cargo and attack nobody (§3.2.7).
    """
    own, other = state.piece(unit), state.piece(target)
    if own.kind == AIRCRAFT:
        return other.kind == AIRCRAFT or (other.kind != GENERAL and state.level(own.nation, AIRCRAFT) >= FIGHTS_ALL)
    if own.kind == SHIP:
        return other.kind == SHIP
    afloat = state.printed.board.is_sea(state.units[unit].at)
    return own.kind in TROOPS and other.kind in TROOPS and not afloat


def pairs(state: State, frame: BattleFrame) -> dict[str, list[str]]:
    """§3.3: for each attacker, the units it may fight."""
    enemies = defenders(state, frame)
    found = {u: [t for t in enemies if may_fight(state, u, t)] for u in frame.attackers}
    return {u: targets for u, targets in found.items() if targets}


def in_the_air(state: State, frame: BattleFrame) -> bool:
    """§3.3.13: whether only aircraft attack, from the start or since the last land unit or ship fell: no unit can
    take the field.
    """
    return frame.raid or not _holders(state, frame)


def _holders(state: State, frame: BattleFrame) -> list[str]:
    """§3.3, §3.3.13: the attackers that could hold the field: ships at sea, troops on land."""
    return state.of_kind(frame.attackers, *((SHIP,) if state.printed.board.is_sea(frame.area) else TROOPS))


def goes_on(play: Play, frame: BattleFrame) -> bool:
    """§3.3: what follows without a decision; False while the attacker has to choose.

    §3.3.13: aircraft whose land units or ships have fallen go on like those that came alone, while they have an
    enemy to fight.
    """
    state = play.state
    sea = state.printed.board.is_sea(frame.area)
    main = _holders(state, frame)
    enemy = foe(frame.side)
    wing = state.of_kind(frame.attackers, AIRCRAFT)
    if not main and not (wing and (frame.raid or pairs(state, frame))):
        _over(play, frame, "lost")
        return True
    if main and not (state.ships(frame.area, enemy) if sea else state.troops(frame.area, enemy)):
        play.emit(BattleEnded(frame.area, "won"))
        if sea:
            conquest.abandon(play, frame.area, enemy)
        else:
            conquest.enter(play, frame.seat, frame.area, main)
        return True
    if not pairs(state, frame):
        _over(play, frame, "stopped" if defenders(state, frame) else "won")
        return True
    return False


def _over(play: Play, frame: BattleFrame, result: str) -> None:
    """§3.3.13, §3.11.2, §3.2.7: the end of an attack in which no unit is left that could hold the field.

    Aircraft alone among enemies are lost; land units of their side at sea are company enough, and a sea without enemies
    is no enemy field. A general goes back: no enemies have entered his field; beside aircraft that stay he stays.
    Land units at sea whose ship is gone stay there before the enemy's ships.
    """
    if _sea_is_clear(play.state, frame):
        play.emit(BattleEnded(frame.area, "won"))
        conquest.clear(play, frame.area, foe(frame.side))
        return
    wing = play.state.of_kind(frame.attackers, AIRCRAFT)
    if wing and not play.state.troops(frame.area, frame.side):
        play.emit(UnitsRemoved(tuple(wing), "3.3.13"))
    chiefs = play.state.of_kind(frame.attackers, GENERAL)
    if chiefs:
        play.emit(UnitsWithdrew(tuple(chiefs), frame.area))
    play.emit(BattleEnded(frame.area, result))


def _sea_is_clear(state: State, frame: BattleFrame) -> bool:
    """§3.3.13: whether attacking aircraft are left at sea, and no enemy but a general."""
    wing = state.of_kind(frame.attackers, AIRCRAFT)
    return bool(wing) and state.printed.board.is_sea(frame.area) and not defenders(state, frame)


def _go_back(play: Play, frame: BattleFrame) -> None:
    """§3.3.3: every attacker goes back one field the way it came, aircraft to where they started.

    A field that they only passed on the way is theirs when they end up in it. Aircraft that come home to a sea with
    enemy ships are lost if nobody waits for them there (§3.3.13). Gibraltar takes one land unit back
    (§2.5): a gun captured by the one that came from there is destroyed.
    """
    rock = [u for u in play.state.of_kind(frame.attackers, *TROOPS) if play.state.units[u].came == GIBRALTAR]
    if rock[1:]:
        play.emit(UnitsRemoved(tuple(rock[1:]), "2.5"))
        frame = battle_of(play.state)
    play.emit(UnitsWithdrew(frame.attackers, frame.area))
    play.emit(BattleEnded(frame.area, "stopped"))
    wing = play.state.of_kind(frame.attackers, AIRCRAFT)
    conquest.leave_alone_at_sea(play, [play.state.units[u].at for u in wing], frame.side, defeated=False)
    troops = play.state.of_kind(frame.attackers, *TROOPS)
    for area in dict.fromkeys(play.state.units[u].at for u in troops):
        back = [u for u in troops if u in play.state.units and play.state.units[u].at == area]
        if back and not play.state.printed.board.is_sea(area):
            conquest.enter(play, frame.seat, area, back)


def why_not_lead(at: At[State]) -> Refusal | None:
    """§3.3: the seat that attacked leads; its allies bring up units."""
    return None if battle_of(at.state).seat == at.seat else NOT_THE_LEADER


def why_not_stop(at: At[State]) -> Refusal | None:
    """§3.3.3, §3.14.7: the leader may stop, but units that rose on the spot have nowhere to go."""
    frame = battle_of(at.state)
    if frame.rising:
        text = "Units that appeared in the field itself have nowhere to withdraw to."
        return why_not_lead(at) or Refusal("rising", section_of_rising(at.state, frame), text)
    return why_not_lead(at)


def withdraw(play: Play, at: At[State], _: Choices) -> None:
    """§3.3.3: stop the attack."""
    _go_back(play, battle_of(at.state))


def why_not_help(at: At[State]) -> Refusal | None:
    """§3.3.2: the leader cannot leave the attack to anyone; an ally can."""
    if battle_of(at.state).seat == at.seat:
        return Refusal("leader", "3.3.3", "You lead this attack: fight on, or stop it.")
    return None


def leave(play: Play, at: At[State], _: Choices) -> None:
    """§3.3.2: no ally has to bring up units, nor is asked again in this battle."""
    play.emit(HelpDeclined(at.seat))


def fighters(at: At[State], _: Choices) -> OneOf:
    """§3.3: the attackers; offered are those that have an enemy to fight."""
    frame = battle_of(at.state)

    def check(unit: str) -> None:
        if unit not in frame.attackers:
            check_own(at.state, at.seat, unit)
            raise Refused("not-in-battle", "3.3", f"{at.state.names.unit(unit)} is not in this battle.")

    return among(lambda: pairs(at.state, frame), check)


def opponents(at: At[State], chosen: Choices) -> OneOf:
    """§3.3, §3.3.13: the enemies in the field whom the unit may fight."""
    state, frame, unit = at.state, battle_of(at.state), chosen.name("unit")
    names = state.names

    def check(target: str) -> None:
        check_enemy(state, at.seat, target)
        if state.units[target].at != frame.area:
            raise Refused("not-in-battle", "3.3", f"{names.unit(target)} is not in {names.the_place(frame.area)}.")
        if not may_fight(state, unit, target):
            cargo = len(state.of_kind((unit, target), *TROOPS)) > 1
            section = "3.2.7" if cargo else "3.3.13"
            raise Refused("cannot-fight", section, f"{names.unit(unit)} cannot fight {names.unit(target)}.")

    return among(lambda: defenders(state, frame), check)


def capture_flag(at: At[State], chosen: Choices) -> Flag:
    """§3.3.11: whether to capture instead of destroying: land units and ships, whoever fights them."""
    state, target = at.state, chosen.name("target")
    names = state.names
    if state.piece(target).kind in CAPTURABLE:
        return Flag()
    return Flag(Refusal("cannot-capture", "3.3.11", f"{names.unit(target)} cannot be captured."))


def fight(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.3.4, §3.3.11: one attacker against one defender, dice against dice."""
    state, frame = at.state, battle_of(at.state)
    unit, target, capture = chosen.name("unit"), chosen.name("target"), chosen.flag("capture")
    ours, theirs = modifiers(state, frame, unit, target, capture)
    catch = defender_captures(state, unit, target)
    roll_fight(play, frame.area, (unit, ours), (target, theirs), capture, catch)


def defender_captures(state: State, unit: str, target: str) -> bool:
    """§3.3.11: whether the defender has chosen to try to capture."""
    return state.piece(unit).kind in CAPTURABLE and state.seat_of(target) in state.capturing


def modifiers(
    state: State, frame: BattleFrame, unit: str, target: str, capture: bool
) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """§3.3: what changes the attacker's and the defender's die."""
    ours = attack_modifiers(state, frame.attackers, unit, frame.area, capture)
    return ours, defence_modifiers(state, target, frame.area, defender_captures(state, unit, target))


def roll_fight(
    play: Play,
    area: str,
    attacker: tuple[str, tuple[Modifier, ...]],
    defender: tuple[str, tuple[Modifier, ...]],
    capture: bool = False,
    catch: bool = False,
) -> None:
    """§3.3.4: both dice, the higher total wins, a tie destroys both; §3.3.11: the winner may have captured."""
    totals = []
    for role, (unit, changes) in (("attacker", attacker), ("defender", defender)):
        draw, die = play.next_die()
        totals.append(die + sum(m.value for m in changes))
        play.emit(FightRolled(area, role, unit, draw, die, changes, totals[-1]))
    state = play.state
    unit, target = attacker[0], defender[0]
    if totals[0] == totals[1]:
        play.emit(FightDecided("both", (unit, target), "", ""))
    elif totals[0] > totals[1]:
        captor = state.side_of(unit) if capture else ""
        play.emit(FightDecided("attacker", (target,), captor, own_colour(state, target, unit) if capture else ""))
    else:
        captor = state.side_of(target) if catch else ""
        play.emit(FightDecided("defender", (unit,), captor, own_colour(state, unit, target) if catch else ""))


def own_colour(state: State, prize: str, captor: str) -> str:
    """§3.3.11, §1.1: the captor's own counter for a captured gun or ship; empty when none is left.

    On the rock of Gibraltar a gun beside its captor would be a second land unit (§2.5): it is destroyed. So is one that
    aircraft defeat where no land unit or ship attacks with them: they could not keep it (§3.3.13).
    """
    kind = state.piece(prize).kind
    if kind not in (ARTILLERY, SHIP) or (kind == ARTILLERY and state.units[prize].at == GIBRALTAR):
        return ""
    if state.piece(captor).kind == AIRCRAFT and not _holders(state, battle_of(state)):
        return ""
    return next(iter(state.free_units(state.piece(captor).nation, kind, 1)), "")


def consult_fight(state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
    """§3.3: both sides' modifiers of a pair, and how often each wins."""
    frame = state.battle
    if frame is None or state.seats[seat] != frame.side:
        raise Refused("no-battle", "3.3", "You are not attacking.")
    chosen = FIGHT.read(At(state, seat, frame), question)
    unit, target, capture = chosen.name("unit"), chosen.name("target"), chosen.flag("capture")
    ours, theirs = modifiers(state, frame, unit, target, capture)
    return fight_json(unit, target, capture, ours, theirs)


def fight_json(
    unit: str, target: str, capture: bool, ours: Sequence[Modifier], theirs: Sequence[Modifier]
) -> JsonObject:
    """§3.3.4: a single fight before its dice, on the wire."""
    return {
        "unit": unit,
        "target": target,
        "capture": capture,
        "attacker": [modifier_json(m) for m in ours],
        "defender": [modifier_json(m) for m in theirs],
        "totals": [sum(m.value for m in ours), sum(m.value for m in theirs)],
        "chances": chances(sum(m.value for m in ours), sum(m.value for m in theirs)),
    }


def modifier_json(modifier: Modifier) -> JsonObject:
    """A modifier on the wire."""
    return {"text": modifier.text, "section": modifier.section, "value": modifier.value}


def fight_hand(at: At[State]) -> JsonObject:
    """§3.3: for each attacker the units it may fight, and which of them can be captured."""
    who = pairs(at.state, battle_of(at.state))
    targets = {t for its in who.values() for t in its}
    prizes: list[Json] = [t for t in sorted(targets) if at.state.piece(t).kind in CAPTURABLE]
    return {"pairs": {u: [*its] for u, its in who.items()}, "capturable": prizes}


FIGHT: Order[State] = Order(
    "fight", "Fight", "3.3.4", fight,
    (Slot("unit", "unit", fighters), Slot("target", "unit", opponents), Slot("capture", "flag", capture_flag)),
    why_not_lead, hand=fight_hand, weight=80,
)  # fmt: skip
WITHDRAW: Order[State] = Order("withdraw", "Stop the attack", "3.3.3", withdraw, when=why_not_stop, weight=4)
LEAVE: Order[State] = Order("leave", "Leave it to them", "3.3.2", leave, when=why_not_help, weight=4)


# --- defenders who capture (§3.3.11) ------------------------------------------------------------------------------


def other_stance(at: At[State], _: Choices) -> Flag:
    """§3.3.11: the other of the two."""
    same = Refusal("no-change", "3.3.11", "Your defenders already do that.")
    captures = at.seat in at.state.capturing
    return Flag(same if captures else None, None if captures else same, "Try to capture", "Destroy")


def take_stance(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.3.11: say once, until changed, whether your defenders try to capture."""
    play.emit(StanceSet(at.seat, chosen.flag("capture")))


STANCE: Order[State] = Order(
    "stance", "Defenders try to capture", "3.3.11", take_stance, (Slot("capture", "flag", other_stance),),
    hand=lambda at: {"now": at.seat in at.state.capturing}, form=True,
    help="When you are attacked, your units can try to capture the enemy instead of destroying it: captured guns and "
    "ships change sides, captured infantry become prisoners. Trying costs 1 on the die.",
)  # fmt: skip
