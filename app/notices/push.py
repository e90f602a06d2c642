"""Notices to a browser, through the push service that it named: encrypted for it alone (RFC 8291), and signed by the
server's own key (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import json
import secrets
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from app.database import Database
from app.notices.courier import Message, Target, Undeliverable
from app.notices.models import PushKey
from app.notices.outward import Outward
from app.notices.texts import TESTED, subject
from app.wire import encode
from rules.kernel.messages import JsonObject

TOKEN_LASTS_SECONDS = 12 * 3600
PUSH_TTL_SECONDS = 86_400
"""How long a push service keeps what it cannot deliver yet."""
MAX_TEXT_LENGTH = 600


def base64url(data: bytes) -> str:
    """As the web writes keys."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unbase64url(text: str) -> bytes:
    """The inverse. ValueError (``binascii.Error``) when it is none."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_point(key: bytes) -> bool:
    """Whether these bytes are a public key on P-256, as browsers give it."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    except ValueError:
        return False
    return len(key) == 65


async def server_key(database: Database) -> ec.EllipticCurvePrivateKey:
    """The key by which push services know us, made by whichever process first asks."""
    fresh = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    async with database.session.begin() as session:
        await session.execute(insert(PushKey).values(id=1, key=fresh).on_conflict_do_nothing())
        stored = (await session.scalars(select(PushKey.key))).one()
    key = serialization.load_der_private_key(stored, None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)  # noqa: S101
    return key


class Vapid:
    """Signs for push services. ``contact`` is where their people reach ours: ``mailto:`` or ``https:``."""

    def __init__(self, key: ec.EllipticCurvePrivateKey, contact: str, now: Callable[[], float] = time.time) -> None:
        self._key = key
        self._contact = contact
        self._now = now
        self.public = base64url(
            key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        )
        """The key that a browser needs to subscribe."""

    def header(self, endpoint: str) -> str:
        """What ``Authorization`` says to the push service of an endpoint."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(self._now()) + TOKEN_LASTS_SECONDS,
            "sub": self._contact,
        }
        said = ".".join(base64url(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={said}.{base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"


def push_json(message: Message) -> JsonObject:
    """What the browser shows; what came of one match earlier gives way to it."""
    items = message.items
    if not items:
        return {"title": subject(items), "body": TESTED, "link": "/account.html#notices", "tag": "test"}
    one = len({i.match for i in items}) == 1
    text = items[-1].sentence if one else "\n".join(i.headline for i in items)
    return {
        "title": subject(items),
        "body": text[:MAX_TEXT_LENGTH],
        "link": items[-1].link if one else "/",
        "tag": items[-1].match if one else "several",
    }


class Pushes:
    """Takes messages to browsers."""

    def __init__(self, outward: Outward, vapid: Vapid) -> None:
        self._outward = outward
        self._vapid = vapid

    async def take(self, target: Target, message: Message) -> None:
        """Deliver it. Undeliverable when that fails."""
        if target.push_key is None or target.secret is None:
            raise Undeliverable("no key to encrypt for", final=True)
        text = encode(push_json(message))
        body = http_ece.encrypt(
            text,
            salt=secrets.token_bytes(16),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=target.push_key,
            auth_secret=target.secret,
            version="aes128gcm",
        )
        headers = {
            "Authorization": self._vapid.header(target.address),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(PUSH_TTL_SECONDS),
            "Urgency": "normal",
        }
        await self._outward.post(target.address, headers, body)
