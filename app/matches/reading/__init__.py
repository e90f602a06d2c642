"""What is read of a match when somebody asks: position, log, history, charts, result, export."""
