"""§5.24 Allied strategic bombing, and the German aircraft against it."""

from __future__ import annotations

from collections import Counter

from rules.great_war.combat.aircraft import one_by_one
from rules.great_war.facts.procedure import StepEnded
from rules.great_war.facts.warfare import AceRolled, GermanyBombed, HomeDefended
from rules.great_war.play import Play
from rules.great_war.position.letters import in_play
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.fronts import WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.turn.weather import FAIR, weather_on
from rules.kernel.procedure.options import SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

BOMBERS = "independent-air-force"


def fighters(state: State) -> tuple[str, ...]:
    """§5.24, §15.12, §15.14: the German air units of the Western Front, aces among them, one entry a counter; none that
    has supported a fight since the last strategic turn."""
    events, flown = state.printed.chits.events, state.chit_state.flown
    sheet = state.printed.board.fronts[WEST].sheet
    return tuple(
        chit
        for chit, number in state.chits["central.play"].items()
        if events[chit].kind in ("air", "ace") and sheet in events[chit].maps
        for _ in range(number - flown.get(chit, 0))
    )


def who_commits(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§5.24: the Central Powers, before the bombers fly, if they have aircraft."""
    if (
        not in_play(state, ALLIED, BOMBERS)
        or state.strategic_state.defending
        or CENTRAL in frame.done
        or not fighters(state)
    ):
        return ()
    return (Ask(CENTRAL, serial=""),)


def _aircraft(at: At[State], _: Choices) -> SomeOf:
    events = at.state.printed.chits.events
    labels = {name: events[chit].title for name, chit in one_by_one(Counter(fighters(at.state))).items()}
    return SomeOf(tuple(labels), least=0, labels=labels)


def commit(play: Play, at: At[State], chosen: Choices) -> None:
    """§5.24: aircraft stay at home until the next strategic turn."""
    known = one_by_one(Counter(fighters(at.state)))
    staying = Counter(known[name] for name in chosen.names("aircraft"))
    play.emit(HomeDefended(dict(staying)))
    play.emit(StepEnded(at.seat, play.state.phase.key))


DEFEND: Order[State] = Order(
    "home_defence", "Defend your cities", "5.24", commit,
    (Slot("aircraft", "units", _aircraft, "Which aircraft stay at home? Choose none to leave all at the front."),),
)  # fmt: skip


def bomb(play: Play, _: object) -> None:
    """§5.24: the Allied die, less for the weather of the last operational turn and for each fighter; then the aces."""
    state = play.state
    if not in_play(state, ALLIED, BOMBERS):
        return
    chart, defence = state.printed.charts.warfare, state.strategic_state.home_defence
    draw, die = play.next_die()
    foul = weather_on(state, WEST) != FAIR
    modified = die + (chart.bombing_weather if foul else 0) + chart.bombing_fighter * sum(defence.values())
    play.emit(GermanyBombed(max(0, min(modified, state.points.get("GE", 0))), draw, die))
    for chit in defence:
        ace = state.printed.chits.events[chit]
        if ace.kind == "ace":
            draw, die = play.next_die()
            play.emit(AceRolled(chit, die in ace.killed, draw, die))
