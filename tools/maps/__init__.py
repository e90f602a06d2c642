"""The map builder: geography and a board's own file become the board's tables, and those become its drawing."""
