"""§5.1: the sequence of play with the orders of each step, to be laid beside the rulebook's outline."""

from __future__ import annotations

from rules.kernel.procedure.phases import Phase
from rules.kernel.procedure.steps import Step, Tree
from rules.schlieffens_war import setup, stacking
from rules.schlieffens_war.combat import advance, battle, eligibility, heavy_artillery, losses, probes, retreat
from rules.schlieffens_war.combat import declaring as combat
from rules.schlieffens_war.movement import orders as movement
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.phases import (
    ADMIN,
    ADVANCE,
    AFTERMATH,
    ATTACKER_LOSSES,
    BOMBARD,
    COMBAT,
    CONCENTRIC,
    DEFENDER_LOSSES,
    DEFENDERS,
    END,
    EXTRA_EACH,
    EXTRA_LOSS,
    MOVEMENT,
    ODDS,
    REGROUP,
    RESOLVE,
    SETUP,
)
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN, SIDE_NAMES
from rules.schlieffens_war.procedure import (
    administration,
    crowds_out,
    end_of_turn,
    or_nothing,
    owner,
    passes,
    regroups,
)
from rules.schlieffens_war.regrouping import eastern_front, reinforcements, returns
from rules.schlieffens_war.regrouping import orders as regrouping

REGROUPING = (
    regrouping.REMOVE_FATIGUE,
    regrouping.RESTORE,
    returns.RETURN,
    reinforcements.REINFORCE,
    eastern_front.WITHDRAW,
    eastern_front.REFUSE_WITHDRAWAL,
)
FIGHTING = (combat.ATTACK, probes.PROBE)


def _set_up(side: str) -> Step[State]:
    phase = Phase(side, SETUP)
    return Step(
        phase.key, "Set-up", "3.1", name=phase.name, side=phase.side,
        prompt="Set up your armies",
        detail="“Historical set-up” places every army at once, and you can still move them. HQs go in or next to their "
            "printed hex, corps within the radius of their HQ.",
        orders=(setup.PLACE, setup.HISTORICAL, setup.UNPLACE, stacking.ARRANGE, stacking.STANCE, setup.END),
        asks=owner, happens=crowds_out,
    )  # fmt: skip


def _player_turn(side: str) -> Step[State]:
    regroup, march, fight, admin = (Phase(side, name) for name in (REGROUP, MOVEMENT, COMBAT, ADMIN))
    return Step(side, f"{SIDE_NAMES[side]} player turn", "5.1", side=side, parts=(
        Step(
            regroup.key, "Regroup", "5.2", chapter="9.0", name=regroup.name, side=regroup.side,
            words=or_nothing(REGROUPING, regrouping.words),
            orders=(*REGROUPING, regrouping.END), why_not=regrouping.why_not,
            asks=owner, happens=passes(REGROUPING, regrouping.own_hexes), when=regroups,
        ),
        Step(
            march.key, "Movement", "5.3", chapter="10.0", name=march.name, side=march.side,
            words=movement.words,
            orders=(movement.MOVE, stacking.ARRANGE, stacking.STANCE, movement.END), why_not=movement.why_not,
            asks=owner, happens=crowds_out,
        ),
        Step(
            fight.key, "Combat", "5.4", chapter="11.0", name=fight.name, side=fight.side,
            words=or_nothing(FIGHTING, combat.words),
            orders=(*FIGHTING, stacking.STANCE, combat.END), why_not=eligibility.why_not,
            asks=owner, happens=passes(FIGHTING, combat.in_contact),
        ),
        Step(admin.key, "Admin", "5.5", name=admin.name, side=admin.side, happens=administration),
    ))  # fmt: skip


BATTLE: tuple[Step[State], ...] = (
    Step(
        DEFENDERS, "Choice of defenders", "11.2", name="choose_defenders",
        words=battle.defenders_words,
        orders=(battle.DEFEND,), asks=battle.defender, happens=battle.sole_defenders,
    ),
    Step(ODDS, "Odds and column shifts", "11.8", onward=battle.find_odds),
    Step(CONCENTRIC, "Concentric attack", "11.15", onward=battle.roll_concentric),
    Step(
        BOMBARD, "Heavy artillery", "11.23", name="heavy_artillery",
        prompt="Commit siege artillery?", detail="Each marker rolls for columns to the right.",
        orders=(heavy_artillery.BOMBARD,), asks=battle.attacker, happens=heavy_artillery.no_guns,
    ),
    Step(RESOLVE, "Combat result", "11.17", onward=battle.roll_combat),
    Step(
        DEFENDER_LOSSES, "Defender's losses", "11.20",
        words=losses.defender_words,
        orders=(losses.LOSE, retreat.RETREAT), asks=battle.defender, happens=losses.defender_pays,
    ),
    Step(
        EXTRA_LOSS, "Extra loss", "11.20",
        words=losses.extra_words,
        orders=(losses.LOSE,), asks=battle.defender, happens=losses.extra_pays,
    ),
    Step(
        ATTACKER_LOSSES, "Attacker's losses", "11.20",
        words=losses.attacker_words,
        orders=(losses.LOSE,), asks=battle.attacker, happens=losses.attacker_pays,
    ),
    Step(AFTERMATH, "Morale after combat", "11.20", onward=losses.aftermath),
    Step(EXTRA_EACH, "Extra losses of the attackers", "11.20", onward=losses.extra_each),
    Step(
        ADVANCE, "Advance after combat", "11.22",
        prompt="Advance into the empty hex?", detail="Any of the attackers may advance, or none.",
        orders=(advance.ADVANCE,), asks=battle.attacker, happens=advance.nobody_advances,
    ),
)  # fmt: skip
"""§11.8: the stages of an attack, in the order in which it comes to them."""

OVERSTACK: Step[State] = Step(
    "overstack", "Over-stacking", "6.5",
    prompt="Too many units in a hex", detail="Move the surplus units one hex towards supply, or give them up.",
    orders=(stacking.DISPLACE, stacking.ELIMINATE), asks=stacking.who_clears, words=stacking.overstack_words,
)  # fmt: skip

TREE: Tree[State] = Tree(
    Step("game", "Schlieffen's War", "5.0", (
        Step("set-up", "Set-up", "3.1", (
            _set_up(ENTENTE),
            _set_up(GERMAN),
        )),
        Step("turn", "Game turn", "5.1", (
            _player_turn(GERMAN),
            _player_turn(ENTENTE),
            Step(END, "End of turn", "5.6", happens=end_of_turn),
        ), again=lambda _: True),
    )),
    (*BATTLE, OVERSTACK),
)  # fmt: skip
