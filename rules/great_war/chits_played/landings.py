"""§6.52, §6.53 Gallipoli and Salonika: who lands, and how long the landing places serve."""

from __future__ import annotations

from collections.abc import Callable

from rules.great_war.chits_played.entries import GREECE, deploy_turks
from rules.great_war.chits_played.epidemics import why_no_arrivals
from rules.great_war.facts.entry import AlliesLanded, LandingAbandoned, LandingLost, LandingsClosed
from rules.great_war.play import Play, name_of, place_name
from rules.great_war.position.control import controlled_hexes, controller
from rules.great_war.position.letters import in_play
from rules.great_war.position.state import AVAILABLE, State
from rules.great_war.position.usage import PLACED
from rules.great_war.printed.fronts import EAST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import LOT, SETUPS
from rules.great_war.restrictions.national import bound_to
from rules.great_war.stacking import check_stack
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

GALLIPOLI_EVENT, SALONIKA_EVENT = "gallipoli", "salonika"
MAX_DIVISIONS = {GALLIPOLI_EVENT: {"BR": 4, "FR": 1}, SALONIKA_EVENT: {"FR": 3, "BR": 1}}
"""§6.52, §6.53: divisions that land, by nation."""
NOT_HELD = Refusal("not-held", "6.52", "You do not hold that event.")
NO_SALONIKA = Refusal("not-held", "6.53", "You do not hold that event.")
NOBODY_LANDS = Refusal("nobody", "6.52", "No British or French division in your box can land at Gallipoli.")
NOT_FIRST = Refusal("not-first", "6.52", "The landing comes first in the New Units Phase, before units are placed.")


# --- Gallipoli (§6.52) ------------------------------------------------------------------------------------------------


def why_not_gallipoli(at: At[State]) -> Refusal | None:
    """§6.52: why there is no landing at Gallipoli now: once a game, and not after Salonika."""
    if not at.state.chits["allied.hand"].get(GALLIPOLI_EVENT):
        return NOT_HELD
    if in_play(at.state, ALLIED, SALONIKA_EVENT):
        return Refusal("too-late", "6.52", "Gallipoli is no longer possible: the Allies are at Salonika.")
    if at.state.phase.used.get(PLACED):
        return NOT_FIRST
    ill = why_no_arrivals(at.state)
    return ill or (None if _divisions_to_land(at.state, GALLIPOLI_EVENT) else NOBODY_LANDS)


def _divisions_to_land(state: State, event: str) -> tuple[str, ...]:
    """§6.52, §6.53, §5.36: the divisions that may land: out of the box, but for British ones that fell on another
    front, and at Salonika from the beaches of Gallipoli."""
    places = {AVAILABLE, *(state.places.beaches if event == SALONIKA_EVENT else ())}
    if why_no_arrivals(state) is not None:
        places.discard(AVAILABLE)
    return tuple(
        u
        for u, now in state.units.items()
        if now.at in places
        and state.counter(u).nation in MAX_DIVISIONS[event]
        and state.counter(u).is_division
        and (now.at != AVAILABLE or bound_to(state, u) in ("", EAST))
    )


def _ashore_at(name: str, where: str, place: Callable[[At[State]], str]) -> Slot[State]:
    def options(at: At[State], chosen: Choices) -> SomeOf:
        gone = () if name == "hellas" else chosen.names("hellas")
        found = [u for u in _divisions_to_land(at.state, GALLIPOLI_EVENT) if u not in gone]
        return SomeOf(found, least=0, most=sum(MAX_DIVISIONS[GALLIPOLI_EVENT].values()),
                      labels={u: name_of(at.state, u) for u in found})  # fmt: skip

    return Slot(name, "units", options, f"Who lands at {where}?", place=place)


_HELLAS = _ashore_at("hellas", "Cape Hellas", lambda at: at.state.places.cape_hellas)
_SUVLA = _ashore_at("suvla", "Suvla Bay", lambda at: at.state.places.suvla_bay)


def _check_gallipoli(at: At[State], chosen: Choices) -> None:
    units = (*chosen.names("hellas"), *chosen.names("suvla"))
    if not units:
        raise Refused("nobody", "6.52", "Choose at least one division.")
    _check_numbers(at.state, units, GALLIPOLI_EVENT)
    check_stack(at.state, chosen.names("hellas"), at.state.places.cape_hellas)
    check_stack(at.state, chosen.names("suvla"), at.state.places.suvla_bay)


def _check_numbers(state: State, units: tuple[str, ...], event: str) -> None:
    section = state.printed.chits.events[event].section
    for nation, most in MAX_DIVISIONS[event].items():
        if sum(state.counter(u).nation == nation for u in units) > most:
            whose = "British" if nation == "BR" else "French"
            raise Refused(
                "too-many", section, f"At most {most} {whose} {'division lands' if most == 1 else 'divisions land'}."
            )


def land_at_gallipoli(play: Play, _: At[State], chosen: Choices) -> None:
    """§6.52: the Turks of Europe are set up, and the divisions come ashore."""
    deploy_turks(play)
    hellas, suvla = beaches = play.state.places.beaches
    places = dict.fromkeys(chosen.names("hellas"), hellas) | dict.fromkeys(chosen.names("suvla"), suvla)
    play.enter(list(dict.fromkeys(places.values())), ALLIED)
    play.emit(AlliesLanded(GALLIPOLI_EVENT, places, beaches))


