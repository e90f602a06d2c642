"""The lobby: what is on offer, making a match, sitting down."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hmac
import secrets
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import IntegrityError

from app.clocks.timing import Timing
from app.errors import ApiError, no_match, no_session, not_yours
from app.live.hub import Hub
from app.lobby import listing
from app.lobby.rematch import again, swapped
from app.lobby.repository import Kind, Lobby
from app.lobby.schemas import MatchIn
from app.lobby.sealing import Sealing
from app.lobby.unbegun import Unbegun, called_off
from app.matches.facts import ACTIVE, CALLED_OFF, DRAWN, FINISHED, INVITATION, OPEN, PUBLIC, Chair, Record, Told
from app.matches.pools import opening
from app.matches.repository import Matches
from app.matches.rights import is_asked, side_keys, viewer_of
from app.proof.version import rules_version
from rules.kernel.drafting import LooksAhead
from rules.kernel.game import SPECTATOR, Game, Scenario, Seat
from rules.kernel.messages import Json, JsonObject

ID_BYTES = 9
TOKEN_BYTES = 18


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits down."""

    account: uuid.UUID
    name: str


def fresh_id() -> str:
    """A match's id. None begins with a hyphen: a host could not type it after a command without ``--``."""
    while (id_ := secrets.token_urlsafe(ID_BYTES)).startswith("-"):
        pass
    return id_


def _record(
    game: Game[Any, Any],
    scenario: Scenario,
    options: JsonObject,
    state: Any,
    sitting: Mapping[str, Sitting],
    hotseat: bool,
) -> Record:
    """A new match with fresh tokens. Its dice come later (sealing.py)."""
    chairs = []
    for seat in game.seats(scenario.id, options):
        who = sitting.get(seat.id)
        chairs.append(
            Chair(seat.id, seat.title, who.account, who.name, None, None, 0)
            if who is not None
            else Chair(seat.id, seat.title, None, None, None, None, 0)
        )
    return Record(
        id=fresh_id(),
        game=game.id,
        scenario=scenario.id,
        options=options,
        status=OPEN,
        hotseat=hotseat,
        version=0,
        secret=None,
        commitment=None,
        invite=secrets.token_urlsafe(TOKEN_BYTES),
        spectate=secrets.token_urlsafe(TOKEN_BYTES),
        outcome=None,
        rules=rules_version(game),
        link=None,
        chairs=tuple(chairs),
        told_at=dt.datetime.now(dt.UTC),
        told=Told(0, game.glance(state)),
    )


def _boards(game: Game[Any, Any]) -> list[Json]:
    """What a game is played on, for the lobby and the table."""
    return [{"id": board.id, "title": board.title, "prefix": board.prefix} for board in game.boards]


def _fits(given: str | None, token: str) -> bool:
    """Whether the caller has the token; takes the same time however much of it is right."""
    return given is not None and hmac.compare_digest(given.encode(), token.encode())


def _has_room(record: Record) -> bool:
    """Whether somebody can sit down: a seat is free, or its player has left it to others."""
    return any(c.account is None or (c.open and record.status == ACTIVE) for c in record.chairs)


