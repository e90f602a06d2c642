"""Calling people back to their matches: by mail, web push and webhook."""
