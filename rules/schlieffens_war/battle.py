"""§11.2, §11.17 to §11.22: an attack from its declaration to the advance, decision by decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kernel.messages import JsonObject, Refused
from rules.schlieffens_war.combat import (
    attack_factor,
    concentric_columns,
    counts_for_plan_xvii,
    defence_factor,
    defender_choices,
    effort_shifts,
    ground_shifts,
    is_concentric,
    morale_shifts,
    needs_choice,
)
from rules.schlieffens_war.data import BE, BR, charts, foe
from rules.schlieffens_war.events import (
    AttackCounted,
    BattleEnded,
    CombatRolled,
    ConcentricRolled,
    DefendersChosen,
    ExtraLossDue,
    OddsFound,
    StackRetreated,
    StageReached,
    StepLost,
    UnitLost,
    UnitsAdvanced,
)
from rules.schlieffens_war.heavy_artillery import may_bombard
from rules.schlieffens_war.morale import is_fatigued
from rules.schlieffens_war.play import Play, name_of, only, want_path, want_units
from rules.schlieffens_war.stacking import MAX_DEFENDING, is_overstacked, may_share
from rules.schlieffens_war.state import BattleFrame, State, board, corps_among, counter, is_on_map
from rules.schlieffens_war.supply import nearest_source
from rules.schlieffens_war.zoc import in_ezoc


def battle_of(state: State) -> BattleFrame:
    """The attack under way. ValueError when there is none."""
    if state.battle is None:
        raise ValueError("no attack is under way")
    return state.battle


def attacker_side(frame: BattleFrame) -> str:
    """The attacking side."""
    return counter(frame.attackers[0]).side


# --- the automatic course (§11.8, §11.15 to §11.20) ---------------------------------------------------------------


def advance_battle(play: Play) -> bool:
    """§11.6: take the attack one step on without asking anyone; False when a player has to decide."""
    frame = battle_of(play.state)
    match frame.stage:
        case "defenders":
            if needs_choice(play.state, frame.target):
                return False
            _name_defenders(play, [*defender_choices(play.state, frame.target)[0]])
        case "odds":
            _find_odds(play, frame)
        case "concentric":
            if frame.defence and is_concentric(frame.origins, frame.target):
                draw, die = play.next_die()
                play.emit(ConcentricRolled(draw, die, concentric_columns(die)))
            play.emit(StageReached("bombard"))
        case "bombard":
            if may_bombard(play.state, frame):
                return False
            play.emit(StageReached("resolve"))
        case "resolve":
            _roll_combat(play, frame)
        case "defender_losses":
            return _defender_losses(play, frame)
        case "extra_loss":
            return _extra_loss(play, frame)
        case "attacker_losses":
            return _attacker_losses(play, frame)
        case "aftermath":
            _aftermath(play, frame)
        case "extra_each":
            for unit in frame.extra_due:
                play.emit(StepLost(unit, "extra-each", "11.20"))
            play.emit(StageReached("advance"))
        case "advance":
            if may_advance(play.state, frame):
                return False
            play.emit(BattleEnded(frame.target))
        case unknown:
            raise AssertionError(f"no stage {unknown}")
    return True


def _name_defenders(play: Play, weighty: Sequence[str]) -> None:
    frame = battle_of(play.state)
    _, staff = defender_choices(play.state, frame.target)
    defenders = (*weighty, *staff)
    bystanders = tuple(u for u in play.state.stacks[frame.target] if u not in defenders)
    play.emit(DefendersChosen(defenders, bystanders))


def _find_odds(play: Play, frame: BattleFrame) -> None:
    """§11.8, §11.9: the totals, their column and the shifts; no ground brings odds against nobody back to the table."""
    state = play.state
    attack = sum(attack_factor(state, u) for u in frame.attackers)
    defence = sum(defence_factor(state, u) for u in frame.defenders)
    shifts = [
        *ground_shifts(state, frame.origins, frame.target),
        *morale_shifts(state, frame.attackers, frame.defenders),
        *effort_shifts(state, attacker_side(frame)),
    ]
    if not defence:
        shifts = []
    column = charts().crt.column_of(attack, defence) + sum(s.columns for s in shifts)
    play.emit(OddsFound(attack, defence, column, tuple((s.text, s.section, s.columns) for s in shifts)))


def _roll_combat(play: Play, frame: BattleFrame) -> None:
    """§11.17, §11.9, §11.18, §11.19, §4.4: the die, or the automatic result off the table; what each side owes."""
    state = play.state
    bef = 1 if any(counter(u).nation == BR for u in frame.defenders) else 0
    automatic = charts().crt.automatic(frame.column)
    if automatic is not None:
        play.emit(CombatRolled(frame.column, None, None, automatic[0], automatic[1], bef))
    else:
        draw, die = play.next_die()
        attacker, defender = charts().crt.result(frame.column, die)
        play.emit(CombatRolled(frame.column, draw, die, attacker, defender, bef))
    if counts_for_plan_xvii(state, frame.attackers, frame.target):
        play.emit(AttackCounted(state.plan_xvii + 1))


# --- step losses (§11.20) -----------------------------------------------------------------------------------------


def next_losers(state: State, participants: Sequence[str], others: Sequence[str], hits: Sequence[str]) -> list[str]:
    """§11.20: who may take the next step loss: a participant first, none twice before all once, forts after corps."""
    alive = [u for u in (*participants, *others) if state.units[u].steps and counter(u).kind != "depot"]
    if any(counter(u).is_corps for u in alive):
        alive = [u for u in alive if counter(u).kind != "fort"]
    first = not any(u in (*participants, *others) for u in hits)
    if first:
        alive = [u for u in alive if u in participants] or alive
    fresh = [u for u in alive if u not in hits]
    return fresh or alive


def defending_losers(state: State, frame: BattleFrame) -> list[str]:
    """§11.20, §6.2: who of the defending hex may take the next loss; an HQ that stays out only when it is alone."""
    aside = staying_out(frame)
    others = [u for u in frame.bystanders if u not in aside]
    return next_losers(state, frame.defenders, others, frame.hits) or [u for u in aside if state.units[u].steps]


def staying_out(frame: BattleFrame) -> list[str]:
    """§6.2: the HQ of the target that its owner keeps out of the fight, if there is one."""
    return [u for u in frame.bystanders if counter(u).kind == "hq"]


def attacking_losers(state: State, frame: BattleFrame) -> list[str]:
    """§11.20: who may take the attackers' next loss: participants, then corps that are stacked with them."""
    others = [
        u
        for hex_ in frame.origins
        for u in state.stacks.get(hex_, ())
        if u not in frame.attackers and counter(u).is_corps and counter(u).side == attacker_side(frame)
    ]
    return next_losers(state, frame.attackers, others, frame.hits)


