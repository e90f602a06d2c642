"""§11.1 to §11.16, §11.24: who may probe and attack, the odds and the column shifts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.hexes.odds import Shift
from rules.kernel.messages import JsonObject, Refused
from rules.schlieffens_war.chain_of_command import in_command
from rules.schlieffens_war.data import BE, BR, ENTENTE, FR, foe
from rules.schlieffens_war.events import ActionReached, AttackDeclared, ProbeMade
from rules.schlieffens_war.morale import has_elan, is_fatigued
from rules.schlieffens_war.movement import halved
from rules.schlieffens_war.play import Play, name_of, only, together, want_hex, want_units
from rules.schlieffens_war.sequence import BEF_TURN, FINAL_EFFORT_TURNS, PLAN_XVII_TURN
from rules.schlieffens_war.stacking import (
    MAX_CORPS,
    MAX_DEFENDING,
    MAX_HQ,
    check_may_share,
    corps_equivalents,
    hqs_among,
)
from rules.schlieffens_war.state import (
    FORTRESS_SUPPLY,
    IN_SUPPLY,
    OUT_OF_SUPPLY,
    State,
    board,
    corps_among,
    counter,
    factor,
    is_on_map,
)

ATTACKS_BEGUN = 1
"""The phase's action once an attack was declared: the time for probes is over (§11.1)."""


# --- eligibility (§11.1, §11.3, §11.5, §11.7) ---------------------------------------------------------------------


def check_may_fight(state: State, unit: str) -> None:
    """§11.7, §11.5: refuse a unit that can neither attack nor probe (any more) in this phase."""
    printed, now = counter(unit), state.units[unit]
    if not is_on_map(state, unit):
        raise Refused("not-on-map", "11.0", f"{name_of(unit)} is not on the map.")
    if printed.kind == "fort":
        raise Refused("forts-defend", "11.7", f"{name_of(unit)} can only defend.")
    if printed.kind == "depot":
        raise Refused("depots-rest", "11.7", f"{name_of(unit)} has no combat factor.")
    if printed.nation == BR and state.turn <= BEF_TURN:
        raise Refused("bef-lands", "9.2", "The BEF has just landed and may not attack before turn 4.")
    if now.fought:
        raise Refused("has-fought", "11.5", f"{name_of(unit)} has already attacked or probed in this phase.")


def adjacent_open(a: str, b: str) -> bool:
    """§11.0, TEC: whether units in ``a`` could attack or go into ``b``: neighbours with no sea between."""
    bd = board()
    i, j = bd.lattice.index[a], bd.lattice.index[b]
    return j in bd.lattice.neighbours[i] and bd.open_side(i, bd.lattice.neighbours[i].index(j))


def _check_belgians(units: Iterable[str], hex_: str) -> None:
    for unit in units:
        if counter(unit).nation == BE and hex_ not in board().belgian_area:
            raise Refused(
                "belgian-area", "10.8", "Belgian units may attack only in Belgium and within two hexes of it."
            )


def _check_hqs_accompanied(state: State, units: Sequence[str]) -> None:
    """§2.3, §11.7: an HQ fights only beside a corps of its hex."""
    with_corps = {state.units[u].at for u in corps_among(units)}
    for unit in units:
        if counter(unit).kind == "hq" and state.units[unit].at not in with_corps:
            raise Refused("hq-alone", "11.7", f"{name_of(unit)} can attack only together with a corps in its hex.")


# --- probing attacks (§11.1) --------------------------------------------------------------------------------------


def check_probe(state: State, seat: str, units: Sequence[str], hex_: str) -> str:
    """§11.1: refuse a probe that is not allowed; the hex that the units leave otherwise."""
    if state.phase.action >= ATTACKS_BEGUN:
        raise Refused("probes-over", "11.1", "You may probe only before your first attack of the phase.")
    origin = together(state, units)
    for unit in units:
        check_may_fight(state, unit)
        if is_fatigued(state, unit):
            raise Refused("fatigued", "11.1", f"{name_of(unit)} is fatigued and cannot probe.")
    _check_hqs_accompanied(state, units)
    _check_belgians(units, hex_)
    check_probe_hex(state, seat, origin, hex_)
    check_may_share(state, units, hex_)
    return origin


def check_probe_hex(state: State, seat: str, origin: str, hex_: str) -> None:
    """§11.1: a probe goes into a neighbouring hex without enemies that touches one with enemies."""
    if not adjacent_open(origin, hex_):
        raise Refused("not-adjacent", "11.1", "You can only probe into an adjacent hex that your units can enter.")
    if state.holder(hex_) == foe(seat):
        raise Refused("enemy-there", "11.1", "Enemy units stand there: attack them instead.")
    if not any(state.holder(n) == foe(seat) for n in board().lattice.around(hex_)):
        raise Refused("no-enemy-near", "11.1", "You can only probe into a hex next to an enemy.")


