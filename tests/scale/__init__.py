"""Several processes as a site that has outgrown one runs them: NATS, a pooler, homes of matches."""
