"""§6.6 Fog of war: what each viewer may know, built by allow-list from nothing."""

from __future__ import annotations

from functools import lru_cache

from rules.hexes.fog import stack_seen
from rules.hexes.holding import taken_by_side
from rules.hexes.odds import as_list
from rules.hexes.viewers import sees_hidden
from rules.kernel.game import Glance
from rules.kernel.messages import Json, JsonObject
from rules.kernel.view_parts import Open, Own, View
from rules.schlieffens_war.command import command_radius, commanded_hexes, is_commanded
from rules.schlieffens_war.engine import ENGINE, step_title
from rules.schlieffens_war.morale import LEVEL_NAMES
from rules.schlieffens_war.movement.allowance import can_go_on
from rules.schlieffens_war.position.fog_of_war import faces_shown, units_in_attack
from rules.schlieffens_war.position.state import BOXES, ELIMINATED, FATIGUED, IN_SUPPLY, POOL, BattleFrame, State
from rules.schlieffens_war.position.unit_index import by_hex
from rules.schlieffens_war.printed import phases
from rules.schlieffens_war.printed.counters import Counter
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN, NATIONS, SIDE_NAMES, SIDES, foe
from rules.schlieffens_war.sequence import TREE
from rules.schlieffens_war.shown.noted import note
from rules.schlieffens_war.victory import PLAN_XVII_ATTACKS, VP_TO_DRAW, VP_TO_WIN
from rules.schlieffens_war.zoc import zone


def view(state: State, viewer: str) -> JsonObject:
    """Everything that ``viewer`` (a side, the spectator or the referee) may know, as docs/architecture.md §5 says."""
    return VIEW.of(state, viewer)


def glance(state: State) -> Glance:
    """The turn, the step that is being decided, and by whom."""
    deciders = ENGINE.deciders(state)
    return Glance(state.turn, _title(state.top.step, deciders), deciders)


def _title(step: str, deciders: tuple[str, ...]) -> str:
    """What is being decided."""
    return step_title(SIDE_NAMES[deciders[0]], TREE.step(step)) if deciders else "The match is over"


def _step(state: State) -> JsonObject:
    """What is being decided, and by whom."""
    return _step_shown(state.top.step, ENGINE.deciders(state))


@lru_cache(maxsize=256)
def _step_shown(key: str, deciders: tuple[str, ...]) -> JsonObject:
    """The step as the page shows it. One object for all views that show it: copied, never altered."""
    step = TREE.step(key)
    return {
        "key": step.called,
        "title": _title(key, deciders),
        "section": step.governed,
        "side": deciders[0] if deciders else None,
        "deciders": [*deciders],
    }


def _tracks(state: State) -> JsonObject:
    return {
        "vp": state.vp,
        "vp_to_win": VP_TO_WIN,
        "vp_to_draw": VP_TO_DRAW,
        "plan_xvii": state.plan_xvii,
        "plan_xvii_needed": PLAN_XVII_ATTACKS,
        "paris_endangered": state.paris_endangered,
    }


def _markers(state: State) -> JsonObject:
    return {
        "coup": "ready" if state.coup else "used",
        "artillery": [
            "gone" if turn == 0 else "ready" if turn <= state.turn else f"turn {turn}" for turn in state.artillery
        ],
    }


def _stacks(state: State, viewer: str) -> JsonObject:
    """Every stack as a viewer sees it, by hex; what does not change between two states is the same object in both."""
    shown_in_battle = units_in_attack(state)

    def make(hex_: str, units: tuple[str, ...]) -> Json:
        shown, side = faces_shown(state, units, viewer), state.counter(units[0]).side
        return stack_seen(hex_, units, side, shown, shown_in_battle, lambda u: unit_view(state, u, viewer))

    own = [side for side in SIDES if sees_hidden(viewer, side)]
    zones = tuple(zone(state, foe(side)) for side in own)
    command = tuple(commanded_hexes(state, nation) for side in own for nation in NATIONS[side])
    return by_hex(state, ("stacks", viewer), make, marks=zones + command, whole=(state.phase.key, shown_in_battle))


def unit_view(state: State, unit: str, viewer: str) -> JsonObject:
    """The face of a unit; what it has still to spend and whether it is in command only for its own side."""
    c, now = state.counter(unit), state.units[unit]
    radius = command_radius(state, unit) if c.kind == "hq" else None
    if not sees_hidden(viewer, c.side) or now.at in BOXES:
        return _face(c, now.steps, now.morale, now.supply, radius)
    commanded, done = is_commanded(state, now.at, c.nation), _is_done(state, unit)
    helps = now.helps if c.kind == "hq" else None
    return _own_face(c, now.steps, now.morale, now.supply, radius, commanded, now.spent, done, helps)


def _is_done(state: State, unit: str) -> bool:
    """Whether a unit has nothing left to do in this phase: marched out or stopped (§7.1), or fought already (§11.5)."""
    match state.phase.name:
        case phases.MOVEMENT:
            return state.counter(unit).is_mobile and not can_go_on(state, unit)
        case phases.COMBAT:
            return state.units[unit].fought
        case _:
            return False


