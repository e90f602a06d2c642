"""§7.24, §15.4, §15.5: what a unit is at the moment: mounted, shock troops, one nation beside another."""