def probe(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§11.1: move units into an empty hex beside the enemy, zones of control aside."""
    only(command, "units", "hex")
    units = want_units(command, play.state, seat)
    hex_ = want_hex(command)
    origin = check_probe(play.state, seat, units, hex_)
    play.emit(ProbeMade(units, origin, hex_))
    play.enter((hex_,), seat)


# --- attacks (§11.2 to §11.8) -------------------------------------------------------------------------------------


def check_attack(state: State, seat: str, units: Sequence[str], target: str) -> None:
    """§11.2 to §11.7: refuse an attack that is not allowed."""
    if state.holder(target) != foe(seat):
        raise Refused("no-enemy", "11.0", "No enemy stands there.")
    if any(state.units[u].attacked for u in state.stacks[target]):
        raise Refused("attacked-before", "11.5", "Units there have already been attacked in this phase.")
    for unit in units:
        check_may_fight(state, unit)
        if not adjacent_open(state.units[unit].at, target):
            raise Refused("not-adjacent", "11.0", f"{name_of(unit)} is not adjacent to {board().label(target)}.")
    _check_hqs_accompanied(state, units)
    _check_belgians(units, target)
    origins = origins_of(state, units)
    for origin in origins:
        _check_room_to_attack(state, units, origin)
    if len(origins) > 1:
        _check_command(state, units)


def _check_command(state: State, units: Iterable[str]) -> None:
    """§11.4: units of several hexes attack together only if every one of them is in command of an HQ of its nation."""
    for unit in units:
        if not in_command(state, unit):
            raise Refused(
                "out-of-command",
                "11.4",
                f"{name_of(unit)} is not in command: it attacks only with units in its hex.",
            )


def _check_room_to_attack(state: State, units: Sequence[str], origin: str) -> None:
    """§11.3: three corps and one HQ at most attack out of one hex.

    That holds for the whole phase too: units come into a hex in this phase by probes and advances only, after which
    they attack no more, and what stood there when it began kept the stacking limits (§6.5).
    """
    here = [u for u in units if state.units[u].at == origin]
    if corps_equivalents(here) > MAX_CORPS or hqs_among(here) > MAX_HQ:
        raise Refused("too-many", "11.3", "At most three corps and one HQ may attack out of one hex in a phase.")


def origins_of(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """The hexes that the units stand in, each once, sorted."""
    return tuple(sorted({state.units[u].at for u in units}))


def attack(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§11.8: declare an attack; what follows is in battle.py."""
    only(command, "units", "target")
    units = want_units(command, play.state, seat)
    target = want_hex(command, "target")
    check_attack(play.state, seat, units, target)
    if play.state.phase.action < ATTACKS_BEGUN:
        play.emit(ActionReached(ATTACKS_BEGUN))
    play.emit(AttackDeclared(units, origins_of(play.state, units), target))


def counts_for_plan_xvii(state: State, attackers: Iterable[str], target: str) -> bool:
    """§4.4: an attack by French units alone into a hex of Germany, up to turn 7."""
    return (
        state.turn <= PLAN_XVII_TURN
        and board().country[target] == "GE"
        and all(counter(u).nation == FR for u in attackers)
    )


# --- strength (§11.8) ---------------------------------------------------------------------------------------------


def attack_factor(state: State, unit: str) -> int:
    """§8.7, §8.9: the combat factor in attack: halved, rounded up, without regular supply."""
    value = factor(state, unit)
    return halved(value) if state.units[unit].supply in (OUT_OF_SUPPLY, FORTRESS_SUPPLY) else value


def defence_factor(state: State, unit: str) -> int:
    """§8.7, §8.9: the combat factor in defence: halved, rounded up, out of supply; whole in a fortress."""
    value = factor(state, unit)
    return halved(value) if state.units[unit].supply == OUT_OF_SUPPLY else value


def defender_choices(state: State, target: str) -> tuple[list[str], list[str]]:
    """§11.2, §6.2: (corps equivalents of which two may defend, the HQ that helps them if its owner wants it to).

    Without a corps or fort there is nobody to help: an HQ alone defends itself.
    """
    units = state.stacks[target]
    weighty = [u for u in units if counter(u).weight]
    return weighty, [u for u in units if counter(u).kind == "hq" and (state.units[u].helps or not weighty)][:MAX_HQ]


def needs_choice(state: State, target: str) -> bool:
    """§11.2: whether the defender has to name two of three."""
    return len(defender_choices(state, target)[0]) > MAX_DEFENDING


# --- shifts (§11.10 to §11.16, §11.24) ----------------------------------------------------------------------------


def ground_shifts(state: State, origins: Sequence[str], target: str) -> list[Shift]:
    """§11.10, §11.11, §11.12, §11.13, §11.14: what the ground gives the defender; all of it adds up.

    Clear ground and forest give nothing, a city takes the place of its ground, and a fort has its factor only.
    """
    b = board()
    found = []
    if target in b.cities:
        found.append(Shift("In a city", "11.13", -1))
    elif b.terrain[target] == "rough":
        found.append(Shift("In rough terrain", "11.11", -1))
    if target in b.fortresses:
        found.append(Shift("In a heavy fortress", "11.14", -1))
    if all(b.is_river(origin, target) for origin in origins):
        found.append(Shift("Every attacker crosses a river", "11.12", -1))
    return found


def morale_shifts(state: State, attackers: Sequence[str], defenders: Sequence[str]) -> list[Shift]:
    """§11.16: élan counts when all corps of a side have it, fatigue when any has."""
    found = []
    attacking, defending = corps_among(attackers), corps_among(defenders)
    if attacking and all(has_elan(state, u) for u in attacking):
        found.append(Shift("Every attacker has élan", "11.16", +1))
    if any(is_fatigued(state, u) for u in attacking):
        found.append(Shift("An attacker is fatigued", "11.16", -1))
    if defending and all(has_elan(state, u) for u in defending):
        found.append(Shift("Every defender has élan", "11.16", -1))
    if any(is_fatigued(state, u) for u in defending):
        found.append(Shift("A defender is fatigued", "11.16", +1))
    return found


def effort_shifts(state: State, seat: str) -> list[Shift]:
    """§11.24: the Entente's last effort on turns 9 and 10."""
    if seat == ENTENTE and state.turn in FINAL_EFFORT_TURNS:
        return [Shift("Allied final effort", "11.24", +1)]
    return []


def is_concentric(origins: Sequence[str], target: str) -> bool:
    """§11.15: attacked through opposite hexsides, through three alternate ones, or through four or more."""
    b = board()
    if target in b.cities or target in b.fortresses:
        return False
    sides = {b.lattice.side(target, origin) for origin in origins}
    if len(sides) > 3:
        return True
    if any((s + 3) % 6 in sides for s in sides):
        return True
    return sides in ({0, 2, 4}, {1, 3, 5})


def concentric_columns(die: int) -> int:
    """§11.15: half the die, rounded down."""
    return die // 2


def attack_is_supplied(state: State, attackers: Iterable[str]) -> bool:
    """§11.23: siege markers support supplied attacks: every attacker in regular supply."""
    return all(state.units[u].supply == IN_SUPPLY for u in attackers)


# --- what is offered ----------------------------------------------------------------------------------------------


def combat_offers(state: State, seat: str) -> tuple[list[JsonObject], JsonObject]:
    """§11.0: hexes that may be attacked and by whom, probes, and why others may not fight."""
    able: list[str] = []
    why: JsonObject = {}
    for unit in state.on_map(seat):
        if counter(unit).kind in ("fort", "depot"):
            continue
        try:
            check_may_fight(state, unit)
        except Refused as refused:
            why[unit] = refused.refusal.json()
            continue
        able.append(unit)
    targets: JsonObject = {}
    for hex_ in state.hexes:
        units = state.stacks[hex_]
        if counter(units[0]).side == seat or any(state.units[u].attacked for u in units):
            continue
        near: list[str] = [
            u
            for u in able
            if adjacent_open(state.units[u].at, hex_) and (counter(u).nation != BE or hex_ in board().belgian_area)
        ]
        led = {state.units[u].at for u in corps_among(near)}
        if led:
            targets[hex_] = [u for u in near if state.units[u].at in led]
    offers: list[JsonObject] = []
    if targets:
        offers.append({"kind": "attack", "label": "Attack", "section": "11.0", "targets": targets})
    if state.phase.action < ATTACKS_BEGUN:
        probes = _probe_choices(state, seat, able)
        if probes:
            offers.append({"kind": "probe", "label": "Probe", "section": "11.1", "choices": probes})
    return offers, why


def in_contact(state: State, seat: str) -> list[str]:
    """§11.0, §11.1: the side's hexes out of which units that may fight could attack or still probe."""

    def touches(hex_: str) -> bool:
        near = [h for h in board().lattice.around(hex_) if board().is_playable(h)]
        return any(state.holder(h) == foe(seat) and adjacent_open(hex_, h) for h in near) or (
            state.phase.action < ATTACKS_BEGUN and any(_may_probe_into(state, seat, hex_, h) for h in near)
        )

    return [h for h in state.hexes if state.holder(h) == seat and touches(h)]


def _may_probe_into(state: State, seat: str, origin: str, hex_: str) -> bool:
    try:
        check_probe_hex(state, seat, origin, hex_)
    except Refused:
        return False
    return True


def _probe_choices(state: State, seat: str, able: Sequence[str]) -> JsonObject:
    found: JsonObject = {}
    open_to: dict[str, list[str]] = {}
    for unit in able:
        at = state.units[unit].at
        if at not in open_to:
            open_to[at] = []
            open_to[at] += [h for h in board().lattice.around(at) if _may_probe_into(state, seat, at, h)]
        hexes = [h for h in open_to[at] if _could_probe(state, seat, unit, h)]
        if hexes:
            found[unit] = [*hexes]
    return found


def _could_probe(state: State, seat: str, unit: str, hex_: str) -> bool:
    party = [unit]
    if counter(unit).kind == "hq":
        party += [
            u
            for u in corps_among(state.stacks[state.units[unit].at])
            if not state.units[u].fought and not is_fatigued(state, u)
        ][:1]
    try:
        check_probe(state, seat, party, hex_)
    except Refused:
        return False
    return True
