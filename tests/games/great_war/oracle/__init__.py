"""A second program of some rules of the Great War in Europe, written from the rulebook alone and as plainly as can be.

It reads what is printed and where the units stand, and calls none of the rules: who controls a hex, who is in supply,
the odds of an attack, and how far a unit goes. Random positions, and those that random matches come to, are laid before
both programs.
"""
