"""``greatwar selfplay``: bots play whole games through the same door as people."""

from __future__ import annotations

import hashlib
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Annotated, Any

import typer

from app.programs.chosen_options import Options, read_match_options
from app.programs.output import AsJson, find_game, print_json, progress
from app.programs.sent_ahead import SentAhead
from app.proof.links import state_hash
from rules.catalogue import GAMES
from rules.kernel import dice
from rules.kernel.game import REFEREE, Game, Milestone
from rules.kernel.gauge import Figure, first_turn
from rules.kernel.messages import Chance, Json, JsonObject, Refusal
from rules.kernel.players import Player, PlayerMaker, RandomPlayer, SeatClient
from rules.kernel.standing import Orders, StandingOrder, sensible

RANDOM = "random"
DRAFTS = "drafts"
BROKEN_OFF = "broken-off"
"""The reason of a game that was played only up to some turn."""
MAX_COMMANDS = 100_000
"""A game that takes more than this does not end; it is reported as a fault of the rules or the bot."""


class BotError(Exception):
    """The bot's command was refused, or the game does not end."""


@dataclass(frozen=True, slots=True)
class Stand:
    """How a game stood when a turn began: the figures of its gauge, by everything that there is to see."""

    turn: int
    turns: int | None
    figures: tuple[Figure, ...]
    first: int = 1
    """The number of the scenario's first turn."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game that was played. ``hash`` is that of the final state."""

    game: int
    winner: str | None
    reason: str
    section: str
    turns: int | None
    commands: int
    events: int
    seconds: float
    hash: str
    milestones: tuple[Milestone, ...]
    end: Stand
    """How it stood when it was over, or broken off."""
    waits: Mapping[str, int] = field(default_factory=dict)
    """How often a player had to wait for someone else's answer, by the step of the question."""
    ahead: int = 0
    """Commands that standing orders gave."""
    sent: int = 0
    """Commands that were sent before their turn came."""
    stands: tuple[Stand, ...] = ()
    """A turn each: what the chances of winning are fitted to (``greatwar chances``). Of a game that was broken off the
    last is how it stood then."""


def play(
    game: Game[Any, Any],
    scenario: str,
    seed: str,
    number: int,
    most: int = MAX_COMMANDS,
    players: Mapping[str, str] = MappingProxyType({}),
    standing: Mapping[str, Orders] = MappingProxyType({}),
    options: Mapping[str, Json] = MappingProxyType({}),
    *,
    drafts: bool = False,
    last_turn: int | None = None,
    variants: Mapping[str, PlayerMaker] = MappingProxyType({}),
) -> Played:
    """Play one game to its end; the same seed, number and players play the same game. ``BotError`` when that fails.

    ``players`` names the program of a seat or of a side; other seats play at random.
    ``standing``: the orders of a seat. ``options``: those of the match. ``drafts``: whoever hands over sends ahead what
    comes next for them, where the game lets that be planned. ``last_turn``: it is broken off once that turn is over.
    ``variants``: programs by names of their own.
    """
    started = time.perf_counter()
    seats = game.seats(scenario, options)
    names = {s.id: players.get(s.id, players.get(s.side, RANDOM)) for s in seats}
    one = _OneGame(
        game,
        number,
        game.new_match(scenario, options),
        random.Random(f"{seed}/{number}"),
        {seat: (variants.get(name) or maker(game, name))() for seat, name in names.items()},
        {s.id: s.viewpoint for s in seats},
        {s.id: frozenset(o.id for o in seats if o.side == s.side and names[o.id] == names[s.id]) for s in seats},
        standing,
    )
    if drafts:
        one.plans = SentAhead(game, one.sitting, one.viewpoints, one.partners, one.rng)
    secret = hashlib.sha256(f"{seed}/{number}".encode()).digest()
    chance = dice.chance(dice.key(secret, f"selfplay-{number}", {}))
    while game.deciders(one.state) and not _is_over(game, one.state, last_turn):
        one.note_turn()
        one.go_on(chance)
        if one.commands >= most:
            raise BotError(f"game {number} is not over after {one.commands} commands")
    return one.played(last_turn, time.perf_counter() - started)


