"""Matches in play: state, commands, undo, log, export."""