LAND_AT_GALLIPOLI: Order[State] = Order(
    "gallipoli", "Land at Gallipoli", "6.52", land_at_gallipoli, (_HELLAS, _SUVLA), limits=_check_gallipoli,
    when=why_not_gallipoli, help="Up to four British divisions and one French, before you place other units. No ships"
    " sail elsewhere this turn. While Turks are behind the beaches, hold both: otherwise no more units can land.",
)  # fmt: skip


# --- Salonika (§6.53) -------------------------------------------------------------------------------------------------


def why_not_salonika(at: At[State]) -> Refusal | None:
    """§6.53: why there is no landing at Salonika now: only while Greece is neutral."""
    if not at.state.chits["allied.hand"].get(SALONIKA_EVENT):
        return NO_SALONIKA
    if GREECE in at.state.sides:
        return Refusal("too-late", "6.53", "Salonika is played only while Greece is neutral.")
    return None


def _for_salonika(at: At[State], _: Choices) -> SomeOf:
    found = _divisions_to_land(at.state, SALONIKA_EVENT)
    # "Up to" four divisions may land: with none the event still opens Greece and Albania (docs/rulings).
    most = sum(MAX_DIVISIONS[SALONIKA_EVENT].values())
    return SomeOf(found, least=0, most=most, labels={u: name_of(at.state, u) for u in found})


def _check_salonika(at: At[State], chosen: Choices) -> None:
    _check_numbers(at.state, chosen.names("units"), SALONIKA_EVENT)
    check_stack(at.state, chosen.names("units"), at.state.places.salonika)


def land_at_salonika(play: Play, _: At[State], chosen: Choices) -> None:
    """§6.53: both sides go to Greece and Albania from now on, and the Turks of Europe are set up."""
    deploy_turks(play)
    salonika = play.state.places.salonika
    play.emit(AlliesLanded(SALONIKA_EVENT, dict.fromkeys(chosen.names("units"), salonika), (salonika,)))


LAND_AT_SALONIKA: Order[State] = Order(
    "salonika", "Land at Salonika", "6.53", land_at_salonika,
    (Slot("units", "units", _for_salonika, "Who lands at Salonika?", place=lambda at: at.state.places.salonika),),
    limits=_check_salonika, when=why_not_salonika,
    help="Up to three French divisions and one British. No ships sail elsewhere this turn. With nobody there Salonika"
    " supplies no one, but Greece and Albania are open to both sides.",
)  # fmt: skip


# --- afterwards -------------------------------------------------------------------------------------------------------


def why_no_ships(state: State) -> Refusal | None:
    """§9.56: on the turn of a landing no other unit goes by sea."""
    if state.chit_state.landed == state.turn:
        return Refusal("ships-busy", "9.56", "The ships are needed for the landing this turn.")
    return None


def why_landing_closed(state: State, hex_: str) -> Refusal | None:
    """§6.52: why no unit can come to a landing hex any more."""
    if hex_ in state.places.beaches and state.chit_state.closed:
        return Refusal("landing-closed", "6.52", f"No more units can land at {place_name(state, hex_)}.")
    return None


def watch(play: Play) -> None:
    """§6.52, §6.53, §17.13: beaches that are lost, Salonika without a garrison, and Allied units that enter Turkey."""
    state = play.state
    if state.phase.key in (LOT, *SETUPS):
        return
    if not state.turkey and _in_turkey(state):
        deploy_turks(play)
    for hex_ in state.places.beaches:
        if _is_abandoned(state, hex_):
            play.emit(LandingAbandoned(hex_))
    if _beach_lost(state):
        play.emit(LandingsClosed())
    salonika = state.places.salonika
    if salonika in state.landings and GREECE not in state.sides and not _holds(state, salonika):
        play.emit(LandingLost(salonika))


def _is_abandoned(state: State, hex_: str) -> bool:
    """§11.33: whether the Allies have been in a landing hex, and have left it. It is theirs since they came: the
    Central Powers never enter it."""
    source = hex_ in state.landings and hex_ not in state.spoiled
    return source and controller(state, hex_) == ALLIED and state.holder(hex_) != ALLIED


def _beach_lost(state: State) -> bool:
    """§6.52: an empty landing hex, and the Central Powers behind them."""
    if state.chit_state.closed or not state.landings & {*state.places.beaches}:
        return False
    places = state.places
    lost = any(state.holder(hex_) != ALLIED for hex_ in places.beaches)
    return lost and state.holder(places.gallipoli_heights) == CENTRAL


def _holds(state: State, hex_: str) -> bool:
    """Whether an Allied combat unit is in a hex."""
    return state.holder(hex_) == ALLIED and any(state.counter(u).is_combat for u in state.stacks[hex_])


def _in_turkey(state: State) -> bool:
    """§17.13: whether Allied units have entered a hex of European Turkey, though they went on from there; or the Allies
    control that many of the hexes for its surrender."""
    board, chart, allied = state.printed.board, state.printed.charts.surrender, controlled_hexes(state, ALLIED)
    if chart is not None and len(board.surrender & allied) >= chart.european_turks:
        return True
    return not (board.by_country["TU"] & board.by_front[EAST]).isdisjoint(allied)
