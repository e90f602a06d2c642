"""What people say at a table. It is no part of the match: no version, no event, no undo and no export knows of it."""
