"""Archives in an object store that speaks S3, by obstore: an extra that is installed where it is wanted."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from app.settings import Settings

if TYPE_CHECKING:
    from obstore.store import S3Config, S3Store

TIMEOUT_SECONDS = 30
"""How long one answer of the store may take."""
RETRY_SECONDS = 60
"""How long it is tried again, when the store is away or asks to be left alone."""


class ArchiveObjects:
    """Keeps files by name, as ``ArchiveFolder`` does: what the store has taken is there, whole, or is not there."""

    def __init__(self, store: S3Store) -> None:
        self._store = store

    def read(self, name: str) -> bytes:
        """A file. OSError when it is not there or cannot be read."""
        from obstore.exceptions import BaseError

        try:
            return bytes(self._store.get(name).bytes())
        except BaseError as error:
            raise OSError(f"{name} cannot be read: {_plainly(error)}") from None

    def write(self, name: str, data: bytes) -> None:
        """Keep a file. The store answers once it has it. OSError."""
        from obstore.exceptions import BaseError

        try:
            self._store.put(name, data, use_multipart=False)
        except BaseError as error:
            raise OSError(f"{name} cannot be written: {_plainly(error)}") from None


def archive_objects(settings: Settings) -> ArchiveObjects:
    """The store that the settings name."""
    from obstore.store import S3Store

    given = "" if settings.archive_key is None else settings.archive_key.get_secret_value()
    bucket, _, prefix = str(settings.archive).removeprefix("s3://").partition("/")
    key, _, secret = given.partition(":")
    endpoint = settings.archive_endpoint
    config: S3Config = {}
    if endpoint:
        config["endpoint"] = endpoint
    if key:
        config["access_key_id"], config["secret_access_key"] = key, secret
    return ArchiveObjects(
        S3Store(
            bucket,
            prefix=prefix or None,
            region=settings.archive_region,
            # Your own store is found by its address, and not by the bucket's name in front of it.
            virtual_hosted_style_request=not endpoint,
            client_options={"timeout": timedelta(seconds=TIMEOUT_SECONDS), "allow_http": endpoint.startswith("http:")},
            retry_config={"retry_timeout": timedelta(seconds=RETRY_SECONDS)},
            config=config,
        )
    )


def _plainly(error: Exception) -> str:
    """The first line of what a store's client says: what follows is for whoever mends the client."""
    return str(error).partition("\n")[0][:300]
