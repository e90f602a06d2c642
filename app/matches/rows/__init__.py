"""Matches in the database: tables, queries, and the statement that stores moves."""
