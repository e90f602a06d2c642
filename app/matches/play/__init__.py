"""How matches move: orders carried out, stored and followed, standing orders given, matches loaded and put away."""
