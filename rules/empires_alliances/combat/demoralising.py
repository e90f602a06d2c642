"""§13.7, §13.73, §13.85: who is demoralised by a result and has to retreat."""

from __future__ import annotations

from rules.empires_alliances.attacks.strength import attack_factors, kinds_among
from rules.empires_alliances.combat.joining import ask
from rules.empires_alliances.combat.losses import alive, hex_of_lane, pairing_of
from rules.empires_alliances.facts.combat import ATTACKER, DEFENDER, Shaken, StageReached, attack_of
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.afloat import is_afloat
from rules.empires_alliances.position.frames import Fight
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import DIVISION, RANKS
from rules.kernel.messages import Refusal
from rules.kernel.procedure.needs import Need, at_least
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask
from rules.kernel.procedure.weighed import Sum

NO_CORPS = Refusal("no-corps", "13.7", "Choose from the infantry and cavalry that attacked and survived.")
LARGEST = Refusal("largest-first", "13.7", "The corps with the largest attack factor is demoralised first.")


def half_corps(state: State, unit: str) -> int:
    """§13.7: what an infantry or cavalry unit counts for AD: a division half a corps, an American one too, which this
    section does not except (docs/rulings)."""
    return 1 if state.counter(unit).size == DIVISION else 2


def due(state: State, hex_: str, frame: Fight) -> int:
    """§13.7: the half corps that AD demoralises: as many as defend; artillery and tanks do not count (docs/rulings)."""
    defending = kinds_among(state, pairing_of(state, hex_, frame).targets, RANKS)
    return sum(half_corps(state, unit) for unit in defending)


def corps_attacking(state: State, hex_: str, frame: Fight) -> tuple[str, ...]:
    """§13.7: the corps and divisions of the attacker in the fight."""
    return kinds_among(state, alive(state, pairing_of(state, hex_, frame).attackers), RANKS)


def shaken_by_ad(state: State, hex_: str, frame: Fight) -> tuple[str, ...] | None:
    """§13.7: who AD demoralises where there is nothing to choose; None where there is."""
    corps, wanted = corps_attacking(state, hex_, frame), due(state, hex_, frame)
    have = sum(half_corps(state, unit) for unit in corps)
    if wanted > have:
        return alive(state, pairing_of(state, hex_, frame).attackers)
    if wanted == have:
        return corps
    return () if not wanted else corps if len(corps) == 1 else None


def asks_attacker(state: State, frame: Fight) -> tuple[Ask, ...]:
    """§13.7: the attacker, whom AD leaves the choice."""
    hex_ = hex_of_lane(state, frame)
    if frame.result != "AD" or shaken_by_ad(state, hex_, frame) is not None:
        return ()
    return ask(state, state.player, attack_of(state, hex_))


def shake(play: Play, frame: Fight) -> None:
    """§13.7, §13.73, §13.85: who is demoralised without a choice; after other results nobody."""
    state, hex_ = play.state, hex_of_lane(play.state, frame)
    pairing = pairing_of(state, hex_, frame)
    if frame.result == "AD":
        _demoralise_attackers(play, hex_, frame, shaken_by_ad(state, hex_, frame) or ())
    elif frame.result == "DD":
        idle = tuple(u for u in alive(state, attack_of(state, hex_).idle) if state.side_of(u) != state.player)
        play.emit(Shaken(hex_, pairing.targets, (*pairing.targets, *idle), DEFENDER))
    elif left := who_lost_partners(state, hex_, frame):
        play.emit(Shaken(hex_, left, left, DEFENDER))
    else:
        play.emit(StageReached(hex_, "retreat"))


def who_lost_partners(state: State, hex_: str, frame: Fight) -> tuple[str, ...]:
    """§13.73: by ND those whose partners in the defence were eliminated."""
    if frame.result != "ND":
        return ()
    groups = [g for g in attack_of(state, hex_).joined if len(g) > 1 and not frozenset(frame.lost).isdisjoint(g)]
    return tuple(unit for group in groups for unit in group if unit not in frame.lost)


def _demoralise_attackers(play: Play, hex_: str, frame: Fight, units: tuple[str, ...]) -> None:
    state = play.state
    idle = tuple(u for u in alive(state, attack_of(state, hex_).idle) if state.side_of(u) == state.player)
    # Invaders have nowhere to go: §11.74 takes them at the end of the phase (docs/rulings).
    left = tuple(u for u in alive(state, pairing_of(state, hex_, frame).attackers) if not is_afloat(state, u))
    play.emit(Shaken(hex_, units, (*left, *idle), ATTACKER))


def _corps(at: At[State], _: Choices) -> Sum:
    """§13.7: the corps and divisions of which some are demoralised, the largest among them."""
    state, hex_ = at.state, hex_of_lane(at.state, at.frame)
    corps = corps_attacking(state, hex_, at.frame)
    most = max(attack_factors(state, (unit,)) for unit in corps)
    largest = frozenset(u for u in corps if attack_factors(state, (u,)) == most)
    need = Need(
        lambda unit: half_corps(state, unit), due(state, hex_, at.frame), limits=(at_least(1, largest, LARGEST),)
    )
    return Sum(corps, need, "half corps", sparing=True, why=lambda _: NO_CORPS)


def demoralise(play: Play, at: At[State], chosen: Choices) -> None:
    """§13.7: the attacker says who is demoralised."""
    _demoralise_attackers(play, hex_of_lane(play.state, at.frame), at.frame, chosen.names("units"))


DEMORALISE: Order[State] = Order(
    "demoralise", "Demoralise units", "13.7", demoralise,
    (Slot("units", "units", _corps, "Choose the corps that are demoralised"),),
)  # fmt: skip
