"""§19.0, §21.0: the position when a scenario begins, and which units are set up where."""
