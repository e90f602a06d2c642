"""§6.7, decisions/0028: two commanders a side. A unit obeys by the army that is printed on it.

Armies are free in play (§6.7), so who moves a unit is an arrangement of the players; no rule of the game asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.kernel.fast_replace import replace as with_fields
from rules.kernel.game import Scenario, Seat
from rules.kernel.messages import Command, Refusal
from rules.kernel.procedure.orders import At
from rules.kernel.teams.commands import STAFF, command_named, read_command
from rules.kernel.teams.game import Teams
from rules.kernel.teams.layout import Layout, Post
from rules.kernel.teams.policy import TeamPolicy
from rules.kernel.teams.quotas import Capacity
from rules.kernel.wording import quantity
from rules.schlieffens_war.combat.probes import company_of
from rules.schlieffens_war.game import ALLIES as ALLIES_ALONE
from rules.schlieffens_war.game import GAME as ALONE
from rules.schlieffens_war.game import GERMANS as GERMANS_ALONE
from rules.schlieffens_war.movement.orders import stacks_unmoved_of
from rules.schlieffens_war.position.state import REMOVED, OverstackFrame, State
from rules.schlieffens_war.printed.phases import MOVEMENT, REGROUP, SETUP
from rules.schlieffens_war.printed.sides import BE, BR, ENTENTE, GERMAN
from rules.schlieffens_war.regrouping.eastern_front import withdrawal_due
from rules.schlieffens_war.regrouping.orders import why_unfinished
from rules.schlieffens_war.regrouping.reinforcements import sixth_army_due
from rules.schlieffens_war.setup import SET_UP, army_of, historical_own

RIGHT = frozenset(f"{GERMAN}.{army}" for army in ("1", "2", "3"))
"""The armies that march through Belgium; the 4th to 7th hold the centre and Lorraine."""
NORTH = frozenset({f"{ENTENTE}.5", f"{ENTENTE}.BEF", f"{ENTENTE}.BEL", f"{ENTENTE}.{BR}", f"{ENTENTE}.{BE}"})
"""The Belgians, the British and the French 5th Army; the other French armies stand in the east."""
LEFT = frozenset(f"{GERMAN}.{army}" for army in ("4", "5", "6", "7"))
EAST = frozenset(f"{ENTENTE}.{army}" for army in ("1", "2", "3", "4", "6"))


def command_of(state: State, unit: str) -> tuple[str, str] | None:
    """The side and the command of a unit, by its army, or by its nation where it has none; None for no unit."""
    counter = state.printed.counters.get(unit)
    return None if counter is None else (counter.side, f"{counter.side}.{counter.army or counter.nation}")


def leader(state: State, side: str, _lane: str = "") -> str | None:
    """The unit whose commander answers what a side is asked: the attack's first, or the top one of the defence.

    §6.5: of hexes that hold too many, the top unit of the first. None in the phases.
    """
    battle = state.battle
    if battle is not None:
        if state.counter(battle.attackers[0]).side == side:
            return battle.attackers[0]
        stack = state.stacks.get(battle.target, ())
        return battle.defenders[0] if battle.defenders else stack[0] if stack else None
    if isinstance(state.top, OverstackFrame):
        return next((state.stacks[h][0] for h in state.top.hexes if _holds(state, h, side)), None)
    return None


def _holds(state: State, hex_: str, side: str) -> bool:
    return state.holder(hex_) == side


def units_of(state: State, side: str) -> tuple[str, ...]:
    """The units of a side that are in play or may come into it again, by id."""
    counters = state.printed.counters
    return tuple(sorted(u for u, now in state.units.items() if counters[u].side == side and now.at != REMOVED))


def army(state: State, unit: str) -> tuple[str, str]:
    """The army of a unit, or its nation where it has none, and its hex."""
    at = state.units[unit].at
    return army_of(state.counter(unit)), at if at in state.printed.board.name else ""


GUNS = "heavy-artillery"


def capacities(state: State, side: str) -> tuple[Capacity, ...]:
    """§11.23: the heavy artillery of the Germans: a marker serves once a turn, and who fires first has it."""
    if side != GERMAN or not any(state.artillery):
        return ()
    ready = len(_ready(state))
    most = sum(1 for turn in state.artillery if turn)
    return (Capacity(GUNS, "Heavy artillery", ready, most, f"{state.turn}", frozenset({"bombard"}), "11.23"),)


def _ready(state: State) -> list[int]:
    return [i for i, turn in enumerate(state.artillery) if 0 < turn <= state.turn]


def less(state: State, _side: str, kept: Mapping[str, int]) -> State:
    """The position in which that many heavy artillery markers have to wait for the next turn."""
    waiting = set(_ready(state)[: kept[GUNS]])
    guns = tuple(state.turn + 1 if i in waiting else turn for i, turn in enumerate(state.artillery))
    return with_fields(state, artillery=guns)


def joint_deed(state: State, command: Command) -> str | None:
    """§11.0: an attack, in which units of both commanders may join."""
    if command.get("kind") != "attack":
        return None
    target = str(command.get("target", ""))
    name = state.printed.board.name.get(target)
    return f"an attack on {name} ({target})" if name else f"an attack on {target}".removesuffix(" on ")


def company(state: State, side: str, kind: str, unit: str) -> tuple[str, ...] | None:
    """§11.1, §11.7: the corps of which an HQ needs one to probe: who commands none of them cannot order it."""
    return company_of(state, side, unit) if kind == "probe" else None


POLICY_BEFORE: TeamPolicy[State] = TeamPolicy(
    command_of,
    units_of,
    leader,
    chiefs=frozenset({"historical", "withdraw", "refuse_withdrawal"}),
    joint=frozenset({"arrange"}),
    section="6.7",
    capacities=capacities,
    less=less,
    deed=joint_deed,
    deeds_in=("combat",),
    company=company,
    army=army,
)
"""That of matches that began when the commander in chief ended the phases of both."""


# --- since decisions/0059: each ends what is theirs ------------------------------------------------------------------


EASTWARD = "eastward"
"""§9.4: the two corps that must leave for the east: the one duty of a chief that can be handed over."""


def command_now(state: State, thing: str) -> tuple[str, str] | None:
    """The side and the command of a unit; what a side has besides is the staff's."""
    side, name = read_command(thing)
    if side in (GERMAN, ENTENTE) and (name == STAFF or (side, name) == (GERMAN, EASTWARD)):
        return side, thing
    return command_of(state, thing)


