"""Programs that play against people (decisions/0056): who they are, how they come to their words, and who thinks for
them. They play by the same orders as people do."""
