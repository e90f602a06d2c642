"""A match in memory: its position, what can be undone, and what an order would lead to. Nothing here waits."""
