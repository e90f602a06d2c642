"""§7.4, §11.22: the attackers go into the hex that was cleared, and the attack is over."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.messages import JsonObject, Refused
from rules.kernel.procedure.options import SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.schlieffens_war.combat.battle import battle_of
from rules.schlieffens_war.facts.battle import BattleEnded, UnitsAdvanced
from rules.schlieffens_war.play import Play, name_of, own
from rules.schlieffens_war.position.state import BattleFrame, State, factor
from rules.schlieffens_war.stacking import is_overstacked


def advancers(state: State, frame: BattleFrame) -> list[str]:
    """§11.22: attackers who may go into the hex that the defender left."""
    if state.stacks.get(frame.target):
        return []
    return [u for u in frame.attackers if state.units[u].steps]


def nobody_advances(play: Play, frame: BattleFrame) -> bool:
    """§11.22: without an empty hex, or anyone to take it, the attack is over."""
    if advancers(play.state, frame):
        return False
    play.emit(BattleEnded(frame.target))
    return True


def _advancing(at: At[State], _: Choices) -> SomeOf:
    """§11.22: any of the attackers, or none."""
    able = advancers(at.state, battle_of(at.state))

    def check(_: State, unit: str) -> None:
        if unit not in able:
            raise Refused("not-an-attacker", "11.22", f"{name_of(at.state, unit)} did not take part in this attack.")

    return SomeOf(able, least=0, why=own(at, check))


def check_together(at: At[State], chosen: Choices) -> None:
    """§6.2, §6.3, §11.22: refuse a stack that could not stay in the hex."""
    units = chosen.names("units")
    if len({at.state.counter(u).nation for u in units}) > 1:
        raise Refused("other-nation", "6.3", "Units of different nations may not stack together.")
    if is_overstacked(at.state, units):
        raise Refused("overstacked", "11.22", "At most three corps and one HQ may advance.")


def _hand(at: At[State]) -> JsonObject:
    frame = battle_of(at.state)
    able = advancers(at.state, frame)
    return {"units": [*able], "hexes": [frame.target], "together": [*_together(at.state, able)]}


def _together(state: State, able: Sequence[str]) -> list[str]:
    """§6.2, §6.3: as many of them as may stand in one hex, of the nation that has most; the strongest first."""
    nations = [state.counter(u).nation for u in able]
    most = max(nations, key=nations.count)
    found: list[str] = []
    for unit in sorted((u for u in able if state.counter(u).nation == most), key=lambda u: -factor(state, u)):
        if not is_overstacked(state, [*found, unit]):
            found.append(unit)
    return [u for u in able if u in found]


def advance(play: Play, at: At[State], chosen: Choices) -> None:
    """§7.4, §11.22: take the vacated hex with some attackers, or none; zones of control do not matter."""
    units, target = chosen.names("units"), battle_of(play.state).target
    if units:
        play.emit(UnitsAdvanced(units, target))
        play.enter((target,), at.seat)
    play.emit(BattleEnded(target))


ADVANCE: Order[State] = Order(
    "advance", "Advance", "11.22", advance, (Slot("units", "units", _advancing),), limits=check_together,
    hand=_hand,
)  # fmt: skip
