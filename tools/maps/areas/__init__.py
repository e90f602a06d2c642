"""Boards of areas instead of hexes: the same geography and look, other lines."""
