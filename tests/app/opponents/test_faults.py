"""What a program's seat does when its program is refused, fails, or is overtaken while it thinks."""

from __future__ import annotations

import hashlib
import uuid
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from app.errors import ApiError, moved_on, refusal_error
from app.matches.agreements.settlement import AgreementProposal, Agreements, Back
from app.matches.facts import ACTIVE, FINISHED, MatchRecord
from app.matches.live_match.receipts import fingerprint
from app.opponents import opponent
from app.opponents.choosing import CHANCE, LOST, NO_PLAN, PROGRAM, REFUSED, Made, agrees
from app.opponents.identities import ACCOUNTS
from app.opponents.opponent import Opponents, Pace
from app.opponents.program_words import ProgramWords
from app.opponents.workers import WorkerLost
from rules.catalogue import GAMES
from rules.kernel import dice, lanes
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import Refusal
from rules.kernel.players import RECRUIT
from rules.kernel.teams.programs.ally import ARRANGED

GAME = GAMES["schlieffens-war"]
SEAT = "entente"
ACCOUNT = ACCOUNTS[RECRUIT]


class Record(SimpleNamespace):
    """As ``MatchRecord``, of which it has what is looked at here."""

    seat_record, find_seat_record = MatchRecord.seat_record, MatchRecord.find_seat_record


@dataclass
class Table:
    """A match in memory that judges by the rules, and a worker that says what a test has it say."""

    says: list[Any]
    state: Any = field(default_factory=lambda: GAME.new_match("campaign", {}))
    asked: list[dict[str, Any]] = field(default_factory=list)
    taken: list[dict[str, Any]] = field(default_factory=list)
    refused: int = 0
    seat: str = SEAT
    version: int = 0

    def __post_init__(self) -> None:
        seat_record = SimpleNamespace(seat=SEAT, account=ACCOUNT, player=ACCOUNT, word="0" * 64, stands_in_since=None)
        self.record = Record(id="m", status=ACTIVE, seats=[seat_record], scenario="campaign", options={})
        self.record.dice_stand = False
        self.facts = list[Any]()
        self.game, self.agreements, self.seats = GAME, Agreements(), GAME.seats("campaign", {})
        self.choices, self.replaced = Kept(), list[str]()
        self.chronicle = SimpleNamespace(facts=self._facts)
        self._chance = dice.chance(dice.key(hashlib.sha256(b"m").digest(), "m", {}))

    @property
    def sides(self) -> dict[str, str]:
        """As a live match."""
        return {seat.id: seat.side for seat in GAME.seats(self.record.scenario, {})}

    async def get(self, _: str) -> Table:
        """As ``CurrentMatches``; the match is over for the program once it has given an order."""
        self.record.status = FINISHED if self.taken else ACTIVE
        return self

    def legal(self, seat: str) -> Any:
        """As a live match."""
        return GAME.legal(self.state, seat)

    def view(self, viewpoint: str) -> Any:
        """As a live match."""
        return GAME.view(self.state, viewpoint)

    def viewpoint(self, seat: str) -> str:
        """As a live match."""
        return SEAT

    def number(self, _: str) -> int:
        """As a live match."""
        return self.version

    async def replace_program(self, _: str, __: str, account: uuid.UUID, weaker: Any) -> None:
        """As ``ServerOrders``."""
        assert account == ACCOUNT
        self.replaced.append(weaker.program)

    async def _facts(self, *_: Any) -> list[Any]:
        return self.facts

    async def think(self, asked: Any, _: Any, __: str) -> Any:
        """As ``Workers``."""
        self.asked.append(asked)
        said = self.says.pop(0)
        if isinstance(said, Exception):
            raise said
        if callable(said):
            said(self)
            return {"command": {"kind": "historical"}}
        return {"command": said}

    async def command(self, _: str, account: uuid.UUID, seat: str, id_: str, ask: str, command: Any) -> None:
        """As ``Moves``."""
        assert (account, seat) == (ACCOUNT, self.seat)
        if ask != lanes.ask_of(GAME, self.state, seat, command):
            raise moved_on()
        decided = GAME.decide(self.state, seat, command, self._chance)
        if isinstance(decided, Refusal):
            self.refused += 1
            raise refusal_error(decided)
        self.state, self.version = decided.states[-1], self.version + 1
        self.taken.append({"id": id_, **command})


