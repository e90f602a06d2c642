"""§7.0: the sequence of play with the orders of each step, to be laid beside the rulebook's outline."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rules.empires_alliances.arrivals import phase, reinforcements, replacements, withdrawals
from rules.empires_alliances.attacks import plan_17
from rules.empires_alliances.attacks.targets import invasions_due
from rules.empires_alliances.combat import (
    advance,
    declaring,
    demoralising,
    grouping,
    infiltration,
    joining,
    landing,
    losses,
    results,
    retreats,
)
from rules.empires_alliances.countries import boxes
from rules.empires_alliances.countries.morale import is_due
from rules.empires_alliances.facts.invasion import INVASION
from rules.empires_alliances.facts.politics import DEPLOYMENT
from rules.empires_alliances.invasions import ashore, table
from rules.empires_alliances.invasions import orders as invasions
from rules.empires_alliances.movement import aircraft, breakdown, digging, duties, forts, overrun, railheads
from rules.empires_alliances.movement import orders as movement
from rules.empires_alliances.play import Duty
from rules.empires_alliances.politics.declarations import DECLARE_WAR
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed import steps
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.printed.steps import key_of
from rules.empires_alliances.procedure import (
    END,
    arrivals_words,
    arrive,
    ask_phasing,
    asks_arrivals,
    close_step,
    end_quarter,
    end_segment,
    end_turn,
    goes_on,
    why_not_end_arrivals,
)
from rules.empires_alliances.setup import deployment
from rules.empires_alliances.setup import orders as setup
from rules.empires_alliances.setup.placing import why_not_set_up
from rules.empires_alliances.setup.trenches import dig_in
from rules.empires_alliances.stacking import GIVE_UP, asks_overstacked
from rules.empires_alliances.supply import orders as supply
from rules.empires_alliances.supply.levels import levels_rise, relieve
from rules.empires_alliances.terrain.weather import determine_weather
from rules.kernel.messages import Refusal
from rules.kernel.procedure.orders import At, Order
from rules.kernel.procedure.steps import Step, Tree

NAMES = {CENTRAL: "Central Powers", ALLIED: "Allies"}
"""§1.1: the sides in sentences."""


def _why_not_end_set_up(at: At[State]) -> Refusal | None:
    return why_not_set_up(at.state, at.seat)


END_SET_UP: Order[State] = Order(
    "end_set_up", "Done setting up", "1.4", close_step, when=_why_not_end_set_up, greyed=True
)
END_ARRIVALS: Order[State] = Order(
    "end_arrivals", "Done placing", "7.21", close_step, when=why_not_end_arrivals, greyed=True
)
END_PHASE: Order[State] = Order("end_phase", "Done", "7.2", close_step)


def _why_not_end_movement(at: At[State]) -> Refusal | None:
    return duties.why_not_end_movement(at.state, at.seat)


def attacks_left(state: State, side: str) -> Iterator[Duty]:
    """§13.1, §22.52: the attacks that keep a side from ending its Combat Phase."""
    return chain(plan_17.attacks_due(state, side), invasions_due(state, side))


def _why_not_end_combat(at: At[State]) -> Refusal | None:
    return next((duty.refusal for duty in attacks_left(at.state, at.seat)), None)


END_COMBAT: Order[State] = Order(
    "end_phase", "Done attacking", "7.2", close_step, when=_why_not_end_combat, greyed=True
)
END_MOVEMENT: Order[State] = Order(
    "end_phase", "Done moving", "7.2", close_step, when=_why_not_end_movement, greyed=True
)


def _set_up(side: str) -> Step[State]:
    return Step(
        key_of(side, steps.SET_UP), f"{NAMES[side]} set-up", "1.4", name=steps.SET_UP, side=side,
        prompt="Set up your units",
        detail="“Set up for me” places every army at once. You can still move units afterwards.",
        orders=(setup.PLACE, setup.SET_UP_ALL, setup.TAKE_BACK, END_SET_UP), asks=ask_phasing, closes=dig_in,
    )  # fmt: skip


def _segment(side: str, section: str) -> Step[State]:
    return Step(side, f"{NAMES[side]} player segment", section, side=side, parts=(
        Step(
            key_of(side, steps.ARRIVALS), "Reinforcement Phase", "7.21", chapter="17.0", name=steps.ARRIVALS, side=side,
            words=arrivals_words,
            orders=(
                reinforcements.BRING_ON, replacements.REBUILD, withdrawals.WITHDRAW, boxes.COMMIT, boxes.RECALL,
                DECLARE_WAR, END_ARRIVALS,
            ),
            asks=asks_arrivals, happens=arrive, closes=phase.lapse,
        ),
        Step(
            key_of(side, steps.SUPPLY), "Supply Phase", "7.22", chapter="14.0", name=steps.SUPPLY, side=side,
            words=supply.words,
            orders=(supply.KEEP_SHIPS, supply.NAME_SOURCE, END_PHASE), asks=supply.asks, closes=levels_rise,
        ),
        Step(f"{side}.movement", "Movement Phase", "7.23", (
            Step(
                key_of(side, steps.MOVE), "Movement", "7.232", chapter="8.0", name=steps.MOVE, side=side,
                prompt="Move your units", detail="Tap a stack, then where it goes: on foot, by train or by ship.",
                orders=(
                    movement.MOVE, overrun.OVERRUN, invasions.INVADE, invasions.INVADE_TWO,
                    aircraft.SEND, aircraft.REBASE,
                    digging.DIG, forts.REMOVE_FORT, breakdown.BREAK_DOWN, END_MOVEMENT,
                ),
                asks=ask_phasing, happens=ashore.begin_or_land, closes=duties.remember,
            ),
            Step(
                key_of(side, steps.RECOMBINE), "Divisions join again", "22.82", name=steps.RECOMBINE, side=side,
                prompt="Join divisions into corps", detail="Two in one hex that make up a corps.",
                orders=(breakdown.JOIN, END_PHASE), asks=breakdown.asks_to_join,
            ),
            _crowded_step(key_of(side, steps.CROWDED), side),
        )),
        Step(f"{side}.combat", "Combat Phase", "7.24", (
            Step(
                key_of(side, steps.ATTACKS), "Attacks", "7.24", chapter="13.0", name=steps.ATTACKS, side=side,
                prompt="Attack enemy hexes", detail="Each unit attacks once, and may be attacked once.",
                orders=(declaring.ATTACK, declaring.ATTACK_WITH_AIR, infiltration.INFILTRATE, END_COMBAT),
                asks=ask_phasing, closes=ashore.end_invasion,
            ),
            _crowded_step(key_of(side, steps.CROWDED_AFTER), side),
        )),
        Step(f"{side}.administration", "Administrative Phase", "7.25", (
            Step(
                key_of(side, steps.RAILHEADS), "Railheads", "7.251", chapter="10.0", name=steps.RAILHEADS, side=side,
                prompt="Advance your railheads", detail="They follow your units along the lines.",
                orders=(railheads.ADVANCE_ALL, railheads.ADVANCE_RAILHEAD, END_PHASE),
                asks=railheads.asks, happens=railheads.list_railheads,
            ),
            Step(key_of(side, steps.RELIEF), "Relief", "7.252", side=side, closes=relieve),
            Step(key_of(side, steps.RALLY), "Demoralised units", "7.253", side=side, closes=end_segment),
        )),
    ))  # fmt: skip


def _crowded_step(key: str, side: str) -> Step[State]:
    return Step(
        key, "Stacking", "6.2", name=steps.CROWDED, side=side,
        prompt="Give up units where too many stack",
        detail="A hex holds at most three infantry or cavalry units, and the rest are lost.",
        orders=(GIVE_UP,), asks=asks_overstacked,
    )  # fmt: skip


ATTACKS: tuple[Step[State], ...] = (
    Step(
        "neutralise", "Artillery against artillery", "22.13", asks=infiltration.asks_attacker,
        prompt="Neutralise enemy guns", detail="One for one; neither takes part in the attacks on the hex.",
        orders=(infiltration.NEUTRALISE, infiltration.DECLINE), onward=infiltration.nobody_neutralises,
    ),
    Step(
        "join", "Artillery in the defence", "13.62", asks=joining.asks_defender,
        prompt="Who defends together?", detail="Guns that defend alone may be attacked alone.",
        orders=(joining.JOIN,), onward=joining.nobody_joins,
    ),
    Step(
        "group", "Division of the attack", "13.63", asks=grouping.asks_attacker,
        prompt="Who attacks whom?", detail="Every defender is attacked, at 1-5 or better.",
        orders=(grouping.TOGETHER, *grouping.DIVISIONS), onward=grouping.group_as_one,
    ),
    Step(
        "choose", "Next attack", "13.63", asks=results.asks_which,
        prompt="Choose the next attack", detail="They are resolved one by one, in any order.",
        orders=(results.CHOOSE,), happens=results.resolve_last, onward=results.all_over,
    ),
    Step(
        "losses", "Losses of the attacker", "13.7", asks=losses.asks_loser,
        prompt="Choose the units that you lose", detail="Printed factors count.",
        orders=(losses.LOSE,), happens=losses.lose_what_must_be, onward=losses.no_losses,
    ),
    Step(
        "defender-losses", "Losses of the defender", "13.7", asks=losses.asks_loser,
        prompt="Choose the units that you lose", detail="Printed factors count.",
        orders=(losses.LOSE,), happens=losses.lose_what_must_be, onward=losses.no_losses,
    ),
    Step(
        "demoralise", "Demoralised attackers", "13.7", asks=demoralising.asks_attacker,
        prompt="Choose who is demoralised", detail="A corps for each that defends, the largest first.",
        orders=(demoralising.DEMORALISE,), onward=demoralising.shake,
    ),
    Step(
        "retreat", "Retreat", "13.8", asks=retreats.asks_owner,
        prompt="Retreat your units", detail="One hex, towards supply if possible.",
        orders=(retreats.RETREAT, retreats.HOLD), happens=retreats.retreat_what_must, onward=retreats.all_gone,
    ),
    Step(
        "advance", "Advance", "13.9", asks=advance.asks_attacker,
        prompt="Advance into the hex?", detail="Infantry and cavalry that took part in the attack.",
        orders=(advance.ADVANCE, advance.STAY), onward=advance.nobody_advances,
    ),
    Step(
        "flight", "Aircraft leave", "6.3", asks=advance.asks_owner_of_air,
        prompt="Choose a new base", detail="A friendly city within eight hexes.",
        orders=(advance.FLEE,), happens=advance.fly_where_one_must, onward=advance.enter,
    ),
    Step(
        "landing", "Aircraft land", "16.42", asks=landing.asks_attacker,
        prompt="Land your aircraft", detail="A friendly city within four hexes of the attack.",
        orders=(landing.LAND,), happens=landing.land_where_one_must, onward=landing.over,
    ),
)  # fmt: skip
"""§13.6: the stages of the attack on a hex, beside the tree."""


DEPLOY: Step[State] = Step(
    DEPLOYMENT, "Deployment", "2.63", words=deployment.words, asks=deployment.asks,
    orders=(deployment.PLACE, deployment.DEPLOY_ALL, deployment.TAKE_BACK, deployment.END_DEPLOYMENT),
)  # fmt: skip
"""§2.63, §18.11: the forces of a country that enters the war, beside the tree."""


INVADE: Step[State] = Step(
    INVASION, "Invasion table", "2.68", orders=(table.PRESS_ON, table.CANCEL), asks=table.asks,
    happens=table.roll_next, onward=table.nobody_left, words=table.words,
)  # fmt: skip
"""§2.68e: the dice of an invasion, and whether it goes on, beside the tree."""


TREE: Tree[State] = Tree(
    Step("game", "Empires & Alliances", "7.0", (
        Step("set-up", "Set-up", "1.4", (
            _set_up(ALLIED),
            _set_up(CENTRAL),
        )),
        Step("turn", "Turn", "7.0", (
            Step("weather", "Weather Phase", "7.1", closes=determine_weather),
            _segment(CENTRAL, "7.2"),
            _segment(ALLIED, "7.3"),
            Step("morale", "National Morale Phase", "7.4", closes=end_quarter, when=is_due),
            Step(END, "End of Turn Phase", "7.5", happens=end_turn),
        ), again=goes_on),
    )),
    (
        *ATTACKS,
        DEPLOY,
        INVADE,
        Step(
            "base-lost", "A base is lost", "6.3", orders=(aircraft.FLEE, aircraft.GIVE_UP),
            asks=aircraft.owner, happens=aircraft.nowhere_to_fly, words=aircraft.flight_words,
        ),
    ),
)  # fmt: skip
