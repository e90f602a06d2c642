"""The combined game of six fronts."""
