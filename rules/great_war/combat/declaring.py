"""§10.1, §10.2 Declaring attacks: who may attack what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.great_war.combat.russians import check_russians, why_no_russian_attack
from rules.great_war.facts.combat import AttackDeclared
from rules.great_war.movement.eligibility import DEVASTATING, SHUT_IN
from rules.great_war.movement.marker import may_attack_again
from rules.great_war.play import Play, own
from rules.great_war.position.control import combat_hexes, forts, nation_of_fort, occupied_hexes
from rules.great_war.position.fog_of_war import faces_shown
from rules.great_war.position.kut import is_shut_in, is_walled
from rules.great_war.position.state import State
from rules.great_war.printed.board import SNOW
from rules.great_war.printed.charts import WEATHER
from rules.great_war.printed.nations import ALLIED, foe
from rules.great_war.printed.phases import AGAINS
from rules.great_war.restrictions import first_turns
from rules.great_war.restrictions.civil_war import why_not_together
from rules.great_war.restrictions.enver_order import note_attack
from rules.great_war.restrictions.event_bans import why_event_forbids, why_target_forbidden
from rules.great_war.restrictions.national import not_attacked_by, why_off_limits, why_too_many_attack
from rules.great_war.restrictions.near_east import fights_on
from rules.great_war.restrictions.shut_land import why_shut
from rules.great_war.stacking import is_mixed
from rules.great_war.turn.weather import weather_on
from rules.great_war.units.mounted import on_foot
from rules.great_war.units.untried import is_untried, show_strengths
from rules.great_war.works.trenches import is_hampered
from rules.hexes.choosing import some_of
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import Fitting, Later, OneOf, SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

# --- one unit ---------------------------------------------------------------------------------------------------------


def why_not_attack(state: State, unit: str, target: str) -> Refusal | None:
    """§10.1, §10.15, §15.71: why a unit may not attack a hex, whichever units attack with it."""
    return why_not_fight(state, unit) or _why_not_there(state, unit, target)


def _why_not_there(state: State, unit: str, target: str) -> Refusal | None:
    """§10.15, §15.71: why a unit that attacks may not attack this hex."""
    board, now, counter = state.printed.board, state.units[unit], state.counter(unit)
    a, b = board.index[now.at], board.index[target]
    if b not in board.neighbours[a]:
        return Refusal("not-adjacent", "10.11", "Only units next to the hex may attack it.")
    if not board.crossed(a, board.neighbours[a].index(b)):
        return Refusal("closed", "10.15", "Units cannot attack across the sea or a lake.")
    weather = WEATHER.index(weather_on(state, board.front[a]))
    if weather == SNOW and {a, b} & board.alpine:
        return Refusal("snow", "10.15", "In snow units cannot attack into or out of alpine hexes.")
    if b in board.alpine and counter.kind != "mountain":
        return Refusal("alpine", "15.71", "Only mountain units may attack alpine hexes.")
    if counter.kind == "tank":
        ground = state.printed.charts.terrain[board.terrain[b]]
        if not ground.tanks or ground.ends_advance(WEATHER[weather]):
            return Refusal("no-tanks", "15.24", "Tanks cannot attack into that terrain.")
    if state.strategic_state.treaty and not fights_on(state, unit, b) and _russians_in(state, target):
        return Refusal("at-peace", "5.46", "The war in Russia is over: Russian units and forts cannot be attacked.")
    early = first_turns.why_not_attacked(state, target)
    if early is not None:
        return early
    shut = why_shut(state, state.side(unit), b) if target not in state.places.beaches else None
    if shut is not None:
        return shut
    refusal = why_target_forbidden(state, b) or (
        why_no_russian_attack(state, target) if counter.nationality == "RU" else None
    )
    if refusal is not None:
        return refusal
    if counter.nation not in MAY_ATTACK_OUT and b in not_attacked_by(state, unit):
        return why_off_limits(state, [unit], b)
    return None


def _russians_in(state: State, hex_: str) -> bool:
    """§5.46, §14.11: whether Russians are in a hex, be it the unit of their fort alone."""
    if nation_of_fort(state, state.printed.board.index[hex_], ALLIED) == "RU":
        return True
    return any(state.counter(u).nationality == "RU" for u in state.stacks.get(hex_, ()))


MAY_ATTACK_OUT = ("MN", "SE")
"""§17.21, §20.3 No. 1: nations that may not enter a neighbouring country, but may attack into it."""


def why_not_fight(state: State, unit: str) -> Refusal | None:
    """§10.11, §10.14, §10.22, §14.23, §17.11: why a unit cannot attack now."""
    now, counter = state.units[unit], state.counter(unit)
    if now.at not in state.stacks:
        return Refusal("not-on-map", "10.11", "The unit is not on the map.")
    if not counter.is_combat:
        return Refusal("no-combat-unit", "15.63", "Headquarters cannot attack; they can only support.")
    if not state.face(unit).attack and not is_untried(state, unit):
        # Anti-tank units of Europe, and the companies of the Suez Canal.
        section = "10.11" if counter.size == "CO" else "15.32"
        return Refusal("no-attack", section, "The unit has no attack factor.")
    if now.fought:
        return Refusal("has-fought", "10.14", "The unit has already attacked this phase.")
    if state.strategic_state.treaty and counter.nationality == "RU":
        return Refusal("at-peace", "5.46", "The war in Russia is over: Russian units cannot attack.")
    if counter.nation in state.frozen:
        return Refusal("just-entered", "17.11", "Units of a nation that has just entered the war cannot attack.")
    if unit in state.devastating:
        return DEVASTATING
    if is_shut_in(state, unit):
        return SHUT_IN
    forbidden = first_turns.why_not_attack(state, unit) or why_event_forbids(state, unit)
    if forbidden is not None:
        return forbidden
    too_many = why_too_many_attack(state, [unit]) if counter.nation == "AH" else None
    if too_many is not None:
        return too_many
    if state.phase.key in AGAINS and not may_attack_again(state, unit):
        return Refusal("out-of-reach", "10.82", "Only supplied units within two hexes of the marker may attack again.")
    return None


# --- targets ----------------------------------------------------------------------------------------------------------


def targets(state: State, side: str, theatre: str) -> Mapping[int, tuple[str, ...]]:
    """§10.11: the hexes that a side can attack in a theatre, with the units that can attack each; by number."""
    near = ((i, attackers_of(state, side, i)) for i in faced_hexes(state, side, theatre))
    return {i: units for i, units in near if units}


@kept
def faced_hexes(state: State, side: str, theatre: str) -> tuple[int, ...]:
    """§10.11: the hexes with enemies or their forts beside a side's combat units in a theatre, by number."""
    board, enemy, mine = state.printed.board, foe(side), combat_hexes(state, side)
    source = (mine, combat_hexes(state, enemy), forts(state, enemy))

    def find(_: object) -> tuple[int, ...]:
        held = (i for i in source[1] | source[2] if board.theatre[i] == theatre)
        return tuple(sorted((i for i in held if not mine.isdisjoint(board.neighbours[i])), key=board.ids.__getitem__))

    # An attack that moves no units leaves it as it was.
    return state.memory.recall(("faced", side, theatre), source, find)


