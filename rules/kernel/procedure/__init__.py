"""Steps, orders and the engine that runs them.

A game writes down its sequence of play as a tree of steps (``steps``), and for each step the orders that it takes
(``orders``) with their slots, each slot saying what may be chosen in it (``options``). From these the engine derives
who decides, the question, the reading of the command, the decision, and commands at random.
"""