class Kept:
    """``Choices`` in memory."""

    def __init__(self) -> None:
        self.orders: dict[tuple[str, bytes], Made] = {}
        self.codes: dict[tuple[str, bytes], str] = {}

    async def note(self, _: str, __: str, id_: str, order: Any, made: Made) -> None:
        """Before an order is given."""
        self.orders.setdefault((id_, fingerprint(order)), made)

    async def refuse(self, _: str, __: str, id_: str, order: Any, code: str, ___: str) -> int:
        """It was refused."""
        self.codes[id_, fingerprint(order)] = code
        return sum(self.orders[key].by == PROGRAM for key in self.codes)

    async def refused(self, _: str, __: str) -> set[tuple[str, bytes]]:
        """All that were."""
        return {*self.codes}


def seated(table: Any, settle: Any = None) -> Opponents:
    """The program at this table, at once."""
    settlements: Any = SimpleNamespace(settle=settle)
    words, pace = ProgramWords(b"key"), Pace(0, 0, 0)
    return Opponents(table, table, table, settlements, table, table.choices, table, words, pace)


async def test_a_refused_order_gives_way_to_something_legal_and_the_program_starts_afresh() -> None:
    table = Table([{"kind": "no such order"}, {"kind": "end_phase"}])
    playing = seated(table)
    await playing.play("m", SEAT, ACCOUNT)
    assert (table.refused, len(table.taken)) == (1, 1)
    assert [asked["afresh"] for asked in table.asked] == [True]
    table.taken.clear()
    table.says = [{"kind": "historical"}]
    await playing.play("m", SEAT, ACCOUNT)
    assert [asked["afresh"] for asked in table.asked] == [True, True], "what it planned no longer counts"


async def test_a_program_that_was_taken_at_its_word_goes_on_with_its_plan() -> None:
    table = Table([{"kind": "historical"}, {"kind": "end_phase"}])
    playing = seated(table)
    await playing.play("m", SEAT, ACCOUNT)
    table.taken.clear()
    await playing.play("m", SEAT, ACCOUNT)
    assert [asked["afresh"] for asked in table.asked] == [True, False]
    playing.forget_all_but(())
    table.taken.clear()
    table.says = [None]
    table.state = GAME.new_match("campaign", {})
    await playing.play("m", SEAT, ACCOUNT)
    assert table.asked[-1]["afresh"]


@pytest.mark.parametrize(("said", "why"), [(None, NO_PLAN), (WorkerLost("gone"), LOST)])
async def test_without_a_plan_something_legal_is_given(said: Any, why: str) -> None:
    table = Table([said])
    await seated(table).play("m", SEAT, ACCOUNT)
    assert (table.refused, len(table.taken)) == (0, 1)
    assert [(made.by, made.why) for made in table.choices.orders.values()] == [(CHANCE, why)]


async def test_a_refused_order_is_never_given_again_not_even_by_another_process() -> None:
    """The same program gives it again to the same question, for nothing has changed."""
    table = Table([{"kind": "no such order"}])
    sent: list[Any] = []

    async def refuse(_: str, __: uuid.UUID, ___: str, id_: str, ____: str, command: Any) -> None:
        sent.append(command)
        if len(sent) == 2:
            raise ConnectionError("killed here")
        raise ApiError(422, "no", "No.")

    table.command = refuse  # type: ignore[method-assign]
    with pytest.raises(ConnectionError):
        await seated(table).play("m", SEAT, ACCOUNT)
    del table.command
    table.says = [{"kind": "no such order"}]
    await seated(table).play("m", SEAT, ACCOUNT)
    assert sent[0] == {"kind": "no such order"}
    assert (table.refused, len(table.taken)) == (0, 1), "this process gave something else at once"
    *_, made = table.choices.orders.values()
    assert (made.by, made.why, made.attempt) == (CHANCE, REFUSED, 1)


async def test_after_three_refused_orders_a_weaker_program_takes_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponent, "weaker_than", lambda *_: RECRUIT)
    table = Table([])
    playing = seated(table)
    for number in range(3):
        assert table.replaced == []
        table.version = number
        table.taken.clear()
        table.says = [{"kind": "no such order"}]
        await playing.play("m", SEAT, ACCOUNT)
    assert table.replaced == [RECRUIT]
    assert len(table.taken) == 0, "the weaker one answers the question"


async def test_the_weakest_program_keeps_its_seat_and_plays_what_is_legal() -> None:
    table = Table([{"kind": "no such order"}] * 5)
    playing = seated(table)
    for _ in range(5):
        table.taken.clear()
        table.state = GAME.new_match("campaign", {})
        await playing.play("m", SEAT, ACCOUNT)
        assert len(table.taken) == 1
    assert (table.replaced, table.refused) == ([], 5)


