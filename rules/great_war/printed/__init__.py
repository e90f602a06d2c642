"""What is printed on the boards, the counters, the charts, the chits and the set-up cards, from
``scenarios/great-war``.
"""
