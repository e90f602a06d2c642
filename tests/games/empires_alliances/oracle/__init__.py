"""A second program of the rules of Empires & Alliances, written from the rulebook alone and as plainly as can be.

It reads what is printed and where the units stand, and calls none of the rules. What a random match does is compared
with it, fact by fact: marches, journeys, what trains and ships have carried, fights, losses, retreats, stacking, zones,
supply. ``fields`` has random fights in which all that could be lost or where units could go is compared, taken or not.
"""