def shared(says: list[Any], ally: uuid.UUID | None = None) -> Table:
    """A table at which the program shares its side with someone else, who has still to do something."""
    table = Table(says, GAME.new_match("campaign-entente-team", {}))
    table.seat = "entente-east"
    seat_records = [("entente-east", ACCOUNT), ("entente-north", ally)]
    table.record.seats = [
        SimpleNamespace(seat=seat, player=player, word="0" * 64, stands_in_since=None) for seat, player in seat_records
    ]
    table.record.scenario = "campaign-entente-team"
    return table


async def test_what_it_leaves_to_an_ally_is_asked_once_more_and_then_no_more() -> None:
    table = shared([None, None])
    playing = seated(table)
    assert [await playing.play("m", "entente-east", ACCOUNT) for _ in range(2)] == [False, True]
    assert (table.refused, table.taken, len(table.asked)) == (0, [], 2)
    other = shared([None, None], ally=ACCOUNT)
    playing = seated(other)
    assert [await playing.play("m", "entente-east", ACCOUNT) for _ in range(2)] == [False, True]
    assert [asked["partners"] for asked in table.asked + other.asked] == [[], [], ["entente-north"], ["entente-north"]]


@pytest.mark.parametrize("tried", range(12))
async def test_where_it_fails_it_does_nothing_to_its_ally(tried: int) -> None:
    """No unit changes hands, and nothing is ended or shared out for others, whatever chance brings."""
    table = shared([WorkerLost("gone")])
    table.record.id = f"m{tried}"
    await seated(table).play("m", "entente-east", ACCOUNT)
    assert len(table.taken) == 1
    assert table.taken[0]["kind"] not in ARRANGED


async def test_an_order_thought_out_for_another_question_is_not_given() -> None:
    """While it thinks, someone else moves the match on: the order is not judged as an answer to what is asked then."""

    def on(table: Table) -> None:
        decided = GAME.decide(table.state, SEAT, {"kind": "historical"}, table._chance)
        assert not isinstance(decided, Refusal)
        table.state = decided.states[-1]
        ended = GAME.decide(table.state, SEAT, {"kind": "end_phase"}, table._chance)
        assert not isinstance(ended, Refusal)
        table.state = ended.states[-1]

    table = Table([on])
    assert not await seated(table).play("m", SEAT, ACCOUNT)
    assert (table.taken, table.refused) == ([], 0)


async def test_three_refusals_are_followed_by_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponent, "REST_SECONDS", 0.0)
    table = Table([{"kind": "no such order"}])

    sent: list[str] = []

    async def refuse(*given: Any) -> None:
        sent.append(str(given[-1]))
        raise ApiError(422, "no", "No.")

    table.command = refuse  # type: ignore[method-assign]
    playing = seated(table)
    for _ in range(3):
        table.says = [{"kind": "no such order"}]
        assert not await playing.play("m", SEAT, ACCOUNT)
    assert len({*sent}) == len(sent) > 1, "chance tries another each time, and none twice"


def counted(viewer: str, turn: int, points: int, paris: bool) -> dict[str, Any]:
    """A view of a turn, with German points and whether Paris is endangered."""
    view = GAME.view(GAME.new_match("campaign", {}), viewer)
    tracks: Any = view["tracks"]
    return {**view, "turn": turn, "tracks": {**tracks, "vp": points, "paris_endangered": paris}}


@pytest.mark.parametrize(
    ("turn", "points", "paris", "german", "entente"),
    [
        (5, 13, True, False, False),
        (6, 13, True, False, True),
        (6, 13, False, True, True),
        (9, 11, True, True, True),
        (9, 10, True, True, False),
    ],
)
def test_a_draw_is_agreed_to_by_whoever_would_not_win(
    turn: int, points: int, paris: bool, german: bool, entente: bool
) -> None:
    """In the second half, by what everyone can count."""
    view = counted(SEAT, turn, points, paris)
    assert agrees("draw", "german", view, GAME.gauge) is german
    assert agrees("draw", "entente", view, GAME.gauge) is entente


@pytest.mark.parametrize(
    ("turn", "points", "paris", "german", "entente"),
    [
        (10, 5, True, True, False),
        (10, 6, True, False, False),
        (9, 3, True, True, False),
        (7, 0, True, False, False),
        (10, 12, True, False, False),
        (10, 17, True, False, False),
        (10, 18, True, False, True),
        (10, 18, False, False, False),
    ],
)
def test_a_program_surrenders_only_when_too_little_time_is_left_to_make_up_for_the_lead(
    turn: int, points: int, paris: bool, german: bool, entente: bool
) -> None:
    view = counted(SPECTATOR, turn, points, paris)
    assert agrees("demand", "german", view, GAME.gauge) is german
    assert agrees("demand", "entente", view, GAME.gauge) is entente