@lru_cache(maxsize=32768)
def _own_face(
    c: Counter,
    steps: int,
    morale: int,
    supply: str,
    radius: int | None,
    command: bool,
    spent: int,
    done: bool,
    helps: bool | None,
) -> JsonObject:
    """A counter as its owner sees it. One object for all views that show it: copied, never altered."""
    face = _face(c, steps, morale, supply, radius)
    return {**face, "command": command, "mp": spent, "done": done, "helps": helps}


@lru_cache(maxsize=8192)
def _face(c: Counter, steps: int, morale: int, supply: str, radius: int | None) -> JsonObject:
    """A counter as it lies on the table. One object for all views that show it: copied, never altered."""
    return {
        "id": c.id,
        "side": c.side,
        "nation": c.nation,
        "kind": c.kind,
        "label": c.label,
        "name": c.name,
        "army": c.army,
        "size": c.size,
        "factor": c.factor_at(steps),
        "ma": c.ma,
        "radius": radius,
        "steps": steps,
        "full": c.full,
        "morale": LEVEL_NAMES[morale],
        "supply": supply,
    }


def _returning(c: Counter) -> JsonObject:
    """§9.5: an eliminated unit lies with the face that it would come back with: at full strength, corps fatigued."""
    radius = c.radius if c.kind == "hq" else None
    return _face(c, c.full, FATIGUED if c.is_corps else 0, IN_SUPPLY, radius)


def _boxes(state: State, viewer: str) -> JsonObject:
    """The displays beside the map lie open, but nobody sees what the other side has still to set up."""
    boxes = {box: [*units] for box, units in state.boxes.items()}
    boxes[POOL] = [u for u in boxes[POOL] if sees_hidden(viewer, state.counter(u).side)]
    return {
        box: [_returning(state.counter(u)) if box == ELIMINATED else unit_view(state, u, viewer) for u in units]
        for box, units in boxes.items()
    }


def _phases(state: State) -> list[Json]:
    """The steps of the turn (or of the set-up) with how far each is."""
    round_ = TREE.step("set-up" if state.phase.name == phases.SETUP else "turn")
    steps = [*round_.leaves()]
    place = [step.key for step in steps].index(state.phase.key)
    found: list[Json] = []
    for i, step in enumerate(steps):
        skipped = step.name == phases.REGROUP and state.turn < phases.FIRST_REGROUP_TURN
        status = "skipped" if skipped else "done" if i < place else "now" if i == place else "todo"
        found.append(
            {"key": step.key, "side": step.side, "title": step.title, "section": step.section, "state": status}
        )
    return found


def _battle_view(state: State, viewer: str) -> JsonObject | None:
    frame = state.battle
    if frame is None:
        return None
    crt = state.printed.charts.crt
    result = f"{frame.attacker_result}/{frame.defender_result}" if _has_rolled(frame) else None
    return {
        "target": frame.target,
        "origins": [*frame.origins],
        "stage": frame.stage,
        "side": GERMAN if state.counter(frame.attackers[0]).side == GERMAN else ENTENTE,
        "attackers": [unit_view(state, u, viewer) for u in frame.attackers],
        "defenders": [unit_view(state, u, viewer) for u in frame.defenders],
        "attack": frame.attack,
        "defence": frame.defence,
        "base": crt.heading(crt.column_of(frame.attack, frame.defence))
        if frame.stage not in phases.BEFORE_ODDS
        else None,
        "shifts": as_list(frame.shifts, "columns"),
        "column": crt.heading(frame.column) if frame.stage not in phases.BEFORE_ODDS else None,
        "die": frame.die or None,
        "result": result,
        "losses": {"attacker": max(0, frame.attacker_due), "defender": max(0, frame.defender_due)},
        "retreated": frame.retreated,
    }


def _control(state: State) -> JsonObject:
    """The hexes that each side has taken from the other."""
    return taken_by_side(state, SIDES, state.controller)


def _has_rolled(frame: BattleFrame) -> bool:
    return frame.stage not in phases.BEFORE_RESULT


WHERE = ("stacks", "units")
"""Who stands where, and in what condition."""
SUPPLY_AND_COMMAND = (*WHERE, "taken")
"""What zones, lines of supply and command come from."""

VIEW: View[State] = View(
    Open("game", (), lambda _: "schlieffens-war"),
    Open("scenario", (), lambda _: "campaign"),
    Own("viewer", (), lambda _, viewer: viewer),
    Open("turn", ("turn",), lambda state: state.turn),
    Open("first_turn", (), lambda _: 1),
    Open("turns", (), lambda _: phases.LAST_TURN),
    Open("date", ("turn",), lambda state: state.printed.scenario.dates[state.turn - 1]),
    Open("phases", ("phase.key", "turn"), _phases),
    Open("step", ("cursor", "ended", "stacks"), _step),
    Open("tracks", ("vp", "plan_xvii", "paris_endangered"), _tracks),
    Open("markers", ("coup", "artillery", "turn"), _markers),
    Own("stacks", (*SUPPLY_AND_COMMAND, "cursor", "turn"), _stacks),
    Own("boxes", ("boxes",), _boxes),
    Open("control", ("taken",), _control),
    Own("battle", (*SUPPLY_AND_COMMAND, "cursor"), _battle_view),
    Own("noted", (*WHERE, "cursor", "withdrawn", "arrivals"), note),
    Open("outcome", ("ended",), lambda state: state.outcome.json() if state.outcome else None),
)
