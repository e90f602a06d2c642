"""A device with passkeys, as a browser would use it: keys are made and answers are signed for real."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any, cast

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url as text

from tests.app.players import Player

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Device:
    """One passkey. ``origin`` is the page that the browser shows."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.count = 0
        self.flags = PRESENT | VERIFIED

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _authenticator(self, host: str, flags: int) -> bytes:
        self.count += 1
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """What ``navigator.credentials.create`` gives."""
        numbers = self.key.public_key().public_numbers()
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        data = self._authenticator(options["rp"]["id"], self.flags | ATTESTED)
        data += bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        response = {"clientDataJSON": text(client), "attestationObject": text(attestation)}
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}

    def answer(self, options: dict[str, Any]) -> dict[str, Any]:
        """What ``navigator.credentials.get`` gives."""
        data = self._authenticator(options["rpId"], self.flags)
        client = self._client("webauthn.get", options["challenge"])
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        response = {"clientDataJSON": text(client), "authenticatorData": text(data), "signature": text(signature)}
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}


def passkey(player: Player, name: str = "My phone") -> Device:
    """Give a player's account a passkey."""
    device = Device(player.server.url)
    options = player.http.post("/account/passkey-options").json()
    answer = player.http.post("/account/passkeys", json={"name": name, "credential": device.make(options)})
    assert answer.status_code == 200, answer.text
    return device


def log_in(player: Player, device: Device, **body: Any) -> dict[str, Any]:
    """Log in by passkey with the player's browser; gives the answer."""
    options = player.http.post("/login/passkey/options").json()
    answer = player.http.post("/login/passkey", json={"credential": device.answer(options), **body})
    return cast("dict[str, Any]", {"status": answer.status_code, **answer.json()})
