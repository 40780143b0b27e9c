"""What bots learn from: games, and the tables that come of them."""
