"""The limits: everything that is counted about callers, in one place for middleware, routes and connections."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from starlette.types import Scope

from app.limits.addresses import UNKNOWN, Proxies, household
from app.limits.bans import Bans
from app.limits.connection_table import ConnectionTable
from app.limits.cpu_budget import CpuBudget, CpuBudgets
from app.limits.entrance import Entrance, Place
from app.limits.protocols import Deadlines
from app.limits.queues import Queues
from app.limits.rates import Rates
from app.limits.refusals import Refusals
from app.limits.sitters import Sitters
from app.limits.sockets import Sockets
from app.settings import Settings

_OF_A_MATCH = re.compile(r"/api/matches/([A-Za-z0-9_-]{1,32})/")


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller: the household, and the account in hex if one of our cookies names it."""

    household: str
    guest: str | None
    program: bool = False
    """Whether it calls by a token."""

    @property
    def counted_as(self) -> str:
        """What a call is charged to: a guest's account, so that a household does not share one allowance."""
        return self.guest if self.guest is not None else self.household


class Limits:
    """What callers may have, by the settings."""

    def __init__(self, settings: Settings) -> None:
        self.leaving = False
        """Whether the server was told to stop: it serves those who are here, and asks to be sent nobody."""
        self.bans = Bans()
        self.refusals = Refusals()
        self.proxies = Proxies(settings.proxies)
        self.connection_table = ConnectionTable(self.refusals, self.proxies, settings.connections_per_address)
        self.deadlines = Deadlines(
            settings.header_limit,
            settings.body_limit,
            settings.header_seconds,
            settings.body_seconds,
            settings.answer_seconds,
        )
        self.rates = Rates(
            address=settings.address_limit,
            calls=settings.rate_limit,
            guests=settings.guest_limit,
            logins=settings.login_limit,
            mails=settings.mail_limit,
            passwords=settings.password_limit,
            codes=settings.code_limit,
            credentials=settings.credential_limit,
            matches=settings.match_limit,
            moves=settings.move_limit,
            sockets=settings.socket_limit,
            events=settings.event_limit,
            chat=settings.chat_limit,
            marks=settings.mark_limit,
            hints=settings.hint_limit,
            thoughts=settings.thoughts_limit,
            notices=settings.notice_limit,
        )
        self.cpu_budgets = CpuBudgets(settings.work_share, settings.work_share_address, settings.work_share_guest)
        self.calls = Queues(settings.calls_at_once)
        self.files = Queues(settings.calls_at_once)
        self.entrance = Entrance(
            settings.calls_in_all, settings.calls_wait_seconds, self.cpu_budgets.used_by, self.cpu_budgets.spent_by
        )
        self.sitters = Sitters()
        self.sockets = Sockets(settings.sockets_per_guest, settings.sockets_per_address)

    @staticmethod
    def household(scope: Scope) -> str:
        """The household that a request or socket comes from."""
        client = scope.get("client")
        return household(client[0]) if client else UNKNOWN

    @asynccontextmanager
    async def turn(self, scope: Scope, caller: Caller) -> AsyncIterator[Place]:
        """Have a call worked on while the context lasts, once it is its turn: of the household's, then of all.

        ``Crowded`` when too many others wait as well.
        """

        def sits() -> bool:
            asked = _OF_A_MATCH.match(scope["path"])
            return asked is not None and caller.guest is not None and self.sitters.sits(asked[1], caller.guest)

        async with self.calls.turn(caller.household, caller.guest or ""):
            place = await self.entrance.come_in(caller.household, sits)
            try:
                yield place
            finally:
                place.leave()

    def cpu_budgets_of(self, caller: Caller) -> tuple[CpuBudget | None, ...]:
        """The caller's shares of the server's time."""
        own = None if caller.guest is None else self.cpu_budgets.of("guest", caller.guest)
        return self.cpu_budgets.of("address", caller.household), own