@kept
def attackers_of(state: State, side: str, target: int) -> tuple[str, ...]:
    """§10.11: the units of a side that can attack a hex; none where they cannot attack it by themselves."""
    board, mine = state.printed.board, combat_hexes(state, side)
    hex_ = board.ids[target]
    if was_attacked(state, hex_):
        return ()
    near = sorted((a for a in board.neighbours[target] if a in mine), key=board.ids.__getitem__)
    units = tuple(u for a in near for u in _fighters_in(state, board.ids[a]) if _why_not_there(state, u, hex_) is None)
    return units if why_not_alone(state, units, hex_) is None else ()


@kept
def _fighters_in(state: State, hex_: str) -> tuple[str, ...]:
    """§10.11: the units of a hex that attack at all now. It may lie beside several enemies."""
    return tuple(u for u in state.stacks[hex_] if why_not_fight(state, u) is None)


@kept
def why_not_attackable(state: State, side: str, theatre: str) -> Mapping[str, Refusal]:
    """§10.11: why enemies beside units of a side cannot be attacked now."""
    board, mine = state.printed.board, combat_hexes(state, side)
    found: dict[str, Refusal] = {}
    for i in faced_hexes(state, side, theatre):
        if attackers_of(state, side, i):
            continue
        hex_ = board.ids[i]
        if was_attacked(state, hex_):
            found[hex_] = ATTACKED
            continue
        near = sorted(board.ids[a] for a in board.neighbours[i] if a in mine)
        reasons = {
            u: why_not_attack(state, u, hex_) for h in near for u in state.stacks[h] if state.counter(u).is_combat
        }
        told = [no for no in reasons.values() if no is not None]
        able = [u for u, no in reasons.items() if no is None]
        alone = None if told and not able else why_not_alone(state, able, hex_)
        found[hex_] = alone or told[0]
    return found


