"""§3.10, §3.12, §5.1: conquered fields and countries, neutrals, and which flag flies where."""
