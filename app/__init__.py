"""The server: matches of the games in ``rules.catalogue`` over HTTP and websockets, kept in Postgres."""