def each_ends(state: State) -> bool:
    """§5.0, decisions/0049: in the set-up and in every phase of a player turn."""
    return state.battle is None and not isinstance(state.top, OverstackFrame)


def due(state: State, side: str, mine: Callable[[str], bool]) -> Refusal | None:
    """§3.1, §9.3, §9.4: what a commander must still do before they end a phase."""
    at = At(state, side)
    if state.phase.name == SETUP:
        left = [unit for unit in SET_UP.waiting(state, side) if mine(unit)]
        text = f"You have {quantity(len(left), 'unit')} left to set up."
        return Refusal("not-all-placed", "3.1", text) if left else None
    if state.phase.name != REGROUP:
        return None
    owed = sixth_army_due(state, side)
    whose = EASTWARD if withdrawal_due(state, side) else STAFF
    return why_unfinished(at) if mine(command_named(side, whose)) or any(mine(unit) for unit in owed) else None


def left(state: State, side: str, mine: Callable[[str], bool]) -> str | None:
    """§3.1, §10.0: what of a commander's own waits to be set up, or has not moved."""
    if state.phase.name == SETUP:
        return SET_UP.left(At(state, side), mine)
    return stacks_unmoved_of(state, side, mine) if state.phase.name == MOVEMENT else None


POLICY: TeamPolicy[State] = replace(
    POLICY_BEFORE,
    command_of=command_now,
    chiefs=POLICY_BEFORE.chiefs - {"historical"},
    each_ends=each_ends,
    due=due,
    left=left,
    parts={"historical": historical_own},
    offices={EASTWARD: "Corps for the eastern front"},
    by_office=dict.fromkeys(("withdraw", "refuse_withdrawal"), EASTWARD),
)


def _post(alone: Seat, seat: str, title: str, sectors: frozenset[str], chief: bool = False) -> Post:
    return Post(Seat(seat, title, alone.side, alone.side, side_in_text=alone.in_text), sectors, chief)


GERMANS = (
    _post(GERMANS_ALONE, "german-right", "German right wing", RIGHT, chief=True),
    _post(GERMANS_ALONE, "german-left", "German left wing", LEFT),
)
FRENCH = (
    _post(ALLIES_ALONE, "entente-east", "French armies in the east", EAST, chief=True),
    _post(ALLIES_ALONE, "entente-north", "Allied armies in the north", NORTH),
)
GERMAN_ALONE = (Post(GERMANS_ALONE, chief=True),)
ENTENTE_ALONE = (Post(ALLIES_ALONE, chief=True),)


def _layout(id_: str, title: str, summary: str, posts: tuple[Post, ...]) -> Layout:
    seats = tuple(replace(p.seat, chief=p.chief) for p in posts)
    return Layout(Scenario(id_, title, summary, seats), "campaign", posts)


LAYOUTS = (
    _layout(
        "campaign-teams",
        "The campaign of 1914, two commanders a side",
        "A right and a left wing against the armies of the north and of the east.",
        (*GERMANS, *FRENCH),
    ),
    _layout(
        "campaign-german-team",
        "The campaign of 1914, two German commanders",
        "A right and a left wing against one Entente player.",
        (*GERMANS, *ENTENTE_ALONE),
    ),
    _layout(
        "campaign-entente-team",
        "The campaign of 1914, two Entente commanders",
        "One German player against the armies of the north and of the east.",
        (*GERMAN_ALONE, *FRENCH),
    ),
)


GAME: Teams[State] = Teams(ALONE, POLICY, LAYOUTS, POLICY_BEFORE)
