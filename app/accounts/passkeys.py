"""Passkeys, as the library webauthn checks them: made by someone known, and used to log in without a name."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Any, cast

import webauthn
from sqlalchemy import select, update
from webauthn.helpers import base64url_to_bytes, options_to_json_dict, parse_client_data_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from app.accounts import one_time_codes
from app.accounts.models import Account, Passkey
from app.database import Database
from app.errors import ApiError
from rules.kernel.messages import JsonObject

CHALLENGE_LASTS = dt.timedelta(minutes=5)
"""How long a device, and whoever holds it, may take to answer a challenge."""
MAX_PASSKEYS = 20
"""Passkeys that an account may have."""
WRONG: tuple[type[Exception], ...] = (WebAuthnException, ValueError, KeyError, TypeError, AttributeError)
"""What the library raises for answers that are not what they should be."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passkey is good: the host's name, and the address of its pages."""

    host: str
    origin: str


def _bad() -> ApiError:
    return ApiError(422, "bad_passkey", "That passkey could not be checked. Try again.")


def _challenge(credential: dict[str, Any]) -> bytes:
    """The challenge that a device says it answers. ApiError 422 when it says nothing of the kind."""
    try:
        return parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"])).challenge
    except WRONG as error:
        raise _bad() from error


class Passkeys:
    """Makes, checks and removes passkeys."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, account: uuid.UUID) -> list[Passkey]:
        """An account's passkeys, the oldest first."""
        async with self._database.session() as session:
            query = select(Passkey).where(Passkey.account == account).order_by(Passkey.created_at, Passkey.id)
            return list(await session.scalars(query))

    async def offer(self, account: Account, place: Place) -> JsonObject:
        """What the browser needs to make a passkey. ApiError 409 when there are too many."""
        mine = await self.of(account.id)
        if len(mine) >= MAX_PASSKEYS:
            raise ApiError(409, "too_many_passkeys", f"You have {MAX_PASSKEYS} passkeys. Remove one first.")
        options = webauthn.generate_registration_options(
            rp_id=place.host,
            rp_name="Great War Online",
            user_id=account.id.bytes,
            user_name=account.name,
            user_display_name=account.name,
            exclude_credentials=[PublicKeyCredentialDescriptor(id=key.credential) for key in mine],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                require_resident_key=True,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
        )
        async with self._database.session.begin() as session:
            one_time_codes.issue(session, one_time_codes.REGISTER, options.challenge, CHALLENGE_LASTS, account.id)
        return cast("JsonObject", options_to_json_dict(options))

    async def add(self, account: uuid.UUID, name: str, credential: dict[str, Any], place: Place) -> None:
        """Keep a passkey that was made for this account. ApiError 422 unless it is what was asked for."""
        challenge = _challenge(credential)
        async with self._database.session.begin() as session:
            asked = await one_time_codes.spend(session, one_time_codes.REGISTER, challenge)
        if asked is None or asked.account != account:
            raise _bad()
        try:
            made = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=place.host,
                expected_origin=place.origin,
                require_user_verification=True,
            )
        except WRONG as error:
            raise _bad() from error
        async with self._database.session.begin() as session:
            known = select(Passkey.id).where(Passkey.credential == made.credential_id)
            if (await session.scalars(known)).first() is not None:
                raise _bad()
            session.add(
                Passkey(
                    account=account,
                    credential=made.credential_id,
                    public_key=made.credential_public_key,
                    sign_count=made.sign_count,
                    name=name,
                )
            )

    async def challenge(self, place: Place) -> JsonObject:
        """What the browser needs to log someone in, whoever it may be."""
        options = webauthn.generate_authentication_options(
            rp_id=place.host, user_verification=UserVerificationRequirement.REQUIRED
        )
        async with self._database.session.begin() as session:
            one_time_codes.issue(session, one_time_codes.LOGIN, options.challenge, CHALLENGE_LASTS)
        return cast("JsonObject", options_to_json_dict(options))

    async def ask(self, account: uuid.UUID, purpose: str, place: Place) -> JsonObject:
        """What the browser needs to have someone who is known show a passkey, for this purpose alone."""
        options = webauthn.generate_authentication_options(
            rp_id=place.host, user_verification=UserVerificationRequirement.REQUIRED
        )
        async with self._database.session.begin() as session:
            one_time_codes.issue(session, purpose, options.challenge, CHALLENGE_LASTS, account)
        return cast("JsonObject", options_to_json_dict(options))

    async def confirm(
        self, account: uuid.UUID, purpose: str, credential: dict[str, Any], place: Place, until: dt.datetime
    ) -> None:
        """Have someone shown to be the owner by a passkey that was made before ``until``.

        ApiError 401 or 422 for any other, and for a challenge that was made for another account or purpose.
        """
        key = await self._answering(purpose, credential, place, account)
        if key.account != account or key.created_at > until:
            raise ApiError(403, "other_passkey", "That passkey cannot be used for this.")

    async def whose(self, credential: dict[str, Any], place: Place) -> uuid.UUID:
        """The account whose passkey answers our challenge. ApiError 401 for one that we do not know, 422 for others."""
        return (await self._answering(one_time_codes.LOGIN, credential, place, None)).account

    async def _answering(
        self, purpose: str, credential: dict[str, Any], place: Place, asked: uuid.UUID | None
    ) -> Passkey:
        """The passkey that answers a challenge of this purpose, which ``asked`` was given."""
        challenge = _challenge(credential)
        async with self._database.session.begin() as session:
            spent = await one_time_codes.spend(session, purpose, challenge)
            if spent is None or spent.account != asked:
                raise _bad()
            try:
                named = base64url_to_bytes(credential["rawId"])
            except WRONG as error:
                raise _bad() from error
            key = (await session.scalars(select(Passkey).where(Passkey.credential == named))).first()
        if key is None:
            raise ApiError(401, "unknown_passkey", "This server does not know that passkey. It may have been removed.")
        try:
            signed = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=place.host,
                expected_origin=place.origin,
                credential_public_key=key.public_key,
                credential_current_sign_count=key.sign_count,
                require_user_verification=True,
            )
        except WRONG as error:
            raise _bad() from error
        async with self._database.session.begin() as session:
            await session.execute(
                update(Passkey)
                .where(Passkey.id == key.id)
                .values(sign_count=signed.new_sign_count, used_at=dt.datetime.now(dt.UTC))
            )
        return key
