"""Notices to a program of their reader's: a POST of JSON, signed with a secret that both know."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable

from app.notices.courier import Message, Target, Undeliverable
from app.notices.outward import Outward
from app.wire import encode
from rules.kernel.messages import JsonObject

SIGNATURE = "X-GreatWar-Signature"


def signature(secret: bytes, at: int, body: bytes) -> str:
    """What proves that a call is ours, and from when: ``v1`` is the HMAC-SHA256 of time, dot and body."""
    mac = hmac.new(secret, f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={mac}"


def body_of(message: Message, site: str) -> JsonObject:
    """What a program reads: ``id`` is the same at each try; no notices in it are a test."""
    return {
        "id": str(message.id),
        "type": "notices" if message.items else "test",
        "notices": [item.json(site) for item in message.items],
    }


class Hooks:
    """Takes messages to webhooks."""

    def __init__(self, outward: Outward, site: str, now: Callable[[], float] = time.time) -> None:
        self._outward = outward
        self._site = site
        self._now = now

    async def take(self, target: Target, message: Message) -> None:
        """Deliver it. Undeliverable when that fails."""
        if target.secret is None:
            raise Undeliverable("no secret to sign with", final=True)
        body = encode(body_of(message, self._site))
        headers = {
            "Content-Type": "application/json",
            "X-GreatWar-Event": str(message.id),
            SIGNATURE: signature(target.secret, int(self._now()), body),
        }
        try:
            await self._outward.post(target.address, headers, body)
        except Undeliverable as error:
            # An address that its owner typed stays, whatever it answers; only a browser's is gone for good.
            raise Undeliverable(str(error), final=error.gone, wait=error.wait) from error
