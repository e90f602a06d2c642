"""Traces: what the server does, as spans of time that a collector is sent (decisions/0077). Off unless set."""
