"""What viewers see, read and may ask: views, the log, layers, planners, figures. §7.25: by allow-list."""
