"""Powers of 1914 as the kernel's Game: the doors through which the server and the bots come in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from rules.kernel import codec, doors, facts
from rules.kernel.game import Board, Milestone, Rng, Scenario, Seat
from rules.kernel.messages import Chance, Command, Decided, Json, JsonObject, Outcome, Refusal, Refused
from rules.kernel.players import PlayerMaker
from rules.kernel.wording import listing
from rules.powers_1914 import (
    action_cards,
    artillery,
    battle,
    bot,
    event_cards,
    flags,
    forecast,
    money,
    movement,
    navy,
    neutrals,
    preparation,
    procedure,
    production,
)
from rules.powers_1914 import events as e
from rules.powers_1914.data import Plan, nation_name, printed, seat_title
from rules.powers_1914.milestones import milestone
from rules.powers_1914.narrate import narrate
from rules.powers_1914.play import Play, only, want_flag, want_units
from rules.powers_1914.players import PLAYERS
from rules.powers_1914.sequence import SEQUENCE
from rules.powers_1914.state import VERSION, BattleFrame, ChallengeFrame, DutyFrame, FlagFrame, ShareFrame, State
from rules.powers_1914.versions import STATES
from rules.powers_1914.view import STEP_TITLES, step_title, view

Handler = Callable[[Play, str, Mapping[str, object]], None]


def _end_phase(play: Play, seat: str, command: Mapping[str, object]) -> None:
    only(command)
    procedure.finish(play, seat)


def _stance(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.3.11: say once, until changed, whether your defenders try to capture."""
    only(command, "capture")
    capture = want_flag(command, "capture")
    if capture == (seat in play.state.capturing):
        raise Refused("no-change", "3.3.11", "That is what your defenders do already.")
    play.emit(e.StanceSet(seat, capture))


COMMANDS: Mapping[str, Mapping[str, Handler]] = {
    "setup": {
        "place": preparation.place,
        "unplace": preparation.unplace,
        "standard": preparation.standard,
        "end_phase": _end_phase,
    },
    "purchase": {
        "buy": production.buy,
        "build": production.build,
        "modernise": production.modernise,
        "give": money.give,
        "use_card": event_cards.use_card,
        "stance": _stance,
        "end_phase": _end_phase,
    },
    "action": {
        "move": movement.move,
        "shoot": artillery.shoot,
        "challenge": navy.challenge,
        "raid": navy.raid,
        "sink": navy.sink,
        "announce": neutrals.announce,
        "tactic": action_cards.tactic,
        "raze": production.raze,
        "give": money.give,
        "stance": _stance,
        "end_phase": _end_phase,
    },
    "battle": {
        "fight": battle.fight,
        "reinforce": movement.reinforce,
        "withdraw": battle.withdraw,
        "tactic": action_cards.tactic,
    },
    "challenge": {"respond": navy.respond},
    "flag": {"flag": flags.choose_flag},
    "share": {"share": flags.share, "agree": flags.agree},
    "lose": {"give_up": event_cards.give_up},
    "usa": {"land_usa": event_cards.land_usa},
    "rise": {"rise": event_cards.choose_rising},
    "colonies": {"pay": event_cards.pay_colonies, "decline": event_cards.decline_colonies},
}
"""Which commands each decision takes, and the rule that carries each out."""
ANY_TIME: Mapping[str, Handler] = {"gas": action_cards.gas}
"""§3.15.2: what every seat may do besides, whoever decides."""

PROMPTS = {
    "setup": ("Set up your armies", "On your own ground; ships off your shores."),
    "purchase": ("Spend your money", "Units, works, progress, cards; money can be kept."),
    "action": ("Move and fight", "Unit by unit, as you like; each moves once."),
    "battle": ("Choose who fights whom", "Higher total wins; a tie destroys both."),
    "challenge": ("Fight or decline?", "A ship and a gun on neighbouring fields."),
    "flag": ("Whose flag goes up?", "Allies took this field together."),
    "share": ("Who gets which part?", "Allies conquered this country together."),
    "lose": ("Choose the units that go", "The card asks for them."),
    "usa": ("Where does America land?", "A sea at the western edge."),
    "rise": ("Where does the enemy rise?", "A field of the homeland; he fights at once."),
    "colonies": ("Pay the colonies?", "Otherwise there is less income every turn."),
}