ATTACKED = Refusal("attacked", "10.14", "That hex has already been attacked this phase.")


def was_attacked(state: State, hex_: str) -> bool:
    """§10.14, §14.11: whether units in the hex, or the unit of its fort, have been attacked in this phase."""
    return hex_ in state.stormed or any(state.units[u].attacked for u in state.stacks.get(hex_, ()))


TANKS_ALONE = Refusal(
    "tanks-alone",
    "15.22",
    "Tanks may attack only together with other units, from a hex that also holds another combat unit of their nation.",
)


def why_not_alone(state: State, units: Sequence[str], target: str) -> Refusal | None:
    """§15.22, §15.54: why these units cannot attack by themselves: there are none, only tanks, or cavalry without
    infantry."""
    if not units:
        return Refusal("nobody", "10.11", "None of your units can attack that hex.")
    kinds = {state.counter(u).kind for u in units}
    if kinds == {"tank"}:
        return TANKS_ALONE
    riders = all(is_hampered(state, u) or state.counter(u).kind == "tank" for u in units)
    if riders and not _only_cavalry_seen(state, units[0], target):
        return Refusal("cavalry-alone", "15.54", "Cavalry alone cannot attack infantry or forts.")
    return None


def _only_cavalry_seen(state: State, unit: str, target: str) -> bool:
    """§15.54: whether the attacker sees that there is no infantry and no fort. What they cannot see may be infantry."""
    side = state.side(unit)
    i = state.printed.board.index[target]
    if i in forts(state, foe(side)) or is_walled(state, i, foe(side)):
        return False
    stack = state.stacks.get(target, ())
    shown = faces_shown(state, target, side)
    return len(shown) == len(stack) and not any(on_foot(state, u) for u in stack)


def check_together(state: State, units: Sequence[str], target: str) -> None:
    """§6.48, §15.22, §15.54, §16.11: refuse tanks, and cavalry against infantry, without infantry of their own hex in
    the attack; units of a collapsed nation with others; and several Russians in their civil war."""
    if is_mixed(state, units):
        raise Refused("stands-alone", "16.11", "Units of a collapsed nation cannot attack together with others.")
    at_war = why_not_together(state, units)
    if at_war is not None:
        raise at_war.raised()
    check_russians(state, units, target)
    too_many = why_too_many_attack(state, units)
    if too_many is not None:
        raise too_many.raised()
    early = first_turns.why_not_together(state, units)
    if early is not None:
        raise early.raised()
    able = able_together(state, units, target)
    for unit in units:
        if unit in able:
            continue
        if state.counter(unit).kind == "tank":
            raise TANKS_ALONE.raised()
        raise Refused(
            "cavalry-alone",
            "15.54",
            "Cavalry may attack infantry and forts only together with infantry from its own hex.",
        )


