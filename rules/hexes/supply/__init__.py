"""Lines of supply: the links that they run over, how long they may be, and the sources in which they end.

A game says where lines run and what feeds; ``tracing`` finds who is fed, and keeps it from state to state.
"""
