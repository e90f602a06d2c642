"""§11.0, §11.5, §11.7: which units may fight in a Combat Phase, whether they probe or attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.kernel.messages import JsonObject, Refused
from rules.kernel.procedure.orders import At
from rules.schlieffens_war.play import (
    name_of,
)
from rules.schlieffens_war.position.state import State, corps_among
from rules.schlieffens_war.position.unit_index import by_hex
from rules.schlieffens_war.printed.phases import BEF_TURN
from rules.schlieffens_war.printed.sides import BE, BR

ATTACKS_BEGUN = 1
"""The phase's action once an attack was declared: the time for probes is over (§11.1)."""


# --- eligibility (§11.1, §11.3, §11.5, §11.7) ---------------------------------------------------------------------


def check_may_fight(state: State, unit: str) -> None:
    """§11.7, §11.5: refuse a unit that can neither attack nor probe (any more) in this phase."""
    printed, now = state.counter(unit), state.units[unit]
    if not state.is_on_map(unit):
        raise Refused("not-on-map", "11.0", f"{name_of(state, unit)} is not on the map.")
    if printed.kind == "fort":
        raise Refused("forts-defend", "11.7", f"{name_of(state, unit)} can only defend.")
    if printed.kind == "depot":
        raise Refused("depots-rest", "11.7", f"{name_of(state, unit)} has no combat factor.")
    if printed.nation == BR and state.turn <= BEF_TURN:
        raise Refused("bef-lands", "9.2", "The BEF has just landed and may not attack before turn 4.")
    if now.fought:
        raise Refused("has-fought", "11.5", f"{name_of(state, unit)} has already attacked or probed this phase.")


def check_belgian(state: State, unit: str, hex_: str) -> None:
    """§10.8: refuse a hex outside the Belgian area to a Belgian unit."""
    if state.counter(unit).nation == BE and hex_ not in state.printed.board.belgian_area:
        raise Refused("belgian-area", "10.8", "Belgian units may attack only in Belgium and within two hexes of it.")


def check_hqs_accompanied(state: State, units: Sequence[str]) -> None:
    """§2.3, §11.7: an HQ fights only beside a corps of its hex."""
    with_corps = {state.units[u].at for u in corps_among(state, units)}
    for unit in units:
        if state.counter(unit).kind == "hq" and state.units[unit].at not in with_corps:
            raise Refused(
                "hq-alone", "11.7", f"{name_of(state, unit)} can attack only together with a corps in its hex."
            )


# --- who may fight, and where -------------------------------------------------------------------------------------


class Ready(NamedTuple):
    """What is said of the units of one hex: who may fight, and why others may not."""

    able: tuple[str, ...]
    why: JsonObject


def ready_units(state: State, seat: str) -> dict[str, Ready | None]:
    """By hex; None for those of the other side."""

    def make(_: str, units: tuple[str, ...]) -> Ready | None:
        if state.counter(units[0]).side != seat:
            return None
        able: list[str] = []
        why: JsonObject = {}
        for unit in units:
            if state.counter(unit).kind in ("fort", "depot"):
                continue
            try:
                check_may_fight(state, unit)
            except Refused as refused:
                why[unit] = refused.refusal.json()
            else:
                able.append(unit)
        return Ready(tuple(able), why)

    return by_hex(state, ("may-fight", seat), make, whole=(state.turn,))


def why_not(at: At[State]) -> JsonObject:
    """§11.0: why the others may not fight."""
    why: JsonObject = {}
    for found in ready_units(at.state, at.seat).values():
        if found is not None:
            why.update(found.why)
    return why