def able_together(state: State, units: Sequence[str], target: str) -> list[str]:
    """§15.22, §15.24, §15.54: those of some units that may all be in one attack: no cavalry against infantry without
    infantry of its own hex that goes along, and no tanks that are not stacked with others of their nation, or alone."""
    feet = {state.units[u].at for u in units if on_foot(state, u)}
    able = [
        u
        for u in units
        if not is_hampered(state, u) or state.units[u].at in feet or _only_cavalry_seen(state, u, target)
    ]
    able = [u for u in able if state.counter(u).kind != "tank" or _is_escorted(state, u)]
    return able if any(state.counter(u).kind != "tank" for u in able) else []


def _is_escorted(state: State, tank: str) -> bool:
    """§15.22: whether a tank unit is stacked with another combat unit of its nation, which need not attack itself."""
    nation = state.counter(tank).nation
    others = (state.counter(u) for u in state.stacks[state.units[tank].at])
    return any(c.nation == nation and c.is_combat and c.kind != "tank" for c in others)


# --- the order --------------------------------------------------------------------------------------------------------


def _target(at: At[State], _: Choices) -> OneOf:
    board, near = at.state.printed.board, faced_hexes(at.state, at.seat, at.scope)
    beside = Later(lambda: why_not_attackable(at.state, at.seat, at.scope))

    def fits(name: str) -> Refusal | None:
        i = board.index.get(name)
        return None if i in near and attackers_of(at.state, at.seat, i) else NO_TARGET

    def why(name: str) -> Refusal | None:
        if fits(name) is None:
            return None
        i = board.index.get(name)
        if i in near:
            return beside[name]
        if i is None or i not in occupied_hexes(at.state, foe(at.seat)) | forts(at.state, foe(at.seat)):
            return Refusal("no-enemy", "10.11", "There is no enemy there.")
        return Refusal("nobody", "10.11", "None of your units can attack that hex.")

    # A player who chooses a target is told no reasons of the others.
    return OneOf(Fitting(lambda: [board.ids[i] for i in near], fits), beside, why)


def _units(at: At[State], chosen: Choices) -> SomeOf:
    state, target = at.state, chosen.name("target")

    def check(_: State, unit: str) -> None:
        refusal = why_not_attack(state, unit, target)
        if refusal is not None:
            raise refusal.raised()

    fit = attackers_of(state, at.seat, state.printed.board.index[target])
    why = own(at, check)
    return some_of(lambda: fit, why)


def attack(play: Play, at: At[State], chosen: Choices) -> None:
    """§10.11, §7.25, §15.82: an attack is declared; what defends is seen now, untried units show their strength, and
    the attack cannot be called off."""
    target = chosen.name("target")
    play.emit(AttackDeclared(at.seat, chosen.names("units"), target))
    note_attack(play, at.seat, chosen.names("units"), target)
    show_strengths(play, (*chosen.names("units"), *play.state.stacks.get(target, ())))


def _limits(at: At[State], chosen: Choices) -> None:
    check_together(at.state, chosen.names("units"), chosen.name("target"))


def _has_target(at: At[State]) -> bool:
    return any(attackers_of(at.state, at.seat, i) for i in faced_hexes(at.state, at.seat, at.scope))


NO_TARGET = Refusal("nobody", "10.11", "None of your units can attack.")
ATTACK: Order[State] = Order(
    "attack", "Attack", "10.11", attack,
    (Slot("target", "hex", _target, "Choose a hex to attack"), Slot("units", "units", _units, "Choose who attacks")),
    limits=_limits, weight=12, when=lambda at: None if _has_target(at) else NO_TARGET,
    grave="The attack reveals who defends the hex, and cannot be called off.",
)  # fmt: skip


def words(at: At[State]) -> tuple[str, str]:
    """§10.0: where the side attacks."""
    if not _has_target(at):
        return "Nothing to attack", "End your combat phase."
    return "Attack, or end your combat phase", "Each unit attacks once, and each hex is attacked once."
