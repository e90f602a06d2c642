"""Tests of accounts: ways to log in, and what becomes of a guest."""
