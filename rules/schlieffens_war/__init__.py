"""Schlieffen's War: the first six weeks in the west, 1914. One file for each chapter of its rulebook."""