@dataclass(slots=True)
class _OneGame:
    """A game that is being played, and what is counted in it."""

    game: Game[Any, Any]
    number: int
    state: Any
    rng: random.Random
    sitting: Mapping[str, Player]
    viewpoints: Mapping[str, str]
    partners: Mapping[str, frozenset[str]]
    standing: Mapping[str, Orders]
    plans: SentAhead | None = None
    last: str = ""
    """Who gave the last command and has not waited since."""
    commands: int = 0
    events: int = 0
    ahead: int = 0
    sent: int = 0
    waits: Counter[str] = field(default_factory=Counter)
    milestones: list[Milestone] = field(default_factory=list)
    stands: list[Stand] = field(default_factory=list)

    def note_turn(self) -> None:
        """How it stands, once a turn."""
        turn = self.game.glance(self.state).turn
        if turn and (not self.stands or turn > self.stands[-1].turn):
            self.stands.append(_stand(self.game, self.state, turn))

    def go_on(self, chance: Chance) -> None:
        """The next command: of a standing order, of a plan that was sent ahead, or of one of those who decide."""
        game, before = self.game, self.state
        deciders = game.deciders(before)
        found = _by_standing_order(game, before, deciders, self.standing) if self.standing else None
        due = self.plans.due(before, deciders) if self.plans and not found else None
        seat, command = found or due or self._by_player(list(deciders))
        decided = game.decide(before, seat, command, chance)
        if isinstance(decided, Refusal):
            raise BotError(f"game {self.number}, command {self.commands}: {seat} {command} was refused: {decided.text}")
        told = (game.milestone(*fact) for fact in decided.facts(before))
        self.milestones += (milestone for milestone in told if milestone is not None)
        self.state = decided.states[-1]
        self.commands += 1
        self.events += len(decided)
        self._count_waits(seat, by_order=found is not None, by_plan=due is not None)

    def _by_player(self, deciders: list[str]) -> tuple[str, JsonObject]:
        return _next(self.game, self.state, deciders, self.sitting, self.viewpoints, self.partners, self.rng)

    def _count_waits(self, seat: str, *, by_order: bool, by_plan: bool) -> None:
        """Whoever gave the last command waits when others decide and nothing answers for them."""
        now = self.game.deciders(self.state)
        self.ahead += by_order
        if self.plans and by_plan:
            self.sent += 1
            self.plans.given(seat)
        elif not by_order:
            self.last = seat
            if self.plans and seat not in now:
                self.plans.plan(self.state, seat)
        answered = bool(self.standing and _by_standing_order(self.game, self.state, now, self.standing))
        waits = self.last and now and self.last not in now and not answered
        if waits and not (self.plans and self.plans.due(self.state, now)):
            self.waits[str(self.game.legal(self.state, now[0])["step"])] += 1
            self.last = ""

    def played(self, last_turn: int | None, seconds: float) -> Played:
        """What is told of it now that it is over, or broken off after its last turn."""
        game, state = self.game, self.state
        outcome = game.outcome(state)
        if outcome is None and not game.deciders(state):
            raise BotError(f"game {self.number}: nobody has anything to decide, and nobody has won")
        end = _stand(game, state, game.glance(state).turn)
        if outcome is None:
            self.stands.append(end)
        last_played = game.view(state, REFEREE).get("turn") if outcome else last_turn
        return Played(
            game=self.number,
            winner=outcome.winner if outcome else None,
            reason=outcome.reason if outcome else BROKEN_OFF,
            section=outcome.section if outcome else "",
            turns=last_played if isinstance(last_played, int) else None,
            commands=self.commands,
            events=self.events,
            seconds=round(seconds, 3),
            hash=state_hash(game.dump_state(state)),
            milestones=tuple(self.milestones),
            waits=dict(self.waits),
            ahead=self.ahead,
            sent=self.sent,
            stands=tuple(self.stands),
            end=end,
        )


