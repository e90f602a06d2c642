"""What the program ``greatwar`` does, a file a command."""