def _defender_losses(play: Play, frame: BattleFrame) -> bool:
    state = play.state
    if frame.defender_due <= 0 or not state.stacks.get(frame.target) or frame.retreated:
        if frame.retreated:
            _tire_retreated(play, frame)
        else:
            _go_on_to_attackers(play, frame)
        return True
    losers = defending_losers(state, frame)
    if not losers:
        _go_on_to_attackers(play, frame)
        return True
    if len(losers) == 1 and not may_retreat(state, frame):
        play.emit(StepLost(losers[0], "defender", "11.20"))
        return True
    return False


def _go_on_to_attackers(play: Play, frame: BattleFrame) -> None:
    """§11.18: the defender has paid; depots left without a defender are lost before the attackers pay."""
    _abandon_depots(play, frame, "11.20")
    play.emit(StageReached("attacker_losses"))


def _abandon_depots(play: Play, frame: BattleFrame, section: str) -> None:
    """§6.2, §8.8, §11.20: corps, forts and HQs defend a hex, depots do not: with the last defender they are lost."""
    left = play.state.stacks.get(frame.target, ())
    if all(counter(u).kind == "depot" for u in left):
        for depot in left:
            play.emit(UnitLost(depot, section))


def _tire_retreated(play: Play, frame: BattleFrame) -> None:
    """§11.20: a stack that retreats loses a level of morale; if all its defenders were fatigued already, a step more.

    Like every other step of the battle, it falls on a unit that has lost none yet, if there is one, and not on an HQ
    that stayed out of the fight, unless it retreated alone.
    """
    state = play.state
    corps = [u for u in corps_among(frame.defenders) if state.units[u].steps]
    fled = [u for u in (*frame.defenders, *frame.bystanders) if is_on_map(state, u)]
    all_tired = bool(corps) and all(is_fatigued(state, u) for u in corps)
    play.change_morale(fled, -1, "11.20")
    if all_tired:
        fought = [u for u in fled if u not in staying_out(frame)]
        play.emit(ExtraLossDue(tuple(next_losers(state, fought or fled, (), frame.hits)), "extra_loss"))
    else:
        play.emit(StageReached("attacker_losses"))


def _extra_loss(play: Play, frame: BattleFrame) -> bool:
    if not frame.extra_due:
        play.emit(StageReached("attacker_losses"))
        return True
    if len(frame.extra_due) == 1:
        play.emit(StepLost(frame.extra_due[0], "extra", "11.20"))
        return True
    return False


