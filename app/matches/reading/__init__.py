"""What is read of a match when someone asks: position, log, history, charts, result, export."""
