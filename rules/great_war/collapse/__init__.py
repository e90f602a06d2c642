"""§16.0, §17.1, §18.2: what comes about the instant that its conditions are met."""
