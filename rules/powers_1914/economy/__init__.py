"""§3.5 to §3.9: money, and what it buys."""
