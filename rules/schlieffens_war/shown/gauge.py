"""What is measured turn by turn, from lines and views: §4.6 points, §4.4 attacks, §9.6 morale, §11.20 losses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.gauge import Figure, Gauge, Lead, Lost
from rules.kernel.messages import JsonObject
from rules.schlieffens_war.position.versions import line_forward
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN, SIDES


def turn(line: JsonObject) -> int | None:
    """§5.1: the turn of a phase that begins; the set-up has none."""
    opened = line_forward(line).get("turn")
    return opened if isinstance(opened, int) else None


def steps_lost(line: JsonObject) -> Lost:
    """§11.20, §8.8, §10.6: steps lost in combat, by attrition and on forced marches; an HQ or depot is one."""
    told: Any = line_forward(line).get("toll", {})
    return {side: {"steps": steps} for side, steps in told.items()}


def fight(line: JsonObject) -> tuple[str, str] | None:
    """§11.8: the hex of an attack that is declared, and who attacks; a new phase ends the last."""
    if line["kind"] == "phase":
        return "", ""
    hexes: Any = line.get("hexes")
    return (str(hexes[0]), str(line["text"])) if line["kind"] == "attack" and hexes else None


def figures(view: JsonObject) -> tuple[Figure, ...]:
    """The tracks, and the counters on the map; of concealed ones the morale is not known, so they are not counted."""
    shown: Any = view
    tracks = shown["tracks"]

    def count_morale(morale: str = "") -> dict[str, int]:
        return {
            side: sum(1 for u in _units(shown) if u["side"] == side and (not morale or u.get("morale") == morale))
            for side in SIDES
        }

    return (
        Figure("Victory points", "4.6", {GERMAN: tracks["vp"]}),
        Figure("Plan XVII attacks", "4.4", {ENTENTE: tracks["plan_xvii"]}),
        Figure("Counters on the map", "", count_morale()),
        Figure("Units seen in élan", "9.6", count_morale("elan")),
        Figure("Units seen fatigued", "9.6", count_morale("fatigued")),
    )


def _units(view: Any) -> Iterator[Any]:
    for stack in view["stacks"].values():
        yield from stack


def ahead(view: JsonObject) -> str:
    """§4.1, §4.7: who would win if the points were counted now."""
    shown: Any = view
    tracks = shown["tracks"]
    if tracks["vp"] < tracks["vp_to_draw"]:
        return ENTENTE
    return GERMAN if tracks["vp"] >= tracks["vp_to_win"] and tracks["paris_endangered"] else ""


AT_ONCE, A_TURN = 5, 2
"""Cities that a side which was behind took in one turn at most, and in others besides, in games between programs."""


def lead(view: JsonObject) -> Lead | None:
    """§4.1, §4.7: by how many cities the side that would win now is ahead of a draw."""
    shown: Any = view
    tracks, side = shown["tracks"], ahead(view)
    if not side:
        return None
    by = tracks["vp_to_draw"] - tracks["vp"] if side == ENTENTE else tracks["vp"] - tracks["vp_to_win"] + 1
    return Lead(side, by, AT_ONCE, A_TURN)


GAUGE = Gauge(turn, figures, steps_lost, ("Steps lost", "11.20"), fight=fight, ahead=ahead, lead=lead)