def test_no_program_surrenders_when_a_match_begins() -> None:
    """By what those who watch are told, in scenarios of every game; and where points cannot be told, never."""
    for game in GAMES.values():
        for scenario in game.scenarios[:3]:
            view = game.view(game.new_match(scenario.id, {}), SPECTATOR)
            assert not [s.side for s in scenario.seats if agrees("demand", s.side, view, game.gauge)], scenario.id


def lost_at_the_end(game: str, **more: Any) -> list[str]:
    """The sides that have lost on the last turn of a game's first scenario, with these members in the view."""
    rules = GAMES[game]
    scenario = rules.scenarios[0]
    view: Any = rules.view(rules.new_match(scenario.id, {}), SPECTATOR)
    view = {**view, "turn": view["turns"]} | {name: {**view[name], **value} for name, value in more.items()}
    return sorted({s.side for s in scenario.seats if agrees("demand", s.side, view, rules.gauge)})


def test_each_game_counts_by_its_own_points() -> None:
    def conquered(central: int, entente: int) -> dict[str, Any]:
        return {"central": {"conquests": central}, "entente": {"conquests": entente}}

    assert lost_at_the_end("powers-1914", sides=conquered(9, 0)) == ["entente"]
    assert lost_at_the_end("powers-1914", sides=conquered(8, 0)) == []
    assert lost_at_the_end("powers-1914", sides=conquered(0, 8)) == ["central"]
    assert lost_at_the_end("great-war", ledger={"score": {"points": -5, "needs": 20}}) == ["central"]
    assert lost_at_the_end("great-war", ledger={"score": {"points": 24, "needs": 20}}) == ["allied"]
    assert lost_at_the_end("great-war", ledger={"score": {"points": 10, "needs": 20}}) == []
    assert lost_at_the_end("empires-alliances", score={"halves": 13, "level": "allied-minor"}) == ["central"]
    assert lost_at_the_end("empires-alliances", score={"halves": 14, "level": "allied-minor"}) == []
    assert lost_at_the_end("empires-alliances", score={"halves": 30, "level": "central-major"}) == ["allied"]


def test_where_nobody_can_tell_who_would_win_there_is_no_draw() -> None:
    near_east = GAMES["great-war"]
    view = {**near_east.view(near_east.new_match("near-east-1915", {}), "central"), "turn": 40}
    assert not agrees("draw", "central", view, near_east.gauge)
    assert not agrees("draw", "allied", view, near_east.gauge)
    assert agrees("back", "allied", view, near_east.gauge)


@pytest.mark.parametrize("game", ["schlieffens-war", "powers-1914", "great-war", "empires-alliances"])
def test_every_game_says_who_would_win_now(game: str) -> None:
    rules = GAMES[game]
    for scenario in rules.scenarios[:2]:
        view = rules.view(rules.new_match(scenario.id, {}), scenario.seats[0].viewpoint)
        assert rules.gauge.ahead(view) in ("", *(seat.side for seat in scenario.seats))
        assert isinstance(view["turns"], int)


@pytest.mark.parametrize(("stand", "die", "yes"), [(True, True, False), (True, False, True), (False, True, True)])
async def test_where_dice_stand_a_program_does_not_agree_to_go_back_past_one(stand: bool, die: bool, yes: bool) -> None:
    table, answers = Table([{"kind": "historical"}]), list[bool]()
    table.record.dice_stand = stand
    dice_told: list[Any] = [{"die": 3}] if die else []
    table.facts = [SimpleNamespace(kind="attack", lines={"german": {"dice": [{}]}, SEAT: {"dice": dice_told}})]
    table.agreements = Agreements((AgreementProposal("p-1", "back", "german", (SEAT,), Back(0, {})),))

    async def settle(_: str, __: uuid.UUID, ___: str, ____: str, order: Any) -> None:
        answers.append(order["yes"])
        table.agreements = Agreements()

    await seated(table, settle).play("m", SEAT, ACCOUNT)
    assert answers == [yes]


async def test_a_proposal_is_answered_once_under_one_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponent, "REST_SECONDS", 0.0)
    table, ids = Table([{"kind": "historical"}]), list[tuple[str, bool]]()
    table.agreements = Agreements((AgreementProposal("p-1", "back", "german", (SEAT,)),))

    async def settle(_: str, __: uuid.UUID, ___: str, id_: str, order: Any) -> None:
        ids.append((id_, order["yes"]))
        if len(ids) == 1:
            raise ApiError(409, "moved_on", "Once more.")
        table.agreements = Agreements()

    await seated(table, settle).play("m", SEAT, ACCOUNT)
    assert [yes for _, yes in ids] == [True, True]
    assert len({id_ for id_, _ in ids}) == 1
    assert len(table.taken) == 1