def _stand(game: Game[Any, Any], state: Any, turn: int) -> Stand:
    """What the gauge measures of a position in which a turn begins."""
    view = game.view(state, REFEREE)
    turns = view.get("turns")
    return Stand(turn, turns if isinstance(turns, int) else None, game.gauge.standing(view), first_turn(view))


def _is_over(game: Game[Any, Any], state: Any, turn: int | None) -> bool:
    """Whether a turn has been played; never where none is named, or the game counts none."""
    return turn is not None and game.glance(state).turn > turn


def _by_standing_order(
    game: Game[Any, Any], state: Any, deciders: Sequence[str], standing: Mapping[str, Orders]
) -> tuple[str, JsonObject] | None:
    """The first of the deciders whose standing orders answer, and the command."""
    for seat in deciders:
        command = game.answer_ahead(state, seat, standing[seat]) if seat in standing else None
        if command is not None:
            return seat, command
    return None


def _next(
    game: Game[Any, Any],
    state: Any,
    deciders: list[str],
    sitting: Mapping[str, Player],
    viewpoints: Mapping[str, str],
    partners: Mapping[str, frozenset[str]],
    rng: random.Random,
) -> tuple[str, JsonObject]:
    """One of the deciders, and the command; those who leave it to their allies are skipped, and asked once more if
    all do."""
    for _ in range(2):
        waiting = [*deciders]
        while waiting:
            seat = waiting.pop(rng.randrange(len(waiting)))
            client = SeatClient(game, state, seat, viewpoints[seat], partners[seat] - {seat})
            command = sitting[seat].command(client, rng)
            if command is not None:
                return seat, command
    raise BotError("everyone leaves the decision to someone else")


def maker(game: Game[Any, Any], name: str) -> PlayerMaker:
    """The program of that name. KeyError if the game has none."""
    return RandomPlayer if name == RANDOM else game.players[name]


def _play_by_id(
    game: str,
    scenario: str,
    seed: str,
    number: int,
    players: Mapping[str, str],
    standing: Mapping[str, Orders],
    options: JsonObject,
    drafts: bool,
    last_turn: int | None,
) -> Played:
    return play(
        GAMES[game],
        scenario,
        seed,
        number,
        players=players,
        standing=standing,
        options=options,
        drafts=drafts,
        last_turn=last_turn,
    )


def play_all(
    game: Game[Any, Any],
    scenario: str,
    seed: str,
    games: int,
    jobs: int,
    players: Mapping[str, str],
    standing: Mapping[str, Orders] = MappingProxyType({}),
    options: Mapping[str, Json] = MappingProxyType({}),
    *,
    drafts: bool = False,
    last_turn: int | None = None,
) -> Iterator[Played]:
    """Play several games, ``jobs`` of them at a time, and give each as it ends."""
    if jobs == 1:
        yield from (
            play(
                game,
                scenario,
                seed,
                n,
                players=players,
                standing=standing,
                options=options,
                drafts=drafts,
                last_turn=last_turn,
            )
            for n in range(games)
        )
        return
    with ProcessPoolExecutor(jobs) as pool:
        running = [
            pool.submit(_play_by_id, game.id, scenario, seed, n, players, {**standing}, {**options}, drafts, last_turn)
            for n in range(games)
        ]
        for done in as_completed(running):
            yield done.result()


