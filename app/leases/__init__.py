"""What one process at a time does for all on a database, and who may not do it any more."""
