"""§10.46 Headquarters in combat: which may support a side, and the choice of one."""

from __future__ import annotations

from rules.great_war.facts.combat import SupportGiven
from rules.great_war.play import Play, name_of
from rules.great_war.position.control import occupied_hexes
from rules.great_war.position.fog_of_war import faces_shown, is_visible
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.fronts import EAST
from rules.great_war.printed.nations import foe
from rules.great_war.printed.phases import NO_HEADQUARTERS, SUPPORT
from rules.great_war.restrictions.event_bans import is_compelled
from rules.great_war.supply.tracing import FORTRESS, IN, supply_of
from rules.great_war.units.mounted import on_foot
from rules.great_war.works.trenches import is_hampered
from rules.kernel.game import SPECTATOR
from rules.kernel.kept import kept
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

ELEVENTH = "ge-hq-11"
"""§10.46: supports on the Eastern Front map alone."""


def side_of(frame: BattleFrame, attacking: bool) -> str:
    """The attacker or the defender of an attack."""
    return frame.side if attacking else foe(frame.side)


def units_involved(state: State, frame: BattleFrame, side: str) -> tuple[str, ...]:
    """The combat units of a side that fight in an attack and are still on the map."""
    units = frame.attackers if side == frame.side else frame.defenders
    return tuple(u for u in units if state.counter(u).is_combat and _fights(state, u))


def _fights(state: State, unit: str) -> bool:
    """§6.8: whether a unit is still there; one that rises in Van is so though all that attacked it are gone."""
    return state.units[unit].at in state.stacks or unit == state.near_east.rising


def supporters(state: State, frame: BattleFrame, side: str) -> tuple[str, ...]:
    """§10.46, §15.54, §15.61: the headquarters that may support a side: supplied, not depleted, stacked with or
    adjacent to its units, with one of its own nationality among them that is no cavalry by itself."""
    units = units_involved(state, frame, side)
    board = state.printed.board
    near = {h for u in units for h in (state.units[u].at, *board.lattice.around(state.units[u].at))}
    nations = {state.counter(u).nationality for u in units if not is_hampered(state, u) or _is_escorted(state, u)}
    fed = (IN,) if side == frame.side else (IN, FORTRESS)
    found = []
    for hex_ in sorted(near):
        for unit in state.stacks.get(hex_, ()):
            # None but headquarters have support, and none of another side is of one of its nations.
            if not state.face(unit).support or state.counter(unit).nation not in nations:
                continue
            abroad = unit == ELEVENTH and board.front[board.index[frame.target]] != EAST
            if not abroad and supply_of(state, unit) in fed:
                found.append(unit)
    return tuple(found)


def _is_escorted(state: State, rider: str) -> bool:
    """§15.54: whether cavalry is stacked with infantry, which need not fight along."""
    return any(on_foot(state, u) for u in state.stacks[state.units[rider].at])


def in_the_open(state: State, frame: BattleFrame, side: str) -> bool:
    """§7.25: whether everyone sees all units where a headquarters of this side could be.

    Where not, a step that passed by itself would tell that no headquarters is there.
    """
    board = state.printed.board
    hexes = frame.origins if side == frame.side else (frame.target,)
    near = {h for hex_ in hexes for h in (hex_, *board.lattice.around(hex_))}
    mine = [h for h in near if board.index[h] in occupied_hexes(state, side)]
    fighting = {*frame.attackers, *frame.defenders}
    return all({*state.stacks[h]} <= {*faces_shown(state, h, SPECTATOR), *fighting} for h in mine)


@kept
def unseen_headquarters(state: State, side: str) -> frozenset[str]:
    """§7.25: the headquarters of a side that are concealed on the map. Boxes are open, and so are the tops of stacks:
    so everyone can work out which they are, but not where."""
    found = (u for u in state.on_map(side) if state.counter(u).kind == "hq" and state.counter(u).front.support)
    return frozenset(hq for hq in found if not is_visible(state, hq, SPECTATOR))


def may_be_near(state: State, frame: BattleFrame, side: str) -> bool:
    """§7.25, §10.46: whether, as far as anyone else can tell, a headquarters that could support the fight is concealed
    near it."""
    board = state.printed.board
    nations = {state.counter(u).nationality for u in units_involved(state, frame, side)}
    abroad = frozenset[str]() if board.front[board.index[frame.target]] == EAST else {ELEVENTH}
    fits = any(state.counter(hq).nation in nations for hq in unseen_headquarters(state, side) - abroad)
    return fits and not in_the_open(state, frame, side)


def who_may_support(state: State, frame: BattleFrame, *, attacking: bool) -> tuple[Ask, ...]:
    """§10.46: a side that may have a headquarters near, as far as the other can tell."""
    side = side_of(frame, attacking)
    if not units_involved(state, frame, side):
        return ()
    if not supporters(state, frame, side) and in_the_open(state, frame, side):
        return ()
    return (Ask(side, serial=frame.target),)


def attacker_asked(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """§10.46: the attacker announces first."""
    return who_may_support(state, frame, attacking=True)


def defender_asked(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """§10.46: then the defender."""
    return who_may_support(state, frame, attacking=False)


def goes_by(play: Play, frame: BattleFrame) -> bool:
    """§10.46: no side is asked for a headquarters where everyone can work out that there is none.

    It happens as the stage is reached: a side that was asked before this was so still answers.
    """
    side = side_of(frame, frame.stage == SUPPORT)
    if supporters(play.state, frame, side) or may_be_near(play.state, frame, side):
        return False
    play.emit(SupportGiven(side, ""))
    return True


def no_support(play: Play, frame: BattleFrame) -> None:
    """§10.46: no headquarters can support the side."""
    attacking = frame.stage == SUPPORT
    play.emit(SupportGiven(side_of(frame, attacking), ""))


def _choices(at: At[State], _: Choices) -> OneOf:
    frame: BattleFrame = at.frame
    found = supporters(at.state, frame, at.seat)
    labels = {u: name_of(at.state, u) for u in found} | {NO_HEADQUARTERS: "No support"}
    columns = {u: at.state.counter(u).front.support for u in found}
    notes = {u: f"{n} column{'s' if n > 1 else ''}; depleted afterwards" for u, n in columns.items()}
    none = () if found and is_compelled(at.state, frame, at.seat) else (NO_HEADQUARTERS,)
    return OneOf((*found, *none), labels=labels, notes=notes)


def give_support(play: Play, at: At[State], chosen: Choices) -> None:
    """§10.46: one headquarters a side, or none."""
    hq = chosen.name("hq")
    play.emit(SupportGiven(at.seat, "" if hq == NO_HEADQUARTERS else hq))


SUPPORT_ORDER: Order[State] = Order(
    "support", "Support the fight", "10.46", give_support,
    (Slot("hq", "unit", _choices, "Choose a headquarters, or none"),), at_once=True,
)  # fmt: skip


def words(at: At[State]) -> tuple[str, str]:
    """§10.46: what is asked; where none can support, that it must be asked (§7.25)."""
    frame: BattleFrame = at.frame
    attacks = at.seat == frame.side
    fight, towards = ("attack", "right") if attacks else ("defence", "left")
    if not supporters(at.state, frame, at.seat):
        detail = "You still confirm this, so the other side learns nothing. A standing order can answer for you."
        return f"None of your headquarters can support the {fight}", detail
    detail = f"Each column of support moves the odds to the {towards}. The headquarters is depleted afterwards."
    return f"Support the {fight}?", detail
