"""Schlieffen's War as the kernel's Game: the doors through which the server and the bots come in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from rules.kernel import codec, doors, facts
from rules.kernel.game import Board, Milestone, Rng, Scenario, Seat
from rules.kernel.messages import Chance, Command, Decided, Json, JsonObject, Outcome, Refusal, Refused
from rules.kernel.players import PlayerMaker
from rules.schlieffens_war import (
    battle,
    bot,
    combat,
    heavy_artillery,
    movement,
    overlays,
    procedure,
    regrouping,
    setup,
    stacking,
)
from rules.schlieffens_war import events as e
from rules.schlieffens_war.arrivals import open_to
from rules.schlieffens_war.attack_planner import Siege, Sight, plan_attack
from rules.schlieffens_war.data import ENTENTE, GERMAN, SIDE_NAMES, SIDES
from rules.schlieffens_war.fog_of_war import visible_units
from rules.schlieffens_war.milestones import milestone
from rules.schlieffens_war.narrate import narrate
from rules.schlieffens_war.play import Play, only, want_flag, want_hex, want_units
from rules.schlieffens_war.players import PLAYERS
from rules.schlieffens_war.sequence import FIRST_REGROUP_TURN, SEQUENCE
from rules.schlieffens_war.state import VERSION, BattleFrame, State, counter
from rules.schlieffens_war.versions import STATES
from rules.schlieffens_war.view import STEP_TITLES, view

Handler = Callable[[Play, str, Mapping[str, object]], None]


def _end_phase(play: Play, seat: str, command: Mapping[str, object]) -> None:
    only(command)
    procedure.close_phase(play)


COMMANDS: Mapping[str, Mapping[str, Handler]] = {
    "setup": {
        "place": setup.place,
        "unplace": setup.unplace,
        "historical": setup.historical,
        "arrange": stacking.arrange,
        "stance": stacking.stance,
        "end_phase": _end_phase,
    },
    "regroup": {
        "remove_fatigue": regrouping.remove_fatigue,
        "restore": regrouping.restore,
        "return": regrouping.return_unit,
        "reinforce": regrouping.reinforce,
        "withdraw": regrouping.withdraw,
        "refuse_withdrawal": regrouping.refuse_withdrawal,
        "end_phase": _end_phase,
    },
    "movement": {
        "move": movement.move,
        "arrange": stacking.arrange,
        "stance": stacking.stance,
        "end_phase": _end_phase,
    },
    "combat": {"probe": combat.probe, "attack": combat.attack, "stance": stacking.stance, "end_phase": _end_phase},
    "choose_defenders": {"defend": battle.defend},
    "heavy_artillery": {"bombard": heavy_artillery.bombard},
    "defender_losses": {"lose": battle.lose, "retreat": battle.retreat},
    "extra_loss": {"lose": battle.lose},
    "attacker_losses": {"lose": battle.lose},
    "advance": {"advance": battle.advance},
    "overstack": {"displace": stacking.displace, "eliminate": stacking.eliminate},
}
"""Which commands each decision takes, and the rule that carries each out."""

PROMPTS = {
    "setup": ("Set up your armies", "HQs go in or next to their printed hex, corps within the radius of their HQ."),
    "regroup": ("Regroup your armies", "Remove fatigue first, then restore lost steps, then return lost units."),
    "movement": ("Choose units to move", "Up to half of the MA is free; more costs a level of morale."),
    "combat": ("Choose a hex to attack", "Probe first: after your first attack you may not probe any more."),
    "choose_defenders": ("Choose the two that defend", "Only two of your three corps and forts take part."),
    "heavy_artillery": ("Commit siege artillery?", "Each marker rolls for columns to the right."),
    "defender_losses": ("Take your losses", "After the first step you may retreat one hex for each remaining loss."),
    "extra_loss": ("One more step", "All defenders were already fatigued: one unit that retreated loses a step."),
    "attacker_losses": ("Take your losses", "The first loss falls on a unit that attacked."),
    "advance": ("Advance into the empty hex?", "Any of the attackers may go, or none."),
    "overstack": ("Too many units in a hex", "Move the surplus units one hex towards supply, or give them up."),
}


WITHDRAWAL_PROMPT = (
    "Send two corps to the east",
    "Choose two 4-strength corps, supplied and at full strength, to leave for good. If you refuse, you lose the match.",
)


NOTHING_TO_DO = ("Nothing to do in this phase", "It waits for you, so that the others cannot tell.")
FREE = ("end_phase", "stance")
"""What may always be done, and is no reason to be asked."""


def _prompt(state: State, seat: str, step: str) -> tuple[str, str]:
    """(question, hint) of a decision; while §9.4 asks for two corps, nothing else is as urgent."""
    if step == "regroup" and regrouping.withdrawal_due(state, seat):
        return WITHDRAWAL_PROMPT
    return PROMPTS[step]


class SchlieffensWar:
    """§1.0: two players, the Germans and the Entente, ten turns of four days in August and September 1914."""

    id = "schlieffens-war"
    title = "Schlieffen's War"
    summary = "The German sweep through Belgium and the battle of the frontiers, August and September 1914."
    boards: tuple[Board, ...] = (Board("schlieffens-war", "Schlieffen’s War"),)
    version = VERSION
    players: Mapping[str, PlayerMaker] = PLAYERS
    scenarios: tuple[Scenario, ...] = (
        Scenario(
            "campaign",
            "The campaign of 1914",
            "Ten turns from 2 August to 10 September.",
            (Seat(GERMAN, "German"), Seat(ENTENTE, "Entente")),
        ),
    )

    def seats(self, scenario: str, _options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """The same chairs in every match."""
        return next(s.seats for s in self.scenarios if s.id == scenario)

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> State:
        """§3.0: the empty map with its forts; the Entente sets up first."""
        if scenario != "campaign" or options:
            raise ValueError(f"no scenario {scenario!r} with options {sorted(options)}")
        return setup.opening(SEQUENCE.first().key)

    def deciders(self, state: State) -> tuple[str, ...]:
        """The one side that has to decide, or nobody."""
        side = procedure.deciding_side(state)
        return (side,) if side else ()

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
            raise Refused("over", "5.6", "The match is over.")
        if seat not in SIDES or procedure.deciding_side(state) != seat:
            raise Refused("not-your-turn", "5.0", "It is not your decision now.")
        step = procedure.step_key(state)
        return doors.rule_for(COMMANDS[step], command, *STEP_TITLES[step])

    def evolve(self, state: State, event: e.Event) -> State:
        """Apply one fact."""
        return facts.evolve(state, event)

    def ask(self, state: State, seat: str) -> str:
        """The name of the question, the same for both sides."""
        return ask_of(state)

    def legal(self, state: State, seat: str) -> JsonObject:
        """The question put to a seat (docs/architecture.md §3)."""
        step = procedure.step_key(state)
        side = procedure.deciding_side(state)
        title, section = STEP_TITLES.get(step, ("", "5.6"))
        heading = f"{SIDE_NAMES[side]} {title.lower()}" if side else "The match is over"
        answer = doors.question(ask_of(state), step, section, seat, heading)
        if side is None:
            outcome = state.outcome
            answer["prompt"] = outcome.reason if outcome else ""
            return answer
        if side != seat:
            answer["prompt"] = f"Waiting for the {SIDE_NAMES[side]} player"
            answer["detail"] = f"{title}."
            return answer
        answer["yours"] = True
        answer["prompt"], answer["detail"] = _prompt(state, seat, step)
        offers, why = self._offers(state, seat, step)
        answer["offers"], answer["why_not"] = [*offers], why
        if step in ("regroup", "combat") and all(o["kind"] in FREE for o in offers):
            answer["prompt"], answer["detail"] = NOTHING_TO_DO
        return answer

    def _offers(self, state: State, seat: str, step: str) -> tuple[list[JsonObject], JsonObject]:
        why: JsonObject = {}
        frame = state.top
        if isinstance(frame, BattleFrame):
            if frame.stage == "bombard":
                return heavy_artillery.bombard_offers(state), why
            return battle.battle_offers(state, frame), why
        if step == "overstack":
            return stacking.overstack_offers(state), why
        if step == "setup":
            offers = [*setup.setup_offers(state, seat), *stacking.arrange_offer(state, seat)]
        elif step == "regroup":
            offers, why = regrouping.regroup_offers(state, seat)
        elif step == "movement":
            offers, why = movement.movement_offers(state, seat)
            offers += stacking.arrange_offer(state, seat)
        else:
            offers, why = combat.combat_offers(state, seat)
        if "stance" in COMMANDS[step]:
            offers += stacking.stance_offer(state, seat)
        return [*offers, self._end_offer(state, seat, step)], why

    def _end_offer(self, state: State, seat: str, step: str) -> JsonObject:
        label, note = procedure.end_phase_note(state, seat)
        refusal = procedure.can_close(state, seat)
        ending: JsonObject = {"kind": "end_phase", "label": label, "section": "5.0", "note": note}
        ending["refusal"] = refusal.refusal.json() if refusal else None
        # Their supply would be judged for every move; the client asks for them when the player comes to the end.
        ending["warns"] = step in ("movement", "combat")
        return ending

    def consult(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        """Detail for a planner (docs/architecture.md §4); answers from what the seat may know."""
        return doors.refusable(lambda: self._consulted(open_to(state, seat), seat, question))

    def _consulted(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
        if seat not in SIDES:
            raise Refused("not-your-turn", "5.0", "Only players can ask this.")
        match question.get("kind"):
            case "move":
                only(question, "units")
                self._step_must_be(state, seat, "movement")
                return movement.consult_move(state, seat, want_units(question, state, seat))
            case "attack":
                planned = {"coup": False, "artillery": False, **question}
                only(planned, "units", "target", "coup", "artillery")
                self._step_must_be(state, seat, "combat")
                return self._consult_attack(state, seat, planned)
            case "overlay":
                only(question, "name")
                return overlays.overlay(state, seat, str(question.get("name")))
            case "warnings":
                only(question)
                return {"warnings": [*overlays.warnings(state, seat)]}
            case _:
                raise Refused("malformed", "5.0", "There is no such question.")

    def _step_must_be(self, state: State, seat: str, step: str) -> None:
        if procedure.deciding_side(state) != seat or procedure.step_key(state) != step:
            raise Refused("not-your-turn", "5.0", "That cannot be decided now.")

    def _consult_attack(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
        units = want_units(question, state, seat)
        target = want_hex(question, "target")
        stack = state.stacks.get(target, ())
        if not stack or counter(stack[0]).side == seat:
            raise Refused("no-enemy", "11.0", "No enemy stands there.")
        seen = visible_units(state, seat)
        visible = tuple(u for u in stack if u in seen)
        sight = Sight(visible, len(stack) - len(visible))
        siege = Siege(want_flag(question, "coup"), want_flag(question, "artillery"))
        return plan_attack(state, seat, units, target, sight, siege)

    def view(self, state: State, viewer: str) -> JsonObject:
        """What a viewer may know."""
        return view(open_to(state, viewer), viewer)

    def narrate(self, before: State, event: e.Event, after: State, viewer: str) -> JsonObject | None:
        """The log line of an event for a viewer."""
        return narrate(open_to(before, viewer), event, open_to(after, viewer), viewer)

    def milestone(self, before: State, event: e.Event, after: State) -> Milestone | None:
        """Cities that change hands, and how the table stands when a turn begins and at the end."""
        return milestone(before, event, after)

    def bars_undo(self, event: e.Event) -> bool:
        """Dice, an attack that showed its defenders, the other side's choice and a new player turn stay as they are.

        So do the defender's losses once all are taken: the attacker decides next, and a loss that falls on
        the attacker's only unit without a choice may show what is below it.
        """
        if getattr(event, "draw", None) is not None:
            return True
        if isinstance(event, e.StageReached):
            return event.stage == "attacker_losses"
        if isinstance(event, e.PhaseBegan):
            first = "movement" if event.turn < FIRST_REGROUP_TURN else "regroup"
            return event.key in ("german.setup", f"german.{first}", f"entente.{first}")
        return isinstance(
            event,
            e.AttackDeclared | e.DefendersChosen | e.CombatRolled | e.MatchEnded | e.OverstackFound | e.BattleEnded,
        )

    def outcome(self, state: State) -> Outcome | None:
        """How the match ended, or None."""
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


def ask_of(state: State) -> str:
    """The name of the decision: it changes whenever another one is due, and at every step of a battle."""
    frame = state.top
    inner = ""
    if isinstance(frame, BattleFrame):
        inner = f".{frame.target}.{frame.stage}.{frame.attacker_due}.{frame.defender_due}.{len(frame.hits)}"
    return f"{state.turn}.{state.phase.key}.{procedure.step_key(state)}{inner}"


GAME = SchlieffensWar()
