"""What viewers see, read and may ask: views, the log, forecasts, figures. By allow-list."""
