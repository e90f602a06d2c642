"""What viewers see, read and may ask: views, the log, layers, planners, figures. §6.6: by allow-list."""