def selfplay(
    game: Annotated[str, typer.Argument(help="Id of the game.")],
    scenario: Annotated[str, typer.Argument(help="Id of the scenario.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    seed: Annotated[str, typer.Option(help="The same seed plays the same games.")] = "1914",
    jobs: Annotated[int, typer.Option(min=1, help="Games at a time, a process each.")] = 1,
    player: Annotated[
        list[str] | None, typer.Option(help="SEAT=NAME or SIDE=NAME: who plays there; random otherwise.")
    ] = None,
    ahead: Annotated[
        list[str] | None,
        typer.Option(help="KIND=ANSWER: an order of every seat; all: those that are proposed; drafts: plans are sent."),
    ] = None,
    last_turn: Annotated[
        int | None, typer.Option(min=1, help="Break a game off when the turn of this number is over.")
    ] = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play whole games."""
    rules = find_game(dict(GAMES), game)
    options = read_match_options(rules, scenario, option)
    players = _players(rules, scenario, player or [], options)
    words = ahead or []
    standing = _read_orders(rules, scenario, [word for word in words if word != DRAFTS], options)
    played: list[Played] = []
    with progress(games, f"{games} games") as bar:
        drafts = DRAFTS in words
        for result in play_all(
            rules, scenario, seed, games, jobs, players, standing, options, drafts=drafts, last_turn=last_turn
        ):
            played.append(result)
            bar.update(1)
            if not as_json:
                who = result.winner or ("nobody yet" if result.reason == BROKEN_OFF else "a draw")
                where = result.section and f", §{result.section}"
                typer.echo(
                    f"{result.game}: {who} ({result.reason}{where}), turn {result.turns}, "
                    f"{result.commands} commands, {result.events} events, {result.seconds} s, {result.hash[:12]}"
                )
    if not as_json:
        _tell_waits(played)
    if as_json:
        played.sort(key=lambda p: p.game)
        listed: list[Json] = [asdict(p) for p in played]
        print_json(
            {
                "game": game,
                "scenario": scenario,
                "seed": seed,
                "players": {**players},
                "options": options,
                "games": listed,
            }
        )


def _tell_waits(played: Sequence[Played]) -> None:
    """How often one player waited for another, by the question that was waited for."""
    waits = sum((Counter(p.waits) for p in played), Counter[str]())
    steps = ", ".join(f"{step} {count / len(played):.1f}" for step, count in waits.most_common())
    ahead = sum(p.ahead for p in played) / len(played)
    sent = sum(p.sent for p in played) / len(played)
    # That many turns were begun: a campaign that ends early would else count as one that waits little.
    turns = sum(p.turns or 0 for p in played) / len(played)
    typer.echo(f"waits a game: {waits.total() / len(played):.1f} ({steps}); answered by standing orders: {ahead:.1f}")
    typer.echo(f"orders sent ahead: {sent:.1f}; the last turn had the number {turns:.1f}")


def _read_orders(rules: Game[Any, Any], scenario: str, words: list[str], options: JsonObject) -> dict[str, Orders]:
    """The orders of every seat. BadParameter for a kind or an answer that is not there."""
    kinds = {k.key: k for k in rules.standing(scenario, options)}
    orders: dict[str, StandingOrder] = {}
    for word in words:
        key, _, answer = word.partition("=")
        if word == "all":
            orders.update(sensible(kinds.values()))
        elif key not in kinds or kinds[key].wrong(StandingOrder(key, answer)):
            raise typer.BadParameter(f"no standing order {word!r}; the decisions are: {', '.join(kinds)}")
        else:
            orders[key] = StandingOrder(key, answer)
    return {s.id: dict(orders) for s in rules.seats(scenario, options)} if orders else {}


def _players(rules: Game[Any, Any], scenario: str, words: list[str], options: JsonObject) -> dict[str, str]:
    """``SEAT=NAME`` or ``SIDE=NAME`` to the program of each. BadParameter for a place or a name that is not there."""
    seats = rules.seats(scenario, options)
    places = {place for s in seats for place in (s.id, s.side)}
    players: dict[str, str] = {}
    for word in words:
        place, _, name = word.partition("=")
        if place not in places:
            raise typer.BadParameter(f"no seat or side {place!r}; there are: {', '.join(sorted(places))}")
        if name != RANDOM and name not in rules.players:
            raise typer.BadParameter(f"no player {name!r}; there are: {', '.join([RANDOM, *sorted(rules.players)])}")
        players[place] = name
    return players
