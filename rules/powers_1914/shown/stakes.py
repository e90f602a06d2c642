"""§3.7, §3.10, §3.11.2: what a march or an attack puts at risk: fields left empty before the enemy, company left alone.

Nothing here forbids anything: it is said before a player sends the units off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rules.kernel.messages import Json, JsonObject
from rules.kernel.wording import capital, listing
from rules.powers_1914.combat.battle import defenders, may_fight
from rules.powers_1914.conquest.conquest import verdict
from rules.powers_1914.movement import reach as movement
from rules.powers_1914.movement.reach import allowance, reach
from rules.powers_1914.play import want_units
from rules.powers_1914.position.changes import flag, remove
from rules.powers_1914.position.frames import BattleFrame
from rules.powers_1914.position.state import State, UnitState
from rules.powers_1914.printed.pieces import AIRCRAFT, GENERAL, SHIP, TROOPS, foe


def stake(text: str, section: str, hex_: str, grave: bool) -> JsonObject:
    """A warning; ``grave`` where the client has the player say yes to it first."""
    return {"text": text, "section": section, "hex": hex_, "grave": grave}


def of_march(state: State, units: Sequence[str]) -> list[Json]:
    """§3.2: what is at stake when these units of one field leave it."""
    here = state.units[units[0]].at
    side = state.side_of(units[0])
    emptied = state.of_kind(units, *TROOPS) and not {*state.troops(here, side)} - {*units}
    if emptied and state.printed.board.is_sea(here):
        return [*_left_at_sea(state, units, here, side)]
    if not emptied or state.holder(here) != side:
        return []
    return [*_left_behind(_enemy_to_move(remove(state, units), foe(side)), here, side)]


def _left_at_sea(state: State, units: Sequence[str], here: str, side: str) -> Iterator[Json]:
    """§3.3.13: aircraft that stay alone beside enemy ships."""
    wing = [u for u in state.aircraft(here, side) if u not in units]
    if wing and state.ships(here, foe(side)) and not state.ships(here, side):
        names = state.names
        text = f"{capital(names.units(wing))} would be alone beside enemy ships in {names.the_place(here)}, and lost."
        yield stake(text, "3.3.13", here, True)


def _left_behind(state: State, here: str, side: str) -> Iterator[Json]:
    """The field that is empty now, whoever stays there without land units, and a country with none on its territory."""
    threat = _threat(state, here, foe(side))
    printed, names = state.printed.board.areas[here], state.names
    country = printed.owner
    if threat:
        falls = _falls(state, country, here, side)
        empty = f"{capital(names.the_place(here))} would be left without land units, and {threat} can reach it."
        if falls:
            yield stake(f"{empty} If it is taken, {names.the_nation(country)} is conquered.", falls, here, True)
        elif printed.capital or printed.city:
            yield stake(empty, "3.10", here, printed.capital)
        company = state.units_of(here, side)
        if company:
            who = capital(names.units(company))
            text = f"{who} would be alone in {names.the_place(here)}, and lost if the enemy takes it."
            yield stake(text, "3.3.13" if state.of_kind(company, AIRCRAFT) else "3.11.2", here, True)
        if falls:
            return
    yield from _without_army(state, country, here, side)


def _without_army(state: State, country: str, here: str, side: str) -> Iterator[Json]:
    """§3.10.1: a country without a land unit on its territory falls with any of its fields."""
    names = state.names
    for area in state.printed.board.homes.get(country, ()):
        if area == here or _falls(state, country, area, side) != "3.10.1":
            continue
        threat = _threat(state, area, foe(side))
        if threat:
            text = (
                f"No land unit would be left in {names.the_nation(country)}, and {threat} can reach "
                f"{names.the_place(area)}. If any of its fields is taken, the country is conquered."
            )
            yield stake(text, "3.10.1", area, True)
            return


def _falls(state: State, country: str, area: str, side: str) -> str | None:
    """§3.10.1 to §3.10.3: the section by which a country of a side would be conquered if the enemy took a field."""
    if state.nations[country].side != side or state.is_neutral(area):
        return None
    if state.holder(area) != side:
        return verdict(state, country, area, foe(side))
    enemy = next((n for n, now in state.nations.items() if now.side == foe(side) and not now.fallen), "")
    return verdict(flag(state, {area: enemy}), country, area, foe(side)) if enemy else None


def _enemy_to_move(state: State, enemy: str) -> State:
    """The position as it would be when the enemy's units move next: fresh, and no battle under way."""
    fresh = {u: UnitState(now.at) for u, now in state.units.items() if state.side_of(u) == enemy}
    return replace(state, units={**state.units, **fresh}, cursor=state.cursor[:1])


def _threat(state: State, area: str, enemy: str) -> str:
    """The enemy land units, of the field from which most of them could come; empty if none could."""
    found: list[list[str]] = []
    for near, far in state.printed.board.steps[area].items():
        troops = [u for u in state.troops(near, enemy) if 0 < far <= allowance(state, u)]
        able: dict[tuple[str, str], bool] = {}
        coming = []
        for unit in troops:
            kind = (state.piece(unit).nation, state.piece(unit).kind)
            if kind not in able:
                areas = reach(state, (unit,), area)["areas"]
                able[kind] = isinstance(areas, dict) and area in areas
            if able[kind]:
                coming.append(unit)
        if coming:
            found.append(coming)
    if not found:
        return ""
    most = max(found, key=len)
    return f"{state.names.units(most)} in {state.names.the_place(state.units[most[0]].at)}"


def consult_move(state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
    """§3.2: how far some units go, and what they leave behind."""
    answer = movement.consult_move(state, seat, question)
    return {**answer, "stakes": of_march(state, want_units(question, state, seat))}


# --- battles ------------------------------------------------------------------------------------------------------


def of_attack(state: State, frame: BattleFrame) -> list[Json]:
    """§3.3.13, §3.11.2: which units are lost, and which go back, if the last of the attackers

    falls. Aircraft that have an enemy to fight then go on alone, and may still go home.
    """
    main = (SHIP,) if state.printed.board.is_sea(frame.area) else TROOPS
    wing, chiefs = state.of_kind(frame.attackers, AIRCRAFT), state.of_kind(frame.attackers, GENERAL)
    if frame.raid or not wing or not state.of_kind(frame.attackers, *main):
        return []
    if any(may_fight(state, u, t) for u in wing for t in defenders(state, frame)):
        return []
    names = state.names
    arm = "ship" if main == (SHIP,) else "land unit"
    back = f"; {_generals(state, chiefs)} would go back" if chiefs else ""
    text = f"If your last {arm} here falls, {names.units(wing)} {_are(wing)} lost with it{back}."
    return [stake(text, "3.3.13", frame.area, len(state.of_kind(frame.attackers, *main)) == 1)]


def _generals(state: State, chiefs: Iterable[str]) -> str:
    return listing(state.names.unit(u) for u in chiefs)


def _are(units: Sequence[str]) -> str:
    return "is" if len(units) == 1 else "are"
