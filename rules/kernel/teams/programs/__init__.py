"""Programs as commanders beside others: they give commands and judge none."""
