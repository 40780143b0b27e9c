"""The game in a terminal: the board in characters, moves and scorings in words."""