def _chairs(plan: Plan, table: Mapping[str, tuple[str, ...]]) -> tuple[Seat, ...]:
    return tuple(Seat(seat, seat_title(seat, its), plan.side_of(its[0])) for seat, its in table.items())


class Powers1914:
    """§3.1: two to six players, two sides, a turn of event, money, purchases, moves and battles."""

    id = "powers-1914"
    title = "Powers of 1914"
    summary = "The great powers of Europe in fields, money and cards, for two to six."
    boards: tuple[Board, ...] = (Board("powers-1914", "Powers of 1914"),)
    version = VERSION
    players: Mapping[str, PlayerMaker] = PLAYERS
    scenarios: tuple[Scenario, ...]

    def __init__(self) -> None:
        self._tables: dict[str, tuple[Plan, Mapping[str, tuple[str, ...]]]] = {}
        listed = []
        for plan in printed().plans.values():
            for players, table in plan.tables.items():
                id_ = plan.id if players == 2 else f"{plan.id}-{players}"
                self._tables[id_] = (plan, table)
                seats = _chairs(plan, table)
                title = f"{plan.title}, {players} players"
                listed.append(Scenario(id_, title, plan.summary, seats, (_nations_option(plan, table),)))
        self.scenarios = tuple(listed)

    def seats(self, scenario: str, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """§2.1, §4.4: the chairs, called by the nations that the players dealt them. ValueError as ``new_match``."""
        plan, table = self._tables[scenario]
        return _chairs(plan, preparation.seats_from(plan, table, options.get("nations")))

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> State:
        """§2, §4: the empty map; the attacking side sets up first. ValueError for an unknown scenario or option."""
        if scenario not in self._tables or set(options) - {"nations"}:
            raise ValueError(f"no scenario {scenario!r} with options {sorted(options)}")
        plan, table = self._tables[scenario]
        seats = preparation.seats_from(plan, table, options.get("nations"))
        return preparation.opening(plan, seats, SEQUENCE.first().key)

    def deciders(self, state: State) -> tuple[str, ...]:
        """All seats that may decide now, several at once where a side acts together."""
        return procedure.deciders(state)

    def decide(self, state: State, seat: str, command: Command, chance: Chance) -> Decided[State, e.Event] | Refusal:
        """Check a command in every part and say what follows from it."""
        return doors.refusable(lambda: self._decided(state, seat, command, chance))

    def _decided(self, state: State, seat: str, command: Command, chance: Chance) -> Decided[State, e.Event]:
        play = Play(state, chance)
        self._handler(state, seat, command)(play, seat, command)
        procedure.settle(play)
        return play.decided()

    def _handler(self, state: State, seat: str, command: Command) -> Handler:
        if state.ended is not None:
            raise Refused("over", "3.13", "The match is over.")
        kind = command.get("kind")
        if seat in state.seats and isinstance(kind, str) and kind in ANY_TIME:
            return ANY_TIME[kind]
        if seat not in procedure.deciders(state):
            raise Refused("not-your-turn", "3.1", "The decision is not yours now.")
        step = procedure.step_key(state)
        handler = doors.rule_for(COMMANDS[step], command, *STEP_TITLES[step])
        frame = state.top
        if isinstance(frame, BattleFrame) and frame.seat != seat and command["kind"] != "reinforce":
            raise Refused("not-the-leader", "3.3", "Your ally leads this attack; you may only bring up units.")
        return handler

    def evolve(self, state: State, event: e.Event) -> State:
        """Apply one fact."""
        return facts.evolve(state, event)

    def ask(self, state: State, seat: str) -> str:
        """The name of the question put to a seat."""
        return ask_of(state, seat)

    def legal(self, state: State, seat: str) -> JsonObject:
        """The question put to a seat (docs/powers-1914-wire.md)."""
        step = procedure.step_key(state)
        deciding = procedure.deciders(state)
        title, section = step_title(state)
        answer = doors.question(ask_of(state, seat), step, section, seat, title)
        if state.outcome is not None:
            answer["prompt"] = state.outcome.reason
        elif seat not in deciding:
            answer["prompt"] = f"Waiting for {listing(seat_title(s, state.nations_of(s)) for s in deciding)}"
            answer["detail"] = f"{title}."
            answer["offers"] = [*action_cards.gas_offer(state, seat)]
        else:
            answer["yours"] = True
            answer["prompt"], answer["detail"] = PROMPTS[step]
            answer["offers"] = [*self._offers(state, seat, step), *action_cards.gas_offer(state, seat)]
        return answer

    def _offers(self, state: State, seat: str, step: str) -> list[JsonObject]:
        match state.top:
            case BattleFrame() as frame:
                cards = action_cards.tactic_offer(state, seat) if frame.seat == seat else []
                return [*battle.battle_offers(state, frame, seat), *cards]
            case ChallengeFrame() as frame:
                return navy.respond_offers(state, frame)
            case FlagFrame() as frame:
                return flags.flag_offers(frame)
            case ShareFrame() as frame:
                return flags.share_offers(state, frame)
            case DutyFrame() as frame:
                return event_cards.duty_offers(state, frame, seat)
            case _:
                ending: JsonObject = {"kind": "end_phase", "label": "Done", "section": "3.1.4", "refusal": None}
                return [*self._step_offers(state, seat, step), ending | _ending_of(state, seat, step)]

    def _step_offers(self, state: State, seat: str, step: str) -> list[JsonObject]:
        if step == "setup":
            return preparation.setup_offers(state, seat)
        stance: JsonObject = {
            "kind": "stance",
            "label": "Defenders try to capture",
            "section": "3.3.11",
            "now": seat in state.capturing,
        }
        if step == "purchase":
            shop = production.shop(state, seat)
            return [*shop, *event_cards.card_offers(state, seat), *money.give_offer(state, seat), stance]
        offers: list[JsonObject] = []
        units = movement.movers(state, seat)
        if units:
            offers.append({"kind": "move", "label": "Move", "section": "3.2", "units": [*units]})
        offers += artillery.shoot_offer(state, seat)
        offers += navy.navy_offers(state, seat)
        offers += neutrals.announce_offer(state)
        offers += action_cards.tactic_offer(state, seat)
        offers += production.raze_offer(state, seat)
        return [*offers, *money.give_offer(state, seat), stance]

    def consult(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        """Detail for a planner (docs/powers-1914-wire.md)."""
        return doors.refusable(lambda: self._consulted(state, seat, question))

    def _consulted(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
        if seat not in state.seats:
            raise Refused("not-your-turn", "3.1", "Only players plan.")
        match question.get("kind"):
            case "move":
                only(question, "units")
                return movement.consult_move(state, want_units(question, state, seat))
            case "fight":
                only(question, "unit", "target", "capture")
                if state.battle is None:
                    return navy.consult_duel(state, seat, question)
                return battle.consult_fight(state, seat, question)
            case "attack":
                only(question, "units", "area")
                return forecast.consult_attack(state, seat, question)
            case "neutral":
                only(question, "nation")
                nation = question.get("nation")
                if not isinstance(nation, str) or nation not in neutrals.attackable(state):
                    raise Refused("not-neutral", "3.12.1", "That is no neutral country that can be attacked.")
                return neutrals.describe(nation)
            case _:
                raise Refused("malformed", "3.1", "There is no such question.")

    def view(self, state: State, viewer: str) -> JsonObject:
        """What a viewer may know."""
        return view(state, viewer)

    def narrate(self, before: State, event: e.Event, after: State, viewer: str) -> JsonObject | None:
        """The log line of an event for a viewer."""
        return narrate(before, event, after, viewer)

    def milestone(self, before: State, event: e.Event, after: State) -> Milestone | None:
        """Countries that join, fall or are freed, and fields that change sides."""
        return milestone(before, event)

    def bars_undo(self, event: e.Event) -> bool:
        """Dice, a card shown, an enemy called to arms, a question put to others and a new step stay as they are."""
        if getattr(event, "draw", None) is not None:
            return True
        return isinstance(
            event,
            e.PhaseBegan | e.MatchEnded | e.CardUsed | e.NationJoined | e.ChallengeMade | e.ChallengeAnswered
            | e.DutyDone | e.FightDecided | e.LandShared | e.MoneyGiven | e.SeatDone | e.ShareProposed,
        )  # fmt: skip

    def outcome(self, state: State) -> Outcome | None:
        """How the match ended, or None; the winner is a side."""
        return state.outcome

    def dump_state(self, state: State) -> JsonObject:
        """The state as JSON."""
        return cast(JsonObject, codec.dump(state))

    def load_state(self, data: JsonObject) -> State:
        """A state from JSON, an older one brought forward. UnknownShape when its version is unknown."""
        return doors.load_state(State, STATES, data)

    def dump_event(self, event: e.Event) -> JsonObject:
        """An event as JSON with its kind."""
        return e.EVENTS.dump(event)

    def load_event(self, data: JsonObject) -> e.Event:
        """An event from JSON, an older one brought forward. UnknownShape when it is of no known shape."""
        return e.EVENTS.load(data)

    def random_command(self, state: State, seat: str, rng: Rng) -> JsonObject:
        """Some legal command."""
        return bot.random_command(self, state, seat, rng)


def _nations_option(plan: Plan, table: Mapping[str, tuple[str, ...]]) -> JsonObject:
    """§4.4: the option that shares the nations out in another way: ``{"nations": {"GE": "central-1", ...}}``."""
    default: JsonObject = {n: seat for seat, its in table.items() for n in its}
    sides: JsonObject = {n: plan.side_of(n) for its in table.values() for n in its}
    names: JsonObject = {n: nation_name(n) for its in table.values() for n in its}
    return {"id": "nations", "title": "Who plays whom", "default": default, "sides": sides, "names": names}


def _ending_of(state: State, seat: str, step: str) -> JsonObject:
    if step == "setup":
        missing = len(preparation.waiting(state, seat))
        refusal: Json = None
        if missing:
            text = f"{missing} units are still to be placed."
            refusal = {"code": "not-all-placed", "section": "2.4", "text": text}
        return {"label": "Done setting up", "section": "2.4", "refusal": refusal}
    if step == "purchase":
        return {"label": "Done buying", "section": "3.1.3", "note": f"{state.money[seat]} left"}
    return {"label": "Done", "note": f"{len(movement.movers(state, seat))} units unmoved"}


def ask_of(state: State, seat: str) -> str:
    """The name of the decision: unchanged while allies act, new whenever another thing is asked of this seat."""
    inner = ""
    frame = state.top
    if isinstance(frame, BattleFrame):
        inner = f".{frame.area}.{frame.rounds}" if frame.seat == seat else f".{frame.area}"
    elif isinstance(frame, DutyFrame):
        inner = f".{frame.card}.{frame.count}"
    elif isinstance(frame, ChallengeFrame):
        inner = f".{frame.attacker}.{frame.target}"
    elif isinstance(frame, FlagFrame):
        inner = f".{frame.area}"
    elif isinstance(frame, ShareFrame):
        inner = f".{frame.nation}.{frame.rounds}"
    return f"{state.turn}.{state.phase.key}.{procedure.step_key(state)}{inner}.{seat}"


GAME = Powers1914()
