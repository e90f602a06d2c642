"""§4.3: the strategic turn in its order, to be laid beside the rulebook's outline."""

from __future__ import annotations

from collections.abc import Callable

from rules.great_war.chits_played import arabs
from rules.great_war.facts.procedure import TurnBegan
from rules.great_war.facts.strategic import SurplusLost
from rules.great_war.play import Play
from rules.great_war.position import letters
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.pre_war import british_entry
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES
from rules.great_war.printed.phases import ARABS, EMERGENCY, PIPELINE, RESERVE_STEP, SURRENDER_STEP, TRANSFERS
from rules.great_war.strategic import (
    bombing,
    emergency,
    fortresses,
    income,
    initiative,
    pipeline,
    rebuilding,
    red_army,
    replacements,
    reserve,
    revolutions,
    transfers,
    turkish_surrender,
    u_boats,
    us_entry,
    victory,
)
from rules.great_war.turn.steps import end_of_step
from rules.kernel.procedure.orders import At
from rules.kernel.procedure.steps import Ask, Step


def check_victory(play: Play, frame: PhaseFrame) -> None:
    """§4.3: who fights, and who declares the initiative, is settled at the start of the turn; then victory."""
    british_entry.britain_joins(play)
    us_entry.us_joins(play)
    us_entry.americans_in_force(play)
    victory.check_victory(play, frame)


def who_gives(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§5.17, §5.18: both sides at once, as far as they can call or give anything."""
    return tuple(
        Ask(side, serial="")
        for side in reversed(SIDES)
        if side not in frame.done and (emergency.why_none(state, side) is None or transfers.may_give(state, side))
    )


def giving_words(at: At[State]) -> tuple[str, str]:
    """§5.17, §5.18: what is asked; in the Near East alone there are no emergency replacements, and nobody but the
    Allies gives points."""
    if EMERGENCY in at.state.printed.variant.without:
        return "Give points to an ally?", "Points can be spent as soon as they are received."
    return (
        "Call replacements or give points?",
        "Both sides decide now. Points can be spent as soon as they are received.",
    )


def record(play: Play, _: PhaseFrame) -> None:
    """§5.13, §4.3: no nation keeps more than ten points; the turn marker goes on."""
    most = play.state.printed.charts.spending.carried
    above = dict.fromkeys(replacements.surplus(play.state), most)
    if above:
        play.emit(SurplusLost(above))
    play.emit(TurnBegan(play.state.turn + 1))


def of_variant(key: str) -> Callable[[State], bool]:
    """§4.3: whether a step is one of the variant's turn."""
    return lambda state: key not in state.printed.variant.without


STRATEGIC_TURN: Step[State] = Step("strategic", "Strategic turn", "4.3", (
    Step("victory", "Victory Check Phase", "18.1", closes=check_victory),
    Step("resource", "Resource Phase", "5.1", (
        Step("income", "Resource points and reinforcements", "5.12", closes=income.collect),
        Step(
            TRANSFERS, "Emergency replacements and transfers", "5.17", words=giving_words,
            orders=(emergency.CALL, transfers.TRANSFER, end_of_step("Done", "5.17")), asks=who_gives,
            when=of_variant(TRANSFERS),
        ),
    )),
    Step("warfare", "Strategic Warfare Phase", "5.2", (
        Step(
            "u-boats", "U-boats and air raids", "5.22", side=CENTRAL, words=u_boats.words,
            orders=(u_boats.CALL_OFF,), happens=u_boats.sail, asks=u_boats.may_call_off, closes=u_boats.close,
        ),
        Step(
            "bombing", "Allied strategic bombing", "5.24", side=CENTRAL, prompt="Keep aircraft at home?",
            orders=(bombing.DEFEND,), asks=bombing.who_commits, closes=bombing.bomb,
        ),
    ), when=of_variant("warfare")),
    Step(
        "replacement", "Replacement Phase", "5.3", words=replacements.words,
        orders=(replacements.RETURN, rebuilding.REBUILD, replacements.RESTORE, replacements.END),
        asks=replacements.who_buys,
        when=of_variant("replacement"),
    ),
    Step(
        ARABS, "A new Arab army", "15.83", side=ALLIED, prompt="Where do the Arabs rise again?",
        detail="A new army of unknown strength replaces the one that was destroyed.",
        orders=(arabs.RAISE,), asks=arabs.who_raises, when=arabs.arabs_rise,
    ),
    Step(
        RESERVE_STEP, "Turkish Required Reserve", "5.38", side=CENTRAL, words=reserve.words,
        happens=reserve.roll_reserve, orders=(reserve.FILL, reserve.RELEASE, end_of_step("Done", "5.38")),
        asks=reserve.who_fills, when=reserve.reserve_due,
    ),
    Step("revolutions", "Russian Revolutions Phase", "5.4", (
        Step("revolution", "Revolution in Russia", "5.42", closes=revolutions.roll_revolution,
             when=revolutions.may_come),
        Step(
            "treaty", "Treaty of Brest-Litovsk", "5.46", side=CENTRAL, prompt="Make peace with Russia?",
            orders=(revolutions.TREATY,), asks=revolutions.may_declare,
        ),
        Step(
            "red-army", "The Red Army", "15.93", side=ALLIED, prompt="Form the Red Army?",
            orders=(red_army.RAISE, red_army.FORM, red_army.NONE), asks=red_army.who_forms,
            when=of_variant("red-army"),
        ),
    ), when=of_variant("revolutions")),
    Step("surrender", "Fortress Surrender Phase", "5.5", closes=fortresses.roll_fortresses),
    Step(
        SURRENDER_STEP, "Turkish Surrender Phase", "5.6", closes=turkish_surrender.close,
        when=of_variant(SURRENDER_STEP),
    ),
    Step("initiative", "Initiative Determination Phase", "5.8", (
        Step(
            "declare-initiative", "Initiative", "5.82", prompt="Where will you take the initiative?",
            detail="There your side moves and attacks first every turn; in the other theatre the enemy does.",
            orders=(initiative.DECLARE,), asks=initiative.who_declares, when=of_variant("declare-initiative"),
        ),
        Step(
            "choose-marker", "OHL or OberOst", "5.88", side=CENTRAL, prompt="Which marker will you use?",
            detail="Germans near it attack a second time in one combat phase: OHL in the west, OberOst in the east.",
            orders=(initiative.CHOOSE_MARKER,), asks=initiative.choosing_marker, closes=initiative.settle_marker,
            when=of_variant("choose-marker"),
        ),
    )),
    Step(
        PIPELINE, "Sinai Pipeline", "11.53", side=ALLIED, prompt="Extend the pipeline?",
        detail="It can reach one more coastal town each strategic turn.",
        orders=(pipeline.LAY, end_of_step("Not now", "11.53")), asks=pipeline.who_builds, when=of_variant(PIPELINE),
    ),
    Step("strategic-record", "Turn Record Phase", "4.3", closes=record),
), when=letters.is_strategic)  # fmt: skip
"""§4.3. In Europe alone there is no Turkish Surrender Phase: Turkey falls with Constantinople (§5.63)."""
