"""What one viewer may not know changes nothing that a server tells them, on any route or socket."""