class Hall:
    """Makes matches and seats people."""

    def __init__(
        self,
        lobby: Lobby,
        sealing: Sealing,
        unbegun: Unbegun,
        matches: Matches,
        games: Mapping[str, Game[Any, Any]],
        hub: Hub,
        most: int,
        most_offered: int,
    ) -> None:
        self._lobby = lobby
        self._sealing = sealing
        self._unbegun = unbegun
        self._matches = matches
        self._games = games
        self._hub = hub
        self._most = most
        """Unfinished matches in which one guest may sit."""
        self._most_offered = most_offered
        """Public tables that wait for players at which one guest may sit."""
        self.on_seated: Callable[[str], None] = lambda match: None
        """Called with a match when somebody sat down, sealed a word or opened one."""
        self.on_owed: Callable[[], None] = lambda: None
        """Called when somebody who is away may have to hear of it."""
        self.keeps_out: Callable[[Sequence[uuid.UUID], uuid.UUID], Awaitable[bool]] | None = None
        """Whether somebody of those seated has blocked a newcomer."""
        self.on_unknown: Callable[[Sequence[str]], None] = lambda matches: None
        """Called with matches in play of which nobody has noted how they stand."""

    def games(self) -> list[JsonObject]:
        """What can be played."""
        return [
            {
                "id": game.id,
                "title": game.title,
                "summary": game.summary,
                "missing": game.missing,
                "boards": _boards(game),
                "plans": [*game.plans.names],
                "scenarios": [
                    {
                        "id": s.id,
                        "title": s.title,
                        "summary": s.summary,
                        "seats": [{"id": seat.id, "title": seat.title, "side": seat.side} for seat in s.seats],
                        "options": list(s.options),
                    }
                    for s in game.scenarios
                ],
            }
            for game in self._games.values()
        ]

    def rules(self, game: str, plan: str) -> JsonObject:
        """The rules of a game in our own words, with the charts of a plan. ApiError 404 when there is none such."""
        found = self._games.get(game)
        if found is None:
            raise ApiError(404, "no_game", "There is no such game.")
        if plan and plan not in found.plans:
            raise ApiError(404, "no_plan", "The game has no such charts.")
        return found.rulebook(plan)

    def _scenario(self, body: MatchIn) -> tuple[Game[Any, Any], Scenario]:
        game = self._games.get(body.game)
        if game is None:
            raise ApiError(404, "no_game", "There is no such game.")
        scenario = next((s for s in game.scenarios if s.id == body.scenario), None)
        if scenario is None:
            raise ApiError(404, "no_scenario", "The game has no such scenario.")
        return game, scenario

    async def create(self, account: uuid.UUID, name: str, body: MatchIn) -> Record:
        """Make a match and sit the maker down. ApiError 404 or 422 when it cannot be."""
        game, scenario = self._scenario(body)
        seats = [s.id for s in scenario.seats]
        taken = seats if body.hotseat else [body.seat if body.seat is not None else seats[0]]
        if taken[0] not in seats:
            raise ApiError(404, "no_seat", "The scenario has no such seat.")
        try:
            state = game.new_match(scenario.id, body.options)
        except ValueError as error:
            raise ApiError(422, "bad_options", f"These options do not fit: {error}"[:200]) from error
        if body.sides == DRAWN and (body.hotseat or len(seats) == 1):
            raise ApiError(422, "nothing_to_draw", "With one player there are no sides to draw.")
        if body.delay and body.delay_turns:
            raise ApiError(422, "two_delays", "Choose a delay by time or by turns, not both.")
        if body.clock is not None:
            listing.refuse_clock(body.clock.terms(), [s.side for s in scenario.seats], body.hotseat)
        await self._limit(account)
        if body.listing == PUBLIC:
            listing.refuse_offer(body.hotseat, await self._lobby.offered(account), self._most_offered)
        sitting = Sitting(account, name)
        record = _record(game, scenario, body.options, state, dict.fromkeys(taken, sitting), body.hotseat)
        record = dataclasses.replace(
            record,
            listing=body.listing,
            pace=body.pace,
            note=body.note,
            delay=body.delay,
            delay_turns=body.delay_turns,
            sides=body.sides,
            timing=None if body.clock is None else Timing(body.clock.terms()),
        )
        await self._lobby.add(record, game.version, game.dump_state(state), opening(game, state))
        return record

    async def _limit(self, account: uuid.UUID) -> None:
        """Refuse to seat somebody who sits in too many matches already. ApiError 409."""
        if await self._lobby.unfinished(account) >= self._most:
            raise ApiError(409, "too_many_matches", f"You are in {self._most} unfinished matches. Finish some first.")

    async def ready_table(self, game_id: str) -> Record:
        """A table of the game's first scenario at which nobody sits yet: the one that waits already, or a new one."""
        waiting = await self._lobby.untouched(game_id)
        if waiting is not None:
            return await self.find(waiting)
        game = self._games[game_id]
        scenario = game.scenarios[0]
        state = game.new_match(scenario.id, {})
        record = _record(game, scenario, {}, state, {}, hotseat=False)
        await self._lobby.add(record, game.version, game.dump_state(state), opening(game, state))
        return record

    async def tables(
        self, account: uuid.UUID | None, game: str | None, scenario: str | None, kind: Kind, after: str | None
    ) -> JsonObject:
        """A page of the public tables of a kind; ``after`` is what the page before told."""
        places = await self._lobby.public(game, scenario, kind, listing.read(after), listing.PAGE + 1)
        more, places = len(places) > listing.PAGE, places[: listing.PAGE]
        records = {r.id: r for r in await self._matches.records([p.match for p in places])}
        self._ask_after(list(records.values()))
        rows = [
            listing.row(record, place, self._sides(record), account)
            for place in places
            if (record := records.get(place.match)) is not None and record.game in self._games
        ]
        return {"tables": [*rows], "after": listing.told(places[-1]) if more else None}

    async def sit(self, match: str, seat: str, account: uuid.UUID, invite: str, seal: str | None = None) -> Record:
        """Sit down by invitation, or at a public table without one. ApiError 403, 404 or 409 when it cannot be.

        Sitting there already is fine.
        """
        record = await self._sit(match, seat, account, invite)
        return record if seal is None else await self.seal(match, account, {seat: seal})

    async def _sit(self, match: str, seat: str, account: uuid.UUID, invite: str) -> Record:
        record = await self.find(match)
        seated = any(c.account == account for c in record.chairs)
        kept = any(c.kept_for == account and c.account is None for c in record.chairs)
        invited = kept or record.listing == PUBLIC or _fits(invite, record.invite)
        if not invited or not (seated or _has_room(record)):
            raise ApiError(403, "bad_invitation", "This invitation is for another match, or all seats are taken.")
        if record.status == CALLED_OFF:
            raise called_off()
        chair = next((c for c in record.chairs if c.seat == seat), None)
        if chair is None:
            raise ApiError(404, "no_seat", "The match has no such seat.")
        if chair.account == account:
            return record
        if chair.account is None and chair.kept_for not in (None, account):
            raise ApiError(409, "seat_kept", f"That seat is kept for {chair.kept_name}.")
        if seated:
            raise ApiError(409, "already_seated", "You already have a seat in this match.")
        others = [c.account for c in record.chairs if c.account is not None]
        if self.keeps_out is not None and await self.keeps_out(others, account):
            raise ApiError(403, "kept_out", "You cannot join this match.")
        await self._limit(account)
        if await self._lobby.sit(match, seat, account):
            self.on_seated(match)
            self.on_owed()
            return await self.find(match)
        record = await self.find(match)
        if any(c.seat == seat and c.account == account for c in record.chairs):
            return record
        raise ApiError(409, "seat_taken", "That seat is taken, or you have taken another.")

    async def may_take(self, match: str, seat: str, account: uuid.UUID, invite: str) -> bool:
        """Whether somebody may take an open seat of a match in play; False if it is theirs already.

        ApiError 403, 404 or 409 when they may not. Whether they know too much, ``Play.take_over`` finds.
        """
        record = await self.find(match)
        chair = next((c for c in record.chairs if c.seat == seat), None)
        seated = any(c.account == account for c in record.chairs)
        if not seated and record.listing != PUBLIC and not (_has_room(record) and _fits(invite, record.invite)):
            raise ApiError(403, "bad_invitation", "This invitation is for another match, or all seats are taken.")
        if chair is None:
            raise ApiError(404, "no_seat", "The match has no such seat.")
        if chair.account == account:
            return False
        others = [c.account for c in record.chairs if c.account is not None and c is not chair]
        if self.keeps_out is not None and await self.keeps_out(others, account):
            raise ApiError(403, "kept_out", "You cannot join this match.")
        await self._limit(account)
        return True

    async def let_watch(self, match: str, seat: str, account: uuid.UUID, *, yes: bool) -> Record:
        """Agree, or no more, that people watch from your side. ApiError 403, 404 or 409."""
        record = await self.find(match)
        self._own(record, account, seat)
        if record.hotseat:
            raise ApiError(409, "one_screen", "At one screen there is nobody to hide anything from.")
        if record.status != ACTIVE:
            raise ApiError(409, "not_in_play", "That can be said while the match is in play.")
        await self._lobby.let_watch(match, seat, account, secrets.token_urlsafe(TOKEN_BYTES) if yes else None)
        self.on_seated(match)
        return await self.find(match)

    @staticmethod
    def _own(record: Record, account: uuid.UUID, seat: str) -> None:
        """ApiError 403 unless it is somebody's own seat, and not one where he stands in."""
        if all((c.seat, c.account) != (seat, account) for c in record.chairs):
            raise not_yours()

    async def ask_stand_in(self, match: str, seat: str, account: uuid.UUID) -> Record:
        """Make the key by which somebody can agree to stand in for you; it voids the last. ApiError 403, 404 or 409."""
        record = await self.find(match)
        self._own(record, account, seat)
        chair = next(c for c in record.chairs if c.seat == seat)
        if record.hotseat or record.status != ACTIVE:
            raise ApiError(409, "not_in_play", "That can be done while a match with others is in play.")
        if chair.stand_in is not None:
            raise ApiError(409, "has_stand_in", "You have a stand-in already.")
        await self._lobby.ask_stand_in(match, seat, account, secrets.token_urlsafe(TOKEN_BYTES))
        self.on_seated(match)
        return await self.find(match)

    async def may_stand_in(self, match: str, seat: str, account: uuid.UUID, key: str) -> bool:
        """Whether somebody can agree to stand in; False if he did already. ApiError 403 or 404 when he may not.

        Whether he knows too much, ``Play.agree_to_stand_in`` finds.
        """
        record = await self.find(match)
        chair = next((c for c in record.chairs if c.seat == seat), None)
        if chair is None:
            raise ApiError(404, "no_seat", "The match has no such seat.")
        if chair.stand_in == account:
            return False
        if not is_asked(record, seat, key):
            raise ApiError(403, "not_asked", "This link is no longer valid. Ask for a new one.")
        others = [c.account for c in record.chairs if c.account is not None]
        if self.keeps_out is not None and await self.keeps_out(others, account):
            raise ApiError(403, "kept_out", "You cannot join this match.")
        return True

    async def leave(self, match: str, seat: str, account: uuid.UUID) -> Record:
        """Stand up from a seat of a match that has not begun. ApiError as ``Unbegun.stand_up``, or 404."""
        await self.find(match)
        await self._unbegun.stand_up(match, seat, account)
        self.on_seated(match)
        return await self.find(match)

    async def call_off(self, match: str, account: uuid.UUID) -> Record:
        """Call off a match that has not begun. ApiError as ``Unbegun.call_off``, or 404."""
        await self.find(match)
        if await self._unbegun.call_off(match, account):
            self.on_seated(match)
        return await self.find(match)

    async def rematch(self, match: str, account: uuid.UUID) -> Record:
        """A match that is over played once more, with sides swapped; the one that somebody asked for before.

        ApiError 403 for those who did not play it, 404, or 409 while it is not over.
        """
        old = await self.find(match)
        if all(c.account != account for c in old.chairs):
            raise not_yours()
        if old.status != FINISHED:
            raise ApiError(409, "not_over", "The match is not over yet.")
        if old.rematch is None:
            await self._limit(account)
            await self._make_rematch(old, account)
            self.on_seated(match)
            self.on_owed()
            old = await self.find(match)
        return await self.find(old.rematch or "")

    async def _make_rematch(self, old: Record, account: uuid.UUID) -> None:
        game = self._games[old.game]
        scenario = next((s for s in game.scenarios if s.id == old.scenario), None)
        try:
            state = None if scenario is None else game.new_match(old.scenario, old.options)
        except ValueError:
            state = None
        if scenario is None or state is None:
            raise ApiError(409, "not_offered", "This scenario is no longer on offer.")
        fresh = _record(game, scenario, old.options, state, {}, old.hotseat)
        chairs = again(old.chairs, fresh.chairs) if old.hotseat else swapped(old.chairs, fresh.chairs, account)
        timing = None if old.timing is None else Timing(old.timing.terms)
        record = dataclasses.replace(
            fresh,
            chairs=chairs,
            listing=INVITATION,
            pace=old.pace,
            delay=old.delay,
            delay_turns=old.delay_turns,
            timing=timing,
        )
        try:
            await self._lobby.add(record, game.version, game.dump_state(state), opening(game, state), old.id)
        except IntegrityError:
            # Somebody else asked at the same moment: theirs it is.
            return

    async def seal(self, match: str, account: uuid.UUID, seals: Mapping[str, str]) -> Record:
        """Hand in seals of the caller's seats. ApiError as ``Sealing.seal``, or 404."""
        await self.find(match)
        if await self._sealing.seal(match, account, seals):
            self.on_seated(match)
        return await self.find(match)

    async def open(self, match: str, account: uuid.UUID, commitment: str, words: Mapping[str, str]) -> Record:
        """Open words of the caller's seats; the match starts with the last. ApiError as ``Sealing.open``, or 404."""
        record = await self.find(match)
        if await self._sealing.open(match, account, commitment, words, lambda: self._first_asks(record)):
            self.on_seated(match)
            self.on_owed()
        return await self.find(match)

    def _first_asks(self, record: Record) -> Mapping[str, str]:
        """The seats that begin a match, and what each is asked."""
        game = self._games[record.game]
        state = game.new_match(record.scenario, record.options)
        return {seat: game.ask(state, seat) for seat in game.deciders(state)}

    async def find(self, match: str) -> Record:
        """The match. ApiError 404 when there is none."""
        record = await self._matches.record(match)
        if record is None or record.game not in self._games:
            raise no_match()
        return record

    async def visible(self, match: str, account: uuid.UUID | None, invite: str | None, key: str | None) -> Record:
        """The match, for callers with a seat or one of its tokens; a public one for all. ApiError 401, 403 or 404.

        An invitation is used up with the last seat: whoever finds an old one learns nothing by it.
        """
        record = await self.find(match)
        asked = any(_fits(key, c.stand_in_key) for c in record.chairs if c.stand_in_key is not None)
        if record.listing == PUBLIC or asked or _fits(key, record.spectate):
            return record
        if key is not None and key in side_keys(record, self._seats(record)).values():
            viewer_of(record, account, None, key, self._seats(record))
            return record
        if _has_room(record) and _fits(invite, record.invite):
            return record
        if account is None:
            raise no_session()
        if not any(account in (c.account, c.kept_for, c.stand_in) for c in record.chairs):
            raise ApiError(403, "not_invited", "You need an invitation to this match.")
        return record

    async def mine(self, account: uuid.UUID | None) -> list[JsonObject]:
        """The matches in which one sits, as ``Lobby.mine`` orders them. ApiError 401 without a session."""
        if account is None:
            raise no_session()
        records = await self._matches.records(await self._lobby.mine(account))
        self._ask_after(records)
        return [self.shown(r, account) for r in records if r.game in self._games]

    def _ask_after(self, records: Sequence[Record]) -> None:
        """Have it noted how matches stand of which nobody has noted it."""
        if unknown := [r.id for r in records if r.status == ACTIVE and r.glance is None and r.game in self._games]:
            self.on_unknown(unknown)

    def shown(self, record: Record, account: uuid.UUID | None, invite: str | None = None) -> JsonObject:
        """The match as its row in the lobby, for one person.

        Whoever is invited to take a seat over sees what everybody may see, before saying yes.
        """
        invited = (
            record.status == ACTIVE and _has_room(record) and (record.listing == PUBLIC or _fits(invite, record.invite))
        )
        own = next((c.seat for c in record.chairs if c.seen_by(account)), None)
        waits = any(c.known_to(account) for c in record.chairs)
        seated = own is not None
        present = self._hub.present(record.id)
        sides = self._sides(record)
        late = record.late and not seated
        since = record.made_at if late and record.made_at is not None else record.told_at
        agreed = seated and any(c.shows for c in record.chairs)
        keys = side_keys(record, self._seats(record)) if agreed else {}
        for_you = next((c.seat for c in record.chairs if account is not None and c.kept_for == account), None)
        return {
            "id": record.id,
            "game": record.game,
            "scenario": record.scenario,
            "plan": record.options.get("plan", ""),
            "boards": _boards(self._games[record.game]),
            "drafts_ahead": isinstance(self._games[record.game], LooksAhead),
            "status": record.status,
            "hotseat": record.hotseat,
            "version": 0 if late else record.numbers.get(self._viewpoint(record, own), 0),
            "seats": [
                {
                    "seat": c.seat,
                    "title": c.title,
                    "side": sides.get(c.seat, c.seat),
                    "name": c.name,
                    "you": c.seen_by(account),
                    "taken": c.account is not None,
                    "open": c.open and record.status == ACTIVE,
                    "online": present.get(c.seat, False),
                    "seal": c.seal,
                    "opened": c.word is not None,
                    "sealed_as": c.sealed_as or c.seat,
                    "shows": c.shows is not None,
                    "kept_for": c.kept_name if c.account is None and (seated or for_you) else None,
                    "kept_for_you": c.account is None and c.seat == for_you,
                    "stand_in": c.stand_in_name,
                    "stands_in": c.stands_in_since is not None,
                    "stand_in_you": account is not None and c.stand_in == account,
                    "stand_in_key": c.stand_in_key if account is not None and c.account == account else None,
                }
                for c in record.chairs
            ],
            "invite": record.invite if seated and _has_room(record) else None,
            "spectate": record.spectate if seated or waits or invited else None,
            "commitment": record.commitment,
            "outcome": record.outcome,
            "at": since.isoformat(timespec="milliseconds"),
            "glance": None if late else listing.glance(record),
            "listing": record.listing,
            "pace": record.pace,
            "note": record.note,
            "sides": record.sides,
            "clocks": None if record.timing is None or late else record.timing.json(dt.datetime.now(dt.UTC)),
            "delay": record.delay,
            "delay_turns": record.delay_turns,
            "watched": {**self._hub.watching(record.id)},
            "watch": {v: k for v, k in keys.items() if self._side_of(record, v) == sides.get(own or "")},
            "rematch": record.rematch if seated else None,
        }

    def _seats(self, record: Record) -> Sequence[Seat]:
        return self._games[record.game].seats(record.scenario, record.options)

    def _side_of(self, record: Record, viewpoint: str) -> str:
        return next(s.side for s in self._seats(record) if s.viewpoint == viewpoint)

    def _viewpoint(self, record: Record, seat: str | None) -> str:
        """From where somebody at a seat, or at none, looks."""
        seats = (
            s
            for scenario in self._games[record.game].scenarios
            for s in scenario.seats
            if scenario.id == record.scenario
        )
        return SPECTATOR if seat is None else next((s.viewpoint for s in seats if s.id == seat), seat)

    def _sides(self, record: Record) -> Mapping[str, str]:
        """Seat to side; empty for a scenario that is no longer on offer."""
        scenarios = (s for s in self._games[record.game].scenarios if s.id == record.scenario)
        return {seat.id: seat.side for s in scenarios for seat in s.seats}
