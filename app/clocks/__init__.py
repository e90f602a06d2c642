"""How long each seat may think: clocks, deadlines, pauses, days away (decisions/0032)."""
