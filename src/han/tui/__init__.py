"""The game in a terminal: the board drawn in characters, moves and scorings told in words."""
