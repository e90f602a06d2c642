"""What one caller may take of the server, so that nobody can take it from everyone."""
