"""§4.2, §4.3: the sequence of play with the orders of each step, to be laid beside the rulebook's outline."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.great_war.chits_played import (
    answers,
    arabs,
    armenians,
    breakout,
    chances,
    entries,
    epidemics,
    italian_entry,
    landings,
    lawrence,
    paris_gun,
    pools,
    withdrawals,
)
from rules.great_war.combat import (
    advance,
    aircraft,
    battle,
    enver_march,
    event_chits,
    headquarters,
    losses,
    offensives,
    reactions,
)
from rules.great_war.combat import declaring as combat
from rules.great_war.movement import expedition, marker, rails, transfer, transit
from rules.great_war.movement import orders as movement
from rules.great_war.new_units import boxes, conversion, russian_landing, shock_troops
from rules.great_war.new_units import orders as new_units
from rules.great_war.position.state import State
from rules.great_war.pre_war import drawing as drawing_before
from rules.great_war.pre_war import set_up
from rules.great_war.printed.fronts import EAST, THEATRE_NAMES, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import (
    ADVANCE,
    AGAIN_TITLE,
    ALLIED_RAIL,
    ALLIED_SETUP,
    ATTACKER_AIR,
    ATTACKER_EVENTS,
    ATTACKER_LOSSES,
    CAPTURE,
    CAVALRY,
    CENTRAL_RAIL,
    CENTRAL_SETUP,
    CHANCES,
    COMBAT_TITLE,
    COUNTER_SUPPORT,
    DECLARE_EVENTS,
    DEFENDER_AIR,
    DEFENDER_EVENTS,
    DEFENDER_LOSSES,
    EVENTS,
    FIRST,
    FIRST_MOVEMENT,
    GO_ON,
    INFLUENZA,
    INITIATIVE_ANSWER,
    LEAVING,
    LOT,
    NEW_UNITS,
    OTHER_POOL,
    PRE_WAR_CHOICE,
    PRE_WAR_DRAW,
    PRE_WAR_PLANS,
    RAID,
    REACTION,
    RECORD,
    RESOLVE,
    RETURN,
    SECOND,
    SECOND_MOVEMENT,
    SETTLE_OTHER,
    SETTLE_OWN,
    SUPPORT,
    WEATHER_STEP,
)
from rules.great_war.procedure import (
    advance_marker,
    attacker,
    eliminate_unsupplied,
    events_come,
    movement_over,
    second_attacks,
    set_up_over,
    who_draws_lots,
)
from rules.great_war.setup import assigning, together
from rules.great_war.setup import orders as setup
from rules.great_war.strategic.steps import STRATEGIC_TURN, of_variant
from rules.great_war.turn.steps import allied, ask_side, central, end_of_step
from rules.great_war.turn.weather import determine
from rules.great_war.works import devastation, hindenburg
from rules.kernel.procedure.orders import Order
from rules.kernel.procedure.steps import Step, Tree

SETTING_UP = (setup.DEAL, setup.PLACE, together.PLACE_TOGETHER, setup.EXCHANGE, assigning.ASSIGN, setup.END)
BY_PRESS = "“Set up for me” places the whole army at once. You can still exchange units afterwards."
SETTLING: tuple[Order[State], ...] = (arabs.RAISE, armenians.ATTACK_IN_VAN, armenians.FOUND, withdrawals.WITHDRAW)
"""§6.12: each answers for one chit of the Near East that was drawn."""


def _settling(key: str) -> Step[State]:
    return Step(
        key, "What was drawn", "6.12", name="settling", prompt="A drawn event needs your answer",
        orders=SETTLING, asks=answers.who_settles, happens=pools.draw_on, when=pools.something_drawn,
    )  # fmt: skip


def _movement(key: str, title: str) -> Step[State]:
    return Step(
        key, title, "4.2", chapter="8.0", name="movement", orders=(*movement.ORDERS, devastation.DEVASTATE),
        asks=movement.movers, words=movement.words, why_not=movement.why_not, happens=enver_march.weigh,
        closes=movement_over,
    )  # fmt: skip


def _arrivals(
    key: str,
    title: str,
    side: str,
    orders: tuple[Order[State], ...],
    happens: Callable[[Any, Any], bool] | None = None,
) -> Step[State]:
    return Step(
        key, title, "13.22", side=side, name="new-units", orders=orders, asks=ask_side(side), words=new_units.words,
        happens=happens,
    )  # fmt: skip


def _going_back(half: str) -> Step[State]:
    return Step(
        f"{half}.west.withdrawal", "Withdrawal from devastated hexes", "14.62", side=CENTRAL, name="withdrawal",
        prompt="Which unit withdraws?", orders=(devastation.LEAVE,), asks=devastation.who_devastates,
        closes=devastation.give_up, when=devastation.ends_in(half),
    )  # fmt: skip


def _combat(half: str) -> tuple[Step[State], ...]:
    """§4.2: in each theatre, the west first, all attacks and then those round OHL or OberOst; then attrition."""
    steps = tuple(
        step
        for theatre in (WEST, EAST)
        for step in (
            Step(
                f"{half}.{theatre}.attacks", f"{COMBAT_TITLE}, {THEATRE_NAMES[theatre]}", "10.0", name="combat",
                orders=(combat.ATTACK, offensives.END), words=combat.words, asks=attacker(half, theatre),
                when=of_variant(f"{half}.{theatre}.attacks"),
            ),
            Step(
                f"{half}.{theatre}.again", f"{AGAIN_TITLE}, {THEATRE_NAMES[theatre]}", "10.8", name="combat",
                orders=(combat.ATTACK, offensives.END), words=combat.words, asks=attacker(half, theatre),
                happens=marker.find_second_attackers, closes=marker.remove_marker, when=second_attacks(half, theatre),
            ),
            *((_going_back(half),) if theatre == WEST else ()),
        )
    )  # fmt: skip
    return (
        *steps,
        Step(
            f"{half}.attrition",
            "Supply attrition",
            "11.84",
            side=CENTRAL,
            prompt="Break out under Scheffer-Boyadel?",
            orders=(breakout.BREAK_OUT, end_of_step("No breakout", "11.86")),
            asks=breakout.who_saves,
            closes=eliminate_unsupplied,
        ),
    )


BATTLE: tuple[Step[State], ...] = (
    Step(
        CAVALRY, "Cavalry before combat", "15.5", prompt="Retreat before combat?",
        detail="Your cavalry may retreat one hex before the die is rolled.",
        orders=(battle.RIDE_BACK, battle.STAND), asks=battle.riders_asked, onward=battle.next_stage,
    ),
    Step(
        SUPPORT, "Attacker's headquarters", "10.46", words=headquarters.words, happens=headquarters.goes_by,
        orders=(headquarters.SUPPORT_ORDER,), asks=headquarters.attacker_asked, onward=headquarters.no_support,
    ),
    Step(
        COUNTER_SUPPORT, "Defender's headquarters", "10.46", words=headquarters.words, happens=headquarters.goes_by,
        orders=(headquarters.SUPPORT_ORDER,), asks=headquarters.defender_asked, onward=headquarters.no_support,
    ),
    Step(
        ATTACKER_AIR, "Attacker's aircraft", "15.13", prompt="Send aircraft over the attack?",
        orders=(aircraft.FLY, aircraft.STAY), asks=aircraft.attacker_asked, onward=aircraft.none_fly,
    ),
    Step(
        DEFENDER_AIR, "Defender's aircraft", "15.13", prompt="Send aircraft to the defence?",
        orders=(aircraft.FLY, aircraft.STAY), asks=aircraft.defender_asked, onward=aircraft.none_fly,
    ),
    Step(
        ATTACKER_EVENTS, "Attacker's events", "6.12", prompt="Use an event in the attack?",
        orders=(event_chits.USE, shock_troops.STRIKE, event_chits.PASS), asks=event_chits.attacker_asked,
        onward=battle.next_stage,
    ),
    Step(
        DEFENDER_EVENTS, "Defender's events", "6.12", prompt="Use an event in the defence?",
        orders=(event_chits.USE, event_chits.PASS), asks=event_chits.defender_asked, onward=battle.next_stage,
    ),
    Step(RESOLVE, "Combat result", "10.34", onward=battle.resolve),
    Step(
        ATTACKER_LOSSES, "Attacker's losses", "10.62", prompt="Take your losses",
        orders=(losses.LOSE,), asks=losses.who_loses, onward=losses.pays,
    ),
    Step(
        DEFENDER_LOSSES, "Defender's losses", "10.62", prompt="Take your losses",
        orders=(losses.LOSE,), asks=losses.who_loses, onward=losses.pays,
    ),
    Step(
        REACTION, "Reaction to the attack", "6.39", prompt="Play an event to hold up the advance?",
        orders=(reactions.REACT, event_chits.PASS), asks=reactions.who_may_react, onward=battle.next_stage,
    ),
    Step(
        ADVANCE, "Advance after combat", "10.71", words=advance.words,
        orders=(advance.ADVANCE, advance.HOLD), asks=advance.who_may_advance, onward=advance.over,
    ),
    Step(
        GO_ON, "Second hex of advance", "10.72", prompt="Advance one more hex?",
        detail="Shock troops, and Allied tanks after March 1919, advance two hexes.",
        orders=(advance.GO_FURTHER, advance.HOLD), asks=advance.asked_on, onward=advance.over,
    ),
)  # fmt: skip
"""§10.3: the stages of an attack, in the order in which it comes to them."""

TREE: Tree[State] = Tree(
    Step("game", "The Great War in Europe", "4.0", (
        Step("pre-war", "Before the war", "20.1", (
            Step(
                PRE_WAR_DRAW, "Draw of pre-war events", "20.1", side=ALLIED, name="pre-war",
                prompt="Draw pre-war events",
                detail="Each side draws three and plays one or two. Neither sees what the other has drawn.",
                orders=(drawing_before.DRAW,), asks=drawing_before.who_draws,
            ),
            Step(
                PRE_WAR_PLANS, "Naval plans", "20.3", side=CENTRAL, name="pre-war",
                words=drawing_before.announcing_words, orders=(drawing_before.ANNOUNCE,),
                asks=drawing_before.who_announces,
            ),
            Step(
                PRE_WAR_CHOICE, "Choice of pre-war events", "20.1", name="pre-war",
                words=drawing_before.choosing_words, orders=(drawing_before.CHOOSE,),
                asks=drawing_before.who_chooses, closes=drawing_before.reveal,
            ),
        ), when=drawing_before.has_pre_war_events),
        Step("set-up", "Set-up", "21.1", (
            Step(
                LOT, "Lots", "21.24", side=ALLIED, prompt="Draw lots for your army",
                detail="They decide which Russian units start in the dead pile.",
                orders=(setup.DRAW_LOTS, setup.DEAL), asks=who_draws_lots,
            ),
            Step(
                ALLIED_SETUP, "Allied set-up", "21.12", side=ALLIED, name="set-up", prompt="Set up your units",
                detail=BY_PRESS, orders=(*SETTING_UP, set_up.SEND), asks=allied, closes=withdrawals.set_aside,
            ),
            Step(
                LEAVING, "British units that leave", "21.63", side=ALLIED, name="settling",
                prompt="Which units leave for the west?", orders=(withdrawals.WITHDRAW,), asks=answers.who_settles,
                when=withdrawals.begins_with_offensive,
            ),
            Step(
                CENTRAL_SETUP, "Central Powers set-up", "21.13", side=CENTRAL, name="set-up",
                prompt="Set up your units", detail=BY_PRESS,
                orders=(*SETTING_UP, conversion.DISMOUNT, set_up.REDUCE, set_up.DISBAND),
                asks=central, closes=set_up_over,
            ),
        )),
        Step("turn", "Turn", "4.1", (
            Step("operational", "Operational turn", "4.2", (
                Step(EVENTS, "Event Phase", "6.1", (
                    Step(
                        DECLARE_EVENTS, "Purchase of events", "6.11", name="events", words=pools.declaring_words,
                        orders=(pools.BUY, italian_entry.BUY_ENTRY, pools.DECLINE),
                        asks=pools.who_declares, happens=withdrawals.comes_due, closes=pools.reveal,
                    ),
                    _settling(SETTLE_OWN),
                    Step(
                        OTHER_POOL, "The other pool", "6.14", name="events", words=pools.reaching_words,
                        orders=(pools.BUY_OVER, end_of_step("No draw", "6.14")), asks=pools.reaching_over,
                        when=pools.may_reach_over,
                    ),
                    _settling(SETTLE_OTHER),
                    Step(
                        INFLUENZA, "Influenza", "6.58", side=CENTRAL, name="events",
                        prompt="Choose the shock troops that fall ill", orders=(epidemics.TIRE,),
                        asks=epidemics.who_chooses, when=epidemics.strikes,
                    ),
                    Step(
                        CHANCES, "Events on the map", "6.12", name="chances", prompt="Play an event this phase?",
                        orders=(end_of_step("Done", "6.12"),), asks=chances.holders, when=chances.any_may_be_held,
                    ),
                ), when=events_come),
                Step(NEW_UNITS, "New Units Phase", "13.0", (
                    _arrivals("allied.new-units", "Allied new units", ALLIED,
                              (entries.DEPLOY, landings.LAND_AT_GALLIPOLI, landings.LAND_AT_SALONIKA,
                               russian_landing.LAND, *new_units.ORDERS), happens=entries.enter),
                    _arrivals("central.new-units", "Central Powers new units", CENTRAL,
                              (entries.DEPLOY, new_units.PLACE, boxes.CHOOSE_BOX, paris_gun.PLACE_GUN,
                               shock_troops.FORM, conversion.CONVERT, hindenburg.BUILD, new_units.END),
                              happens=boxes.send),
                ), when=of_variant(NEW_UNITS)),
                Step(
                    INITIATIVE_ANSWER, "Answer to the initiative", "5.87", side=ALLIED, name="chances",
                    prompt="Cancel the enemy's initiative?", orders=(end_of_step("No", "5.87"),),
                    asks=chances.who_cancels, when=chances.may_be_cancelled,
                ),
                Step(WEATHER_STEP, "Weather Determination Phase", "12.1", happens=determine),
                _movement(FIRST_MOVEMENT, "First Mutual Movement Phase"),
                Step("first-combat", "First Combat Phase", "10.0", _combat(FIRST)),
                _movement(SECOND_MOVEMENT, "Second Mutual Movement Phase"),
                Step("second-combat", "Second Combat Phase", "10.0", _combat(SECOND)),
                Step("strategic-movement", "Strategic Movement Phase", "9.0", (
                    Step(
                        ALLIED_RAIL, "Allied strategic and sea movement", "9.2", side=ALLIED, name="rails",
                        orders=(*rails.ALLIED_ORDERS, expedition.SEND, *transfer.ORDERS),
                        words=rails.words, asks=allied, when=of_variant(ALLIED_RAIL),
                    ),
                    Step(
                        RAID, "Lawrence's raid", "6.25", side=ALLIED, prompt="Does Lawrence raid a town?",
                        detail="He may do so once between strategic turns, until the Arabs rise.",
                        orders=(lawrence.RAID, end_of_step("No raid", "6.25")),
                        asks=lawrence.who_raids, when=lawrence.rides,
                    ),
                    Step(
                        CAPTURE, "Lawrence captured?", "6.27", side=CENTRAL, prompt="Play Lawrence Captured?",
                        detail="It cancels the raid. On a five or six Lawrence is out of the game.",
                        orders=(lawrence.CAPTURE, end_of_step("No", "6.27")), asks=lawrence.who_captures,
                        when=lawrence.is_hunted,
                    ),
                    Step(
                        CENTRAL_RAIL, "Central Powers strategic movement", "9.1", side=CENTRAL, name="rails",
                        orders=(*transit.CENTRAL_BOXES, *rails.CENTRAL_ORDERS), words=rails.words, asks=central,
                    ),
                )),
                Step(
                    RETURN, "Return from Persia", "17.21", side=ALLIED, prompt="Bring the expedition home?",
                    detail="All of it comes home or none, and no Russian unit may enter Iraq again.",
                    orders=(expedition.BRING_HOME, end_of_step("It stays", "17.21")), asks=expedition.who_returns,
                    when=of_variant(RETURN),
                ),
                Step(RECORD, "Turn Record Phase", "4.2", closes=advance_marker),
            )),
            STRATEGIC_TURN,
        ), again=lambda _: True),
    )),
    BATTLE,
)  # fmt: skip
