"""§3.3, §3.8, §3.15: battles on land and at sea, guns, and the action cards played in them."""
