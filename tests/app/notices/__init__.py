"""Tests of notices: through a real SMTP server, a webhook receiver and a push service, all on this machine."""
