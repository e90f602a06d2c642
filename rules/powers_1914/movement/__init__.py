"""§3.2: where units go, and what comes of it when they are there."""
