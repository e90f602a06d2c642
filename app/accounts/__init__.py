"""Who plays: guests with a name and a signed cookie."""
