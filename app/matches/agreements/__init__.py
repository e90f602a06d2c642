"""What players settle among themselves beside the game, and what the host of the server decides. Nothing here waits."""
