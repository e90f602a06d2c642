"""Empires & Alliances under test."""
