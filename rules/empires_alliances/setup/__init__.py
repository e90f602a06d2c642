"""§1.4, §2.4, §3.4: how a match is set up."""
