"""§10.46 Headquarters in combat: which may support a side, and the choice of one."""

from __future__ import annotations

from rules.great_war.chits_played.bans import compelled
from rules.great_war.control import occupied
from rules.great_war.events.combat import SupportGiven
from rules.great_war.fog_of_war import faces_shown
from rules.great_war.fronts import EAST
from rules.great_war.mounted import on_foot
from rules.great_war.nations import foe
from rules.great_war.play import Play, name_of
from rules.great_war.state import BattleFrame, State
from rules.great_war.supply import FORTRESS, IN, supply_of
from rules.great_war.trenches import hampered
from rules.kernel.game import SPECTATOR
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

NONE = "none"
ELEVENTH = "ge-hq-11"
"""§10.46: supports on the Eastern Front map alone."""


def side_of(frame: BattleFrame, attacking: bool) -> str:
    """The attacker or the defender of an attack."""
    return frame.side if attacking else foe(frame.side)


def involved(state: State, frame: BattleFrame, side: str) -> tuple[str, ...]:
    """The combat units of a side that fight in an attack and are still on the map."""
    units = frame.attackers if side == frame.side else frame.defenders
    return tuple(u for u in units if state.counter(u).is_combat and state.units[u].at in state.stacks)


def supporters(state: State, frame: BattleFrame, side: str) -> tuple[str, ...]:
    """§10.46, §15.54, §15.61: the headquarters that may support a side: supplied, not depleted, stacked with or
    adjacent to
    its units, with one of its own nation among them that is no cavalry by itself."""
    units = involved(state, frame, side)
    board = state.printed.board
    near = {h for u in units for h in (state.units[u].at, *board.lattice.around(state.units[u].at))}
    nations = {state.counter(u).nation for u in units if not hampered(state, u) or _escorted(state, u)}
    fed = (IN,) if side == frame.side else (IN, FORTRESS)
    found = []
    for hex_ in sorted(near):
        for unit in state.stacks.get(hex_, ()):
            counter = state.counter(unit)
            if counter.kind != "hq" or state.side(unit) != side or not state.face(unit).support:
                continue
            abroad = unit == ELEVENTH and board.front[board.index[frame.target]] != EAST
            if counter.nation in nations and not abroad and supply_of(state, unit) in fed:
                found.append(unit)
    return tuple(found)


def _escorted(state: State, rider: str) -> bool:
    """§15.54: whether cavalry is stacked with infantry, which need not fight along."""
    return any(on_foot(state, u) for u in state.stacks[state.units[rider].at])


def in_the_open(state: State, frame: BattleFrame, side: str) -> bool:
    """§7.25: whether everybody sees everything where a headquarters of this side could stand.

    Where it does not, a step that passed by itself would tell that no headquarters is there.
    """
    board = state.printed.board
    hexes = frame.origins if side == frame.side else (frame.target,)
    near = {h for hex_ in hexes for h in (hex_, *board.lattice.around(hex_))}
    mine = [h for h in near if board.index[h] in occupied(state, side)]
    fighting = {*frame.attackers, *frame.defenders}
    return all({*state.stacks[h]} <= {*faces_shown(state, h, SPECTATOR), *fighting} for h in mine)


def asked(state: State, frame: BattleFrame, *, attacking: bool) -> tuple[Ask, ...]:
    """§10.46: a side that may have a headquarters near, as far as the other can tell."""
    side = side_of(frame, attacking)
    if not involved(state, frame, side):
        return ()
    if not supporters(state, frame, side) and in_the_open(state, frame, side):
        return ()
    return (Ask(side, serial=frame.target),)


def attacker_asked(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """§10.46: the attacker announces first."""
    return asked(state, frame, attacking=True)


def defender_asked(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """§10.46: then the defender."""
    return asked(state, frame, attacking=False)


def no_support(play: Play, frame: BattleFrame) -> None:
    """§10.46: nobody can support the side."""
    attacking = frame.stage == "attacker-support"
    play.emit(SupportGiven(side_of(frame, attacking), ""))


def _choices(at: At[State], _: Choices) -> OneOf:
    frame: BattleFrame = at.frame
    found = supporters(at.state, frame, at.seat)
    labels = {u: name_of(at.state, u) for u in found} | {NONE: "No headquarters"}
    notes = {u: f"{at.state.counter(u).front.support} columns; depleted afterwards" for u in found}
    none = () if found and compelled(at.state, frame, at.seat) else (NONE,)
    return OneOf((*found, *none), labels=labels, notes=notes)


def give_support(play: Play, at: At[State], chosen: Choices) -> None:
    """§10.46: one headquarters a side, or none."""
    hq = chosen.name("hq")
    play.emit(SupportGiven(at.seat, "" if hq == NONE else hq))


SUPPORT_ORDER: Order[State] = Order(
    "support", "Support the fight", "10.46", give_support,
    (Slot("hq", "unit", _choices, "Choose a headquarters, or none"),), at_once=True,
)  # fmt: skip