def _attacker_losses(play: Play, frame: BattleFrame) -> bool:
    losers = attacking_losers(play.state, frame) if frame.attacker_due > 0 else []
    if not losers:
        play.emit(StageReached("aftermath"))
        return True
    if len(losers) == 1:
        play.emit(StepLost(losers[0], "attacker", "11.20"))
        return True
    return False


def lose(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§11.20: take step losses, one for each entry in the order given."""
    only(command, "units")
    units = want_units(command, play.state, seat, repeats=True)
    for unit in units:
        frame = battle_of(play.state)
        due, losers, role = _due(play.state, frame)
        if due <= 0:
            raise Refused("too-many-losses", "11.20", "The result does not demand that many losses.")
        if unit not in losers:
            raise Refused("not-this-unit", "11.20", f"{name_of(unit)} cannot take this loss: {_why_not(frame, unit)}")
        play.emit(StepLost(unit, role, "11.20"))


def _why_not(frame: BattleFrame, unit: str) -> str:
    if unit in staying_out(frame):
        return "it stays out of the fight as long as another unit is left."
    if not frame.hits:
        return "the first loss falls on a unit that took part, and on a fort only when no corps is left."
    return "no unit loses two steps before all have lost one, and forts come last."


def _due(state: State, frame: BattleFrame) -> tuple[int, list[str], str]:
    if frame.stage == "defender_losses":
        return frame.defender_due, defending_losers(state, frame), "defender"
    if frame.stage == "extra_loss":
        return len(frame.extra_due[:1]), [*frame.extra_due], "extra"
    return frame.attacker_due, attacking_losers(state, frame), "attacker"


# --- retreat (§11.21) ---------------------------------------------------------------------------------------------


def retreating_units(state: State, frame: BattleFrame) -> tuple[str, ...]:
    """§11.20: the mobile defenders, HQs that stayed out among them, retreat as one stack; depots are no defenders."""
    return tuple(u for u in state.stacks.get(frame.target, ()) if counter(u).is_mobile and counter(u).kind != "depot")


def may_retreat(state: State, frame: BattleFrame) -> bool:
    """§11.20, §11.21: whether the losses still due can be turned into hexes of retreat now."""
    return bool(retreat_paths(state, frame))


def retreat_paths(state: State, frame: BattleFrame) -> list[tuple[str, ...]]:
    """§11.21: every way back of as many hexes as losses are due, each hex as near to supply as such a way can be.

    None before the first step is lost, none out of a fort or heavy fortress.
    """
    target = frame.target
    if not frame.hits or frame.defender_due <= 0 or target in board().fortresses:
        return []
    if any(counter(u).kind == "fort" for u in state.stacks.get(target, ())):
        return []
    units = retreating_units(state, frame)
    if not units:
        return []
    return _ways_back(state, units, (target,), frame.defender_due)


def _ways_back(state: State, units: Sequence[str], behind: tuple[str, ...], hexes: int) -> list[tuple[str, ...]]:
    """§11.21: the ways of that many ``hexes`` on from the last one ``behind``, first of all by the nearest to supply.

    A hex from which the rest of the retreat cannot be made is not open to it.
    """
    if not hexes:
        return [()]
    rest = {
        h: _ways_back(state, units, (*behind, h), hexes - 1)
        for h in open_retreats(state, units, behind[-1])
        if h not in behind
    }
    steps, index = nearest_source(state, counter(units[0]).nation), board().lattice.index
    distance = {h: steps.get(index[h], 10_000) for h, ways in rest.items() if ways}
    nearest = min(distance.values(), default=0)
    return [(h, *way) for h in distance if distance[h] == nearest for way in rest[h]]


def open_retreats(state: State, units: Sequence[str], here: str) -> list[str]:
    """§7.3, §10.8, §11.21: neighbours without enemies or their zones, in which the stack would be within the limits."""
    b = board()
    side = counter(units[0]).side
    found = []
    for j in b.ways[b.lattice.index[here]]:
        hex_ = b.lattice.ids[j]
        if state.holder(hex_) == foe(side) or in_ezoc(state, hex_, side):
            continue
        if any(counter(u).nation == BE for u in units) and hex_ not in b.belgian_area:
            continue
        if is_overstacked((*state.stacks.get(hex_, ()), *units)):
            continue
        if all(may_share(state, u, hex_) for u in units):
            found.append(hex_)
    return found


def retreat(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§11.21: turn the losses still due into hexes of retreat along a path."""
    only(command, "path")
    path = want_path(command)
    frame = battle_of(play.state)
    paths = retreat_paths(play.state, frame)
    if not paths:
        raise Refused(
            "no-retreat",
            "11.21",
            "The stack cannot retreat: it stands in a fort, has not taken its first loss, or has no open route.",
        )
    if path not in paths:
        raise Refused(
            "wrong-retreat", "11.21", "A retreat covers one hex for each remaining loss and leads towards supply."
        )
    units = retreating_units(play.state, frame)
    play.emit(StackRetreated(units, (frame.target, *path)))
    play.enter(path, seat)
    _abandon_depots(play, frame, "11.21")


# --- after the losses (§11.20, §11.22) ----------------------------------------------------------------------------


def _aftermath(play: Play, frame: BattleFrame) -> None:
    """§11.20: attackers who cleared the hex gain morale; the others tire, and those already fatigued lose a step."""
    state = play.state
    alive = [u for u in frame.attackers if state.units[u].steps]
    if not state.stacks.get(frame.target):
        play.change_morale(alive, +1, "11.20")
        play.emit(StageReached("advance"))
        return
    exhausted = tuple(u for u in alive if is_fatigued(state, u))
    play.change_morale([u for u in alive if u not in exhausted], -1, "11.20")
    if exhausted:
        play.emit(ExtraLossDue(exhausted, "extra_each"))
    else:
        play.emit(StageReached("advance"))


def advancers(state: State, frame: BattleFrame) -> list[str]:
    """§11.22: attackers who may go into the hex that the defender left."""
    if state.stacks.get(frame.target):
        return []
    return [u for u in frame.attackers if state.units[u].steps]


def may_advance(state: State, frame: BattleFrame) -> bool:
    """§11.22: whether there is an empty hex and somebody to take it."""
    return bool(advancers(state, frame))


def advance(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§7.4, §11.22: take the vacated hex with some attackers, or none; zones of control do not matter."""
    only(command, "units")
    units = want_units(command, play.state, seat, least=0)
    frame = battle_of(play.state)
    able = advancers(play.state, frame)
    for unit in units:
        if unit not in able:
            raise Refused("not-an-attacker", "11.22", f"{name_of(unit)} did not take part in this attack.")
    if len({counter(u).nation for u in units}) > 1:
        raise Refused("other-nation", "6.3", "Units of different nations may not stack together.")
    if is_overstacked(units):
        raise Refused("overstacked", "11.22", "At most three corps and one HQ may advance.")
    if units:
        play.emit(UnitsAdvanced(units, frame.target))
        play.enter((frame.target,), seat)
    play.emit(BattleEnded(frame.target))


# --- the defender's choice (§11.2) --------------------------------------------------------------------------------


def defend(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§11.2: of more than two corps equivalents the owner names the two that fight; an HQ helps them."""
    only(command, "units")
    units = want_units(command, play.state, seat)
    frame = battle_of(play.state)
    weighty, staff = defender_choices(play.state, frame.target)
    chosen = [u for u in units if u in weighty]
    if len(chosen) != MAX_DEFENDING or any(u not in weighty and u not in staff for u in units):
        raise Refused("choose-two", "11.2", "Choose two corps or forts in the attacked hex to defend it.")
    _name_defenders(play, chosen)


# --- what is offered ----------------------------------------------------------------------------------------------

STEP_OF_STAGE = {
    "defenders": "choose_defenders",
    "bombard": "heavy_artillery",
    "defender_losses": "defender_losses",
    "extra_loss": "extra_loss",
    "attacker_losses": "attacker_losses",
    "advance": "advance",
}


def battle_side(frame: BattleFrame) -> str:
    """Who decides at this stage of the attack."""
    attacker = attacker_side(frame)
    return foe(attacker) if frame.stage in ("defenders", "defender_losses", "extra_loss") else attacker


def battle_offers(state: State, frame: BattleFrame) -> list[JsonObject]:
    """What the deciding side may do at this stage (heavy artillery has its own file)."""
    if frame.stage == "defenders":
        weighty, _ = defender_choices(state, frame.target)
        return [
            {
                "kind": "defend",
                "label": "Defend with these",
                "section": "11.2",
                "units": [*weighty],
                "count": MAX_DEFENDING,
            }
        ]
    if frame.stage == "advance":
        return [
            {
                "kind": "advance",
                "label": "Advance",
                "section": "11.22",
                "units": [*advancers(state, frame)],
                "hexes": [frame.target],
            }
        ]
    due, losers, _ = _due(state, frame)
    offers: list[JsonObject] = []
    if losers:
        offers.append(
            {"kind": "lose", "label": "Take a step loss", "section": "11.20", "units": [*losers], "count": due}
        )
    if frame.stage == "defender_losses":
        paths = retreat_paths(state, frame)
        if paths:
            offers.append({"kind": "retreat", "label": "Retreat", "section": "11.21", "paths": [[*p] for p in paths]})
    return offers
