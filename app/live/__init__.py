"""Websockets: pushes, presence, and the word between processes."""
