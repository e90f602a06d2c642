"""The position: its state, how it changes, and what follows from it alone (§7.1 control, §7.25 which faces are
seen).
"""
